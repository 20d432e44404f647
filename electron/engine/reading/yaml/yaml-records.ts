import { isUtf8 } from 'node:buffer'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { hasBom } from '../bytes.ts'
import { decodeText } from '../encoding.ts'
import type { Chunk } from '../file-bytes.ts'
import { bookComments, hashTails } from '../control-totals/comments.ts'
import type { ControlBook } from '../control-totals/control-book.ts'
import type { Logins } from '../control-totals/login-scan.ts'
import { createLineCounter } from '../cursor.ts'
import type { RawRecord } from '../raw-record.ts'
import { findUsers, type Found } from './find-users.ts'
import { parseYaml } from './parse-yaml.ts'
import { plainValue, type Budget } from './plain-value.ts'

/** YAML has to be parsed as a whole, at some thirty times its size in memory. */
const maxBytes = 8 * 1024 * 1024
/** Values of one record, and of all records together for each byte of the file. */
const bounds = { record: 10_000, perByte: 4, atLeast: 100_000 }
const fullBatch = 500

/** The records of a YAML file, in batches. Without anchors, each is read once; what anchors make of a small file is bounded. */
export async function* yamlRecords(
  chunks: AsyncIterable<Chunk>,
  book?: ControlBook,
): AsyncGenerator<readonly RawRecord[]> {
  const whole = await readWhole(book === undefined ? chunks : book.through(chunks))
  const rest = () => (book === undefined ? {} : { logins: book.take(0, Infinity) })
  if (whole.broken !== null) return yield [{ ...unreadable({ line: 1, offset: 0 }, whole.broken, true), ...rest() }]
  const start = hasBom(whole.bytes) ? 3 : 0
  const text = decodeText(whole.bytes, start)
  const encoding = isUtf8(whole.bytes) ? 'utf8' : 'latin1'
  const placeOf = places(text, start, encoding)
  const parsed = parseYaml(text)
  if (parsed.kind === 'fault') return yield [{ ...unreadable(placeOf(parsed.at), parsed.reason, true), ...rest() }]
  book?.within({ kind: 'beside', name: null })
  const loginsOf = book === undefined ? () => ({}) : bookRecords(book, text, parsed, places(text, start, encoding))
  const budget = { left: bounds.atLeast + text.length * bounds.perByte }
  let batch: RawRecord[] = []
  let before = -1
  for (const document of parsed.documents) {
    const { records, others } = findUsers(document)
    const found = [
      ...records.map(({ value, name, realm }) => ({ value, name, realm, isOther: false })),
      ...others.map((value) => ({ value, name: null, realm: undefined, isOther: true })),
    ]
    for (const { value, name, realm, isOther } of found) {
      const at = typeof value === 'object' && value !== null ? (parsed.places.get(value) ?? 0) : 0
      // Two that one anchor stands for, and what is no object, are told apart by one more.
      before = Math.max(before + 1, at)
      const place = placeOf(Math.min(before, text.length))
      if (budget.left < 0) return yield [...batch, { ...unreadable(place, bomb, true), ...rest() }]
      const logins = loginsOf(value, name)
      const record = isOther ? unreadable(place, anotherList) : inRealm(readOne({ value, name }, place, budget), realm)
      batch.push({ ...record, ...logins })
      if (batch.length < fullBatch) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** The record at an offset, as `yamlRecords` gave it. */
export async function* yamlRecordsFrom(
  chunks: AsyncIterable<Chunk>,
  offset: number,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of yamlRecords(chunks)) {
    const records = batch.filter((record) => record.offset >= offset)
    if (records.length > 0) yield records
  }
}

/** What looks like a login in the text of each record, with the name that it stands under; asked in the order of the text. */
function bookRecords(
  book: ControlBook,
  text: string,
  { places: starts, ends }: Extract<ReturnType<typeof parseYaml>, { kind: 'documents' }>,
  placeOf: (at: number) => At,
): (value: unknown, name: string | null) => { readonly logins?: Logins } {
  let behind = 0
  return (value, name) => {
    if (typeof value !== 'object' || value === null) return {}
    const [at, end] = [starts.get(value), ends.get(value)]
    // What stands for a record elsewhere is counted there.
    if (at === undefined || end === undefined || at < behind) return {}
    const named = name === null ? at : text.lastIndexOf(name, at)
    const from = named < behind ? at : named
    behind = end
    const start = placeOf(from).offset
    const logins = book.take(start, placeOf(end).offset)
    return { logins: bookComments(book, hashTails(text.slice(from, end)), logins, start) }
  }
}

type At = { readonly line: number; readonly offset: number }

function readOne({ value, name }: Found, place: At, budget: Budget): RawRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable(place, noObject)
  const own = { left: Math.min(bounds.record, budget.left) }
  const plain = plainValue(value, own)
  budget.left -= bounds.record - Math.max(0, own.left)
  if (plain === null) return unreadable(place, tooMany)
  const record = Object.fromEntries(Object.entries(plain.value ?? {}))
  return { ...place, kind: 'record', value: name === null ? record : withName(record, name) }
}

function inRealm(record: RawRecord, realm: string | undefined): RawRecord {
  return record.kind === 'record' && realm !== undefined && !Object.hasOwn(record.value, 'realm')
    ? { ...record, value: { ...record.value, realm } }
    : record
}

/** In an object of users, the name of each is its user name. */
function withName(record: SourceRecord, name: string): SourceRecord {
  return Object.hasOwn(record, 'username') ? { ...record, key: record['key'] ?? name } : { username: name, ...record }
}

async function readWhole(
  chunks: AsyncIterable<Chunk>,
): Promise<{ readonly bytes: Buffer; readonly broken: string | null }> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') return { bytes: Buffer.alloc(0), broken: chunk.reason }
    parts.push(chunk.bytes)
    length += chunk.bytes.length
    if (length > maxBytes) return { bytes: Buffer.alloc(0), broken: tooLong }
  }
  return { bytes: Buffer.concat(parts), broken: null }
}

/** Where an index of the text stands in the file. Asked in rising order. `latin1`: each character was one byte. */
function places(text: string, start: number, encoding: 'utf8' | 'latin1'): (at: number) => At {
  const lines = createLineCounter()
  let counted = 0
  let offset = start
  return (at) => {
    if (at > counted) {
      const bytes = Buffer.from(text.slice(counted, at), encoding)
      lines.pass(bytes, 0, bytes.length)
      counted = at
      offset += bytes.length
    }
    return { line: lines.line(), offset }
  }
}

function unreadable(place: At, reason: string, truncates = false): RawRecord {
  const record = { ...place, kind: 'unreadable', reason } as const
  return truncates ? { ...record, truncates } : record
}

const noObject = 'This is not an object with the fields of a user.'
const tooMany = 'This object has more than 10,000 values, so it is not one user. Do anchors in it stand for much more?'
const bomb =
  'Anchors make of this file many times what it is, as no list of users does, so the rest of it was left out. Write the values out.'
const tooLong =
  'This YAML file is longer than 8 MiB, and YAML can be read as a whole only. Save it as JSON or in several files, for example with "yq -o json".'
const anotherList =
  'Another list of users begins here than the one that is read. Put its users into a file of their own, and load both.'
