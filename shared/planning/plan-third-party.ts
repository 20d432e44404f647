import { textDigest } from '../text-digest.ts'
import { isRoundedNumber } from '../users/rounded-number.ts'
import { formOfId, isDeviceLogin, isIdOfOther, knownProvider, providerKey } from '../users/known-provider.ts'
import type { Identity } from '../users/user.ts'
import { isWiderThan, widths } from '../users/width.ts'
import type { Call } from './call.ts'
import type { Correction } from './correction.ts'
import { isIdInColumn, isNamedInColumn } from './unmapped.ts'
import { addFinding, addInvalidEmail, canGetCode, emailOf, type Person } from './plan.ts'

export type ThirdPartyCall = Extract<Call, { kind: 'third-party' }>

/**
 * The plan of one identity: a call (specification 4.4), a blocking finding, or nothing by choice. `passwordless`: a
 * code takes its place where there is no other login method; `device`: the same, as it works only at the old system.
 */
type ThirdPartyPlan =
  | { readonly kind: 'call'; readonly call: ThirdPartyCall }
  | { readonly kind: 'undecided' | 'excluded' | 'passwordless' | 'device' }

const undecided: ThirdPartyPlan = { kind: 'undecided' }
const excluded: ThirdPartyPlan = { kind: 'excluded' }
const passwordless: ThirdPartyPlan = { kind: 'passwordless' }
const device: ThirdPartyPlan = { kind: 'device' }

const untouched = { name: null, providerUserId: null }

export function planThirdParty(person: Person, identity: Identity): ThirdPartyPlan {
  const corrected = correctedIdentity(person.correction, identity)
  const key = providerKey(identity.provider)
  const name = corrected.name ?? chosenName(person, key) ?? knownProvider(key)
  if (name === exclude) {
    addFinding(person.findings, 'excluded', key, 'The login with this provider is excluded by your decision.')
    return excluded
  }
  const thirdPartyUserId = corrected.providerUserId ?? identity.userId
  if (name === null && isDeviceLogin(key, thirdPartyUserId)) {
    addFinding(person.findings, 'device-login', key, ofDevice)
    return device
  }
  if (thirdPartyUserId.trim() === '')
    return isIdInColumn(person, identity) ? undecided : withoutId(person, key, idInAnotherFile)
  if (isRoundedNumber(thirdPartyUserId)) return withoutId(person, key, idRounded)
  if (name === null) {
    if (isNamedInColumn(person, identity)) return undecided
    addFinding(person.findings, 'provider-undecided', key, 'The core has no name yet for this provider of the source.')
    return undecided
  }
  const unfit = unfitId(name, thirdPartyUserId)
  if (unfit !== null) {
    addFinding(person.findings, unfit.code, '', unfit.detail)
    return undecided
  }
  if (isIdOfOther(name, thirdPartyUserId))
    return withoutId(person, key, formOfId(thirdPartyUserId) === 'address' ? idIsAddress : idIsMadeUp)
  const email = identityEmail(person, identity, name, thirdPartyUserId)
  if (email.kind !== 'email') return email
  const { address, isVerified } = email
  return {
    kind: 'call',
    call: { kind: 'third-party', thirdPartyId: name, thirdPartyUserId, email: address, isVerified },
  }
}

const ofDevice = 'This login is that of a device or a guest. Only the old system knows it, so it is not migrated.'

/** Cannot be typed as a provider name. */
const exclude = ' exclude '

function chosenName(person: Person, key: string): string | null {
  const { providers } = person.choices
  const choice = Object.hasOwn(providers, key) ? providers[key] : undefined
  if (choice === undefined) return null
  return choice.kind === 'name' ? choice.name : exclude
}

const idInAnotherFile =
  'The export names this provider but not the provider user ID. Add the file that has it, or correct it.'
const idRounded =
  'A spreadsheet rounded the provider user ID, so its digits are lost. Use the file as it was exported, or correct it.'

const idIsAddress =
  'An email address stands where the provider user ID is expected, and this provider gives out other IDs: nobody could sign in by it. ' +
  'Map the column or add the file that has the IDs, or correct it.'

const idIsMadeUp =
  'The provider user ID does not have the form of those that this provider gives out, so the old system may have made it up: nobody could sign in by it. ' +
  'Map the column or add the file that has the IDs, or correct it.'

function withoutId(person: Person, key: string, detail: string): ThirdPartyPlan {
  const choice = person.choices.identityWithoutId
  // Nothing lets this user sign in, so it is not asked whether a code takes the place of the provider.
  if (choice === null && !canGetCode(person) && hasNoOther(person)) return passwordless
  addFinding(person.findings, 'identity-without-id', key, detail, choice === null ? 'open' : 'decided')
  if (choice === null) return undecided
  if (choice === 'passwordless') return passwordless
  addFinding(
    person.findings,
    'excluded',
    key,
    'The login with this provider is excluded because the provider user ID is missing.',
  )
  return excluded
}

/** Whether a user has no password and no login at a third party with its ID there. */
function hasNoOther({ user: { hash, identities } }: Person): boolean {
  const hasNoId = ({ provider, userId }: Identity) =>
    userId.trim() === '' ||
    isRoundedNumber(userId) ||
    isDeviceLogin(provider, userId) ||
    isIdOfOther(knownProvider(provider) ?? '', userId)
  return hash === null && identities.every(hasNoId)
}

function unfitId(name: string, userId: string) {
  if (isWiderThan(name, widths.thirdPartyId)) {
    return { code: 'too-long', detail: 'The provider name is longer than the 28 characters the core stores.' } as const
  }
  if (isWiderThan(userId, widths.thirdPartyUserId)) {
    return {
      code: 'too-long',
      detail: 'The provider user ID is longer than the 256 characters the core stores.',
    } as const
  }
  if (userId.includes('\0')) {
    return {
      code: 'too-long',
      detail: 'The provider user ID contains a NUL character, which the core cannot store.',
    } as const
  }
  return null
}

type IdentityEmail = { readonly kind: 'email'; readonly address: string; readonly isVerified: boolean } | ThirdPartyPlan

/** The identity's own email, else the user's, else a placeholder where the operator chose one. */
function identityEmail(person: Person, identity: Identity, name: string, userId: string): IdentityEmail {
  const { findings } = person
  const own = emailOf(identity.email)
  if (own?.kind === 'ok') {
    if (own.odd !== null) addFinding(findings, 'email-odd', '', own.odd)
    return { kind: 'email', address: own.email, isVerified: ownIsVerified(person, identity, own.email) }
  }
  if (person.email?.kind === 'ok') {
    const odd = own === null ? person.email.odd : "The provider's email cannot be sent: the user's own is used."
    if (odd !== null) addFinding(findings, 'email-odd', '', odd)
    return { kind: 'email', address: person.email.email, isVerified: person.user.emailVerified === true }
  }
  const invalid = own ?? person.email
  if (invalid !== null) {
    addInvalidEmail(findings, invalid)
    return undecided
  }
  return placeholder(person, name, userId)
}

/** True only where the export says so: for the identity, or for the same address of the user. */
function ownIsVerified(person: Person, identity: Identity, address: string): boolean {
  if (identity.emailVerified !== null) return identity.emailVerified
  return person.email?.kind === 'ok' && person.email.email === address && person.user.emailVerified === true
}

function placeholder(person: Person, name: string, userId: string): IdentityEmail {
  const choice = person.choices.thirdPartyWithoutEmail
  const detail = 'The provider gave no email, which the core asks for.'
  addFinding(person.findings, 'third-party-without-email', '', detail, choice === null ? 'open' : 'decided')
  if (choice === null) return undecided
  if (choice.kind === 'exclude') {
    addFinding(
      person.findings,
      'excluded',
      'third-party-without-email',
      'The login with this provider is excluded because it gave no email.',
    )
    return excluded
  }
  const address = placeholderEmail(name, userId, choice.domain)
  if (isWiderThan(address, widths.email)) {
    addFinding(person.findings, 'too-long', '', 'The placeholder email is too long: choose a shorter domain.')
    return undecided
  }
  addFinding(person.findings, 'placeholder-email', '', 'A placeholder email is used, because the provider gave none.')
  return { kind: 'email', address, isVerified: false }
}

/**
 * A made-up email for a third-party user whose provider gives none: always the same for the same id, and different for
 * different ids. Characters that an email should not have are replaced; a digest of the id then keeps it unique.
 */
export function placeholderEmail(provider: string, userId: string, domain: string): string {
  const plain = userId.toLowerCase().replace(/[^a-z0-9_-]/g, '-')
  const local = `${provider}.${plain}`
  const unique = plain === userId && local.length <= 64 ? local : `${local.slice(0, 55)}-${digestOf(userId)}`
  return `${unique}@${domain}`
}

function digestOf(userId: string): string {
  return (textDigest(userId) >>> 0).toString(16).padStart(8, '0')
}

/** The corrected provider name and id of one identity; null where nothing was corrected. */
function correctedIdentity(
  correction: Correction | null,
  identity: Identity,
): { readonly name: string | null; readonly providerUserId: string | null } {
  const entry = correction?.identities?.find(
    (one) => one.provider === identity.provider && (one.userId === undefined || one.userId === identity.userId),
  )
  return entry === undefined ? untouched : { name: entry.name ?? null, providerUserId: entry.providerUserId ?? null }
}
