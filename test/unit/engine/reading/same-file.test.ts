import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { createSameFile, digestFile, type FileSnapshot } from '../../../../electron/engine/reading/same-file.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const longAgo = new Date('2020-01-01')

/** A file that was noted down when it said `one`, and how often it was read whole since. */
async function noted() {
  const path = fileIn(temporaryFolder(), 'users.csv', 'one')
  utimesSync(path, longAgo, longAgo)
  const file: FileSnapshot = { name: 'users.csv', path, size: 3, digest: must(await digestFile(path)) }
  let reads = 0
  const same = createSameFile((...input) => {
    reads += 1
    return digestFile(...input)
  })
  return { file, path, same, reads: () => reads }
}

describe('whether a file is still the one that was read', () => {
  test('is read from it once, however often it is asked', async () => {
    const { file, same, reads } = await noted()
    for (let times = 0; times < 5; times++) expect(must(await same(file))).toBe(file.digest)
    expect(reads()).toBe(1)
  })

  test('is read from it each time where everything in it is taken over', async () => {
    const { file, same, reads } = await noted()
    for (let times = 0; times < 3; times++) must(await same(file, { anew: true }))
    expect(reads()).toBe(3)
  })

  test('is told by another size without reading it', async () => {
    const { file, path, same, reads } = await noted()
    writeFileSync(path, 'longer')
    expect([codeOf(await same(file)), reads()]).toEqual(['file-changed', 0])
  })

  test('is told by its content when it has the same size, also with the time it had before', async () => {
    const { file, path, same } = await noted()
    must(await same(file))
    writeFileSync(path, 'two')
    utimesSync(path, longAgo, longAgo)
    expect(await same(file)).toMatchObject({
      ok: false,
      error: { code: 'file-changed', message: expect.stringContaining('users.csv has changed since it was read') },
    })
  })

  test('holds for one that was only touched, and for the original put back', async () => {
    const { file, path, same } = await noted()
    utimesSync(path, new Date(), new Date())
    must(await same(file))
    writeFileSync(path, 'two')
    expect(codeOf(await same(file))).toBe('file-changed')
    writeFileSync(path, 'one')
    must(await same(file))
  })

  test('is not remembered of a file that is just being written', async () => {
    const { file, path, same, reads } = await noted()
    utimesSync(path, new Date(), new Date())
    for (let times = 0; times < 2; times++) must(await same(file))
    expect(reads()).toBe(2)
  })

  test('is no question for one that was never read, nor for one that is gone', async () => {
    const { file, path, same } = await noted()
    expect(must(await same({ ...file, size: 0, digest: null }))).toBe(file.digest)
    rmSync(path)
    expect(codeOf(await same(file))).not.toBe('no problem')
  })
})

const rest = Buffer.from([0, 1, 14, 0, 3, 0, 0, 0, 255, 254, 7, 0])
const file = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), rest, Buffer.alloc(600, 3)])

async function messageOf(content: Buffer): Promise<string> {
  const path = join(temporaryFolder(), 'users')
  writeFileSync(path, content)
  const opened = await openExport(path)
  return opened.ok ? `read as ${opened.value.format}` : opened.error.message
}

test.each([
  ['an Access database', '\u0000\u0001\u0000\u0000Standard Jet DB', 'Export the table of users from Access'],
  ['an Access database', '\u0000\u0001\u0000\u0000Standard ACE DB', 'Export the table of users from Access'],
  ['a PostgreSQL dump in the custom format', 'PGDMP', 'pg_restore'],
  ['a backup of SQL Server (.bak)', 'TAPE', 'Restore it in SQL Server'],
  ['a data file of SQL Server (.mdf)', '\u0001\u000f\u0000\u0000', 'Restore it in SQL Server'],
  [
    'a FileMaker database',
    '\u0000\u0001\u0000\u0000\u0000\u0002\u0000\u0001\u0000\u0005\u0000\u0002\u0000\u0002\u00c0HBAM7',
    'FileMaker',
  ],
  ['a dump of Oracle (.dmp)', '\u0003\u0000\u0001EXPORT:V19', 'Import it into Oracle'],
  ['a dump of Redis', 'REDIS0011', 'JSON'],
  ['an Outlook data file (.pst)', '!BDN', 'CSV'],
  ['a Parquet file', 'PAR1', 'DuckDB'],
  ['an Avro file', 'Obj\u0001', 'avro-tools'],
  ['an ORC file', 'ORC', 'CSV or JSON'],
  ['packed with compress (.Z)', '\u001f\u009d', 'Unpack it first'],
  ['packed with lz4', '\u0004\u0022\u004d\u0018', 'Unpack it first'],
  ['packed with lzip', 'LZIP', 'Unpack it first'],
  ['an old Office file', '\u00d0\u00cf\u0011\u00e0', 'save it as XLSX'],
])('%s is named with the way from there, packed or not', async (name, start, way) => {
  for (const content of [file(start), gzipSync(file(start))]) {
    const message = await messageOf(content)
    expect(message).toContain(`This is ${name}`)
    expect(message).toContain(way)
  }
})

test('a settings file is named', async () => {
  const section = (name: string) => `[${name}]\nemail=${name}@acme.example\npassword=x\n\n`
  expect(await messageOf(Buffer.from(section('ann') + section('ben')))).toBe(
    'This is a settings file (INI or TOML), not an export of users. Save its users as CSV or JSON, one for each section or line, and choose that.',
  )
})

test.each([
  ['lines without a value', '[category]\nshop.example\nshop.example/test\n12345678\n\n[profile]\nshop.example\n'],
  ['hosts', '# all\n[web]\none.example port=22\n\n[db]\ntwo.example\n'],
  ['sections without lines first', '[empty]\n\n[users]\nann\n[admins]\nben\n'],
  ['values behind a colon', '[ann]\nmail: ann@acme.example\n[ben]\nmail: ben@acme.example\n'],
])('a settings file is named by its sections, whatever stands in them: %s', async (_, text) => {
  expect(await messageOf(Buffer.from(text))).toContain('This is a settings file (INI or TOML)')
})

test.each([
  ['lists of one number, one a line', '[1]\n[2]\n[3]\n'],
  ['lists over several lines', '[\n[true]\n,\n[null]\n]\n'],
  ['objects in a list', '[\n{"email": "ann@acme.example"}\n]\n'],
])('JSON is no settings file: %s', async (_, text) => {
  expect(await messageOf(Buffer.from(text))).toContain('read as')
})

test('a list of contacts is named', async () => {
  expect(await messageOf(Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:ann@example.com\r\nEND:VCARD\r\n'))).toBe(
    'This is a list of contacts (vCard), not an export of users. Export the contacts as CSV, and choose that.',
  )
})

test.each(['ORC', 'TAPE', 'PAR1', 'LZIP', 'REDIS00', 'PGDMP', '!BDN'])(
  'a table whose first column begins with %s is a table',
  async (word) => {
    expect(await messageOf(Buffer.from(`${word}_id,email\n1,ann@example.com\n`))).toBe('read as csv')
  },
)
