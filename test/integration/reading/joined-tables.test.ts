import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** Rows of a table of a dump. */
function table(name: string, columns: string, cells: (at: number) => readonly (string | number)[], count = 8): string {
  const rows = Array.from({ length: count }, (_, index) =>
    cells(index + 1).map((cell) => (typeof cell === 'number' ? cell : cell === 'NULL' ? cell : `'${cell}'`)),
  )
  return `INSERT INTO ${name} (${columns}) VALUES\n${rows.map((row) => `(${row.join(', ')})`).join(',\n')};\n`
}

const mail = (at: number) => `user${at}@acme.example`
const users = table('users', 'id, email, password', (at) => [at, mail(at), madeUpBcrypt(at)])
const people = table('users', 'id, email', (at) => [at, mail(at)])

async function inspected(dump: string, args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
  const { json } = await inspect({ 'all.sql': dump, ...more }, args)
  return json ?? {}
}

describe('a table of accounts that is joined', () => {
  const accounts = table('logins', 'user_id, pw, zust', (at) => [at, madeUpBcrypt(at), at === 3 ? 2 : 1])

  test('has its columns listed, and those asked about that may keep people out', async () => {
    const { files } = (await inspected(`${people}${accounts}`)) as { files: readonly Record<string, unknown>[] }
    expect(files[0]).toMatchObject({
      mapping: {
        unused: [{ column: 'logins.zust' }],
        possibleFlags: [
          {
            column: 'logins.zust',
            values: [
              { value: '1', records: 7 },
              { value: '2', records: 1 },
            ],
          },
        ],
      },
    })
  })

  test('keeps people out by the column that a mapping names', async () => {
    const column = { path: 'logins.zust', target: 'disabled', values: ['2'] }
    const mapping = JSON.stringify({ version: 1, columns: [column], fixedProvider: null })
    expect(await inspected(`${people}${accounts}`, ['--mapping', 'm.json'], { 'm.json': mapping })).toMatchObject({
      ready: 7,
      blocked: { disabled: 1 },
    })
  })
})

test('a password that is called the secret of an account is joined from a table of logins', async () => {
  const secrets = table('auth', 'id, user_id, type, secret, meta', (at) => [at, at, 'password', madeUpBcrypt(at), '{}'])
  expect(await inspected(`${table('user', 'id, email', (at) => [at, mail(at)])}${secrets}`)).toMatchObject({
    users: 8,
    joined: 8,
    hashes: { bcrypt: 8 },
    ready: 8,
  })
  // A program that acts for users has a secret of its own.
  expect(await inspected(`${people}${secrets.replace('INTO auth', 'INTO api_clients')}`)).toMatchObject({
    joined: 0,
    hashes: { bcrypt: 0 },
  })
})

test('accounts that name the whole table of users are joined though they have names to sign in with', async () => {
  const infos = table('iam_user_info', 'id, email, nickname', (at) => [at, mail(at), 'NULL'])
  const accounts = (owner: string) =>
    table('iam_account', `id, username, password, ${owner}`, (at) => [at + 50, `user${at}`, madeUpBcrypt(at), at])
  expect(await inspected(`${accounts('user_info_id')}${infos}`)).toMatchObject({ users: 8, joined: 8, ready: 8 })
  const admins = accounts('user_info_id').replace('iam_account', 'admin_account')
  expect(await inspected(`${admins}${infos}`)).toMatchObject({ joined: 0, ready: 8 })
})

test('phone numbers of a joined table are listed once, under the column of the table', async () => {
  const { json, out } = await inspect({
    'dump.sql': `CREATE TABLE staff (id int, mobile varchar(20), email varchar(50), account_id int);
INSERT INTO staff VALUES ${[1, 2, 3].map((at) => `(${at}, '+1415555012${at}', 'user${at}@acme.example', ${at})`).join(',')};
CREATE TABLE account (id int, username varchar(50), password varchar(60));
INSERT INTO account VALUES ${[1, 2, 3].map((at) => `(${at}, 'name${at}', '${madeUpBcrypt(at)}')`).join(',')};
`,
  })
  expect(json, out).toMatchObject({ users: 3, joined: 3 })
  const named = [...out.matchAll(/"column": ?"([^"]*mobile)",\s*"reason": ?"([^"]*)"/g)].map(([, ...one]) => one)
  expect(named, out).toEqual([['staff.mobile', 'possible phone number']])
})

test('the one table of a dump is read for its addresses, whatever it is called', async () => {
  const lawyers = table('advogado', 'email, nome, oab', (at) => [mail(at), `Ann ${at}`, `${1000 + at}-PI`])
  expect(await inspected(lawyers)).toMatchObject({ users: 8, ready: 0, blocked: { 'may-be-no-user': 8 } })
  const owned = table('ownership', 'email, project', (at) => [mail(at % 3), at])
  expect((await inspect({ 'all.sql': owned })).err).toContain('No table of this dump looks like users.')
})

test('a table with accounts is read before one of people whose addresses are all empty', async () => {
  const members = table('members', 'id, name, email, phone', (at) => [at, `Ann ${at}`, 'NULL', 'NULL'], 13)
  const accounts = table(
    'users',
    'id, username, password_hash, role',
    (at) => [at, `ann${at}`, madeUpBcrypt(at), 'x'],
    4,
  )
  expect(await inspected(`${members}${accounts}`)).toMatchObject({ users: 4, other: { 'table members': 13 } })
})

test.each([
  ['People', 'staff_id', 'Logins', 'staff_id'],
  ['People', '"Staff ID"', 'Logins', 'staff_id'],
  ['employees', 'emp_no', 'accounts', 'emp_no'],
])(
  'tables whose first keys have the same name, %s.%s and %s.%s, are joined by them',
  async (people, key, accounts, owner) => {
    const list = table(people, `${key}, email`, (at) => [7000 + at, mail(at)])
    const logins = table(accounts, `${owner}, password_hash`, (at) => [7000 + at, madeUpBcrypt(at)], 6)
    expect(await inspected(`${list}${logins}`)).toMatchObject({
      users: 8,
      joined: 6,
      ready: 6,
      blocked: { 'may-be-no-user': 2 },
    })
  },
)

test('people without a row in the table of accounts are asked about', async () => {
  const people = table('personas', 'id, nombre, correo', (at) => [at, `Ann ${at}`, mail(at)])
  const accounts = (rows: number) =>
    table('usuarios', 'id, persona_id, usuario, clave', (at) => [at + 70, at, `ann${at}`, madeUpBcrypt(at)], rows)
  expect(await inspected(`${people}${accounts(2)}`)).toMatchObject({
    users: 8,
    joined: 2,
    ready: 2,
    blocked: { 'may-be-no-user': 6 },
  })
  expect(await inspected(`${people}${accounts(8)}`)).toMatchObject({ users: 8, joined: 8, ready: 8, blocked: {} })
})

test('rows of one of several products find the users of a table that nothing recognises', async () => {
  const altered = table('users', 'id, login, hashed_password', (at) => [at, `user${at}`, madeUpBcrypt(at)])
  const addresses = table('email_addresses', 'id, user_id, address, is_default, notify', (at) => [
    at + 7,
    at,
    mail(at),
    1,
    1,
  ])
  expect(await inspected(`${altered}${addresses}`)).toMatchObject({ users: 8, joined: 8, unmatched: 0, ready: 8 })
})

describe('whether addresses are verified', () => {
  const verified = (dump: string) =>
    inspected(dump).then(({ joined, findings }) => ({
      joined,
      verified: (findings as readonly { code: string; users: number }[]).find(
        ({ code }) => code === 'verification-not-kept',
      )?.users,
    }))

  test.each([
    ['profiles', table('user_profiles', 'user_id, email_verified_at', (at) => [at, at === 1 ? 'NULL' : '2020-01-01'])],
    ['its own', table('email_verifications', 'id, user_id, verified', (at) => [70 + at, at, at === 1 ? 0 : 1])],
  ])('is read from a table of %s', async (_, more) => {
    expect(await verified(`${users}${more}`)).toEqual({ joined: 8, verified: 7 })
  })

  test.each([
    ['has an address of its own', table('contacts', 'user_id, email, verified', (at) => [at, `c${at}@b.example`, 1])],
    ['has several rows of a user', table('email_verifications', 'user_id, verified', (at) => [(at % 4) + 1, 1])],
    ['is about something else', table('user_documents', 'user_id, verified', (at) => [at, 1])],
  ])('is not read from a table that %s', async (_, more) => {
    expect(await verified(`${users}${more}`)).toEqual({ joined: 0, verified: undefined })
  })

  test('and the status beside it keeps people out', async () => {
    const profiles = table('user_profiles', 'user_id, email_verified_at, is_active', (at) => [
      at,
      '2020-01-01',
      at === 2 ? 0 : 1,
    ])
    expect(await inspected(`${users}${profiles}`)).toMatchObject({ ready: 7, blocked: { disabled: 1 } })
  })
})

describe('tables beside users whose own table is called by several words', () => {
  const own = table('app_user', 'id, email, pw', (at) => [at, mail(at), madeUpBcrypt(at)])
  test.each([
    ['profiles', 'app_user_profile', 'app_user_id, blocked, city'],
    ['profiles that say more', 'app_user_profile', 'app_user_id, blocked, mail_confirmed'],
    ['bans', 'bans', 'app_user_id, reason, since'],
  ])('keep them out: %s', async (_, name, columns) => {
    const rows = (at: number) => [at, at === 2 ? 1 : 0, 1]
    const more = name === 'bans' ? table(name, columns, () => [2, 'spam', '2024-01-01'], 1) : table(name, columns, rows)
    expect(await inspected(`${own}${more}`)).toMatchObject({ users: 8, ready: 7, blocked: { disabled: 1 } })
  })
})

test('addresses in a table of their own are joined with users of a known product that has other tables as well', async () => {
  const known = table('users', 'id, username, password_hash, salt, active, staged, trust_level', (at) => [
    at,
    `u${at}`,
    `${at}`.repeat(64),
    'abcdef01',
    1,
    0,
    1,
  ])
  const emails = table('user_emails', 'id, user_id, email, `primary`', (at) => [70 + at, at, mail(at), 1])
  const social = table(
    'user_associated_accounts',
    'id, provider_name, provider_uid, user_id',
    (at) => [at, 'google_oauth2', `10881234567890123456${at}`, at],
    2,
  )
  const { files, joined, unmatched } = await inspected(`${known}${emails}${social}`)
  const [file] = files as readonly { provider: string; unreadTables: unknown }[]
  expect({ provider: file?.provider, joined, unmatched, unread: file?.unreadTables }).toEqual({
    provider: 'discourse',
    joined: 10,
    unmatched: 0,
    unread: [],
  })
})

describe('logins at third parties in a table of their own', () => {
  const social = (owner: string, name = 'social_logins', of = (at: number) => at) =>
    table(
      name,
      `id, ${owner}, service, ident`,
      (at) => [90 + at, of(Math.ceil(at / 2)), at % 2 === 0 ? 'google' : 'github', `58323${at}`],
      6,
    )

  test.each(['owner', 'user', 'owner_id', 'account_id'])(
    'belong to the users that %s names, several to one',
    async (owner) => {
      expect(await inspected(`${users}${social(owner)}`)).toMatchObject({
        users: 8,
        joined: 6,
        unmatched: 0,
        loginMethods: { emailPassword: 8, thirdParty: 6 },
      })
    },
  )

  test.each([
    ['oauth_account', 'id, user_id, oauth_name, access_token, account_id'],
    ['users_authdata', 'id, user_id, key, extra, value'],
  ])('belong to users where a column of %s names the provider', async (name, columns) => {
    const logins = table(name, columns, (at) => [70 + at, at, 'google', `ya${at}`, `10881234567890123456${at}`])
    expect(await inspected(`${users}${logins}`)).toMatchObject({ joined: 8, loginMethods: { thirdParty: 8 } })
  })

  test('belong to users whose key is called after their table', async () => {
    const players = table('players', 'player_id, email, password', (at) => [at, mail(at), madeUpBcrypt(at)])
    expect(await inspected(`${players}${social('owner', 'oauth_links')}`)).toMatchObject({
      joined: 6,
      loginMethods: { thirdParty: 6 },
    })
  })

  test.each([
    ['whose owners are not there', social('owner', 'social_logins', (at) => 500 + at)],
    ['of which the table says something else', social('owner', 'shipments')],
    [
      'where other people are there as well',
      `${table('members', 'id, name', (at) => [at, `m${at}`])}${social('owner')}`,
    ],
  ])('are not joined %s', async (_, more) => {
    expect(await inspected(`${users}${more}`)).toMatchObject({ joined: 0, loginMethods: { thirdParty: 0 } })
  })
})

describe('a table of logins that has no ID at the third party', () => {
  const people = table('users', 'id, email, password', (at) => [at, mail(at), at < 5 ? madeUpBcrypt(at) : ''])
  const names = ['GOOGLE', 'ORCID', 'weibo', 'SSO-Corp']
  const logins = (name: string, values: (at: number) => readonly (string | number)[]) =>
    table(name, 'user_id, provider, accessToken, email', values, 4)

  test.each(['user_social_credentials', 'oauth_accounts', 'external_logins'])(
    'is asked about for each of its users, whatever the provider is called: %s',
    async (name) => {
      const rows = logins(name, (at) => [4 + at, names[at - 1] ?? '', `token${at}`, mail(4 + at)])
      const { ready, joined, blocked } = await inspected(`${people}${rows}`)
      expect({ ready, joined, blocked }).toMatchObject({ ready: 4, joined: 4, blocked: { 'identity-without-id': 4 } })
    },
  )

  test('names a login once, and the table with its ID goes before', async () => {
    const without = logins('social_logins', (at) => [at, 'google', `token${at}`, mail(at)])
    const ids = table('auth_links', 'user_id, provider, provider_user_id', (at) => [at, 'google', `58323${at}`], 4)
    const read = await inspected(`${people}${without}${ids}`)
    expect(read).toMatchObject({ ready: 8, joined: 8, loginMethods: { thirdParty: 4 } })
  })

  test('is none where users have many rows of one provider, as in a log', async () => {
    const rows = logins('login_events', (at) => [1 + (at % 2), 'google', `token${at}`, mail(1 + (at % 2))])
    expect(await inspected(`${people}${rows}`)).toMatchObject({ ready: 8, joined: 0 })
  })

  test('is none where its rows are passwords of the product itself', async () => {
    const rows = logins('login_methods', (at) => [at, 'email', `token${at}`, mail(at)])
    expect(await inspected(`${people}${rows}`)).toMatchObject({ ready: 8 })
  })
})

describe('those who run the product', () => {
  const staff = (at: number) => [at, `admin${at}`, `admin${at}@acme.example`, at === 2 ? 0 : 1, madeUpBcrypt(90 + at)]
  const admins = table('admin_user', 'user_id, username, email, is_active, password', staff, 2)

  test('are not taken for its users, nor their status for that of users', async () => {
    const customers = table('customers', 'id, email, hash', (at) => [at, mail(at), madeUpBcrypt(at)])
    const { users: read, ready, files } = await inspected(`${admins}${customers}`)
    const [file] = files as readonly { recognition: { reason: string }; unreadTables: unknown }[]
    expect({ read, ready, unread: file?.unreadTables }).toEqual({
      read: 8,
      ready: 8,
      unread: [
        {
          table: 'admin_user',
          columns: [
            { column: 'email', kind: 'email', rows: 2 },
            { column: 'password', kind: 'password-hash', rows: 2 },
          ],
        },
      ],
    })
    expect(JSON.stringify(file)).not.toContain('who is disabled')
  })

  test('are read where there is nobody else', async () => {
    expect(await inspected(admins)).toMatchObject({ users: 2 })
  })
})

test('a file of hashes is joined to users whose addresses are in another table of their file', async () => {
  const some = [1, 2, 3]
  const person = some.map((at) => `('p${at}', 'User ${at}')`).join(', ')
  const address = some.map((at) => `(${at}, 'p${at}', 'u${at}@acme.example')`).join(', ')
  const dump = `CREATE TABLE person (pid varchar(9) PRIMARY KEY, display text); INSERT INTO person VALUES ${person};
CREATE TABLE person_email (id int PRIMARY KEY, person varchar(9) REFERENCES person (pid), address text); INSERT INTO person_email VALUES ${address};\n`
  const hashes = `id,password_hash\n${some.map((at) => `p${at},${madeUpBcrypt(at)}\n`).join('')}`
  expect(await inspected(dump, [], { 'hashes.csv': hashes })).toMatchObject({
    users: 3,
    joined: 6,
    ready: 3,
    loginMethods: { emailPassword: 3 },
  })
})
