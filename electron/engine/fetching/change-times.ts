import { overlapMs } from '../../../shared/follow/change-times.ts'
import type { ChangeMark } from '../../../shared/follow/follow-settings.ts'
import type { ChangeTimes, JsonObject, Since } from './source.ts'

/** Up to where changes are known, and whether all records are wanted or those that may have changed since. */
export type ChangesAsked = { readonly kind: 'whole' | 'incremental'; readonly mark: ChangeMark | null }

/** What the change times of a listing say. */
export type ListedChanges = {
  readonly kind: 'whole' | 'incremental'
  /** Up to where changes are known now; null: a record has no time, or one in the future. */
  readonly mark: ChangeMark | null
  /** How many records the source has altogether; null: it does not tell. */
  readonly all: number | null
  /** Where the records begin that an incremental listing has, in bytes; null: nothing was known before. */
  readonly recent: ReadonlySet<number> | null
}

/** What a source is asked for; null: for everything. */
export function sinceOf(asked: ChangesAsked | null): Since | null {
  if (asked === null || asked.kind === 'whole' || asked.mark === null) return null
  return { of: asked.mark.of, from: asked.mark.newest - overlapMs }
}

export type ChangeTracker = {
  /** A record, the byte where it begins, and its text. */
  readonly add: (record: JsonObject, at: number) => void
  readonly end: () => ListedChanges
}

/** Follows the change times of the records of one listing. */
export function trackChanges(times: ChangeTimes, asked: ChangesAsked, now: () => number): ChangeTracker {
  const known = asked.mark !== null && asked.mark.of === times.of ? asked.mark : null
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
