import type { ChangesAsked, ListedChanges } from './fetch-outcome.ts'
import type { ChangeTimes, JsonObject, Since } from './source.ts'

/** The moment since which a source lists changes; null: it lists everything. */
export function sinceOf(wanted: ChangesAsked | null): Since | null {
  if (wanted === null || wanted.kind === 'whole' || wanted.mark === null) return null
  return { of: wanted.mark.of, from: wanted.mark.newest - overlapMs }
}

type ChangeTracker = {
  /** A record and the byte where it begins. */
  readonly add: (record: JsonObject, at: number) => void
  readonly end: () => ListedChanges
}

/** Follows the change times of the records of one listing. */
export function trackChanges(times: ChangeTimes, wanted: ChangesAsked, now: () => number): ChangeTracker {
  const known = wanted.mark !== null && wanted.mark.of === times.of ? wanted.mark : null
  const from = known === null ? Infinity : known.newest - overlapMs
  const recent = new Set<number>()
  let newest = -Infinity
  let isSound = true
  return {
    add: (record, at) => {
      const time = times.timeOf(record)
      if (time === null) {
        isSound = false
        return
      }
      if (time > newest) newest = time
      if (time >= from) recent.add(at)
    },
    end: () => ({
      kind: times.isIncremental ? 'incremental' : 'whole',
      mark:
        isSound && Number.isFinite(newest) && newest <= now() + overlapMs
          ? { name: times.name, of: times.of, newest }
          : null,
      all: times.all,
      recent: known === null ? null : recent,
    }),
  }
}

/*
 * Change times of a source, such as a column `updated_at`. They let a pass read only what changed; whether they tell every
 * change is known only from a whole listing.
 */

/**
 * So much before the newest known change is read again, in milliseconds: times of writers in any time zone differ by at most
 * 26 hours, and transactions that commit late and clocks that differ fall into it as well.
 */
const overlapMs = 26 * 3_600_000
