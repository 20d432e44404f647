import { ownHash } from '../../hashes/own-hash.ts'
import { isObject } from '../../json.ts'
import { isNoId } from '../../users/known-provider.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { isRoundedNumber } from '../../users/rounded-number.ts'
import { isHashKind, type UnmappedValue, userWith } from '../../users/user.ts'
import { type AttributeColumns, attributeColumns, attributeOf, noAttributeNames } from '../rows/attribute-rows.ts'
import { trimmedText } from '../cell.ts'
import { isOfStanding } from '../columns/doubtful-columns.ts'
import { accountIn, addressBeside, isOfOther } from '../entries/hashes-of-others.ts'
import { isSeveral } from '../entries/standing.ts'
import type { Entry, SourceRecord } from '../export-format.ts'
import {
  isNumberWithCountry,
  isOtherDigest,
  isWord,
  type LoginLikeness,
  loginLikenesses,
  mayBeLogin,
} from './login-likeness.ts'
import { isOfAddress, splitPath } from '../names/column-words.ts'
import { mayHoldLabel } from '../names/labels.ts'
import { isInContacts } from '../names/other-people.ts'
import { shownName } from '../shown/shown-name.ts'
import { thirdPartyEntrySearch } from '../rows/third-party-rows.ts'
import { beginsSerialized } from '../serialized-text.ts'
import { readEmbedded, wordsInCell } from '../value-at.ts'
import { doubtfulValue, type ReadRecord, unknownState } from './doubtful-values.ts'
import { labelledLogins } from './labelled-logins.ts'
import { type Field, type Known, knownFields, memberOf, type ReadFields } from './known-fields.ts'
import { hasLogin, hasOwnHash } from './logins-in-user.ts'

/**
 * Finds values of a record that look like a password hash, an email, a phone number or an id at a third party and are in
 * nothing that the record became. A value is in it when the user or part has the same one, wherever it stood, so no reader
 * has to say what it read. Answers with the entry itself where there is none, as nearly always.
 */
export function withUnmapped(fields: ReadFields): (entry: Entry, record: SourceRecord) => Entry {
  const known = knownFields(fields)
  const thirdParty = thirdPartyEntrySearch()
  const attributesOf = attributeColumnsOnce()
  return (entry, record) => {
    if (entry.kind !== 'user' && entry.kind !== 'part') return entry
    const attributes = entry.kind === 'part' ? attributesOf(record) : null
    const { found, roundedTimes } = search(record, entry, known, thirdParty, attributes)
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

/** The columns of a row of an attribute; found out once for rows with the same columns, as nearly all have. */
function attributeColumnsOnce(): (record: SourceRecord) => AttributeColumns | null {
  let [known, columns]: [string | null, AttributeColumns | null] = [null, null]
  return (record) => {
    const names = Object.keys(record)
    const key = names.join('\n')
    if (key !== known) [known, columns] = [key, attributeColumns(names)]
    return columns
  }
}

type Search = ReadRecord & {
  readonly thirdParty: ReturnType<typeof thirdPartyEntrySearch>
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
  attributes: AttributeColumns | null,
): Pick<Search, 'found' | 'roundedTimes'> {
  const own = entry.kind === 'user' ? entry.user : entry.part
  const state: Search = { entry, known, own, thirdParty, record, around: [], found: null, roundedTimes: null }
  let at = 0
  for (const name in record) {
    const value = record[name]
    const field = known.top(name, at)
    // A row of an attribute says by the name of it what its value is.
    const called = name === attributes?.value ? attributeOf(record, attributes, noAttributeNames).name : ''
    if (value !== '') visit(state, called === '' ? field : memberOf(known, field, called), value, 0)
    at += 1
  }
  return state
}

function visit(state: Search, field: Field, value: unknown, depth: number): void {
  // Of a list in a cell, each element is asked about, as in a list of JSON.
  if (field.doubt !== null && typeof value === 'string' && depth < deepest) {
    const list = value.charCodeAt(0) === bracket ? readEmbedded(value) : saysState(field) ? wordsInCell(value) : null
    if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return visit(state, field, list, depth + 1)
  }
  if (field.doubt !== null)
    for (const one of isSeveral(value) ? value : [value])
      addQuestion(state, doubtfulValue(state, field, field.doubt, one))
  if (field.states !== null) addQuestion(state, unknownState(state.own, field, field.states, value))
  if (typeof value === 'string') {
    const first = value.charCodeAt(0)
    if (first === brace || first === bracket || beginsSerialized(value)) {
      // Logto writes hashes that it took over as JSON.
      if (value === state.own.hash?.hash) return
      const inside = depth < deepest ? readEmbedded(value) : null
      if (inside !== null) return visit(state, field, inside, depth + 1)
    }
    if (field.hints.time && isRoundedTime(value)) noteTime(state, field.path)
    if (value !== '' && !isOwnLogin(state, value) && (!field.isQuiet || mayBeLogin(value) || mayHoldLabel(value)))
      judge(state, field, value)
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

/** Whether a field is asked about as a state or a kind of its user. A password has commas as well. */
function saysState({ doubt }: Field): boolean {
  return doubt !== null && !['password', 'hint', 'phone', 'provider', 'end', 'remark'].includes(doubt)
}

function addQuestion(state: Search, found: UnmappedValue | null): void {
  if (found !== null) (state.found ??= []).push(found)
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
  if (isReadWhole(field) && field.hints.password === null && isWord(value)) return
  const looks = loginLikenesses(value, field.hints) ?? (field.isRead ? [] : labelledLogins(value))
  // Of several contacts in a cell, one is the user's: of the phones that its field has, the first.
  const arePhones = looks.length > 1 && looks.every(({ kind }) => kind === 'phone')
  const open =
    arePhones && isReadWhole(field)
      ? looks.slice(1).filter((one) => !hasLogin(state.own, one, { isRead: true, areOwnIds: true }))
      : looks.filter((one) => !isRead(state, field, one))
  const besideOwn = open.length < looks.length && looks.every(({ kind }) => kind === 'email' || kind === 'phone')
  for (const one of open) add(state, field, one, besideOwn)
}

/** An entry of a list that names a third party is a login of the user there, wherever in the list it stands. */
function judgeEntry(state: Search, field: Field, entry: SourceRecord): void {
  const login = state.thirdParty(entry, splitPath(field.path).name.replaceAll('[]', ''))
  if (login === null) return
  const { provider, column } = login
  const value = trimmedText(entry[column])
  if (value === '' || isNoId(value) || ('sourceId' in state.own && state.own.sourceId === value)) return
  const one: LoginLikeness = { kind: 'provider-user-id', value, provider, certain: true, byName: false }
  const idField = memberOf(state.known, field, column)
  state.around.push(entry)
  if (!isRead(state, idField, one)) add(state, idField, one)
  state.around.pop()
}

/** Whether all values of a field are read: of a list of phones, the first one alone is. */
function isReadWhole({ isRead, path, hints }: Field): boolean {
  return isRead && !(hints.phone && path.includes('[]'))
}

/** Whether the entry has this value as the kind of value that it looks like. */
function isRead(state: Search, field: Field, look: LoginLikeness): boolean {
  const { entry, known, own } = state
  const { kind, value, certain, byName } = look
  const byField = (isReadWhole(field) && byName) || (field.holdsDigests && kind === 'password-hash' && !certain)
  if (byField && !(kind === 'password-hash' && isOfOther(own.email ?? null, ownerOf(state, field, kind)))) return true
  // In a flag, a code stands for a yes or a no: it is asked about as a status.
  const isFlag = field.doubt !== null && isOfStanding(field.doubt)
  if (isFlag && kind === 'password-hash' && !certain && hasOwnHash(own)) return true
  if (kind === 'email' && isClearPassword(state, field, value)) return true
  if (entry.kind === 'part' && entry.keys.some((key) => key.toLowerCase().includes(value.toLowerCase()))) return true
  return hasLogin(own, look, { isRead: field.isRead, areOwnIds: known.fields.own })
}

/** Whether an address is the password of a user, who has another address or has it in another file. */
function isClearPassword({ known: { fields }, own }: Search, { path }: Field, value: string): boolean {
  const isReached = fields.hasEmails !== true || (own.email ?? null) !== null
  return isReached && fields.clear?.has(path) === true && own.hash?.hash === value
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

function add(state: Search, field: Field, look: LoginLikeness, besideOwn = false): void {
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
  // A phone at a postal address may belong to another person, and what is in a list of friends does.
  const ofOthers =
    (kind === 'phone' && path.includes('[]') && isOfAddress(path)) ||
    ((kind === 'phone' || kind === 'email') && isInContacts(path))
  const isOfContent = hints.ofContent && isOtherDigest(look, { ...hints, otherDigest: true })
  const asks = !ignored && !isSecret && !ofOthers && !isOfContent && (state.known.fields.own || telling)
  if (isNamed(state.found, { kind, value, asks })) return
  const owner = kind === 'email' ? null : ownerOf(state, field, kind)
  state.found.push({
    kind,
    field: shownName(path),
    value,
    ...(provider === null ? {} : { provider }),
    ...(owner === null ? {} : { owner }),
    ...(besideOwn ? { besideOwn } : {}),
    asks,
  })
}

/** Whether a contact of a user is named in another field already: products repeat it in metadata and in the data of logins. */
function isNamed(
  found: readonly UnmappedValue[],
  { kind, value, asks }: Pick<UnmappedValue, 'kind' | 'value' | 'asks'>,
): boolean {
  if (kind !== 'phone' && kind !== 'email') return false
  const plain = kind === 'phone' ? digitsOf(value) : value.trim().toLowerCase()
  return found.some(
    (other) =>
      other.kind === kind &&
      (other.asks || !asks) &&
      (kind === 'phone' ? digitsOf(other.value) : other.value.trim().toLowerCase()) === plain,
  )
}

/** The digits of a phone number, without the zeros or the sign before the code of a country. */
function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^0{2}/, '')
}

/**
 * Of two passwords of one user, nothing but its owner tells which is the current one: in one list or in two columns. A column may name its
 * passwords as former ones or as not in force yet, and a bare digest counts only where its column names a password.
 */
function isSecondHash(
  { own }: Search,
  { besideHash, isRead, hints }: Field,
  { kind, certain }: LoginLikeness,
): boolean {
  if (kind !== 'password-hash' || !hasOwnHash(own)) return false
  if (besideHash) return certain || isRead || hints.password !== null
  return !hints.former && !hints.pending && (certain || hints.namesPassword)
}
