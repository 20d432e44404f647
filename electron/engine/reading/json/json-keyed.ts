import { describesFileOf } from '../../../../shared/exports/kinds/other-kind.ts'
import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { readEmbedded } from '../../../../shared/mapping/value-at.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { type Cursor, position, scan, skipWhile } from '../cursor.ts'
import { type Chunk, openBrace, openBracket, quote } from '../file-bytes.ts'
import { besideLists, passTable } from './json-beside.ts'
import { isBetween, members, skipValue } from './json-members.ts'
import { brokenRest, cut, valueOf } from './json-record-reader.ts'
import { rows } from './json-tables.ts'
import { createValueTokenizer, parseJson } from './json-value.ts'
import { type Parsed, type Piece, type Scanner, scanRecords } from '../scan-records.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { isId, type KeyedShape, type PathKey } from './keyed-probe.ts'
import { loginInList } from './likeness/login-in-list.ts'

/* Records of users by key, and of the one record at an offset. */

/** The table of users beside the tables of other lists. */
export function keyedTable({ path }: KeyedShape): string {
  return path.filter((name) => typeof name === 'string').join('.') || 'users'
}

/**
 * Scanner for a file of this shape. Each piece is one member: its key and its value. `tables`: the lists beside the users are read as tables;
 * null: there are none. `group`: the field with the keys of the object that holds a user, where several hold them;
 * null: none.
 */
export function keyedScanner(
  shape: KeyedShape,
  tables: WantsTable | null = null,
  group: string | null = null,
): Scanner {
  const { path } = shape
  const table = keyedTable(shape)

  /** A truncating piece was yielded, so the end of the content is not reported again. */
  let over = false
  const last = (piece: Piece): Piece => {
    over ||= piece.truncates === true
    return piece
  }
  async function* within(cursor: Cursor, around: readonly string[]): AsyncGenerator<Piece | readonly Piece[]> {
    let start = 0
    for await (const member of members(cursor, (at) => (start = at))) {
      if (over) return
      if (member.kind === 'cut' || member.kind === 'broken') {
        const at = position(cursor)
        await skipWhile(cursor, () => true)
        yield last({
          start: at,
          end: position(cursor),
          fault: member.kind === 'cut' ? cut : brokenRest,
          truncates: true,
        })
        return
      }
      if (member.kind !== 'member') continue
      const isObject = cursor.bytes()[cursor.at()] === openBrace
      const at = [...around, member.key]
      let isWhole = true
      const isBeside = around.length === path.length && describesFileOf(member.key, isObject)
      if (around.length === path.length && !isBeside) {
        if (tables?.(table) === false) isWhole = await passTable(cursor, table)
        else {
          const found = last(await valueOf(cursor, start))
          const names = around.filter((_, index) => typeof path[index] !== 'string').join('.')
          const grouped = group === null || names === '' ? found : { ...found, around: { [group]: names } }
          yield tables === null ? grouped : { ...grouped, table }
        }
      } else if (isObject && isOnPath(path[around.length] ?? null, member.key)) yield* within(cursor, at)
      else if (tables !== null) isWhole = yield* besideLists(cursor, at.join('.'), { wants: tables, rows })
      else if ((isWhole = await skipValue(cursor))) cursor.pass({ kind: 'beside', name: member.key })
      if (isWhole) continue
      yield last({ start, end: position(cursor), fault: cut, truncates: true })
      return
    }
  }
  return async function* scanKeyed(cursor) {
    if ((await skipWhile(cursor, isBetween)) === openBrace) yield* within(cursor, [])
  }
}

function isOnPath(name: PathKey, key: string): boolean {
  return name === null || (typeof name === 'string' ? name === key : name.has(key))
}

/** Scanner for the one member with which the content begins. */
export const memberScanner: Scanner = async function* scanMember(cursor) {
  const start = position(cursor)
  if (cursor.bytes()[cursor.at()] !== quote && !(await cursor.more())) return
  cursor.mark(start)
  const value = createValueTokenizer(false)
  value.begin()
  if ((await scan(cursor, start, value.follow)) !== 'end') return
  await skipWhile(cursor, (byte) => byte !== openBrace && byte !== openBracket && byte !== quote)
  yield await valueOf(cursor, start)
}

/** Facts about the first users of a shape: the names of their fields; whether most keys besides addresses are IDs; whether texts are passwords. */
export type KeyedFields = {
  readonly names: ReadonlySet<string>
  /** Null: each key is judged alone. */
  readonly areIds: boolean | null
  readonly arePasswords: boolean
}

export const noFields: KeyedFields = { names: new Set(), areIds: null, arePasswords: false }

/** Reads the first users of this shape for the facts about them. */
export async function fieldsOfKeyed(chunks: AsyncIterable<Chunk>, shape: KeyedShape): Promise<KeyedFields> {
  const names = new Set<string>()
  const keys: string[] = []
  const read = (text: string): Parsed => {
    const member = memberIn(text)
    if (member !== null && !isEmailAddress(member.key)) keys.push(member.key)
    return { kind: 'record', value: { ...objectOf(member?.held) } }
  }
  for await (const batch of scanRecords(chunks, keyedScanner(shape), read)) {
    for (const record of batch)
      for (const name of record.kind === 'record' ? Object.keys(record.value) : []) names.add(name)
    break
  }
  const areIds = keys.filter(isId).length * 2 >= keys.length
  return { names, areIds, arePasswords: shape.arePasswords === true }
}

function memberIn(text: string): { readonly key: string; readonly held: unknown } | null {
  const parsed = parseJson(`{${text}}`)
  if (parsed.kind !== 'record') return null
  const [key, held] = Object.entries(parsed.value)[0] ?? ['', null]
  return { key, held }
}

/** The object that a member holds, which LoopBack keeps as a text of its own; null: it holds none. */
function objectOf(held: unknown): object | null {
  const value = (typeof held === 'string' ? readEmbedded(held) : null) ?? held
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}

/** Creates a function that reads a member as a user. Its key becomes the email or the ID, under a name that no field has. */
export function memberReader(fields: KeyedFields): (text: string) => Parsed {
  const { names, arePasswords } = fields
  return (text) => {
    const member = memberIn(text)
    if (member === null) return faultOfMember(parseJson(`{${text}}`))
    const { key, held } = member
    const value = objectOf(held)
    if (value !== null) {
      const name = nameOf(key, value, names)
      // Where only some users have an address of their own, that of the others is their key.
      const email = name !== 'email' && isEmailAddress(key) && !Object.hasOwn(value, 'email') ? { email: key } : {}
      return { kind: 'record', value: { [name]: key, ...email, ...value } }
    }
    const login = loginInList(held)
    if (login !== null) return { kind: 'record', value: { [nameOfKey(key, fields)]: key, ...login } }
    const isPassword = arePasswords || isEmailAddress(key) || isId(key)
    if (typeof held !== 'string' || !(isPassword || hashLikeness(held) === 'certain'))
      return { kind: 'unreadable', reason: 'The value of this key is not an object with the fields of a user.' }
    return { kind: 'record', value: { [nameOfKey(key, fields)]: key, password: held } }
  }
}

/** The fault of a member that was parsed in brackets, at its place in the member. */
function faultOfMember(parsed: Parsed): Parsed {
  return parsed.kind === 'unreadable' && parsed.at !== undefined ? { ...parsed, at: parsed.at - 1 } : parsed
}

/** The field that the key of a password is. Keys of one object are of one kind, whatever a single one looks like. */
function nameOfKey(key: string, { areIds }: KeyedFields): string {
  return isEmailAddress(key) ? 'email' : (areIds ?? isId(key)) ? 'id' : 'username'
}

function nameOf(key: string, value: object, fields: ReadonlySet<string>): string {
  const has = (name: string) => Object.hasOwn(value, name) || fields.has(name)
  if (isEmailAddress(key) && !has('email')) return 'email'
  return has('id') || has('_id') ? (has('key') ? '_key' : 'key') : 'id'
}
