import { describe, expect, test } from 'vitest'
import { lateIndexing } from '../../../../electron/engine/document/schema.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import type { Database } from '../../../../electron/engine/document/sqlite.ts'
import { failureGroups } from '../../../../electron/engine/queries/failures.ts'
import { userDetail } from '../../../../electron/engine/queries/user-detail.ts'
import { createUserColumns } from '../../../../electron/engine/queries/user-index/user-columns.ts'
import { createUsersViews } from '../../../../electron/engine/queries/user-index/users-view.ts'
import { usersNamed } from '../../../../electron/engine/queries/users-filter.ts'
import { usersPage } from '../../../../electron/engine/queries/users-page.ts'
import { unclaimUsers } from '../../../../electron/engine/runner/claim-queue.ts'
import { claimUsers } from '../../../../electron/engine/runner/claim-users.ts'
import { recoverSending } from '../../../../electron/engine/runner/recover.ts'
import { runScope } from '../../../../electron/engine/runner/scope.ts'
import { storeOutcomes } from '../../../../electron/engine/runner/store-outcome.ts'
import type { UserFilter } from '../../../../shared/ipc/views.ts'
import { planAs } from '../../../support/planned-users.ts'
import { watchPlans, wholeTables } from '../../../support/query-plans.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'

const target = 1
const lookUps = { canLookUp: false, existing: null }
const query = { targetId: target, limit: 3, after: 0, now: 1, scoped: false, held: new Set<string>(), lookUps }

const place = { by: 'place', descending: false } as const

function pageOf(database: Database, filter: UserFilter, from: number): unknown {
  const views = createUsersViews(createUserColumns(database, () => target))
  return usersPage(database, views, target, { filter, sort: place, from, limit: 5 })
}

function unplannedPage(database: Database, filter: UserFilter): unknown {
  setSetting(database, 'plans-current', false)
  return pageOf(database, filter, 5)
}

/** Everything that is asked during a run, or for one page of the screen. */
const statements: readonly (readonly [string, (database: Database) => unknown])[] = [
  ['claiming users', (database) => claimUsers(database, query)],
  ['claiming users but for a family', (database) => claimUsers(database, { ...query, held: new Set(['bcrypt']) })],
  ['claiming users of a scope', (database) => claimUsers(database, { ...query, scoped: true })],
  ['giving claimed users back', (database) => unclaimUsers(database, target, claimUsers(database, query).users, 1)],
  ['finding what was in sending', (database) => recoverSending(database, target, false, 1)],
  ['giving failed users back', (database) => runScope.requeueFailed(database, target, 1, false, true)],
  ['giving users of a scope back', (database) => runScope.requeueFailed(database, target, 1, true, true)],
  ['choosing failed users', (database) => runScope.write(database, target, { kind: 'failed' }, null)],
  [
    'choosing users by their failure',
    (database) => runScope.write(database, target, { kind: 'failure', key: 'x' }, null),
  ],
  [
    'choosing users by a filter',
    (database) =>
      runScope.write(database, target, { kind: 'filter', filter: { states: ['failed'] }, except: [1] }, null),
  ],
  ['choosing users by name', (database) => runScope.write(database, target, { kind: 'all' }, ['u1', 'up.csv:3'])],
  ['choosing the first users', (database) => runScope.write(database, target, { kind: 'first', users: 2 }, null)],
  ['counting a scope', (database) => runScope.countReady(database, target)],
  ['finding users by name', (database) => usersNamed(database, 'up.csv:3')],
  ['grouping failures', (database) => failureGroups(database, target)],
  ['the first page of users', (database) => pageOf(database, {}, 0)],
  ['a page further down', (database) => pageOf(database, {}, 7)],
  ['a page of failed users while users are planned', (database) => unplannedPage(database, { states: ['failed'] })],
  ['a page of users with a failure while users are planned', (database) => unplannedPage(database, { failure: ['x'] })],
  ['a page of blocked users while users are planned', (database) => unplannedPage(database, { states: ['blocked'] })],
  [
    'a page of users with a finding while users are planned',
    (database) => unplannedPage(database, { finding: [{ code: 'a', group: '' }] }),
  ],
  ['one user', (database) => userDetail(database, 3)],
  [
    'an outcome',
    (database) =>
      claimUsers(database, query).users.forEach((user) =>
        storeOutcomes(
          database,
          target,
          user.calls.map((call) => ({
            userId: user.id,
            call,
            result: { kind: 'held', message: '' },
            attempts: [],
            at: 1,
            userState: 'ready',
          })),
        ),
      ),
  ],
]

/** Steps that touch the table itself, or that sort. */
const costly =
  /^(SCAN|SEARCH) (user|progress|user_finding|shared)\b(?! USING (COVERING INDEX|PRIMARY KEY))|USE TEMP B-TREE/

test('every column of a table is loaded along an index that has all of it', async () => {
  const { document } = plannedDocument(Array.from({ length: 20 }, (_, n) => [importOf(`u${n}@example.com`)]))
  await lateIndexing.create(document.database)
  const { database, plans } = watchPlans(document.database)
  const columns = createUserColumns(database, () => target)
  while (columns.warm());
  columns.finding('duplicate', '')
  columns.finding('existing-user', '')
  expect([plans.length > 10, plans.filter(({ steps }) => steps.some((step) => costly.test(step)))]).toEqual([true, []])
})

describe('with a million users', () => {
  test.each(statements)('%s goes along an index', async (_, ask) => {
    const { document } = plannedDocument(Array.from({ length: 20 }, (_, n) => [importOf(`u${n}@example.com`)]))
    await lateIndexing.create(document.database)
    document.database.exec(
      'CREATE TEMP TABLE scope_user (user_id INTEGER PRIMARY KEY); CREATE TEMP TABLE only_user (user_id INTEGER PRIMARY KEY)',
    )
    setSetting(document.database, 'plans-current', true)
    const { database, plans } = watchPlans(document.database)
    ask(database)
    expect([plans.length > 0, wholeTables(plans)]).toEqual([true, []])
  })
})

test('a run of everybody whom a filter lets through leaves out the few that are not meant, and who is not ready', () => {
  const emails = ['ann@x.org', 'bo@x.org', 'cy@y.org', 'ann@y.org', 'ann@z.org']
  const { document, target } = plannedDocument(emails.map((email) => [importOf(email)]))
  const { database } = document
  emails.forEach((email, index) => database.exec(`UPDATE user SET email = '${email}' WHERE id = ${index + 1}`))
  planAs(database, 'blocked', 'id = 5')
  const scoped = runScope.write(database, target.id, { kind: 'filter', filter: { search: 'ann' }, except: [4] }, null)
  const chosen = database.prepare('SELECT user_id FROM scope_user ORDER BY user_id').all()
  expect([scoped, chosen.map((row) => ({ ...(row as object) })), runScope.countReady(database, target.id)]).toEqual([
    true,
    [{ user_id: 1 }, { user_id: 5 }],
    1,
  ])
})
