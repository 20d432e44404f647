import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createRandom, seedOf, type Random } from './random.ts'
import { corruptBytes, type Corrupt } from './corrupt-bytes.ts'
import { bsonOf } from '../support/data/bson-of.ts'
import { workbookOf } from '../support/data/workbook-of.ts'
import { madeUpDatabases } from './made-up-databases.ts'
import { corruptAtLength, corruptText } from './corrupt-text.ts'
import { zipOf } from './zip-of.ts'
import { sampleExports } from '../support/data/sample-exports.ts'

export type MadeUpFile = { readonly name: string; readonly content: Buffer }

/** How variants of one format are made: the files they begin with, and how they are encoded and packed. */
export type FuzzedFormat = {
  readonly name: string
  readonly files: readonly MadeUpFile[]
  readonly encode: (content: Buffer, random: Random) => Buffer
  /** Ways to damage what would no longer be a file of its kind with a byte more or less; absent: all ways. */
  readonly ways?: readonly (readonly [string, Corrupt])[]
  readonly pack: ((content: Buffer, random: Random) => Buffer) | null
}

export type Variant = {
  /** Its ingredients and steps: enough to make it again. */
  readonly title: string
  /** The sample export before anything was done to it. */
  readonly original: Buffer
  readonly file: Buffer
  /** The unpacked file; null where it was damaged after packing. */
  readonly unpacked: Buffer | null
}

/** Every sample export. */
export function madeUpFiles(): readonly MadeUpFile[] {
  return readdirSync(sampleExports, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:txt|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({ name: path.slice(sampleExports.length + 1), content: readFileSync(path) }))
}

/** The formats that can be read, each with its sample exports. */
export function fuzzedFormats(): readonly FuzzedFormat[] {
  const all = madeUpFiles()
  const ending = (...ends: string[]) => all.filter(({ name }) => ends.some((end) => name.endsWith(end)))
  const plain: Omit<FuzzedFormat, 'name'> = { files: all, encode: (content) => content, pack: null }
  return [
    { ...plain, name: 'csv', files: ending('.csv', '.tsv') },
    { ...plain, name: 'json', files: ending('.json') },
    { ...plain, name: 'ndjson', files: ending('.ndjson', '.jsonl') },
    { ...plain, name: 'sql', files: ending('.sql') },
    { ...plain, name: 'ldif', files: ending('.ldif') },
    { ...plain, name: 'xml', files: madeUpXml() },
    { ...plain, name: 'yaml', files: ending('.yml') },
    { ...plain, name: 'sqlite', files: madeUpDatabases(), ways: inPlace },
    {
      ...plain,
      name: 'xlsx',
      files: madeUpSheets(),
      pack: (sheet: Buffer) =>
        workbookOf([{ name: 'Users', rows: [] }], { extra: { 'xl/worksheets/sheet1.xml': sheet } }),
    },
    { ...plain, name: 'bson', files: madeUpCollections() },
    { ...plain, name: 'utf-16', encode: toUtf16 },
    { ...plain, name: 'gzip', pack: (content: Buffer) => gzipSync(content) },
    { ...plain, name: 'zip', pack: (content: Buffer, random: Random) => zipOf(content, !random.once(3)) },
  ].filter(({ files }) => files.length > 0)
}

const ordinary = [...Object.entries(corruptBytes), ...Object.entries(corruptText)]
function madeUpXml(): readonly MadeUpFile[] {
  const user = (id: number) =>
    `<user id="${id}"><email>user${id}@acme.example</email><hash><![CDATA[$2b$10$${'a'.repeat(53)}]]></hash><role/><role>a</role></user>`
  const users = Array.from({ length: 40 }, (_, id) => user(id)).join('\n')
  const content = `<?xml version="1.0"?>\n<!-- all -->\n<all><users>\n${users}\n</users></all>`
  return [{ name: 'users.xml', content: Buffer.from(content) }]
}

function madeUpCollections(): readonly MadeUpFile[] {
  const users = Array.from({ length: 40 }, (_, id) =>
    bsonOf({
      _id: { oid: id.toString(16).padStart(24, '0') },
      email: `user${id}@acme.example`,
      hash: `$2b$10$${'a'.repeat(53)}`,
      at: new Date(id),
      roles: ['a', { of: id }],
    }),
  )
  return [{ name: 'users.bson', content: Buffer.concat(users) }]
}

/** The part of a workbook that holds its only sheet. */
function madeUpSheets(): readonly MadeUpFile[] {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = Array.from({ length: 60 }, (_, id) =>
    id === 0
      ? ['id', 'email', 'hash'].map(cell)
      : [`<c><v>${id}</v></c>`, cell(`user${id}@acme.example`), cell(`$2b$10$${'a'.repeat(53)}`)],
  )
  const data = rows.map((cells, index) => `<row r="${index + 1}">${cells.join('')}</row>`).join('\n')
  return [{ name: 'sheet1.xml', content: Buffer.from(`<worksheet><sheetData>${data}</sheetData></worksheet>`) }]
}

/** Other bytes at some places, or a stretch of them. */
const inPlace: readonly (readonly [string, Corrupt])[] = [
  ['bytes changed in place', (content, random) => changed(content, random, 1 + random.below(30), 1)],
  [
    'stretches changed in place',
    (content, random) => changed(content, random, 1 + random.below(3), 1 + random.below(600)),
  ],
]

function changed(content: Buffer, random: Random, times: number, length: number): Buffer {
  const copy = Buffer.from(content)
  for (let left = times; left > 0; left -= 1) {
    const at = random.below(copy.length)
    copy.fill(random.below(256), at, Math.min(copy.length, at + length))
  }
  return copy
}

const atLength = Object.entries(corruptAtLength)

/** The variant of this number: a sample export that was damaged in one to three ways, packed, and sometimes damaged again. */
export function makeVariant(format: FuzzedFormat, run: number, number: number): Variant {
  const random = createRandom(seedOf(run, format.name, number))
  const from = format.files[random.below(format.files.length)] ?? { name: 'nothing', content: Buffer.alloc(0) }
  const done: string[] = []
  const corrupt = (content: Buffer, ways: readonly (readonly [string, Corrupt])[]) => {
    const [name, change] = ways[random.below(ways.length)] ?? ['nothing', (same: Buffer) => same]
    done.push(name)
    return change(content, random)
  }
  let text = from.content
  for (let ways = 1 + random.below(3); ways > 0; ways -= 1)
    text = corrupt(text, format.ways ?? (random.once(25) ? atLength : ordinary))
  let unpacked = format.encode(text, random)
  if (unpacked !== text && random.once(3)) unpacked = corrupt(unpacked, Object.entries(corruptBytes))
  const packed = format.pack?.(unpacked, random) ?? unpacked
  const again = packed !== unpacked && random.once(3)
  return {
    file: again ? corrupt(packed, Object.entries(corruptBytes)) : packed,
    title: `${format.name} ${number} of run ${run}: ${from.name}, ${done.join(', ')}${again ? ' when packed' : ''}`,
    original: from.content,
    unpacked: again ? null : unpacked,
  }
}

function toUtf16(content: Buffer, random: Random): Buffer {
  const units = Buffer.from(random.once(2) ? `\uFEFF${content.toString()}` : content.toString(), 'utf16le')
  return random.once(2) ? units : units.swap16()
}
