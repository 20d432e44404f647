import { isUtf8 } from 'node:buffer'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { bookCells, type ControlBook, hashTails } from '../control-totals/control-book.ts'
import { countLogins, type Logins } from '../control-totals/login-scan.ts'
import { createLineCounter } from '../cursor.ts'
import { decodeText } from '../encoding.ts'
import { type Chunk, hasBom } from '../file-bytes.ts'
import { readRow } from '../named-rows.ts'
import { tableKind } from '../../../../shared/mapping/rows/unread-rows.ts'
import type { WantsTable } from '../sql/sql-records.ts'
import type { RawRecord } from '../raw-record.ts'
import { type LostEntry, type PartlyParsed, parseAround, type Span } from './parse-around.ts'
import type { YamlText } from './parse-yaml.ts'
import type { Found } from './found.ts'
import { withEmbeddedFiles } from './embedded-files.ts'
import { completedValue, isOfExpression, readTemplate, type Template } from './template.ts'
import { withLists } from './yaml-lists.ts'
import { rowsIn } from './yaml-rows.ts'
import { mayHoldRequests } from './request-users.ts'
import { findUsers, isNameWithHash, type Users } from './yaml-users.ts'

/* Records of a YAML text: the entries of its list or object of users, each with its line and offset. */

/** Number of values that may still be copied, because anchors can multiply a few values. */
type Budget = { left: number }

/** A YAML value as plain data, with aliases expanded; null if it exceeds the budget or the depth. */
function plainValue(value: unknown, budget: Budget): { readonly value: unknown } | null {
  let tooMuch = false
  const copy = (one: unknown, depth: number): unknown => {
    budget.left -= 1
    if (budget.left < 0 || depth > maxDepth) tooMuch = true
    if (tooMuch) return null
    if (one instanceof Uint8Array) return isUtf8(one) ? Buffer.from(one).toString('utf8') : `(${one.length} bytes)`
    if (typeof one === 'string') return completedValue(one)
    if (Array.isArray(one)) return one.map((element: unknown) => copy(element, depth + 1))
    if (typeof one !== 'object' || one === null) return one
    const members = Object.entries(one).map(([name, member]) => [
      name === '__proto__' ? '(__proto__)' : name,
      copy(member, depth + 1),
    ])
    return Object.fromEntries(members)
  }
  const copied = copy(value, 1)
  return tooMuch ? null : { value: copied }
}

const maxDepth = 200

/** Limit on a YAML file, which is parsed as a whole and takes some thirty times its size in memory. */
const maxBytes = 8 * 1024 * 1024
/** Limits on values: of one record, and of all records for each byte of the file. */
const bounds = { record: 10_000, perByte: 4, atLeast: 100_000 }
const fullBatch = 500

/** A file that was read and parsed as a whole; `start`: the index of its text in its bytes. `broken`: why it cannot be read. */
export type YamlFile =
  | ({
      readonly kind: 'whole'
      readonly text: string
      readonly start: number
      readonly encoding: 'utf8' | 'latin1'
      readonly template: Template | null
    } & PartlyParsed)
  | { readonly kind: 'broken'; readonly reason: string }

/** Reads and parses a file, which is the work of reading YAML: a text that was parsed `before` is not parsed again. */
export async function readYaml(chunks: AsyncIterable<Chunk>, before: YamlFile | null = null): Promise<YamlFile> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (chunk.kind === 'broken') return chunk
    parts.push(chunk.bytes)
    length += chunk.bytes.length
    if (length > maxBytes) return { kind: 'broken', reason: tooLong }
  }
  const bytes = Buffer.concat(parts)
  const start = hasBom(bytes) ? 3 : 0
  const text = decodeText(bytes, start)
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  if (before?.kind === 'whole' && before.text === text && before.start === start && before.encoding === encoding)
    return before
  const template = readTemplate(text)
  const { yaml, lost } = parseAround(template?.text ?? text)
  const opened = yaml.kind === 'documents' ? withEmbeddedFiles(template?.text ?? text, yaml) : yaml
  return { kind: 'whole', text, start, encoding, template, yaml: opened, lost }
}

/** Reads the records of a YAML file again, in batches. */
export async function* yamlRecords(
  chunks: AsyncIterable<Chunk>,
  before: YamlFile,
  book?: ControlBook,
  wants?: WantsTable,
): AsyncGenerator<readonly RawRecord[]> {
  yield* recordsIn(await readYaml(book === undefined ? chunks : book.through(chunks), before), book, wants)
}

/** The records of a parsed file in batches. The expansion of aliases is limited. */
export async function* recordsIn(
  file: YamlFile,
  book?: ControlBook,
  wants: WantsTable = () => true,
): AsyncGenerator<readonly RawRecord[]> {
  const rest = () => (book === undefined ? {} : { logins: book.take(0, Infinity) })
  if (file.kind === 'broken') return yield [{ ...unreadable({ line: 1, offset: 0 }, file.reason, true), ...rest() }]
  const { text, start, encoding, template, yaml: parsed, lost } = file
  const placeOf = places(text, start, encoding)
  if (parsed.kind === 'fault')
    return yield [{ ...unreadable(placeOf(parsed.at), `${parsed.reason} ${noFile}`, true), ...rest() }]
  book?.within({ kind: 'beside', name: null })
  const spanOf = spansIn(template?.text ?? text, parsed, lost)
  const booking = book === undefined ? null : bookRecords(book, text, places(text, start, encoding))
  const takeLost = lostEntries(lost)
  const readLost = ({ at, reason, span }: LostEntry): RawRecord => ({
    ...unreadable(placeOf(at), `${reason} ${noEntry}`),
    ...(booking === null ? {} : { logins: booking.take(span, null) }),
  })
  const budget = { left: bounds.atLeast + text.length * bounds.perByte }
  let batch: RawRecord[] = []
  let before = -1
  for (const document of parsed.documents) {
    const { records, others } = usersIn(document)
    const found = [
      ...records.map((one) => ({ ...one, isOther: false })),
      ...others.map((value): Found & { isOther: boolean } => ({ value, name: null, isOther: true })),
    ]
    for (const one of inOrder(found, parsed.places)) {
      const { value, realm, isOther, from = value } = one
      const span = spanOf(one)
      const at = (typeof from === 'object' && from !== null ? parsed.places.get(from) : null) ?? span?.from ?? 0
      // Offsets must rise: a repeated alias, or a value without a place, gets the next one.
      before = Math.max(before + 1, at)
      batch.push(...takeLost(before).map(readLost))
      const place = placeOf(Math.min(before, text.length))
      if (budget.left < 0) return yield [...batch, { ...unreadable(place, bomb, true), ...rest() }]
      const logins =
        span === null || booking === null ? {} : { logins: booking.take(span, one.variables ?? null, one.keys) }
      const table = one.table?.name ?? one.list
      if (table !== undefined && wants(table) === false) {
        if (logins.logins !== undefined)
          book?.book({ kind: 'other', name: tableKind(table) }, logins.logins, () => place.offset)
        continue
      }
      const isMade = template?.isWithinCode(at) === true || isOfExpression(one.name ?? '')
      const read = isOther
        ? unreadable(place, anotherList, true)
        : isMade
          ? unreadable(place, madeByCode, true)
          : one.standsFor !== undefined
            ? unreadable(place, noUsers[one.standsFor], one.standsFor === 'several')
            : inGroup(inRealm(readOne(one, place, budget), realm), one.group)
      const record = read.kind === 'record' && table !== undefined ? { ...read, table } : read
      const changed = record.kind === 'record' && one.variables !== undefined ? ({ isChanged: true } as const) : {}
      batch.push({ ...record, ...changed, ...logins })
      if (batch.length < fullBatch) continue
      yield batch
      batch = []
    }
  }
  booking?.end()
  batch.push(...takeLost(Infinity).map(readLost))
  if (batch.length > 0) yield batch
}

function usersIn(document: unknown): Users {
  const rows = rowsIn(document)
  return rows.length > 0 ? { records: rows, others: [] } : withLists(document, findUsers(document))
}

/** Creates a function that takes the entries that could not be parsed before a place of the text. */
function lostEntries(lost: readonly LostEntry[]): (before: number) => readonly LostEntry[] {
  const left = [...lost]
  return (before) => left.splice(0, left.findLastIndex(({ at }) => at < before) + 1)
}

/** Whether a document is one object, or has one as its only member, and no list. */
export function isOneObject(document: unknown): boolean {
  const [first, ...others] = usersIn(document).records
  if (first === undefined || others.length > 0 || typeof document !== 'object' || document === null) return false
  const { value, from = value } = first
  return from === document || (!Array.isArray(document) && Object.values(document).includes(value))
}

/**
 * Whether a text may hold users that only its values show: their fields have paths as keys, they are lines of one text, requests create them, or
 * each stands under its own name in a list. JSON is YAML, and properties are parsed beside it.
 */
export function mayHoldUsersInValues(text: string): boolean {
  return (
    [dottedPassword, lineInJson, underNames, listsByAddress, filesInJson].some((form) => form.test(text)) ||
    mayHoldRequests(text)
  )
}

/** Whether a file holds such users. */
export function holdsUsersInValues(file: YamlFile): boolean {
  if (file.kind === 'broken' || file.yaml.kind === 'fault') return false
  if (file.yaml.hasEmbedded === true) return true
  return file.yaml.documents.some((document) =>
    findUsers(document).records.some(
      ({ value, name, keys, isEncoded, from }) =>
        keys !== undefined ||
        isEncoded !== undefined ||
        from !== undefined ||
        (name !== null && (Array.isArray(document) || Array.isArray(value))),
    ),
  )
}

/** A list in JSON under an email address. */
const listsByAddress = /^\s*\{\s*"[^"\s@]{1,64}@[^"\s@]{1,200}"\s*:\s*\[/

/** A list in JSON of objects with one object each. */
const underNames = /^\s*\[\s*\{\s*"[^"]{1,200}"\s*:\s*\{/

/** An object of Kubernetes in JSON that holds files. */
const filesInJson = /"kind"\s*:\s*"(?:ConfigMap|Secret)"/

/** A text in JSON with a name and its hash, or one that may have them in base64. */
const lineInJson = /(?:"|\\n)[^\s:,;|"\\]{1,256}:[${][^"]{12}|"[A-Za-f][A-Za-z0-9+/]{39,}={0,2}"/

const dottedPassword = /[^\s."]\.[^\s."=:]{0,20}(?:pass|hash|pwd|secret)[^\s."=:]{0,20}"?\s*[=:]/i

/** In the order of the text. What has no place of its own stays behind the one before it. */
function inOrder<F extends Found>(found: readonly F[], places: WeakMap<object, number>): readonly F[] {
  if (found.every(({ list }) => list === undefined)) return found
  let before = 0
  return found
    .map((one) => {
      const place: unknown = one.from ?? one.value
      if (typeof place === 'object' && place !== null) before = places.get(place) ?? before
      return { one, at: before }
    })
    .toSorted((first, other) => first.at - other.at)
    .map(({ one }) => one)
}

/** Creates a function that finds a record in the text. Call it in the order of the text; null: it is an alias, or has no place. */
function spansIn(
  text: string,
  { places: starts, ends }: Extract<YamlText, { kind: 'documents' }>,
  lost: readonly LostEntry[],
): (found: Found) => Span | null {
  let behind = 0
  /** The place of a string, which follows its key. */
  const ofString = (name: string, value: string, after: number): Span | null => {
    const from = text.indexOf(name, after)
    if (from === -1) return null
    const inside = text.indexOf(value, from + name.length)
    const line = text.indexOf('\n', from)
    return { from, end: inside === -1 ? (line === -1 ? text.length : line) : inside + value.length }
  }
  const find = ({ value, name, keys, isEncoded, from }: Found): Span | null => {
    if (isEncoded === true) return null
    const place: unknown = from ?? value
    if (keys !== undefined) {
      const spans = keys.map((key) => ofString(key, '', behind)).filter((span) => span !== null)
      if (spans.length === 0) return null
      const last = Math.max(...spans.map(({ from }) => from))
      const line = text.indexOf('\n', last)
      return { from: Math.min(...spans.map(({ from }) => from)), end: line === -1 ? text.length : line }
    }
    if (typeof value === 'string') return name === null ? null : ofString(name, value, behind)
    if (typeof place !== 'object' || place === null) return null
    const [at, end] = [starts.get(place), ends.get(place)]
    // The text of an alias was counted where its anchor is.
    if (at === undefined || end === undefined || at < behind) return null
    const named = name === null ? at : text.lastIndexOf(name, at)
    return { from: named < behind ? at : named, end }
  }
  return (found) => {
    const whole = find(found)
    if (whole === null) return null
    // The parser ends an entry where the next one begins, behind those that were left out.
    const next = lost.find(({ span }) => span.from > whole.from && span.from < whole.end)
    const span = next === undefined ? whole : { ...whole, end: next.span.from }
    behind = span.end
    return span
  }
}

/**
 * Takes the logins in the text of each record, its key included, in the order of the text. `variables`: those whose values the record has.
 * Their logins stand once in the text, before all records or behind them, and belong to the users that have them.
 */
function bookRecords(book: ControlBook, text: string, placeOf: (at: number) => At) {
  let before: Logins | null = null
  const used = new Map<string, string>()
  return {
    take: (
      { from, end }: Span,
      variables: ReadonlyMap<string, string> | null,
      keys: readonly string[] = [],
    ): Logins => {
      const start = placeOf(from).offset
      if (variables !== null) before ??= book.take(0, start)
      for (const [name, value] of variables ?? []) used.set(name, value)
      const logins = book.take(start, placeOf(end).offset)
      const comments = hashTails(text.slice(from, end))
      const rest = bookCells.aside(book, { kind: 'comment', name: null }, comments, logins, start)
      // The name of a user stands in each of its keys.
      return bookCells.aside(book, { kind: 'users', name: null }, keys.slice(1).join('\n'), rest, start)
    },
    end: () => {
      if (before === null) return
      const values = [...used.values()].join('\n')
      const rest = bookCells.aside(book, { kind: 'users', name: null }, values, before, 0)
      book.book({ kind: 'beside', name: 'variables' }, rest, () => 0)
      const [all, left] = [
        countLogins(values),
        { emails: before.emails - rest.emails, hashes: before.hashes - rest.hashes },
      ]
      if (all.emails <= left.emails && all.hashes <= left.hashes) return
      const behind = bookCells.aside(book, { kind: 'users', name: null }, values, book.take(0, Infinity), 0)
      book.book({ kind: 'beside', name: null }, behind, () => 0)
    },
  }
}

type At = { readonly line: number; readonly offset: number }

function readOne({ value, name, table }: Found, place: At, budget: Budget): RawRecord {
  if (table !== undefined) {
    const row = readRow(table.columns, value, table.mayBeShort)
    if (row.kind === 'unreadable') return unreadable(place, row.reason)
    return readOne({ value: row.value, name: null }, place, budget)
  }
  if (typeof value === 'string' && name !== null && isEmailAddress(name))
    return { ...place, kind: 'record', value: { email: name, password: value } }
  if (name !== null && isNameWithHash([name, value]))
    return { ...place, kind: 'record', value: { username: name, password: value } }
  // The values in a list have no names: `ann@acme.example: [$2b$…, admin]`.
  if (Array.isArray(value) && name !== null && isEmailAddress(name) && !value.some((one) => typeof one === 'object'))
    return readOne({ value: { email: name, ...namedByPlace(value) }, name: null }, place, budget)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable(place, noObject)
  const own = { left: Math.min(bounds.record, budget.left) }
  const plain = plainValue(value, own)
  budget.left -= bounds.record - Math.max(0, own.left)
  if (plain === null) return unreadable(place, tooMany)
  const record = Object.fromEntries(
    Object.entries(plain.value ?? {}).map(([field, one]) => [field.replace(fixtureFlag, ''), one]),
  )
  return { ...place, kind: 'record', value: name === null ? record : withName(record, name) }
}

function namedByPlace(list: readonly unknown[]): object {
  return Object.fromEntries(list.map((one, at) => [`value_${at + 1}`, one]))
}

/** Flag behind the name of a field, as Alice, a library for fixtures, has it. */
const fixtureFlag = / \((?:unique|local)\)$/

function inRealm(record: RawRecord, realm: string | undefined): RawRecord {
  return record.kind === 'record' && realm !== undefined && !Object.hasOwn(record.value, 'realm')
    ? { ...record, value: { ...record.value, realm } }
    : record
}

function inGroup(record: RawRecord, group: Found['group']): RawRecord {
  return record.kind === 'record' && group !== undefined ? { ...record, value: { ...group, ...record.value } } : record
}

/** Adds the key of a user as `username`, or as `key` if the user has a user name. */
function withName(record: SourceRecord, name: string): SourceRecord {
  return Object.hasOwn(record, 'username') ? { ...record, key: record['key'] ?? name } : { username: name, ...record }
}

/** Creates a function that turns an index of the text into a place in the file. Call it with rising indexes. `latin1`: each character was one byte. */
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
const bomb = 'Anchors expand this file to many times its size, so the rest of it was skipped. Write the values out.'
const tooLong =
  'This YAML file is longer than 8 MiB, and YAML can only be read as a whole. Save it as JSON or in several files, for example with "yq -o json".'
const noFile = 'This file cannot be read. Correct this place and load the file again.'
const noEntry = 'This entry cannot be read. Correct it and load the file again.'
const madeByCode =
  'The code of a template around this entry ("<% … %>") repeats it or leaves it out, so the file does not say which users there are. Export them from the database.'
const noUsers = {
  several:
    'This entry of fixtures stands for several, so the file does not say which users there are. Export them from the database.',
  template: 'This entry of fixtures is a template for others and no user.',
} as const
const anotherList =
  'A second list of users begins here and was not read. Save it as a file of its own, and add that file.'
