import { thinSamples, type Sample } from '../../../shared/chart/sample.ts'
import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'

/** What the runs at one target did over time: kept in the document, so that a resumed run and the report show it too. */
export type RunSamples = {
  /** Takes what the meter has; seconds that were taken before are known. Saved now and then. */
  readonly take: (history: readonly Sample[]) => void
  readonly save: () => void
  /** At most some two hundred, for the screen. */
  readonly view: () => readonly Sample[]
}

const maxKept = 600
const maxShown = 200

/** A crash loses no more of the chart than this, in milliseconds. */
const savedEvery = 10_000

/**
 * Thinned only when twice as many came together, so that it costs little. `some`: the run is for some users only, which
 * makes it a pilot as long as no other run came before it.
 */
export function openRunSamples(database: Database, target: number, ticks: () => number, some = false): RunSamples {
  let samples = readSamples(database, target)
  const pilot = some && samples.every((sample) => sample.begins !== true || sample.pilot === true)
  let taken = samples.at(-1)?.at ?? 0
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
      samples = [...samples, ...fresh.map((one) => (pilot && one.begins === true ? { ...one, pilot } : one))]
      shown = null
      if (samples.length > 2 * maxKept) samples = thinSamples(samples, maxKept)
      if (ticks() - savedAt >= savedEvery) save()
    },
    save,
    view: () => (shown ??= thinSamples(samples, maxShown)),
  }
}

/** What runs did at a target, oldest first. */
export function readSamples(database: Database, target: number | null): readonly Sample[] {
  return getSetting(database, 'samples')?.find((one) => one.target === target)?.samples ?? []
}
