import { creatingCallOf, needsOldId, oldIdOf, prerequisites, primaryOf } from '../../../shared/planning/follow-ups.ts'
import { createsUser, type UserState } from '../../../shared/planning/call.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { AttemptRecord, CallResult } from './call-result.ts'
import { stateAfter } from './call-result.ts'
import type { ClaimedCall, ClaimedUser } from './claimed-user.ts'
import type { CallOutcome } from './store-outcome.ts'
import { noCreatedUser, type CreatedUser } from './perform-call.ts'
import { stateOfUser, type CallStatus } from './user-state.ts'

export type SendUserWith = {
  readonly now: () => number
  /** Rule for login methods that an existing user lacks in the core. */
  readonly besideExisting: Choices['besideExisting']
  /** Performs one call; `attempts` is filled as they happen. */
  readonly perform: (call: ClaimedCall, made: CreatedUser, attempts: AttemptRecord[]) => Promise<CallResult>
  /** Notes durably that a further call of this user is about to be sent; false when it cannot be noted. */
  readonly sending: (userId: number, call: ClaimedCall, at: number) => Promise<boolean>
  readonly outcome: (outcome: CallOutcome) => void
}

/**
 * Sends the calls of one user that are not done, in order. A failed call does not keep the others from being sent,
 * except those that complete the user which the failed call would have made.
 */
export async function sendUser(user: ClaimedUser, options: SendUserWith): Promise<UserState> {
  const statuses: CallStatus[] = user.calls.map(({ state, skippedExisting }) => ({ state, skippedExisting }))
  const made: CreatedUser[] = user.calls.map(madeBefore)
  let noted = true
  for (let index = nextCall(user, statuses, 0); index !== null;) {
    const call = user.calls[index]
    if (call === undefined) break
    // The first call was noted when the user was claimed.
    if (!noted && !(await options.sending(user.id, call, options.now()))) break
    noted = false
    const attempts: AttemptRecord[] = []
    const before = creatingCallOf(user.calls, index)
    const own = before === null ? noCreatedUser : madeFor(user, made, index, before)
    const beside = besideIn(user, statuses)
    const result =
      beside.isMet && options.besideExisting === 'skip' && createsUser(call.call)
        ? notBeside
        : await options.perform(
            call,
            options.besideExisting === 'link' && beside.isCreated && call.call.kind === 'make-primary'
              ? { ...own, skippedExisting: false }
              : own,
            attempts,
          )
    statuses[index] = {
      state: stateAfter(result) ?? 'sending',
      skippedExisting: result.kind === 'skipped-existing',
      waits: result.kind === 'waits',
    }
    made[index] = madeBy(result)
    const following: number | null = result.kind === 'interrupted' ? null : nextCall(user, statuses, index + 1)
    const userState = following === null ? stateOfUser(statuses) : null
    options.outcome({ userId: user.id, call, result, attempts, at: options.now(), userState })
    index = following
  }
  return stateOfUser(statuses)
}

/** `isMet`: the core had one login method of this user before; `isCreated`: another one was created. */
function besideIn({ calls }: ClaimedUser, statuses: readonly CallStatus[]) {
  const done = statuses.filter(({ state }, index) => {
    const call = calls[index]?.call
    return state === 'done' && call !== undefined && createsUser(call)
  })
  return {
    isMet: done.some(({ skippedExisting }) => skippedExisting),
    isCreated: done.some(({ skippedExisting }) => !skippedExisting),
  }
}

const notBeside: CallResult = {
  kind: 'skipped-existing',
  coreUserId: null,
  message: 'Not created: the core had this user before by another login method, and you decided so.',
}

function nextCall(user: ClaimedUser, statuses: readonly CallStatus[], from: number): number | null {
  for (let index = from; index < user.calls.length; index++) {
    if (statuses[index]?.state === 'done') continue
    if (prerequisites(user.calls, index).some((before) => statuses[before]?.state !== 'done')) continue
    return index
  }
  return null
}

/** The user that a call completes; for a link with the primary user, for what belongs to it with the id that is shown. */
function madeFor(user: ClaimedUser, made: readonly CreatedUser[], index: number, before: number): CreatedUser {
  const own = made[before] ?? noCreatedUser
  const call = user.calls[index]?.call
  if (needsOldId(user.calls, index)) return { ...own, ...shownIdOf(user, made) }
  if (call?.kind !== 'link') return own
  return { ...own, primary: made[primaryOf(user.calls)] ?? noCreatedUser }
}

/** The old id, where it was kept and not skipped because another user has it. */
function shownIdOf({ calls }: ClaimedUser, made: readonly CreatedUser[]): Pick<CreatedUser, 'shownId'> {
  const place = oldIdOf(calls)
  const call = calls[place]?.call
  return call?.kind === 'map-id' && made[place]?.coreUserId ? { shownId: call.externalUserId } : {}
}

function madeBefore(call: ClaimedCall): CreatedUser {
  return call.state === 'done' ? call : noCreatedUser
}

function madeBy(result: CallResult): CreatedUser {
  switch (result.kind) {
    case 'done':
      return { coreUserId: result.coreUserId, recipeUserId: result.recipeUserId, skippedExisting: false }
    case 'skipped-existing':
      return { coreUserId: result.coreUserId, recipeUserId: null, skippedExisting: true }
    default:
      return noCreatedUser
  }
}
