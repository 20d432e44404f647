import { isMarkOfNone } from '../hashes/absence.ts'
import { hashLikeness } from '../hashes/hash-likeness.ts'
import { judgeHash } from '../hashes/judge-hash.ts'
import { clearTextMark } from '../hashes/mask-hash.ts'
import { ownHash } from '../hashes/own-hash.ts'
import { isObject } from '../json.ts'
import { isRoundedNumber } from '../users/rounded-number.ts'
import { isHashKind, type UnmappedValue, type User, type UserPart, userWith } from '../users/user.ts'
import { anObject, booleanOf, disabledByWord, isAmount, isNoTime, isTime, textOf } from './cell.ts'
import { type Doubt, isOfStanding, isOfMachine, type AskedStanding, saysInWords } from './columns/doubtful-columns.ts'
import { saysOffByValue } from './columns/standing-columns.ts'
import { accountIn, addressBeside, isOfOther } from './entries/hashes-of-others.ts'
import type { Entry, SourceRecord } from './export-format.ts'
import { type Field, type Known, knownFields, memberOf, type ReadFields } from './known-fields.ts'
import {
  isNumberWithCountry,
  isOtherDigest,
  isWord,
  type LoginLikeness,
  loginLikenesses,
  mayBeLogin,
} from './login-likeness.ts'
import { thirdPartyEntrySearch } from './third-party-rows.ts'
import { splitPath, wordsOf, isOfAddress } from './names/column-words.ts'
import { shownName } from './shown-name.ts'
import { isCode, isKeyOfPlace, mayBePlace } from './names/standing-names.ts'
import { isNegation, mentionsKeptOut, saysKeptOut } from './names/standing-phrases.ts'
import { isSeveral } from './entries/standing.ts'
import { standingOfState, type StateWords } from './entries/state-words.ts'
import { readEmbedded } from './value-at.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { isNoId, knownProvider, namesOwnLogin } from '../users/known-provider.ts'

/**
 * Finds values of a record that look like a password hash, an email, a phone number or an id at a third party and are in
 * nothing that the record became. A value is in it when the user or part has the same one, wherever it stood, so no reader
 * has to say what it read. Answers with the entry itself where there is none, as nearly always.
 */
export function withUnmapped(fields: ReadFields): (entry: Entry, record: SourceRecord) => Entry {
  const known = knownFields(fields)
  const thirdParty = thirdPartyEntrySearch()
  return (entry, record) => {
    if (entry.kind !== 'user' && entry.kind !== 'part') return entry
    const { found, roundedTimes } = search(record, entry, known, thirdParty)
    if (found === null && roundedTimes === null) return entry
    if (entry.kind === 'part') {
      const { unmapped = [] } = entry.part
      return found === null ? entry : { ...entry, part: { ...entry.part, unmapped: [...unmapped, ...found] } }
    }
    const unmapped = found === null ? {} : { unmapped: found }
    const times = roundedTimes === null ? {} : { roundedTimes }
    return { ...entry, user: userWith(entry.user, { ...unmapped, ...times }) }
  }
}

type Search = {
  readonly entry: Extract<Entry, { kind: 'user' | 'part' }>
  readonly known: Known
  readonly own: User | UserPart
  readonly thirdParty: ReturnType<typeof thirdPartyEntrySearch>
  readonly record: SourceRecord
  /** The objects around the value, from the outside in. */
  readonly around: object[]
  found: UnmappedValue[] | null
  /** Fields whose times a spreadsheet rounded. */
  roundedTimes: string[] | null
}

/** A record with more of one kind is no user's; what is beyond is not named one by one. */
const maxOfKind = 24
const deepest = 32

function search(
  record: SourceRecord,
  entry: Search['entry'],
  known: Known,
  thirdParty: Search['thirdParty'],
): Pick<Search, 'found' | 'roundedTimes'> {
  const own = entry.kind === 'user' ? entry.user : entry.part
  const state: Search = { entry, known, own, thirdParty, record, around: [], found: null, roundedTimes: null }
  let at = 0
  for (const name in record) {
    const value = record[name]
    if (value !== '') visit(state, known.top(name, at), value, 0)
    at += 1
  }
  return state
}

function visit(state: Search, field: Field, value: unknown, depth: number): void {
  if (field.doubt !== null)
    for (const one of isSeveral(value) ? value : [value]) noteDoubt(state, field, field.doubt, one)
  if (field.states !== null) noteState(state, field, field.states, value)
  if (typeof value === 'string') {
    const first = value.charCodeAt(0)
    if (first === brace || first === bracket) {
      // Logto writes hashes that it took over as JSON.
      if (value === state.own.hash?.hash) return
      const inside = depth < deepest ? readEmbedded(value) : null
      if (inside !== null) return visit(state, field, inside, depth + 1)
    }
    if (field.hints.time && isRoundedTime(value)) noteTime(state, field.path)
    if (value !== '' && !isOwnLogin(state, value) && (!field.isQuiet || mayBeLogin(value))) judge(state, field, value)
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= deepest) return
    if (Array.isArray(value)) {
      const entries = memberOf(state.known, field, '[]')
      for (const element of value) {
        if (isObject(element)) judgeEntry(state, entries, element)
        visit(state, entries, element, depth + 1)
      }
    } else {
      state.around.push(value)
      for (const [name, member] of Object.entries(value)) visitMember(state, field, value, name, member, depth)
      state.around.pop()
    }
  } else if ((typeof value === 'number' || typeof value === 'bigint') && !field.isQuiet) {
    // A number is a login only where its field says so.
    const { phone, provider } = field.hints
    if (value > 0 && (phone || provider !== null)) judge(state, field, String(value))
  }
}

/** A value of which only the operator knows whether it keeps the user out, or how the user signs in. */
function noteDoubt(state: Search, { path, ignored, isRead }: Field, kind: Doubt, value: unknown): void {
  const whole =
    kind === 'keeps-out' && isObject(value) && Object.keys(value).some((name) => !name.startsWith('$'))
      ? anObject
      : (textOf(value)?.trim() ?? '')
  if (kind === 'password') {
    if (whole !== '' && hashLikeness(whole) === null && !isMarkOfNone(whole))
      (state.found ??= []).push({ kind: 'password-hash', field: path, value: ownHash(whole), asks: !ignored })
    return
  }
  // A status that says yes is on; what its no means is asked about.
  if (whole === '' || (kind === 'status' && whole.toLowerCase() === 'true')) return
  if (!isOfStanding(kind)) {
    const text = whole.slice(0, maxDoubtful)
    const isOff = 'standing' in state.own && state.own.standing !== 'active'
    // The code of users with a password says that they sign in with it.
    const isOwnCode = kind === 'provider' && /^\d+$/.test(text) && hasOwnHash(state.own)
    if (!isOwnCode && isAsked(kind, path, text, isOff))
      (state.found ??= []).push({
        kind: kind === 'provider' ? kind : 'status',
        field: shownName(`${path}=${text}`),
        value: text,
        asks: !ignored,
      })
    return
  }
  if ('standing' in state.own && state.own.standing !== 'active') return
  if (isAmount(whole)) return
  // Of bits, none is set.
  if (kind === 'status' && whole === '0' && wordsOf(splitPath(path).name).at(-1) === 'flags') return
  // In the sample, a column of places has no word of a status.
  if (kind === 'status' && isCode(whole) && mayBePlace(path) && isKeyOfPlace(path, Object.keys(state.record))) return
  const mayBeOfPlace = kind === 'status' && mayBePlace(path) && state.known.fields.doubtful?.has(path) !== true
  if (mayBeOfPlace && !isCode(whole) && disabledByWord(whole) === null && !saysKeptOut(whole)) return
  // Deep within other objects, a number is a measure: `window.position.left`.
  if (kind === 'keeps-out' && /^\d+$/.test(whole) && booleanOf(whole) === null && path.split('.').length > 2) return
  // Of a part of a user, such as a factor, it says something of the part.
  const waits = state.entry.kind === 'user' && neverIn.test(whole)
  const word = waits ? whole.slice(0, maxDoubtful) : standingValue(kind, whole, isRead, isNamedId(path))
  if (word !== null)
    (state.found ??= []).push({ kind: 'status', field: shownName(`${path}=${word}`), value: word, asks: !ignored })
}

/** A state of which the product does not say that its user may sign in. */
function noteState(state: Search, { path, ignored }: Field, states: StateWords, value: unknown): void {
  const text = (textOf(value)?.trim() ?? '').slice(0, maxDoubtful)
  if (('standing' in state.own && state.own.standing !== 'active') || standingOfState(states, text) !== 'asked') return
  ;(state.found ??= []).push({ kind: 'status', field: shownName(`${path}=${text}`), value: text, asks: !ignored })
}

function isAsked(
  kind: Exclude<Doubt, AskedStanding | 'password'>,
  path: string,
  text: string,
  isOff: boolean,
): boolean {
  switch (kind) {
    case 'provider':
      return namesProvider(text)
    case 'machine-flag':
      return booleanOf(text) === true && !isTime(text)
    case 'machine':
      return isOfMachine(text) || (!isOff && saysOffByValue(path, text))
    case 'late-status':
      return !isOff && saysOffByValue(path, text)
    case 'inner-status':
      return !isOff && (disabledByWord(text) === true || saysKeptOut(text))
    case 'remark':
      return !isOff && (disabledByWord(text) === true || saysKeptOut(text) || isMention(text))
  }
}

/** Whether a text of a user has a word for being kept out, and no negation: `Blocked by admin`. */
function isMention(text: string): boolean {
  return mentionsKeptOut(text) && !wordsOf(text).some(isNegation)
}

/** As spreadsheets write the milliseconds since 1970, or anything longer, in a narrow column. */
function isRoundedTime(value: string): boolean {
  return value.length <= 24 && value.includes('+') && isRoundedNumber(value)
}

function noteTime(state: Search, path: string): void {
  state.roundedTimes ??= []
  if (state.roundedTimes.length < maxOfKind && !state.roundedTimes.includes(path)) state.roundedTimes.push(path)
}

const [bracket, brace] = [91, 123]

function visitMember(
  state: Search,
  field: Field,
  container: object,
  name: string,
  value: unknown,
  depth: number,
): void {
  const pair = name === 'Value' || name === 'value' || name === 'meta_value' ? pairName(container) : null
  const isOfAccount = isEmailAddress(name)
  if (isOfAccount) state.around.push({ email: name })
  visit(state, memberOf(state.known, field, pair ?? name), value, depth + 1)
  if (isOfAccount) state.around.pop()
}

/** Of name and value pairs, the name tells what the value is. */
function pairName(container: object): string | null {
  for (const key of ['Name', 'name', 'key', 'meta_key', 'Type']) {
    const name: unknown = Reflect.get(container, key)
    if (typeof name === 'string' && name !== '' && name.length <= 60) return name
  }
  return null
}

/** Longer values are hashes or emails. */
const maxOther = 44

/** Whether a value is the very hash, email or phone number that was read, and looks like nothing else. */
function isOwnLogin({ own }: Search, value: string): boolean {
  if (value === own.email) return value.includes('@')
  if (value === own.phone) return isNumberWithCountry(value)
  return value.length > maxOther && value === own.hash?.hash && !value.includes('@')
}

function judge(state: Search, field: Field, value: string): void {
  // Such a value is a login by the name of its field alone, and this field is read.
  if (field.isRead && field.hints.password === null && isWord(value)) return
  const looks = loginLikenesses(value, field.hints)
  if (looks === null) return
  for (const one of looks) if (!isRead(state, field, one)) add(state, field, one)
}

/** An entry of a list that names a third party is a login of the user there, wherever in the list it stands. */
function judgeEntry(state: Search, field: Field, entry: SourceRecord): void {
  const login = state.thirdParty(entry, splitPath(field.path).name.replaceAll('[]', ''))
  if (login === null) return
  const { provider, column } = login
  const value = textOf(entry[column])?.trim() ?? ''
  if (value === '' || isNoId(value) || ('sourceId' in state.own && state.own.sourceId === value)) return
  const one: LoginLikeness = { kind: 'provider-user-id', value, provider, certain: true, byName: false }
  const idField = memberOf(state.known, field, column)
  state.around.push(entry)
  if (!isRead(state, idField, one)) add(state, idField, one)
  state.around.pop()
}

/** Whether the entry has this value as the kind of value that it looks like. */
function isRead(state: Search, field: Field, { kind, value, certain, byName }: LoginLikeness): boolean {
  const { entry, known, own: became } = state
  const byField = (field.isRead && byName) || (field.holdsDigests && kind === 'password-hash' && !certain)
  if (byField && !(kind === 'password-hash' && isOfOther(became.email ?? null, ownerOf(state, field, kind))))
    return true
  // In a flag, a code stands for a yes or a no: it is asked about as a status.
  const isFlag = field.doubt !== null && isOfStanding(field.doubt)
  if (isFlag && kind === 'password-hash' && !certain && hasOwnHash(became)) return true
  // In hexadecimal, the secret of an authenticator app looks like a hash.
  if (!certain && 'profile' in became && became.profile?.totp?.includes(value) === true) return true
  if (entry.kind === 'part' && entry.keys.some((key) => key.toLowerCase().includes(value.toLowerCase()))) return true
  switch (kind) {
    case 'password-hash': {
      const { hash } = became
      if (hash === null || hash === undefined) return isId(became, value) && !certain
      // A value that the reader named as a password in clear text is no hash that was passed over.
      if (hash.hash === clearTextMark && !certain) return true
      return (
        hash.salt === value ||
        hash.declared === value ||
        holds(hash.hash, value) ||
        holds(value, hash.hash) ||
        (!certain && isId(became, value))
      )
    }
    case 'email': {
      const plain = value.toLowerCase()
      const own = became.email?.toLowerCase() ?? ''
      if (isAmong(plain, own)) return true
      // A clear password may be made of the user's own address: `ann@acme.examplegoogle`.
      if (own.includes('@') && field.isRead && plain.includes(own) && became.hash?.hash.includes(value) === true)
        return true
      return hasIdentity(
        became,
        ({ email, userId }) => email?.toLowerCase() === plain || userId.toLowerCase() === plain,
      )
    }
    case 'phone':
      return 'phone' in became && became.phone !== null && digitsOf(became.phone) === digitsOf(value)
    case 'provider-user-id':
      // The IDs of a product may be those that third parties know.
      if (!known.fields.own && isId(became, value)) return true
      return hasIdentity(became, ({ userId }) => userId === value || (userId !== '' && value.endsWith(`|${userId}`)))
    default:
      return false
  }
}

/** Credentials are put together of several fields, so a long part of one counts as read. */
function holds(whole: string, part: string): boolean {
  return whole === part || whole.trim() === part || (part.length >= longPart && whole.includes(part))
}

const longPart = 20

function isAmong(email: string, own: string): boolean {
  return own === email || own.trim() === email || (/[\s,;|<]/.test(own) && own.includes(email))
}

function isId(became: User | UserPart, value: string): boolean {
  if ('sourceId' in became && became.sourceId === value) return true
  return hasIdentity(became, ({ userId }) => userId === value)
}

function hasIdentity(
  { identities }: User | UserPart,
  is: (identity: NonNullable<UserPart['identities']>[number]) => boolean,
): boolean {
  return identities?.some(is) === true
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Whether the value that was taken for the hash is one, or a clear password: `[]` and `!` say that there is none. */
function hasOwnHash({ hash = null }: User | UserPart): boolean {
  return hash !== null && judgeHash({ hash: hash.hash }, null, 'supertokens').kind !== 'no-password'
}

/**
 * The account that a hash, a phone number or an ID at a third party belongs to by what stands beside it; null: that of the user. An object of a
 * login at a third party has the email there.
 */
function ownerOf({ around, record }: Search, { path, hints }: Field, kind: LoginLikeness['kind']): string | null {
  if (around.length === 0) return isHashKind(kind) ? addressBeside(path)(record) : null
  const isInLogin = kind === 'provider-user-id' && (hints.provider ?? '') === ''
  for (const object of (isInLogin ? around.slice(0, -1) : around).toReversed()) {
    const account = accountIn(object, record)
    if (account !== null) return account
  }
  return null
}

function add(state: Search, field: Field, look: LoginLikeness): void {
  state.found ??= []
  const { path, ignored, hints } = field
  const { provider } = look
  const value = isHashKind(look.kind) ? ownHash(look.value) : look.value
  // Beside the user's own hash, one under the name of another secret (a reset token) is that secret.
  const isSecret = look.kind === 'password-hash' && (hints.token || (hints.otherSecret && hasOwnHash(state.own)))
  // A known export that has passwords has them in their own column, also where that is empty.
  const hasPlace = hasOwnHash(state.own) || state.known.fields.hasPasswords === true
  const isNone = hints.secondFactor || hints.token || hints.keyPair || hints.ofPicture
  if (isOtherDigest(look, hints) && (hasPlace || isNone)) return
  // In a known export, a hash of a token is no password in whatever form; the control totals count it in its column.
  if (isSecret && !state.known.fields.own && state.known.fields.hasPasswords === true) return
  const kind = isSecondHash(state, field, look) && !isSecret ? 'second-hash' : look.kind
  if (state.found.filter((other) => other.kind === kind).length >= maxOfKind) return
  if (state.found.some((other) => other.kind === kind && other.field === path && other.value === value)) return
  // A known export says where its emails and phones are; a user without either is already blocked for want of a login.
  const telling =
    kind === 'password-hash' ? look.certain || hints.password !== null : kind === 'provider-user-id' && look.certain
  // A phone at a postal address may belong to another person.
  const ofOthers = kind === 'phone' && path.includes('[]') && isOfAddress(path)
  const asks = !ignored && !isSecret && !ofOthers && (state.known.fields.own || telling)
  const owner = kind === 'email' ? null : ownerOf(state, field, kind)
  state.found.push({
    kind,
    field: shownName(path),
    value,
    ...(provider === null ? {} : { provider }),
    ...(owner === null ? {} : { owner }),
    asks,
  })
}

/**
 * Of two passwords of one user, nothing but its owner tells which is the current one: in one list or in two columns. A column may name its
 * passwords as former ones, and a bare digest counts only where its column names a password.
 */
function isSecondHash(
  { own }: Search,
  { besideHash, isRead, hints }: Field,
  { kind, certain }: LoginLikeness,
): boolean {
  if (kind !== 'password-hash' || !hasOwnHash(own)) return false
  if (besideHash) return certain || isRead || hints.password !== null
  return !hints.former && (certain || hints.namesPassword)
}

/** Whether a value says that a user signs in with a third party; a word that is not known may be the name of one. */
function namesProvider(value: string): boolean {
  return knownProvider(value) !== null || !namesOwnLogin(value)
}

/** Characters of a value that is asked about. */
const maxDoubtful = 60

/** A longer value in a column that keeps users out is a reason in words of its own. */
const maxWord = 24

const waitsForApproval =
  /^(?:pending|waiting|awaiting|requested|applied|unconfirmed|new|neu|in review|under review|staged)(?:[ _-]\w+)?$/i

/** Words of any status that say that its user has not come in yet. */
const neverIn =
  /^(?:pending|invited|invitation[ _-]sent|staged|awaiting|email_confirm|provisioned|un(?:confirmed|verified|activated)|not[ _-](?:yet[ _-])?(?:confirmed|verified|activated))(?:[ _-]\w+)?$/i

/**
 * The part of a value that is asked about, as nothing else keeps its user out; null where it says that the account is on. `isRead`: the column
 * is read. `isOfIds`: it has IDs, such as `ban_id`, whose values are as many as those who have one.
 */
function standingValue(kind: AskedStanding, text: string, isRead: boolean, isOfIds: boolean): string | null {
  // Until its user activates an account, some keep the code for it in place of a yes.
  if (codes.test(text)) return '(a code)'
  const word = disabledByWord(text)
  if (kind === 'approval' && waitsForApproval.test(text)) return text.slice(0, maxDoubtful)
  if (word === false) return null
  if (saysInWords(kind)) return !isTime(text) ? text.slice(0, maxDoubtful) : isNone(text) ? null : aTime
  if (kind === 'yes-is-y' && /^t$/i.test(text)) return text
  const flag = isTime(text) ? null : booleanOf(text)
  if (flag !== null) return flag === (kind === 'keeps-out') && !isRead ? text : null
  if (kind === 'lets-in-by-flag') return isTime(text) ? aTime : text.slice(0, maxDoubtful)
  if (kind === 'lets-in' || kind === 'yes-is-y') return isTime(text) ? null : text.slice(0, maxDoubtful)
  if (isTime(text)) return isRead || isNone(text) ? null : aTime
  if (isOfIds && !isSimple(text)) return anId
  return text.length > maxWord ? '(a text)' : text
}

const codes = /^(?=[a-z+/]{0,128}\d)(?=\d{0,128}[a-z+/])(?:[0-9a-f]{16,128}|[a-z\d+/]{20,128}={0,2})$/i

function isNamedId(path: string): boolean {
  return /^(?:id|uid|uuid|guid)$/.test(wordsOf(splitPath(path).name).at(-1) ?? '')
}

/** Whether a value is a short word of letters. */
function isSimple(text: string): boolean {
  return /^\p{L}+$/u.test(text) && text.length <= maxWord
}

const anId = '(an ID)'
const aTime = '(a time)'

/** Whether a time stands for none. */
function isNone(text: string): boolean {
  return isNoTime(text) || /^(?:1970-01-01|-1$)/.test(text)
}
