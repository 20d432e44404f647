import { describe, expect, it } from 'vitest'
import { collect, linesOf, openWith, ofPeople, readAll, valuesOf } from './support.ts'

const ann = { id: 1, email: 'ann@acme.example' }
const ben = { id: 2, email: 'ben@acme.example', tags: ['{', '"', ']'] }

describe('JSON', () => {
  it.each([
    ['a list', JSON.stringify([ann, ben])],
    ['a list, indented', JSON.stringify([ann, ben], null, 2)],
    ['an object with users', JSON.stringify({ kind: 'x', list: [], users: [ann, ben], next: [{}] }, null, 2)],
    ['an object with Users', JSON.stringify({ Users: [ann, ben], PaginationToken: '' })],
    ['an object with result', JSON.stringify({ result: [ann, ben] })],
    ['an object with results', JSON.stringify({ count: 2, results: [ann, ben] })],
    ['an object with a list of objects', JSON.stringify({ count: 2, words: ['a'], members: [ann, ben], roles: [{}] })],
    ['a list in an object', JSON.stringify({ status: 'ok', data: { page: 1, customers: [ann, ben] } })],
    ['a list in an object in an object', JSON.stringify({ response: { body: { members: [ann, ben] } } }, null, 2)],
    [
      'the list that looks most like users',
      JSON.stringify({ orders: [{ id: 7, total: 3 }], data: { tags: [{ name: 'a' }], clients: [ann, ben] } }),
    ],
    [
      'pages, one after the other',
      `${JSON.stringify({ start: 0, users: [ann] })}\n${JSON.stringify({ start: 1, users: [ben] })}`,
    ],
    [
      'a list of pages',
      JSON.stringify([
        { start: 0, users: [ann] },
        { start: 1, users: [ben] },
      ]),
    ],
    ['objects one after the other', `${JSON.stringify(ann, null, 2)}\n${JSON.stringify(ben, null, 2)}`],
    ['objects without anything between them', JSON.stringify(ann) + JSON.stringify(ben)],
    ['one object on each line', `${JSON.stringify(ann)}\r\n\r\n${JSON.stringify(ben)}\r\n`],
    ['lines with commas', `${JSON.stringify(ann)},\n${JSON.stringify(ben)},\n`],
    ['lists one after the other', `${JSON.stringify([ann])}\n${JSON.stringify([ben])}`],
    ['a list with a comma too many', `[${JSON.stringify(ann)},${JSON.stringify(ben)},]`],
  ])('is read from %s', async (_, content) => {
    expect(valuesOf(ofPeople(await readAll(content)))).toEqual([ann, ben])
    expect(valuesOf(ofPeople(await readAll(`\uFEFF\n ${content}`)))).toEqual([ann, ben])
  })

  it('of a single user is one record, whatever lists the user has', async () => {
    const user = { user_id: 'auth0|1', email: 'ann@acme.example', identities: [{ provider: 'auth0' }] }
    expect(valuesOf(await readAll(JSON.stringify(user)))).toEqual([user])
    const named = { schema_id: 'default', addresses: [{ value: 'ann@acme.example' }] }
    expect(valuesOf(await readAll(`${JSON.stringify(named)}\n${JSON.stringify(named)}\n`))).toEqual([named, named])
  })

  it('of MongoDB’s shell is read, but for what stands in a text', async () => {
    const text =
      '[{ "_id" : ObjectId("507f1f77bcf86cd799439011"), "at" : ISODate("2023-04-01T10:11:12Z"), "n" : NumberLong("12345678901234567890"), "k" : NumberInt(3), "note" : "ObjectId(\\"x\\")" }]'
    const value = {
      _id: { $oid: '507f1f77bcf86cd799439011' },
      at: { $date: '2023-04-01T10:11:12Z' },
      n: '12345678901234567890',
      k: 3,
      note: 'ObjectId("x")',
    }
    expect(valuesOf(await readAll(text))).toEqual([value])
    expect(valuesOf(await readAll('[{ "_id" : ObjectId("5"), "broken" : Other(1) }]'))).toEqual([
      'This record is not valid JSON: a word stands in place of a value. Write it in quotation marks, or export the file again. See line 1, column 38.',
    ])
    expect(valuesOf(await readAll("[ { _id: ObjectId('65'), email: 'ann@example.com' } ]"))).toEqual([
      { _id: { $oid: '65' }, email: 'ann@example.com' },
    ])
    expect(valuesOf(await readAll("[ { _id: ObjectId('65'), list: [ [Object] ] } ]"))).toEqual([
      'This record is not JSON but was printed by a shell, which cuts long lists short. Export it with mongoexport, or print JSON with EJSON.stringify.',
    ])
  })

  it('without quotation marks around its names is read, and where something was left out it is not', async () => {
    const text = '{\n  _id: 1,\n  "home": {email: "a{b: c}@acme.example", $n: 2,},\n  list: [1, 2,],\n}\n{ _id: 2 }\n'
    const value = { _id: 1, home: { email: 'a{b: c}@acme.example', $n: 2 }, list: [1, 2] }
    expect(valuesOf(await readAll(text))).toEqual([value, { _id: 2 }])
    for (const omitted of ['{ _id: 1, list: [ [Object], [Object] ] }', '{ _id: 1, list: [ 1, ... 3 more items ] }'])
      expect(valuesOf(await readAll(`${omitted}\n${omitted}`))).toEqual(
        [1, 2].map(() => expect.stringContaining('was printed by a shell') as unknown),
      )
  })

  it('without quotation marks around its names tells its own fault where nothing was left out', async () => {
    const text = "[{\n  _id: ObjectId('65'),\n  n: 1\n  mail: 'ann@acme.example',\n},\n{ _id: 2 }]\n"
    expect(valuesOf(await readAll(text))).toEqual([
      'This record is not valid JSON: a comma is missing between two values. Add it, or export the file again. See line 4, column 3.',
      { _id: 2 },
    ])
  })

  it('of several tables in one object reads each under its name', async () => {
    const tables = {
      Album: [{ AlbumId: 1, Title: 'Blue' }],
      Employee: [{ EmployeeId: 3, Phone: '1', UserName: 'x' }],
      Customer: [ann, ben],
    }
    const records = await collect((await openWith(JSON.stringify(tables))).batches())
    expect(records.map((record) => record.kind === 'record' && [record.table, record.value])).toEqual([
      ['Album', tables.Album[0]],
      ['Employee', tables.Employee[0]],
      ['Customer', ann],
      ['Customer', ben],
    ])
  })

  it('is also read where each line was written as a text once more', async () => {
    const text = [ann, ben, ben, ben].map((one) => JSON.stringify(JSON.stringify(one))).join('\n')
    expect((await openWith(text)).format).toBe('ndjson')
    expect(linesOf(await readAll(`${text}\n"{\n`))).toEqual([
      [1, ann],
      [2, ben],
      [3, ben],
      [4, ben],
      [5, expect.stringContaining('This line is no object')],
    ])
  })

  it('of tenants reads their members, whatever the fields with address and hash are called', async () => {
    const bcrypt = `$2b$10$${'a'.repeat(21)}u${'b'.repeat(30)}2`
    const member = (name: string) => ({ memberId: name, login: `${name}@acme.example`, secret: bcrypt })
    const tenants = [
      { slug: 'acme', members: [member('m1'), member('m2')] },
      { slug: 'globex', members: [member('m3')] },
    ]
    expect(valuesOf(await readAll(JSON.stringify({ exportedAt: '2026-05-01', tenants })))).toEqual(
      ['m1', 'm2', 'm3'].map((name) => ({ tenant: name === 'm3' ? 'globex' : 'acme', ...member(name) })),
    )
  })

  it('reads another list than that of the keys of programs, wherever its first users stand', async () => {
    const requests = [{ url: '/api/key' }, { url: '/api/user', body: { user: ann } }]
    const file = { name: 'x', apiKeys: [{ key: 'k', description: 'all' }], requests }
    expect(valuesOf(await readAll(JSON.stringify(file)))).toEqual([...file.apiKeys, ...requests])
    expect(valuesOf(await readAll(JSON.stringify({ name: 'x', keys: [ann, ben] })))).toEqual([ann, ben])
  })

  it('takes no list for users that has only settings about passwords', async () => {
    const organizations = [
      { name: 'acme', passwordType: 'plain', passwordSalt: '', masterPassword: 'x', enablePassword: true },
    ]
    const { tables } = await openWith(JSON.stringify({ organizations, users: [ann, ben] }))
    expect(tables?.map(({ name }) => name)).toEqual(['users', 'organizations'])
    const others = [{ name: 'acme', password: 'x' }]
    expect(valuesOf(await readAll(JSON.stringify({ others, users: [ann, ben] })))).toHaveLength(3)
  })

  it('of users that have lists of emails in an object is read as users, one after the other', async () => {
    const user = { type: 'user', attributes: { profiles: [{ email: 'ann@acme.example' }] } }
    const text = `${JSON.stringify(user, null, 2)}\n${JSON.stringify(user, null, 2)}`
    expect(valuesOf(await readAll(text))).toEqual([user, user])
  })

  const guest = (number: number, logins: readonly object[]) => ({ guestCode: `G-${number}`, logins })
  const patron = (number: number, logins: readonly object[]) => ({ patronId: number, data: { logins } })
  it.each([
    ['one a line', '\n', [guest(1, [{ mail: 'ann@acme.example' }]), guest(2, []), guest(3, [{ nick: 'ben' }])]],
    ['one behind the other', ' ', [patron(1, [{ mail: 'ann@acme.example' }]), patron(2, [])]],
    [
      'with several logins each',
      '\n',
      ['ann', 'ben'].map((name, at) =>
        guest(
          at,
          ['home', 'work'].map((platform) => ({ platform, mail: `${name}@${platform}.example` })),
        ),
      ),
    ],
  ])('of objects with IDs, %s, keeps in each the list that is a part of it', async (_, between, objects) => {
    expect(valuesOf(await readAll(objects.map((one) => JSON.stringify(one)).join(between)))).toEqual(objects)
  })

  it.each([
    ['of several people', { bookId: 1 }, 'logins'],
    ['of a group', { teamId: 1 }, 'contents'],
    ['called after people', { planCode: 1 }, 'players'],
  ])('of objects with IDs reads the users from a list %s', async (_, { ...ids }, list) => {
    const page = (at: number, users: readonly object[]) =>
      Object.fromEntries([...Object.keys(ids).map((name) => [name, at]), [list, users]])
    const people = list === 'logins' ? [{ mail: 'ann@acme.example' }, { mail: 'ben@acme.example' }] : [ann]
    const lines = [page(1, people), page(2, people)].map((one) => JSON.stringify(one))
    expect(valuesOf(await readAll(lines.join('\n')))).toMatchObject([...people, ...people])
  })

  it.each(['items', 'rows', 'edges'])(
    'of an object of users with its %s, whose addresses are deeper, is read as users',
    async (name) => {
      const users = ['ann', 'ben'].map((login) => ({ profile: { login: `${login}@acme.example` }, level: 1 }))
      expect(valuesOf(await readAll(JSON.stringify({ users: { [name]: users, version: 2 } })))).toEqual(users)
      const one = { customer: { plan: 'gold', contacts: users } }
      expect(valuesOf(await readAll(JSON.stringify(one)))).toEqual([one])
    },
  )

  it('of a realm without users is one record, not the first of its lists', async () => {
    const realm = { realm: 'acme', roles: { realm: [{}] }, groups: [{ name: 'Staff' }], clients: [{}] }
    expect(valuesOf(await readAll(JSON.stringify(realm, null, 2)))).toEqual([realm])
  })

  it.each([
    ['ndjson', '{"id":1}\n{"id":2}'],
    ['ndjson', '{"id":1} {"id":2}'],
    ['json', '{"id":1}'],
    ['json', '[{"id":1}]'],
    ['json', '{"users":[{"id":1}]}\n{"users":[{"id":2}]}'],
  ])('is called %s: %s', async (format, content) => {
    expect((await openWith(content)).format).toBe(format)
  })

  it('keeps the digits of integers that a number cannot hold, and no others', async () => {
    const content =
      '[{"id":12345678901234567890,"n":-9007199254740993,"safe":9007199254740991,"f":0.12345678901234567890,"s":"\\"12345678901234567890"}]'
    expect(valuesOf(await readAll(content))).toEqual([
      {
        id: '12345678901234567890',
        n: '-9007199254740993',
        safe: 9007199254740991,
        f: 0.12345678901234568,
        s: '"12345678901234567890',
      },
    ])
  })

  it('says where each record begins', async () => {
    const records = await readAll('[\n  {"id":1},\r\n  {\n    "id":2\n  }, {"id":3}\n]')
    expect(typeof records === 'string' ? records : records.map(({ line, offset }) => [line, offset])).toEqual([
      [2, 4],
      [3, 17],
      [5, 35],
    ])
  })

  it('says the same of hundreds of records, whatever one among them is', async () => {
    const usersOf = (name: string) =>
      Array.from({ length: 350 }, (_, id): object | string => ({ id, name, tags: ['}', { a: [] }] }))
    const users = usersOf('Ann\u00fc')
    const texts = users.map((user) => JSON.stringify(user))
    const odd: readonly (readonly [text: string, value: object | string])[] = [
      ['{"id":12345678901234567890}', { id: '12345678901234567890' }],
      ['{"id":"a\\u007d","id":"b"}', { id: 'b' }],
      ['{"_id":ObjectId("65a")}', { _id: { $oid: '65a' } }],
      ['{"id":01}', 'This record is not valid JSON: a number begins with 0. Write it'],
      ['{"__proto__":{"id":1}}', JSON.parse('{"__proto__":{"id":1}}')],
    ]
    for (const [text, value] of odd)
      for (const at of [0, 99, 100, 349]) {
        const lines = linesOf(await readAll(`[${texts.with(at, text).join(',\n')}]`))
        const shown = typeof value === 'string' ? value.slice(0, 40) : value
        expect(lines).toEqual(users.with(at, shown).map((one, index) => [index + 1, one]))
      }
    expect(valuesOf(await readAll(`[${texts.join('\n')}]`))).toEqual(users)
    const latin1 = texts.with(150, '{"name":"M\u00fcller"}').join(',\n').replaceAll('Ann\u00fc', 'Ann')
    const records = await readAll(Buffer.from(`[${latin1}]`, 'latin1'))
    expect(valuesOf(records)).toEqual(usersOf('Ann').with(150, { name: 'M\u00fcller' }))
  })

  it('finds the end of a text of any length, whatever sign stands where in it', async () => {
    const texts = Array.from({ length: 14 }, (_, length) => 'x'.repeat(length)).flatMap((text) =>
      ['', '"', '\\', '\\"', '\n', '}', '\u00fc', '\u{1f600}'].flatMap((sign) =>
        Array.from({ length: text.length + 1 }, (_, at) => text.slice(0, at) + sign + text.slice(at)),
      ),
    )
    const users = texts.map((name) => ({ id: 1, name, [name]: 2 }))
    expect(valuesOf(await readAll(JSON.stringify(users)))).toEqual(users)
    expect(valuesOf(await readAll(users.map((user) => JSON.stringify(user)).join('\n')))).toEqual(users)
  })

  it('names elements that are no users and goes on', async () => {
    const content = '[{"id":1},\n 7,\n "x",\n null,\n [{"id":2}],\n {"id":tru},\n {"id":3}]'
    expect(linesOf(await readAll(content))).toEqual([
      [1, { id: 1 }],
      [2, 'This is a number, not an object with the'],
      [3, 'This is a text, not an object with the f'],
      [4, 'This is null, not an object with the fie'],
      [5, 'This is a list, not an object with the f'],
      [6, 'This record is not valid JSON: a word st'],
      [7, { id: 3 }],
    ])
  })

  it('never repeats what it could not read', async () => {
    const records = await readAll('[{"password":"hunter2" oops},\n{"id":1}]')
    expect(JSON.stringify(records)).not.toContain('hunter2')
  })

  it.each([
    ['a closing brace', '[\n  {"id":1},\n  {"id":2, "a":{"b":1,\n  {"id":3},\n  {"id":4}\n]'],
    ['a quotation mark', '[\n  {"id":1},\n  {"id":2, "a":"b},\n  {"id":3},\n  {"id":4}\n]'],
    ['the end of a list', '[\n  {"id":1},\n  {"id":2, "a":["b"},\n  {"id":3},\n  {"id":4}\n]'],
  ])('loses one record to %s that is missing', async (_, content) => {
    expect(linesOf(await readAll(content))).toEqual([
      [2, { id: 1 }],
      [3, 'The brackets or quotation marks of this '],
      [4, { id: 3 }],
      [5, { id: 4 }],
    ])
  })

  it('does not take what is inside a broken record for the next', async () => {
    const content = JSON.stringify([{ id: 1, of: [{ id: 9 }, { id: 8 }] }, { id: 2 }], null, 2).replace(
      '"id": 9',
      '"id": "9',
    )
    expect(linesOf(await readAll(content))).toEqual([
      [2, 'The brackets or quotation marks of this '],
      [13, { id: 2 }],
    ])
  })

  it('on one line numbers its entries, and ends where the brackets stop fitting, and says so', async () => {
    expect(linesOf(await readAll('[{"id":1},{"id":[2},{"id":3}]'))).toEqual([
      [1, { id: 1 }],
      [2, 'The brackets or quotation marks are unba'],
    ])
  })

  it('that was cut keeps what is whole and says once where it ends', async () => {
    expect(linesOf(await readAll('{"users":[\n{"id":1},\n{"id":2},\n{"id":'))).toEqual([
      [2, { id: 1 }],
      [3, { id: 2 }],
      [4, 'The file ends in the middle of this reco'],
    ])
    expect(linesOf(await readAll('{"users":[\n{"id":1},\n'))).toEqual([
      [2, { id: 1 }],
      [3, 'The file ends before its list does: it w'],
    ])
  })

  it.each([
    [{ PaginationToken: 'x' }, { PaginationToken: '' }],
    [{ '@odata.nextLink': 'https://graph.example/users?$skiptoken=x' }, { '@odata.nextLink': null }],
    [{ has_more: true }, { has_more: false }],
    [{ pagination: { next: 2, count: 90 } }, { pagination: { next: 0, count: 2 } }],
    [{ list_metadata: { before: null, after: 'user_2' } }, { list_metadata: { before: 'user_1', after: null } }],
    [{ LastEvaluatedKey: { id: { S: 'u2' } } }, { next: [{}] }],
  ])('says that another page follows, where the last page in the file says so: %j', async (more, last) => {
    const follows = [2, 'This file is one page of a longer list: ']
    const [page, end] = [more, last].map((beside) => JSON.stringify({ users: [ann], ...beside }))
    const row = (line: number) => [line, ann]
    expect(linesOf(await readAll(`\n${page}\n`))).toEqual([row(2), follows])
    expect(linesOf(ofPeople(await readAll(`${page}\n${end}\n`)))).toEqual([row(1), row(2)])
    expect(linesOf(ofPeople(await readAll(`[${end},\n${page}]`)))).toEqual([row(1), row(2), follows])
  })

  it.each([{ totalResults: 3 }, { total: 3, limit: 2 }, { meta: { pagination: { total: 3 } } }, { recordsTotal: 3 }])(
    'says that entries are missing, where there are fewer than it says: %j',
    async (beside) => {
      const page = JSON.stringify({ users: [ann, ann], ...beside })
      expect(linesOf(await readAll(page))).toContainEqual([3, 'This file says that its list has more en'])
      expect(linesOf(await readAll(`${page}\n${JSON.stringify({ users: [ann], ...beside })}`))).toHaveLength(3)
    },
  )

  it('names a page that holds no users', async () => {
    expect(linesOf(await readAll('{"users":[{"id":1}]}\n{"error":"rate limit"}\n{"users":[{"id":2}]}'))).toEqual([
      [1, { id: 1 }],
      [2, 'This object has no list of users, unlike'],
      [3, { id: 2 }],
    ])
  })

  it('names it behind the rows of its other lists', async () => {
    const clients = (id: string) => ({ clients: [{ id, clientId: 'account' }] })
    const realms = [
      { realm: 'empty', ...clients('c1') },
      { realm: 'acme', ...clients('c2'), users: [{ id: 'k1', username: 'ann', email: 'ann@example.com' }] },
    ]
    const rows = linesOf(await readAll(JSON.stringify(realms, null, 2)))
    expect(rows).toMatchObject([
      [5, { id: 'c1' }],
      [10, 'The object that ends here has no list of'],
      [14, { id: 'c2' }],
      [20, { id: 'k1' }],
    ])
  })
})

describe('NDJSON', () => {
  it('keeps characters of any script, in however many lines', async () => {
    const names = ['Müller', 'Łukasz', '王芳', '🦉', 'Ann', 'é'.repeat(700)]
    const users = Array.from({ length: 300 }, (_, id) => ({
      id,
      name: names[id % names.length],
      note: 'x'.repeat(id % 91),
    }))
    const lines = users.map((user) => JSON.stringify(user))
    expect(valuesOf(await readAll(lines.join('\n')))).toEqual(users)
    expect(valuesOf(await readAll(`[\n${lines.join(',\n')}\n]`))).toEqual(users)
  })

  it('loses a bad line and nothing else', async () => {
    const good = Array.from({ length: 9 }, (_, index) => `{"id":${index}}`)
    const bad = [
      '{"id":1',
      '{"id":"3}',
      '["x"]',
      'oops {"id":4}',
      '{"id":5}}',
      '{"id":6}{"id":7}',
      '{"id":8,"x":}',
      '{"id":',
    ]
    const records = await readAll([...good, ...bad].join('\n'))
    expect(linesOf(records)).toEqual([
      ...good.map((_, index) => [index + 1, { id: index }]),
      [10, 'This line is not one whole JSON object.'],
      [11, 'This line is not one whole JSON object.'],
      [12, 'This line is not one whole JSON object.'],
      [13, 'This line is not one whole JSON object.'],
      [14, { id: 5 }],
      [14, 'This line is not one whole JSON object.'],
      [15, { id: 6 }],
      [15, { id: 7 }],
      [16, 'This record is not valid JSON: a value i'],
      [17, 'The file ends in the middle of this reco'],
    ])
  })
})
