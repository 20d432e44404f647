import { isObject } from '../../../../shared/json.ts'
import { withoutSchema } from '../../../../shared/mapping/names/column-words.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { isBanList } from '../../../../shared/mapping/names/standing/standing-names.ts'
import { signInName } from '../../../../shared/exports/tables/other-people.ts'
import { tableKind } from '../../../../shared/mapping/rows/unread-tables.ts'
import { type Cursor, position } from '../cursor.ts'
import { openBrace, openBracket } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'
import type { Parsed, Piece } from '../scan-records.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { bannedMember, bannedRow, keysBanned, listsBanned } from './banned/banned-ids.ts'
import { firstInList, members, peekText, skipValue } from './json-members.ts'
import { isOfPage } from './json-paging.ts'
import { rows } from './json-tables.ts'
import { valueOf } from './json-record-reader.ts'
import { parseJson, valueIn } from './json-value.ts'
import { isObjectOfUser } from './likeness/user-likeness.ts'

/*
 * Lists of records beside the one that users are read from: `staff` beside `customers`. Each is a table, called by the names that lead to it,
 * so that its rows are counted and can be chosen. Objects by key are a list as well, and an object with a login of its own is a row.
 */

/** The reader of such lists. `rows`: yields the rows of the list at the cursor. */
type BesideOptions = {
  readonly wants: WantsTable
  readonly rows: (cursor: Cursor, table: string) => AsyncGenerator<Piece | readonly Piece[]>
}

/** Levels of objects that are searched for lists. */
const deepest = 4

/** Yields the rows of the lists within the value at the cursor, and moves past it; answers whether it ends. `name`: the names that lead to the value. */
export async function* besideLists(
  cursor: Cursor,
  name: string,
  options: BesideOptions,
  depth = deepest,
): AsyncGenerator<Piece | readonly Piece[], boolean> {
  const byte = cursor.bytes()[cursor.at()]
  const first = byte === openBracket ? await firstInList(cursor) : null
  if (first === openBrace) {
    if (options.wants(name) !== false) {
      yield* ofTable(options.rows(cursor, name), name)
      return true
    }
    return passTable(cursor, name)
  }
  if (first !== null && isBanList(name) && listsBanned(name, entriesIn(await peek(cursor)))) {
    if (options.wants(name) === false) return passTable(cursor, name)
    return yield* bannedIds(cursor, name)
  }
  const isSearched = byte === openBrace && depth > 0 && !isOfPage(withoutSchema(name))
  const form = isSearched ? await formOf(cursor, name) : 'other'
  if (form === 'row') {
    if (options.wants(name) === false) return passTable(cursor, name)
    const piece = await valueOf(cursor, position(cursor))
    yield { ...piece, table: name }
    return piece.truncates !== true
  }
  if (form === 'other') {
    const isWhole = await skipValue(cursor)
    if (isWhole) cursor.pass({ kind: 'beside', name })
    return isWhole
  }
  let start = 0
  for await (const member of members(cursor, (at) => (start = at))) {
    if (member.kind === 'whole') return true
    if (member.kind !== 'member') return false
    if (form === 'banned') {
      const text = await peekText(cursor, looked)
      const row = text === '' ? bannedRow(member.key) : bannedMember(member.key, valueIn(text))
      if (row === null) {
        if (!(await skipValue(cursor))) return false
        cursor.pass({ kind: 'beside', name })
      } else if (options.wants(name) === false) {
        if (!(await passTable(cursor, name))) return false
      } else {
        const piece = await valueOf(cursor, start)
        yield { ...piece, table: name, ...(piece.fault === null ? { parsed: { kind: 'record', value: row } } : {}) }
        if (piece.truncates === true) return false
      }
    } else if (form === 'keyed') {
      if (cursor.bytes()[cursor.at()] !== openBrace || options.wants(name) === false) {
        if (!(await passTable(cursor, name))) return false
        continue
      }
      const piece = await valueOf(cursor, start)
      yield { ...piece, table: name }
      if (piece.truncates === true) return false
    } else if (!(yield* besideLists(cursor, `${name}.${member.key}`, options, depth - 1))) return false
  }
  return false
}

/** Yields a row for each ID or address in a list of banned users, `"bannedUserIds": [2, 7]`; answers whether the list ends. */
async function* bannedIds(cursor: Cursor, table: string): AsyncGenerator<Piece, boolean> {
  for await (const piece of rows(cursor)) {
    if (piece.fault !== null) {
      yield { ...piece, table }
      if (piece.truncates === true) return false
      continue
    }
    const text = cursor.bytes().toString('utf8', piece.start - cursor.base(), piece.end - cursor.base())
    yield { ...piece, table, parsed: readBanned(text) }
  }
  return true
}

function readBanned(text: string): Parsed {
  const row = /^["\d-]/.test(text) ? bannedRow(valueIn(text)) : null
  return row === null ? parseJson(text) : { kind: 'record', value: row }
}

/** Names the table of pieces. */
export async function* ofTable(
  found: AsyncGenerator<Piece | readonly Piece[]>,
  table: string,
): AsyncGenerator<Piece | readonly Piece[]> {
  for await (const pieces of found) {
    if ('start' in pieces) yield { ...pieces, table }
    else yield pieces.map((piece) => ({ ...piece, table }))
  }
}

/** Moves past rows of a table that is not wanted. */
export async function passTable(cursor: Cursor, table: string): Promise<boolean> {
  const isWhole = await skipValue(cursor)
  if (isWhole) cursor.pass({ kind: 'other', name: tableKind(table) })
  return isWhole
}

/** Bytes of an object that are looked at. */
const looked = 16 * 1024

/** The first bytes at the cursor, which does not move, as text. */
async function peek(cursor: Cursor): Promise<string> {
  cursor.mark(position(cursor))
  while (cursor.bytes().length - cursor.at() < looked && (await cursor.more()));
  const text = cursor.bytes().toString('utf8', cursor.at(), cursor.at() + looked)
  cursor.release()
  return text
}

/**
 * Whether the object at the cursor, which does not move, is a list by key, one row, a list of bans by key, or an object whose members are to
 * be searched.
 */
async function formOf(cursor: Cursor, name: string): Promise<'keyed' | 'row' | 'banned' | 'members'> {
  const found = membersIn(await peek(cursor))
  const objects = found.filter(({ first }) => first === '{').length
  if (objects === found.length && (objects > 1 || (objects === 1 && (mentionsPeople(name) || isBanList(name)))))
    return 'keyed'
  const keys = found.map((member) => member.name)
  if (found.every(({ first }) => first !== '[') && keysBanned(name, keys)) return 'banned'
  const values = found.filter(({ first }) => first !== '{' && first !== '[')
  return holdsLogin(values.map((member) => member.name)) ? 'row' : 'members'
}

/** Whether the names are of a password and of a person. A program with a password has the address of its server beside it. */
export function holdsLogin(names: readonly string[]): boolean {
  return (
    names.some((name) => hintsOf(name).password === 'whole') &&
    names.some((name) => signInName.test(name) || ofPerson.test(name)) &&
    !names.some((name) => ofServer.test(name))
  )
}

const ofPerson = /mail|name|naam|^nom$|^imi/i
const ofServer = /host|port|ur[il]$|server|smtp|driver|database/i

/** The entries of a list of bare values; none where it holds anything else. The text may be cut. */
function entriesIn(text: string): readonly unknown[] {
  const entries: unknown[] = []
  for (const { 0: sign } of text.slice(1).matchAll(signs)) {
    if (sign === ']') break
    if (/^[[{}:]/.test(sign)) return []
    if (sign !== ',') entries.push(valueIn(sign) ?? '')
  }
  return entries
}

/** Strings, which may be cut, brackets and what is between them. */
const signs = /"(?:[^"\\]|\\[^]?)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/g

/** The members of an object by name and the first character of their values; the text may be cut. */
function membersIn(text: string): readonly { readonly name: string; readonly first: string }[] {
  const found: { readonly name: string; readonly first: string }[] = []
  let depth = 0
  let key: string | null = null
  for (const { 0: sign, index } of text.matchAll(signs)) {
    if (depth === 1 && key !== null && sign !== ':') {
      found.push({ name: key, first: text[index] ?? '' })
      key = null
    } else if (depth === 1 && sign.startsWith('"') && key === null) key = sign.slice(1, -1)
    if (sign === '{' || sign === '[') depth += 1
    if (sign === '}' || sign === ']') depth -= 1
    if (depth === 0) break
  }
  return found
}

const otherList =
  'A second list of users begins here and was not read. Save it as a file of its own, and add that file.'

/** Rows of tables other than `main` that hold lists of users themselves, as tenants do, are not read: how many users they have is unknown. */
export async function* withoutTenants(
  batches: AsyncIterable<readonly RawRecord[]>,
  main: string,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of batches)
    yield batch.map((record) => {
      if (record.kind !== 'record' || record.table === main || !isTenant(record.value)) return record
      const { line, offset, logins } = record
      const booked = logins === undefined ? {} : { logins }
      return { kind: 'unreadable', line, offset, reason: otherList, truncates: true, ...booked }
    })
}

function isTenant(row: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(row).some(([name, value]) => {
    const [first]: readonly unknown[] = Array.isArray(value) ? value : []
    return isObject(first) && isObjectOfUser(JSON.stringify(first), name)
  })
}
