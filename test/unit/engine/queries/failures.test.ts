import { describe, expect, test } from 'vitest'
import { describeCause, failureGroups } from '../../../../electron/engine/queries/failures.ts'
import { adviceFor } from '../../../../electron/engine/reporting/lists.ts'
import { reportRows } from '../../../../electron/engine/reporting/report-rows.ts'
import { openCauses } from '../../../../electron/engine/queries/open-causes.ts'
import { createUserColumns } from '../../../../electron/engine/queries/user-index/user-columns.ts'
import { filterUsers } from '../../../../electron/engine/queries/users-filter.ts'
import { runScope } from '../../../../electron/engine/runner/scope.ts'
import { retryableOf } from '../../../../renderer/steps/run/progress/run-facts.ts'
import { noCounts } from '../../../support/data/made-up-views.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'

const page = '<html><body>503 Service Temporarily Unavailable</body></html>'

const failures = [
  'import bcrypt|no answer|No answer came in time (ETIMEDOUT).',
  'create-code|no answer|The connection broke (ECONNRESET).',
  `import bcrypt|503|${page}`,
  'third-party|502|  <!DOCTYPE html>',
  'import bcrypt|500|value too long for type character varying(256)',
  'import argon2|500|storage | lost',
  'import bcrypt|500|null',
  'create-code|EMAIL_ALREADY_EXISTS_ERROR|status EMAIL_ALREADY_EXISTS_ERROR',
  'third-party|400|Field email is invalid in JSON input',
  'import bcrypt|400|Field email is invalid in JSON input ',
  'import bcrypt|400|Password hash is in invalid format',
  'import bcrypt|400|{"message":"invalid"}',
  'import bcrypt|400|["invalid"]',
  'import bcrypt|400|one\nand another line',
  `import bcrypt|400|${'long '.repeat(50)}`,
  'import bcrypt|400|null',
  'import bcrypt|400|',
  'import bcrypt|429|Slow down',
  'third-party|200|{"status":"O',
  'third-party|SIGN_UP_NOT_ALLOWED_ERROR|',
  'map-id|EXTERNAL_USER_ID_TAKEN|',
] as const

function withFailures() {
  const { document, target } = plannedDocument(failures.map((_, n) => [importOf(`user${n}@example.com`)]))
  const { database } = document
  const insert = database.prepare(
    "INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, ?, 'failed', ?, 0)",
  )
  failures.forEach((failure, index) => insert.run(target.id, index + 1, failure))
  return { database, target: target.id, groups: failureGroups(database, target.id) }
}

describe('failed users', () => {
  test('have the same advice in failed.csv as on screen, whatever they failed for', () => {
    const { database, target, groups } = withFailures()
    const insert = database.prepare(
      `INSERT INTO call (target_id, user_id, key, kind, state, since, status, http_status, message, tries)
       VALUES (?, ?, ?, 'import', 'failed', 0, ?, ?, ?, 1)`,
    )
    failures.forEach((failure, index) => {
      const [, code = '', text] = /^[^|]*\|([^|]*)\|(.*)$/s.exec(failure) ?? []
      const status = /^[A-Z]/.test(code) ? code : null
      const http = /^\d/.test(code) ? Number(code) : null
      insert.run(target, index + 1, `import:user${index}@example.com`, status, http, text ?? '')
    })
    const rows = [...reportRows(database, target, false)].flat().filter(({ state }) => state === 'failed')
    const onScreen = new Set(groups.map(({ advice }) => advice))
    const counted = (all: readonly string[]) =>
      [...onScreen].map((advice) => all.filter((one) => one === advice).length)
    expect(counted(rows.map((row) => adviceFor(row, 'failed')))).toEqual(
      counted(groups.flatMap(({ advice, users }) => Array.from({ length: users }, () => advice))),
    )
    expect(rows).toHaveLength(failures.length)
  })

  test('are one group per cause, in plain words or a plain sentence of the core, with one thing to do', () => {
    const { groups } = withFailures()
    expect(groups.map(({ title, users, action }) => `${title}: ${action} ${users}`).toSorted()).toEqual([
      'Answer could not be read: retry 1',
      'Core asked to slow down: retry 1',
      'Email already used in the core: correct 1',
      'Error in the core (HTTP 500): retry 2',
      'No answer from the core: retry 2',
      'Old ID cannot be kept: without-old-id 1',
      'Refused by the core (HTTP 400): Field email is invalid in JSON input: correct 2',
      'Refused by the core (HTTP 400): Password hash is in invalid format: correct 1',
      'Refused by the core (HTTP 400): correct 6',
      'Refused by the core: sign up not allowed: correct 1',
      'Value too long for the core: correct 1',
      'Web page (502) instead of an answer: retry 1',
      'Web page (503) instead of an answer: retry 1',
    ])
    expect(new Set(groups.map(({ title }) => title)).size).toBe(groups.length)
  })

  test('show what the core wrote only to those who ask', () => {
    const { groups } = withFailures()
    const shown = groups.flatMap(({ title, advice }) => [title, advice]).join(' ')
    expect(shown).not.toMatch(/[<>{}]|varying|storage/)
    expect(groups.find(({ key }) => key === '500')?.replies.toSorted()).toEqual(['null', 'storage | lost'])
    expect(groups.find(({ key }) => key === 'web-page|503')?.replies).toContain(page)
  })

  test('are the same users in the table, in a retry and in the group', () => {
    const { database, target, groups } = withFailures()
    const causes = createUserColumns(database, () => target).causes()
    const counts = groups.map(({ key, users }) => {
      const { from, where } = filterUsers({ failure: [key] }, target)
      const rows = database
        .prepare(`SELECT user.id FROM ${from.sql} WHERE ${where.sql}`)
        .all(...from.values, ...where.values)
      runScope.write(database, target, { kind: 'failure', key }, null)
      const inTable = causes.get(key)?.length ?? 0
      return [users, rows.length, database.prepare('SELECT user_id FROM scope_user').all().length, inTable]
    })
    expect(counts.filter((places) => new Set(places).size > 1)).toEqual([])
  })
})

test('a retry sends the users that its button counts, and none again that only a correction helps', () => {
  const { database, target, groups } = withFailures()
  database.exec(`UPDATE progress SET failure = NULL WHERE user_id = 1`)
  runScope.write(database, target, { kind: 'retryable' }, null)
  const chosen = database.prepare('SELECT user_id FROM scope_user').all()
  const inReport = openCauses(database, target, { ...noCounts, failed: failures.length })
  expect([chosen.length, retryableOf(failures.length, groups), retryableOf(failures.length, inReport)]).toEqual([
    8, 8, 8,
  ])
})

test('a cause that is not known yet is still said in words', () => {
  expect([describeCause('constructor').title, describeCause('').title, describeCause('418').title]).toEqual([
    'Another failure',
    'Another failure',
    'Refused by the core (HTTP 418)',
  ])
})
