import { accountOf, hasLogin, loginIn, loginWith, type LoginKey } from '../../../shared/core-api/found-user.ts'
import type { FoundUser } from '../../../shared/core-api/reply-bodies.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { createsUser, tenantOf } from '../../../shared/planning/call.ts'
import { unreachable } from '../../../shared/result.ts'
import type { Call } from '../../../shared/planning/call.ts'
import type { CallResult } from './call-result.ts'
import type { ClaimedCall } from './claimed-user.ts'
import type { CreatedUser } from './perform-call.ts'
import { failed, sendStep, type CallContext } from './step.ts'

/**
 * Finds the user who has the login method that a call would create, where existing users must not be changed or an old
 * call may have created it. Null: the login is free, proceed.
 */
export async function findExisting(
  call: ClaimedCall,
  made: CreatedUser,
  existing: Choices['existing'],
  around: CallContext,
): Promise<CallResult | null> {
  if (!createsUser(call.call)) return made.skippedExisting ? skipped(made.coreUserId) : null
  if (existing === 'overwrite' && !call.reconcileFirst) return null
  const key = loginOf(call.call)
  if (key === null) return null
  const step = await sendStep('look-up', accountOf(key), around)
  if (step.kind === 'restart') return null
  if (step.kind === 'interrupted' || step.kind === 'unanswered') return step
  if (step.kind === 'failed') {
    const message = `The core could not be asked whether this user is there already: ${step.message}`
    return failed(step.httpStatus, step.status, message, { noAnswer: step.noAnswer })
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
