import { expect, test } from 'vitest'
import { readDump, type TableSample } from '../../../shared/exports/dump-tables.ts'
import { unreadRows } from '../../../shared/mapping/rows/unread-rows.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Two tables of the same people, of which one refers to the other. */

const table = (name: string, row: (at: number) => Readonly<Record<string, string>>): TableSample => {
  const records = [1, 2, 3, 4, 5, 6].map(row)
  return { table: name, header: Object.keys(records[0] ?? {}), records }
}
const email = (at: number) => `u${at}@acme.example`

function readFrom(...samples: readonly TableSample[]) {
  const reading = readDump(samples, null, null)
  return reading.kind === 'own' ? { table: reading.sample.table, logins: reading.logins.map((one) => one.owner) } : null
}

const shop = (login: string, users: string, column: string) => [
  table(users, (at) => ({ [login]: email(at), verified: at === 2 ? '0' : '1', id: `${at}` })),
  table('authentication_method', (at) => ({
    identifier: email(at),
    passwordHash: madeUpBcrypt(at),
    id: `${20 + at}`,
    [column]: `${at}`,
  })),
  table('customer', (at) => ({
    firstName: `A${at}`,
    phoneNumber: `+467012345${10 + at}`,
    emailAddress: email(at),
    id: `${40 + at}`,
    [column]: `${at}`,
  })),
]

test.each([
  ['identifier', 'user', 'userId'],
  ['email', 'account', 'account_id'],
  ['login', 'members', 'memberId'],
])('users are read from the table that the other one refers to: %s of %s', (login, users, column) => {
  expect(readFrom(...shop(login, users, column))).toEqual({ table: users, logins: [column] })
  expect(readFrom(...shop(login, users, column).toReversed())).toEqual({ table: users, logins: [column] })
})

test.each([
  ['with other addresses', (at: number) => ({ emailAddress: `c${at}@acme.example` })],
  ['with passwords of their own', (at: number) => ({ emailAddress: email(at), password: madeUpBcrypt(at) })],
])('people %s are no further columns of users', (_, own) => {
  const users = table('user', (at) => ({ email: email(at), id: `${at}` }))
  const others = table('customer', (at) => ({ id: `${at}`, user_id: `${at}`, phone: '', is_active: '1', ...own(at) }))
  expect(readFrom(users, others)?.table).toBe('customer')
})

test.each([
  ['auth_token', 'user', 'user_id', 'token'],
  ['login_sessions', 'members', 'memberId', 'sessionToken'],
  ['oturum_login', 'kullanicilar', 'kullanici_id', 'session_id'],
])('sessions are no users, whatever hash they repeat: %s beside %s', (sessions, users, column, token) => {
  const accounts = table(users, (at) => ({ id: `${at}`, user_name: `u${at}`, password: madeUpBcrypt(at) }))
  const signedIn = table(sessions, (at) => ({
    id: `s${at}`,
    [token]: `${at}b7e1f04c`.repeat(3),
    hash: madeUpBcrypt(1 + (at % 2)),
    is_active: '1',
    [column]: `${1 + (at % 2)}`,
  }))
  expect(readFrom(accounts, signedIn)?.table).toBe(users)
  expect(readFrom(signedIn, accounts)?.table).toBe(users)
})

test.each([
  ['login_name', { table: 'logins', logins: [] }],
  ['comment', { table: 'staff', logins: ['user_id'] }],
])('passwords beside a token are those of accounts, also with a %s', (column, expected) => {
  const people = table('staff', (at) => ({ id: `${at}`, title: `T${at}` }))
  const accounts = table('logins', (at) => ({
    id: `${at}`,
    user_id: `${at}`,
    [column]: `u${at}`,
    password: madeUpBcrypt(at),
    token: `${at}b7e1f04c`.repeat(3),
  }))
  expect(readFrom(accounts, people)).toEqual(expected)
})

test.each([
  [null, true],
  [['id', 'email', 'password'], false],
])('rows without names of their columns are said to have none: %s', (header, isSaid) => {
  const names = header ?? ['1', '2', '3']
  const records = [1, 2, 3].map((at) =>
    Object.fromEntries([`${at}`, email(at), madeUpBcrypt(at)].map((value, index) => [names[index] ?? '', value])),
  )
  const reading = readDump([{ table: 'users', header, records }], null, null)
  expect(reading.kind === 'own' && reading.recognition.reason.includes('cat schema.sql data.sql')).toBe(isSaid)
})

test.each(['secret', 'token', 'verifier'])(
  'a table with addresses and whole hashes has users, whatever the column is called: %s',
  (name) => {
    const profiles = table('profiles', (at) => ({ id: `p${at}`, display: `A${at}` }))
    const logins = table('credentials', (at) => ({ profile_id: `p${at}`, email: email(at), [name]: madeUpBcrypt(at) }))
    expect(readFrom(profiles, logins)?.table).toBe('credentials')
  },
)

test.each([
  ['provider', 'identifier'],
  ['provider', 'uid'],
  ['provider', 'external_id'],
  ['driver', 'driver_id'],
  ['auth_module', 'auth_id'],
  ['network', 'network_user_id'],
])('logins at third parties beside the users are told by their columns: %s and %s', (named, id) => {
  const entry = unreadRows()({ id: '1', user_id: '5', [named]: 'github', [id]: '583231' }, 'login_providers')
  expect(entry).toMatchObject({ logins: [{ column: id, kind: 'provider-user-id' }] })
})

test.each([
  ['user_social', { user_id: '3', type: 'facebook', value: '1022334455' }, 'value'],
  ['oauth', { user_id: '3', platform: 'github', open_id: '583231' }, 'open_id'],
  ['sso_links', { user_id: '3', idp: 'google', nameid: 'a.b-c' }, 'nameid'],
  ['auth_ext', { member_id: '3', realm: 'facebook', login: '1022334455' }, 'login'],
  ['social_logins', { customer_id: '3', sns_type: 'facebook', sns_id: '1022334455' }, 'sns_id'],
])('in a table of logins under any name, and no more than that: %s', (name, row, column) => {
  const logins = (table: string, record: Readonly<Record<string, string>>) => {
    const entry = unreadRows()({ id: '1', ...record }, table)
    return entry.kind === 'aside' ? (entry.logins ?? []).map((one) => one.column) : []
  }
  expect(logins(name, row)).toContain(column)
  expect(logins('user_devices', { user_id: '3', brand: 'apple', model: 'x12' })).toEqual([])
  expect(logins('orders', { user_id: '3', came_from: 'google', number: 'A-100' })).toEqual([])
  expect(logins('authors', { user_id: '3', favorite: 'apple', code: 'x12' })).toEqual([])
})

/** The columns of a row that nothing reads in which something looks like a login. */
function columns(table: string, record: Readonly<Record<string, string>>): readonly string[] {
  const entry = unreadRows()({ id: '1', ...record }, table)
  return entry.kind === 'aside' ? (entry.logins ?? []).map((one) => one.column) : []
}

test('an address of a program, of its robots and in its logs and settings is none of a user', () => {
  const address = 'ann@acme.example'
  expect(columns('phpbb_bots', { bot_agent: address })).toEqual([])
  expect(columns('django_admin_log', { object_repr: address })).toEqual([])
  expect(columns('wp_options', { option_name: 'admin_email', option_value: address })).toEqual([])
  expect(columns('ofProperty', { name: 'admin', propValue: address })).toEqual([])
  expect(columns('user_settings', { user_id: '5', name: 'mail', value: address })).toEqual(['value'])
  expect(columns('settings', { name: 'Ann', email: address })).toEqual(['email'])
  expect(columns('leads', { agent: address })).toEqual(['agent'])
  const digest = 'ab'.repeat(32)
  expect(columns('registry_file', { filename: 'modules/user.inc', hash: digest })).toEqual([])
  expect(columns('search', { hash: digest, where_array: 'a:5:{}', table_name: 'content' })).toEqual([])
  expect(columns('login_log', { password: madeUpBcrypt(1), email: address })).toEqual(['password'])
})

test.each([
  ['mdl_config_plugins', { plugin: 'message_email', name: 'sender' }, 'value'],
  ['core_config_data', { scope: 'default', scope_id: '0', path: 'contact/email/recipient' }, 'value'],
  ['phpbb_config_text', { config_name: 'board_email' }, 'config_value'],
  ['setting_values', { setting: 'sender' }, 'value'],
])(
  'an address in the settings of a product, %s, raises no alarm, but a password hash there does',
  (table, row, value) => {
    expect(columns(table, { ...row, [value]: 'ann@acme.example' })).toEqual([])
    expect(columns(table, { ...row, [value]: madeUpBcrypt(1) })).toEqual([value])
    expect(columns(table, { ...row, user_id: '5', [value]: 'ann@acme.example' })).toEqual([value])
  },
)

test('an address in the data of an order is one of a customer', () => {
  expect(columns('order_data', { order_id: '5', name: 'mail', value: 'ann@acme.example' })).toEqual(['value'])
  expect(columns('form_option_values', { field: 'mail', value: 'ann@acme.example' })).toEqual(['value'])
})

test('what a session repeats of its user is no login of its own', () => {
  const contents = btoa(`a:1:{s:17:"password_hash_web";s:60:"${madeUpBcrypt(1)}";}`)
  expect(columns('sessions', { user_id: '5', payload: contents })).toEqual([])
  expect(columns('django_session', { session_data: contents })).toEqual([])
  expect(columns('sessions', { user_id: '5', password: madeUpBcrypt(1) })).toEqual(['password'])
  expect(columns('registrations', { payload: contents })).toEqual(['payload'])
})

test('a digest of something else in a table that nothing reads is no password', () => {
  const digest = 'a'.repeat(31)
  const columns = (record: Readonly<Record<string, string>>) => {
    const entry = unreadRows()({ id: '1', ...record }, 'records')
    return entry.kind === 'aside' ? (entry.logins ?? []).map((one) => one.column) : []
  }
  const others = ['path_hash', 'argument_hash', 'configuration_hash', 'fileHash', 'rands', 'content_digest']
  for (const name of others) expect(columns({ [name]: `${digest}1` })).toEqual([])
  for (const name of ['hash', 'user_hash', 'auth_hash', 'password_hash', 'hashed_password', 'pass'])
    expect(columns({ [name]: `${digest}1` })).toEqual([name])
  const inTable = (table: string) => {
    const entry = unreadRows()({ id: '1', email: 'x', hash: `${digest}1` }, table)
    return entry.kind === 'aside' && entry.logins !== undefined
  }
  expect(['email_hash', 'public.file_hashes', 'user_hash', 'password_hash', 'accounts'].map(inTable)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  expect(columns({ path_hash: `$2b$10$${'a'.repeat(21)}u${'B'.repeat(30)}2` })).toEqual(['path_hash'])
})

test('the history of a schema holds no logins', () => {
  const entry = unreadRows()({ id: '1', author: 'ann@acme.example' }, 'public.databasechangelog')
  expect(entry).toEqual({ kind: 'aside', what: 'table public.databasechangelog' })
})

test.each(['social_accounts', 'user_profiles', 'member_details'])(
  'a table beside users that says nothing of their standing is not said to: %s',
  (name) => {
    const users = table('users', (at) => ({ id: `${at}`, email: email(at), password: madeUpBcrypt(at) }))
    const others = (more: Readonly<Record<string, string>>) =>
      table(name, (at) => ({ id: `${at}`, user_id: `${at}`, driver: 'x', ...more }))
    const said = (more: Readonly<Record<string, string>>) => {
      const reading = readDump([users, others(more)], null, null)
      return reading.kind === 'own' && reading.recognition.reason.includes('who is disabled')
    }
    expect([said({}), said({ banned: '0' })]).toEqual([false, true])
  },
)
