import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import type { Choices } from '../../../shared/planning/choices.ts'
import { correctionSchema } from '../../../shared/planning/correction.ts'
import { claimKeys, withDuplicates } from '../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { planUser, type PlanContext } from '../../../shared/planning/plan-user.ts'
import { providerKey } from '../../../shared/users/known-provider.ts'
import type { User } from '../../../shared/users/user.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFailure, type Document } from './open-document.ts'
import { allRows, oneNumber, oneRow } from './rows.ts'
import { getChoices, getScrypt, setSetting } from './settings.ts'
import { sql, transaction, type Database } from './sqlite.ts'
import { readStoredCalls } from './stored-calls.ts'
import { readStoredUser } from './stored-user.ts'
import { currentTarget } from './targets.ts'

const chunk = 1000

/** Users that were sent to a live core keep the plan they were sent with. */
const wasSentLive = `EXISTS (SELECT 1 FROM target t JOIN progress p ON p.target_id = t.id AND p.user_id = user.id WHERE t.kind = 'live')`

const userRow = z.object({
  id: z.number(),
  source: z.string(),
  correction: z.string().nullable(),
  calls: z.string(),
})
type UserRow = z.infer<typeof userRow>

/** What is the same for every user of one planning. */
type Planning = { readonly choices: Choices; readonly context: PlanContext; readonly hasParts: boolean }

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
    const sources = new Map<string, number>()
    for (let after = 0, done = 0; ;) {
      const rows = allRows(
        userRow,
        sql(
          database,
          `SELECT id, source, correction, calls FROM user WHERE id > ? AND NOT ${wasSentLive} ORDER BY id LIMIT ${chunk}`,
        ),
        after,
      )
      const last = rows.at(-1)
      if (last === undefined) break
      transaction(database, () => {
        for (const row of rows) countProviders(sources, planRow(database, row, planning))
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
      setSetting(
        database,
        'source-providers',
        [...sources].map(([source, users]) => ({ source, users })),
      )
      setSetting(database, 'planned', true)
    })
    return ok(null)
  } catch (error) {
    return describeFailure(error)
  }
}

/** Plans one corrected user again, and those whose duplicate it was. Returns false when there is no such user. */
export function planOneAgain(database: Database, userId: number): boolean {
  const planning = readPlanning(database)
  return transaction(database, () => {
    const released = allRows(keyRow, sql(database, 'SELECT key FROM claim WHERE user_id = ?'), userId)
    const found = replan(database, userId, planning)
    for (const { key } of released) {
      const heir = oneRow(
        idRow,
        sql(database, 'SELECT user_id FROM contest WHERE key = ? ORDER BY user_id LIMIT 1'),
        key,
      )
      const free = sql(database, 'SELECT 1 FROM claim WHERE key = ?').get(key) === undefined
      if (heir !== undefined && free) replan(database, heir.user_id, planning)
    }
    return found
  })
}

const keyRow = z.object({ key: z.string() })
const idRow = z.object({ user_id: z.number() })

function replan(database: Database, userId: number, planning: Planning): boolean {
  const row = oneRow(userRow, sql(database, 'SELECT id, source, correction, calls FROM user WHERE id = ?'), userId)
  if (row === undefined) return false
  for (const table of ['claim', 'contest', 'finding'])
    sql(database, `DELETE FROM ${table} WHERE user_id = ?`).run(userId)
  planRow(database, row, planning)
  return true
}

function readPlanning(database: Database): Planning {
  return {
    choices: getChoices(database),
    context: { scrypt: getScrypt(database), dialect: currentTarget(database)?.dialect ?? 'documented' },
    hasParts: sql(database, 'SELECT 1 FROM part WHERE user_id IS NOT NULL LIMIT 1').get() !== undefined,
  }
}

const partRow = z.object({ part: z.string() })

/** The user as the export says it, with its joined parts. */
export function loadUser(
  database: Database,
  row: { readonly id: number; readonly source: string },
  hasParts = true,
): User {
  const parts = hasParts
    ? allRows(partRow, sql(database, 'SELECT part FROM part WHERE user_id = ? ORDER BY id'), row.id)
    : []
  return readStoredUser(
    row.source,
    parts.map((p) => p.part),
  )
}

function planRow(database: Database, row: UserRow, planning: Planning): User {
  const user = loadUser(database, row, planning.hasParts)
  const correction = row.correction === null ? null : correctionSchema.parse(JSON.parse(row.correction))
  const drafted = planUser(user, correction, planning.choices, planning.context)
  const plan = withDuplicates(drafted, (key) => whoHas(database, key, row.id), planning.choices)
  for (const { key } of claimKeys(drafted)) {
    const claimed =
      drafted.state === 'excluded'
        ? 0
        : sql(database, 'INSERT OR IGNORE INTO claim (key, user_id) VALUES (?, ?)').run(key, row.id).changes
    if (drafted.state !== 'excluded' && Number(claimed) === 0) {
      sql(database, 'INSERT OR IGNORE INTO contest (key, user_id) VALUES (?, ?)').run(key, row.id)
    }
  }
  storePlan(database, row, user, plan)
  return user
}

const holderRow = z.object({ user_id: z.number(), line: z.number(), name: z.string() })

function whoHas(
  database: Database,
  key: string,
  userId: number,
): { readonly line: number; readonly file: string } | null {
  const holder = oneRow(
    holderRow,
    sql(
      database,
      'SELECT claim.user_id, user.line, file.name FROM claim JOIN user ON user.id = claim.user_id JOIN file ON file.id = user.file_id WHERE key = ?',
    ),
    key,
  )
  return holder === undefined || holder.user_id === userId ? null : { line: holder.line, file: holder.name }
}

function storePlan(database: Database, row: UserRow, user: User, plan: Plan): void {
  const calls = JSON.stringify(plan.calls)
  const bucket =
    plan.bucket.kind === 'family'
      ? plan.bucket.family
      : plan.bucket.kind === 'unsupported'
        ? `unsupported:${plan.bucket.family}`
        : plan.bucket.kind
  const methods = [
    ...new Set(
      plan.calls.map((call) => (call.kind === 'import' ? 'password' : call.kind)).filter((kind) => kind !== 'update'),
    ),
  ]
  const note = plan.findings.find((f) => f.blocks) ?? plan.findings[0]
  sql(
    database,
    'UPDATE user SET email = ?, phone = ?, plan_state = ?, calls = ?, methods = ?, bucket = ?, providers = ?, note = ?, reason = ? WHERE id = ?',
  ).run(
    plan.email,
    plan.phone,
    plan.state,
    calls,
    methods.join(','),
    bucket,
    `,${[...new Set(user.identities.map((identity) => providerKey(identity.provider)))].join(',')},`,
    note?.detail ?? '',
    plan.state === 'blocked' ? (note?.code ?? '') : '',
    row.id,
  )
  for (const finding of plan.findings) {
    sql(database, 'INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail) VALUES (?, ?, ?, ?, ?)').run(
      row.id,
      finding.code,
      finding.group,
      finding.blocks ? 1 : 0,
      finding.detail,
    )
  }
  if (calls !== row.calls) forgetRehearsal(database, row.id)
}

/** What a rehearsal said of a plan that changed since is no longer true. */
function forgetRehearsal(database: Database, userId: number): void {
  for (const table of ['progress', 'call', 'attempt']) {
    sql(
      database,
      `DELETE FROM ${table} WHERE user_id = ? AND target_id IN (SELECT id FROM target WHERE kind = 'rehearsal')`,
    ).run(userId)
  }
}

function claimForSent(database: Database): void {
  const rows = sql(database, `SELECT id, source, correction, calls FROM user WHERE ${wasSentLive}`).iterate()
  const sent = [...rows].map((row) => userRow.parse(row))
  for (const row of sent) {
    for (const { key } of claimKeys({ calls: readStoredCalls(row.calls) })) {
      sql(database, 'INSERT OR IGNORE INTO claim (key, user_id) VALUES (?, ?)').run(key, row.id)
    }
  }
}

function countProviders(sources: Map<string, number>, user: User): void {
  for (const provider of new Set(user.identities.map((identity) => providerKey(identity.provider)))) {
    sources.set(provider, (sources.get(provider) ?? 0) + 1)
  }
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
