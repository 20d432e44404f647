import type { Scope } from '../../../shared/bridge/contract.ts'
import type { ProgressView, StateCounts } from '../../../shared/bridge/views.ts'
import { problem, ok, type Result } from '../../../shared/result.ts'
import { countStates } from '../desk/counts.ts'
import { describeFailure } from '../document/open-document.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import type { CallOutcome } from '../running/journal.ts'
import type { Send } from '../running/perform-call.ts'
import { recoverSending } from '../running/recover.ts'
import { startRound, type Round, type RoundEnd } from '../running/round.ts'
import { giveBack, writeScope } from '../running/scope.ts'
import { remainingWords } from './eta.ts'
import { describeStop } from './stop-words.ts'

export type RunOrder = {
  readonly scope: Scope
  readonly concurrency: number | 'auto'
  /** Failed users of the scope are sent again. */
  readonly retry: boolean
}

/** A connection to send through, made anew for every round so that a new key counts. */
export type OpenConnection = (concurrency: number) => { readonly send: Send; readonly close: () => Promise<void> }

export type RunSettings = {
  readonly database: Database
  readonly now: () => number
  readonly random: () => number
  readonly onProgress: (view: ProgressView) => void
  /** States changed in the document. */
  readonly onChange: () => void
}

/** The run of one document: started, paused, resumed, cancelled, and looked at. */
export type RunControl = {
  readonly start: (target: Target, connect: OpenConnection, order: RunOrder) => Result<ProgressView>
  readonly resume: (target: Target, connect: OpenConnection) => Result<ProgressView>
  readonly pause: () => ProgressView
  readonly cancel: () => ProgressView
  readonly view: () => ProgressView
  /** Resolves with the end of the current round; at once when none is under way. */
  readonly ended: () => Promise<RoundEnd | null>
  readonly running: () => boolean
  /** Since the last `start`, over all its rounds. */
  readonly sums: () => RunSums
  /** Forgets the last run's state (another target, another document). */
  readonly reset: () => void
}

const progressMs = 100
const manyConnections = 128

export type RunSums = { readonly calls: number; readonly retries: number; readonly sendingMs: number }

const noSums: RunSums = { calls: 0, retries: 0, sendingMs: 0 }

export function createRunControl(settings: RunSettings): RunControl {
  const { database, now } = settings
  let round: Round | null = null
  let ending: Promise<RoundEnd> | null = null
  let last: RoundEnd | null = null
  let pausing = false
  let order: RunOrder = { scope: { kind: 'all' }, concurrency: 'auto', retry: false }
  let counts: StateCounts | null = null
  let targetCount = 0
  let startedAt: number | null = null
  let targetId: number | null = null
  let earlier = noSums
  let finished = 0
  let heldUsers = 0

  const committed = (outcomes: readonly CallOutcome[]) => {
    if (counts === null) return
    const next = { ...counts }
    for (const { userState } of outcomes) {
      if (userState === null || userState === 'ready' || userState === 'sending') continue
      next.ready -= 1
      next[userState] += 1
      finished += 1
    }
    counts = next
    settings.onChange()
  }

  const view = (): ProgressView => {
    const stats = round?.stats()
    const meter = round?.meter.read()
    const current = counts ?? countStates(database, targetId)
    const inFlight = stats?.inFlight ?? 0
    const sending = Math.min(inFlight, current.ready)
    const perSecond = meter?.perSecond ?? 0
    const left = Math.max(0, targetCount - finished)
    const waitMs = stats?.waitMs ?? 0
    return {
      state: stateOf(waitMs),
      counts:
        stats === undefined
          ? current
          : { ...current, ready: current.ready - sending, sending: current.sending + sending },
      target: targetCount,
      finished,
      perSecond,
      remaining: waitMs > 0 || startedAt === null ? '' : remainingWords(left, perSecond, now() - startedAt, finished),
      p50: meter?.p50 ?? null,
      p99: meter?.p99 ?? null,
      concurrency: stats?.limit ?? (order.concurrency === 'auto' ? 0 : order.concurrency),
      retries: earlier.retries + (stats?.retries ?? 0),
      calls: earlier.calls + (stats?.calls ?? 0),
      note: noteOf(waitMs),
      stopped: last?.stop ?? null,
      startedAt,
      history: meter === undefined ? [] : [...meter.history],
    }
  }

  const stateOf = (waitMs: number): ProgressView['state'] => {
    if (round !== null) return pausing ? 'pausing' : waitMs > 0 ? 'waiting' : 'running'
    return last === null ? 'idle' : last.kind
  }

  const noteOf = (waitMs: number): string => {
    if (round !== null && pausing) return 'Finishing what is in flight.'
    if (waitMs > 0) return `Waiting ${Math.ceil(waitMs / 1000)} s: the core asked for it.`
    if (round !== null) return ''
    if (last?.stop !== undefined && last.stop !== null) return describeStop(last.stop, last.message)
    if (last?.kind === 'paused') return 'Paused. What was in flight was finished; continue whenever you like.'
    if (heldUsers > 0)
      return `${heldUsers} users of the scrypt variant are held back until the core has the signer key.`
    return ''
  }

  const begin = (target: Target, connect: OpenConnection, scoped: boolean): ProgressView => {
    const connection = connect(order.concurrency === 'auto' ? manyConnections : order.concurrency)
    last = null
    pausing = false
    const started = startRound({
      database,
      target,
      send: connection.send,
      existing: getChoices(database).existing,
      concurrency: order.concurrency,
      scoped,
      now,
      random: settings.random,
      onCommitted: committed,
    })
    round = started
    const ticking = setInterval(() => settings.onProgress(view()), progressMs)
    ending = started.ended.then(async (end) => {
      clearInterval(ticking)
      const stats = started.stats()
      earlier = {
        calls: earlier.calls + stats.calls,
        retries: earlier.retries + stats.retries,
        sendingMs: earlier.sendingMs + stats.sendingMs,
      }
      counts = countStates(database, target.id)
      heldUsers = stats.held.size > 0 ? counts.ready : 0
      await connection.close()
      round = null
      ending = null
      last = end
      settings.onChange()
      settings.onProgress(view())
      return end
    })
    return view()
  }

  return {
    view,
    running: () => round !== null,
    sums: () => earlier,
    ended: async () => ending ?? last,
    reset: () => {
      last = null
      counts = null
      startedAt = null
      targetCount = 0
      finished = 0
      heldUsers = 0
      earlier = noSums
    },
    start: (target, connect, next) => {
      if (round !== null) return problem('run-under-way', 'A run is under way. Pause it first.')
      try {
        order = next
        earlier = noSums
        targetId = target.id
        recoverSending(database, target.id, target.dialect, now())
        const scoped = writeScope(database, target.id, next.scope, getSetting(database, 'only') ?? null)
        if (next.retry) giveBack(database, target.id, now(), scoped, next.scope.kind === 'users')
        counts = countStates(database, target.id)
        targetCount = scoped ? scopedReady(database, target.id) : counts.ready
        startedAt = now()
        finished = 0
        return ok(begin(target, connect, scoped))
      } catch (error) {
        return describeFailure(error)
      }
    },
    resume: (target, connect) => {
      if (round !== null) return problem('run-under-way', 'The run is under way already.')
      try {
        targetId = target.id
        recoverSending(database, target.id, target.dialect, now())
        const narrowed = order.scope.kind !== 'all' || (getSetting(database, 'only') ?? null) !== null
        if (narrowed) database.exec('CREATE TEMP TABLE IF NOT EXISTS scope_user (user_id INTEGER PRIMARY KEY)')
        counts = countStates(database, target.id)
        targetCount = finished + (narrowed ? scopedReady(database, target.id) : counts.ready)
        startedAt = now()
        return ok(begin(target, connect, narrowed))
      } catch (error) {
        return describeFailure(error)
      }
    },
    pause: () => {
      pausing = round !== null
      round?.pause()
      return view()
    },
    cancel: () => {
      pausing = round !== null
      round?.cancel()
      return view()
    },
  }
}

function scopedReady(database: Database, targetId: number): number {
  const row = database
    .prepare(
      `SELECT count(*) AS n FROM scope_user JOIN user ON user.id = scope_user.user_id
       LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id
       WHERE user.plan_state = 'ready' AND (p.state IS NULL OR p.state = 'ready')`,
    )
    .get(targetId)
  return typeof row === 'object' && row !== null && 'n' in row ? Number(row.n) : 0
}
