import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

test('inspect says of a column like “Aktiv?” that its no disables, for people and for programs', async () => {
  const cwd = folderOf({ 'users.csv': 'id,email,Aktiv?\n1,ann@acme.example,ja\n2,ben@acme.example,nein\n' })
  const text = await cli(['inspect', 'users.csv'], { cwd })
  expect(text.out).toContain('Aktiv? -> Disabled when no (')
  const json = await cli(['inspect', 'users.csv', '--json'], { cwd })
  expect(json.json).toMatchObject({
    files: [{ mapping: { columns: [{}, {}, { column: 'Aktiv?', becomes: 'Disabled when no' }] } }],
    blocked: { disabled: 1 },
  })
})

test('inspect says the same of a column of a known product', async () => {
  const rows = ["(1,'en','ann','$2y$10$x','ann@acme.example',1)", "(2,'en','ben','$2y$10$x','ben@acme.example',0)"]
  const dump = `INSERT INTO users_field_data (uid, langcode, name, pass, mail, status) VALUES ${rows.join(', ')};`
  const { json } = await cli(['inspect', 'drupal.sql', '--json'], { cwd: folderOf({ 'drupal.sql': dump }) })
  expect(json).toMatchObject({
    files: [
      {
        provider: 'drupal',
        mapping: {
          columns: expect.arrayContaining([expect.objectContaining({ column: 'status', becomes: 'Disabled when no' })]),
        },
      },
    ],
  })
})

const answers = (column: string, ...values: readonly string[]) =>
  [`id,email,${column}`, ...values.map((value, at) => `${at},u${at}@acme.example,${value}`)].join('\n')

test.each(['aktif', 'blokir', 'dihapus'])(
  'both letters are asked about where a column has Y and T, of which one is the no: %s',
  async (column) => {
    const cwd = folderOf({ 'users.csv': answers(column, 'Y', 'Y', 'T', 'Y') })
    const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
    expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 4 } })
    const decided = ['Y=active', 'T=disabled'].flatMap((one) => ['--decide', `unmapped-status:${column}=${one}`])
    const { json: answered } = await cli(['inspect', 'users.csv', '--json', ...decided], { cwd })
    expect(answered).toMatchObject({ ready: 3, blocked: { disabled: 1 } })
  },
)

test('a T that comes late in a column of Y is asked about, and t beside f is a yes', async () => {
  const cwd = folderOf({
    'late.csv': answers('aktif', ...Array.from({ length: 70 }, () => 'Y'), 'T'),
    'postgres.csv': answers('active', 't', 't', 'f', 't'),
  })
  const { json } = await cli(['inspect', 'late.csv', '--json'], { cwd })
  expect(json).toMatchObject({ ready: 70, blocked: { 'unmapped-status': 1 } })
  const { json: other } = await cli(['inspect', 'postgres.csv', '--json'], { cwd })
  expect(other).toMatchObject({ ready: 3, blocked: { disabled: 1 } })
})

test.each([
  'user_active',
  'USER_ACTIVE',
  'usrActive',
  'active_user',
  'IS_ACTIVE_USER',
  'user_is_active',
  'member_enabled',
])('a column that says of an account that it is active needs no question: %s', async (column) => {
  for (const [yes, no] of [
    ['1', '0'],
    ['Y', 'N'],
    ['true', 'false'],
  ] as const) {
    const cwd = folderOf({ 'users.csv': answers(column, yes, yes, no, yes) })
    const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
    expect(json).toMatchObject({ ready: 3, blocked: { disabled: 1 } })
  }
})

test.each(['active_account', 'user_active'])(
  'its numbers that are no yes or no are still asked about: %s',
  async (column) => {
    const cwd = folderOf({ 'users.csv': answers(column, '1', '2', '3', '1') })
    const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
    expect(json).toMatchObject({ blocked: { 'unmapped-status': expect.any(Number) } })
  },
)

test.each(['user_active_sessions', 'stripe_account_active', 'account_activity'])(
  'it says nothing of others: %s',
  async (column) => {
    const cwd = folderOf({ 'users.csv': answers(column, '1', '1', '0', '1') })
    const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
    expect(json).toMatchObject({ ready: 4, blocked: {} })
  },
)

test.each(['has_access', 'login_ok', 'loginAccess', 'Zugang aktiv', 'acceso_activo'])(
  'so does one that says who gets in: %s',
  async (column) => {
    const cwd = folderOf({ 'users.csv': answers(column, 'Y', 'Y', 'N', 'Y') })
    const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
    expect(json).toMatchObject({ ready: 3, blocked: { disabled: 1 } })
  },
)

test.each(['access', 'login', 'user_access', 'Zugang', 'acceso', 'log_in'])(
  'a no in words is asked about where a column is called access and no more: %s',
  async (column) => {
    const read = async (...values: readonly string[]) =>
      (await cli(['inspect', 'users.csv', '--json'], { cwd: folderOf({ 'users.csv': answers(column, ...values) }) }))
        .json
    expect(await read('Yes', 'Yes', 'no', 'Yes')).toMatchObject({ ready: 3, blocked: { 'unmapped-status': 1 } })
    expect(await read('yes', 'yes', 'yes', 'yes')).toMatchObject({ ready: 4, blocked: {} })
    expect(await read('3', '1', '0', '1')).toMatchObject({ ready: 4, blocked: {} })
    expect(await read('ann', 'bob', 'cem', 'no')).toMatchObject({ ready: 4, blocked: {} })
  },
)

test.each([
  ['is_on_hold', { ready: 3, blocked: { 'unmapped-status': 1 } }],
  ['custstat', { ready: 0, blocked: { 'unmapped-status': 4 } }],
  ['userstats', { ready: 4, blocked: {} }],
  ['has_access_card', { ready: 4, blocked: {} }],
] as const)('a hold and a short status are asked about, and other things are not: %s', async (column, outcome) => {
  const cwd = folderOf({ 'users.csv': answers(column, '0', '0', '1', '0') })
  const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
  expect(json).toMatchObject(outcome)
})

test.each([
  ['times at which users signed in', ['2024-01-02 10:00:00', '0000-00-00 00:00:00', '', '2024-01-03 10:00:00'], 4, {}],
  ['who may sign in', ['1', '0', '1', '1'], 3, { disabled: 1 }],
])('active_login may have %s', async (_, values, ready, blocked) => {
  const cwd = folderOf({ 'users.csv': answers('active_login', ...values) })
  const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
  expect(json).toMatchObject({ ready, blocked })
  expect(json?.['blocked']).toEqual(blocked)
})
