import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'
import { folderOf } from '../../support/temporary-folder.ts'

type Row = readonly (string | number | null)[]

function table(name: string, columns: string, rows: readonly Row[]): string {
  const cell = (value: Row[number]) => (value === null ? 'NULL' : typeof value === 'number' ? value : `'${value}'`)
  return `INSERT INTO ${name} (${columns}) VALUES\n${rows.map((row) => `(${row.map(cell).join(', ')})`).join(',\n')};\n`
}

const ids = [11, 12, 13, 14]
const mail = (at: number) => `user${at}@acme.example`
const people = (name: string) =>
  table(
    name,
    'id, nick, active',
    ids.map((at) => [at, `nick${at}`, 1]),
  )
const withMail = (name: string) =>
  table(
    name,
    'id, email',
    ids.map((at) => [at, mail(at)]),
  )

async function inspected(dump: string) {
  const { json } = await inspect({ 'all.sql': dump })
  const { users, joined, unmatched, loginMethods, other, ready } = json ?? {}
  const [file] = (json?.['files'] ?? []) as readonly { unreadTables: readonly { table: string }[] }[]
  const unread = file?.unreadTables.map((one) => one.table)
  return { users, joined, unmatched, loginMethods, other, ready, unread, text: JSON.stringify(json) }
}

describe('of several passwords of one user', () => {
  const passwords = (name: string, columns: string, times: readonly string[]) =>
    table(
      name,
      `id, ${columns}`,
      [...ids, 12].map((at, row) => [row + 1, at, madeUpBcrypt(row), times[row] ?? `2023-01-0${row + 1} 10:00:00`]),
    )

  test.each([
    ['users', 'user_passwords', 'user_id, password, created_at'],
    ['kunden', 'kunden_zugang', 'kunde_id, passwort_hash, angelegt_am'],
    ['public.members', 'public.member_credentials', 'member_id, secret, updated'],
  ])('the latest counts, and the earlier one is counted: %s', async (users, name, columns) => {
    expect(await inspected(withMail(users) + passwords(name, columns, []))).toMatchObject({
      users: 4,
      joined: 4,
      loginMethods: { emailPassword: 4 },
      other: { 'earlier password': 1 },
      unread: [],
    })
  })

  test('the latest counts wherever it stands', async () => {
    const late = ['2022-01-01', '2024-06-01', '2022-01-01', '2022-01-01', '2023-01-01']
    const { joined, other } = await inspected(
      withMail('users') + passwords('user_passwords', 'user_id, password, created_at', late),
    )
    expect([joined, other]).toEqual([4, { 'earlier password': 1 }])
  })

  test('the latest counts where the user had it before', async () => {
    const again = [1, 2, 1].map((hash, row): Row => [row + 50, 12, madeUpBcrypt(hash), `2024-0${row + 1}-01`])
    const others = [11, 13, 14].map((at): Row => [at, at, madeUpBcrypt(at), '2023-01-01'])
    const rows = table('user_passwords', 'id, user_id, password, created_at', [...others, ...again])
    expect(await inspected(withMail('users') + rows)).toMatchObject({
      loginMethods: { emailPassword: 4 },
      other: { 'earlier password': 1 },
    })
  })

  test.each([
    ['two were made at the same time', 'user_passwords', 'user_id, password, created_at', '2024-01-01 10:00:00'],
    ['no column says when', 'user_passwords', 'user_id, password, remark', 'x'],
    ['the time is that of the last use', 'user_passwords', 'user_id, password, last_used_at', ''],
    ['the table keeps old ones', 'user_password_history', 'user_id, password, created_at', ''],
    ['the hashes are of another secret', 'user_pins', 'user_id, pin_hash, created_at', ''],
  ])('none is joined where %s', async (_, name, columns, time) => {
    const times = time === '' ? [] : Array.from({ length: 5 }, () => time)
    const { joined, loginMethods } = await inspected(withMail('users') + passwords(name, columns, times))
    expect([joined, loginMethods]).toEqual([0, { emailPassword: 0, thirdParty: 0, passwordless: 4 }])
  })
})

describe('a password that another one took the place of', () => {
  const rows = (column: string, current: Row[number], ended: Row[number], more: readonly Row[] = []) =>
    table('user_passwords', `id, user_id, password_hash, ${column}`, [
      ...ids.map((at): Row => [at, at, madeUpBcrypt(at), at === 13 ? ended : current]),
      ...more,
    ])

  test.each([
    ['superseded_at', null, '2024-03-01 10:00:00'],
    ['replaced_by', null, 77],
    ['rotated', '0000-00-00 00:00:00', '2024-03-01 10:00:00'],
    ['ersetzt_am', null, '2024-03-01'],
    ['is_current', 1, 0],
    ['latest_flag', 'Y', 'N'],
    ['is_old', 'f', 't'],
  ])('is none, also where its user has no other: %s', async (column, current, ended) => {
    expect(await inspected(withMail('users') + rows(column, current, ended))).toMatchObject({
      users: 4,
      loginMethods: { emailPassword: 3, passwordless: 1 },
      other: { 'earlier password': 1 },
      unread: [],
    })
  })

  test.each([
    ['superseded_at', null, '2024-03-01 10:00:00'],
    ['is_current', 'true', 'false'],
  ])('is left behind beside the one that counts: %s', async (column, current, ended) => {
    const more = [[90, 13, madeUpBcrypt(90), current]] satisfies readonly Row[]
    const { json } = await inspect({ 'all.sql': withMail('users') + rows(column, current, ended, more) })
    expect(json).toMatchObject({
      joined: 4,
      loginMethods: { emailPassword: 4 },
      other: { 'earlier password': 1 },
    })
    const columns = /"column":"user_passwords\.(?<column>\w+)","becomes":"Which password counts"/
    expect(columns.exec(JSON.stringify(json))?.groups?.['column']).toBe(column)
  })

  test('is left behind wherever its table says so first', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => at + 100)
    const users = table(
      'users',
      'id, email',
      many.map((at) => [at, mail(at)]),
    )
    const passwords = table(
      'user_passwords',
      'id, user_id, password_hash, superseded_at',
      many.map((at) => [at, at, madeUpBcrypt(at), at === 3099 ? '2024-03-01' : null]),
    )
    expect(await inspected(users + passwords)).toMatchObject({ other: { 'earlier password': 1 } })
  })

  test.each([
    ['two of one user are current', 'is_current', 1, [90, 13, madeUpBcrypt(90), 1] as Row],
    ['two of one user have no end', 'superseded_at', null, [90, 13, madeUpBcrypt(90), null] as Row],
  ])('none is joined where %s', async (_, column, current, more) => {
    const { joined } = await inspected(withMail('users') + rows(column, current, current, [more]))
    expect(joined).toBe(0)
  })

  test('columns about something else end no password', async () => {
    const passwords = table(
      'user_passwords',
      'id, user_id, password_hash, current_logins, old_salt, replaces',
      ids.map((at) => [at, at, madeUpBcrypt(at), 0, 'x', at]),
    )
    expect(await inspected(withMail('users') + passwords)).toMatchObject({ loginMethods: { emailPassword: 4 } })
  })
})

describe('of several addresses of one user', () => {
  const addresses = (name: string, owner: string) =>
    table(name, `id, ${owner}, address`, [
      ...ids.map((at): Row => [at + 60, at, mail(at)]),
      [80, 12, 'second12@acme.example'],
    ])

  test.each([
    ['users', 'user_emails', 'user_id'],
    ['mitglieder', 'mitglied_email', 'mitglied_id'],
    ['app_person', 'person_email', 'person_id'],
  ])('the first counts, and the other one is told: %s', async (users, name, owner) => {
    const { text, ...read } = await inspected(people(users) + addresses(name, owner))
    expect(read).toMatchObject({ users: 4, joined: 5, loginMethods: { passwordless: 4 }, ready: 4, unread: [] })
    expect(text).toContain(`unmapped-email:${name}.address`)
  })

  test.each([
    ['the primary one counts before a verified one', ['f', 'f'], ['f', 't'], ['t', 'f'], 'third12@acme.example'],
    ['a verified one counts before the first', ['f', 'f'], ['f', 't'], ['f', 'f'], 'second12@acme.example'],
    ['the first verified one counts', ['f', 't'], ['f', 't'], ['f', 'f'], mail(12)],
    ['the first counts where all are alike', ['f', 'f'], ['f', 'f'], ['f', 'f'], mail(12)],
  ])('%s, and the others are told', async (_, first, second, third, counts) => {
    const rows = table('user_emails', 'id, user_id, email, is_primary, verified', [
      ...ids.map((at): Row => [at, at, mail(at), ...(at === 12 ? first : ['t', 't'])]),
      [80, 12, 'second12@acme.example', ...second],
      [81, 12, 'third12@acme.example', ...third],
    ])
    const found = await usersOf({ 'all.sql': people('users') + rows })
    expect(found.map(({ email }) => email)).toEqual(ids.map((at) => (at === 12 ? counts : mail(at))))
    expect(found[1]?.unmapped?.map(({ kind }) => kind)).toEqual(['email', 'email'])
    const { text: _text, ...read } = await inspected(people('users') + rows)
    expect(read).toMatchObject({ users: 4, joined: 6, unread: [] })
  })

  test.each(['email_log', 'sent_emails', 'emergency_contacts'])('none is joined from a table of %s', async (name) => {
    const { joined = 0 } = await inspected(withMail('users') + addresses(name, 'user_id'))
    expect(joined).toBe(0)
  })
})

describe('rows of several kinds, of which one has the passwords', () => {
  const login = (at: number, kind: string): Row => [at + 100, at, kind, mail(at), madeUpBcrypt(at)]
  const token = (at: number, kind: string): Row => [at + 200, at, kind, `4f0c2d${at}a1b2c3d4e5f60718`, null]

  test.each([
    ['users', 'auth_identities', 'id, user_id, type, secret, secret2', 'email_password', 'access_token'],
    ['benutzer', 'benutzer_zugang', 'id, benutzer_id, art, kennung, geheimnis', 'passwort', 'magic_link'],
    ['tb_user', 'user_logins', 'id, user_id, method, subject, value', 'local', 'api'],
  ])('are joined with %s by those rows', async (users, name, columns, kind, other) => {
    const rows = table(name, columns, [...ids.map((at) => login(at, kind)), token(12, other), token(12, 'session')])
    expect(await inspected(people(users) + rows)).toMatchObject({
      users: 4,
      joined: 4,
      loginMethods: { emailPassword: 4 },
      other: { [`table ${name}`]: 2 },
    })
  })

  test('are read with their users where the operator chooses their table', async () => {
    const rows = table('auth_identities', 'id, user_id, type, secret, secret2', [
      ...ids.map((at) => login(at, 'email_password')),
      token(12, 'access_token'),
    ])
    const dump = { 'all.sql': people('users') + rows }
    const { json } = await inspect(dump, ['--table', 'auth_identities'])
    expect(json).toMatchObject({ users: 4, joined: 4, ready: 4, loginMethods: { emailPassword: 4 } })
    const { out } = await cli(['inspect', 'all.sql', '--table', 'auth_identities'], { cwd: folderOf(dump) })
    expect(out).toContain('you chose auth_identities, whose rows are logins of these users')
    const found = await usersOf(dump, ['--table', 'auth_identities'])
    expect(found.map(({ sourceId }) => sourceId)).toEqual(ids.map(String))
  })

  test('join the logins at third parties of the other rows as well', async () => {
    const rows = table('accounts', 'id, user_id, provider, provider_user_id, password', [
      ...ids.map((at): Row => [at + 100, at, 'credential', `${at}`, madeUpBcrypt(at)]),
      [150, 12, 'google', '110022003300440055006', null],
      [151, 13, 'github', '5832319', null],
    ])
    expect(await inspected(withMail('users') + rows)).toMatchObject({
      users: 4,
      joined: 6,
      loginMethods: { emailPassword: 4, thirdParty: 2 },
    })
  })

  test('leave nobody out where the kind is that of the hash', async () => {
    const rows = ids.map((at): Row => [
      at + 100,
      at,
      at < 13 ? 'bcrypt' : 'md5',
      at < 13 ? madeUpBcrypt(at) : `0123456789abcdef0123456789abcd${at}`,
    ])
    const dump = withMail('users') + table('user_passwords', 'id, user_id, algorithm, password', rows)
    expect(await inspected(dump)).toMatchObject({ users: 4, joined: 4 })
  })

  test('join nothing where a user has two of them', async () => {
    const rows = table('auth_identities', 'id, user_id, type, secret, secret2', [
      ...ids.map((at) => login(at, 'email_password')),
      [190, 12, 'email_password', 'other12@acme.example', madeUpBcrypt(9)],
      token(12, 'api'),
    ])
    const { users, joined = 0 } = await inspected(withMail('users') + rows)
    expect([users, joined]).toEqual([4, 0])
  })
})

test('a table that takes the place of another one is not joined before all of its rows were read', async () => {
  const many = Array.from({ length: 60 }, (_, at) => at + 1)
  const again = [...many, 60]
  const users = table(
    'users',
    'id, phone',
    many.map((at) => [at, `+436641234${at + 100}`]),
  )
  const accounts = table(
    'user_email_logins',
    'id, user_id, address, password',
    again.map((at, row) => [row + 500, at, `user${at}.${row}@acme.example`, madeUpBcrypt(row)]),
  )
  const passwords = table(
    'user_passwords',
    'id, user_id, password',
    again.map((at, row) => [row + 700, at, madeUpBcrypt(row + 100)]),
  )
  const { joined = 0, loginMethods } = await inspected(users + accounts + passwords)
  expect([joined, loginMethods]).toEqual([0, expect.objectContaining({ emailPassword: 0 })])
})

test('users without an address or a hash of their own are users where their key has logins', async () => {
  const users = table('users', 'name, password_hash, locked', [
    ['@anna:chat.example', null, 'f'],
    ['@bela:chat.example', madeUpBcrypt(1), 'f'],
    ['@carl:chat.example', null, 't'],
  ])
  const logins = table('user_external_ids', 'auth_provider, user_id, external_id', [
    ['google', '@anna:chat.example', '110022003300440055007'],
    ['google', '@carl:chat.example', '110022003300440055008'],
  ])
  expect(await inspected(users + logins)).toMatchObject({ users: 3, joined: 2, unmatched: 0 })
})
