import type { HashVerdict } from '../hashes/verdict.ts'
import type { NormalisedPhone } from '../users/normalise-phone.ts'
import type { ContactField } from '../users/user.ts'
import { callKey } from './call-key.ts'
import { type Call, createsUser } from './call.ts'
import type { Choices } from './choices.ts'
import type { PlanContext } from './judge-for-plan.ts'
import { type PasswordPlan, planPassword } from './plan-password.ts'
import { planThirdParty, type ThirdPartyCall } from './plan-third-party.ts'
import { addFinding, addInvalidEmail, type Person, type Plan } from './plan.ts'

/** All login methods of one user. `leftOut`: at least one of them is excluded by choice. */
export type MethodsPlan = { readonly calls: readonly Call[]; readonly excluded: boolean }

/** While the methods are gone through in order: password, third party, passwordless. */
type Tally = {
  readonly calls: Call[]
  /** Methods that are or will be migrated, undecided ones among them. */
  methods: number
  excluded: boolean
  /** A code takes the place of a login with a provider, unless there is another method. */
  byCode: boolean
  /** The export names a provider without the user ID there. */
  lacksId: boolean
  /** A login of a device or a guest stays behind. */
  device: boolean
  /** The operator wants one method and has it. */
  skipped: boolean
}

/** Plans every login method of a user, or the first one only where the operator chose that. */
export function planMethods(person: Person, verdict: HashVerdict | null, linking: Linking): MethodsPlan {
  const tally = newTally()
  const password = planPassword(person, verdict)
  if (password.kind === 'import') tally.calls.push(password.call)
  count(tally, password.kind)
  addThirdParties(person, tally)
  addPasswordless(person, tally, wantedContacts(person, password, tally))
  noteSeveral(person, tally, linking)
  return tally
}

function newTally(): Tally {
  return { calls: [], methods: 0, excluded: false, byCode: false, lacksId: false, device: false, skipped: false }
}

function count(tally: Tally, kind: string): void {
  if (kind === 'excluded') tally.excluded = true
  if (kind === 'import' || kind === 'call' || kind === 'calls' || kind === 'undecided') tally.methods += 1
}

/** True when the operator wants only the first method and there is one. */
function isEnough(person: Person, tally: Tally): boolean {
  const enough = person.choices.severalMethods === 'first' && tally.methods > 0
  if (enough) tally.skipped = true
  return enough
}

function addThirdParties(person: Person, tally: Tally): void {
  for (const identity of person.user.identities) {
    if (isEnough(person, tally)) return
    const plan = planThirdParty(person, identity)
    if (plan.kind === 'call') {
      if (hasIdentity(tally.calls, plan.call)) continue
      tally.calls.push(plan.call)
    }
    if (plan.kind === 'passwordless') tally.lacksId = true
    if (plan.kind === 'device') tally.device = true
    if (tally.lacksId || tally.device) tally.byCode = true
    count(tally, plan.kind)
  }
}

/** Exports list an identity twice now and then; one call makes it. */
function hasIdentity(calls: readonly Call[], same: ThirdPartyCall): boolean {
  return calls.some(
    (call) =>
      call.kind === 'third-party' &&
      call.thirdPartyId === same.thirdPartyId &&
      call.thirdPartyUserId === same.thirdPartyUserId,
  )
}

type Wanted = { readonly email: boolean; readonly phone: boolean; readonly instead: boolean }

/** Which contacts log in by code. `instead`: in place of a missing or given up password. */
function wantedContacts({ user }: Person, password: PasswordPlan, tally: Tally): Wanted {
  const inPlace = tally.byCode && tally.methods === 0
  const nothingElse = password.kind === 'absent' && (user.identities.length === 0 || inPlace)
  const instead = nothingElse || password.kind === 'passwordless'
  return {
    email: instead || user.emailIsLogin,
    phone: instead || user.phoneIsLogin || password.kind === 'by-phone',
    instead,
  }
}

function addPasswordless(person: Person, tally: Tally, wanted: Wanted): void {
  if (hasContact(person, wanted) && isEnough(person, tally)) return
  const plan = planPasswordless(person, wanted)
  if (plan.kind === 'calls') tally.calls.push(...plan.calls)
  count(tally, plan.kind)
  if (plan.kind !== 'absent' || !wanted.instead || tally.methods > 0) return
  const phone = person.phone?.kind === 'invalid' ? ` ${person.phone.reason}` : ''
  const provider = tally.lacksId
    ? ' The export names a provider, but not the user ID there: add the file that has it.'
    : ''
  const device = tally.device ? ' The login of a device or a guest works only at the old system.' : ''
  const detail = `There is no email or phone number to send a code to.${phone}${provider}${device}`
  if (noLogin(person, detail)) tally.excluded = true
}

/** Says that nothing lets this user log in. True where such users are excluded by choice. */
export function noLogin({ user, choices, findings }: Person, detail: string): boolean {
  const isLeftOut = choices.noLogin === 'exclude'
  const passkey = user.profile?.passkeys === true ? ` ${onlyPasskey}` : ''
  addFinding(findings, 'no-login', '', `${detail}${passkey}`, isLeftOut ? 'decided' : 'open')
  if (isLeftOut)
    addFinding(findings, 'excluded', 'no-login', 'Users without a way to log in are excluded by your decision.')
  return isLeftOut
}

const onlyPasskey = 'The user has a passkey, which works only at the system that it was made for.'

function hasContact({ email, phone }: Person, wanted: Wanted): boolean {
  return (wanted.email && email !== null) || (wanted.phone && phone !== null)
}

function noteSeveral(person: Person, tally: Tally, linking: Linking): void {
  const group = groupOf(linking)
  if (tally.skipped) {
    const detail = 'Several login methods: only the first is migrated, by your decision.'
    addFinding(person.findings, 'several-methods', group, detail)
  } else if (tally.methods > 1) {
    addFinding(person.findings, 'several-methods', group, severalDetails[linking](tally.methods))
  }
}

const severalDetails: { readonly [L in Linking]: (methods: number) => string } = {
  linked: (methods) => `${methods} login methods, to be linked into one user.`,
  separate: (methods) => `${methods} login methods: by your decision, they become ${methods} users.`,
  unlicensed: (methods) =>
    `${methods} login methods: the license of the core does not cover account linking, so they become ${methods} users.`,
  unknown: (methods) => `${methods} login methods: a core without account linking makes ${methods} users of them.`,
}

/** The plan of the login by code: its calls (4.1 + 4.2, then 4.3), a blocking finding, or nothing. */
type PasswordlessPlan =
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'absent' | 'undecided' | 'excluded' }

const absent: PasswordlessPlan = { kind: 'absent' }
const undecided: PasswordlessPlan = { kind: 'undecided' }
const excluded: PasswordlessPlan = { kind: 'excluded' }

/** Plans a passwordless user from the contacts that `wanted` names. */
function planPasswordless(
  person: Person,
  wanted: { readonly email: boolean; readonly phone: boolean },
): PasswordlessPlan {
  const email = wanted.email ? person.email : null
  const phone = wanted.phone ? phoneOf(person) : null
  if (email?.kind === 'invalid') addInvalidEmail(person.findings, email)
  if (email?.kind === 'invalid' || phone?.kind === 'invalid') return undecided
  if (email === null && phone === null) return absent
  if (email !== null && email.odd !== null) addFinding(person.findings, 'email-odd', '', email.odd)
  if (email === null || (phone !== null && onlyPhoneIsVerified(person))) return byPhone(person, email, phone)
  return byEmail(person, email.email, phone?.phone ?? null)
}

/** The phone number to plan with; null: there is none, or it cannot be used and the operator leaves such numbers out. */
function phoneOf({ phone, choices, findings }: Person): NormalisedPhone | null {
  if (phone?.kind !== 'invalid') return phone
  const isLeftOut = choices.unusablePhones === 'skip'
  if (phone.lacks === 'country' && !isLeftOut) addFinding(findings, 'phone-invalid', '', phone.reason)
  else addFinding(findings, 'phone-unusable', '', phone.reason, isLeftOut ? 'decided' : 'open')
  return isLeftOut ? null : phone
}

/** Then the user is created by phone, and a code does not verify an unproved email. */
function onlyPhoneIsVerified({ user }: Person): boolean {
  return user.phoneVerified === true && user.emailVerified !== true
}

function byPhone(
  person: Person,
  email: { readonly email: string } | null,
  phone: { readonly phone: string } | null,
): PasswordlessPlan {
  if (phone === null) return absent
  if (person.user.phoneVerified === false && isUnverifiedOut(person, 'phone')) return excluded
  const create: Call = { kind: 'passwordless', contact: { kind: 'phone', phoneNumber: phone.phone } }
  return { kind: 'calls', calls: email === null ? [create] : [create, update(email.email, phone.phone)] }
}

function byEmail(person: Person, email: string, phone: string | null): PasswordlessPlan {
  if (person.user.emailVerified === false && isUnverifiedOut(person, 'email')) return excluded
  const create: Call = { kind: 'passwordless', contact: { kind: 'email', email } }
  return { kind: 'calls', calls: phone === null ? [create] : [create, update(email, phone)] }
}

/** Says that a code would verify a contact which the export calls unverified. True where such logins are excluded by choice. */
function isUnverifiedOut({ choices, findings }: Person, contact: ContactField): boolean {
  const choice = contact === 'email' ? choices.unverifiedEmail : choices.unverifiedPhone
  const name = contact === 'email' ? 'email' : 'phone number'
  const detail = `The export calls this ${name} unverified; creating the user by a code makes it verified.`
  addFinding(findings, `unverified-${contact}`, '', detail, choice === null ? 'open' : 'decided')
  if (choice !== 'exclude') return false
  const left = `The login by code is excluded because the ${name} is unverified.`
  addFinding(findings, 'excluded', `unverified-${contact}`, left)
  return true
}

function update(email: string, phoneNumber: string): Call {
  return { kind: 'update', email, phoneNumber }
}

/**
 * The plan for several login methods of a person. `linked`: one user; `separate`: a user each, by the operator's
 * decision; `unlicensed`: a user each, because the core may not link; `unknown`: a core without account linking makes a
 * user of each.
 */
type Linking = 'linked' | 'separate' | 'unlicensed' | 'unknown'

export function linkingIn(
  { dialect, core }: Pick<PlanContext, 'dialect' | 'core'>,
  { severalMethods }: Pick<Choices, 'severalMethods'>,
): Linking {
  if (dialect !== 'supertokens') return 'unknown'
  switch (core?.accountLinking) {
    case true:
      return severalMethods === 'separate' ? 'separate' : 'linked'
    case false:
      return 'unlicensed'
    default:
      return 'unknown'
  }
}

/** The group of the finding about several login methods: what can be decided depends on the core. */
function groupOf(linking: Linking): '' | 'can-link' | 'unlicensed' {
  if (linking === 'unlicensed') return linking
  return linking === 'unknown' ? '' : 'can-link'
}

/** Makes one user of all login methods of a plan: the first becomes a primary user, the others are linked to it. */
export function withLinks(plan: Plan, linking: Linking): Plan {
  if (linking !== 'linked') return plan
  const [first, ...others] = plan.calls.filter(createsUser)
  if (first === undefined || others.length === 0) return plan
  const links = others.map((call): Call => ({ kind: 'link', method: callKey(call) }))
  return { ...plan, calls: [...plan.calls, { kind: 'make-primary' }, ...links] }
}
