import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { placeText } from '../../../shared/places.ts'
import { importKey } from '../import-pipeline/compute-claims.ts'
import { storedClaimsText, storedColumns, storedPlan, storedPlanText } from './stored-plan.ts'
import { planRow, plannedRow, type DocumentPlanning, type KnownHolder } from './plan-row.ts'
import type { DraftOptions } from './draft-again.ts'
import { withFacet, withTexts } from './facets.ts'
import { readPlaces } from './file-places.ts'
import { allRows, oneNumber } from './rows.ts'
import { wasSentLive } from './sent.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { bulkTransaction } from './bulk-load.ts'

const chunk = 2000

const rivalRow = plannedRow.extend(storedPlan.shape).extend({
  text: z.string(),
  claimed: z.string(),
  holderLine: z.number().nullable(),
  holderByte: z.number().nullable(),
  holderFile: z.string().nullable(),
  holderFormat: z.string().nullable(),
  holderPlaces: z.string().nullable(),
})

const compared = `${storedPlanText} AS text, ${storedClaimsText} AS claimed`

/**
 * Those to be judged, each with who holds the import of its email. Only a holder that is not to be judged itself is
 * sure to be one still when its rival's turn comes.
 */
const rivals = `SELECT user.id, t.source, user.correction, ${storedColumns}, ${compared},
  holder.line AS holderLine, holder.byte AS holderByte, file.name AS holderFile, file.format AS holderFormat,
  file.places AS holderPlaces
  FROM rival CROSS JOIN user ON user.id = rival.user_id ${withFacet} ${withTexts}
  LEFT JOIN shared_email AS shared ON shared.email = user.email AND shared.first < user.id
  LEFT JOIN user AS holder ON holder.id = shared.first AND holder.password_claim = 1
    AND NOT EXISTS (SELECT 1 FROM rival AS other WHERE other.user_id = shared.first)
    AND NOT EXISTS (SELECT 1 FROM identifier WHERE identifier.key = 'import:' || user.email)
  LEFT JOIN file ON file.id = holder.file_id
  WHERE rival.user_id > ? ORDER BY rival.user_id LIMIT ${chunk}`

const rivalsUnsent = `SELECT user.id, t.source, user.correction, ${storedColumns}, ${compared}, NULL AS holderLine, NULL AS holderByte,
  NULL AS holderFile, NULL AS holderFormat, NULL AS holderPlaces
  FROM rival CROSS JOIN user ON user.id = rival.user_id ${withFacet} ${withTexts}
  WHERE rival.user_id > ? AND NOT ${wasSentLive} ORDER BY rival.user_id LIMIT ${chunk}`

function knownHolder(row: z.infer<typeof rivalRow>): KnownHolder | null {
  const { email, holderLine: line, holderByte: byte, holderFile, holderFormat, holderPlaces } = row
  const key = importKey(email)
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
    INSERT OR IGNORE INTO rival SELECT user_id FROM finding WHERE code = 'duplicate';
    INSERT OR IGNORE INTO rival SELECT one.id
      FROM (SELECT key, min(user_id) AS first FROM identifier GROUP BY key HAVING count(*) > 1) AS shared
      JOIN (SELECT key, user_id AS id FROM identifier) AS one ON one.key = shared.key ${butTheFirst};
    INSERT OR IGNORE INTO rival SELECT one.id
      FROM (SELECT * FROM shared_email WHERE importers > 1) AS shared
      CROSS JOIN user AS one ON one.email = shared.email AND one.password_claim > 0 ${butTheFirst}`)
}
