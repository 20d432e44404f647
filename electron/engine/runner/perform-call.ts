import { tenantOf, type Call } from '../../../shared/planning/call.ts'
import { unreachable } from '../../../shared/result.ts'
import type { CallResult } from './call-result.ts'
import { changeContact } from './change-contact.ts'
import { ageOf, type Moment } from './clock.ts'
import { failed, sendStep, type CallContext, type Step } from './step.ts'

/** The user that an earlier call made, for the update that completes it. */
export type CreatedUser = {
  readonly coreUserId: string | null
  readonly recipeUserId: string | null
  /** It was in the core before and is left as it is. */
  readonly skippedExisting: boolean
  /** The primary user that it is to be linked to; absent: nothing is linked. */
  readonly primary?: CreatedUser
  /** The id by which the core shows the user, under which it keeps what belongs to it; absent: its own. */
  readonly shownId?: string
}

export const noCreatedUser: CreatedUser = { coreUserId: null, recipeUserId: null, skippedExisting: false }

/** A code is not consumed in the last minute of its life, nor in the second half of a life that is shorter than two. */
const consumeMarginMs = 60_000

/**
 * Performs one call with all its retries. Never throws for what the core does. `unseenSince`: a request of an earlier
 * run may have had its effect.
 */
export async function performCall(
  call: Call,
  made: CreatedUser,
  context: CallContext,
  unseenSince: Moment | null = null,
): Promise<CallResult> {
  return namingTenant(call, await performStep(call, made, context, unseenSince))
}

/** A core without a tenant answers like an address without a core. */
function namingTenant(call: Call, result: CallResult): CallResult {
  const tenant = tenantOf(call)
  return tenant !== null && result.kind === 'interrupted' && result.stop === 'wrong-address'
    ? { ...result, message: `For the tenant ${tenant}, which may not exist: ${result.message}` }
    : result
}

function performStep(
  call: Call,
  made: CreatedUser,
  context: CallContext,
  unseenSince: Moment | null,
): Promise<CallResult> {
  switch (call.kind) {
    case 'passwordless':
      return passwordless(call, context)
    case 'update':
      return update(call, made, context)
    case 'change-contact':
      return changeContact(call, context)
    case 'verify-email':
      return verifyEmail(call, made, context)
    case 'map-id':
      return keepId(call.externalUserId, made, context)
    case 'make-primary':
      return makePrimary(made, context)
    case 'link':
      return link(made, context)
    case 'metadata':
    case 'role':
    case 'totp':
      return addToProfile(call, made, context)
    case 'third-party':
      return sendStep('third-party', call, context).then(finishCreation)
    case 'import':
      // Sent late, it could overwrite a password that was changed since.
      return sendStep('import-hash', call, context, { unseenSince }).then(finishCreation)
    default:
      return unreachable(call)
  }
}

function inTenantOf({ tenant }: { readonly tenant?: string }): { readonly tenant?: string } {
  return tenant === undefined ? {} : { tenant }
}

async function update(
  call: Extract<Call, { kind: 'update' }>,
  made: CreatedUser,
  context: CallContext,
): Promise<CallResult> {
  const { coreUserId: userId, recipeUserId } = made
  if (userId === null) {
    return notSent('The other contact could not be attached: the core did not say which user it had created.')
  }
  const { email, phoneNumber } = call
  const args = { userId, recipeUserId, email, phoneNumber, ...inTenantOf(call) }
  return finish(await sendStep('update-user', args, context), made)
}

/** Two steps; a token that was made and not used does no harm, so the pair is simply made again. */
async function verifyEmail(
  call: Extract<Call, { kind: 'verify-email' }>,
  made: CreatedUser,
  context: CallContext,
): Promise<CallResult> {
  const { email } = call
  const tenant = inTenantOf(call)
  const userId = made.shownId ?? made.recipeUserId ?? made.coreUserId
  if (userId === null)
    return notSent('The email was not marked verified: the core did not say which user it had created.')
  for (let restarts = 0; restarts < maxPairs; restarts++) {
    const tokenStep = await sendStep('verification-token', { userId, email, ...tenant }, context)
    if (tokenStep.kind !== 'success') return finish(tokenStep, made)
    if (tokenStep.value.token === null || tokenStep.value.token === undefined) return finish(tokenStep, made)
    const verified = await sendStep('verify-email', { token: tokenStep.value.token, ...tenant }, context)
    // The reply to an earlier try was lost: the token is used, and asking anew says that the email is verified.
    const used = verified.kind === 'failed' && verified.status === 'EMAIL_VERIFICATION_INVALID_TOKEN_ERROR'
    if (!used) return finish(verified, made)
  }
  return failed(null, 'EMAIL_VERIFICATION_INVALID_TOKEN_ERROR', 'The core refused every token it had just made.')
}

async function keepId(externalUserId: string, made: CreatedUser, context: CallContext): Promise<CallResult> {
  const { coreUserId } = made
  if (coreUserId === null) return notSent('The old ID was not kept: the core did not say which user it had created.')
  const step = await mapId(coreUserId, externalUserId, context)
  return 'skipped' in step ? notSent(step.skipped) : finish(step, made)
}

/** A primary user can have login methods linked to it. The same request again is a success. */
async function makePrimary(made: CreatedUser, context: CallContext): Promise<CallResult> {
  const recipeUserId = made.recipeUserId ?? made.coreUserId
  if (recipeUserId === null)
    return notSent('The login methods were not linked: the core did not say which user it had created.')
  return finish(explained(await sendStep('make-primary', { recipeUserId }, context)), made)
}

/** Links one login method to the primary user. The same request again is a success. */
async function link(made: CreatedUser, context: CallContext): Promise<CallResult> {
  const { primary = noCreatedUser } = made
  if (primary.skippedExisting)
    return notSent('Not linked: the first login method of this user was in the core before and is left as it is.')
  const recipeUserId = made.recipeUserId ?? made.coreUserId
  const primaryUserId = primary.coreUserId
  if (recipeUserId === null || primaryUserId === null)
    return notSent('Not linked: the core did not say which user it had created.')
  return finish(explained(await sendStep('link-accounts', { recipeUserId, primaryUserId }, context)), made)
}

type ProfileCall = Extract<Call, { kind: 'metadata' | 'role' | 'totp' }>

/** Sends the data of a user besides its login methods. Each request again is a success. */
async function addToProfile(call: ProfileCall, made: CreatedUser, context: CallContext): Promise<CallResult> {
  const userId = made.shownId ?? made.coreUserId
  if (userId === null) return notSent('Not added: the core did not say which user it had created.')
  // Their replies name no user.
  return finish(explained(await sendProfile(call, userId, context)), {
    ...made,
    coreUserId: userId,
    recipeUserId: null,
  })
}

async function sendProfile(call: ProfileCall, userId: string, context: CallContext): Promise<Step> {
  switch (call.kind) {
    case 'metadata':
      return sendStep('write-metadata', { userId, metadata: call.metadata }, context)
    case 'totp':
      return sendStep('import-totp', { userId, ...usualCodes, ...call }, context)
    default: {
      const { role, create } = call
      // Creating a role that is there changes nothing.
      const created = create ? await sendStep('create-role', { role }, context) : null
      return created !== null && created.kind !== 'success'
        ? created
        : sendStep('add-role', { userId, role, ...inTenantOf(call) }, context)
    }
  }
}

/**
 * Settings that all authenticator apps understand: a new code every 30 seconds, and the code before and after it are
 * accepted.
 */
export const usualCodes = { period: 30, skew: 1 } as const

/** Refusals of real cores to complete a user, in plain words. */
const refusalMessages: Readonly<Record<string, string>> = {
  UNKNOWN_ROLE_ERROR: 'The core does not have this role any more. Create it there, then retry.',
  ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR:
    'Another user of the core, with linked login methods of its own, has the same email or phone number. The login methods of this user stay separate until that is settled in the core; then retry.',
  RECIPE_USER_ID_ALREADY_LINKED_WITH_PRIMARY_USER_ID_ERROR:
    'This login method is linked to another user of the core already. Look it up in the core, then retry.',
  RECIPE_USER_ID_ALREADY_LINKED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR:
    'This login method is linked to another user of the core already. Look it up in the core, then retry.',
}

function explained(step: Step): Step {
  if (step.kind !== 'failed' || step.status === null) return step
  return { ...step, message: refusalMessages[step.status] ?? step.message }
}

function notSent(message: string): CallResult {
  return { kind: 'done', coreUserId: null, recipeUserId: null, created: null, existed: null, httpStatus: null, message }
}

/** 4.1 then 4.2. A used or old code makes the pair again; a code about to expire is not consumed. */
async function passwordless(call: Extract<Call, { kind: 'passwordless' }>, context: CallContext): Promise<CallResult> {
  const contact =
    call.contact.kind === 'email' ? { email: call.contact.email } : { phoneNumber: call.contact.phoneNumber }
  const tenant = inTenantOf(call)
  for (let restarts = 0; restarts < maxPairs; restarts++) {
    const created = await sendStep('create-code', { ...contact, ...tenant }, context)
    if (created.kind === 'restart') continue
    if (created.kind !== 'success') return created
    const { code } = created.value
    if (code === undefined) return failed(null, null, 'The core answered without a code.')
    const { preAuthSessionId, linkCode, codeLifetime = Infinity } = code
    const usableMs = codeLifetime - Math.min(consumeMarginMs, codeLifetime / 2)
    const stale = () => ageOf(created.sentAt, context.clock) > usableMs
    const consumed = await sendStep('consume-code', { preAuthSessionId, linkCode, ...tenant }, context, { stale })
    if (consumed.kind !== 'restart') return finishCreation(consumed)
  }
  return failed(null, 'RESTART_FLOW_ERROR', 'The core refused every code it had just made (RESTART_FLOW_ERROR).')
}

function finishCreation(step: Step): CallResult {
  return finish(step, noCreatedUser)
}

function finish(step: Step, made: CreatedUser): CallResult {
  if (step.kind === 'restart')
    return failed(null, 'RESTART_FLOW_ERROR', 'The core asked to start over (RESTART_FLOW_ERROR).')
  if (step.kind !== 'success') return step
  const { value, httpStatus } = step
  return {
    kind: 'done',
    coreUserId: value.userId ?? made.coreUserId,
    recipeUserId: value.recipeUserId ?? made.recipeUserId,
    created: value.createdNewUser,
    existed: value.didUserAlreadyExist,
    httpStatus,
    message: '',
  }
}

/** Status of a call whose old id cannot be kept: the operator decides whether to migrate the user without it. */
const takenId = 'EXTERNAL_USER_ID_TAKEN'

/** `skipped`: the operator decided to migrate the user without its old id; the text says why it cannot be kept. */
type MapIdStep = Step | { readonly skipped: string }

/**
 * Maps a user to its old id. A core that has such a mapping already is asked whose it is: the wanted one is a success,
 * whichever id the user was named by.
 */
async function mapId(coreUserId: string, externalUserId: string, context: CallContext): Promise<MapIdStep> {
  const step = await sendStep('map-user-id', { coreUserId, externalUserId }, context)
  if (step.kind !== 'failed') return step
  const why = refusals.find(([pattern]) => pattern.test(step.message))?.[1]
  if (why !== undefined) return withoutId(why, context)
  const isTaken = step.status === 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR'
  // A user with another old ID is shown by that ID, which is no ID of the core.
  if (!isTaken && step.status !== 'UNKNOWN_SUPERTOKENS_USER_ID_ERROR') return step
  const found = await sendStep('find-mapping', { userId: coreUserId }, context)
  if (found.kind === 'success') {
    const known = found.value.externalUserId ?? ''
    return known === externalUserId
      ? found
      : withoutId(`The core knows this user by another old ID, ${known}.`, context)
  }
  const isFree = found.kind === 'failed' && found.status === 'UNKNOWN_MAPPING_ERROR'
  if (!isFree) return found
  return isTaken ? withoutId('Another user of the core has the old ID of this user.', context) : step
}

/** Refusals of real cores to keep an old ID. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/externalId is also a SuperTokens userID/, 'The old ID of this user is the own ID of another user of the core.'],
  [
    /^\s*UserId is already in use in \w+ recipe/,
    'The core keeps data of this user, such as metadata or roles, under its new ID, so the old one cannot be added.',
  ],
]

function withoutId(why: string, { skipTakenIds }: CallContext): MapIdStep {
  if (skipTakenIds === true) return { skipped: `The old ID was not kept. ${why}` }
  return failed(200, takenId, `${why} Decide whether such users go on without their old ID, then retry.`, {
    aboutUser: true,
  })
}

/** How often a pair of requests is made anew when the core wants it from the start (RESTART_FLOW_ERROR). */
const maxPairs = 6
