import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allRows } from '../../electron/engine/document/rows.ts'
import { sqliteDriver } from '../../electron/engine/document/sqlite.ts'
import { firstSchema } from '../support/first-schema.ts'
import { usersOfProvider, usersWithHashes, usersWithoutHash } from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { numbersOf, runUsers, type UsersRun } from '../support/run-users.ts'

const people = [...usersWithHashes(4), ...usersOfProvider(4), ...usersWithoutHash(4)]
const nameRow = z.object({ name: z.string() })

/** What the first version kept of a user in one table. */
const beside: Readonly<Record<string, string>> = {
  user: 'JOIN today.user_text ON user_id = user.id JOIN today.facet ON facet.id = facet_id',
}

/** What the tables and columns of the first version are called today. */
const today: Readonly<Record<string, string>> = { claim: 'identifier', part: 'partial_record' }
const todayColumn: Readonly<Record<string, string>> = {
  'claim.holds': 'is_owner',
  'user.imports': 'password_claim',
  'finding.grp': 'group_key',
  'file.said': 'provider_override',
  'target.found': 'check_message',
  'part.why': 'unmatched_reason',
  'user.note': 'summary',
  'user.reason': 'blocking_code',
}

/** Settings stored under former names. */
const asThen = [
  "UPDATE setting SET key = CASE key WHEN 'confirmations' THEN 'ticks' WHEN 'plans-current' THEN 'planned' WHEN 'plans-stale' THEN 'outdated' WHEN 'run-audit' THEN 'run-notes' WHEN 'retry-after-until' THEN 'asked-to-wait' WHEN 'user-filter' THEN 'only' WHEN 'user-filter-sources' THEN 'only-from' WHEN 'baseline' THEN 'earlier' WHEN 'baseline-pending' THEN 'earlier-wanted' WHEN 'inherited-decisions' THEN 'earlier-taken' WHEN 'delta-counts' THEN 'earlier-counts' WHEN 'password-checks' THEN 'proofs' WHEN 'rollback' THEN 'undone' ELSE key END WHERE key IN ('confirmations', 'plans-current', 'plans-stale', 'run-audit', 'retry-after-until', 'user-filter', 'user-filter-sources', 'baseline', 'baseline-pending', 'inherited-decisions', 'delta-counts', 'password-checks', 'rollback')",
  "UPDATE progress SET state = CASE state WHEN 'existing' THEN 'present' WHEN 'in-doubt' THEN 'unknown' ELSE state END",
  "UPDATE call SET state = CASE state WHEN 'existing' THEN 'present' WHEN 'in-doubt' THEN 'unknown' ELSE state END, status = CASE status WHEN 'conflict' THEN 'met-there' WHEN 'reconcile-first' THEN 'look-first' WHEN 'not-applied' THEN 'not-done' WHEN 'skipped-existing' THEN 'skipped-existing' WHEN 'no-op' THEN 'not-sent' ELSE status END",
  "UPDATE finding SET code = 'excluded' WHERE code = 'excluded'",
  "UPDATE setting SET value = replace(value, '\"exclude\"', '\"exclude\"') WHERE key = 'choices'",
]

/** Writes a migration down as the first version would have: its tables, its columns, its settings. */
function asFirstVersion({ folder, document }: UsersRun): void {
  const old = join(folder, 'old.migration')
  const database = sqliteDriver().open(old, false)
  database.exec(firstSchema)
  database.exec(`ATTACH '${document}' AS today`)
  const names = (of: string) => allRows(nameRow, database.prepare(`SELECT name FROM ${of}`)).map(({ name }) => name)
  for (const table of names("main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")) {
    const into = names(`pragma_table_info('${table}', 'main')`)
    const from = today[table] ?? table
    const columns = into.map((name) => (name === 'id' ? `${from}.id` : (todayColumn[`${table}.${name}`] ?? name)))
    database.exec(
      `INSERT INTO main.${table} (${into.join(', ')}) SELECT ${columns.join(', ')} FROM today.${from} ${beside[table] ?? ''}`,
    )
  }
  database.exec(`DETACH today; ${asThen.join(';\n')}; DELETE FROM setting WHERE key IN ('run-notes', 'samples');
    UPDATE setting SET value = json_remove(value, '$.existing', '$.keepUserIds', '$.verifyEmails') WHERE key = 'choices'`)
  database.close()
  mkdirSync(join(folder, 'aside'))
  renameSync(document, join(folder, 'aside', 'm.migration'))
  renameSync(old, document)
}

describe.each(['documented', 'supertokens'] as const)(
  'a migration to a %s core that the first version began',
  (dialect) => {
    test('is upgraded, goes on where it stood, and is reported whole', async () => {
      const core = await startCore({ dialect })
      const run = await runUsers(people, core.baseUrl, ['--limit', '5', '--on-existing', 'skip'])
      asFirstVersion(run)
      const before = core.requests()
      const resumed = await run.next(['resume', 'm.migration', '--json'])
      const imports = core.requests().import - before.import
      const reported = await run.report()
      expect([
        [run.code, resumed.code, numbersOf(resumed)],
        [imports, usersIn(core).length, reported.summary.addsUp, reported.rows.length],
        (statSync(run.document).mode & 0o777).toString(8),
      ]).toEqual([[0, 0, { records: 12, users: 12, migrated: 12, calls: 7 }], [0, 12, true, 12], '600'])
    })

    test('is read by report without being resumed', async () => {
      const core = await startCore({ dialect })
      const run = await runUsers(people, core.baseUrl, ['--limit', '5'])
      asFirstVersion(run)
      const { summary } = await run.report()
      expect([summary.addsUp, summary.states['migrated'], summary.states['ready']]).toEqual([true, 5, 7])
    })
  },
)
