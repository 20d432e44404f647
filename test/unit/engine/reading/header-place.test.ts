import { describe, expect, test } from 'vitest'
import { workbookOf } from '../../../support/data/workbook-of.ts'
import { linesOf, openWith, readAll } from './support.ts'

/* Titles, notes and legends above the names of columns, groups of columns, and rows that describe the columns. */

const users = [
  'Ann Lee,ann@acme.example,+4915112345671,active',
  'Ben Ray,ben@acme.example,+4915112345672,locked',
  'Cid Fox,cid@acme.example,+4915112345673,active',
]
const names = 'Full name,Email,Phone,Status'
const fileOf = (...lines: readonly string[]) => `${lines.join('\n')}\n`

const titled: readonly (readonly [string, readonly string[]])[] = [
  ['titles of several texts', ['Acme Ltd,User list,,', 'Exported,2026-03-04,by,Admin']],
  ['labels with their values', ['Report:,Users', 'Date:,2026-03-04', 'Contact:,support@acme.example', '']],
  ['a title as wide as the table', ['Company,Department,Owner,Date', 'Acme,IT,Ann Boss,2026-03-04', '']],
  ['a legend', ['Legend:,A = active,L = locked,', ',,,']],
]

describe('the names of columns are found', () => {
  test.each(titled)('below %s', async (_, above) => {
    const opened = await openWith(fileOf(...above, names, ...users))
    expect([opened.header?.join(','), opened.sample.records.length]).toEqual([names, users.length])
  })

  test.each(titled)('in a workbook below %s', async (_, above) => {
    const rows = [...above, names, ...users].map((line) => (line === '' ? [] : line.split(',')))
    const opened = await openWith(workbookOf([{ name: 'Users', rows }]))
    expect([opened.header?.join(','), opened.sample.records.length]).toEqual([names, users.length])
  })

  test('below titles where no value is surely a login', async () => {
    const { header } = await openWith(
      fileOf('Accounts,of Acme,,', 'Login,Password,Group,Room', 'ann,autumn,A,7', 'ben,winter,B,8'),
    )
    expect(header).toEqual(['Login', 'Password', 'Group', 'Room'])
  })

  test('behind an empty column', async () => {
    const { header } = await openWith(fileOf(',,,', ',Users of Acme,,', ',Name,Email,', ',Ann,ann@acme.example,x'))
    expect(header).toEqual(['column_1', 'Name', 'Email', 'column_4'])
  })

  test('where more rows of titles than users have as many cells', async () => {
    const above = ['Report,Users', 'Date,2026-03-04', 'Site,Old Town', 'Owner,Ann Boss']
    const { header, sample } = await openWith(fileOf(...above, names, ...users))
    expect([header?.join(','), sample.records.length]).toEqual([names, users.length])
  })
})

describe('groups above the names of columns', () => {
  test('name the columns that have no name of their own', async () => {
    const { header } = await openWith(
      fileOf('User,Contact,,Status', ',Email,Phone,', 'ann,ann@acme.example,+4915112345671,locked'),
    )
    expect(header).toEqual(['User', 'Email', 'Phone', 'Status'])
  })

  test('tell columns of one name apart', async () => {
    const { header } = await openWith(
      fileOf('Billing,,Account,', 'Email,Phone,Email,Password', 'a@acme.example,1,b@acme.example,x'),
    )
    expect(header).toEqual(['Billing Email', 'Phone', 'Account Email', 'Password'])
  })
})

describe('a row below the names of columns', () => {
  test.each([
    ['types', 'text,text,E.164,active/locked'],
    ['types of a database', 'varchar(50),varchar(80),varchar(20),char'],
    ['what is required', '*required,*required,optional,optional'],
    ['sentences', 'Name of the user,Address for signing in,With country code,Whether the user may sign in'],
  ])('that says %s is no user', async (_, row) => {
    const { header, sample } = await openWith(fileOf(names, row, ...users))
    expect([header?.join(','), sample.records.length]).toEqual([names, users.length])
  })

  test.each([
    ['an account without an address', 'Administrator,admin,intern,active'],
    ['an account without anything', 'Administrator,n/a,n/a,active'],
    ['an account that has a phone number', 'System account,not an address,+4915112345674,active'],
  ])('that is %s is a record', async (_, row) => {
    expect((await openWith(fileOf(names, row, ...users))).sample.records).toHaveLength(4)
  })
})

test.each(['Total: 3', 'Total users: 3', 'Gesamt 3', 'Razem: 3'])(
  'a line below the users that says %s is no row',
  async (line) => {
    expect(linesOf(await readAll(fileOf(names, ...users, '', line)))).toHaveLength(users.length)
  },
)

describe('no record is taken for a title', () => {
  test.each([
    ['above a header that was put in later', fileOf(users[0] ?? '', names, ...users.slice(1)), 4],
    [
      'with less than others, in a table without names',
      'Ann Lee,,\nBen,ben@acme.example,x\nCid,cid@acme.example,y\n',
      3,
    ],
    [
      'of another table above',
      fileOf('login,password', 'dee,autumn', 'eli,winter', 'login,email', 'ann,a@acme.example'),
      5,
    ],
    ['whose address is missing, above a header', fileOf('Dee,dee@acme.example,,', names, ...users), 5],
  ])('%s', async (_, content, count) => {
    expect(linesOf(await readAll(content))).toHaveLength(count)
  })
})

test.each([
  ['user,status', '4217,active', '4231,banned'],
  ['account;role', '4217;editor', '4231;viewer'],
  ['user,status', '7b2080c5ab8a1d6aa680b66b,active', '3cc4368ccfad221052fb86be,suspended'],
  ['member,state', '7e57c0de-0000-4abc-8def-000000000001,ok', '7e57c0de-0000-4abc-8def-000000000002,off'],
])('%s above numbers names the columns', async (header, ...rows) => {
  const opened = await openWith(fileOf(header, ...rows))
  expect([opened.header?.join(','), opened.sample.records.length]).toEqual([header.replace(';', ','), rows.length])
})

test.each([
  ['user,hunter2', '4217,secret9', '4231,letmein7'],
  ['user,active', '4217,active', '4231,banned'],
])('but %s may be a record', async (...rows) => {
  const opened = await openWith(fileOf(...rows))
  expect([opened.header, opened.sample.records.length]).toEqual([null, rows.length])
})
