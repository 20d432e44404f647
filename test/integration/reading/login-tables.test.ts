import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

type Row = readonly (string | number)[]

/** A table of a dump, `rows` times. */
function table(name: string, columns: string, rows: readonly Row[]): string {
  const values = rows.map((row) => `(${row.map((cell) => (typeof cell === 'number' ? cell : `'${cell}'`)).join(', ')})`)
  return `INSERT INTO ${name} (${columns}) VALUES\n${values.join(',\n')};\n`
}

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const uuid = (at: number) => `0b5e0d1c-4a4f-4c1d-9a55-0000000000${10 + at}`
const users = table(
  'users',
  'id, email',
  some.map((at) => [at, mail(at)]),
)
const passwords = (name: string, owner: string, of = (at: number): string | number => at) =>
  table(
    name,
    `id, ${owner}, digest`,
    some.map((at) => [100 - at, of(at), madeUpBcrypt(at)]),
  )

async function inspected(dump: string) {
  const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderOf({ 'all.sql': dump }) })
  const { users: read, joined, unmatched, loginMethods } = json ?? {}
  const [file] = (json?.['files'] ?? []) as readonly { unreadTables: readonly { table: string }[] }[]
  return { read, joined, unmatched, loginMethods, unread: file?.unreadTables.map((one) => one.table) }
}

const allJoined = {
  read: 6,
  joined: 6,
  unmatched: 0,
  loginMethods: { emailPassword: 6, thirdParty: 0, passwordless: 0 },
  unread: [],
}

describe('accounts and addresses of people in tables of their own', () => {
  const people = (name: string) =>
    table(
      name,
      'id, name, created',
      some.map((at) => [50 + at, `user${at}`, '2021-01-01']),
    )
  const addresses = (name: string, owner: string) =>
    table(
      name,
      `id, ${owner}, address`,
      some.map((at) => [700 + at, 50 + at, mail(at)]),
    )
  const accounts = (name: string, owner: string, status: (at: number) => number) =>
    table(
      name,
      `id, ${owner}, status, username, passwd`,
      some.map((at) => [90 + at, 50 + at, status(at), `user${at}`, madeUpBcrypt(at)]),
    )

  test.each([
    ['person', 'person_email', 'person_account', 'person_id'],
    ['ost_user', 'ost_user_email', 'ost_user_account', 'user_id'],
    ['glpi_users', 'glpi_useremails', 'glpi_users_logins', 'users_id'],
  ])('are joined by the ID of %s, with the status of each account', async (users, emails, logins, owner) => {
    const dump = `${people(users)}${addresses(emails, owner)}${accounts(logins, owner, (at) => (at === 3 ? 2 : 1))}`
    expect(await inspected(dump)).toEqual({ ...allJoined, joined: 12 })
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderOf({ 'all.sql': dump }) })
    expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 6 } })
    const { json: decided } = await cli(
      [
        'inspect',
        'all.sql',
        '--json',
        '--decide',
        `unmapped-status:${logins}.status=1=active`,
        '--decide',
        `unmapped-status:${logins}.status=2=disabled`,
      ],
      { cwd: folderOf({ 'all.sql': dump }) },
    )
    expect(decided).toMatchObject({ ready: 5, blocked: { disabled: 1 } })
  })

  test.each([
    ['of other people', 'staff_account', 'user_id'],
    ['of another table', 'person_account', 'staff_id'],
    ['of administrators', 'person_admin_account', 'person_id'],
  ])('are not joined where they are %s', async (_, logins, owner) => {
    const dump = `${people('person')}${addresses('person_email', 'person_id')}${accounts(logins, owner, () => 1)}`
    expect((await inspected(dump)).unread).toContain(logins)
  })
})

describe('a table of personal data with the address of each user', () => {
  const owners = table(
    'users',
    'id, login, password',
    some.map((at) => [uuid(at), `user${at}`, madeUpBcrypt(at)]),
  )
  const beside = (name: string) =>
    table(
      name,
      'user_id, email, surname',
      some.map((at) => [uuid(at), mail(at), `Lee${at}`]),
    )

  test.each([
    'personal_data',
    'personal_info',
    'datos_personales',
    'dados_pessoais',
    'dane_osobowe',
    'informations_personnelles',
    'dati_personali',
    'persoonsgegevens',
    'benutzerdaten',
    'osobni_podaci',
    'kisisel_bilgiler',
    'data_pribadi',
    'личные_данные',
  ])('is joined in any language: %s', async (name) => {
    expect(await inspected(`${owners}${beside(name)}`)).toEqual(allJoined)
  })

  test.each(['emergency_data', 'billing_info', 'parent_details', 'datos_bancarios'])(
    'is not joined where it is of others: %s',
    async (name) => expect((await inspected(`${owners}${beside(name)}`)).unread).toEqual([name]),
  )
})

describe('a table of a dump that holds the password of each user', () => {
  test.each([
    ['by a column named after the table', `${users}${passwords('user_passwords', 'user_id')}`],
    ['that stands before the users', `${passwords('credentials', 'account_id')}${users}`],
    [
      'by a column of the same name',
      `${table(
        'member',
        'member_id, email',
        some.map((at) => [at, mail(at)]),
      )}${passwords('member_auth', 'member_id')}`,
    ],
    [
      'by IDs that are no numbers, whatever their column is called',
      `${table(
        'person',
        'pid, mail',
        some.map((at) => [uuid(at), mail(at)]),
      )}${passwords('zugang', 'gehoert', uuid)}`,
    ],
    [
      'by a column that only the schema calls a key of the users',
      `CREATE TABLE users (id int PRIMARY KEY, email text);\nCREATE TABLE passwords (id int, belongs int NOT NULL REFERENCES users(id), digest text);\n${users}${passwords('passwords', 'belongs')}`,
    ],
    [
      'by a column that is declared a key of the users behind the rows',
      `${users}${passwords('passwords', 'x')}ALTER TABLE ONLY public.passwords\n    ADD CONSTRAINT fk_1 FOREIGN KEY (x) REFERENCES public.users(id) ON DELETE CASCADE;\n`,
    ],
    ['by the address itself', `${users}${passwords('auth', 'name', mail)}`],
    [
      'in a table of any name, whose column says password',
      `${users}${passwords('inloggegevens', 'user_id').replace('digest', 'wachtwoord')}`,
    ],
  ])('%s is joined', async (_, dump) => {
    expect(await inspected(dump)).toMatchObject(allJoined)
  })

  test('is joined beside a table of channels, whose column says nothing of the addresses in it', async () => {
    const channels = table(
      'channels',
      'id, path, user_id, state',
      some.map((at) => [100 + at, mail(at), at, 'active']),
    )
    const people = table(
      'users',
      'id, name, workflow_state',
      some.map((at) => [at, `User ${at}`, 'ok']),
    )
    const logins = passwords('pseudonyms', 'user_id').replace('digest', 'crypted_password')
    expect(await inspected(`${channels}${logins}${people}`)).toMatchObject({ ...allJoined, joined: 12 })
  })

  test('and one that holds the primary address of each are both joined', async () => {
    const people = table(
      'people',
      'id, full_name, created_at',
      some.map((at) => [uuid(at), `User ${at}`, `2024-01-0${at} 10:00:00`]),
    )
    const addresses = table(
      'people_emails',
      'id, person_id, address, is_primary, confirmed_at',
      some.flatMap((at) => [
        [2 * at, uuid(at), `old${at}@acme.example`, 'f', '2023-01-01 10:00:00'],
        [2 * at + 1, uuid(at), mail(at), 't', `2024-01-0${at} 10:00:00`],
      ]),
    )
    expect(await inspected(`${people}${addresses}${passwords('people_passwords', 'person_id', uuid)}`)).toMatchObject({
      ...allJoined,
      joined: 18,
      unread: [],
    })
  })
})

describe('a declared key between people and their accounts', () => {
  const people = table(
    'users',
    'uid, email, name',
    some.map((at) => [at, mail(at), `User ${at}`]),
  )
  // The accounts are counted as the people are, in another order.
  const accounts = (name: string, count = some.length) =>
    table(
      name,
      'id, id_client, login, password',
      some.slice(0, count).map((at) => [at, 7 - at, `user${7 - at}`, madeUpBcrypt(7 - at)]),
    )
  const inTable = (name: string) =>
    `CREATE TABLE ${name} (id int PRIMARY KEY, id_client int REFERENCES users(uid), login text, password text);\n`
  const joins = async (dump: string) => {
    const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': dump }) })
    return /\((\w+\.\w+ = \w+\.\w+)\)/.exec(out)?.[1]
  }

  test.each([
    ['in the table', `${inTable('accounts')}${people}${accounts('accounts')}`],
    [
      'behind the rows',
      `${people}${accounts('accounts')}ALTER TABLE ONLY public.accounts\n    ADD CONSTRAINT fk_1 FOREIGN KEY (id_client) REFERENCES public.users(uid);\n`,
    ],
    [
      'without the column, which is then the primary key',
      `CREATE TABLE users (uid int PRIMARY KEY, email text, name text);\n${inTable('accounts').replace('(uid)', '')}${people}${accounts('accounts')}`,
    ],
  ])('%s joins them, and no numbers that match by chance', async (_, dump) => {
    expect(await inspected(dump)).toMatchObject(allJoined)
    expect(await joins(dump)).toBe('accounts.id_client = users.uid')
  })

  test('joins the accounts of some of the people', async () => {
    const dump = `${inTable('accounts')}${people}${accounts('accounts', 4)}`
    expect(await inspected(dump)).toMatchObject({ read: 6, joined: 4, unread: [] })
    expect(await joins(dump)).toBe('accounts.id_client = users.uid')
  })

  test('joins the people to which the accounts refer, where these are read', async () => {
    const dump = `${inTable('accounts')}${people}${accounts('accounts')}`
    const chosen = ['inspect', 'all.sql', '--table', 'accounts']
    const { out } = await cli(chosen, { cwd: folderOf({ 'all.sql': dump }) })
    expect(out).toContain('users has their email addresses (users.uid = accounts.id_client)')
    expect(out).toContain('12 records = 6 users + 6 joined')
  })

  test('joins none where the accounts are of administrators', async () => {
    expect(await inspected(inTable('admin_accounts') + people + accounts('admin_accounts'))).toMatchObject({
      joined: 0,
    })
  })

  test('joins no addresses where several accounts are of one', async () => {
    const shared = accounts('accounts').replaceAll(/\((\d), \d,/g, (_, id: string) => `(${id}, ${Number(id) % 3},`)
    expect(await inspected(`${inTable('accounts')}${people}${shared}`)).toMatchObject({ joined: 0 })
  })
})

test.each([
  ['the providers without an ID', 'provider, ext', ['google', '1'], 'providers'],
  ['IDs and their providers', 'provider, subject_id', ['google', '103547991597142000004'], 'logins at third parties'],
])('a table of %s is named for what it has of the users', async (_, columns, cells, has) => {
  const rows = some.map((at) => [at, at, ...cells.map((cell, index) => (index === 0 ? cell : `${cell}${at}`))])
  const dump = users + table('outside_logins', `id, user_id, ${columns}`, rows)
  const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': dump }) })
  expect(out).toContain(`outside_logins has their ${has} (outside_logins.user_id = users.id)`)
})

test('a table whose schema names another owner than the users is not joined', async () => {
  const declared = 'CREATE TABLE passwords (id int, user_id int REFERENCES machines (id), digest text);\n'
  expect(await inspected(`${declared}${users}${passwords('passwords', 'user_id')}`)).toMatchObject({
    joined: 0,
    unread: ['passwords'],
  })
})

test('users of a known product get their addresses from a second table, whose columns are named once', async () => {
  const columns =
    'id, username, created_at, active, username_lower, password_hash, salt, trust_level, suspended_till, staged'
  const row = (at: number) => [
    at,
    `u${at}`,
    '2024-01-01',
    't',
    `u${at}`,
    'ab12'.repeat(16),
    'cd34'.repeat(8),
    1,
    '',
    'f',
  ]
  const discourse = table('users', columns, some.map(row))
  const emails = table(
    'user_emails',
    'id, user_id, email',
    some.map((at) => [50 + at, at, mail(at)]),
  )
  const cwd = folderOf({ 'all.sql': discourse + emails })
  const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd })
  const [file] = (json?.['files'] ?? []) as readonly {
    provider: string
    mapping: { columns: readonly { column: string; becomes: string }[] }
  }[]
  expect([file?.provider, json?.['joined']]).toEqual(['discourse', 6])
  const named = file?.mapping.columns.filter(({ column }) => column.startsWith('user_emails.'))
  expect(named?.map(({ column, becomes }) => `${column} ${becomes}`)).toEqual([
    'user_emails.user_id Source ID of its user',
    'user_emails.email Email',
  ])
})

describe('rows of users that were removed', () => {
  const left = [2, 4, 6]
  const people = (name: string) =>
    table(
      name,
      'id, email',
      left.map((at) => [at, mail(at)]),
    )
  const rowsOf = (owners: readonly number[], name: string, columns: string, cells: (at: number) => Row) =>
    table(
      name,
      columns,
      owners.map((owner, at) => [50 + at, owner, ...cells(at)]),
    )

  test.each([
    ['users', 'user_passwords', 'user_id, digest'],
    ['members', 'credentials', 'account_id, digest'],
    ['utilisateurs', 'mots_de_passe', 'utilisateur_id, mot_de_passe'],
    ['public.tb_kunde', 'public.kunden_zugang', 'kunde_id, passwort_hash'],
  ])('join the passwords of the other %s all the same, and are counted', async (users, passwords, columns) => {
    const dump = people(users) + rowsOf([77, 2, 4, 6], passwords, `id, ${columns}`, (at) => [madeUpBcrypt(at)])
    expect(await inspected(dump)).toMatchObject({
      read: 3,
      joined: 3,
      unmatched: 1,
      loginMethods: { emailPassword: 3, passwordless: 0 },
      unread: [],
    })
  })

  test.each([
    ['users', 'login_providers', 'user_id, provider, identifier'],
    ['mitglieder', 'mitglied_logins', 'mitglied_id, anbieter, anbieter_id'],
    ['usuarios', 'cuentas_sociales', 'usuario_id, provider, provider_user_id'],
  ])('join the logins of the other %s at third parties', async (users, logins, columns) => {
    const dump = people(users) + rowsOf([2, 2, 6, 77], logins, `id, ${columns}`, (at) => ['github', `58323${at * 7}`])
    expect(await inspected(dump)).toMatchObject({
      read: 3,
      joined: 3,
      unmatched: 1,
      loginMethods: { thirdParty: 3, passwordless: 1 },
      unread: [],
    })
  })

  test.each([
    ['half of all rows', [2, 4, 77, 78]],
    ['most of them', [2, 77, 78, 79]],
  ])('join nothing where they are %s: the table may be of other people', async (_, owners) => {
    const hashes = rowsOf(owners, 'user_passwords', 'id, user_id, digest', (at) => [madeUpBcrypt(at)])
    expect(await inspected(people('users') + hashes)).toMatchObject({ read: 3, joined: 0, unread: ['user_passwords'] })
  })
})

describe('no password of another account gets to a user', () => {
  const allAlone = { read: 6, joined: 0, unread: ['other'], loginMethods: { emailPassword: 0, passwordless: 6 } }
  const alone: readonly (readonly [why: string, dump: string, table?: string])[] = [
    [
      'IDs are equal by chance',
      `${users}${table(
        'other',
        'id, login, password',
        some.map((at) => [at, `staff${at}`, madeUpBcrypt(at)]),
      )}`,
    ],
    [
      'accounts have a name of their own',
      `${users}${table(
        'other',
        'id, user_id, login, password',
        some.map((at) => [at, at, `staff${at}`, madeUpBcrypt(at)]),
      )}`,
    ],
    [
      'another table has the name that its column refers to',
      `${table(
        'customers',
        'id, email',
        some.map((at) => [at, mail(at)]),
      )}${table(
        'users',
        'id, nick',
        some.map((at) => [at, `s${at}`]),
      )}${passwords('other', 'user_id')}`,
    ],
    ['a column names the account that wrote the row', `${users}${passwords('other', 'created_by_user_id')}`],
    ['users are not there', `${users}${passwords('other', 'user_id', (at) => at + 3)}`],
    ...['pins', 'user_secrets', 'user_secret_answers', 'app_passwords', 'webdav_passwords', 'user_backup_codes'].map(
      (name) =>
        [
          `${name} are no passwords`,
          `${users}${passwords('other', 'user_id').replaceAll('INTO other', `INTO ${name}`)}`,
          name,
        ] as const,
    ),
    [
      'a column holds the hash of something else',
      `${users}${passwords('auth', 'user_id').replace('digest', 'pin_hash')}`,
      'auth',
    ],
    ['a user has two', `${users}${passwords('other', 'user_id', (at) => Math.ceil(at / 2))}`],
  ]
  test.each(alone.map(([why, dump, name = 'other']) => ({ why, dump, name })))('where $why', async ({ dump, name }) => {
    expect(await inspected(dump)).toMatchObject({ ...allAlone, unread: [name] })
  })

  test.each([
    ['emergency_contacts', 'email'],
    ['managers', 'manager_email'],
    ['user_profiles', 'parent_email'],
  ])('and no address of another person: %s.%s', async (name, column) => {
    const people = table(
      'users',
      'id, full_name, created_at',
      some.map((at) => [uuid(at), `User ${at}`, `2024-01-0${at} 10:00:00`]),
    )
    const others = table(
      name,
      `user_id, ${column}`,
      some.map((at) => [uuid(at), mail(at)]),
    )
    const { joined = 0, loginMethods } = await inspected(people + others)
    expect([joined, loginMethods ?? 'no users']).toEqual([0, 'no users'])
  })

  test('where only a row far down in the table names a user twice', async () => {
    const many = Array.from({ length: 130 }, (_, at) => at + 1)
    const last = many.map((at) => [at, at === 130 ? 7 : at, madeUpBcrypt(at)])
    const dump = `${table(
      'users',
      'id, email',
      many.map((at) => [at, mail(at)]),
    )}${table('secrets', 'id, user_id, digest', last)}`
    expect(await inspected(dump)).toMatchObject({ read: 130, joined: 0, unread: ['secrets'] })
  })

  test('where most rows of a large table belong to no user', async () => {
    const many = Array.from({ length: 130 }, (_, at) => at + 1)
    const rows = many.map((at) => [at, at + 60, madeUpBcrypt(at)])
    const dump = `${table(
      'users',
      'id, email',
      many.map((at) => [at, mail(at)]),
    )}${table('secrets', 'id, user_id, digest', rows)}`
    expect(await inspected(dump)).toMatchObject({ read: 130, joined: 0, unread: ['secrets'] })
  })

  test('and of an older password beside the own one', async () => {
    const own = table(
      'users',
      'id, email, password',
      some.map((at) => [at, mail(at), madeUpBcrypt(500 + at)]),
    )
    expect(await inspected(`${own}${passwords('other', 'user_id')}`)).toMatchObject({ joined: 0, unread: ['other'] })
  })
})

test('rows that describe the accounts of another table have the ID of the accounts, and not their own number', async () => {
  const accounts = some.map((at) => `('${uuid(at)}','${madeUpBcrypt(at)}')`)
  const profiles = some.map((at) => `(${7 - at},'${uuid(at)}','nick${at}','user${at}@acme.example')`)
  const dump = (id: string) => `CREATE TABLE credentials (account_id char(36) NOT NULL, password varchar(99)${id});
CREATE TABLE profile (id int NOT NULL, uuid char(36) NOT NULL, username varchar(50), email varchar(99), PRIMARY KEY (id), UNIQUE KEY (uuid));
INSERT INTO credentials VALUES ${accounts.join(',')};
INSERT INTO profile VALUES ${profiles.join(',')};
`
  const { json } = await inspect({ 'app.sql': dump(', PRIMARY KEY (account_id)') })
  const text = JSON.stringify(json)
  expect(json).toMatchObject({ users: 6, ready: 6, hashes: { bcrypt: 6 } })
  expect(text).toContain('"column":"uuid","becomes":"source-id"')
  expect(text).toContain('it is credentials.account_id, the key of their accounts')
  // Without a declared key, the one of the profile stays.
  expect(JSON.stringify((await inspect({ 'app.sql': dump('') })).json)).toContain('"column":"id","becomes":"source-id"')
})
