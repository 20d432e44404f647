import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { placeText } from '../../../../shared/places.ts'
import { computeClaims, emailOfClaim, importClaim, type UserClaims } from '../../import-pipeline/compute-claims.ts'
import type { DraftBatch } from '../../import-pipeline/draft-batch.ts'
import type { Refusal } from '../../import-pipeline/fast/streaming-dedup.ts'
import type { Settled } from '../../import-pipeline/plan-columns.ts'
import { withTexts } from '../facets.ts'
import type { OutdatedUsers } from './outdated-plans.ts'
import { type DocumentPlanning, draftRow, type KnownHolder, plannedRow, planRow } from './plan-row.ts'
import { readPlaces } from '../source-facts.ts'
import { allRows, bulkTransaction, type Database, oneNumber, sql } from '../sqlite.ts'
import { wasSentLive } from '../stored-calls.ts'
import {
  isDuplicate,
  isStored,
  planValues,
  readStoredPlan,
  readStoredText,
  storedClaimsText,
  storedColumns,
  storedPlan,
  type StoredPlan,
  storedPlanText,
  storePlan,
  writeClaims,
} from './stored-plan.ts'

const chunk = 2000

const rivalRow = plannedRow.extend(storedPlan.shape).extend({
  stored: z.string(),
  claimed: z.string(),
  holderLine: z.number().nullable(),
  holderByte: z.number().nullable(),
  holderFile: z.string().nullable(),
  holderFormat: z.string().nullable(),
  holderPlaces: z.string().nullable(),
})

const compared = `${storedPlanText} AS stored, ${storedClaimsText} AS claimed`

/**
 * Those to be judged, each with who holds the import of its email. Only a holder that is not to be judged itself is
 * sure to be one still when its rival's turn comes.
 */
const rivals = `SELECT user.id, t.source, user.correction, ${storedColumns}, ${compared},
  holder.line AS holderLine, holder.byte AS holderByte, file.name AS holderFile, file.format AS holderFormat,
  file.places AS holderPlaces
  FROM rival CROSS JOIN user ON user.id = rival.user_id ${withTexts}
  LEFT JOIN shared_email AS shared ON shared.email = user.email AND shared.first < user.id
  LEFT JOIN user AS holder ON holder.id = shared.first AND holder.password_claim = 1
    AND NOT EXISTS (SELECT 1 FROM rival AS other WHERE other.user_id = shared.first)
    AND NOT EXISTS (SELECT 1 FROM identifier WHERE identifier.key = 'import:' || user.email)
  LEFT JOIN file ON file.id = holder.file_id
  WHERE rival.user_id > ? ORDER BY rival.user_id LIMIT ${chunk}`

const rivalsUnsent = `SELECT user.id, t.source, user.correction, ${storedColumns}, ${compared}, NULL AS holderLine, NULL AS holderByte,
  NULL AS holderFile, NULL AS holderFormat, NULL AS holderPlaces
  FROM rival CROSS JOIN user ON user.id = rival.user_id ${withTexts}
  WHERE rival.user_id > ? AND NOT ${wasSentLive} ORDER BY rival.user_id LIMIT ${chunk}`

function knownHolder(row: z.infer<typeof rivalRow>): KnownHolder | null {
  const { email, holderLine: line, holderByte: byte, holderFile, holderFormat, holderPlaces } = row
  const key = importClaim(email)
  return key === null || line === null || byte === null || holderFile === null || holderPlaces === null
    ? null
    : { key, place: { file: holderFile, place: placeText(readPlaces(holderPlaces), holderFormat, { line, byte }) } }
}

/**
 * Judges the users that claim what an earlier one has, in the order in which they were read. Those that were sent to a
 * live core come before all others. After `findSharedEmails`. `onRivals`: how many there are. Returns false when it was stopped.
 */
export async function judgeDuplicates(
  database: Database,
  planning: DocumentPlanning,
  options: DraftOptions & { readonly onRivals: (rivals: number) => void },
): Promise<boolean> {
  findRivals(database, planning.anySent)
  options.onRivals(oneNumber(sql(database, 'SELECT count(*) AS n FROM rival')))
  for (let after = 0; ;) {
    const rows = allRows(rivalRow, sql(database, planning.anySent ? rivalsUnsent : rivals), after)
    const last = rows.at(-1)
    if (last === undefined) break
    bulkTransaction(database, () => {
      for (const row of rows) {
        const before = planning.anySent ? 'earlier-or-sent' : 'earlier'
        planRow(database, row, planning, before, row, knownHolder(row))
      }
    })
    after = last.id
    options.onProgress(rows.length)
    await setImmediate()
    if (options.signal.aborted) return false
  }
  database.exec('DELETE FROM rival')
  return true
}

/**
 * Notes in a table of this connection who has to be judged: all but the first of those with the same claim, and who was a
 * duplicate before. After a live run the first one by the order of the export need not be the first one in the core.
 */
function findRivals(database: Database, anySent: boolean): void {
  const butTheFirst = anySent ? '' : 'AND one.id > shared.first'
  database.exec(`
    CREATE TEMP TABLE IF NOT EXISTS rival (user_id INTEGER PRIMARY KEY);
    DELETE FROM rival;
    INSERT OR IGNORE INTO rival SELECT user_id FROM user_finding WHERE code = 'duplicate';
    INSERT OR IGNORE INTO rival SELECT one.id
      FROM (SELECT key, min(user_id) AS first FROM identifier GROUP BY key HAVING count(*) > 1) AS shared
      JOIN (SELECT key, user_id AS id FROM identifier) AS one ON one.key = shared.key ${butTheFirst};
    INSERT OR IGNORE INTO rival SELECT one.id
      FROM (SELECT * FROM shared_email WHERE importers > 1) AS shared
      CROSS JOIN user AS one ON one.email = shared.email AND one.password_claim > 0 ${butTheFirst}`)
}

const draftAgainChunk = 1000

/** The user with what its plan is compared with. */
const draftedRow = plannedRow.extend({ stored: z.string() })

type DraftOptions = {
  readonly signal: AbortSignal
  /** Called after each chunk with its number of users. */
  readonly onProgress: (users: number) => void
}

/**
 * Drafts those users of a table that were never sent to a live core again, and writes what is not as it was. Users that were judged
 * duplicates keep that plan until they are judged again. Returns false when it was stopped.
 */
export async function draftUsersAgain(
  database: Database,
  planning: DocumentPlanning,
  table: OutdatedUsers['table'],
  options: DraftOptions,
): Promise<boolean> {
  const unsent = planning.anySent ? `AND NOT ${wasSentLive}` : ''
  const others = table === 'user' ? '' : `CROSS JOIN user ON user.id = ${table}.id`
  const select = `SELECT user.id, t.source, user.correction, ${storedPlanText} AS stored
    FROM ${table} ${others} ${withTexts}
    WHERE ${table}.id > ? ${unsent} ORDER BY ${table}.id LIMIT ${draftAgainChunk}`
  for (let after = 0; ;) {
    const rows = allRows(draftedRow, sql(database, select), after)
    const last = rows.at(-1)
    if (last === undefined) return true
    bulkTransaction(database, () => {
      for (const row of rows) {
        const drafted = draftRow(database, row, planning)
        const values = planValues(drafted)
        const isKept = isDuplicate(row.stored)
        if (!isKept && isStored(database, row.stored, values)) continue
        const claims = computeClaims(drafted)
        const kept = readStoredText(row.stored) ?? readStoredPlan(database, row.id)
        if (!isKept) storePlan(database, row.id, drafted, claims, kept, planning, values)
        else if (!wantsTheSame(drafted, claims, kept)) writeClaims(database, row.id, claims, kept)
      }
    })
    after = last.id
    options.onProgress(rows.length)
    await setImmediate()
    if (options.signal.aborted) return false
  }
}

/** Whether a duplicate wants nothing but the password import of its email, as before: who holds that is judged afterwards. */
function wantsTheSame({ plan }: Settled, { claims, passwordClaim }: UserClaims, kept: StoredPlan): boolean {
  const isImport = claims.length === 0 && kept.claims === 0
  return isImport && plan.email === kept.email && passwordClaim > 0 === kept.password_claim > 0
}

/** Keys that need no search among users who were all judged as they were read. */
export type ConfirmedDedup = {
  /** Ids of users: every email that several users can be sent with is that of one of them. */
  readonly sharingEmail: readonly number[]
}

/** Follows whether all users of the document are judged by the time they are read. */
export type DedupConfirmation = {
  /** The document has no user yet. */
  readonly begin: () => void
  /** A batch was stored, users of it with the ids that follow those before. */
  readonly add: (batch: DraftBatch) => void
  /** Null: a user was skipped, so all have to be judged. */
  readonly judged: () => ConfirmedDedup | null
}

/** More are looked for in the document, instead of being kept in memory. */
const maxSharing = 500_000

export function createDedupConfirmation(database: Database): DedupConfirmation {
  let sharingEmail: number[] = []
  /** Reading numbers users from 1, as the document does. */
  let read = 0
  let all = false
  return {
    begin: () => {
      sharingEmail = []
      read = 0
      all = true
    },
    add: ({ users, judged, refused, sharingEmail: sharing }) => {
      if (!all || users.of.length === 0) return
      for (const at of sharing) sharingEmail.push(read + at + 1)
      read += users.of.length
      all = judged && sharingEmail.length <= maxSharing && refused.every((one) => isHeld(database, one))
    },
    judged: () => (all ? { sharingEmail } : null),
  }
}

/** Is the holder the one it was taken for? Reading knows keys by a digest. */
function isHeld(database: Database, [holder, key]: Refusal): boolean {
  const email = emailOfClaim(key)
  const found =
    email === null
      ? sql(database, 'SELECT 1 FROM identifier WHERE user_id = ? AND key = ? AND is_owner = 1').get(holder, key)
      : sql(database, 'SELECT 1 FROM user WHERE id = ? AND email = ? AND password_claim = 1').get(holder, email)
  return found !== undefined
}
