import { count } from '../format.ts'
import type { HashBucket, HashFamily, HashVerdict } from '../hashes/verdict.ts'
import { unreachable } from '../result.ts'
import { dummyEmail, isDummyPhone } from '../users/dummy-contacts.ts'
import { isRoundedNumber } from '../users/rounded-number.ts'
import { contactFields, type ContactField, type User } from '../users/user.ts'
import type { Call } from './call.ts'
import type { Choices } from './choices.ts'
import { applyCorrection, type Correction } from './correction.ts'
import { judgeForPlan, type PlanContext } from './judge-for-plan.ts'
import { linkingIn, type MethodsPlan, noLogin, planMethods } from './plan-methods.ts'
import { settled, addFinding, emailOf, type Finding, type Person, type Plan } from './plan.ts'
import { inTenants, planTenants, type UserTenants } from './tenants.ts'
import { addUnmappedFindings, withDecided, withImported } from './unmapped.ts'
import { normaliseEmail } from '../users/normalise-email.ts'
import { normalisePhone } from '../users/normalise-phone.ts'

/**
 * Turns one user into the calls that will be made for it and the findings about it. Pure, and called once per user
 * of the export, or for the first of its kind. Duplicates are another matter: `withDuplicates`.
 */
export function planUser(user: User, correction: Correction | null, choices: Choices, context: PlanContext): Plan {
  const correctedUser = correction === null ? user : applyCorrection(user, correction)
  const corrected = withImported(correctedUser, correction, choices, context)
  const person = personOf(corrected, correction, choices)
  const verdict = corrected.hash === null ? null : judgeForPlan(corrected.hash, choices, context)
  const isSkipped = skippedExisting(person)
  const tenants = isSkipped ? null : planTenants(person, context)
  const left = tenants === null || tenants.excluded
  if (!left) {
    noteId(person)
    noteTimes(person)
    noteCells(person)
    notePhoneInEmail(person)
    noteSameId(person)
  }
  const planned = left ? nothing : methodsIn(tenants, planMethods(person, verdict, linkingIn(context, choices)))
  const isOut = left || excludedForValue(person)
  const methods = isOut ? nothing : planned
  if (!isOut) notePhone(person, methods.calls)
  addUnmappedFindings(
    person.findings,
    isOut ? withDecided(correctedUser, choices) : correctedUser,
    correction,
    choices,
    context,
  )
  const state = isOut ? 'excluded' : stateOf(person, methods)
  const imported = corrected.identities.filter((identity) => !correctedUser.identities.includes(identity))
  return {
    state,
    calls: state === 'excluded' ? [] : methods.calls,
    findings: isOut ? person.findings.map(settled) : person.findings,
    bucket: bucketOf(verdict),
    email: shownEmail(person),
    phone: shownPhone(person),
    ...(imported.length > 0 && { importedProviders: imported.map(({ provider }) => provider) }),
  }
}

function methodsIn(tenants: UserTenants, methods: MethodsPlan): MethodsPlan {
  return { ...methods, calls: inTenants(methods.calls, tenants) }
}

const nothing: MethodsPlan = { calls: [], excluded: true }

/** Longer is no id: what looks for contacts in it, and every list that names the user by it, would suffer. */
const maxSourceId = 256

function noteId({ user, findings }: Person): void {
  if (user.sourceId !== null && isRoundedNumber(user.sourceId)) addFinding(findings, 'id-rounded', '', idRounded)
  if (user.computedId === true) addFinding(findings, 'id-computed', '', idComputed)
  if (user.sourceId === null || user.sourceId.length <= maxSourceId) return
  const detail = `The source ID is ${count(user.sourceId.length)} characters long; at most ${maxSourceId} are accepted. Check which column holds it, or shorten it in the export.`
  addFinding(findings, 'too-long', 'source-id', detail)
}

const idRounded =
  'The source ID was rounded by a spreadsheet, so it is not that of the source. It is not kept. Use the file as it was exported.'

const idComputed =
  'The file has an expression as the source ID, which only the database, a program or a template can evaluate, so the ID is not known and not kept.'
function noteCells({ user, findings }: Person): void {
  if (user.lacksCells !== true) return
  addFinding(
    findings,
    'cells-missing',
    '',
    'The row has fewer cells than the header. Those at its end are read as empty.',
  )
}

function notePhoneInEmail({ user, correction, findings }: Person): void {
  if (user.phoneInEmail !== true || correction?.phone !== undefined) return
  const detail =
    'A number stands in the column of emails. It is read as the phone number of the user, who has no email.'
  addFinding(findings, 'phone-in-email', '', detail)
}

const sameIds = {
  standing: 'A user of another file has the same source ID, and one of the two is disabled or deleted.',
  login: 'A user of another file has the same source ID. One of the two has a contact, the other one the login.',
  address: 'A user of another file has the same source ID and another email. One of the two has the login.',
  person:
    'Another file of the same product has a user with the same source ID or email. The two were not joined, because their emails or passwords differ, one ID or email has several rows, or too few rows agree.',
  name: 'A user of another file signs in with the same name. One of the two has a contact, the other one the login.',
  email:
    'A user of another file has the same email and another password hash, and the two also differ in their status or in whether the core can check the hash, or the email has several rows. One of the two may be old.',
  contact:
    'A user of another file has the same email. One of the two has a password, the other one nothing but contacts. Sent apart, one person would become two users, or two people who share a mailbox would each get into the account of that email.',
  phone:
    'A user of another file has the same phone number. One of the two has a password and no email, which the core needs, and the other one no password.',
  reference:
    'A column of one file has the ID of a user in another file. If it names the person of each row, the two are one.',
  hash: 'A user of another file signs in with the same name. Both have a password hash.',
  number:
    'A row of another file has the number of this ID with other zeros before it. The two were not joined, because not all of its rows fit, or two users have that number.',
} as const

/** Two files have users with one ID or name, and planning cannot tell whether both are the same person. */
function noteSameId({ user, choices, findings }: Person): void {
  if (user.sameIdElsewhere === undefined) return
  const decided = choices.sameIds === 'separate' ? 'decided' : 'open'
  addFinding(findings, 'same-id-in-files', '', sameIds[user.sameIdElsewhere], decided)
}

function noteTimes({ user, findings }: Person): void {
  for (const field of user.roundedTimes ?? []) {
    addFinding(findings, 'time-rounded', field, `A spreadsheet rounded the time in ${field}.`)
  }
}

function plusLost(phone: string, foreign: string): string {
  return `Read as a number of the chosen country: ${phone}. With the plus sign that spreadsheets remove it would be ${foreign}.`
}

/** Why a row may be no user; null: it is one. */
function doubtAbout({ mayBeOther, hash, identities }: User): string | null {
  // An event may carry the hash of its time.
  if (mayBeOther === 'event')
    return 'This row is an event of a log, and a later one may say that the user was changed, blocked or deleted.'
  if (mayBeOther === 'request')
    return 'This row is a request for an account or an invitation by the name of its table or file, and its person may have no account yet.'
  if (mayBeOther === 'former')
    return 'This row is in an older list of the same users by the names of the files, and not in the newer one: its person may have been removed since.'
  if (mayBeOther === 'client')
    return 'This row is a program that signs users in by its columns, a client with a secret of its own.'
  if (mayBeOther === 'group')
    return 'This row is a team, a company or another group of people by the name of its file, and accounts are in another file: a password here may be one that its members share.'
  // A row that another table adds a credential to is a user.
  if (mayBeOther === undefined || hash !== null || identities.length > 0) return null
  if (mayBeOther === 'person')
    return 'This row holds a contact and nothing to sign in with, and accounts with passwords are in another table or file: its person may have no account.'
  return 'This row holds nothing to sign in with, and its table may hold something other than users.'
}

/**
 * Excluded by hand, no user by choice, deleted in the source, or disabled there and excluded by choice. A user who is kept out is noted as such
 * whatever else excludes it: users with the same email are asked about because of that.
 */
function skippedExisting(person: Person): boolean {
  const isExcluded = person.correction?.excluded === true ? excludedByHand(person) : excludedAsNoUser(person)
  return excludedByStanding(person) || isExcluded
}

/** The operator excluded this very user. */
function excludedByHand({ findings }: Person): boolean {
  addFinding(findings, 'excluded', '', 'Excluded by you.')
  return true
}

function excludedAsNoUser({ user, choices, findings }: Person): boolean {
  const doubt = doubtAbout(user)
  if (doubt === null) return false
  addFinding(findings, 'may-be-no-user', '', doubt, choices.otherRows === null ? 'open' : 'decided')
  if (choices.otherRows !== 'exclude') return false
  addFinding(findings, 'excluded', 'may-be-no-user', 'Rows that may be no users are excluded by your decision.')
  return true
}

function excludedByStanding({ user, choices, findings }: Person): boolean {
  if (user.standing === 'active') return false
  if (user.standing === 'deleted') {
    addFinding(findings, 'deleted', '', 'This user was deleted at the source.')
    return true
  }
  const detail = 'This user is disabled, banned or locked at the source; the core cannot keep it that way.'
  addFinding(findings, 'disabled', '', detail, choices.disabled === null ? 'open' : 'decided')
  if (choices.disabled !== 'exclude') return false
  addFinding(findings, 'excluded', 'disabled', 'Disabled users are excluded by your decision.')
  return true
}

/** A value cannot be sent, and the operator excludes such users instead of correcting it. */
function excludedForValue({ choices, findings }: Person): boolean {
  const why = findings.flatMap(({ code }) => (code === 'email-invalid' || code === 'too-long' ? [code] : []))
  const decided = why.find((code) => unusable[code](choices) === 'exclude')
  if (decided === undefined) return false
  addFinding(findings, 'excluded', decided, 'Users with such a value are excluded by your decision.')
  return true
}

const unusable = {
  'email-invalid': ({ invalidEmails }: Choices) => invalidEmails,
  'too-long': ({ unstorableValues }: Choices) => unstorableValues,
} as const

/** A phone number is a login method only where the export says so; otherwise it stays behind, which is counted. */
function notePhone(person: Person, calls: readonly Call[]): void {
  if (person.phone === null || calls.length === 0) return
  if (calls.some(carriesPhone)) {
    const { phone } = person
    if (phone.kind === 'ok' && phone.foreign !== undefined) {
      addFinding(person.findings, 'phone-plus-lost', '', plusLost(phone.phone, phone.foreign))
    }
    return
  }
  if (person.findings.some(({ code }) => code === 'phone-unusable')) return
  addFinding(
    person.findings,
    'phone-not-carried',
    '',
    'The phone number is not a login method here and is not migrated.',
  )
}

function carriesPhone(call: Call): boolean {
  return call.kind === 'update' || (call.kind === 'passwordless' && call.contact.kind === 'phone')
}

function stateOf(person: Person, methods: MethodsPlan): Plan['state'] {
  if (person.findings.some(blocks)) return 'blocked'
  if (methods.calls.length > 0) return 'ready'
  if (methods.excluded) return 'excluded'
  const detail = 'There is no password, provider, email or phone number to log in with.'
  return noLogin(person, detail) ? 'excluded' : 'blocked'
}

function blocks(finding: Finding): boolean {
  return finding.blocks
}

function shownEmail({ email, user }: Person): string | null {
  if (email?.kind === 'ok') return email.email
  if (email !== null) return user.email
  for (const identity of user.identities) {
    const own = emailOf(identity.email)
    if (own?.kind === 'ok') return own.email
  }
  return null
}

/** A dummy is no number that users share. */
function shownPhone({ phone, user, findings }: Person): string | null {
  if (phone?.kind === 'ok') return phone.phone
  return findings.some(({ code, group }) => code === 'dummy-contact' && group === 'phone') ? null : user.phone
}

const families: { readonly [F in HashFamily]: HashBucket } = {
  bcrypt: { kind: 'family', family: 'bcrypt' },
  argon2: { kind: 'family', family: 'argon2' },
  'firebase-scrypt': { kind: 'family', family: 'firebase-scrypt' },
}
const malformed: HashBucket = { kind: 'malformed' }
const redacted: HashBucket = { kind: 'redacted' }
const none: HashBucket = { kind: 'none' }

/**
 * The preview's bucket for one verdict; null: the export has no hash for this user. A hash that only lacks its
 * project's parameters belongs to the family it will have with them.
 */
function bucketOf(verdict: HashVerdict | null): HashBucket {
  if (verdict === null) return none
  switch (verdict.kind) {
    case 'accept':
    case 'rewrite':
    case 'warn':
      return families[verdict.family]
    case 'reject':
      if (verdict.why === 'unsupported') return { kind: 'unsupported', family: verdict.family }
      return verdict.why === 'malformed' ? malformed : families['firebase-scrypt']
    case 'redacted':
      return redacted
    case 'no-password':
      return none
    default:
      return unreachable(verdict)
  }
}

/**
 * Notes a verified email that arrives unverified: an import (specification 4.5) says nothing of it, and only a core of
 * the `supertokens` dialect can be told afterwards, where the operator wants it. `emailCorrected`: what the export says
 * of the old email does not hold for the new one.
 */
export function withVerification(
  plan: Plan,
  user: Pick<User, 'emailVerified'>,
  emailCorrected: boolean,
  choices: Pick<Choices, 'verifyEmails'>,
  dialect: PlanContext['dialect'],
): Plan {
  if (user.emailVerified !== true || emailCorrected || !plan.calls.some(({ kind }) => kind === 'import')) return plan
  if (dialect === 'documented') return { ...plan, findings: [...plan.findings, staysBehind] }
  return choices.verifyEmails ? plan : { ...plan, findings: [...plan.findings, undecided] }
}

const undecided: Finding = {
  code: 'verification-not-kept',
  blocks: false,
  group: '',
  detail: 'The export calls this email verified; the import leaves it unverified in the core.',
}
const staysBehind: Finding = { ...undecided, group: 'documented' }

const contactNames: Readonly<Record<ContactField, string>> = { email: 'email', phone: 'phone number' }

/** A contact that only the database can compute cannot be used; null: it is none, or a correction stands in its place. */
function computedContact(
  { computedContacts }: User,
  correction: Correction | null,
  field: ContactField,
): { readonly kind: 'invalid'; readonly reason: string; readonly isVariable: true } | null {
  if (computedContacts?.includes(field) !== true || correction?.[field] !== undefined) return null
  const name = contactNames[field]
  return {
    kind: 'invalid',
    reason: `The ${name} is computed by the database, a program or a template: it is not in the file.`,
    isVariable: true,
  }
}

/** An email that fills its column is unusual, whatever it ends in, and so is a made-up one. */
function withOddity(email: Person['email'], { mayBeCut }: User, correction: Correction | null): Person['email'] {
  if (correction?.email !== undefined || email?.kind !== 'ok') return email
  if (mayBeCut === true) return { ...email, odd: fillsColumn }
  return dummyEmail(email.email) === null ? email : { ...email, odd: madeUp }
}

const madeUp = 'The email looks made up, as people type it who give none: nobody may be reached there, or a stranger.'

const fillsColumn = 'The email has exactly as many characters as its column takes, so it may be cut off.'

function personOf(user: User, correction: Correction | null, choices: Choices): Person {
  const dummies = dummiesOf(user, correction)
  const findings: Finding[] = []
  for (const field of dummies) addFinding(findings, 'dummy-contact', field, standsForNone[field])
  const typed = correction?.email ?? null
  const email = dummies.includes('email') ? null : typed === null ? emailOf(user.email) : normaliseEmail(typed)
  // A word or a dash stands for no number.
  const hasPhone = user.phone !== null && /\p{Nd}/u.test(user.phone) && !dummies.includes('phone')
  return {
    user,
    correction,
    choices,
    email: withOddity(email, user, correction) ?? computedContact(user, correction, 'email'),
    phone: hasPhone ? normalisePhone(user.phone, choices.country) : computedContact(user, correction, 'phone'),
    findings,
  }
}

const standsForNone: Readonly<Record<ContactField, string>> = {
  email: 'The export has a dummy in place of the email, which is read as none.',
  phone: 'The export has a dummy in place of the phone number, which is read as none.',
}

/** The contacts that stand for none. Someone may sign in with a made-up email and a password, and a correction is meant. */
function dummiesOf({ email, phone, hash, identities }: User, correction: Correction | null): readonly ContactField[] {
  const dummy = email === null || correction?.email !== undefined ? null : dummyEmail(email)
  const isCode = hash === null && identities.length === 0
  const isEmail = dummy === 'none' || (dummy === 'made-up' && isCode)
  const isPhone = phone !== null && correction?.phone === undefined && isDummyPhone(phone)
  return contactFields.filter((field) => (field === 'email' ? isEmail : isPhone))
}
