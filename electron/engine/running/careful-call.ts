import { dialects, type Dialect } from '../../../shared/core-api/dialects.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { afterResult, closedBreaker, failureSignature } from './breaker.ts'
import type { AttemptRecord, CallResult, StopReason } from './call-result.ts'
import type { ClaimedCall } from './claims.ts'
import { lookUpFor, whoHasIt } from './existing-users.ts'
import { createFirstAlone } from './first-alone.ts'
import { performCall, type CallSurroundings, type MadeUser } from './perform-call.ts'

export type Care = {
  readonly dialect: Dialect
  /** The core can be asked who exists. */
  readonly canLookUp: boolean
  /** The rule for users whom the core already has. */
  readonly existing: Choices['existing']
  /** Ends the run. */
  readonly stop: (reason: StopReason, message: string) => void
  readonly surroundings: Omit<CallSurroundings, 'onAttempt'>
}

export type CarefulCalls = {
  readonly perform: (call: ClaimedCall, made: MadeUser, attempts: AttemptRecord[]) => Promise<CallResult>
  /** Hash families that wait for a setting of the core. */
  readonly held: ReadonlySet<string>
}

const existingBeforePause = 3

/**
 * Performs calls with the cares of one run: the first of each kind alone, existing users not overwritten, the scrypt
 * variant held when the core is not set up for it, and the same failure again and again stops everything.
 */
export function createCarefulCalls(care: Care): CarefulCalls {
  const alone = createFirstAlone()
  const held = new Set<string>()
  let breaker = closedBreaker
  let existingSeen = 0
  let scryptWorks = false

  const watch = (call: ClaimedCall, result: CallResult): CallResult => {
    if (call.call.kind === 'import' && call.call.family === 'partner-scrypt') {
      if (result.kind === 'done') scryptWorks = true
      if (!scryptWorks && result.kind === 'failed' && (result.httpStatus === 500 || result.httpStatus === 400)) {
        held.add('partner-scrypt')
        return { kind: 'held', message: scryptSetting(care.dialect) }
      }
    }
    if (result.kind === 'interrupted' && result.stop !== null) care.stop(result.stop, result.message)
    const signature = result.kind === 'failed' ? failureSignature(call.call.kind, result) : ''
    const judged = afterResult(breaker, result, signature)
    breaker = judged.breaker
    if (judged.stop !== null) care.stop(judged.stop, result.kind === 'failed' ? result.message : '')
    return result
  }

  const noteExisting = (call: ClaimedCall, result: CallResult, mayBeOurs: boolean) => {
    if (call.call.kind !== 'import' || result.kind !== 'done' || result.existed !== true || mayBeOurs) return
    if (care.canLookUp || care.existing === 'update') return
    existingSeen += 1
    if (existingSeen === existingBeforePause) {
      care.stop(
        'existing-users',
        `${existingBeforePause} users were in the core already and their passwords were replaced, the last of them ${call.call.email}.`,
      )
    }
  }

  return {
    held,
    perform: async (call, made, attempts) => {
      const kind = call.call.kind === 'import' ? `import ${call.call.family}` : call.call.kind
      const goesAlone = await alone.enter(kind)
      let answered = false
      try {
        if (call.call.kind === 'import' && held.has(call.call.family))
          return { kind: 'held', message: scryptSetting(care.dialect) }
        const around: CallSurroundings = { ...care.surroundings, onAttempt: (attempt) => attempts.push(attempt) }
        const present = await leftAlone(call, care, around)
        const result = present ?? (await performCall(call.call, made, around))
        answered = result.kind !== 'interrupted'
        const lost = attempts.filter((attempt) => attempt.httpStatus === null).length
        noteExisting(call, result, call.sentBefore || lost > 0)
        return watch(call, result)
      } finally {
        if (goesAlone) alone.leave(kind, answered)
      }
    },
  }
}

/** Looks the user up where the core can be asked and the call could change somebody who is there; null: go ahead. */
async function leftAlone(call: ClaimedCall, care: Care, around: CallSurroundings): Promise<CallResult | null> {
  if (!care.canLookUp) return null
  if ((call.sentBefore || care.existing === 'update') && !call.lookFirst) return null
  const args = lookUpFor(call.call)
  if (args === null || !(await around.clearance())) return null
  const at = around.now()
  const { outcome, httpStatus, ms } = await around.send('look-up', args)
  around.onAttempt({
    operation: 'look-up',
    at,
    ms,
    outcome: outcome.kind,
    httpStatus,
    status: null,
    message: outcome.kind === 'success' ? '' : outcome.message,
  })
  if (outcome.kind === 'stop')
    return { kind: 'interrupted', settled: true, stop: outcome.why, message: outcome.message }
  if (outcome.kind !== 'success') {
    return {
      kind: 'failed',
      httpStatus,
      status: null,
      message: `The core could not be asked whether this user is there already: ${outcome.message}`,
      noAnswer: httpStatus === null,
      aboutUser: false,
    }
  }
  const there = whoHasIt(call.call, outcome.users ?? [])
  if (there === undefined) return null
  const message = call.lookFirst
    ? 'Found in the core after an earlier try without an answer; left as it is.'
    : 'Was in the core before; left as it is.'
  return { kind: 'left-alone', coreUserId: there.id, message }
}

function scryptSetting(dialect: Dialect): string {
  return `Held back: the core refused the first hash of the scrypt variant. Set ${dialects[dialect].signerKeySetting} in the core, then continue.`
}
