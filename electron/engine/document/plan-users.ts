import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { claimKeys } from '../../../shared/planning/duplicates.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFailure, type Document } from './open-document.ts'
import { planRow, plannedRow, readPlanning, wasSentLive } from './plan-row.ts'
import { allRows, oneNumber } from './rows.ts'
import { setSetting } from './settings.ts'
import { sql, transaction, type Database } from './sqlite.ts'
import { readStoredCalls } from './stored-calls.ts'

const chunk = 1000

export type PlanOptions = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void }

/** Plans every user that was never sent to a live core, in the order in which they were read. */
export async function planUsers(document: Document, options: PlanOptions): Promise<Result<null>> {
  const { database } = document
  try {
    const planning = readPlanning(database)
    const total = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
    transaction(database, () => {
      setSetting(database, 'planned', false)
      database.exec('DELETE FROM claim; DELETE FROM contest')
      database.exec(`DELETE FROM finding WHERE user_id IN (SELECT id FROM user WHERE NOT ${wasSentLive})`)
      claimForSent(database)
    })
    for (let after = 0, done = 0; ;) {
      const rows = allRows(
        plannedRow,
        sql(
          database,
          `SELECT id, source, correction, calls FROM user WHERE id > ? AND NOT ${wasSentLive} ORDER BY id LIMIT ${chunk}`,
        ),
        after,
      )
      const last = rows.at(-1)
      if (last === undefined) break
      transaction(database, () => {
        for (const row of rows) planRow(database, row, planning)
      })
      after = last.id
      done += rows.length
      options.onProgress(done, total)
      await setImmediate()
      if (options.signal.aborted)
        return problem('planning-stopped', 'Planning was stopped and starts again when the migration is opened.')
    }
    transaction(database, () => {
      noteSharedEmails(database)
      setSetting(database, 'source-providers', countProviders(database))
      setSetting(database, 'planned', true)
    })
    return ok(null)
  } catch (error) {
    return describeFailure(error)
  }
}

const sentRow = z.object({ id: z.number(), calls: z.string() })

/** What was sent holds its place before everything that is planned now. */
function claimForSent(database: Database): void {
  for (let after = 0; ;) {
    const rows = allRows(
      sentRow,
      sql(database, `SELECT id, calls FROM user WHERE id > ? AND ${wasSentLive} ORDER BY id LIMIT ${chunk}`),
      after,
    )
    for (const row of rows) {
      for (const { key } of claimKeys({ calls: readStoredCalls(row.calls) })) {
        sql(database, 'INSERT OR IGNORE INTO claim (key, user_id) VALUES (?, ?)').run(key, row.id)
      }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

const providersRow = z.object({ providers: z.string(), users: z.number() })

/** The provider names of the export with their users, by the names that choices are kept under. */
function countProviders(database: Database): { source: string; users: number }[] {
  const rows = allRows(providersRow, sql(database, 'SELECT providers, count(*) AS users FROM user GROUP BY providers'))
  const counted = new Map<string, number>()
  for (const { providers, users } of rows) {
    for (const source of providers.split(',').filter((name) => name !== ''))
      counted.set(source, (counted.get(source) ?? 0) + users)
  }
  return [...counted].map(([source, users]) => ({ source, users })).sort((a, b) => b.users - a.users)
}

/** The same email in another login method of another user: worth knowing, never a block. */
function noteSharedEmails(database: Database): void {
  database.exec(`
    DELETE FROM finding WHERE code = 'same-email-elsewhere';
    INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail)
    SELECT user.id, 'same-email-elsewhere', '', 0, 'Another user of this migration has the same email with another login method; the core will hold both.'
    FROM user JOIN (SELECT email FROM user WHERE email IS NOT NULL AND plan_state <> 'excluded' GROUP BY email HAVING count(*) > 1) AS shared
      ON shared.email = user.email
    WHERE user.plan_state <> 'excluded' AND user.id NOT IN (SELECT user_id FROM finding WHERE code = 'duplicate')
      AND EXISTS (
        SELECT 1 FROM user other WHERE other.email = user.email AND other.id <> user.id AND other.plan_state <> 'excluded'
          AND other.id NOT IN (SELECT user_id FROM finding WHERE code = 'duplicate'))`)
}
