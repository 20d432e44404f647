import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { endsAccount, isOfAddress, isLoginName, isStatusName, splitPath } from '../names/column-words.ts'
import type { Confidence } from '../mapping.ts'
import { isContactTarget, type MappingTarget, proposedTargets } from '../targets.ts'
import { fitOfName, type NameFit } from '../names/name-fit.ts'
import { hintsOf, isOwnSecret } from '../names/name-hints.ts'
import { thirdPartyOf } from '../names/third-party-names.ts'
import { isNationalId } from '../names/national-ids.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { isCode } from '../names/standing/standing-names.ts'
import { mayBePlace } from '../names/standing/states-of-countries.ts'
import { isTime } from '../cell.ts'
import { areUuidsOfIds } from './secrets/ids-like-digests.ts'
import { mayBePasswordOfPart } from './secrets/password-likeness.ts'
import type { Reason } from './suggestion-reason.ts'
import {
  areAlgorithmsOfPasswords,
  areEmailsAndPhones,
  areLongNumbers,
  areNationalNumbers,
  areOfOrders,
  areSentences,
  fitOfValues,
  isWrittenAsPhone,
  sayYesOrNo,
  type ValueFit,
} from './value-fit.ts'

/** A possible target of a column, with its confidence and reason. */
export type Candidate = {
  readonly column: ColumnProfile
  readonly target: MappingTarget
  readonly confidence: Confidence
  readonly reason: Reason
  /** Higher is better; only compared. */
  readonly rank: number
}

/** The confidence by name and values; none where they do not agree. */
const confidences: Record<NameFit, Partial<Record<ValueFit['kind'], Confidence>>> = {
  exact: { telling: 'exact', fits: 'exact', mostly: 'likely', empty: 'likely', partly: 'unsure', repeated: 'unsure' },
  likely: {
    telling: 'likely',
    fits: 'likely',
    mostly: 'likely',
    empty: 'unsure',
    partly: 'unsure',
    repeated: 'unsure',
  },
  weak: { telling: 'unsure' },
  none: { telling: 'unsure' },
}

const confidenceRank: Record<Confidence, number> = { exact: 3000, likely: 2000, unsure: 1000 }
/** The hashes of former passwords, and of those that are not in force, rank below any other column of hashes. */
const belowAll = 5000
const nameRank: Record<NameFit, number> = { exact: 300, likely: 200, weak: 100, none: 0 }

/**
 * Whether a column may become a target, by its name and its values; null: no. `within`: the object around all columns or logins, whose name says
 * nothing; `prefix`: the word that most names of the table begin with.
 */
export function judge(
  column: ColumnProfile,
  target: MappingTarget,
  numbered: boolean,
  { within, prefix }: { readonly within: string; readonly prefix: string },
): Candidate | null {
  // Yes or no under the name of a password says whether there is one.
  if (target === 'password-hash' && (sayYesOrNo(column.values) || hintsOf(column.path).token)) return null
  const name = numbered
    ? 'none'
    : holdsProviderIds(target, column)
      ? 'likely'
      : fitWithin(target, plainPath(target, column.path, prefix), within)
  const values = fitOfValues(target, column)
  // A table without column names has nothing but its values.
  const tells =
    target === 'phone'
      ? column.values.every(isWrittenAsPhone) || areNationalNumbers(column.values)
      : values.kind === 'telling' || (target === 'email' && areOfAddresses(column, values))
  const byValue = tells && values.kind !== 'empty' && target !== 'provider-email' && numbered ? 'likely' : null
  const sure = target === 'password-hash' && !numbered ? shareOfHashes(column) : 0
  if (target === 'password-hash' && sure === 0 && !numbered && (isOfOther(column) || areUuidsOfIds(column))) return null
  if (proposedTargets.includes(target)) return propose(column, target, name, values)
  const usual =
    byValue ??
    emailsAsLogin(target, column, values) ??
    contactsOfBothKinds(target, column) ??
    algorithmsByValue(target, column) ??
    (values.kind === 'partly' ? byNameAlone(target, name, column) : null) ??
    confidences[name][values.kind] ??
    byNameAlone(target, name, column) ??
    inDoubt(target, column, values)
  const judged =
    sure > 0
      ? hashOf(column, name, usual)
      : (oddOnesAside(target, name, values) ?? usual ?? otherWords(target, name, column))
  // The phone at an address that something is sent to may be that of another person, and a national ID is no ID for the core unless it is chosen.
  const isOther =
    (target === 'phone' && isOfAddress(column.path)) || (target === 'source-id' && isNationalId(column.path))
  const confidence = judged !== null && isOther ? 'unsure' : judged
  if (confidence === null || (name === 'none' && target === 'provider-email')) return null
  const filled = column.records === 0 ? 0 : column.values.length / column.records
  const depth = column.path.split(/[.[]/).length
  return {
    column,
    target,
    confidence,
    reason: {
      kind: 'judged',
      name: name === 'none' && byNameAlone(target, name, column) !== null ? 'likely' : name,
      values,
      numbered,
      isMentioned: target === 'password-hash' && hintsOf(column.path).namesPassword,
    },
    rank:
      confidenceRank[confidence] +
      nameRank[name] +
      sure * surelyHashes +
      filled * 50 -
      depth * 10 -
      (target === 'password-hash' && isNotInForce(column.path) ? belowAll : 0),
  }
}

/** Whether a column has former passwords, or such as are not in force yet. */
function isNotInForce(path: string): boolean {
  const { former, pending } = hintsOf(path)
  return former || pending
}

/** Whether all values have an at sign, and are no sentences or commands with an address within. */
function areOfAddresses({ values }: ColumnProfile, { kind }: ValueFit): boolean {
  return (
    values.every((value) => value.includes('@')) && (kind !== 'not' || values.some((value) => !/\s/.test(value.trim())))
  )
}

/** Whether a column that is called like a third party holds long numbers, as Discord and others count their users. */
function holdsProviderIds(target: MappingTarget, { path, values }: ColumnProfile): boolean {
  return target === 'provider-user-id' && thirdPartyOf(splitPath(path).name) !== null && areLongNumbers(values)
}

/** The name of the end of an account without the beginning that most names of the table have. */
function plainPath(target: MappingTarget, path: string, prefix: string): string {
  const isOfTable = target === 'disabled' && prefix !== '' && path.toLowerCase().startsWith(`${prefix}_`)
  return isOfTable && endsAccount(path) ? path.slice(prefix.length + 1) : path
}

/** A name fits less surely where it stands within an object. */
function fitWithin(target: MappingTarget, path: string, within: string): NameFit {
  const whole = fitOfName(target, path)
  if (within === '' || !path.startsWith(within) || whole === 'exact' || whole === 'likely') return whole
  const own = fitOfName(target, path.slice(within.length))
  return own === 'exact' ? 'likely' : own
}

/**
 * Data besides logins, where the name says so and the values fit. Not every core keeps the time joined, so it needs the operator's consent. A
 * tenant is read, and asked about where there are several: left aside, the users of all would meet in one.
 */
function propose(column: ColumnProfile, target: MappingTarget, name: NameFit, values: ValueFit): Candidate | null {
  if ((name !== 'exact' && name !== 'likely') || values.kind !== 'fits') return null
  const confidence = target === 'tenant' && !areAllDistinct(column) ? 'likely' : 'unsure'
  return {
    column,
    target,
    confidence,
    reason: { kind: 'judged', name, values, numbered: false },
    rank: confidenceRank[confidence] + nameRank[name],
  }
}

/** Whether a tenant of its own for every user is rather something else. A few users may be of as many tenants. */
function areAllDistinct({ values }: ColumnProfile): boolean {
  return values.length >= enoughUsers && new Set(values).size === values.length
}

const enoughUsers = 8

/** A status in words or numbers that are not known may disable users; a `state` in words may be a part of a country. */
function otherWords(target: MappingTarget, name: NameFit, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'disabled' || (name !== 'exact' && name !== 'likely') || values.length === 0) return null
  if (!isStatusName(path) || areOfOrders(values)) return null
  return mayBePlace(path) && !values.every(isCode) ? null : 'unsure'
}

/** A column of nothing but unmistakable hashes beats one that is called “password” and holds something else. */
const surelyHashes = 250

/**
 * Which part of the values are password hashes beyond doubt. A hash that is not mapped is a password lost, so one of them is
 * enough to take the column, whatever it is called and whatever else is in it. Hashes of other secrets, such as reset tokens,
 * look the same: imported as passwords, they would let strangers in, so their columns are never taken by themselves.
 */
function shareOfHashes({ path, values }: ColumnProfile): number {
  if (hintsOf(path).otherSecret && !isOwnSecret(path)) return 0
  const sure = values.filter((value) => hashLikeness(value) === 'certain').length
  return sure / Math.max(values.length, 1)
}

/** Surely hashes are passwords, unless the name says of what else they are: `phone_hash`, `cpf_hash`, `ip_hash`. */
function hashOf({ path }: ColumnProfile, name: NameFit, confidence: Confidence | null): Confidence {
  const own = splitPath(path).name
  const thing = own.replace(/[_ -]?(?:hash(?:ed)?|digest)$/i, '')
  const { phone, otherDigest } = hintsOf(thing)
  if (name === 'weak' && thing !== own && (phone || otherDigest || isNationalId(thing))) return 'unsure'
  return confidence === 'exact' ? 'exact' : 'likely'
}

/** Odd values among them do not lose a column whose name says that it is the email or the phone. */
function oddOnesAside(target: MappingTarget, name: NameFit, { kind }: ValueFit): Confidence | null {
  const isContact = isContactTarget(target)
  return isContact && (name === 'exact' || name === 'likely') && (kind === 'partly' || kind === 'some')
    ? 'likely'
    : null
}

/** A possible password column, by its name or by some of its values, is shown as such; the operator decides. */
function inDoubt(target: MappingTarget, { path, values }: ColumnProfile, { kind }: ValueFit): Confidence | null {
  if (target !== 'password-hash') return null
  const { id, password } = hintsOf(path)
  if (id && password === null && values.every((value) => hashLikeness(value) !== 'certain')) return null
  if (kind === 'telling' || kind === 'partly' || kind === 'some') return 'unsure'
  return values.length > 0 && (password === 'whole' || mayBePasswordOfPart(path, values)) ? 'unsure' : null
}

/** The logins of users, where all of them are email addresses. A column that is named as an email ranks before it. */
function emailsAsLogin(target: MappingTarget, { path }: ColumnProfile, { kind }: ValueFit): Confidence | null {
  return target === 'email' && kind === 'telling' && isLoginName(path) ? 'likely' : null
}

/** A contact or a login that is an email address of some users and a phone number of all others. */
function contactsOfBothKinds(target: MappingTarget, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'email' || !(isLoginName(path) || hintsOf(path).phone)) return null
  return areEmailsAndPhones(values) ? 'likely' : null
}

/** A column of nothing but names of algorithms says how the passwords were hashed, whatever it is called: `encoder`. */
function algorithmsByValue(target: MappingTarget, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'hash-algorithm' || hintsOf(path).otherSecret) return null
  return areAlgorithmsOfPasswords(values) ? 'likely' : null
}

/**
 * A column called like a password is mapped whatever is in it: its hashes are judged one by one later. Sentences alone are labels
 * of a form, such as translations have.
 */
function byNameAlone(target: MappingTarget, name: NameFit, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'password-hash' || areSentences(values)) return null
  if (name === 'exact' || name === 'likely') return 'likely'
  const { password, former, id, otherSecret } = hintsOf(path)
  const isPassword = password === 'whole' && !former && !id && !otherSecret
  return isPassword && values.some((value) => !isTime(value)) ? 'likely' : null
}

/** Whether a column has keys of passkeys and other pairs, or digests of pictures, files and rows, which look like password hashes. */
function isOfOther({ path }: ColumnProfile): boolean {
  const { keyPair, ofPicture, ofContent } = hintsOf(path)
  return keyPair || ofPicture || ofContent
}
