import type { CoreContext } from './context.ts'
import { type UndoLog, importPerson } from './operations/import-person.ts'
import type { StagedRow } from './store/staged-users.ts'

/** How staged users are imported. */
export type BulkOptions = {
  /** Milliseconds between two runs of the job; null: the job is off. Real cores run it at start and every 300 s. */
  readonly intervalMs: number | null
  /** Chunks that a round is split into. */
  readonly parallelism: number
  /** Rows of one round. */
  readonly batchSize: number
  /** How long one row takes, in milliseconds. */
  readonly msPerUser: number
}

export const defaultBulkOptions: BulkOptions = { intervalMs: 300_000, parallelism: 2, batchSize: 8000, msPerUser: 0 }

/** The job that imports staged users. */
export type BulkCron = {
  /** Runs it now, beside its schedule; resolves when every row was taken up once. */
  readonly run: (change?: Partial<Pick<BulkOptions, 'parallelism'>>) => Promise<void>
  readonly stop: () => void
}

/** Starts the job: one run at once, then one every interval. `keep`: what changed is written before anybody sees it. */
export function startBulkCron(context: CoreContext, options: BulkOptions, keep: () => void): BulkCron {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let wake: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()

  const pass = async (ms: number): Promise<void> => {
    if (ms <= 0) return
    await new Promise<void>((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, ms)
    })
  }

  const once = async (parallelism: number): Promise<void> => {
    const seen = new Set<string>()
    while (!stopped) {
      const rows = claimRows(context, options.batchSize, seen)
      if (rows.length === 0) return
      for (const { person } of rows) seen.add(person.id)
      keep()
      for (const chunk of chunksOf(rows, parallelism)) {
        await pass(chunk.length * options.msPerUser)
        if (stopped) return
        importChunk(context, chunk)
        keep()
      }
    }
  }

  /** One run at a time, as a real core has it. */
  const run: BulkCron['run'] = ({ parallelism = options.parallelism } = {}) => {
    running = running.then(() => once(parallelism))
    return running
  }

  const schedule = async (intervalMs: number): Promise<void> => {
    while (!stopped) {
      await run()
      await pass(intervalMs)
    }
  }

  if (options.intervalMs !== null) void schedule(Math.max(1, options.intervalMs))
  return {
    run,
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      wake?.()
    },
  }
}

/** Takes up rows for one round: from then on they are PROCESSING. The oldest come first. */
function claimRows({ staged, clock }: CoreContext, limit: number, besides: ReadonlySet<string>): StagedRow[] {
  const taken: StagedRow[] = []
  for (const row of staged.rows.values()) {
    if (taken.length === limit) break
    if (row.status === 'FAILED' || besides.has(row.person.id)) continue
    taken.push(row)
  }
  return taken.map((row) => {
    const now: StagedRow = { ...row, status: 'PROCESSING', updatedAt: clock() }
    staged.put(now)
    return now
  })
}

/** Splits a round as real cores do: into as many chunks as work side by side, each of size/parallelism + 1 rows. */
export function chunksOf(rows: readonly StagedRow[], parallelism: number): readonly (readonly StagedRow[])[] {
  const size = Math.floor(rows.length / parallelism) + 1
  const chunks: StagedRow[][] = []
  for (let at = 0; at < rows.length; at += size) chunks.push(rows.slice(at, at + size))
  return chunks
}

/**
 * Imports a chunk as one transaction. One bad row takes it back as a whole: that row is FAILED where the core can name
 * it, and all others stay PROCESSING until the next round.
 */
function importChunk(context: CoreContext, chunk: readonly StagedRow[]): void {
  const { staged, clock } = context
  const undo: UndoLog = []
  // A staged user that was removed meanwhile is not imported.
  const rows = chunk.filter(({ person }) => staged.rows.has(person.id))
  for (const row of rows) {
    const imported = importPerson(context, row.person, undo)
    if (imported.kind === 'ok') continue
    for (const step of undo.toReversed()) step()
    if (imported.kind === 'failed') {
      staged.put({ ...row, status: 'FAILED', errorMessage: imported.message, updatedAt: clock() })
    }
    return
  }
  for (const { person } of rows) staged.remove(person.id)
}
