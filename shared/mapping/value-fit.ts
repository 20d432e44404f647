import { hashLikeness, hashLikenessUnderPasswordName } from '../hashes/hash-likeness.ts'
import { readTimeJoined } from '../users/time-joined.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { knownProvider } from '../users/known-provider.ts'
import { booleanOf, contactOf, disabledByWord, isPhone, isTime } from './cell.ts'
import { flagOfHash, holdsAccountFlags, lastName, saysExpiry } from './names/column-words.ts'
import type { MappingTarget } from './mapping.ts'
import { inOtherLanguages } from './names/names-in-languages.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** How well the values of a column suit a target. `telling`: values like these are seldom anything else. */
export type ValueFit = {
  /** `some`: fewer than half of them do, but some. */
  readonly kind: 'telling' | 'fits' | 'partly' | 'some' | 'empty' | 'not'
  readonly words: string
}

type Look = { readonly what: string; readonly telling: boolean; readonly test: (value: string) => boolean }

const emails: Look = {
  what: 'email addresses',
  telling: true,
  test: (value) => isEmailAddress((contactOf(value) ?? '').trim()),
}
const answers: Look = { what: 'yes or no, or a time', telling: false, test: (value) => booleanOf(value) !== null }
const ids: Look = { what: 'ids', telling: false, test: (value) => !/\s/.test(value.trim()) && value.length <= 256 }
const providers: Look = { what: 'names of providers', telling: true, test: isProviderName }

const never: Look = { what: 'nothing', telling: false, test: () => false }

const looks: Record<MappingTarget, Look> = {
  'source-id': ids,
  email: emails,
  'email-verified': answers,
  phone: { what: 'phone numbers', telling: false, test: (value) => isPhone(contactOf(value) ?? '') },
  'phone-verified': answers,
  'password-hash': { what: 'password hashes', telling: true, test: isHash },
  salt: { what: 'salts', telling: false, test: (value) => /^\S{2,256}$/.test(value.trim()) },
  'hash-algorithm': {
    what: 'names of algorithms',
    telling: false,
    test: (value) => /^[A-Za-z][\w .-]{1,40}$/.test(value),
  },
  provider: providers,
  'provider-user-id': { ...ids, test: (value) => ids.test(value) && !isProviderName(value) },
  'provider-email': emails,
  disabled: { ...answers, test: (value) => booleanOf(value) !== null || disabledByWord(value) !== null },
  // These are never suggested: only the operator knows what belongs into the core.
  metadata: never,
  role: never,
  'totp-secret': never,
  'time-joined': {
    what: 'times',
    telling: false,
    test: (value) => readTimeJoined(value, Number.POSITIVE_INFINITY) !== null,
  },
  tenant: {
    what: 'names or IDs',
    telling: false,
    test: (value) => /^[\p{L}\p{N}][\p{L}\p{N} ._:-]{0,99}$/u.test(value.trim()),
  },
  deleted: { ...answers, test: (value) => booleanOf(value) !== null || /^(?:deleted|active|\d)$/i.test(value.trim()) },
}

/** A number in a status column may mean anything. */
const statusText: Look = { what: 'known words', telling: false, test: (value) => disabledByWord(value) !== null }

const ends: Look = {
  ...answers,
  test: (value) => booleanOf(value) !== null || /^(?:-1|\d{4,5}|\d{18,19}|infinity)$/i.test(value.trim()),
}

const accountFlags: Look = {
  what: 'flags of Active Directory',
  telling: false,
  test: (value) => /^\d{1,10}$/.test(value.trim()),
}

/** The look of values of a column that disables, by its name. */
function lookOfStanding(path: string): Look {
  if (holdsAccountFlags(path)) return accountFlags
  return isStatusName(path) ? statusText : saysExpiry(path) ? ends : looks.disabled
}

const statusNames = new Set<string>(inOtherLanguages.status)

/** Whether a column says by words or numbers of its own what became of an account. */
export function isStatusName(path: string): boolean {
  const name = lastName(path)
  return /(?:status|state|zustand)$/.test(name) || statusNames.has(name)
}

export function fitOfValues(target: MappingTarget, { path, values, records }: ColumnProfile): ValueFit {
  if (values.length === 0) return { kind: 'empty', words: 'all samples are empty' }
  const look = lookOf(target, path)
  const fitting = values.filter((value) => look.test(value)).length
  const share = fitting / values.length
  const which = share === 1 ? 'all' : share === 0 ? 'none of the' : `${fitting} of ${values.length}`
  const words = `${which} samples are ${look.what}`
  if (target === 'source-id' && (new Set(values).size < values.length || values.length < records)) {
    return { kind: 'partly', words: 'not every record has one of its own' }
  }
  if (share >= 0.8) return { kind: look.telling ? 'telling' : 'fits', words }
  if (target === 'provider' && values.every((value) => /^(?!\d+$)[\w.:-]{2,60}$/.test(value.trim()))) {
    return { kind: 'fits', words: 'all samples are single words' }
  }
  return { kind: share >= 0.5 ? 'partly' : share > 0 ? 'some' : 'not', words }
}

function lookOf(target: MappingTarget, path: string): Look {
  if (target === 'disabled') return lookOfStanding(path)
  return target === 'hash-algorithm' && flagOfHash(path) !== null ? answers : looks[target]
}

function isHash(value: string): boolean {
  const text = value.trim()
  return (
    hashLikeness(text) !== null ||
    (/^(?:\{[A-Z0-9-]+\}|[A-Za-z0-9_]{2,20}\$|\$)\S{8,}$/.test(text) && hashLikenessUnderPasswordName(text) !== null) ||
    /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text) ||
    (/^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(text) && !isTime(text))
  )
}

function isProviderName(value: string): boolean {
  return (
    knownProvider(value) !== null ||
    /^(?:local|password|credentials?|email|phone|auth0|google_oauth2|(?:saml|oidc|waad|adfs|okta)[\w.-]*)$/i.test(
      value.trim(),
    )
  )
}
