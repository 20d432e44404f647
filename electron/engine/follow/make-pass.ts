import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import type { FollowSettings } from '../../../shared/follow/follow-settings.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { reconcileFirst } from '../document/call-status.ts'
import { columnsRead, setColumnsRead } from '../document/columns-read.ts'
import { facetId } from '../document/facets.ts'
import { addFile, changeFile, getFile, listFiles, type SourceFile } from '../document/files.ts'
import {
  addPass,
  changePass,
  clearStage,
  endPass,
  listGone,
  listHeldNew,
  listPending,
  listWaitingNew,
  notePassUser,
  noteReturned,
  openPass,
  stagedAfter,
  type StagedUser,
} from '../document/passes.ts'
import { readPlanning } from '../document/plan-row.ts'
import { allRows, oneNumber, oneRow } from '../document/rows.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { run, sql } from '../document/statements.ts'
import type { Target } from '../document/targets.ts'
import { transaction } from '../document/transactions.ts'
import { bumpUsersVersion } from '../document/users-version.ts'
import type { ReadDrafts } from '../import-pipeline/read-drafts.ts'
import type { Clock } from '../runner/clock.ts'
import type { AskCore } from '../post-run/ask-core.ts'
import { canLookUp } from '../runner/look-up-first.ts'
import { recoverSending } from '../runner/recover.ts'
import type { RoundEnd } from '../runner/round.ts'
import type { Provenance } from '../document/provenance.ts'
import type { BackgroundWork } from '../session/background-work.ts'
import {
  considerChanged,
  considerNew,
  dropChange,
  planningOfPass,
  settleDone,
  type PassContext,
} from './apply-change.ts'
import { removeGone } from './remove-gone.ts'
import { listSource, type ListOptions } from './pass-source.ts'
import { readPass, type ReadPass } from './read-pass.ts'

/** What a pass is doing. */
export type PassState = {
  readonly kind: 'fetching' | 'reading' | 'planning' | 'sending'
  /** Users fetched, or to be sent. */
  readonly users: number
}

export type PassParts = {
  readonly database: Database
  readonly target: Target
  readonly settings: FollowSettings
  readonly work: Pick<BackgroundWork, 'alone' | 'settled'>
  readonly provenance: Provenance
  readonly readDrafts: ReadDrafts
  readonly fetch: Pick<ListOptions, 'startFetch' | 'secrets'>
  readonly clock: Clock
  /** Sends these users and resolves when that ended, however. */
  readonly send: (users: number[]) => Promise<Result<RoundEnd | null>>
  /** Asks the core besides a run. */
  readonly ask: () => { readonly core: AskCore; readonly close: () => Promise<void> }
  readonly signal: AbortSignal
  readonly onState: (state: PassState) => void
}

export type PassOrder = {
  readonly isCutOver: boolean
  /** The operator accepts that the source lost users, or that its IDs have another form. */
  readonly acceptsLoss: boolean
  /** Users who left the source are removed from the core, where this migration created them. */
  readonly removesGone: boolean
}

/** `left`: users whose change could not be sent yet. */
export type PassEnd = { readonly passId: number; readonly sent: number; readonly left: number }

/**
 * One pass: lists the source, compares it with the last listing, and sends the changes to the core. Everything is in
 * the document before it is sent; a pass that a process left open is repeated from a new listing, which finds each
 * change once.
 */
export async function makePass(parts: PassParts, order: PassOrder): Promise<Result<PassEnd>> {
  const { database, target, clock } = parts
  const like = firstFile(database)
  if (!like.ok) return like
  const open = openPass(database, target.id)
  const passId =
    open?.id ?? addPass(database, target.id, { kind: 'whole', isCutOver: order.isCutOver, now: clock.now() })
  if (order.isCutOver) changePass(database, passId, { isCutOver: true })
  const end = (message: string | null) => endPass(database, passId, clock.now(), message)
  recover(parts)
  const read = await list(parts, order, like.value, passId)
  if (!read.ok) {
    clearStage(database)
    // A pass that the operator stopped, or that dies, is made again.
    if (read.error.code !== 'follow-stopped' && !parts.signal.aborted) end(read.error.message)
    return read
  }
  // A listing that the operator accepted although users are missing removes no user.
  if (order.removesGone && !order.acceptsLoss) await removeThose(parts, passId)
  const sent = await sendChanges(parts, passId)
  if (!sent.ok) {
    if (!parts.signal.aborted) end(sent.error.message)
    return sent
  }
  const left = usersToSend(database).filter((id) => !isFailed(database, target.id, id)).length
  if (sent.value.stopped !== null) {
    if (!parts.signal.aborted) end(sent.value.stopped.message)
    return problem(sent.value.stopped.code, sent.value.stopped.message)
  }
  end(null)
  return ok({ passId, sent: sent.value.sent, left })
}

/** What they had in the core is free for others afterwards. */
async function removeThose(parts: PassParts, passId: number): Promise<void> {
  const { database } = parts
  const context = contextOf(parts, passId)
  const { core, close } = parts.ask()
  try {
    await removeGone(context, core)
  } finally {
    await close()
  }
  transaction(database, () => {
    for (const id of listPending(database, 'held')) considerChanged(context, id, false)
    for (const id of listHeldNew(database)) considerNew(context, id)
  })
}

/** The one file that the migration was read from. */
export function firstFile(database: Database): Result<SourceFile> {
  const own = getSetting(database, 'follow')?.file ?? null
  const [first, ...others] = listFiles(database).filter(({ id }) => id !== own)
  if (first === undefined) return problem('follow-nothing', 'This migration has no export yet. Run it first.')
  if (others.length > 0 || first.zip_member !== null) {
    return problem(
      'follow-several-files',
      'This migration was read from several files, which no pass can compare with one listing. Migrate an export of one file to follow its source.',
    )
  }
  return ok(first)
}

/** What the process before left behind counts as a run would take it. */
function recover({ database, target, clock, settings }: PassParts): void {
  recoverSending(database, target.id, canLookUp(target), clock.now())
  if (settings.signIn !== 'not-yet') return
  // No user can sign in there and change a password, so a password that may have arrived is sent again.
  transaction(database, () => {
    const users = 'user_id IN (SELECT user_id FROM pending_change WHERE state = ?)'
    run(
      database,
      `UPDATE call SET state = 'todo', status = NULL, tries = 0 WHERE target_id = ? AND kind = 'import'
       AND (status = '${reconcileFirst}' OR state = 'in-doubt') AND ${users}`,
      target.id,
      'sending',
    )
    run(
      database,
      `UPDATE progress SET state = 'ready' WHERE target_id = ? AND state = 'in-doubt' AND ${users}`,
      target.id,
      'sending',
    )
  })
}

async function list(parts: PassParts, order: PassOrder, like: SourceFile, passId: number): Promise<Result<ReadPass>> {
  const { database, settings, signal, clock } = parts
  parts.onState({ kind: 'fetching', users: 0 })
  const listing = await listSource(settings.source, {
    ...parts.fetch,
    clock,
    signal,
    like: like.name,
    onProgress: (users) => parts.onState({ kind: 'fetching', users }),
  })
  if (!listing.ok) return listing
  try {
    const settled = await parts.work.settled()
    if (!settled.ok) return settled
    parts.onState({ kind: 'reading', users: 0 })
    return await parts.work.alone('comparing', async ({ signal: closing }) => {
      const both = AbortSignal.any([signal, closing])
      const { choices, context } = readPlanning(database)
      const { path, size, readAt } = listing.value
      const read = await readPass(database, {
        like,
        path,
        size,
        planning: { choices, context },
        read: parts.readDrafts,
        signal: both,
        acceptsLoss: order.acceptsLoss,
        isWhole: true,
      })
      if (!read.ok) return read
      parts.onState({ kind: 'planning', users: 0 })
      const { listed, unreadable } = read.value
      changePass(database, passId, { kind: 'whole', readAt, listed, unreadable })
      return await apply(parts, passId, like, read.value, both)
    })
  } finally {
    listing.value.remove()
  }
}

const chunk = 200

/** Takes what is staged into the document, some users in each transaction: whatever is repeated changes nothing. */
async function apply(
  parts: PassParts,
  passId: number,
  like: SourceFile,
  read: ReadPass,
  signal: AbortSignal,
): Promise<Result<ReadPass>> {
  const { database } = parts
  const context = contextOf(parts, passId)
  transaction(database, () => {
    for (const id of read.returned) {
      noteReturned(database, id)
      // A change that was forgotten when the user left is found again.
      considerChanged(context, id, true)
    }
  })
  for (let after = 0; ;) {
    const staged = stagedAfter(database, after, chunk)
    const last = staged.at(-1)
    if (last === undefined) break
    if (signal.aborted) return problem('follow-stopped', 'The pass was stopped. It goes on when it is resumed.')
    transaction(database, () => {
      for (const user of staged) takeUser(context, like, user)
      bumpUsersVersion(database)
    })
    after = last.id
    await setImmediate()
  }
  transaction(database, () => {
    for (const id of read.gone) {
      dropChange(context, id)
      notePassUser(database, passId, id, 'gone', 'listed')
      leaveUnsent(context, id)
    }
    for (const id of listPending(database, 'sending')) considerFailed(context, id)
    for (const id of listPending(database, 'held')) considerChanged(context, id, false)
    for (const id of listHeldNew(database)) considerNew(context, id)
    clearStage(database)
    bumpUsersVersion(database)
  })
  return ok(read)
}

function contextOf({ database, target, settings, provenance, clock }: PassParts, passId: number): PassContext {
  const planning = planningOfPass(readPlanning(database), settings.signIn, target)
  return { database, target, passId, planning, provenance, now: clock.now }
}

const sourceRow = z.object({ source: z.string() })

function takeUser(context: PassContext, like: SourceFile, staged: StagedUser): void {
  const { database } = context
  if (staged.user_id === null) return addUser(context, like, staged)
  const before = oneRow(sourceRow, sql(database, 'SELECT source FROM user_text WHERE user_id = ?'), staged.user_id)
  run(database, 'UPDATE user_text SET source = ? WHERE user_id = ?', staged.source, staged.user_id)
  // It stays unread, so that the next pass finds it again.
  if (!considerChanged(context, staged.user_id, true))
    run(database, 'UPDATE user_text SET source = ? WHERE user_id = ?', before?.source ?? '{}', staged.user_id)
}

/** The place of a user before it is planned. */
const unplanned = ['blocked', 'none', '', '', 0, '', ''] as const

function addUser(context: PassContext, like: SourceFile, staged: StagedUser): void {
  const { database, passId } = context
  const file = fileOfPasses(database, like)
  const id = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) + 1 AS n FROM user'))
  run(
    database,
    'INSERT INTO user (id, file_id, facet_id, line, byte, source_id, email, phone) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    file.id,
    facetId(database, unplanned),
    staged.line,
    staged.byte,
    staged.source_id,
    staged.email,
    staged.phone,
  )
  run(database, 'INSERT INTO user_text (user_id, source) VALUES (?, ?)', id, staged.source)
  changeFile(database, file.id, { records: file.records + 1 })
  notePassUser(database, passId, id, 'new', 'waiting')
  considerNew(context, id)
}

/** New users of all passes belong to one file of the document; their listings are gone. */
function fileOfPasses(database: Database, like: SourceFile): SourceFile {
  const settings = getSetting(database, 'follow')
  const known = settings?.file == null ? undefined : getFile(database, settings.file)
  if (known !== undefined) return known
  const name = `${like.name} (passes)`
  const id = addFile(database, name, name, 0)
  const { format, compression, encoding, recognition, provider_override, mapping, places } = like
  changeFile(database, id, {
    format,
    compression,
    encoding,
    recognition,
    provider_override,
    mapping,
    places,
    complete: true,
  })
  setColumnsRead(database, id, columnsRead(database, like.id))
  if (settings !== undefined) setSetting(database, 'follow', { ...settings, file: id })
  const made = getFile(database, id)
  return made ?? like
}

/** A user who was never sent and left the source is not sent any more. */
function leaveUnsent(context: PassContext, userId: number): void {
  const { database } = context
  const sent = sql(database, "SELECT 1 FROM call WHERE user_id = ? AND (state <> 'todo' OR tries > 0) LIMIT 1").get(
    userId,
  )
  if (sent !== undefined) return
  const mark = "UPDATE user_text SET source = json_set(source, '$.standing', 'deleted') WHERE user_id = ?"
  run(database, mark, userId)
  considerNew(context, userId)
}

/** A change that failed is planned again; one that may be in the core unseen is sent again as it was. */
function considerFailed(context: PassContext, userId: number): void {
  if (settleDone(context, userId) !== 'failed' || considerChanged(context, userId, false)) return
  run(
    context.database,
    "UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND user_id = ? AND state = 'failed'",
    context.target.id,
    userId,
  )
}

const idRow = z.object({ id: z.number() })

/** Users of passes who are to be sent, unless they left the source before anything of them was. */
function usersToSend(database: Database): readonly number[] {
  const gone = new Set(listGone(database))
  const isThere = "SELECT 1 FROM call WHERE user_id = ? AND state = 'done' LIMIT 1"
  const isBegun = (id: number) => sql(database, isThere).get(id) !== undefined
  const waiting = listWaitingNew(database).filter((id) => !gone.has(id) || isBegun(id))
  const changed = listPending(database, 'sending').filter((id) => !gone.has(id))
  return [...new Set([...changed, ...waiting])]
}

/** Changes that free what others wait for are followed by another round; no chain is longer. */
const maxRounds = 8

type SentChanges = {
  readonly sent: number
  readonly stopped: { readonly code: string; readonly message: string } | null
}

async function sendChanges(parts: PassParts, passId: number): Promise<Result<SentChanges>> {
  const { database, clock } = parts
  let total = 0
  const tried = new Set<number>()
  for (let round = 0; round < maxRounds; round += 1) {
    const users = usersToSend(database).filter((id) => round === 0 || !tried.has(id))
    if (users.length === 0) break
    for (const id of users) tried.add(id)
    parts.onState({ kind: 'sending', users: users.length })
    const end = await parts.send([...users])
    if (!end.ok) return end
    changePass(database, passId, { writtenAt: clock.now() })
    const released = settleSent(parts, passId)
    total += users.length
    for (const id of released) tried.delete(id)
    const stop = end.value?.stop ?? null
    if (parts.signal.aborted)
      return ok({
        sent: total,
        stopped: { code: 'follow-stopped', message: 'The pass was stopped. It goes on when it is resumed.' },
      })
    if (stop !== null) {
      const message = (end.value?.message ?? '').trim()
      return ok({
        sent: total,
        stopped: { code: stop, message: message === '' ? `Sending stopped: ${stop}.` : message },
      })
    }
  }
  return ok({ sent: total, stopped: null })
}

const progressRow = z.object({ id: z.number(), state: z.string() })

/** Notes what became of the users that were sent, and plans again who waited for them. Returns these. */
function settleSent(parts: PassParts, passId: number): readonly number[] {
  const { database, target } = parts
  const context = contextOf(parts, passId)
  const before = new Set(usersToSend(database))
  transaction(database, () => {
    for (const id of listPending(database, 'sending')) settleDone(context, id)
    const states = `SELECT user_id AS id, state FROM progress WHERE target_id = ? AND user_id IN
      (SELECT user_id FROM pass_user WHERE change IN ('new', 'unsent') AND state = 'waiting')`
    for (const { id, state } of allRows(progressRow, sql(database, states), target.id)) {
      const became = newStates[state]
      if (became !== undefined)
        run(
          database,
          "UPDATE pass_user SET state = ? WHERE user_id = ? AND change IN ('new', 'unsent') AND state = 'waiting'",
          became,
          id,
        )
    }
    for (const id of listPending(database, 'held')) considerChanged(context, id, false)
    for (const id of listHeldNew(database)) if (!isFailed(database, target.id, id)) considerNew(context, id)
    bumpUsersVersion(database)
  })
  return usersToSend(database).filter((id) => !before.has(id))
}

const newStates: Readonly<Record<string, string>> = {
  migrated: 'sent',
  existing: 'listed',
  failed: 'failed',
  blocked: 'held',
  'in-doubt': 'held',
}

/** The core refused it, or has it: nothing is left to be sent before something about the user changes. */
function isFailed(database: Database, targetId: number, userId: number): boolean {
  const select = "SELECT user_id AS id FROM progress WHERE target_id = ? AND user_id = ? AND state <> 'ready'"
  return oneRow(idRow, sql(database, select), targetId, userId) !== undefined
}
