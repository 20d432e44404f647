import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { maxIncremental, maxIncrementalMs } from '../../../shared/follow/follow-view.ts'
import type { FollowSettings } from '../../../shared/follow/follow-settings.ts'
import type { Result } from '../../../shared/result.ts'
import { changePass, countDocumentUsers, listAbsent, listPasses } from '../document/passes.ts'
import { readPlanning } from '../document/plans/plan-row.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import type { ChangesAsked, ListedChanges } from '../fetching/fetch-outcome.ts'
import type { FollowedFiles } from './followed-files.ts'
import type { PassParts } from './pass-parts.ts'
import { type Listing, listSource } from './pass-source.ts'
import { readPass } from './read-pass.ts'
import { takeListing } from './take-listing.ts'

type ListOrder = {
  readonly passId: number
  readonly likes: FollowedFiles
  /** Everything is to be listed, whatever the source says of changes. */
  readonly isWhole: boolean
  readonly acceptsLoss: boolean
}

/** Problems of an incremental listing about which a whole one tells more. */
const doubts: ReadonlySet<string> = new Set([
  'follow-keys-changed',
  'follow-other-source',
  'follow-truncated',
  'follow-in-doubt',
])

/** `untaken`: users whose change waits until what is being sent of them is finished. */
type Listed = { readonly untaken: number }

/** Lists what may have changed, else everything, and takes what differs into the document. */
export async function listPass(parts: PassParts, order: ListOrder): Promise<Result<Listed>> {
  const { database, target, settings, clock } = parts
  const origin = { database, target: target.id, source: settings.source }
  const wanted = changesToAsk(origin, order.isWhole, clock.now())
  const first = await listOnce(parts, order, wanted)
  if (wanted.kind === 'whole' || first.ok || !doubts.has(first.error.code)) return first
  return await listOnce(parts, order, { ...wanted, kind: 'whole' })
}

async function listOnce(parts: PassParts, order: ListOrder, wanted: ChangesAsked): Promise<Result<Listed>> {
  const { settings, signal, clock } = parts
  parts.onState({ kind: 'fetching', users: 0 })
  const listing = await listSource(settings.source, {
    ...parts.fetch,
    clock,
    signal,
    likes: order.likes,
    wanted,
    onProgress: (users) => parts.onState({ kind: 'fetching', users }),
  })
  if (!listing.ok) return listing
  try {
    const settled = await parts.work.settled()
    if (!settled.ok) return settled
    parts.onState({ kind: 'reading', users: 0 })
    return await parts.work.alone('comparing', ({ signal: closing }) =>
      compare(parts, order, wanted, listing.value, AbortSignal.any([signal, closing])),
    )
  } finally {
    listing.value.remove()
  }
}

async function compare(
  parts: PassParts,
  { passId, acceptsLoss }: ListOrder,
  wanted: ChangesAsked,
  { files, changes, readAt }: Listing,
  signal: AbortSignal,
): Promise<Result<Listed>> {
  const { database, target, settings } = parts
  const kind = changes?.kind ?? 'whole'
  if (changes !== null && kind === 'incremental' && isInDoubt(database, wanted, changes)) return inDoubt
  const { choices, context } = readPlanning(database)
  const read = await readPass(database, {
    files,
    planning: { choices, context },
    read: parts.readDrafts,
    signal,
    acceptsLoss,
    isWhole: kind === 'whole',
  })
  if (!read.ok) return read
  parts.onState({ kind: 'planning', users: 0 })
  const { listed, unreadable } = read.value
  changePass(database, passId, { kind, readAt, listed, unreadable })
  const hasMissedSome = changes !== null && hasMissed(database, changes)
  return await takeListing(parts, passId, read.value, signal, (untaken) => {
    // Users who wait are listed again only from where they were found.
    if (untaken === 0) {
      const origin = { database, target: target.id, source: settings.source }
      noteChanges(origin, { mark: changes?.mark ?? null }, hasMissedSome)
    }
  })
}

const inDoubt: Result<never> = {
  ok: false,
  error: { code: 'follow-in-doubt', message: 'The source may not have listed every change.' },
}

/*
 * Which passes read everything and which only what changed. Change times are believed as long as every whole pass shows that they
 * told all that it found; whatever is in doubt is read whole.
 */

type Followed = { readonly database: Database; readonly target: number; readonly source: FollowSettings['source'] }

/** The changes that a pass requests from the source. `isWhole`: all of it is wanted, such as for the cut-over. */
function changesToAsk({ database, target, source }: Followed, isWhole: boolean, now: number): ChangesAsked {
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
function isInDoubt(database: Database, { mark: before }: ChangesAsked, { mark, all }: ListedChanges): boolean {
  if (before === null || mark === null || mark.newest < before.newest) return true
  return all !== null && all * 10 < (countDocumentUsers(database) - listAbsent(database).length) * 9
}

const placeRow = z.object({ byte: z.number() })

/** A whole listing has a change that an incremental one would not have had. */
function hasMissed(database: Database, { kind, recent }: ListedChanges): boolean {
  if (kind !== 'whole' || recent === null) return false
  return allRows(placeRow, sql(database, 'SELECT byte FROM pass_stage')).some(({ byte }) => !recent.has(byte))
}

/** Notes up to where changes are known, once they are in the document. */
function noteChanges(
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
