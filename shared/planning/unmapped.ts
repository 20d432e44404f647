import type { HashInput, HashVerdict } from '../hashes/verdict.ts'
import { identityWithoutId, isSameProvider, joinIdentities } from '../users/known-provider.ts'
import { isOfOther } from '../mapping/entries/hashes-of-others.ts'
import { unknownProvider } from '../mapping/entries/identities.ts'
import type { Identity, UnmappedKind, UnmappedValue, User } from '../users/user.ts'
import type { Choices } from './choices.ts'
import type { Correction } from './correction.ts'
import { judgeForPlan, type PlanContext } from './judge-for-plan.ts'
import { addFinding, type Finding, type Person } from './plan.ts'
import { unmappedCodes, unmappedField } from './unmapped-key.ts'

/** Of more fields only the users are counted. */
export const maxUnmappedFields = 500

/**
 * The keys of decisions about fields in which no file has such values: the column is gone, mapped by now, or was
 * misspelled. Empty if the list of fields is incomplete, because then it is unknown.
 */
export function decisionsWithoutEffect(
  unmapped: Choices['unmapped'],
  fields: readonly { readonly code: string; readonly field: string }[],
): readonly string[] {
  if (fields.length >= maxUnmappedFields) return []
  const found = new Set(fields.map(({ code, field }) => unmappedField.key(code, field)))
  return Object.keys(unmapped).filter((key) => !found.has(key))
}

/** Explains decisions that have no effect. */
export function idleDecisionsSentence(keys: readonly string[]): string {
  const named = keys.slice(0, 20).map(unmappedField.title).join(', ')
  const more = keys.length > 20 ? ` and ${keys.length - 20} more` : ''
  return `no file has such values in a column that is not mapped: ${named}${more}.`
}

function choiceOf({ unmapped }: Choices, { kind, field }: UnmappedValue): 'import' | 'exclude' | null {
  const key = unmappedField.key(unmappedCodes[kind], field)
  return Object.hasOwn(unmapped, key) ? (unmapped[key] ?? null) : null
}

/** The user with those values alone that are decided about: of an excluded user, no other one asks or is told. */
export function withDecided(user: User, choices: Choices): User {
  if (user.unmapped === undefined) return user
  return { ...user, unmapped: user.unmapped.filter((value) => choiceOf(choices, value) !== null) }
}

/** The fields that are no use to the user, who has a value already. */
type Own = { readonly [K in UnmappedKind]: boolean }

/**
 * The user with what the operator imports from fields that nothing reads: each only where the user has none of its own.
 * A correction is the operator's later word.
 */
export function withImported(user: User, correction: Correction | null, choices: Choices, context: PlanContext): User {
  if (user.unmapped === undefined) return user
  const own = ownOf(user, correction, choices, context)
  let result = user
  for (const value of user.unmapped) {
    if (choiceOf(choices, value) !== 'import' || hasOwn(own, user, value)) continue
    result = importValue(result, value, choices, context)
  }
  return result
}

function importValue(
  user: User,
  { kind, value, provider, owner }: UnmappedValue,
  choices: Choices,
  context: PlanContext,
): User {
  if (isOfOther(user.email, owner)) return user
  switch (kind) {
    case 'password-hash':
      return takesHash(user, value, choices, context) ? { ...user, hash: { hash: value }, hasPassword: true } : user
    case 'second-hash':
      return user.hash === null ? user : { ...user, hash: inPlaceOf(user.hash, value) }
    case 'email':
      return user.email === null ? { ...user, email: value } : user
    case 'phone':
      return user.phone === null ? { ...user, phone: value } : user
    case 'provider-user-id': {
      const named = user.unmapped?.find((other) => other.kind === 'provider')?.value
      const waiting = user.identities.find(({ userId }) => userId === '')?.provider
      const identity = {
        provider: provider ?? named ?? waiting ?? unknownProvider,
        userId: value,
        email: null,
        emailVerified: null,
      }
      // The name may have been imported before, from a column further left.
      return { ...user, identities: joinIdentities(user.identities, [identity]) }
    }
    case 'status':
      return user.standing === 'active' ? { ...user, standing: 'disabled' } : user
    case 'provider': {
      if (user.identities.length === 0) return { ...user, identities: [identityWithoutId(value)] }
      const named = user.identities.map((one) => (lacksName(one) ? { ...one, provider: value } : one))
      return { ...user, identities: named }
    }
    default:
      return user
  }
}

/** Whether nothing that is read names the provider of an ID. */
function lacksName({ provider, userId }: Identity): boolean {
  return provider === unknownProvider && userId !== ''
}

/** Whether a column that is not mapped, and not decided, names the provider of an ID for which nothing else does: that name is asked about. */
export function isNamedInColumn(
  { user: { unmapped = [] }, correction, choices }: Pick<Person, 'user' | 'correction' | 'choices'>,
  identity: Identity,
): boolean {
  if (!lacksName(identity) || correction?.identities !== undefined) return false
  return unmapped.some((one) => one.kind === 'provider' && one.asks && choiceOf(choices, one) === null)
}

/** Whether a column that is not mapped, and not decided, may have the ID that is missing at a provider: that ID is asked about. */
export function isIdInColumn(
  { user: { unmapped = [] }, correction, choices }: Pick<Person, 'user' | 'correction' | 'choices'>,
  { provider }: Identity,
): boolean {
  if (correction?.identities !== undefined) return false
  const isIts = (one: UnmappedValue) => one.provider === undefined || isSameProvider(one.provider, provider)
  return unmapped.some(
    (one) => one.kind === 'provider-user-id' && one.asks && isIts(one) && choiceOf(choices, one) === null,
  )
}

/**
 * Another hash without the salt of the first, which would make another password of it. A declared algorithm is said of the mapped hash, and holds for
 * another one of the same look only.
 */
function inPlaceOf({ hash, declared }: HashInput, value: string): HashInput {
  const look = (text: string) => /^\$\w+\$/.exec(text.trim())?.[0] ?? ''
  return declared === undefined || look(hash) !== look(value) ? { hash: value } : { hash: value, declared }
}

/** A hash that can be sent beats one that cannot, which beats a clear password; any of them beats none. */
function takesHash(user: User, value: string, choices: Choices, context: PlanContext): boolean {
  if (user.hash === null) return true
  const rank = (hash: HashInput) => rankOf(judgeForPlan(hash, choices, context))
  return rank(user.hash) < rank({ hash: value })
}

function rankOf(verdict: HashVerdict): number {
  if (verdict.kind === 'no-password') return 0
  if (canBeSent(verdict)) return 3
  return verdict.kind === 'reject' && clearPasswords.has(verdict.family) ? 1 : 2
}

const clearPasswords: ReadonlySet<string> = new Set(['plaintext', 'clear-text'])

function ownOf(user: User, correction: Correction | null, choices: Choices, context: PlanContext): Own {
  const hasHash = user.hash !== null && canBeSent(judgeForPlan(user.hash, choices, context))
  const isCorrected = correction?.identities !== undefined
  return {
    'password-hash': hasHash || correction?.hash !== undefined,
    'second-hash': correction?.hash !== undefined,
    email: user.email !== null || correction?.email !== undefined,
    phone: user.phone !== null || correction?.phone !== undefined,
    'provider-user-id': user.identities.some(({ userId }) => userId !== ''),
    status: user.standing !== 'active',
    provider: isCorrected || (!user.identities.some(lacksName) && (user.identities.length > 0 || hasHash)),
  }
}

/** Whether the user has what a value would give: an ID at another third party is another login. */
function hasOwn(own: Own, { identities }: User, { kind, provider }: UnmappedValue): boolean {
  return kind === 'provider-user-id' && provider !== undefined
    ? identities.some((one) => one.userId !== '' && isSameProvider(one.provider, provider))
    : own[kind]
}

function canBeSent(verdict: HashVerdict): boolean {
  // It can be sent once its parameters are given.
  return 'send' in verdict || (verdict.kind === 'reject' && verdict.why === 'incomplete')
}

/** Whether there is nothing to decide about a hash: the user has one that it does not beat, or neither of two can be sent. */
function isIdle(user: User, { kind, value }: UnmappedValue, choices: Choices, context: PlanContext): boolean {
  if (kind === 'password-hash') return !takesHash(user, value, choices, context)
  if (kind !== 'second-hash' || user.hash === null) return false
  // Beside a mark for no password, the other hash is the only one.
  const own = judgeForPlan(user.hash, choices, context)
  return own.kind !== 'no-password' && !canBeSent(own) && !canBeSent(judgeForPlan({ hash: value }, choices, context))
}

/**
 * Names every login-like value in an unread field. It blocks while the field is undecided and the user has nothing of
 * the kind; a phone number only if the user has no other login.
 */
export function addUnmappedFindings(
  findings: Finding[],
  user: User,
  correction: Correction | null,
  choices: Choices,
  context: PlanContext,
): void {
  if (user.unmapped === undefined) return
  const own = ownOf(user, correction, choices, context)
  const canLogIn = user.email !== null || user.identities.length > 0
  // An id at a third party says that the user signs in there; the name beside it is a part of that question.
  const hasId = user.unmapped.some(
    (value) => value.kind === 'provider-user-id' && value.asks && choiceOf(choices, value) !== 'exclude',
  )
  for (const value of user.unmapped) {
    const { kind, field, asks } = value
    if (value.besideOwn === true) {
      addFinding(findings, 'further-contact', field, furtherContact(value))
      continue
    }
    const choice = choiceOf(choices, value)
    const has = hasOwn(own, user, value) || isIdle(user, value, choices, context)
    const needed =
      !has && !(kind === 'phone' && canLogIn) && !(kind === 'provider' && hasId && !user.identities.some(lacksName))
    const isOther = isOfOther(user.email, value.owner)
    const isDecided = choice !== null && !(choice === 'import' && isOther)
    const open = !isDecided && asks && needed
    const isImported = choice === 'import' && !has && !isOther
    const detail =
      open && isOther ? ofOther(value) : detailOf(value, open ? 'open' : isImported ? 'imported' : 'behind')
    addFinding(findings, unmappedCodes[kind], field, detail, open ? 'open' : 'decided')
  }
}

const looks: { readonly [K in UnmappedKind]: string } = {
  'password-hash': 'a password hash',
  'second-hash': 'a second password of the user, or its hash',
  email: 'an email address',
  phone: 'a phone number',
  'provider-user-id': 'a provider user ID',
  status: 'a status of the account whose meaning is not known',
  provider: 'the provider that the user signs in with',
}

function detailOf({ kind, field }: UnmappedValue, what: 'imported' | 'open' | 'behind'): string {
  const look = `The field “${field}” holds what looks like ${looks[kind]}`
  if (what === 'imported') return `${look}, which is imported by choice.`
  if (what === 'open' && kind === 'second-hash') return `${look}. ${whichHash}`
  return what === 'open' ? `${look}. Decide whether it is imported.` : `${look}. It is not imported.`
}

function furtherContact({ kind, field }: UnmappedValue): string {
  return `The field “${field}” holds ${looks[kind]} behind the one that the user signs in with. It becomes no login.`
}

function ofOther({ kind, field }: UnmappedValue): string {
  return `The field “${field}” holds what looks like ${looks[kind]}, beside an email address or a name of another account, so it is never imported for this user. Export an object or a row for each account, or leave it out.`
}

const whichHash =
  'One of them may be an old password: decide which is sent. A hash with its salt in another field is sent as the mapped one or not at all.'
