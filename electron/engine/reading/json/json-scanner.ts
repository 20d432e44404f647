import { describesFile } from '../../../../shared/exports/other-kind.ts'
import { closeBrace, closeBracket, hasBom, newline, openBrace, openBracket, space, tab } from '../file-bytes.ts'
import { type Cursor, position, scan, skipLine, skipWhile } from '../cursor.ts'
import {
  firstInList,
  holdsLogins,
  holdsUsers,
  isAccount,
  isBetween,
  members,
  readPaging,
  skipValue,
} from './json-members.ts'
import { besideLists, brokenRest, cut, ofTable, passTable } from './json-beside.ts'
import { atOnce, linesAtHand } from './json-lines.ts'
import { createValueTokenizer, mayHaveManyFields, parseTogether } from './json-value.ts'
import { defaultRecord, tooLong } from '../raw-record.ts'
import type { Piece, Scanner } from '../scan-records.ts'
import { fieldsOfGroup, type ListGroups } from '../sibling-lists.ts'
import type { WantsTable } from '../sql/sql-records.ts'
import { createPageName, isSameName, addMember, type LateNames, type PageFields } from './page-names.ts'

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

const strayBrackets = 'This closing bracket has no opening bracket.'
const brokenLine = 'This line is not one whole JSON object.'
const broken = 'The brackets or quotation marks of this record are unbalanced. Only this record was skipped.'
const nextPage =
  'This file is one page of a longer list: it says that another page follows. Add the other pages, and check that none is missing.'
const fewerThanTotal =
  'This file says that its list has more entries than the file holds, so it is one page of a longer list. Add the other pages, and check that none is missing.'
const noList = 'This object has no list of users, unlike the others.'
const endsWithoutList = 'The object that ends here has no list of users, unlike the others.'
const cutList = 'The file ends before its list does: it was cut, and users may be missing. Export or copy it again.'

/** Where a page is: the names that lead to it, the fields of the pages around it, and whether it is one of several. */
type Around = { readonly names: readonly string[]; readonly fields: PageFields; readonly areSeveral: boolean }

/** The table of the list that the users are in, beside the tables of other lists. */
export function listTable({ key, through = [], groups }: JsonShape): string {
  return [...through.filter((name) => groups?.names.has(name) !== true), key ?? ''].join('.')
}

/**
 * Scanner for a JSON file of a known shape. Continues after a broken record if the next one can be recognized. `tables`: the lists beside the
 * users are read as tables; null: there are none. `late`: names of pages that stand behind their lists; each scan adds those that it meets.
 */
export function jsonScanner(shape: JsonShape, tables: WantsTable | null = null, late: LateNames = new Map()): Scanner {
  const value = createValueTokenizer(shape.lines)
  /** A truncating piece was yielded, so the end of the content is not reported again. */
  let over = false
  const last = (piece: Piece): Piece => {
    over = true
    return piece
  }

  const record = async (cursor: Cursor): Promise<Piece> => {
    const start = position(cursor)
    cursor.mark(start)
    if (shape.lines && cursor.bytes()[cursor.at()] !== openBrace) return restOfLine(cursor, start, brokenLine)
    const indent = indentAt(cursor)
    value.begin()
    let scanned = await scan(cursor, start, value.follow, defaultRecord)
    if (scanned === 'long') {
      if (!shape.lines && (await skipToSibling(cursor, start, indent, false))) return piece(cursor, start, broken)
      scanned = await scan(cursor, start, value.follow)
    }
    if (scanned === 'end' || (scanned === 'stopped' && value.isWord())) {
      return whole(cursor, start, value.depthFault())
    }
    if (shape.lines && scanned === 'fault') return restOfLine(cursor, start, brokenLine)
    if (!shape.lines && (await skipToSibling(cursor, start, indent, scanned === 'fault'))) {
      return piece(cursor, start, broken)
    }
    if (scanned === 'long') {
      cursor.release()
      const end = await scan(cursor, null, value.follow)
      if (end === 'end') return piece(cursor, start, tooLong)
      if (shape.lines && end === 'fault') return restOfLine(cursor, start, tooLong)
    }
    await skipWhile(cursor, () => true)
    return last(truncating(cursor, start, scanned === 'stopped' ? cut : brokenRest))
  }

  /** The records are not parsed together. */
  let areApart = shape.lines

  const endOfObject = (bytes: Buffer, at: number): number | null => {
    value.begin()
    const step = value.follow(bytes, at)
    return step.kind === 'end' && value.depthFault() === null ? step.at : null
  }

  /** The next valid objects that end within the buffered bytes. */
  const recordsAtHand = (cursor: Cursor): readonly Piece[] => {
    const [bytes, base, first] = [cursor.bytes(), cursor.base(), cursor.at()]
    const found: Piece[] = []
    let last = first
    let hasLong = false
    for (let at = first; bytes[at] === openBrace && found.length < atOnce;) {
      const end = endOfObject(bytes, at)
      if (end === null) break
      hasLong ||= mayHaveManyFields(end - at)
      found.push({ start: base + at, end: base + end, fault: null })
      last = end
      at = end
      while (isBetween(bytes[at])) at += 1
      cursor.moveTo(at)
    }
    cursor.mark(position(cursor))
    if (areApart || hasLong || found.length < 2) return found
    const text = bytes.toString('utf8', first, last)
    // Bytes that are no UTF-8 are decoded record by record.
    if (text.includes('\ufffd')) return found
    const values = parseTogether(text, found.length)
    // Without commas between them, or with a fault among them, no later ones are tried.
    areApart = values === null
    return values === null
      ? found
      : found.map(({ start, end }, at) => ({ start, end, fault: null, parsed: values[at] }))
  }

  /** Moves past the objects within the buffered bytes, and answers whether there was one. */
  const passObjects = (cursor: Cursor): boolean => {
    const [bytes, first] = [cursor.bytes(), cursor.at()]
    for (let at = first; bytes[at] === openBrace;) {
      const end = endOfObject(bytes, at)
      if (end === null) break
      at = end
      while (isBetween(bytes[at])) at += 1
      cursor.moveTo(at)
    }
    cursor.release()
    return cursor.at() > first
  }

  const records = async (cursor: Cursor): Promise<Piece | readonly Piece[]> => {
    const lines = linesAtHand(cursor, shape.lines ? '' : ',', endOfObject)
    const found = lines.length > 0 ? lines : recordsAtHand(cursor)
    return found.length > 0 ? found : await record(cursor)
  }

  /** Yields the records of the list at the cursor. */
  async function* list(
    cursor: Cursor,
    key: string | null,
    table: string | null = null,
    around: Around = ofFile,
  ): AsyncGenerator<Piece | readonly Piece[]> {
    const areLists = (await firstInList(cursor)) === openBracket
    cursor.moveTo(cursor.at() + 1)
    while (true) {
      const byte = await skipWhile(cursor, isBetween)
      if (byte === closeBracket) {
        cursor.moveTo(cursor.at() + 1)
        return
      }
      if (byte === null) {
        if (!over) yield last(truncating(cursor, position(cursor), cutList))
        return
      }
      if (table !== null && tables?.(table) === false) {
        if (!passObjects(cursor) && !(await passTable(cursor, table))) return
        continue
      }
      if (key !== null && byte === openBrace) yield* page(cursor, key, { ...around, areSeveral: true }, true)
      // Pages that were put into one list.
      else if (areLists && byte === openBracket && (await firstInList(cursor)) === openBrace)
        yield* list(cursor, key, table, around)
      else {
        const found = await records(cursor)
        if (table === null || table === main) entries += 'start' in found ? 1 : found.length
        yield found
      }
    }
  }

  const through = new Set(shape.through)
  const main = listTable(shape)
  /** The line on which the last page says that another follows. */
  let nextPageAt: number | null = null
  /** The largest total that a page states, and its line. */
  let total = { number: 0, line: 0 }
  /** Entries that were read. */
  let entries = 0

  /** Pages that began, and the fields of the first one of the file, which may be alone. */
  let pages = 0
  let first: PageFields | null = null

  /** Yields the records of the users in a list. */
  const users = (cursor: Cursor, fields: PageFields): AsyncGenerator<Piece | readonly Piece[]> => {
    const found = list(cursor, null, main)
    return withFields(tables === null ? found : ofTable(found, main), fields)
  }

  /** Adds the name of a group to the fields around a page, if the member of this name is one. */
  const insideOf = (name: string, around: Around): Around =>
    shape.groups?.names.has(name) === true
      ? { ...around, fields: { ...around.fields, ...fieldsOfGroup(shape.groups, name) }, areSeveral: true }
      : around

  /** Yields the records of the page at the cursor. `isListed`: one of several pages in a list. */
  async function* page(
    cursor: Cursor,
    key: string,
    around: Around = ofFile,
    isListed = false,
  ): AsyncGenerator<Piece | readonly Piece[]> {
    const at = pages
    pages += 1
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
    if (isListed && through.size === 0) nextPageAt = null
    for await (const member of members(cursor)) {
      if (member.kind === 'member') {
        isOfFile = (isOfFile ?? isListed) && describesFile(member.key)
        const byte = cursor.bytes()[cursor.at()]
        const isList = byte === openBracket
        const wanted = isList && isReadWith(key, member.key)
        const leads = through.has(member.key) && (isList || byte === openBrace)
        found ||= wanted || leads
        const names = [...around.names, member.key]
        if (wanted || leads) {
          const inside = insideOf(member.key, { ...around, names, fields: fields() })
          if (wanted) yield* users(cursor, inside.fields)
          else if (isList) yield* list(cursor, key, null, inside)
          else yield* page(cursor, key, inside)
          continue
        }
        if (await isAccount(cursor)) {
          const account = await record(cursor)
          yield tables === null ? account : { ...account, table: main }
          if (over) return
          continue
        }
        await addMember(cursor, member.key, name)
        const atLine = cursor.lineOf(position(cursor))
        const paging = await readPaging(cursor, member.key)
        if (paging.another) nextPageAt = atLine
        if (paging.total > total.number) total = { number: paging.total, line: atLine }
        found ||= (await holdsUsers(cursor)) || (await holdsLogins(cursor))
        if (!(yield* beside(cursor, names.join('.')))) {
          if (!over) yield last(await unfinished(cursor))
          return
        }
      } else if (member.kind !== 'whole') {
        if (!over) yield last(await unfinished(cursor))
      } else if (!found && isOfFile !== true) {
        // Rows of its other lists were yielded before, so it stands where it ends.
        yield tables === null
          ? { ...piece(cursor, start, noList), line }
          : piece(cursor, position(cursor) - 1, endsWithoutList)
      }
    }
    if (around.areSeveral && given !== null && !isSameName(given, name.fields())) late.set(at, name.fields())
    if (at === 0) first = name.fields()
  }

  /** Yields what is beside the users, and moves past it; answers whether it ends. */
  async function* beside(cursor: Cursor, name: string): AsyncGenerator<Piece | readonly Piece[], boolean> {
    if (tables !== null)
      return yield* besideLists(cursor, name, { wants: tables, rows: (inside, table) => list(inside, null, table) })
    const isWhole = await skipValue(cursor)
    if (isWhole) cursor.pass({ kind: 'beside', name })
    return isWhole
  }

  return async function* scan(cursor) {
    for (let byte = await skipWhile(cursor, isBetween); byte !== null; byte = await skipWhile(cursor, isBetween)) {
      if (byte === openBracket && !shape.lines) yield* list(cursor, shape.key)
      else if (byte === openBrace && shape.key !== null) {
        nextPageAt = null
        // Once a second page follows, the first one is one of several.
        if (pages > 0 && first !== null) late.set(0, first)
        yield* page(cursor, shape.key, { ...ofFile, areSeveral: pages > 0 })
      } else yield await records(cursor)
    }
    if (over) return
    if (nextPageAt !== null) yield { ...truncating(cursor, position(cursor), nextPage), line: nextPageAt }
    else if (entries < total.number) yield { ...truncating(cursor, position(cursor), fewerThanTotal), line: total.line }
  }
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

const ofFile: Around = { names: [], fields: {}, areSeveral: false }

/** Gives pieces the fields of the page that they are in. */
function withFields(
  found: AsyncGenerator<Piece | readonly Piece[]>,
  around: PageFields,
): AsyncGenerator<Piece | readonly Piece[]> {
  return Object.keys(around).length === 0 ? found : each(found, around)
}

async function* each(
  found: AsyncGenerator<Piece | readonly Piece[]>,
  around: PageFields,
): AsyncGenerator<readonly Piece[]> {
  for await (const pieces of found) yield [pieces].flat().map((piece) => ({ ...piece, around }))
}

function piece(cursor: Cursor, start: number, fault: string | null): Piece {
  return { start, end: position(cursor), fault }
}

/** A piece with a fault after which nothing can be read. */
function truncating(cursor: Cursor, start: number, fault: string): Piece {
  return { ...piece(cursor, start, fault), truncates: true }
}

/** The piece of a record that ended. Stray closing brackets become a piece with a fault, so that they are reported and skipped. */
async function whole(cursor: Cursor, start: number, fault: string | null): Promise<Piece> {
  if (position(cursor) > start) return piece(cursor, start, fault)
  cursor.release()
  await skipWhile(cursor, (byte) => byte === closeBrace || byte === closeBracket || isBetween(byte))
  return piece(cursor, start, strayBrackets)
}

async function restOfLine(cursor: Cursor, start: number, fault: string): Promise<Piece> {
  await skipLine(cursor)
  return piece(cursor, start, fault)
}

/** A fault between the records: skips the rest of the content. */
async function unfinished(cursor: Cursor): Promise<Piece> {
  const start = position(cursor)
  cursor.lineOf(start)
  const ended = start === cursor.base() + cursor.bytes().length && !(await cursor.more())
  await skipWhile(cursor, () => true)
  return truncating(cursor, start, ended ? cutList : brokenRest)
}

/**
 * The indentation of the record at the cursor if the record begins its line, else null. With it, the next record can be told from
 * objects inside this one.
 */
function indentAt(cursor: Cursor): string | null {
  const bytes = cursor.bytes()
  let at = cursor.at()
  while (at > 0 && (bytes[at - 1] === space || bytes[at - 1] === tab)) at -= 1
  const indent = bytes.toString('latin1', at, cursor.at())
  const atStart = cursor.base() === 0 && (at === 0 || (at === 3 && hasBom(bytes)))
  return atStart || bytes[at - 1] === newline ? indent : null
}

/** Bytes within which a record must have its first key, blanks included. */
const maxOpening = 4096

/**
 * Searches for the record after the broken one at `start`: a line with the same indentation and first key. Moves the cursor there and
 * returns true. `further`: searches content that is not buffered yet as well. Returns false if there is none, or once the backtracking
 * budget is spent.
 */
async function skipToSibling(cursor: Cursor, start: number, indent: string | null, further: boolean): Promise<boolean> {
  if (indent === null) return false
  const from = start - cursor.base()
  const head = cursor.bytes().toString('latin1', from, from + maxOpening)
  const opening = /^\{\s*"(?:[^"\\\n]|\\.)*"/.exec(head)?.[0] ?? '{'
  const sibling = Buffer.from(`\n${indent}${opening}`, 'latin1')
  let at = from
  while (true) {
    const found = cursor.bytes().indexOf(sibling, at)
    if (found !== -1) {
      const back = found + 1 < cursor.at()
      if (back && !cursor.canBacktrack(cursor.base() + found + 1)) return false
      cursor.moveTo(found + 1)
      return true
    }
    if (!further) return false
    cursor.moveTo(Math.max(cursor.at(), cursor.bytes().length - sibling.length))
    const end = position(cursor)
    cursor.release()
    if (!(await cursor.more())) {
      cursor.moveTo(cursor.bytes().length)
      return false
    }
    at = Math.max(0, end - cursor.base())
  }
}
