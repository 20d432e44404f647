import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

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
