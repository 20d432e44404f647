import { isAtLeast } from '../../../shared/core-api/dialects.ts'
import { accountOf, hasLogin, loginIn, type LoginKey, loginWith } from '../../../shared/core-api/found-user.ts'
import type { FoundUser } from '../../../shared/core-api/outcome.ts'
import { type Call, createsUser, tenantOf } from '../../../shared/planning/call.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { unreachable } from '../../../shared/result.ts'
import { notLookedUp } from '../document/stored-calls.ts'
import type { Target } from '../document/targets.ts'
import type { CallResult } from './call-result.ts'
import type { ClaimedCall } from './claimed-user.ts'
import type { CreatedUser } from './perform-call.ts'
import { type CallContext, failed, sendStep } from './step.ts'

/**
 * Finds the user who has the login method that a call would create, where existing users must not be changed or an old
 * call may have created it. Null: the login is free, proceed.
 */
export async function findExisting(
  call: ClaimedCall,
  made: CreatedUser,
  existing: Choices['existing'],
  context: CallContext,
): Promise<CallResult | null> {
  if (!createsUser(call.call)) return made.skippedExisting ? skipped(made.coreUserId) : null
  if (existing === 'overwrite' && !call.reconcileFirst) return null
  const key = loginOf(call.call)
  if (key === null) return null
  const step = await sendStep('look-up', accountOf(key), context)
  if (step.kind === 'restart') return null
  if (step.kind === 'interrupted' || step.kind === 'unanswered') return step
  if (step.kind === 'failed') {
    return failed(step.httpStatus, step.status, notLookedUp + step.message, step)
  }
  const there = (step.value.users ?? []).find((user) => hasLogin(user, key))
  if (there === undefined) return null
  if (call.sentBefore) return createdBefore(there, key, call.wasAbsent)
  return existing === 'hold' ? waits(there.id) : skipped(there.id)
}

/** Null: the call makes no login method. */
function loginOf(call: Call): LoginKey | null {
  const login = loginInTenant(call)
  return login === null ? null : loginIn(tenantOf(call), login)
}

function loginInTenant(call: Call): LoginKey | null {
  switch (call.kind) {
    case 'import':
      return { recipe: 'emailpassword', email: call.email }
    case 'third-party':
      return { recipe: 'thirdparty', thirdPartyId: call.thirdPartyId, thirdPartyUserId: call.thirdPartyUserId }
    case 'passwordless':
      return call.contact.kind === 'email'
        ? { recipe: 'passwordless', email: call.contact.email }
        : { recipe: 'passwordless', phoneNumber: call.contact.phoneNumber }
    case 'update':
    case 'change-contact':
    case 'verify-email':
    case 'map-id':
    case 'make-primary':
    case 'link':
    case 'metadata':
    case 'role':
    case 'totp':
      return null
    default:
      return unreachable(call)
  }
}

function skipped(coreUserId: string | null): CallResult {
  return { kind: 'skipped-existing', coreUserId, message: 'Was in the core before; left as it is.' }
}

function waits(coreUserId: string): CallResult {
  return { kind: 'waits', coreUserId, message: 'Is in the core already; waits for your decision about such users.' }
}

/**
 * An earlier try of this very call got through, only its answer did not. `ours`: the core did not have this login method
 * before that try.
 */
function createdBefore(user: FoundUser, key: LoginKey, ours: boolean): CallResult {
  return {
    kind: 'done',
    coreUserId: user.id,
    recipeUserId: loginWith(user, key)?.recipeUserId ?? null,
    created: ours ? true : null,
    existed: ours ? false : null,
    httpStatus: 200,
    message: ours
      ? 'Created by an earlier try without an answer: the core did not have this user before it.'
      : 'Found in the core after an earlier try without an answer; left as it is.',
  }
}

/** Replaced passwords after which a run asks what is to happen to users who were in the core before. */
const replacedBeforePause = 3

/**
 * Guards the passwords of a core that cannot be asked who exists: as many imports are under way as passwords may still be
 * replaced before the operator is asked, so no more than three ever are, however they come in.
 */
type ReplacingGuard = {
  /** Gives what to call when the import has ended, as soon as it may leave. */
  readonly enter: () => Release | Promise<Release>
  /** An import replaced the password of a user who was there before. True: it is time to ask. */
  readonly replaced: (email: string) => boolean
  /** Whose passwords were replaced. */
  readonly emails: () => readonly string[]
  /** Some import waits for nothing but others to end. */
  readonly isHolding: () => boolean
}

export function createReplacingGuard(): ReplacingGuard {
  const emails: string[] = []
  const permits = createPermits(replacedBeforePause)
  return {
    enter: permits.acquire,
    replaced: (email) => {
      emails.push(email)
      const left = replacedBeforePause - emails.length
      // The run ends with the question, so waiting calls are released.
      permits.resize(left > 0 ? left : Infinity)
      return left === 0
    },
    emails: () => emails,
    isHolding: permits.isWaiting,
  }
}

/** Gives a permit back; called once. */
type Release = () => void

/** A counting semaphore whose size can change. */
type Permits = {
  /** A permit at once where one is free: no promise, and nothing can happen in between. */
  readonly acquire: () => Release | Promise<Release>
  readonly resize: (size: number) => void
  readonly isWaiting: () => boolean
}

function createPermits(first: number): Permits {
  const waiting: (() => void)[] = []
  let size = first
  let taken = 0

  const admit = () => {
    while (taken < size) {
      const next = waiting.shift()
      if (next === undefined) return
      taken += 1
      next()
    }
  }

  const release: Release = () => {
    taken -= 1
    admit()
  }

  return {
    acquire: () => {
      if (waiting.length === 0 && taken < size) {
        taken += 1
        return release
      }
      return new Promise<void>((resolve) => void waiting.push(resolve)).then(() => release)
    },
    resize: (next) => {
      size = next
      admit()
    },
    isWaiting: () => waiting.length > 0,
  }
}

/** Which calls a run looks up before it sends them. */
export type LookUpRule = {
  /** The core can be asked who exists. */
  readonly canLookUp: boolean
  /** Rule for users who already exist in the core. */
  readonly existing: Choices['existing']
}

/** The rule for existing users, as it holds for this call. */
export function existingRuleOf(call: ClaimedCall, { existing }: LookUpRule): Choices['existing'] {
  return call.replaces ? 'overwrite' : existing
}

/** Earlier interfaces have no look-up by email or provider id. */
const lookUpSince = '4.0'

/** Can this core be asked who exists? */
export function canLookUp(target: Target): boolean {
  return target.dialect === 'supertokens' && isAtLeast(target.cdi_version ?? '0', lookUpSince)
}
