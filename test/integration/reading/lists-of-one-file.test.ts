import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const mail = (n: number) => `c${n}@acme.example`
const staff = [1, 2].map((nr) => ({ nr, login: `boss${nr}`, pass: `Geheim-${nr}!x` }))
const customers = [1, 2, 3].map((nr) => ({ nr, login: `c${nr}`, pass: `Clear-${nr}!x`, Email: mail(nr) }))

const byKey = (rows: readonly object[]) => Object.fromEntries(rows.map((row, at) => [`k${at}`, row]))

/** An object as YAML, each member in the braces and brackets of YAML. */
const yamlOf = (content: object) =>
  Object.entries(content)
    .map(([name, value]) => `${name}: ${JSON.stringify(value).replaceAll('":', '": ')}\n`)
    .join('')

const sum = (counts: unknown) =>
  Object.values(counts ?? {}).reduce<number>((all, one) => all + (typeof one === 'number' ? one : 0), 0)

/** Checks that the two rows of a table count beside the three users, and that they are the users once the table is chosen. */
async function expectTable(file: Readonly<Record<string, string>>, table: string): Promise<void> {
  const { json } = await inspect(file)
  expect(json).toMatchObject({ records: 5, users: 3, unreadable: 0, other: { [`table ${table}`]: 2 } })
  expect(json).toMatchObject({
    files: [{ unreadTables: [{ table, columns: [{ column: 'pass', kind: 'clear-password', rows: 2 }] }] }],
  })
  const chosen = (await inspect(file, ['--table', table])).json
  expect(chosen).toMatchObject({ records: 5, users: 2 })
  expect(sum(chosen?.['other'])).toBe(3)
}

describe('a list of people without addresses beside the users', () => {
  test.each<readonly [string, string, object]>([
    ['before them', 'staff', { staff, customers }],
    ['behind them', 'staff', { customers, staff }],
    ['deeper in the file', 'data.staff', { version: 1, data: { staff, customers } }],
    ['at another level', 'company.staff', { company: { name: 'Acme', staff }, customers }],
    ['by key', 'staff', { staff: byKey(staff), customers }],
    ['in a list of pages', 'staff', [{ customers, staff }]],
  ])('is counted, told of and can be chosen: %s', async (_, table, content) => {
    const file = { 'all.json': JSON.stringify(content, null, 1) }
    await expectTable(file, table)
  })

  test('as users by key beside users by key is counted', async () => {
    const [one, other] = [staff, customers].map(byKey)
    const tags = byKey([{ label: 'a' }, { label: 'b' }])
    const { json } = await inspect({ 'all.json': JSON.stringify({ users: other, roots: { list: staff }, tags, one }) })
    expect(json).toMatchObject({
      records: 9,
      users: 3,
      other: { 'table roots.list': 2, 'table tags': 2, 'table one': 2 },
    })
  })

  test('of which nobody has an address are read by their passwords, and one of a kind is a row', async () => {
    const person = (name: string) => ({ Naam: name, Gebruikersnaam: name.toLowerCase(), Wachtwoord: `Tulp-${name}!` })
    const content = {
      Klanten: [person('Jan')],
      Medewerkers: [person('Piet'), person('Kees')],
      Eigenaar: person('Anna'),
    }
    for (const file of [{ 'all.json': JSON.stringify(content) }, { 'all.yaml': yamlOf(content) }]) {
      const { json, out } = await inspect(file)
      expect(json).toMatchObject({ records: 4, users: 1, other: { 'table Medewerkers': 2, 'table Eigenaar': 1 } })
      expect(out).not.toContain('settings or texts')
      expect(json).toMatchObject({
        files: [{ unreadTables: [{ table: 'Medewerkers' }, { table: 'Eigenaar' }] }],
      })
    }
  })
})

describe('a list of people without addresses beside the users in YAML', () => {
  const yaml = (rows: readonly object[], indent = '  ') =>
    rows.map((row) => `${indent}- ${JSON.stringify(row).replaceAll('":', '": ')}\n`).join('')

  test.each<readonly [string, string, string]>([
    ['before them', 'staff', `staff:\n${yaml(staff)}customers:\n${yaml(customers)}`],
    ['behind them', 'staff', `customers:\n${yaml(customers)}staff:\n${yaml(staff)}`],
    [
      'deeper in the file',
      'data.staff',
      `data:\n  staff:\n${yaml(staff, '    ')}  customers:\n${yaml(customers, '    ')}`,
    ],
    [
      'by key',
      'staff',
      `staff:\n  s1: ${JSON.stringify(staff[0])}\n  s2: ${JSON.stringify(staff[1])}\nusers:\n${yaml(customers)}`,
    ],
  ])('is counted, told of and can be chosen: %s', async (_, table, text) => {
    const file = { 'all.yaml': text.replaceAll('{"', '{ "') }
    await expectTable(file, table)
  })
})

describe('what is no list of records', () => {
  test.each<readonly [string, object]>([
    [
      'links and numbers of a page',
      { links: { next: null, self: { href: '/users' } }, meta: { a: { b: 1 }, c: { d: 1 } } },
    ],
    ['settings', { smtp: { host: 'mail.acme.example', user: 'mailer', password: 'x-y-Z-1' }, theme: { color: 'red' } }],
    ['lists of words', { tags: ['a', 'b'], nothing: [] }],
  ])('is no table: %s', async (_, beside) => {
    const users = [1, 2].map((id) => ({ id, email: mail(id) }))
    const { json } = await inspect({ 'all.json': JSON.stringify({ users, ...beside }) })
    expect(json).toMatchObject({ records: 2, users: 2, ready: 2, other: {} })
  })
})

test('inspect takes the option that it names for tables that are not read', async () => {
  const cwd = folderOf({ 'all.json': JSON.stringify({ staff, customers }) })
  const told = [[], ['--exclude-tables']].map((args) => cli(['inspect', 'all.json', ...args], { cwd }))
  const texts = (await Promise.all(told)).map(({ out }) => out)
  expect(texts.map((text) => text.includes('continue without them with --exclude-tables'))).toEqual([true, false])
  expect(texts[1]).toContain('not read, with passwords: table staff 2')
  expect(texts[1]).not.toContain('not users')
})

test('a list of staff with names and passwords in another language is not said to be none of users', async () => {
  const people = (id: string, at: number) => ({ [id]: at, Ten_Dang_Nhap: `user${at}`, Mat_Khau: `Geheim${at}!` })
  const content = {
    Nhan_Vien: [people('Ma_NV', 1), people('Ma_NV', 2)],
    Khach_Hang: [3, 4].map((at) => ({ ...people('Ma_KH', at), Email: mail(at) })),
  }
  const { out } = await cli(['inspect', 'all.json'], { cwd: folderOf({ 'all.json': JSON.stringify(content) }) })
  expect(out).toContain('not read, with passwords: table Nhan_Vien 2')
  expect(out).not.toMatch(/not users|not look like users/)
})

test('the users of a list are read, and not some of them in a list beside it', async () => {
  const user = (at: number) => ({ _id: `5f6a0${at}`, name: `User ${at}`, phone: `+4915112345${at}0${at}` })
  const users = [1, 2, 3, 4].map(user)
  const some = [1, 2].map((at) => ({ ...user(at), email: `u${at}@acme.example` }))
  for (const name of ['filteredUsers', 'users_selected', 'onlineUsers']) {
    const { json } = await inspect({ 'export.json': JSON.stringify({ users, [name]: some }) })
    expect(json).toMatchObject({ users: 4, other: { [`table ${name}`]: 2 } })
  }
  // Users of another group are no part of them.
  const others = [7, 8].map((at) => ({ ...user(at), email: `u${at}@acme.example` }))
  const { json } = await inspect({ 'export.json': JSON.stringify({ users, premiumUsers: others }) })
  expect(json).toMatchObject({ users: 2 })
})

test('a list of users without any is named where another list is proposed', async () => {
  const orders = [1, 2].map((at) => ({ id: at, customer_email: `user${at}@acme.example`, total: at }))
  const reasonOf = async (users: readonly object[]) => {
    const cwd = folderOf({ 'all.json': JSON.stringify({ users, orders }) })
    return (await cli(['inspect', 'all.json'], { cwd })).out
  }
  expect(await reasonOf([])).toContain('without rows: users')
  expect(await reasonOf([{ id: 1, email: 'ann@acme.example' }])).not.toContain('without rows')
})
