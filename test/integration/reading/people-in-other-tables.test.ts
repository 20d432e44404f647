import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const users = `INSERT INTO users (id, email, password) VALUES ${[1, 2].map((id) => `(${id}, 'u${id}@acme.example', '${madeUpBcrypt(id)}')`).join(', ')};\n`
const holding = 'tables that are not read, with values that look like logins'

const beside: readonly (readonly [what: string, table: string, names: string])[] = [
  [
    'comments of guests',
    "wp_comments (comment_id, comment_author, comment_author_email, user_id) VALUES (1, 'A guest', 'guest@else.example', 0)",
    'emails in comment_author_email (1 row)',
  ],
  [
    'orders of guests',
    "public.orders (id, email, phone, total) VALUES (1, 'guest@else.example', '+493012345601', 9.50)",
    'emails in email (1 row), phone numbers in phone (1 row)',
  ],
  ['a newsletter', "newsletter_subscribers (id, email) VALUES (1, 'guest@else.example')", 'emails in email (1 row)'],
  [
    'suppliers',
    "suppliers (id, name, phone) VALUES (1, 'Wood and Co', '+493012345602')",
    'phone numbers in phone (1 row)',
  ],
  [
    'an organization',
    "organizations (id, name, phone) VALUES (1, 'Acme', '+493012345603')",
    'phone numbers in phone (1 row)',
  ],
  [
    'settings by key and value',
    `site_settings (id, "key", value) VALUES (1, 'site.phone', '+12125550142'), (2, 'site.name', 'Shop')`,
    'phone numbers in value (1 row)',
  ],
  [
    'a catalog of games',
    "games (id, steam_id, title, price) VALUES (1, 730, 'Go', 9.99), (2, 570, 'Chess', 0.00)",
    'provider user IDs in steam_id (2 rows)',
  ],
]

test.each(beside)('%s beside users are named and hold nothing back', async (_, rows, named) => {
  const text = `${users}INSERT INTO ${rows};\n`
  const cwd = folderOf({ 'all.sql': text })
  const { out } = await cli(['inspect', 'all.sql'], { cwd })
  expect(out).toContain(`with ${named}`)
  expect(out).not.toContain(holding)
  const core = await startCore({ dialect: 'documented' })
  const run = await cli(['run', 'all.sql', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--json'], {
    cwd,
  })
  expect([run.code, run.json?.['migrated']]).toEqual([0, 2])
})

test.each([
  ['comments with a password', `comments (id, email, password) VALUES (1, 'guest@else.example', '${madeUpBcrypt(3)}')`],
  ['orders with a user name', "orders (id, username, email) VALUES (1, 'guest', 'guest@else.example')"],
  ['customers', "customers (id, name, phone) VALUES (1, 'Ann', '+493012345602')"],
  ['subscribers', "subscribers (id, email) VALUES (1, 'guest@else.example')"],
  ['settings of users', "preferences (userid, name, value) VALUES (1, 'phone', '+493012345602')"],
  ['a table of profiles', "profiles (id, bio, steam_id) VALUES (1, 'x', '76561197960287930')"],
  ['players of games', "players (id, steam_id, title) VALUES (1, 730123, 'Dr')"],
  ['a catalog with IDs of accounts', "games (id, steam_id, title) VALUES (1, '76561197960287930', 'Go')"],
])('%s may hold users, and hold the run back', async (_, rows) => {
  const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': `${users}INSERT INTO ${rows};\n` }) })
  expect(out).toContain(holding)
})

test('where users have no addresses, any table may have them', async () => {
  const names = [1, 2].map((id) => `(${id}, 'name${id}', '${madeUpBcrypt(id)}')`).join(', ')
  const text = `INSERT INTO users (id, username, password) VALUES ${names};
INSERT INTO orders (id, buyer, email) VALUES (1, 1, 'guest@else.example');\n`
  const { out, json } = await inspect({ 'all.sql': text })
  expect(json).toMatchObject({
    files: [{ unreadTables: [{ table: 'orders', columns: [{ kind: 'email', rows: 1 }] }] }],
  })
  expect(out).not.toContain('isBeside')
})
