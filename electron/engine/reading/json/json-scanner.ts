import { describesFile } from '../../../../shared/exports/kinds/other-kind.ts'
import { closeBracket, openBrace, openBracket } from '../file-bytes.ts'
import { type Cursor, position, skipWhile } from '../cursor.ts'
import { pieceFrom, type Piece, type Scanner } from '../scan-records.ts'
import { fieldsOfGroup, type ListGroups } from '../sibling-lists.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { besideLists, ofTable, passTable } from './json-beside.ts'
import { firstInList, isBetween, members, skipValue } from './json-members.ts'
import { createPaging, type Paging } from './json-paging.ts'
import { brokenRest, jsonRecordReader, type JsonRecordReader, truncatingPiece } from './json-record-reader.ts'
import { addMember, createPageName, isSameName, type LateNames, type PageFields } from './page-names.ts'
import { holdsLogins, holdsUsers, isAccount } from './likeness/user-likeness.ts'

/**
 * Where the records of a JSON file are: its values, or the elements of the list at its top. If these are pages, objects that hold
 * the users in a list, `key` is the name of that list; `through`: members of a page (objects or lists of objects) that lead to it,
 * such as `data` or `orgs`. `lines`: one record on each line. `groups`: of `through`, those that are groups of users. `areGroups`: each page
 * is a group of users, such as an organizational unit.
 */
export type JsonShape = {
  readonly key: string | null
  readonly through?: readonly string[]
  readonly lines: boolean
  readonly groups?: ListGroups
  readonly areGroups?: boolean
}

const noList = 'This object has no list of users, unlike the others.'
const endsWithoutList = 'The object that ends here has no list of users, unlike the others.'
const cutList = 'The file ends before its list does: it was cut, and users may be missing. Export or copy it again.'

/** Where a page is: the names that lead to it, the fields of the pages around it, and whether it is one of several. */
type Around = { readonly names: readonly string[]; readonly fields: PageFields; readonly areSeveral: boolean }

const ofFile: Around = { names: [], fields: {}, areSeveral: false }

/** The table of the list that the users are in, beside the tables of other lists. */
export function listTable({ key, through = [], groups }: JsonShape): string {
  return [...through.filter((name) => groups?.names.has(name) !== true), key ?? ''].join('.')
}

/** One scan of a file. */
type Scan = {
  readonly shape: JsonShape
  readonly through: ReadonlySet<string>
  /** The table of the users. */
  readonly main: string
  readonly tables: WantsTable | null
  readonly late: LateNames
  readonly reader: JsonRecordReader
  readonly paging: Paging
  /** Pages that began, and the fields of the first one of the file, which may be alone. */
  pages: number
  first: PageFields | null
}

type Pieces = AsyncGenerator<Piece | readonly Piece[]>

/**
 * Scanner for a JSON file of a known shape. Continues after a broken record if the next one can be recognized. `tables`: the lists beside the
 * users are read as tables; null: there are none. `late`: names of pages that stand behind their lists; each scan adds those that it meets.
 */
export function jsonScanner(shape: JsonShape, tables: WantsTable | null = null, late: LateNames = new Map()): Scanner {
  return async function* scanFile(cursor) {
    const [reader, paging] = [jsonRecordReader(shape.lines), createPaging()]
    const main = listTable(shape)
    const through = new Set(shape.through)
    const scan: Scan = { shape, through, main, tables, late, reader, paging, pages: 0, first: null }
    for (let byte = await skipWhile(cursor, isBetween); byte !== null; byte = await skipWhile(cursor, isBetween)) {
      if (byte === openBracket && !shape.lines) yield* list(scan, cursor, shape.key)
      else if (byte === openBrace && shape.key !== null) {
        paging.begin()
        // Once a second page follows, the first one is one of several.
        if (scan.pages > 0 && scan.first !== null) late.set(0, scan.first)
        yield* page(scan, cursor, shape.key, { ...ofFile, areSeveral: scan.pages > 0 })
      } else yield await reader.next(cursor)
    }
    const missing = reader.isOver() ? null : paging.missing(cursor)
    if (missing !== null) yield missing
  }
}

/** Yields the records of the list at the cursor, of pages where it has a `key`. */
async function* list(
  scan: Scan,
  cursor: Cursor,
  key: string | null,
  table: string | null = null,
  around: Around = ofFile,
): Pieces {
  const { reader, tables } = scan
  const areLists = (await firstInList(cursor)) === openBracket
  cursor.moveTo(cursor.at() + 1)
  while (true) {
    const byte = await skipWhile(cursor, isBetween)
    if (byte === closeBracket) {
      cursor.moveTo(cursor.at() + 1)
      return
    }
    if (byte === null) {
      if (!reader.isOver()) yield reader.last(truncatingPiece(cursor, position(cursor), cutList))
      return
    }
    if (table !== null && tables?.(table) === false) {
      if (!reader.pass(cursor) && !(await passTable(cursor, table))) return
      continue
    }
    if (key !== null && byte === openBrace) yield* page(scan, cursor, key, { ...around, areSeveral: true }, true)
    // Pages that were put into one list.
    else if (areLists && byte === openBracket && (await firstInList(cursor)) === openBrace)
      yield* list(scan, cursor, key, table, around)
    else {
      const found = await reader.next(cursor)
      if (table === null || table === scan.main) scan.paging.count('start' in found ? 1 : found.length)
      yield found
    }
  }
}

/** Yields the records of the page at the cursor. `isListed`: one of several pages in a list. */
async function* page(scan: Scan, cursor: Cursor, key: string, around: Around, isListed = false): Pieces {
  const { shape, through, main, tables, late, reader, paging } = scan
  const at = scan.pages
  scan.pages += 1
  const name = createPageName(around.fields, shape.areGroups)
  /** The fields that its users got. */
  let given: PageFields | null = null
  const fields = () => (given = late.get(at) ?? (around.areSeveral ? name.fields() : around.fields))
  const start = position(cursor)
  const line = cursor.lineOf(start)
  let found = false
  /** Null before its first member. */
  let isOfFile: boolean | null = null
  // Of several pages in one file, the last says whether another follows.
  if (isListed && through.size === 0) paging.begin()
  for await (const member of members(cursor)) {
    if (member.kind === 'member') {
      isOfFile = (isOfFile ?? isListed) && describesFile(member.key)
      const names = [...around.names, member.key]
      const leadsTo = wayFrom(scan, cursor, key, member.key)
      if (leadsTo !== null) {
        found = true
        const inside = insideOf(shape, member.key, { ...around, names, fields: fields() })
        if (leadsTo === 'users') yield* users(scan, cursor, inside.fields)
        else if (leadsTo === 'pages') yield* list(scan, cursor, key, null, inside)
        else yield* page(scan, cursor, key, inside)
        continue
      }
      if (await isAccount(cursor)) {
        const account = await reader.one(cursor)
        yield tables === null ? account : { ...account, table: main }
        if (reader.isOver()) return
        continue
      }
      await addMember(cursor, member.key, name)
      await paging.read(cursor, member.key)
      found ||= (await holdsUsers(cursor)) || (await holdsLogins(cursor))
      if (!(yield* beside(scan, cursor, names.join('.')))) {
        if (!reader.isOver()) yield reader.last(await unfinished(cursor))
        return
      }
    } else if (member.kind !== 'whole') {
      if (!reader.isOver()) yield reader.last(await unfinished(cursor))
    } else if (!found && isOfFile !== true) {
      // Rows of its other lists were yielded before, so it stands where it ends.
      yield tables === null
        ? { ...pieceFrom(cursor, start, noList), line }
        : pieceFrom(cursor, position(cursor) - 1, endsWithoutList)
    }
  }
  if (around.areSeveral && given !== null && !isSameName(given, name.fields())) late.set(at, name.fields())
  if (at === 0) scan.first = name.fields()
}

/** Where the member at the cursor leads: to the list of users, a list of pages, or a page; null: it stands beside the users. */
function wayFrom({ through }: Scan, cursor: Cursor, key: string, member: string): 'users' | 'pages' | 'page' | null {
  const byte = cursor.bytes()[cursor.at()]
  if (byte === openBracket && isReadWith(key, member)) return 'users'
  if (!through.has(member)) return null
  return byte === openBracket ? 'pages' : byte === openBrace ? 'page' : null
}

/** Lists that are read together with a list of users, because they hold more accounts or logins that join them. */
const companions: ReadonlyMap<string, readonly string[]> = new Map([
  ['humanUsers', ['machineUsers', 'userLinks']],
  ['users', ['federatedUsers']],
])

/** Whether a list of this name is read if the users are in the list `key`. */
function isReadWith(key: string, name: string): boolean {
  return name === key || companions.get(key)?.includes(name) === true
}

/** Adds the name of a group to the fields around a page, if the member of this name is one. */
function insideOf({ groups }: JsonShape, name: string, around: Around): Around {
  return groups?.names.has(name) === true
    ? { ...around, fields: { ...around.fields, ...fieldsOfGroup(groups, name) }, areSeveral: true }
    : around
}

/** Yields the records of the users in the list at the cursor, with the fields of the page that they are in. */
function users(scan: Scan, cursor: Cursor, around: PageFields): Pieces {
  const found = list(scan, cursor, null, scan.main)
  const pieces = scan.tables === null ? found : ofTable(found, scan.main)
  return Object.keys(around).length === 0 ? pieces : withFields(pieces, around)
}

async function* withFields(found: Pieces, around: PageFields): AsyncGenerator<readonly Piece[]> {
  for await (const pieces of found) yield [pieces].flat().map((piece) => ({ ...piece, around }))
}

/** Yields what is beside the users, and moves past it; answers whether it ends. */
async function* beside(scan: Scan, cursor: Cursor, name: string): AsyncGenerator<Piece | readonly Piece[], boolean> {
  const { tables } = scan
  if (tables !== null)
    return yield* besideLists(cursor, name, {
      wants: tables,
      rows: (inside, table) => list(scan, inside, null, table),
    })
  const isWhole = await skipValue(cursor)
  if (isWhole) cursor.pass({ kind: 'beside', name })
  return isWhole
}

/** A fault between the records: skips the rest of the content. */
async function unfinished(cursor: Cursor): Promise<Piece> {
  const start = position(cursor)
  cursor.lineOf(start)
  const ended = start === cursor.base() + cursor.bytes().length && !(await cursor.more())
  await skipWhile(cursor, () => true)
  return truncatingPiece(cursor, start, ended ? cutList : brokenRest)
}
