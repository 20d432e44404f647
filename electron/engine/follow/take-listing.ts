import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { columnsRead, setColumnsRead } from '../document/source-facts.ts'
import { bumpUsersVersion, facetId } from '../document/facets.ts'
import { addFile, changeFile, getFile, type SourceFile } from '../document/files.ts'
import {
  clearStage,
  listPending,
  notePassUser,
  noteReturned,
  stagedAfter,
  type StagedUser,
} from '../document/passes.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import { type Database, oneNumber, oneRow, run, sql, transaction } from '../document/sqlite.ts'
import { replaceSource } from '../document/stored-calls.ts'
import { unplanned } from '../import-pipeline/plan-columns.ts'
import { applyChangedUser, applyHeldUsers, dropChange, dropChangesOfGone, settleDone } from './apply-change.ts'
import { applyNewUser, type PassContext } from './plan-user.ts'
import { followedFiles } from './followed-files.ts'
import { contextOf, type PassParts } from './pass-parts.ts'
import type { ReadPass } from './read-pass.ts'

const chunk = 200

/**
 * Takes what is staged into the document, some users in each transaction: whatever is repeated changes nothing. `onTaken`: within
 * the last transaction. `untaken`: users who wait for something, and stay as they were read before.
 */
export async function takeListing(
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
      noteReturned(database, id)
      // A change that was forgotten when the user left is found again.
      applyChangedUser(context, id, true)
    }
  })
  for (let after = 0; ;) {
    const staged = stagedAfter(database, after, chunk)
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
      notePassUser(database, passId, id, 'gone', 'listed')
      leaveUnsent(context, id)
    }
    dropChangesOfGone(context)
    for (const id of listPending(database, 'sending')) considerFailed(context, id)
    applyHeldUsers(context)
    clearStage(database)
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
    facetId(database, unplanned.facet),
    staged.line,
    staged.byte,
    staged.source_id,
    staged.email,
    staged.phone,
  )
  run(database, 'INSERT INTO user_text (user_id, source) VALUES (?, ?)', id, staged.source)
  changeFile(database, file.id, { records: file.records + 1 })
  notePassUser(database, passId, id, 'new', 'waiting')
  applyNewUser(context, id)
}

/** New users of all passes belong to one file of the document; their listings are gone. */
function fileOfPasses(database: Database): SourceFile {
  const settings = getSetting(database, 'follow')
  const known = settings?.file == null ? undefined : getFile(database, settings.file)
  if (known !== undefined) return known
  const likes = followedFiles(database)
  if (!likes.ok) throw new Error(likes.error.message)
  const [like] = likes.value
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
  return getFile(database, id) ?? like
}

/** A user who left the source before being sent is no longer sent. */
function leaveUnsent(context: PassContext, userId: number): void {
  const { database } = context
  const sent = sql(database, "SELECT 1 FROM call WHERE user_id = ? AND (state <> 'todo' OR tries > 0) LIMIT 1").get(
    userId,
  )
  if (sent !== undefined) return
  const mark = "UPDATE user_text SET source = json_set(source, '$.standing', 'deleted') WHERE user_id = ?"
  run(database, mark, userId)
  applyNewUser(context, userId)
}

/** A change that failed is planned again; one that may be in the core unseen is sent again as it was. */
function considerFailed(context: PassContext, userId: number): void {
  if (settleDone(context, userId) !== 'failed' || applyChangedUser(context, userId, false)) return
  run(
    context.database,
    "UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND user_id = ? AND state = 'failed'",
    context.target.id,
    userId,
  )
}
