import { describe, expect, it } from 'vitest'
import { rounds } from '../../../support/length.ts'
import { collect, linesOf, openWith, readAll } from './support.ts'

/** Small files that once took hours, gigabytes or the whole program. */
describe('a file made to be looked through again and again', () => {
  const lines = rounds(10_000, 40_000)

  it.each([
    ['a quotation mark in each row that none closes', 'id,name\n1,ann\n', 'x","y\n', ''],
    ['the same, with a fault at the very end', 'id,name\n1,ann\n', 'x","y\n', 'q"z\n'],
    ['rows in between', 'id,mail\n1,ann@acme.example\n', 'x","y\n1,ann@acme.example\n', ''],
    ['rows of a dump that nothing closes', 'INSERT INTO `users` (`id`) VALUES\n(1),\n', "('a\n", ''],
  ])('is read to its end: %s', async (_, start, line, end) => {
    const records = await readAll(`${start}${line.repeat(lines)}${end}`)
    expect(Array.isArray(records) && records.length > 1 && records.length <= 2 * lines + 2).toBe(true)
  })

  it.each([
    ['nothing closes', ''],
    ['do not fit', '}'],
  ])('is read to its end: brackets that %s', async (_, end) => {
    // Without its budget, the second reading of these takes minutes; the other form goes through the same one.
    const many = rounds(end === '' ? 8000 : 1000, 40_000)
    const records = await readAll(`[\n{"id":1},\n${'{"id":[\n'.repeat(many)}${end}`)
    expect(Array.isArray(records) && records.length > 1 && records.length <= 2 * many + 2).toBe(true)
  })

  it('has names for a hundred thousand columns of the same name', async () => {
    expect(await readAll(`${'a,'.repeat(100_000)}\n${'1,'.repeat(100_000)}\n`)).toBe('file-too-wide')
  })
})

describe('a record that no user is', () => {
  it('has more cells than a table has columns', async () => {
    const cells = '1,'.repeat(20_000)
    expect(linesOf(await readAll(`7f3c,ann@acme.example\n7f3d,ben@acme.example\n7f3e,${cells}\n`))).toEqual([
      [1, { 1: '7f3c', 2: 'ann@acme.example' }],
      [2, { 1: '7f3d', 2: 'ben@acme.example' }],
      [3, 'This row has more than 10,000 cells, so '],
    ])
  })

  it('has more fields than a user', async () => {
    const fields = Array.from({ length: 10_001 }, (_, index) => `"u${index}":{}`).join(',')
    expect(linesOf(await readAll(`[{"id":1},\n{${fields}}]`))).toEqual([
      [1, { id: 1 }],
      [2, 'This object has more than 10,000 fields,'],
    ])
  })

  it.each([201, 100_000])('has %i brackets within brackets', async (levels) => {
    const deep = `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(linesOf(await readAll(`[{"id":1},\n${deep},\n{"id":2}]`))).toEqual([
      [1, { id: 1 }],
      [2, 'This record has more than 200 levels of '],
      [3, { id: 2 }],
    ])
  })

  it.each([
    [
      'under its ID',
      (deep: string) => `{"u1":{"email":"ann@acme.example"},"u2":${deep},"u3":{"email":"cy@acme.example"}}`,
    ],
    [
      'as a row of phpMyAdmin',
      (deep: string) =>
        `[{"type":"header","version":"5"},{"type":"table","name":"users","data":[{"email":"ann@acme.example"},${deep},{"email":"cy@acme.example"}]}]`,
    ],
  ])('has a hundred thousand brackets within brackets %s', async (_, around) => {
    const deep = `{"email":"bob@acme.example","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const records = await readAll(around(deep))
    expect(typeof records === 'string' ? records : records.map(({ kind }) => kind)).toEqual([
      'record',
      'unreadable',
      'record',
    ])
  })

  it('is a row of closing brackets', async () => {
    expect(linesOf(await readAll('{"id":1}\n]]] }\n,]\n{"id":2}\n{"id":3,\n"name":"Ann"}'))).toEqual([
      [1, { id: 1 }],
      [2, 'This closing bracket has no opening brac'],
      [4, { id: 2 }],
      [5, { id: 3, name: 'Ann' }],
    ])
  })
})

describe('a second list of users beside the one that is read', () => {
  const ann = '{"id":1,"email":"ann@acme.example"}'

  it('is a table as any other list', async () => {
    const members = `"members":[${ann}],"roles":[{"id":7,"name":"x"}],\n"admins":[\n${ann}]`
    expect(linesOf(await readAll(`{${members}}`))).toEqual([
      [1, JSON.parse(ann)],
      [1, { id: 7, name: 'x' }],
      [3, JSON.parse(ann)],
    ])
    expect((await openWith(`{${members}}`)).tables?.map(({ name }) => name)).toEqual(['members', 'roles', 'admins'])
  })

  it('with the logins of the users is one, whichever comes first', async () => {
    const users = `"users":[${ann}]`
    const accounts = '"accounts":[\n{"id":"a","userId":"1","provider":"google","providerAccountId":"7"}]'
    const login = { id: 'a', userId: '1', provider: 'google', providerAccountId: '7' }
    expect([
      linesOf(await readAll(`{${users},\n${accounts}}`)),
      linesOf(await readAll(`{\n${accounts},\n${users}}`)),
      linesOf(await readAll(`{${users}}\n{\n${accounts}}`)),
      linesOf(await readAll(`{${users},"identityProviders":[{"alias":"google","providerId":"google"}]}`)),
    ]).toEqual([
      [
        [1, JSON.parse(ann)],
        [3, login],
      ],
      [
        [3, login],
        [4, JSON.parse(ann)],
      ],
      [
        [1, JSON.parse(ann)],
        [4, login],
      ],
      [
        [1, JSON.parse(ann)],
        [2, { alias: 'google', providerId: 'google' }],
      ],
    ])
  })
})

describe('a place in a file', () => {
  it('of a page without users is where the page begins', async () => {
    const pages = '{"users":[{"id":1}]}\n{\n"error":"limit",\n"code":429\n}\n{"users":[{"id":2}]}'
    expect(linesOf(await readAll(pages))).toEqual([
      [1, { id: 1 }],
      [2, 'This object has no list of users, unlike'],
      [6, { id: 2 }],
    ])
  })

  it.each([
    ['a table', 'id,name\n1,Ann\n\uFEFF2,Ben\n'],
    ['lines', '{"id":1}\n{"id":2}\n\uFEFF{"id":3}\n'],
  ])('may begin with a byte order mark in the middle of %s', async (_, content) => {
    const opened = await openWith(content)
    const records = await collect(opened.batches())
    for (const record of records) {
      expect(await opened.recordAt(record.offset)).toEqual(record.kind === 'record' ? record.value : null)
    }
    expect(records.length).toBeGreaterThan(1)
  })
})

describe('a page that has no list of its own but another one with users', () => {
  it('has it as a table', async () => {
    const page = '{"members":[{"email":"ann@acme.example"}]}'
    const other = '{\n"invited":[{"email":"ben@acme.example"}]}'
    expect(linesOf(await readAll(`${page}\n${other}`))).toEqual([
      [1, { email: 'ann@acme.example' }],
      [3, { email: 'ben@acme.example' }],
    ])
  })
})

describe('a dump that breaks off in a long statement', () => {
  it('is named where the statement begins', async () => {
    const rows = 'COPY t (id) FROM stdin;\n1\n\\.\n'
    const records = await readAll(`${rows}\nSELECT '\n${'x\n'.repeat(400_000)}`)
    expect(linesOf(records)).toEqual([
      [2, { id: '1' }],
      [5, 'A quotation mark is opened here and neve'],
    ])
  })
})

describe('a sentence', () => {
  it('never repeats the name of a list that a page lacks', async () => {
    const records = await readAll('{"ann@acme.example":[{"id":1}]}\n{"other":1}\n')
    expect(JSON.stringify(records)).toContain('no list of users')
    expect(JSON.stringify(records)).not.toContain('ann@acme')
  })
})
