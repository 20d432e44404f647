import { isMarkOfNone } from '../../hashes/absence.ts'
import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { ownHash } from '../../hashes/own-hash.ts'
import { knownProvider } from '../../users/known-provider.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { isDummyPhone } from '../../users/dummy-contacts.ts'
import type { UnmappedKind, UnmappedValue, User, UserPart } from '../../users/user.ts'
import {
  anObject,
  booleanOf,
  disabledByWord,
  isEpoch,
  isAmount,
  isNoTime,
  isPhone,
  isTime,
  trimmedText,
} from '../cell.ts'
import { type AskedStanding, type Doubt, isOfMachine, isOfStanding, saysInWords } from '../columns/doubtful-columns.ts'
import { isDash } from '../columns/profile-columns.ts'
import { saysEndOfEmployment } from '../columns/flags/employment-columns.ts'
import { saysOffByValue } from '../columns/standing-columns.ts'
import { isWrittenDate, pastTime, sidesOfNow } from '../end-of-account.ts'
import { mayBePassword } from '../columns/secrets/hint-columns.ts'
import { standingOfState, type StateWords } from '../entries/state-words.ts'
import type { Entry, SourceRecord } from '../export-format.ts'
import { splitPath, wordsOf } from '../names/column-words.ts'
import { verifiedByWord } from '../names/composed/verified-names.ts'
import { saysOwnLogin } from '../entries/identities.ts'
import { isCode, standingName } from '../names/standing/standing-names.ts'
import { isKeyOfPlace, mayBePlace } from '../names/standing/states-of-countries.ts'
import { saysOtherState } from '../names/standing/other-states.ts'
import { isNegation } from '../names/standing/negated-names.ts'
import { mentionsKeptOut, saysKeptOut, saysLetIn } from '../names/standing/standing-phrases.ts'
import { saysNotInYet } from '../names/standing/status-words.ts'
import { shownName } from '../shown/shown-name.ts'
import { banIn, isLockEnded, isLockOver } from './bans-over.ts'
import type { Field, Known } from './known-fields.ts'
import { hasOwnHash } from './logins-in-user.ts'

/*
 * Values of doubtful columns: only the operator knows whether one keeps its user out, or how its user signs in, so each is asked about.
 */

/** A record, what it became, and the user or part in that. */
export type ReadRecord = {
  readonly record: SourceRecord
  readonly entry: Extract<Entry, { kind: 'user' | 'part' }>
  readonly own: User | UserPart
  readonly known: Known
}

/** The question about a value of a doubtful column; null: the value is clear, or something else keeps its user out. */
export function doubtfulValue(read: ReadRecord, field: Field, doubt: Doubt, value: unknown): UnmappedValue | null {
  const ban = doubt === 'keeps-out' ? banIn(field.path, value) : null
  if (ban === 'over') return null
  const text = ban === null ? trimmedText(value) : anObject
  if (doubt === 'password' || doubt === 'hint') {
    if (doubt === 'hint' && !mayBePassword(text) && text !== read.own.hash?.hash) return null
    if (text === '' || hashLikeness(text) !== null || isMarkOfNone(text) || isEmailAddress(text)) return null
    return { kind: 'password-hash', field: field.path, value: ownHash(text), asks: !field.ignored }
  }
  if (doubt === 'phone')
    return isPhone(text, 8) && !isDummyPhone(text) && text !== read.own.phone
      ? { kind: 'phone', field: field.path, value: text, asks: !field.ignored }
      : null
  // A status that says yes is on; what its no means is asked about.
  if (text === '' || (doubt === 'status' && saysYes(field.path, text))) return null
  // Beside the words of a status that is read, a dash stands for none.
  if (field.isOfShape && doubt === 'status' && isDash(text)) return null
  if (doubt === 'end') {
    const isPast = isWrittenDate(text) && sidesOfNow()(text) === pastTime
    return isPast && !isOff(read.own) ? question('status', field, pastTime) : null
  }
  if (!isOfStanding(doubt)) {
    const shown = text.slice(0, maxDoubtful)
    // The code of users with a password says that they sign in with it.
    const isOwnCode = doubt === 'provider' && /^\d+$/.test(shown) && hasOwnHash(read.own)
    if (isOwnCode || !isAsked(doubt, field.path, shown, isOff(read.own))) return null
    return question(doubt === 'provider' ? doubt : 'status', field, shown)
  }
  if (isOff(read.own) || isClear(read, field, doubt, text) || isLockOver(field.path, text)) return null
  if (isLockEnded(field.path, value, read.record)) return null
  // Of a part of a user, such as a factor, it says something of the part.
  const waits = read.entry.kind === 'user' && saysNotInYet(text)
  const shown = waits ? text.slice(0, maxDoubtful) : standingValue(doubt, text, field.isOfShape, isNamedId(field.path))
  return shown === null ? null : question('status', field, shown)
}

/** The question about a state of which the product does not say that its user may sign in; null: there is none. */
export function unknownState(
  own: ReadRecord['own'],
  field: Field,
  states: StateWords,
  value: unknown,
): UnmappedValue | null {
  const text = trimmedText(value).slice(0, maxDoubtful)
  if (isOff(own) || standingOfState(states, text) !== 'asked') return null
  return states.unverified?.includes(text.toUpperCase()) === true && isAskedByAddress(own)
    ? null
    : question('status', field, text)
}

/** Whether the address of a user without any other login is asked about, because a code would make it verified. */
function isAskedByAddress(own: ReadRecord['own']): boolean {
  const { email = null, identities = [], hash = null } = own
  return (
    'emailVerified' in own && own.emailVerified === false && email !== null && hash === null && identities.length === 0
  )
}

function question(kind: UnmappedKind, { path, ignored }: Field, text: string): UnmappedValue {
  return { kind, field: shownName(`${path}=${text}`), value: text, asks: !ignored }
}

/** Whether a user is kept out anyway. */
function isOff(own: ReadRecord['own']): boolean {
  return 'standing' in own && own.standing !== 'active'
}

/** Whether a text in a status column disables no user, such as an amount, a place or a measure. */
function isClear({ record, known }: ReadRecord, { path }: Field, doubt: AskedStanding, text: string): boolean {
  if (isAmount(text)) return true
  if (doubt === 'status') {
    if (saysOtherState(text)) return true
    // Of bits, none is set.
    if (text === '0' && wordsOf(splitPath(path).name).at(-1) === 'flags') return true
    if (!mayBePlace(path)) return false
    // In the sample, a column of places has no word of a status.
    if (isCode(text)) return isKeyOfPlace(path, Object.keys(record))
    return known.fields.doubtful?.has(path) !== true && disabledByWord(text) === null && !saysKeptOut(text)
  }
  // Deep within other objects, a number is a measure: `window.position.left`.
  return doubt === 'keeps-out' && /^\d+$/.test(text) && booleanOf(text) === null && path.split('.').length > 2
}

function isAsked(
  kind: Exclude<Doubt, AskedStanding | 'password' | 'hint' | 'end' | 'phone'>,
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
    case 'employment':
      return !isOff && saysEndOfEmployment(text)
    case 'remark':
      return !isOff && (disabledByWord(text) === true || saysKeptOut(text) || isMention(text))
  }
}

/** Whether a text of a user has a word for being kept out, and no negation: `Blocked by admin`. */
function isMention(text: string): boolean {
  return mentionsKeptOut(text) && !wordsOf(text).some(isNegation)
}

/** Whether a value says that a user signs in with a third party; a word that is not known may be the name of one. */
function namesProvider(value: string): boolean {
  return knownProvider(value) !== null || !saysOwnLogin(value)
}

/** Whether a value of a status is a yes in a word. One letter may be the first of another word, and a word for verified says less. */
function saysYes(path: string, text: string): boolean {
  if (text.toLowerCase() === 'true') return true
  const isWord = /^\p{L}{2,9}$/u.test(text) && standingName(path) === 'status'
  return isWord && booleanOf(text) === true && verifiedByWord(text) === null
}

/** Characters of a value that is asked about. */
const maxDoubtful = 60

/** A longer value in a column that keeps users out is a reason in words of its own. */
const maxWord = 24

const waitsForApproval =
  /^(?:pending|waiting|awaiting|requested|applied|unconfirmed|new|neu|in review|under review|staged)(?:[ _-]\w+)?$/i

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
  if (saysInWords(kind) && saysLetIn(text)) return null
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
  return isNoTime(text) || isEpoch(text) || text === '-1'
}
