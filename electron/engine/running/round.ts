import { setInterval, clearInterval } from 'node:timers'
import { isAtLeast } from '../../../shared/core-api/cdi-version.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { describeFailure } from '../document/open-document.ts'
import { sql, type Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { StopReason } from './call-result.ts'
import { createCarefulCalls } from './careful-call.ts'
import { claimUsers, unclaimUsers, type ClaimedUser } from './claims.ts'
import { createGate } from './gate.ts'
import { createJournal, type CallOutcome } from './journal.ts'
import { createMeter, type Meter } from './meter.ts'
import { firstPace, nextPace, type Pace } from './pace.ts'
import type { Send } from './perform-call.ts'
import { sendUser } from './send-user.ts'

export type RoundOptions = {
  readonly database: Database
  readonly target: Target
  readonly send: Send
  readonly existing: Choices['existing']
  readonly concurrency: number | 'auto'
  /** Only the users of `scope_user`. */
  readonly scoped: boolean
  readonly now: () => number
  readonly random: () => number
  /** Outcomes were committed. */
  readonly onCommitted: (outcomes: readonly CallOutcome[]) => void
}

export type RoundEnd = {
  readonly kind: 'finished' | 'paused' | 'stopped'
  readonly stop: StopReason | null
  readonly message: string
}

export type RoundStats = {
  readonly calls: number
  readonly retries: number
  readonly inFlight: number
  readonly limit: number
  /** Milliseconds that the core asked to wait, still left. */
  readonly waitMs: number
  readonly held: ReadonlySet<string>
  /** First request sent to last outcome committed. */
  readonly sendingMs: number
}

/** From start to finish, pause or stop. */
export type Round = {
  readonly ended: Promise<RoundEnd>
  /** Finishes what is in flight, then ends as `paused`. */
  readonly pause: () => void
  /** The same, ends as stopped by `cancelled`. */
  readonly cancel: () => void
  readonly stats: () => RoundStats
  readonly meter: Meter
}

/** Earlier interfaces have no look-up by email or provider id. */
const lookUpSince = '4.0'
const claimSize = 64
const paceWindowMs = 500

/** Sends users until none is left or something ends the round. */
export function startRound(options: RoundOptions): Round {
  const { database, target, now } = options
  const gate = createGate(now)
  const meter = createMeter(now)
  let pace: Pace = firstPace
  const limit = () => (options.concurrency === 'auto' ? pace.limit : options.concurrency)
  let queue: ClaimedUser[] = []
  let cursor = 0
  let inFlight = 0
  let calls = 0
  let retries = 0
  let firstSentAt: number | null = null
  let lastCommittedAt = 0
  let end: RoundEnd | null = null
  let windowFinished = 0
  let windowPushedBack = false
  let resolveEnd: (end: RoundEnd) => void = () => undefined
  const ended = new Promise<RoundEnd>((resolve) => {
    resolveEnd = resolve
  })

  const finishBy = (next: RoundEnd) => {
    if (end !== null) return
    end = next
    gate.close()
  }
  const stop = (reason: StopReason, message: string) => finishBy({ kind: 'stopped', stop: reason, message })
  const trouble = (error: unknown) => stop('disk', describeFailure(error).error.message)

  const journal = createJournal(database, {
    targetId: target.id,
    onTrouble: trouble,
    onCommitted: (outcomes) => {
      lastCommittedAt = now()
      options.onCommitted(outcomes)
    },
  })

  const send: Send = async (operation, args) => {
    firstSentAt ??= now()
    const result = await options.send(operation, args)
    meter.reply(result.ms)
    if (result.httpStatus === 429 || result.httpStatus === 503) windowPushedBack = true
    return result
  }

  const careful = createCarefulCalls({
    dialect: target.dialect,
    canLookUp: target.dialect === 'supertokens' && isAtLeast(target.cdi_version ?? '0', lookUpSince),
    existing: options.existing,
    stop,
    surroundings: { send, now, random: options.random, wait: gate.wait, clearance: gate.clearance, hold: gate.hold },
  })

  const takeNext = (): ClaimedUser | undefined => {
    if (queue.length === 0) {
      try {
        const query = { targetId: target.id, limit: claimSize, held: careful.held, scoped: options.scoped, now: now() }
        let claimed = claimUsers(database, { ...query, after: cursor })
        // Users whom a decision made ready meanwhile may lie before the cursor.
        if (claimed.users.length === 0 && cursor > 0) claimed = claimUsers(database, { ...query, after: 0 })
        queue = [...claimed.users]
        cursor = claimed.last
      } catch (error) {
        trouble(error)
      }
    }
    return queue.shift()
  }

  const one = async (user: ClaimedUser) => {
    try {
      const state = await sendUser(user, {
        now,
        perform: careful.perform,
        sending: journal.sending,
        outcome: (outcome) => {
          if (outcome.attempts.length > 0) calls += 1
          retries += outcome.attempts.length - new Set(outcome.attempts.map((attempt) => attempt.operation)).size
          journal.outcome(outcome)
        },
      })
      if (state === 'migrated' || state === 'failed' || state === 'present') {
        windowFinished += 1
        meter.finished(1)
      }
    } catch (error) {
      trouble(error)
    }
  }

  const settle = () => {
    clearInterval(pacing)
    journal.flush()
    try {
      unclaimUsers(database, target.id, queue, now())
      saveRun()
    } catch (error) {
      trouble(error)
    }
    resolveEnd(end ?? { kind: 'finished', stop: null, message: '' })
  }

  const sendingMs = () => (firstSentAt === null ? 0 : Math.max(0, lastCommittedAt - firstSentAt))
  const runId = Number(
    sql(database, 'INSERT INTO run (target_id, started_at) VALUES (?, ?)').run(target.id, now()).lastInsertRowid,
  )
  const saveRun = () =>
    sql(database, 'UPDATE run SET ended_at = ?, sending_ms = ?, calls = ?, retries = ?, stopped = ? WHERE id = ?').run(
      now(),
      Math.round(sendingMs()),
      calls,
      retries,
      end?.stop ?? null,
      runId,
    )

  const pump = () => {
    while (end === null && inFlight < limit()) {
      const user = takeNext()
      if (user === undefined) break
      inFlight += 1
      void one(user).then(() => {
        inFlight -= 1
        pump()
      })
    }
    if (inFlight === 0) settle()
  }

  const pacing = setInterval(() => {
    const { p50 } = options.concurrency === 'auto' ? meter.read() : { p50: null }
    pace = nextPace(pace, {
      finished: windowFinished,
      ms: paceWindowMs,
      p50: p50 ?? 0,
      pushedBack: windowPushedBack,
      saturated: inFlight >= limit(),
    })
    windowFinished = 0
    windowPushedBack = false
    if (inFlight > 0) pump()
  }, paceWindowMs)

  queueMicrotask(pump)
  return {
    ended,
    meter,
    pause: () => finishBy({ kind: 'paused', stop: null, message: '' }),
    cancel: () => finishBy({ kind: 'stopped', stop: 'cancelled', message: 'Stopped by you.' }),
    stats: () => ({
      calls,
      retries,
      inFlight,
      limit: limit(),
      waitMs: gate.held(),
      held: careful.held,
      sendingMs: sendingMs(),
    }),
  }
}
