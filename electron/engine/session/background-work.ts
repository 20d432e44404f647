import { ok, type Problem, type Result } from '../../../shared/result.ts'
import type { ClearOptions } from '../document/clear-records.ts'
import { fileTable } from '../document/files.ts'
import { takeJoinsBack } from '../document/joins/login-files.ts'
import type { Document } from '../document/open-document.ts'
import { describeFailure } from '../document/check-document.ts'
import { outdatedPlans } from '../document/plans/outdated-plans.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import { isUnread } from '../trust/trust.ts'
import { getChoices, getSetting, setSetting } from '../document/settings.ts'
import { type AloneKind, idle, readAndPlan, type ReadingOptions, type WorkState } from './read-and-plan.ts'
import { transaction } from '../document/sqlite.ts'

/** Reads files and plans users in the background, one thing after the other. */
export type BackgroundWork = {
  readonly state: () => WorkState
  /** There is something new to read, or any plan may have changed. Planning that is under way starts over. */
  readonly begin: (what: 'read' | 'plan') => void
  /** Plans again what depends on facts that changed. */
  readonly outdate: (changed: readonly string[] | 'all') => void
  /** Takes decisions, and plans the users that depend on them again. */
  readonly decide: (decided: readonly string[], take: () => void) => void
  /**
   * Changes files while nothing is read or planned, one change after the other, then reads and plans what follows from it.
   * `clear`: what has to be removed before, in steps.
   */
  readonly change: (make: () => void, clear?: (options: ClearOptions) => Promise<void>) => Promise<void>
  /** Does work while nothing else is read or planned; what begins meanwhile waits for it. */
  readonly alone: <T>(kind: AloneKind, work: (options: AloneOptions) => Promise<T>) => Promise<T>
  /** Stops excluding or including users where it is. */
  readonly stopExcluding: () => void
  /** Resolves when nothing is left to do; a problem is that of the document, not of one file. */
  readonly settled: () => Promise<Result<null>>
  readonly stop: () => Promise<void>
}

/** `onProgress`: users that are done, of all. */
export type AloneOptions = {
  readonly signal: AbortSignal
  /** Whether it was stopped by `stopExcluding`, not because the migration is closed. */
  readonly isCalledOff: () => boolean
  readonly onProgress: (done: number, total: number) => void
}

type WorkOptions = {
  readonly onChange: () => void
  /** The document cannot be written or read any more. */
  readonly onError: (problem: Problem) => void
} & ReadingOptions

export function createBackgroundWork(document: Document, options: WorkOptions): BackgroundWork {
  const { database } = document
  let state = idle
  let running: Promise<Result<null>> | null = null
  let alone: Promise<unknown> | null = null
  let excluding = new AbortController()
  let again = false
  let waitingChanges = 0
  let changes: Promise<unknown> = Promise.resolve()
  let replanning = new AbortController()
  let changing = new AbortController()
  const stopping = new AbortController()

  const show = (next: WorkState) => {
    state = next
    options.onChange()
  }

  const readAndPlanAnew = () => {
    changing = new AbortController()
    replanning = new AbortController()
    const ended = AbortSignal.any([stopping.signal, changing.signal])
    return readAndPlan(document, { ...options, show }, { ended, replanning: replanning.signal })
  }

  const isWanted = () => again && waitingChanges === 0 && !stopping.signal.aborted

  const run = async (): Promise<Result<null>> => {
    let result: Result<null> = ok(null)
    while (result.ok && isWanted()) {
      again = false
      try {
        result = await readAndPlanAnew()
      } catch (error) {
        result = describeFailure(error)
      }
    }
    running = null
    // The view is read from the document, and a handed-over one may hold rows that are refused.
    try {
      show(idle)
    } catch (error) {
      if (result.ok) result = describeFailure(error)
    }
    if (!result.ok) options.onError(result.error)
    return result
  }

  /** Shown from the first moment, so that the export does not look settled meanwhile. */
  const showBeginning = () => {
    const unread = fileTable.list(database).some((one) => isUnread(one) && options.mayRead(one.path))
    if (unread) show({ ...idle, kind: 'reading' })
    else if (getSetting(database, 'plans-current') !== true) show({ ...idle, kind: 'planning' })
  }

  const start = () => {
    again = true
    if (running !== null || !isWanted()) return
    showBeginning()
    running = run()
  }

  const outdate: BackgroundWork['outdate'] = (changed) => {
    // A user that is planned again would lose its password.
    if (changed.length === 0 || hashesRemovedProblem(database) !== null) return
    outdatedPlans.mark(database, changed)
    replanning.abort()
    start()
  }

  const begin: BackgroundWork['begin'] = (what) => {
    if (what === 'plan') outdate('all')
    else if (hashesRemovedProblem(database) === null) start()
  }

  const decide: BackgroundWork['decide'] = (decided, take) => {
    transaction(database, () => {
      const before = getChoices(database).sameIds
      take()
      if (decided.includes('sameIds')) {
        if (before === 'join') takeJoinsBack(database)
        setSetting(database, 'joined', false)
      }
      if (decided.length > 0) outdatedPlans.mark(database, decided)
    })
    if (decided.length === 0) return
    replanning.abort()
    start()
  }

  return {
    state: () => state,
    begin,
    outdate,
    decide,
    change: async (make, clear) => {
      waitingChanges += 1
      changing.abort()
      const before = changes
      const inTurn = async () => {
        await before
        await Promise.all([running, alone])
        await clear?.({
          signal: stopping.signal,
          onProgress: (done, total) => show({ ...idle, kind: 'clearing', done, total }),
        })
        if (!stopping.signal.aborted) make()
      }
      const turn = inTurn()
      changes = turn.catch(() => undefined)
      try {
        await turn
      } finally {
        waitingChanges -= 1
        if (state.kind === 'clearing') show(idle)
        begin('plan')
      }
    },
    alone: async (kind, work) => {
      waitingChanges += 1
      excluding = new AbortController()
      const changesPlans = kind === 'excluding' || kind === 'including'
      // Shown at once: a run must not begin before the first user is changed.
      if (running === null) show({ ...idle, kind })
      try {
        await running
        show({ ...idle, kind })
        // Duplicates are judged again afterwards, also when this ends with the process.
        if (changesPlans) setSetting(database, 'plans-current', false)
        const working = work({
          isCalledOff: () => excluding.signal.aborted,
          signal: changesPlans ? AbortSignal.any([stopping.signal, excluding.signal]) : stopping.signal,
          onProgress: (done, total) => show({ ...idle, kind, done, total }),
        })
        alone = working.catch(() => undefined)
        return await working
      } finally {
        alone = null
        waitingChanges -= 1
        state = idle
        if (again || changesPlans) start()
        if (running === null) show(idle)
      }
    },
    stopExcluding: () => excluding.abort(),
    settled: async () => {
      for (let result: Result<null> = ok(null); ;) {
        const current = running
        if (current === null) return result
        result = await current
      }
    },
    stop: async () => {
      stopping.abort()
      await Promise.all([running, alone, changes])
    },
  }
}
