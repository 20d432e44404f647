import { createsUser, type UserState } from '../../../shared/planning/call.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { followUps } from '../../../shared/planning/follow-ups.ts'
import { createGuardedCaller } from './call-guards.ts'
import { type AttemptRecord, type CallResult, isPressure, mayBeOfUser, stateAfter } from './call-result.ts'
import { createClaimQueue } from './claim-queue.ts'
import { type CallStatus, stateOfUser } from './claim-users.ts'
import type { ClaimedCall, ClaimedUser } from './claimed-user.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts'
import { canLookUp, type LookUpRule } from './existing-users.ts'
import { createJournal } from './journal.ts'
import { type CreatedUser, noCreatedUser } from './perform-call.ts'
import { createRoundShell, type Round, type RoundOptions } from './round.ts'
import { createSlots } from './slots.ts'
import type { Send } from './step.ts'
import type { CallOutcome } from './store-outcome.ts'

/** Of a user set aside, in milliseconds. */
const minRestMs = 50

/** Sends users by single calls until none is left or something ends the round. Throws when the document cannot be written at all. */
export function startRound(options: RoundOptions): Round {
  const { database, target, clock } = options
  const { now, setTimer } = clock
  const limiter: ConcurrencyLimiter = createConcurrencyLimiter(options.concurrency, clock, () =>
    dispatcher.isTroubled(),
  )
  const shell = createRoundShell(options, {
    sentBy: 'single',
    limit: limiter.limit,
    pacingIntervalMs: limiter.pacingIntervalMs,
    onChange: () => queueMicrotask(() => pump()),
    onConcurrency: limiter.set,
    onMore: () => {
      queue.more()
      if (!slots.areIdle()) pump()
    },
    onEnding: () => slots.close(),
    stats: () => ({
      claimed: slots.inUse() + queue.size(),
      setAside: slots.setAside(),
      asideCauses: slots.asideCauses(),
      held: caller.held,
      slowed: caller.isGuarding() ? 'replacing' : limiter.lowered(),
    }),
  })
  const { dispatcher, walSync, meter, counts, onError } = shell
  let settled = false
  const slots = createSlots(dispatcher, {
    onChange: () => pump(),
    // A user set aside rests up to four times, at most a fortieth of the run each, so that the end stays short.
    maxRestMs: () => Math.max(minRestMs, shell.sinceFirstSentMs() / 40),
  })
  const lookUps: LookUpRule = { canLookUp: canLookUp(target), existing: options.existing }
  const journal = createJournal(database, {
    targetId: target.id,
    lookUps,
    setTimer,
    walSync,
    provenance: options.provenance,
    onWriting: shell.save,
    onError,
    onCommitted: (outcomes) => {
      shell.committed()
      options.onCommitted(outcomes)
    },
  })

  const send: Send = (operation, args) => {
    shell.leaving()
    return options.send(operation, args)
  }

  const caller = createGuardedCaller({
    dialect: target.dialect,
    lookUps,
    stop: shell.stop,
    onAttempt: ({ httpStatus, ms }, outcome) => {
      // A request without an answer has no reply time.
      if (httpStatus !== null) meter.reply(ms)
      if (isPressure(outcome)) limiter.pushedBack()
      // The failure of one user says nothing about the pace of the others.
      if (!mayBeOfUser(outcome)) limiter.replied(ms)
    },
    surroundings: {
      send,
      clock,
      random: options.random,
      dispatcher,
      skipTakenIds: options.takenIds === 'skip',
      canLookUp: lookUps.canLookUp,
      isRehearsal: target.kind === 'rehearsal',
    },
  })
  const queue = createClaimQueue(database, {
    targetId: target.id,
    scoped: options.scoped,
    held: caller.held,
    lookUps,
    now,
    setTimer,
    walSync,
    onChange: () => pump(),
    onError,
  })

  const sendOne = async (user: ClaimedUser): Promise<void> => {
    const spent = { ms: 0 }
    const slot = slots.take(user.id)
    try {
      const userState = await sendUser(user, {
        now,
        besideExisting: options.besideExisting ?? null,
        perform: (call, made, attempts) =>
          caller.perform(call, made, { attempts, spent, slot, absent: () => journal.absent(user.id, call, now()) }),
        sending: journal.sending,
        outcome: (outcome) => {
          const { attempts } = outcome
          if (attempts.length > 0) counts.calls += 1
          counts.retries += attempts.length - new Set(attempts.map((attempt) => attempt.operation)).size
          journal.outcome(outcome)
        },
      })
      if (userState === 'ready' || userState === 'sending') return
      shell.judge(userState, slot.isAside())
      meter.finished(1)
    } catch (error) {
      onError(error)
    } finally {
      slot.end()
      pump()
    }
  }

  const most = () => limiter.limit() + (dispatcher.wantsExtraSample() ? 1 : 0)

  /** Users whose rest is over come first, users set aside last. False: no user is left to be sent. */
  const sendNext = (): boolean => {
    if (slots.resume() || (slots.areOverfull() && slots.resumeAside())) return true
    const user = queue.next()
    if (user !== undefined) void sendOne(user)
    return user !== undefined || (!queue.awaitingFsync() && slots.resumeAside())
  }

  const settle = (): void => {
    if (settled) return
    settled = true
    limiter.end()
    journal.flush()
    void shell.conclude(queue.releaseUnused)
  }

  const pump = () => {
    while (shell.end() === null && slots.inUse() < most()) if (!sendNext()) break
    if (slots.areIdle() && !queue.awaitingFsync()) settle()
  }

  limiter.begin(
    () => slots.inUse(),
    () => !slots.areIdle() && pump(),
  )
  queueMicrotask(pump)
  return shell.round
}

type SendUserWith = {
  readonly now: () => number
  /** Rule for login methods that an existing user lacks in the core. */
  readonly besideExisting: Choices['besideExisting']
  /** Performs one call; `attempts` is filled as they happen. */
  readonly perform: (call: ClaimedCall, made: CreatedUser, attempts: AttemptRecord[]) => Promise<CallResult>
  /** Records durably that a further call of this user is about to be sent; false when it cannot be recorded. */
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
    const before = followUps.creatingCallOf(user.calls, index)
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
    if (followUps.prerequisites(user.calls, index).some((before) => statuses[before]?.state !== 'done')) continue
    return index
  }
  return null
}

/** The user that a call completes; for a link with the primary user, for what belongs to it with the id that is shown. */
function madeFor(user: ClaimedUser, made: readonly CreatedUser[], index: number, before: number): CreatedUser {
  const own = made[before] ?? noCreatedUser
  const call = user.calls[index]?.call
  if (followUps.needsOldId(user.calls, index)) return { ...own, ...shownIdOf(user, made) }
  if (call?.kind !== 'link') return own
  return { ...own, primary: made[followUps.primaryOf(user.calls)] ?? noCreatedUser }
}

/** The old id, where it was kept and not skipped because another user has it. */
function shownIdOf({ calls }: ClaimedUser, made: readonly CreatedUser[]): Pick<CreatedUser, 'shownId'> {
  const place = followUps.oldIdOf(calls)
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
