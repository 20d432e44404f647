import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4]
const mail = (at: number, who = 'user') => `${who}${at}@acme.example`
const phone = (at: number) => `+44163296000${at}`
const lines = (header: string, row: (at: number) => string) => `${[header, ...some.map(row)].join('\n')}\n`
const accounts = lines('id,email,password', (at) => `${at},${mail(at)},${madeUpBcrypt(at)}`)
const asked = { users: 8, ready: 4, blocked: { 'may-be-no-user': 4 } }
const open = { users: 8, ready: 8, blocked: {} }

describe('people with a contact alone beside accounts with passwords', () => {
  test.each([
    ['staff', lines('STAFF_ID,FIRST_NAME,PHONE,POSITION', (at) => `15${at},Cleo ${at},${phone(at)},Shipping`)],
    ['clientes', lines('codigo;nombre;correo;ciudad', (at) => `C0${at};Cleo ${at};${mail(at, 'c')};Lugo`)],
    ['users', lines('id,role,email', (at) => `90${at},guest,${mail(at, 'c')}`)],
    ['contacts', lines('id,user_id,email', (at) => `${at},70${at},${mail(at, 'c')}`)],
    ['infos', lines('user_id,nickname,phone', (at) => `70${at},cleo${at},${phone(at)}`)],
  ])('are asked about, until that is decided: %s', async (name, list) => {
    for (const files of [
      { 'accounts.csv': accounts, [`${name}.csv`]: list },
      { [`${name}.csv`]: list, 'z.csv': accounts },
    ])
      expect((await inspect(files)).json).toMatchObject(asked)
    const files = { 'accounts.csv': accounts, [`${name}.csv`]: list }
    const imported = await inspect(files, ['--decide', 'may-be-no-user=import'])
    expect(imported.json).toMatchObject({ users: 8, ready: 8 })
    const excluded = await inspect(files, ['--decide', 'may-be-no-user=exclude'])
    expect(excluded.json).toMatchObject({ users: 8, ready: 4, excluded: 4 })
  })

  test.each([
    ['customers', lines('id,name,email,isActive', (at) => `c-${at},Nord ${at},${mail(at, 'office')},${at < 4}`)],
    ['clientes', lines('id,nombre,telefono,activo', (at) => `${at},Norte ${at},${phone(at)},${at % 2}`)],
    ['newsletter', lines('id,email,active', (at) => `9${at},${mail(at, 'c')},${at % 2}`)],
    ['subscribers', lines('id,email,confirmed', (at) => `9${at},${mail(at, 'c')},true`)],
    ['comments', lines('id,author_email,text,approved', (at) => `${at},${mail(at, 'c')},Nice,${at % 2}`)],
    ['contacts', lines('id,email,deleted_at', (at) => `c-${at},${mail(at, 'c')},`)],
    ['partners', lines('id,email,status', (at) => `p-${at},${mail(at, 'c')},${at > 3 ? 'inactive' : 'active'}`)],
  ])('are asked about whatever their own status is: %s', async (name, list) => {
    const hashes = lines('user_id,hash', (at) => `${at},${madeUpBcrypt(at)}`)
    const apart = { 'users.csv': lines('id,email', (at) => `${at},${mail(at)}`), 'hashes.csv': hashes }
    for (const users of [{ 'users.csv': accounts }, apart]) {
      const { json } = await inspect({ ...users, [`${name}.csv`]: list })
      expect(json).toMatchObject({ users: 8, ready: 4, blocked: { 'may-be-no-user': 4 } })
      expect(JSON.stringify(json?.['findings'])).not.toMatch(/same-email-out|same-id-in-files/)
    }
    const rows = list
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const [head = [], ...others] = rows
    const entries = others.map((row) => Object.fromEntries(head.map((one, at) => [one, row[at] ?? ''])))
    const asJson = await inspect({ 'users.csv': accounts, [`${name}.json`]: JSON.stringify(entries) })
    expect(asJson.json).toMatchObject({ users: 8, ready: 4, blocked: { 'may-be-no-user': 4 } })
  })

  test('are asked about beside passwords that wait for their users, and where the entries of YAML have names', async () => {
    const list = lines('id,name,email,is_active', (at) => `${at},Cleo ${at},${mail(at, 'c')},1`)
    const waiting = lines('nr,login,password', (at) => `${at + 40},lo${at},${madeUpBcrypt(at)}`)
    const { json } = await inspect({ 'customers.csv': list, 'logins.csv': waiting })
    expect(json).toMatchObject({ ready: 0, blocked: { 'may-be-no-user': 4 } })
    const entries = some
      .map((at) => `subscribers_${at}:\n  id: 9${at}\n  email: ${mail(at, 'c')}\n  active: 1\n`)
      .join('')
    expect((await inspect({ 'users.csv': accounts, 'subscribers.yml': entries })).json).toMatchObject(asked)
  })

  test.each([
    ['newsletter', 'active', '0'],
    ['comments', 'approved', 'false'],
    ['mailing_list', 'status', 'unsubscribed'],
    ['newsletter_subscribers', 'active', '0'],
  ])('keep no user out by the status of another thing in %s', async (name, flag, value) => {
    const list = lines(`id,email,${flag}`, (at) => `9${at},${mail(at)},${value}`)
    const { json } = await inspect({ 'users.csv': accounts, [`${name}.csv`]: list })
    expect(json).toMatchObject({ users: 4, ready: 4, joined: 4, blocked: {} })
    const named = lines(`user_id,email,${flag}`, (at) => `${at},${mail(at)},${value}`)
    const joined = await inspect({ 'users.csv': accounts, [`${name}.csv`]: named })
    expect(joined.json).toMatchObject({ users: 4, ready: 4, joined: 4, blocked: {} })
  })

  test('keep a user out where they are members, who may be the users themselves', async () => {
    const list = lines('member_no,email,banned', (at) => `m${at},${mail(at)},${at === 1 ? 1 : 0}`)
    const { json } = await inspect({ 'users.csv': accounts, 'members.csv': list })
    expect(json).toMatchObject({ ready: 3 })
  })

  test('are asked about beside passwords that another file adds, and as rest of those who have accounts', async () => {
    const people = JSON.stringify(some.map((at) => ({ code: `C0${at}`, name: `Cleo ${at}`, mobile: phone(at) })))
    const files = {
      'users.csv': lines('id,email', (at) => `${at},${mail(at)}`),
      'hashes.csv': lines('user_id,hash', (at) => `${at},${madeUpBcrypt(at)}`),
      'people.json': people,
    }
    expect((await inspect(files)).json).toMatchObject({ ...asked, joined: 4 })
    const made = (at: number) => `65f0c0ffee000000000000${at + 10}`
    const known = some.map((at) => ({ _id: made(at), email: mail(at), password: madeUpBcrypt(at) }))
    const profiles = [...some, 5, 6].map((at) => ({ user: made(at), phone: phone(at) }))
    const rest = { 'users.json': JSON.stringify(known), 'profiles.json': JSON.stringify(profiles) }
    expect((await inspect(rest)).json).toMatchObject({
      users: 6,
      joined: 4,
      ready: 4,
      blocked: { 'may-be-no-user': 2 },
    })
  })

  test('are so in one dump, where the table of the people is read', async () => {
    const rows = (row: (at: number) => string) => some.map((at) => `(${row(at)})`).join(', ')
    const dump = `CREATE TABLE people (id int PRIMARY KEY, name text, email text);
INSERT INTO people (id, name, email) VALUES ${rows((at) => `${at}, 'Cleo ${at}', '${mail(at)}'`)};
CREATE TABLE accounts (id int PRIMARY KEY, person_id int REFERENCES people (id), username text, password_hash text);
INSERT INTO accounts (id, person_id, username, password_hash) VALUES (9, 1, 'cleo', '${madeUpBcrypt(1)}');\n`
    const { json, out } = await inspect({ 'all.sql': dump })
    expect(json).toMatchObject({ users: 4, ready: 1, blocked: { 'may-be-no-user': 3 } })
    expect(out).not.toContain('$2')
  })
})

describe('users without a password', () => {
  test.each([
    ['of a part of the same export', lines('id,email,password', (at) => `9${at},${mail(at, 'c')},`)],
    ['with a time of their last login', lines('id,phone,last_login', (at) => `9${at},${phone(at)},2024-05-0${at}`)],
    ['with a status that is read', lines('id,phone,status', (at) => `9${at},${phone(at)},active`)],
    ['with a flag, in a list of users', lines('id,email,is_active', (at) => `9${at},${mail(at, 'c')},1`), 'app_users'],
    ['with an address that was verified', lines('id,email,verified', (at) => `9${at},${mail(at, 'c')},true`)],
  ])('are not asked about: %s', async (_, more, name = 'b') => {
    expect((await inspect({ 'a.csv': accounts, [`${name}.csv`]: more })).json).toMatchObject({ users: 8, ready: 8 })
  })

  test('are not asked about where no other file has passwords, or their own rows have', async () => {
    const list = lines('id,name,phone', (at) => `9${at},Cleo ${at},${phone(at)}`)
    const others = lines('id,name,email', (at) => `${at},Ann ${at},${mail(at)}`)
    expect((await inspect({ 'a.csv': others, 'b.csv': list })).json).toMatchObject(open)
    const half = `user_id,hash\n1,${madeUpBcrypt(1)}\n2,${madeUpBcrypt(2)}\n`
    const admins = `id,email,password\n77,${mail(1, 'admin')},${madeUpBcrypt(7)}\n`
    const { json } = await inspect({ 'users.csv': others, 'hashes.csv': half, 'admins.csv': admins })
    expect(json).toMatchObject({ users: 5, joined: 2, ready: 5 })
  })

  test('are not asked about where their documents lack nothing but the password', async () => {
    const user = (at: number) => ({ uid: `x${at}`, email: mail(at), name: `Ann ${at}`, created: '2024-05-01' })
    const withPasswords = some.map((at) => JSON.stringify({ ...user(at), hash: madeUpBcrypt(at) })).join('\n')
    const without = some.map((at) => JSON.stringify(user(at + 4))).join('\n')
    expect((await inspect({ 'a.ndjson': withPasswords, 'b.ndjson': without })).json).toMatchObject(open)
  })
})

describe('staff with a phone number and a flag, beside accounts with passwords', () => {
  const values = (row: (at: number) => string) => some.map((at) => `(${row(at)})`).join(', ')
  const dump = (people: string, columns: string, row: (at: number) => string) =>
    `INSERT INTO ${people} (${columns}) VALUES ${values(row)};
INSERT INTO tblaccount (AccountID, Username, Password) VALUES ${values((at) => `${at + 20}, 'cleo${at}', '${madeUpBcrypt(at)}'`)};\n`
  const read = async (text: string) => (await inspect({ 'hr.sql': text })).json

  test.each([
    ['tblemployee', 'EmployeeID, Lastname, Active, ContactNumber', (at: number) => `${at}, 'Hill', 1, '${phone(at)}'`],
    ['empleados', 'id, nombre, activo, telefono', (at: number) => `${at}, 'Cleo', 1, '${phone(at)}'`],
    ['customers', 'id, name, phone, is_active', (at: number) => `${at}, 'Cleo', '${phone(at)}', 1`],
  ])('are left for the accounts: %s', async (people, columns, row) => {
    expect(await read(dump(people, columns, row))).toMatchObject({
      users: 4,
      other: { [`table ${people}`]: 4 },
      hashes: { bcrypt: 4 },
      blocked: { 'hash-without-contact': 4 },
    })
  })

  test.each([
    ['users by their name', 'users', 'id, name, phone, is_active', (at: number) => `${at}, 'Cleo', '${phone(at)}', 1`],
    ['with addresses', 'members', 'id, email, is_active', (at: number) => `${at}, '${mail(at)}', 1`],
    [
      'who signed in',
      'members',
      'id, phone, active, last_login',
      (at: number) => `${at}, '${phone(at)}', 1, '2024-05-01'`,
    ],
  ])('are read where they are users themselves: %s', async (_, people, columns, row) => {
    expect(await read(dump(people, columns, row))).toMatchObject({ other: { 'table tblaccount': 4 } })
  })
})

describe('groups of people beside accounts with passwords', () => {
  const group = (head: string) =>
    lines(`id,name,email,password,${head}`, (at) => `9${at},t${at},${mail(at, 'team')},${madeUpBcrypt(at + 9)},${at}`)

  test.each([
    ['teams', 'captain_id'],
    ['export-firmen', 'ansprechpartner'],
    ['familles', 'responsable_id'],
    ['clans', 'leader'],
  ])('are asked about, also where they have passwords: %s', async (name, head) => {
    const files = { 'accounts.csv': accounts, [`${name}.csv`]: group(head) }
    const { json, out } = await inspect(files)
    expect(json).toMatchObject(asked)
    expect(out).toContain('may be no user')
    expect((await inspect(files, ['--decide', 'may-be-no-user=exclude'])).json).toMatchObject({ ready: 4, excluded: 4 })
  })

  test.each([
    ['of users', accounts],
    [
      'of a user who is banned',
      lines('id,email,password,banned', (at) => `${at},${mail(at)},${madeUpBcrypt(at)},${at === 2 ? 1 : 0}`),
    ],
  ])('are asked about once where they have the numbers %s', async (_, users) => {
    const teams = lines('id,name,email,password,captain_id', (at) => `${at},t${at},,${madeUpBcrypt(at + 9)},${at}`)
    const { json } = await inspect({ 'accounts.csv': users, 'teams.csv': teams })
    const text = JSON.stringify(json?.['findings'])
    expect(text).toContain('may-be-no-user')
    expect(text).not.toMatch(/same-id-in-files|same-id-elsewhere/)
  })

  test('are users where they are alone, have the columns of the accounts, or are named after users', async () => {
    expect((await inspect({ 'teams.csv': group('captain_id') })).json).toMatchObject({ users: 4, ready: 4 })
    const part = lines('id,email,password', (at) => `9${at},${mail(at, 'b')},${madeUpBcrypt(at + 9)}`)
    expect((await inspect({ 'accounts.csv': accounts, 'schools.csv': part })).json).toMatchObject(open)
    const users = { 'accounts.csv': accounts, 'company_users.csv': group('level') }
    expect((await inspect(users)).json).toMatchObject({ users: 8, ready: 8 })
  })
})

describe('people who wait for an account, in a file that is named so', () => {
  const waiting = lines('id,email,password', (at) => `p${at},${mail(at, 'new')},${madeUpBcrypt(10 + at)}`)

  test.each(['pending_users', 'unverified', 'invited', 'invitations', 'unconfirmed-accounts'])(
    'are asked about beside accounts, in any order: %s',
    async (name) => {
      for (const files of [
        { 'accounts.csv': accounts, [`${name}.csv`]: waiting },
        { [`${name}.csv`]: waiting, 'z.csv': accounts },
      ])
        expect((await inspect(files)).json).toMatchObject(asked)
    },
  )

  test('are the users where no other file has accounts, or the name says something else', async () => {
    expect((await inspect({ 'pending_users.csv': waiting })).json).toMatchObject({ users: 4, ready: 4 })
    expect((await inspect({ 'accounts.csv': accounts, 'members.csv': waiting })).json).toMatchObject(open)
  })
})
