import type { HashVerdict } from '../hashes/verdict.ts'
import type { Call } from './call.ts'
import { familyChoice } from './judge-for-plan.ts'
import { addFinding, addInvalidEmail, canGetCode, lacksCountry, type Person } from './plan.ts'

/**
 * The plan of the password of one user. `absent`: there is none to carry; `undecided`: a finding blocks it;
 * `passwordless` and `by-phone`: the operator gave it up for a code.
 */
export type PasswordPlan =
  | { readonly kind: 'import'; readonly call: Call }
  | { readonly kind: 'absent' | 'undecided' | 'excluded' | 'passwordless' | 'by-phone' }

const absent: PasswordPlan = { kind: 'absent' }
const undecided: PasswordPlan = { kind: 'undecided' }
const excluded: PasswordPlan = { kind: 'excluded' }
const passwordless: PasswordPlan = { kind: 'passwordless' }
const byPhone: PasswordPlan = { kind: 'by-phone' }

/** Plans the hash import (specification 4.5), or what the operator chose instead. */
export function planPassword(person: Person, verdict: HashVerdict | null): PasswordPlan {
  if (verdict === null || verdict.kind === 'no-password') return withoutHash(person, verdict)
  if (verdict.kind === 'reject' || verdict.kind === 'redacted') return refused(person, verdict)
  const choice = familyChoice(person.choices, verdict.family)
  if (choice === 'passwordless' || choice === 'exclude') return givenUp(person, verdict.family, choice)
  if (person.email === null) return withoutEmail(person)
  if (person.email.kind === 'invalid') return withInvalidEmail(person, person.email)
  if (person.email.odd !== null) addFinding(person.findings, 'email-odd', '', person.email.odd)
  if (verdict.kind === 'rewrite') addFinding(person.findings, 'hash-rewritten', verdict.family, verdict.reason)
  if (verdict.kind === 'warn') addFinding(person.findings, 'hash-warning', verdict.family, verdict.reason)
  if (verdict.family === 'firebase-scrypt' && !person.choices.signerKeySet) {
    addFinding(person.findings, 'signer-key-not-confirmed', '', signerKey)
  }
  const { family, send: passwordHash } = verdict
  return { kind: 'import', call: { kind: 'import', email: person.email.email, passwordHash, family } }
}

const signerKey =
  'The core can check this hash only with the signer key of the old project: set it there, then confirm.'

/** The hash could be sent, but the operator wants none of its family to be. */
function givenUp(person: Person, family: string, choice: 'passwordless' | 'exclude'): PasswordPlan {
  if (choice === 'exclude') {
    addFinding(person.findings, 'excluded', family, 'The password is excluded by your decision for its hash family.')
    return excluded
  }
  if (!canGetCode(person)) return withoutCode(person)
  const detail = 'By your decision for this hash family, a code replaces the password.'
  addFinding(person.findings, 'hash-given-up', family, detail)
  return passwordless
}

function withoutHash(person: Person, verdict: Extract<HashVerdict, { kind: 'no-password' }> | null): PasswordPlan {
  if (person.correction?.hash === null) {
    addFinding(person.findings, 'hash-given-up', '', 'The hash was removed by a correction.')
  } else if (person.user.hasPassword === true && verdict?.isUnset !== true) {
    const detail = 'The user has a password, but the export does not contain its hash: it cannot be migrated.'
    addFinding(person.findings, 'hash-not-in-export', '', detail)
  }
  return absent
}

type Refusal = Extract<HashVerdict, { kind: 'reject' | 'redacted' }>

function refused(person: Person, verdict: Refusal): PasswordPlan {
  const { code, group } = refusalGroup(verdict)
  const choice = hashChoice(person, verdict, group)
  if (choice !== 'exclude' && !canGetCode(person)) return withoutCode(person)
  if (choice === null) askForCountry(person)
  const detail = `${verdict.reason} ${verdict.wayOut}`
  addFinding(person.findings, code, group, detail, choice === null ? 'open' : 'decided')
  if (choice === null) return undecided
  if (choice === 'exclude') {
    addFinding(person.findings, 'excluded', group, 'The password is excluded because its hash cannot be imported.')
    return excluded
  }
  addFinding(person.findings, 'hash-given-up', group, 'The hash cannot be imported: a code replaces the password.')
  return passwordless
}

/** A code cannot replace the password: what is asked for is a contact. */
function withoutCode(person: Person): PasswordPlan {
  return person.email?.kind === 'invalid' ? withInvalidEmail(person, person.email) : withoutContact(person)
}

function withInvalidEmail({ findings }: Person, email: Parameters<typeof addInvalidEmail>[1]): PasswordPlan {
  addInvalidEmail(findings, email)
  return undecided
}

/** True where the user is asked for the country of its phone number, the only contact it may have. */
function askForCountry(person: Person): boolean {
  const { email, phone, findings } = person
  if (email !== null || phone?.kind !== 'invalid' || !lacksCountry(person)) return false
  addFinding(findings, 'phone-invalid', '', phone.reason)
  return true
}

/** The finding of a refused hash, and the entry of `choices.hashes` that decides it. */
function refusalGroup(verdict: Refusal) {
  if (verdict.kind === 'redacted') return { code: 'redacted-hash', group: 'redacted' } as const
  if (verdict.why === 'malformed') return { code: 'malformed-hash', group: 'malformed' } as const
  if (verdict.why === 'incomplete') return { code: 'hash-parameters-missing', group: 'firebase-scrypt' } as const
  return { code: 'unsupported-hash', group: verdict.family } as const
}

function hashChoice(person: Person, verdict: Refusal, group: string) {
  const { hashes, otherHashes } = person.choices
  if (Object.hasOwn(hashes, group)) return hashes[group] ?? null
  // A hash that only waits for parameters is not given up along with those that cannot be helped.
  return verdict.kind === 'reject' && verdict.why === 'incomplete' ? null : otherHashes
}

function withoutEmail(person: Person): PasswordPlan {
  if (askForCountry(person)) return undecided
  if (person.phone === null || person.phone.kind === 'invalid') return withoutContact(person)
  const choice = person.choices.hashWithoutEmail
  const detail = 'There is a hash but no email to import it with.'
  addFinding(person.findings, 'hash-without-email', '', detail, choice === null ? 'open' : 'decided')
  if (choice === null) return undecided
  if (choice === 'exclude') return leftOut(person, 'hash-without-email')
  addFinding(person.findings, 'hash-given-up', '', 'Without an email, a code to the phone replaces the password.')
  return byPhone
}

/** No code reaches this user either. */
function withoutContact(person: Person): PasswordPlan {
  const choice = person.choices.hashWithoutContact
  const phone = person.phone?.kind === 'invalid' ? ` ${person.phone.reason}` : ''
  const detail = `There is a hash but no email and no phone number that can be used. Enter an email.${phone}`
  addFinding(person.findings, 'hash-without-contact', '', detail, choice === null ? 'open' : 'decided')
  return choice === null ? undecided : leftOut(person, 'hash-without-contact')
}

function leftOut(person: Person, why: 'hash-without-email' | 'hash-without-contact'): PasswordPlan {
  addFinding(person.findings, 'excluded', why, 'The password is excluded because there is no email.')
  return excluded
}
