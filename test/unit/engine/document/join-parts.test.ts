import { expect, test } from 'vitest'
import { joinParts } from '../../../../electron/engine/document/export-parts.ts'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { readPlanning } from '../../../../electron/engine/document/plans/plan-row.ts'
import { storeBatch } from '../../../../electron/engine/document/read-file.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { setFileFact } from '../../../../electron/engine/document/source-facts.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { collectDrafts, draftWith } from '../../../../electron/engine/import-pipeline/draft-batch.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { user as madeUser } from '../../planning/made-users.ts'
import { read } from './planned-documents.ts'

type Part = { readonly keys: readonly string[]; readonly part?: object }

/** The user that each part found, or why it found none. `keys`: those that the users are found by besides their source IDs. */
async function joined(keys: readonly (readonly string[] | null)[], parts: readonly Part[]): Promise<unknown> {
  const document = emptyDocument()
  const { database } = document
  const users = keys.map((_, at) => madeUser({ sourceId: `${at + 1}`, email: `user${at + 1}@example.com` }))
  read(document, users)
  for (const [at, own] of keys.entries())
    sql(database, 'UPDATE user_text SET keys = ? WHERE user_id = ?').run(own && JSON.stringify(own), at + 1)
  for (const { keys: wanted, part = {} } of parts) {
    sql(database, 'INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (2, 1, 0, ?, ?)').run(
      JSON.stringify(wanted),
      JSON.stringify(part),
    )
  }
  const found = await joinParts(database)
  const rows = sql(database, 'SELECT user_id, unmatched_reason AS why FROM partial_record ORDER BY id').all()
  return [found, ...rows.map((row) => Object.values(row ?? {}).find((value) => value !== null && value !== ''))]
}

const noUser = 'no user in the other files matches'

test('the first key that one user alone has decides which user a part belongs to', async () => {
  const parts = [['django:7', 'id:1'], ['email:b@example.com', 'id:1'], ['laravel:7', 'id:1'], ['id:3']]
  expect(
    await joined(
      [null, ['django:7', 'email:b@example.com']],
      parts.map((keys) => ({ keys })),
    ),
  ).toEqual([true, 2, 2, 1, noUser])
})

test('users are found by keys that only their file has the word of, and by those that are written with them', async () => {
  const { database } = emptyDocument()
  const file = fileTable.add(database, '/users.json', 'users.json', 1)
  const drafts = collectDrafts(draftWith(readPlanning(database)))
  const users: readonly (readonly [sourceId: string | null, keys: readonly string[]])[] = [
    [null, []],
    ['u2', ['auth0:u2']],
    ['u3', ['auth0:u3', 'email:c@example.com']],
    ['u4', ['id:u4']],
    ['u5', ['auth0:u6']],
    ['u7', ['auth0:u7']],
  ]
  for (const [sourceId, keys] of users)
    drafts.add({ line: 1, offset: 0 }, { kind: 'user', user: madeUser({ sourceId, email: 'a@example.com' }), keys })
  storeBatch(database, file, drafts.take(1), null)
  setFileFact(database, file, 'key-word', drafts.keyWord())
  const keys = sql(database, 'SELECT keys FROM user_text ORDER BY user_id').all()
  expect(keys.map((row) => Object.values(row ?? {})[0])).toEqual([
    null,
    null,
    '["auth0:u3","email:c@example.com"]',
    '["id:u4"]',
    '["auth0:u6"]',
    null,
  ])
  for (const key of ['auth0:u2', 'auth0:u3', 'email:c@example.com', 'id:u4', 'auth0:u6', 'auth0:u7', 'id:u2'])
    sql(database, "INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (2, 1, 0, ?, '{}')").run(
      JSON.stringify([key]),
    )
  await joinParts(database)
  const found = sql(database, 'SELECT user_id FROM partial_record ORDER BY id').all()
  expect(found.map((row) => Object.values(row ?? {})[0])).toEqual([2, 3, 3, 4, 5, 6, null])
})

test('an equal plain ID belongs to another user where users of the product of a part are there', async () => {
  const keys = [null, ['django:7']]
  expect(await joined(keys, [{ keys: ['django:1', 'id:1'] }, { keys: ['id:1'] }])).toEqual([true, noUser, 1])
})

test('a standing beside an ID alone is that of the only user with this ID, of whatever product', async () => {
  const { database } = emptyDocument()
  const file = fileTable.add(database, '/users.json', 'users.json', 1)
  const drafts = collectDrafts(draftWith(readPlanning(database)))
  for (const [sourceId, key] of [
    ['1', 'devise:1'],
    ['2', 'id:2'],
    ['2', 'devise:2'],
  ] as const)
    drafts.add(
      { line: 1, offset: 0 },
      { kind: 'user', user: madeUser({ sourceId, email: 'a@example.com' }), keys: [key] },
    )
  storeBatch(database, file, drafts.take(1), null)
  for (const id of [1, 2, 3])
    sql(database, "INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (2, 1, 0, ?, '{}')").run(
      JSON.stringify([`account:${id}`]),
    )
  await joinParts(database)
  const found = sql(database, 'SELECT user_id, unmatched_reason FROM partial_record ORDER BY id').all()
  expect(found.map((row) => Object.values(row ?? {}))).toEqual([
    [1, ''],
    [null, 'more than one user matches'],
    [null, 'no user in the other files matches'],
  ])
})

test('a part that several users may have stays without a user and says why', async () => {
  const shared = ['email:team@example.com']
  expect(await joined([shared, shared], [{ keys: shared }])).toEqual([false, 'more than one user matches'])
})

test('a second hash of one user is asked about, and the same one adds nothing', async () => {
  const document = emptyDocument()
  const { database } = document
  read(document, [madeUser({ sourceId: '1', email: 'a@example.com' })])
  database.exec('UPDATE user_text SET keys = NULL')
  for (const hash of ['one', 'one', 'other'])
    sql(database, 'INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (2, 1, 0, ?, ?)').run(
      JSON.stringify(['id:1']),
      JSON.stringify({ hash: { hash }, standing: 'disabled' }),
    )
  await joinParts(database)
  const rows = sql(database, 'SELECT user_id, part FROM partial_record ORDER BY id').all()
  const found = rows.map((row) => Object.values(row ?? {}).map((value) => JSON.parse(String(value)) as unknown))
  expect(found).toEqual([
    [1, { hash: { hash: 'one' }, standing: 'disabled' }],
    [1, { standing: 'disabled' }],
    [1, { standing: 'disabled', unmapped: [{ kind: 'second-hash', field: '', value: 'other', asks: true }] }],
  ])
})

test.each([
  ['has no user', ['id:9'], noUser],
  ['has one', ['id:1'], 1],
])('a part alone that %s is said to', async (_, keys, found) => {
  expect(await joined([null], [{ keys }])).toEqual([found === 1, found])
})

test('another key than the plain ID decides also where users of the product of a part are there', async () => {
  const keys = [null, ['laravel:5', 'email:b@example.com']]
  expect(await joined(keys, [{ keys: ['laravel:7', 'email:b@example.com'] }, { keys: ['laravel:7', 'id:1'] }])).toEqual(
    [true, 2, noUser],
  )
})

test('a part without a hash joins a user who has one', async () => {
  const hash = { hash: { hash: 'made up' } }
  expect(
    await joined(
      [null],
      [
        { keys: ['id:1'], part: hash },
        { keys: ['id:1'], part: { phone: '1' } },
      ],
    ),
  ).toEqual([true, 1, 1])
})

test('plans are outdated only where a part found its user, and keys of an earlier search count no more', async () => {
  const document = emptyDocument()
  const { database } = document
  read(document, [madeUser({ sourceId: '1' })])
  database.exec('UPDATE user_text SET keys = NULL')
  const hash = '{"hash":{"hash":"made up"}}'
  const add = (key: string) => {
    sql(database, 'INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (2, 1, 0, ?, ?)').run(
      JSON.stringify([key]),
      hash,
    )
    setSetting(database, 'joined', false)
    setSetting(database, 'planned-with', 'made up')
  }
  const state = () => [getSetting(database, 'planned-with'), sql(database, 'SELECT * FROM join_key').all()]
  add('id:2')
  expect([await joinParts(database), state()]).toEqual([false, ['made up', []]])
  sql(database, "INSERT INTO join_key (key, user_id) VALUES ('id:1', 99)").run()
  add('id:1')
  expect([await joinParts(database), state()]).toEqual([true, [null, []]])
  add('id:2')
  expect([await joinParts(database), state()]).toEqual([false, ['made up', []]])
})

test('parts are joined once, and again only after more was read', async () => {
  const document = emptyDocument()
  read(document, [madeUser({ sourceId: '1' })])
  expect(await joinParts(document.database)).toBe(false)
  sql(
    document.database,
    "INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (2, 1, 0, '[\"id:1\"]', '{}')",
  ).run()
  expect(await joinParts(document.database)).toBe(false)
})

test('others get a turn after the keys of users were collected, and after parts were joined', async () => {
  const document = emptyDocument()
  const { database } = document
  read(document, [madeUser({ sourceId: '1' })])
  sql(
    database,
    "INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (2, 1, 0, '[\"id:1\"]', '{}')",
  ).run()
  let isJoined = false
  let turns = 0
  const takeTurn = () => {
    turns += 1
    if (!isJoined) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  isJoined = await joinParts(database)
  expect(turns).toBe(2)
})
