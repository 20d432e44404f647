import type { Result } from '../../../shared/result.ts'
import { changePass } from '../document/passes.ts'
import { readPlanning } from '../document/plan-row.ts'
import type { ChangesAsked } from '../fetching/change-times.ts'
import { changesToAsk, hasMissed, isInDoubt, noteChanges } from './change-marks.ts'
import type { FollowedFiles } from './followed-files.ts'
import type { PassParts } from './pass-parts.ts'
import { listSource, type Listing } from './pass-source.ts'
import { readPass } from './read-pass.ts'
import { takeListing } from './take-listing.ts'

export type ListOrder = {
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
  const followed = { database, target: target.id, source: settings.source }
  const asked = changesToAsk(followed, order.isWhole, clock.now())
  const first = await listOnce(parts, order, asked)
  if (asked.kind === 'whole' || first.ok || !doubts.has(first.error.code)) return first
  return await listOnce(parts, order, { ...asked, kind: 'whole' })
}

async function listOnce(parts: PassParts, order: ListOrder, asked: ChangesAsked): Promise<Result<Listed>> {
  const { settings, signal, clock } = parts
  parts.onState({ kind: 'fetching', users: 0 })
  const listing = await listSource(settings.source, {
    ...parts.fetch,
    clock,
    signal,
    likes: order.likes,
    asked,
    onProgress: (users) => parts.onState({ kind: 'fetching', users }),
  })
  if (!listing.ok) return listing
  try {
    const settled = await parts.work.settled()
    if (!settled.ok) return settled
    parts.onState({ kind: 'reading', users: 0 })
    return await parts.work.alone('comparing', ({ signal: closing }) =>
      compare(parts, order, asked, listing.value, AbortSignal.any([signal, closing])),
    )
  } finally {
    listing.value.remove()
  }
}

async function compare(
  parts: PassParts,
  { passId, acceptsLoss }: ListOrder,
  asked: ChangesAsked,
  { files, changes, readAt }: Listing,
  signal: AbortSignal,
): Promise<Result<Listed>> {
  const { database, target, settings } = parts
  const kind = changes?.kind ?? 'whole'
  if (changes !== null && kind === 'incremental' && isInDoubt(database, asked, changes)) return inDoubt
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
      const followed = { database, target: target.id, source: settings.source }
      noteChanges(followed, { mark: changes?.mark ?? null }, hasMissedSome)
    }
  })
}

const inDoubt: Result<never> = {
  ok: false,
  error: { code: 'follow-in-doubt', message: 'Whether the source told all changes is in doubt.' },
}
