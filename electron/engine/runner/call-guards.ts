import { type Dialect, dialects } from '../../../shared/core-api/dialects.ts'
import { createsUser } from '../../../shared/planning/call.ts'
import type { StopReason } from '../../../shared/report/stop-reason.ts'
import {
  annotateResend,
  asCreated,
  type AttemptRecord,
  type CallResult,
  failureSignature,
  mayHaveCreated,
  noFailures,
  trackFailure,
  notSent,
} from './call-result.ts'
import { isConnectFailure, isNoResponse } from './circuit.ts'
import type { ClaimedCall } from './claimed-user.ts'
import { ageOf, type Moment } from './clock.ts'
import { createReplacingGuard, existingRuleOf, findExisting, type LookUpRule } from './existing-users.ts'
import { type CreatedUser, performCall } from './perform-call.ts'
import { safeToRepeatMs } from './retry-policy.ts'
import type { Slot } from './slots.ts'
import { type CallContext, failed, type Spent } from './step.ts'

type GuardOptions = {
  readonly dialect: Dialect
  readonly lookUps: LookUpRule
  /** A request ended, whatever became of it. */
  readonly onAttempt: CallContext['onAttempt']
  /** Ends the run. */
  readonly stop: (reason: StopReason, message: string) => void
  readonly surroundings: Omit<CallContext, 'onAttempt' | 'spent' | 'slot' | 'ownCause'>
}

/** The records of one call while it is performed. */
type CallRecords = {
  readonly attempts: AttemptRecord[]
  readonly spent: Spent
  readonly slot: Slot
  /** Records that the core does not have this login method; resolves false when that cannot be written. */
  readonly absent: () => Promise<boolean>
}

type GuardedCaller = {
  readonly perform: (call: ClaimedCall, made: CreatedUser, records: CallRecords) => Promise<CallResult>
  /** Hash families that wait for a setting of the core. */
  readonly held: ReadonlySet<string>
  /** Imports wait for others to end, so that few passwords at most are replaced before the operator is asked. */
  readonly isGuarding: () => boolean
}

/**
 * Wraps calls in per-run guards: canary, conflict policy, scrypt hold, repeated-failure stop.
 */
export function createGuardedCaller(options: GuardOptions): GuardedCaller {
  const { canLookUp } = options.lookUps
  const canary = createCanaryGate()
  const held = new Set<string>()
  const replacing = createReplacingGuard()
  let streak = noFailures
  let scryptWorks = false

  const judgeScrypt = (call: ClaimedCall, result: CallResult): CallResult => {
    if (call.call.kind !== 'import' || call.call.family !== 'firebase-scrypt') return result
    if (result.kind === 'done') scryptWorks = true
    if (scryptWorks || result.kind !== 'failed' || result.noAnswer) return result
    if (result.httpStatus !== 500 && result.httpStatus !== 400) return result
    held.add('firebase-scrypt')
    return heldBack(options.dialect)
  }

  const watch = (call: ClaimedCall, result: CallResult): void => {
    if (result.kind === 'interrupted' && result.stop !== null) options.stop(result.stop, result.message)
    const signature = result.kind === 'failed' ? failureSignature(call.call.kind, result) : ''
    const judged = trackFailure(streak, result, signature)
    streak = judged.streak
    if (judged.stop !== null) options.stop(judged.stop, result.kind === 'failed' ? result.message : '')
  }

  /** The core replaced a password without permission. `ours`: an earlier request may have created this user. */
  const recordReplaced = (call: ClaimedCall, result: CallResult, ours: boolean) => {
    if (call.call.kind !== 'import' || result.kind !== 'done' || result.existed !== true || ours) return
    if (!mayReplace(call) || !replacing.replaced(call.call.email)) return
    const emails = replacing.emails().join(', ')
    options.stop('existing-users', `Their passwords were replaced by those of the export: ${emails}.`)
  }

  /** True when this call could replace a password without the operator's permission. */
  const mayReplace = (call: ClaimedCall) =>
    call.call.kind === 'import' && !canLookUp && existingRuleOf(call, options.lookUps) !== 'overwrite'

  const performUnguarded = (
    call: ClaimedCall,
    made: CreatedUser,
    context: CallContext,
    records: CallRecords,
  ): Promise<CallResult> => {
    if (call.call.kind === 'import' && held.has(call.call.family)) return Promise.resolve(heldBack(options.dialect))
    return canLookUp
      ? lookUpAndPerform(call, made, context, records)
      : performCall(call.call, made, context, lastSent(call, context.clock))
  }

  const lookUpAndPerform = async (
    call: ClaimedCall,
    made: CreatedUser,
    context: CallContext,
    { attempts, absent }: CallRecords,
  ): Promise<CallResult> => {
    const existing = existingRuleOf(call, options.lookUps)
    const since = lastSent(call, context.clock)
    const reconcileFirst = call.reconcileFirst || (since !== null && ageOf(since, context.clock) > safeToRepeatMs)
    const isLookedUp = reconcileFirst || existing !== 'overwrite'
    const there = await findExisting({ ...call, reconcileFirst }, made, existing, context)
    const isAbsent = there === null && isLookedUp && createsUser(call.call)
    // The document cannot be written, which ends the run.
    if (isAbsent && !(await absent())) return notSent
    const performed = there ?? (await performCall(call.call, made, context, isLookedUp ? null : since))
    const isOurs = isAbsent ? mayHaveCreated(attempts) : call.wasAbsent && call.sentBefore
    const result = isOurs ? asCreated(performed) : performed
    if (result.kind !== 'unanswered') return result
    const again = { ...call, reconcileFirst: true, sentBefore: true, wasAbsent: isAbsent || call.wasAbsent }
    const late = await findExisting(again, made, existing, context)
    return late ?? performCall(call.call, made, context, null)
  }

  return {
    held,
    isGuarding: replacing.isHolding,
    perform: async (call, made, records) => {
      const { attempts, spent, slot } = records
      const kind = call.call.kind === 'import' ? `import ${call.call.family}` : call.call.kind
      let isCanary = !canary.isOpen(kind) && (await canary.enter(kind))
      let endedAs: CallResult['kind'] = 'interrupted'
      const enter = () => (mayReplace(call) ? replacing.enter() : null)
      const permit = enter()
      let leave = permit instanceof Promise ? await permit : permit
      const onAttempt: CallContext['onAttempt'] = (attempt, outcome) => {
        attempts.push(attempt)
        options.onAttempt(attempt, outcome)
        // It alone cannot tell whether the core is away or does not answer to this one user.
        const isUnclear = isNoResponse(outcome) && !isConnectFailure(outcome)
        if (!isCanary || !(isUnclear || options.surroundings.dispatcher.wantsExtraSample())) return
        isCanary = false
        canary.leave(kind, false)
      }
      const waiting: Slot['wait'] = async (wait) => {
        // A user that waits keeps no other import from being sent.
        leave?.()
        leave = null
        // The others of its kind wait for a canary.
        const goesOn = await slot.wait(isCanary ? { ...wait, place: 'in-place' } : wait)
        if (goesOn) leave = await enter()
        return goesOn
      }
      try {
        const { ownCause } = call
        const context = { ...options.surroundings, onAttempt, spent, slot: { ...slot, wait: waiting }, ownCause }
        const result = annotateResend(judgeScrypt(call, await performUnguarded(call, made, context, records)), attempts)
        endedAs = result.kind
        recordReplaced(call, result, call.sentBefore || mayHaveCreated(attempts))
        watch(call, result)
        return withoutLicense(call, result)
      } finally {
        leave?.()
        if (isCanary) canary.leave(kind, endedAs !== 'interrupted')
      }
    },
  }
}

/**
 * A license that is lost while a user is completed ends the run, and this user fails: as one that is ready, it would end every
 * further run before anybody else is sent.
 */
function withoutLicense({ call }: ClaimedCall, result: CallResult): CallResult {
  if (createsUser(call) || result.kind !== 'interrupted' || result.stop !== 'licence-required') return result
  const what = call.kind === 'totp' ? 'TOTP devices' : 'linked logins, so the logins of this user are separate users'
  return failed(402, null, `The core’s license no longer covers ${what}. Update the license, then retry this user.`)
}

/** When a request of this call left that may have had its effect unseen. */
function lastSent({ unansweredSince }: ClaimedCall, clock: CallContext['clock']): Moment | null {
  if (unansweredSince === null) return null
  const ago = Math.max(0, clock.now() - unansweredSince)
  return { now: unansweredSince, ticks: clock.ticks() - ago }
}

function heldBack(dialect: Dialect): CallResult {
  const { signerKeySetting } = dialects[dialect]
  return {
    kind: 'held',
    message: `Held back: the core refused the first hash of Firebase scrypt. Set ${signerKeySetting} in the core, then continue.`,
  }
}

/**
 * Lets the first call of each kind go alone: the others of its kind wait until it was answered, so that a wrong
 * setting is found with one user and not with a hundred.
 */
type CanaryGate = {
  /** A call of this kind was answered: no caller has to wait any more. */
  readonly isOpen: (kind: string) => boolean
  /** Resolves when a call of this kind may go; the value tells whether it is the one that goes alone. */
  readonly enter: (kind: string) => Promise<boolean>
  /** The call that went alone was answered (or given back: then the next one goes alone). */
  readonly leave: (kind: string, answered: boolean) => void
}

export function createCanaryGate(): CanaryGate {
  const open = new Set<string>()
  const waiting = new Map<string, (() => void)[]>()
  return {
    isOpen: (kind) => open.has(kind),
    enter: async (kind) => {
      for (;;) {
        if (open.has(kind)) return false
        const queue = waiting.get(kind)
        if (queue === undefined) {
          waiting.set(kind, [])
          return true
        }
        await new Promise<void>((resolve) => queue.push(resolve))
      }
    },
    leave: (kind, answered) => {
      const queue = waiting.get(kind) ?? []
      waiting.delete(kind)
      if (answered) open.add(kind)
      for (const resume of queue) resume()
    },
  }
}
