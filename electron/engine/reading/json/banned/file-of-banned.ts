import { isObject, parseJson as parseText } from '../../../../../shared/json.ts'
import { linePlaces } from '../../../../../shared/places.ts'
import { namesOwner, refersToAccount } from '../../../../../shared/mapping/names/account-names.ts'
import { describesFile } from '../../../../../shared/exports/kinds/other-kind.ts'
import { isEndWord, isSignInName, wordsOf } from '../../../../../shared/mapping/names/column-words.ts'
import { isCalled } from '../../../../../shared/mapping/names/name-fit.ts'
import { isPeopleWord } from '../../../../../shared/mapping/names/people-names.ts'
import { listsKeptOut } from '../../../../../shared/mapping/names/standing/kept-out-names.ts'
import { isActorWord, isReasonWord } from '../../../../../shared/mapping/names/standing/reason-names.ts'
import { type Cursor, position, skipWhile } from '../../cursor.ts'
import { decodeText } from '../../encoding.ts'
import { type Chunk, isBlank, openBrace, openBracket } from '../../file-bytes.ts'
import { readHead } from '../../head.ts'
import { type Layout, skipBytes } from '../../layout.ts'
import { type Parsed, type Piece, scanRecords, type Scanner } from '../../scan-records.ts'
import { bannedMember, bannedRow, isScalar } from './banned-ids.ts'
import { isBetween, members, readText, skipValue } from '../json-members.ts'
import { valueOf } from '../json-record-reader.ts'
import { rows } from '../json-tables.ts'
import { parseJson, valueIn } from '../json-value.ts'

/*
 * Files that are called after banned people and name each by a bare ID, address or name: in a list, `["ann", "bo"]`, in the lists of an object,
 * `{"banned": ["ann", "bo"]}`, or as the keys of an object, `{"ann": {"reason": "spam"}}`.
 */

/** The place of the banned people in a file: its list, the lists of some members, or the keys of an object, which may be within a member. */
type Form =
  | { readonly kind: 'list' }
  | { readonly kind: 'lists'; readonly names: ReadonlySet<string> }
  | { readonly kind: 'keys'; readonly within: string | null }

/** The layout of such a file; null: it holds something else. `name`: of the file, without its ending. */
export async function layoutOfBanned(content: () => AsyncIterable<Chunk>, name: string): Promise<Layout | null> {
  if (!listsKeptOut(name)) return null
  const { bytes, whole } = await readHead(content(), longest)
  const form = whole ? formOf(parseText(decodeText(bytes).replace(/^\uFEFF/, ''))) : null
  if (form === null) return null
  const read = form.kind === 'keys' ? readMember : readEntry
  return {
    format: 'json',
    delimiter: null,
    header: null,
    places: linePlaces,
    records: (chunks, _, book) => scanRecords(chunks, scannerOf(form), read, { book }),
    recordsFrom: (chunks, offset) =>
      scanRecords(skipBytes(chunks, offset), oneScanner(form), read, { isStart: offset === 0 }),
  }
}

/** Bytes of a file that are parsed at once. */
const longest = 32 * 1024 * 1024

function formOf(value: unknown): Form | null {
  if (Array.isArray(value)) return isListOfBare(value) ? { kind: 'list' } : null
  if (!isObject(value)) return null
  const entries = Object.entries(value)
  const lists = entries.flatMap(([name, one]) => (isListOfBare(one) && listsPeople(name) ? [name] : []))
  const ofBans = lists.filter(listsKeptOut)
  if (lists.length > 0) return { kind: 'lists', names: new Set(ofBans.length > 0 ? ofBans : lists) }
  if (areBansByKey(value)) return { kind: 'keys', within: null }
  const inside = entries.flatMap(([name, one]) =>
    listsPeople(name) && isObject(one) && areBansByKey(one) ? [name] : [],
  )
  const [within = null] = inside
  return within !== null && inside.length === 1 ? { kind: 'keys', within } : null
}

function isListOfBare(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isScalar(one))
}

/** Whether a list is that of the banned by its name, or says nothing but that it lists people: `{"ids": ["7"]}` in a file of bans. */
function listsPeople(name: string): boolean {
  return (
    listsKeptOut(name) ||
    wordsOf(name).every((word) => !isActorWord(word) && (isPeopleWord(word.replace(/s$/, '')) || ofLists.test(word)))
  )
}

const ofLists = /^(?:ids?|uids?|names?|usernames?|e?mails?|addresses|logins?|lists?|items|entries|data|all)$/

/** Whether the members of an object are bans, of which none names its user itself. */
function areBansByKey(value: object): boolean {
  const all: readonly unknown[] = Object.values(value)
  if (all.length === 0 || Object.keys(value).some((key) => listsKeptOut(key) || namesUser(key))) return false
  // Each with a yes, a time or a reason, and no ban alone with its fields.
  if (all.every((one) => typeof one === 'boolean' || isScalar(one))) return !Object.keys(value).some(isFieldOfBan)
  return all.every((one) => isObject(one) && isBan(one))
}

function isBan(value: object): boolean {
  const fields = Object.entries(value).filter(([name]) => !namesActor(name))
  return !fields.some(([name, one]) => namesUser(name) || isObject(one))
}

/** Whether a name is that of a field of a ban, or of the file: `reason`, `until`, `version`. */
function isFieldOfBan(name: string): boolean {
  const ofBan = (word: string) => isReasonWord(word) || isActorWord(word) || isEndWord(word) || ofTimes.test(word)
  return describesFile(name) || wordsOf(name).every(ofBan)
}

const ofTimes = /^(?:at|on|date|time|timestamp|since|created|updated|expires?|expiry|count|total|type|status|active)$/

/** Whether a field names the user of its object, by a login or an ID. */
function namesUser(name: string): boolean {
  return (
    refersToAccount(name) ||
    namesOwner(name) ||
    isSignInName(name, true) ||
    /^_?(?:id|uid|uuid|guid|key)$/i.test(name) ||
    isCalled('email', name) ||
    isCalled('password-hash', name) ||
    isCalled('phone', name)
  )
}

function namesActor(name: string): boolean {
  return wordsOf(name).some((word) => isActorWord(word))
}

function scannerOf(form: Form): Scanner {
  return async function* scanFile(cursor) {
    const first = await skipWhile(cursor, isBetween)
    if (first === openBracket) yield* rows(cursor)
    else if (first === openBrace && form.kind === 'lists') yield* inLists(cursor, form.names)
    else if (first === openBrace && form.kind === 'keys') yield* underKeys(cursor, form.within)
  }
}

async function* inLists(cursor: Cursor, names: ReadonlySet<string>): AsyncGenerator<Piece> {
  for await (const member of members(cursor)) {
    if (member.kind !== 'member') return
    if (names.has(member.key)) yield* rows(cursor)
    else if (await skipValue(cursor)) cursor.pass({ kind: 'beside', name: member.key })
  }
}

async function* underKeys(cursor: Cursor, within: string | null): AsyncGenerator<Piece> {
  let start = 0
  for await (const member of members(cursor, (at) => (start = at))) {
    if (member.kind !== 'member') return
    if (within === null) yield await valueOf(cursor, start)
    else if (within === member.key) yield* underKeys(cursor, null)
    else if (await skipValue(cursor)) cursor.pass({ kind: 'beside', name: member.key })
  }
}

/** Scanner for the one entry or member with which the content begins. */
function oneScanner(form: Form): Scanner {
  return async function* scanOne(cursor) {
    await skipWhile(cursor, isBlank)
    const start = position(cursor)
    if (form.kind === 'keys') {
      await readText(cursor)
      await skipWhile(cursor, (byte) => byte === colon || isBlank(byte))
    }
    yield await valueOf(cursor, start)
  }
}

const colon = 0x3a

function readEntry(text: string): Parsed {
  const row = bannedRow(valueIn(text))
  return row === null ? parseJson(text) : { kind: 'record', value: row }
}

/** Reads a ban under the key of its user. */
function readMember(text: string): Parsed | null {
  const parsed = parseJson(`{${text}}`)
  if (parsed.kind !== 'record') return parsed
  const [key, value] = Object.entries(parsed.value)[0] ?? ['', null]
  const row = bannedMember(key, value)
  return row === null ? null : { kind: 'record', value: row }
}
