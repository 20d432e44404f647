import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn, folderOf } from '../../support/temporary-folder.ts'

const mail = (at: number) => `user${at}@acme.example`
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const workosId = (at: number) => `user_01ARZ3NDEKTSV4RRFFQ69G5F${String(at).padStart(2, '0')}`

type Api = {
  readonly user: (at: number) => object
  /** A page from one user to another of eight. */
  readonly page: (users: readonly object[], from: number, to: number) => object
}

const last = 8
const apis: Readonly<Record<string, Api>> = {
  WorkOS: {
    user: (at) => ({ object: 'user', id: workosId(at), email: mail(at), email_verified: true, metadata: {} }),
    page: (data, from, to) => ({
      object: 'list',
      data,
      list_metadata: { before: from === 1 ? null : workosId(from), after: to === last ? null : workosId(to) },
    }),
  },
  'Microsoft Graph': {
    user: (at) => ({
      id: `5f0c7a1e-0000-4000-8000-00000000000${at}`,
      userPrincipalName: mail(at),
      accountEnabled: true,
    }),
    page: (value, _, to) => ({
      value,
      ...(to === last ? {} : { '@odata.nextLink': `https://graph.example/users?$skiptoken=${to}` }),
    }),
  },
  Auth0: {
    user: (at) => ({
      user_id: `auth0|5f0c7a1e000000000000000${at}`,
      email: mail(at),
      email_verified: true,
      identities: [],
    }),
    page: (users, from, to) => ({ start: from - 1, limit: 3, length: to - from + 1, total: last, users }),
  },
  Stytch: {
    user: (at) => ({
      user_id: `user-test-5f0c7a1e-0000-4000-8000-00000000000${at}`,
      emails: [{ email_id: `email-test-${at}`, email: mail(at), verified: true }],
      status: 'active',
    }),
    page: (results, _, to) => ({
      results,
      results_metadata: { total: last, next_cursor: to === last ? null : `cursor${to}` },
    }),
  },
  'an API of their own': {
    user: (at) => ({ id: at, email: mail(at), plan: 'free' }),
    page: (users, _, to) => ({ users, has_more: to !== last }),
  },
}

const pageOf = ({ user, page }: Api, from: number, to: number) =>
  JSON.stringify(page(range(from, to).map(user), from, to), null, 2)

const incomplete = async (files: Readonly<Record<string, string>>) => {
  const { json, err } = await inspect(files)
  return [
    json?.['users'],
    json?.['unreadable'],
    JSON.stringify(json).includes('one page of a longer list') || err.includes('page'),
  ]
}

test.each(Object.entries(apis))('pages of %s in files of their own are whole once all are there', async (_, api) => {
  const [one, two, three] = [pageOf(api, 1, 3), pageOf(api, 4, 6), pageOf(api, 7, 8)]
  expect(await incomplete({ '1.json': one, '2.json': two, '3.json': three })).toEqual([8, 0, false])
  expect(await incomplete({ 'c.json': three, 'a.json': one, 'b.json': two })).toEqual([8, 0, false])
  expect((await incomplete({ '1.json': one, '2.json': two }))[2]).toBe(true)
  expect((await incomplete({ '1.json': one }))[2]).toBe(true)
})

test('pages of one list are whole where a page alone shows what one of its columns is', async () => {
  const user = (at: number) => ({
    UserID: at,
    EMailAddress: mail(at),
    State: at === 7 ? 'Disabled' : 'Active',
    ValidTo: at === 2 ? '2099-01-01T00:00:00Z' : null,
  })
  const page = (from: number, to: number) =>
    JSON.stringify({
      '@odata.count': last,
      value: range(from, to).map(user),
      ...(to === last ? {} : { '@odata.nextLink': `Users?$skiptoken=${to}` }),
    })
  expect(await incomplete({ '1.json': page(1, 5), '2.json': page(6, 8) })).toEqual([8, 0, false])
  expect((await incomplete({ '1.json': page(1, 5), '2.json': page(7, 8) }))[2]).toBe(true)
  const groups = JSON.stringify({
    value: range(1, 8).map((at) => ({ GroupID: at, EMailAddress: `g${at}@acme.example` })),
  })
  expect((await incomplete({ '1.json': page(1, 5), 'groups.json': groups }))[2]).toBe(true)
})

test.each(['Auth0', 'Stytch'])(
  'the number of all users tells that a page of %s between two is missing',
  async (name) => {
    const api = apis[name]
    if (api === undefined) throw new Error(name)
    expect((await incomplete({ '1.json': pageOf(api, 1, 3), '3.json': pageOf(api, 7, 8) }))[2]).toBe(true)
    // The same page twice is no other page.
    const twice = { '1.json': pageOf(api, 1, 3), '2.json': pageOf(api, 1, 3), '3.json': pageOf(api, 7, 8) }
    expect((await incomplete(twice))[2]).toBe(true)
  },
)

test('a page beside a longer list that ends is of another list', async () => {
  const api = apis['WorkOS']
  if (api === undefined) throw new Error('WorkOS')
  expect((await incomplete({ '1.json': pageOf(api, 1, 2), '2.json': pageOf(api, 3, 8) }))[2]).toBe(true)
})

test('a page is one of several again once the last one is removed', async () => {
  const api = apis['WorkOS']
  if (api === undefined) throw new Error('WorkOS')
  const engine = await startEngine()
  fileIn(engine.folder, '1.json', pageOf(api, 1, 5))
  fileIn(engine.folder, '2.json', pageOf(api, 6, 8))
  await engine.add('1.json', '2.json')
  const truncations = async () => {
    await engine.settled()
    return must(await engine.ask('document:state', {}))?.files.map(({ truncation, unreadable }) => [
      truncation !== null,
      unreadable,
    ])
  }
  expect(await truncations()).toEqual([
    [false, 0],
    [false, 0],
  ])
  const fileId = must(await engine.ask('document:state', {}))?.files[1]?.id ?? 0
  must(await engine.ask('export:remove', { fileId }))
  expect(await truncations()).toEqual([[true, 1]])
})

type Row = { readonly id: string; readonly email: string; readonly status: string; readonly password: string }
const rowOf = (at: number): Row => ({
  id: `u-${at}`,
  email: mail(at),
  status: 'active',
  password: madeUpBcrypt(at),
})
const csvOf = (rows: readonly Row[]) =>
  `${['id,email,status,password', ...rows.map((row) => Object.values(row).join(','))].join('\n')}\n`

describe('a row that stands on two pages of a list', () => {
  const found = async (files: Readonly<Record<string, string>>) => {
    const { json } = await inspect(files)
    const codes = JSON.stringify(json?.['findings'])
    const isAsked = /"(?:duplicate|same-id-in-files|same-id-elsewhere|same-email-elsewhere)"/.test(codes)
    return [json?.['users'], json?.['joined'], isAsked]
  }

  test.each<[string, (rows: readonly Row[]) => string]>([
    ['JSON', (rows) => JSON.stringify(rows)],
    ['a reply', (rows) => JSON.stringify({ data: rows })],
    ['CSV', csvOf],
  ])('is read once: %s', async (_, write) => {
    const [one, two, three] = [range(1, 4), range(4, 7), range(7, 9)].map((some) => write(some.map(rowOf)))
    expect(await found({ 'p1.txt': one ?? '', 'p2.txt': two ?? '', 'p3.txt': three ?? '' })).toEqual([9, 2, false])
    const { out } = await cli(['inspect', 'p1.txt', 'p2.txt'], {
      cwd: folderOf({ 'p1.txt': one ?? '', 'p2.txt': two ?? '' }),
    })
    expect(out).toContain('1 of its 4 rows stands in another file as well and is read once')
  })

  test.each<[string, Partial<Row>]>([
    ['another status', { status: 'blocked' }],
    ['another address', { email: 'other@acme.example' }],
  ])('is another row with %s', async (_, change) => {
    const two = [{ ...rowOf(4), ...change }, ...range(5, 7).map(rowOf)]
    const [users, joined, isAsked] = await found({ 'p1.csv': csvOf(range(1, 4).map(rowOf)), 'p2.csv': csvOf(two) })
    expect([users, joined]).toEqual([8, 0])
    expect(isAsked).toBe(true)
  })

  test('is asked about with another password', async () => {
    const two = [{ ...rowOf(4), password: madeUpBcrypt(99) }, ...range(5, 7).map(rowOf)]
    const { json } = await inspect({ 'p1.csv': csvOf(range(1, 4).map(rowOf)), 'p2.csv': csvOf(two) })
    expect(json).toMatchObject({ users: 7, joined: 1, ready: 6, blocked: { 'second-hash': 1 } })
  })
})

/** The text of inspecting files with users of these numbers. */
const numberedFiles = async (pages: Readonly<Record<string, readonly [number, number]>>) => {
  const files = Object.fromEntries(
    Object.entries(pages).map(([name, [from, to]]) => [
      name,
      JSON.stringify(range(from, to).map((at) => ({ id: at, email: mail(at) }))),
    ]),
  )
  return (await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })).out
}

test.each<readonly [string, Readonly<Record<string, readonly [number, number]>>, string]>([
  ['a number of pages', { 'page1.json': [1, 4], 'page3.json': [9, 12], 'page4.json': [13, 14] }, 'page2.json is not'],
  ['numbers with zeros', { 'u-01.json': [1, 4], 'u-04.json': [13, 15] }, 'u-02.json, u-03.json are not'],
  ['an offset', { 'users_0.json': [1, 4], 'users_8.json': [9, 12] }, 'users_4.json is not'],
])('a page that is missing between two is named by %s', async (_, pages, named) => {
  expect(await numberedFiles(pages)).toContain(`check that no page is missing: ${named} among the files`)
})

test.each<readonly [string, Readonly<Record<string, readonly [number, number]>>]>([
  ['all are there', { 'page1.json': [1, 4], 'page2.json': [5, 8], 'page3.json': [9, 10] }],
  ['all offsets are there', { 'users_0.json': [1, 4], 'users_4.json': [5, 8], 'users_8.json': [9, 12] }],
  ['the numbers are years', { 'users2019.json': [1, 4], 'users2021.json': [5, 8] }],
  ['the files are no pages, which are as long as each other', { 'export1.json': [1, 3], 'export3.json': [4, 9] }],
])('no page is missing where %s', async (_, pages) => {
  expect(await numberedFiles(pages)).not.toContain('page is missing')
})
