import * as z from 'zod'
import { type Measured, thinSamples, withMeasured } from '../../../shared/chart/sample.ts'
import type { Sample } from '../../../shared/chart/sample-schema.ts'
import { getSetting, type RunAudit, setSetting } from './settings.ts'
import { allRows, type Database, oneRow, sql } from './sqlite.ts'

type RunNumbers = {
  /** First request sent to last outcome committed, without outages of the core, in milliseconds. */
  readonly sendingMs: number
  readonly calls: number
  readonly retries: number
  /** Reply times at the end, in milliseconds; null: no reply came. */
  readonly p50: number | null
  readonly p99: number | null
  /** Why it stopped, on its own or on request. */
  readonly stopped: string | null
}

/** The record of one round in the document. */
type RunRecord = {
  /** Saves how far it has come, in the transaction of what came of its calls: a killed run keeps its counts. */
  readonly save: (numbers: Pick<RunNumbers, 'sendingMs' | 'calls' | 'retries'>) => void
  readonly end: (endedAt: number, numbers: RunNumbers) => void
}

/** Runs, as the document records each of their rounds. */
export const runTable = {
  /** Records that a round began. */
  record: (database: Database, targetId: number, startedAt: number): RunRecord => {
    const { lastInsertRowid } = sql(database, 'INSERT INTO run (target_id, started_at) VALUES (?, ?)').run(
      targetId,
      startedAt,
    )
    return {
      save: ({ sendingMs, calls, retries }) => {
        const update = 'UPDATE run SET sending_ms = ?, calls = ?, retries = ? WHERE id = ?'
        sql(database, update).run(Math.round(sendingMs), calls, retries, lastInsertRowid)
      },
      end: (endedAt, { sendingMs, calls, retries, p50, p99, stopped }) => {
        const update =
          'UPDATE run SET ended_at = ?, sending_ms = ?, calls = ?, retries = ?, p50 = ?, p99 = ?, stopped = ? WHERE id = ?'
        sql(database, update).run(endedAt, Math.round(sendingMs), calls, retries, p50, p99, stopped, lastInsertRowid)
      },
    }
  },
  /** Was a run ever begun at this target? The first one is confirmed. */
  wasEverRun: (database: Database, targetId: number): boolean =>
    sql(database, 'SELECT 1 FROM run WHERE target_id = ? LIMIT 1').get(targetId) !== undefined,
  /** Was a run ever begun at the rehearsal core? */
  wasRehearsed: (database: Database): boolean => {
    const runs = "SELECT 1 FROM run JOIN target ON target.id = run.target_id WHERE target.kind = 'rehearsal' LIMIT 1"
    return sql(database, runs).get() !== undefined
  },
  /** When the first run to a core began and the last one ended, as milliseconds since 1970; null: none yet. */
  times: (database: Database, targetId: number): z.infer<typeof timesRow> => {
    const times = `SELECT min(started_at) AS started, max(ended_at) AS ended FROM run WHERE target_id = ? AND ${sentSomething}`
    return timesRow.parse(sql(database, times).get(targetId))
  },
  /** The parts of each run that the operator began at a target, in order. */
  list: (database: Database, targetId: number): readonly (readonly RunPart[])[] => {
    const parts = readRunParts(database, targetId)
    return [...new Set(parts.map(({ first }) => first))].map((run) => parts.filter(({ first }) => first === run))
  },
  /** Calls, retries and time of all rounds at a target; `waitedMs`: in them, without sending; `pausedMs`: between them. */
  sums: (database: Database, targetId: number | null): z.infer<typeof sumsRow> => {
    const sums = `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(retries), 0) AS retries,
    coalesce(sum(sending_ms), 0) AS sendingMs,
    coalesce(sum(max(0, coalesce(ended_at, started_at) - started_at - sending_ms)), 0) AS waitedMs,
    max(0, coalesce(max(coalesce(ended_at, started_at)) - min(started_at) - sum(coalesce(ended_at, started_at) - started_at), 0))
      AS pausedMs FROM run WHERE target_id = ?`
    return sumsRow.parse(sql(database, sums).get(targetId))
  },
  /** When the last run at a target ended; null: none did. */
  lastEnd: (database: Database, targetId: number): number | null =>
    lastEndRow.parse(sql(database, 'SELECT max(ended_at) AS at FROM run WHERE target_id = ?').get(targetId)).at,
  measures: (database: Database, targetId: number | null): RunMeasures => {
    const last = 'SELECT p50, p99 FROM run WHERE target_id = ? AND p50 IS NOT NULL ORDER BY id DESC LIMIT 1'
    const times = oneRow(replyTimesRow, sql(database, last), targetId) ?? { p50: null, p99: null }
    return { ...runTable.sums(database, targetId), ...times }
  },
}

/** A run that made a call, or was cut off before it could be counted. A run without users to send does not count. */
const sentSomething = '(calls > 0 OR ended_at IS NULL)'

const timesRow = z.object({ started: z.number().nullable(), ended: z.number().nullable() })

const runRow = z.object({
  id: z.number(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  sending_ms: z.number(),
  calls: z.number(),
  retries: z.number(),
  stopped: z.string().nullable(),
})

/** A part of a run that sent something; `first`: the first one of the same run. */
type RunPart = z.infer<typeof runRow> & { readonly note: RunAudit | undefined; readonly first: number }

/** The parts of all runs at a target: `auto` sends the users of one run in several ways. */
function readRunParts(database: Database, targetId: number): readonly RunPart[] {
  const notes = new Map((getSetting(database, 'run-audit') ?? []).map((note) => [note.run, note]))
  const rows = allRows(
    runRow,
    sql(database, `SELECT * FROM run WHERE target_id = ? AND ${sentSomething} ORDER BY id`),
    targetId,
  )
  return rows.map((row) => {
    const note = notes.get(row.id)
    return { ...row, note, first: note?.partOf ?? row.id }
  })
}

const sumsRow = z.object({
  calls: z.number(),
  retries: z.number(),
  sendingMs: z.number(),
  waitedMs: z.number(),
  pausedMs: z.number(),
})

const lastEndRow = z.object({ at: z.number().nullable() })

const replyTimesRow = z.object({ p50: z.number().nullable(), p99: z.number().nullable() })

/** Measures of the finished runs at a target: calls and retries of all of them, reply times of the last one with replies. */
export type RunMeasures = z.infer<typeof sumsRow> & z.infer<typeof replyTimesRow>

/** The course of the runs at one target over time: kept in the document, so that a resumed run and the report show it too. */
export type RunSamples = {
  /** Takes what the meter has; seconds that were taken before are known. Saved now and then. */
  readonly take: (history: readonly Measured[]) => void
  /** Notes that no answer has come since the last sample, up to a moment (Unix epoch, milliseconds). Saved now and then. */
  readonly silentUntil: (at: number) => void
  readonly save: () => void
  /** At most some two hundred, for the screen. */
  readonly view: () => readonly Sample[]
}

const maxKept = 600
const maxShown = 200

/** A crash loses no more of the chart than this, in milliseconds. */
const savedEvery = 10_000

/** The course of the runs at one target over time. */
export const runSamples = {
  /**
   * Thinned only when twice as many came together, so that it costs little. `some`: the run is for some users only, which
   * makes it a pilot as long as no other run came before it.
   */
  open: (database: Database, target: number, ticks: () => number, some = false): RunSamples => {
    let samples = runSamples.read(database, target)
    const pilot = some && samples.every((sample) => sample.begins !== true || sample.pilot === true)
    const takenBefore = samples.at(-1)?.at ?? 0
    let taken = takenBefore
    let savedAt = ticks()
    let shown: readonly Sample[] | null = null

    const save = () => {
      savedAt = ticks()
      samples = thinSamples(samples, maxKept)
      try {
        const others = (getSetting(database, 'samples') ?? []).filter((one) => one.target !== target)
        setSetting(database, 'samples', [...others, { target, samples: [...samples] }])
      } catch {
        // The journal meets the same trouble and says so; a chart is no reason to stop.
      }
    }

    return {
      take: (history) => {
        const fresh = history.filter(({ at }) => at > taken)
        const last = fresh.at(-1)
        if (last === undefined) return
        taken = last.at
        for (const one of fresh) samples = withMeasured(samples, pilot && one.begins === true ? { ...one, pilot } : one)
        shown = null
        if (samples.length > 2 * maxKept) samples = thinSamples(samples, maxKept)
        if (ticks() - savedAt >= savedEvery) save()
      },
      silentUntil: (at) => {
        const last = samples.at(-1)
        // The last sample of an earlier run is followed by a pause.
        if (last === undefined || taken === takenBefore || at <= last.at + last.ms) return
        samples = [...samples.slice(0, -1), { ...last, silentMs: at - (last.at + last.ms) }]
        shown = null
        if (ticks() - savedAt >= savedEvery) save()
      },
      save,
      view: () => (shown ??= thinSamples(samples, maxShown)),
    }
  },
  /** Samples of the runs at a target, oldest first. */
  read: (database: Database, target: number | null): readonly Sample[] =>
    getSetting(database, 'samples')?.find((one) => one.target === target)?.samples ?? [],
}
