import type { CoreContext } from './context.ts'
import { chunksOf, importChunk, claimRows } from './operations/import-person.ts'

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
