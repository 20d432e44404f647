import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { schemaVersion, tablesOf, upgradeFrom } from '../../../../electron/engine/document/schema.ts'
import { type Database, sqliteDriver } from '../../../../electron/engine/document/sqlite.ts'

const open: Database[] = []
afterEach(() => open.splice(0).forEach((database) => database.close()))

/** A database with the tables of version 4 and these rows, upgraded to today's. */
function upgraded(rows: string): Database {
  const database = sqliteDriver().open(':memory:', false)
  open.push(database)
  database.exec(`${tablesOf(4)} ${rows} ${upgradeFrom(4)}`)
  return database
}

const choices = JSON.stringify({
  changed: { password: 'leave-out', contact: 'send' },
  existing: 'update',
  disabled: 'leave-out',
  providers: { samlp: { kind: 'leave-out' } },
  families: { 'partner-scrypt': 'peppered' },
})

test('a document of version 4 says the same in the words of today', () => {
  const database = upgraded(`
    INSERT INTO setting VALUES ('choices', '${choices}'), ('planned', 'true'), ('earlier-counts', '{"vanished":3}'),
      ('undone', '{"stopped":"same-answer"}'), ('proofs', '[{"user":1,"fits":true}]');
    INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (1, 1, 'present', 0), (1, 2, 'unknown', 0), (1, 3, 'failed', 0);
    INSERT INTO call (target_id, user_id, key, kind, state, since, status) VALUES
      (1, 1, 'a', 'import', 'done', 0, 'left-alone'), (1, 2, 'a', 'import', 'unknown', 0, 'look-first'),
      (1, 3, 'a', 'import', 'todo', 0, 'not-sent'), (1, 4, 'a', 'import', 'failed', 0, 'met-there'),
      (1, 5, 'a', 'import', 'failed', 0, 'SOME_STATUS_OF_THE_CORE');
    INSERT INTO run (id, target_id, started_at, stopped) VALUES (1, 1, 0, 'same-answer'), (2, 1, 0, 'key'), (3, 1, 0, 'cancelled');
    INSERT INTO finding VALUES (1, 'left-out', '', 0, ''), (2, 'signer-key-not-confirmed', 'partner-scrypt', 1, '');
    INSERT INTO claim VALUES (1, 'email:a', 1);
  `)
  const all = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(z.record(z.string(), z.unknown()).parse(row)))
  const setting = (key: string): unknown =>
    JSON.parse(String(all(`SELECT value FROM setting WHERE key = '${key}'`)[0]?.[0]))
  expect(setting('choices')).toEqual({
    changed: { password: 'skip', contact: 'send' },
    existing: 'overwrite',
    disabled: 'exclude',
    providers: { samlp: { kind: 'exclude' } },
    families: { 'firebase-scrypt': 'peppered' },
  })
  expect([setting('plans-current'), setting('delta-counts'), setting('rollback'), setting('password-checks')]).toEqual([
    true,
    { missing: 3 },
    { stopped: 'repeated-failure' },
    [{ user: 1, matched: true }],
  ])
  expect(all('SELECT state FROM progress ORDER BY user_id')).toEqual([['existing'], ['in-doubt'], ['failed']])
  expect(all('SELECT state, status FROM call ORDER BY user_id')).toEqual([
    ['done', 'skipped-existing'],
    ['in-doubt', 'reconcile-first'],
    ['todo', 'no-op'],
    ['failed', 'conflict'],
    ['failed', 'SOME_STATUS_OF_THE_CORE'],
  ])
  expect(all('SELECT stopped FROM run ORDER BY id')).toEqual([
    ['repeated-failure'],
    ['api-key-rejected'],
    ['cancelled'],
  ])
  expect(all('SELECT code, group_key FROM finding ORDER BY user_id')).toEqual([
    ['excluded', ''],
    ['signer-key-not-confirmed', 'firebase-scrypt'],
  ])
  expect(all('SELECT key, is_owner FROM identifier')).toEqual([['email:a', 1]])
  expect(all('PRAGMA user_version')).toEqual([[schemaVersion]])
})

/** Of every table and index of a version, letter by letter. */
function schemaDigest(version: number): string {
  const database = sqliteDriver().open(':memory:', false)
  open.push(database)
  database.exec(tablesOf(version))
  const entries = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all()
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

// A document is compared with the tables of its version letter by letter: one changed space refuses them all.
test.each([
  [1, '0591a38b08b1b8c910aa261f0ecca1238b3a22d1af03033df4ebd520c465cc45'],
  [2, '98b855bdbe12b13b39b01f65782dadf2a784bf90a0caece31d818e6cdbe29372'],
  [3, 'a8e2d9ccf13b434de87e6a4e349ac8fc579c71991dd28b29604c1e45230d7c9a'],
  [4, '4d0df3aa11f85975f0f1726679bcbd34c72e4d44a46ab974227da4394560fc8c'],
])('the tables of version %d are what they were', (version, digest) => {
  expect(schemaDigest(version)).toBe(digest)
})

test('every version is one numbered file', () => {
  const folder = new URL('../../../../electron/engine/document/upgrades/', import.meta.url)
  const numbers = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]))
  expect(numbers).toEqual(Array.from({ length: schemaVersion }, (_, index) => index + 1))
})
