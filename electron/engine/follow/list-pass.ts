import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { maxIncremental, maxIncrementalMs } from '../../../shared/follow/follow-view.ts'
import type { FollowSettings } from '../../../shared/follow/follow-settings.ts'
import { type Result, ok, problem } from '../../../shared/result.ts'
import {
  countDocumentUsers,
  passStage,
  passTable,
  passResults,
  pendingChanges,
  type StagedUser,
} from '../document/passes.ts'
import { readPlanning } from '../document/plans/plan-row.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import { allRows, type Database, sql, oneNumber, oneRow, run, transaction } from '../document/sqlite.ts'
import type { ChangesAsked, ListedChanges } from '../fetching/fetch-outcome.ts'
import { type FollowedFiles, followedFiles } from './followed-files.ts'
import { type PassParts, contextOf } from './pass-parts.ts'
import { type Listing, listSource } from './pass-source.ts'
import { readPass, type ReadPass } from './read-pass.ts'
import { fileFact, setFileFact } from '../document/source-facts.ts'
import { bumpUsersVersion, facetTable } from '../document/facets.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import { replaceSource } from '../document/stored-calls.ts'
import { unplanned } from '../import-pipeline/plan-columns.ts'
import { applyChangedUser, applyHeldUsers, dropChange, dropChangesOfGone, settleDone } from './apply-change.ts'
import { applyNewUser, markDeleted, type PassContext, retryFailed } from './plan-user.ts'

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
    areFetched: settings.source.kind === 'fetch',
    planning: { choices, context },
    read: parts.readDrafts,
    signal,
    acceptsLoss,
    isWhole: kind === 'whole',
  })
  if (!read.ok) return read
  parts.onState({ kind: 'planning', users: 0 })
  const { listed, unused } = read.value
  passTable.change(database, passId, { kind, readAt, listed, unreadable: unused.unclear + unused.unreadable })
  setSetting(database, 'unused-records', { pass: passId, records: unused })
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
  const passes = passTable.list(database, target).filter(({ state }) => state === 'done')
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
  return all !== null && all * 10 < (countDocumentUsers(database) - passResults.listAbsent(database).length) * 9
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

const chunk = 200

/**
 * Takes what is staged into the document, some users in each transaction: whatever is repeated changes nothing. `onTaken`: within
 * the last transaction. `untaken`: users who wait for something, and stay as they were read before.
 */
async function takeListing(
  parts: PassParts,
  passId: number,
  read: ReadPass,
  signal: AbortSignal,
  onTaken: (untaken: number) => void,
): Promise<Result<{ readonly untaken: number }>> {
  const { database } = parts
  let untaken = 0
  const context = contextOf(parts, passId)
  transaction(database, () => {
    for (const id of read.returned) {
      passResults.noteReturned(database, id)
      // A change that was forgotten when the user left is found again.
      applyChangedUser(context, id, true)
    }
  })
  for (let after = 0; ;) {
    const staged = passStage.after(database, after, chunk)
    const last = staged.at(-1)
    if (last === undefined) break
    if (signal.aborted) return problem('follow-stopped', 'The pass was stopped. It continues when it is resumed.')
    transaction(database, () => {
      for (const user of staged) if (!takeUser(context, user)) untaken += 1
      bumpUsersVersion(database)
    })
    after = last.id
    await setImmediate()
  }
  transaction(database, () => {
    for (const id of read.gone) {
      dropChange(context, id)
      passResults.note(database, passId, id, 'gone', 'listed')
      leaveUnsent(context, id)
    }
    dropChangesOfGone(context)
    for (const id of pendingChanges.list(database, 'sending')) considerFailed(context, id)
    applyHeldUsers(context)
    passStage.clear(database)
    bumpUsersVersion(database)
    onTaken(untaken)
  })
  return ok({ untaken })
}

const sourceRow = z.object({ source: z.string() })

/** False: the user waits for something. */
function takeUser(context: PassContext, staged: StagedUser): boolean {
  const { database } = context
  if (staged.user_id === null) {
    addUser(context, staged)
    return true
  }
  const before = oneRow(sourceRow, sql(database, 'SELECT source FROM user_text WHERE user_id = ?'), staged.user_id)
  replaceSource(database, staged.user_id, staged.source)
  if (applyChangedUser(context, staged.user_id, true)) return true
  // It stays unread, so that the next pass finds it again.
  replaceSource(database, staged.user_id, before?.source ?? '{}')
  return false
}

function addUser(context: PassContext, staged: StagedUser): void {
  const { database, passId } = context
  const file = fileOfPasses(database)
  const id = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) + 1 AS n FROM user'))
  run(
    database,
    'INSERT INTO user (id, file_id, facet_id, line, byte, source_id, email, phone) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    file.id,
    facetTable.id(database, unplanned.facet),
    staged.line,
    staged.byte,
    staged.source_id,
    staged.email,
    staged.phone,
  )
  run(database, 'INSERT INTO user_text (user_id, source) VALUES (?, ?)', id, staged.source)
  fileTable.change(database, file.id, { records: file.records + 1 })
  passResults.note(database, passId, id, 'new', 'waiting')
  applyNewUser(context, id)
}

/** New users of all passes belong to one file of the document; their listings are gone. */
function fileOfPasses(database: Database): SourceFile {
  const settings = getSetting(database, 'follow')
  const known = settings?.file == null ? undefined : fileTable.get(database, settings.file)
  if (known !== undefined) return known
  const likes = followedFiles(database)
  if (!likes.ok) throw new Error(likes.error.message)
  const [like] = likes.value
  const name = `${like.name} (passes)`
  const id = fileTable.add(database, name, name, 0)
  const { format, compression, encoding, recognition, provider_override, mapping, places } = like
  fileTable.change(database, id, {
    format,
    compression,
    encoding,
    recognition,
    provider_override,
    mapping,
    places,
    complete: true,
  })
  const read = fileFact(database, like.id, 'columns-read')
  if (read !== null) setFileFact(database, id, 'columns-read', read)
  if (settings !== undefined) setSetting(database, 'follow', { ...settings, file: id })
  return fileTable.get(database, id) ?? like
}

/** A user who left the source before being sent is no longer sent. */
function leaveUnsent(context: PassContext, userId: number): void {
  const { database } = context
  const sent = sql(database, "SELECT 1 FROM call WHERE user_id = ? AND (state <> 'todo' OR tries > 0) LIMIT 1").get(
    userId,
  )
  if (sent !== undefined) return
  markDeleted(context, userId)
  applyNewUser(context, userId)
}

/** A change that failed is planned again; one that may be in the core unseen is sent again as it was. */
function considerFailed(context: PassContext, userId: number): void {
  if (settleDone(context, userId) !== 'failed' || applyChangedUser(context, userId, false)) return
  retryFailed(context, userId)
}
