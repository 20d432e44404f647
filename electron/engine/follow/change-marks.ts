import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { maxIncremental, maxIncrementalMs } from '../../../shared/follow/change-times.ts'
import type { FollowSettings } from '../../../shared/follow/follow-settings.ts'
import { countUsers, listAbsent, listPasses } from '../document/passes.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import type { ChangesAsked, ListedChanges } from '../fetching/change-times.ts'

/*
 * Which passes read everything and which only what changed. Change times are believed as long as every whole pass shows that they
 * told all that it found; whatever is in doubt is read whole.
 */

type Followed = { readonly database: Database; readonly target: number; readonly source: FollowSettings['source'] }

/** What a pass asks the source for. `isWhole`: all of it is wanted, such as for the cut-over. */
export function changesToAsk({ database, target, source }: Followed, isWhole: boolean, now: number): ChangesAsked {
  const stored = getSetting(database, 'change-mark')
  const isSame = stored?.target === target && isDeepStrictEqual(stored.source, source)
  const mark = isSame && !stored.isDistrusted ? stored.mark : null
  return { kind: isWhole || mark === null || isWholeDue(database, target, now) ? 'whole' : 'incremental', mark }
}

function isWholeDue(database: Database, target: number, now: number): boolean {
  const passes = listPasses(database, target).filter(({ state }) => state === 'done')
  const last = passes.findLastIndex(({ kind }) => kind === 'whole')
  const age = now - (passes[last]?.begunAt ?? -Infinity)
  return passes.length - 1 - last >= maxIncremental || age > maxIncrementalMs || age < 0
}

/**
 * An incremental listing that may lack changes: without the newest known one, or of a source that has lost more than a
 * tenth of its users.
 */
export function isInDoubt(database: Database, { mark: before }: ChangesAsked, { mark, all }: ListedChanges): boolean {
  if (before === null || mark === null || mark.newest < before.newest) return true
  return all !== null && all * 10 < (countUsers(database) - listAbsent(database).length) * 9
}

const placeRow = z.object({ byte: z.number() })

/** A whole listing has a change that an incremental one would not have had. */
export function hasMissed(database: Database, { kind, recent }: ListedChanges): boolean {
  if (kind !== 'whole' || recent === null) return false
  return allRows(placeRow, sql(database, 'SELECT byte FROM pass_stage')).some(({ byte }) => !recent.has(byte))
}

/** Notes up to where changes are known, once they are in the document. */
export function noteChanges(
  { database, target, source }: Followed,
  { mark }: Pick<ListedChanges, 'mark'>,
  hasMissedSome: boolean,
): void {
  const before = getSetting(database, 'change-mark')
  const wasDistrusted =
    before?.isDistrusted === true &&
    isDeepStrictEqual(before.source, source) &&
    (mark === null || before.mark === null || before.mark.of === mark.of)
  const isDistrusted = hasMissedSome || wasDistrusted
  setSetting(database, 'change-mark', { target, source, mark, isDistrusted })
}
