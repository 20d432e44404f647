import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const people = [1, 2, 3, 4, 5, 6]
const hash = madeUpBcrypt
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const rows = (header: string, row: (n: number) => string) => csv(header, ...people.map(row))
const guid = (n: number) => `0000${n}eef-1111-4222-8333-00000000000${n}`

describe('numbers with and without zeros before them are the same IDs', () => {
  const padded = rows('id,email', (n) => `0010${n},u${n}@acme.example`)
  const plain = rows('id,email', (n) => `10${n},u${n}@acme.example`)
  const mixed = rows('id,email', (n) => `${n > 3 ? 12_340 + n : `0010${n}`},u${n}@acme.example`)
  test.each([
    ['hashes', padded, rows('user_id,password_hash', (n) => `10${n},${hash(n)}`), { hashes: { bcrypt: 6 } }],
    [
      'hashes beside a plain ID',
      padded,
      rows('id,password_hash', (n) => `10${n},${hash(n)}`),
      { hashes: { bcrypt: 6 } },
    ],
    [
      'numbers as a program wrote them',
      padded,
      rows('user_id,password_hash', (n) => `10${n}.0,${hash(n)}`),
      { hashes: { bcrypt: 6 } },
    ],
    [
      'zeros in the other file',
      plain,
      rows('user_id,password_hash', (n) => `0000010${n},${hash(n)}`),
      { hashes: { bcrypt: 6 } },
    ],
    [
      'some of full width',
      mixed,
      rows('user_id,password_hash', (n) => `${n > 3 ? 12_340 + n : `10${n}`},${hash(n)}`),
      { hashes: { bcrypt: 6 } },
    ],
    [
      'logins elsewhere',
      padded,
      rows('user_id,provider,provider_user_id', (n) => `10${n},google,g${n}`),
      { loginMethods: { thirdParty: 6 } },
    ],
    ['roles', padded, rows('user_id,role', (n) => `10${n},editor`), {}],
    [
      'states',
      padded,
      rows('user_id,status', (n) => `10${n},${n === 3 ? 'banned' : 'active'}`),
      { ready: 5, blocked: { disabled: 1 } },
    ],
  ])('%s', async (_, users, other, expected) => {
    for (const files of [
      { 'a.csv': users, 'b.csv': other },
      { 'a.csv': other, 'b.csv': users },
    ]) {
      const { json, out } = await inspect(files)
      expect(json, out).toMatchObject({ users: 6, joined: 6, unmatched: 0, ...expected })
    }
  })

  test.each([
    [
      'some of them fit',
      padded,
      csv('user_id,status', '103,banned', '104,active', '999,banned', '998,active'),
      { asked: 2, joined: { disabled: 1 } },
    ],
    [
      'two users have one number',
      csv('id,email', '00101,a@acme.example', '101,b@acme.example', '00102,c@acme.example'),
      csv('user_id,status', '0101,active', '0102,banned'),
      { asked: 3, joined: { disabled: 1, 'same-id-in-files': 2 } },
    ],
  ])('and they are asked about where %s', async (_, users, list, { asked, joined }) => {
    const decided = (answer: string) =>
      inspect({ 'users.csv': users, 'states.csv': list }, ['--decide', `same-id-in-files=${answer}`])
    const { json, out } = await inspect({ 'users.csv': users, 'states.csv': list })
    expect(json, out).toMatchObject({ blocked: { 'same-id-in-files': asked } })
    const one = await decided('join')
    expect(one.json?.['blocked'], one.out).toEqual(joined)
    const apart = await decided('separate')
    expect(apart.json?.['blocked']).toEqual({})
  })

  test('two lists of whole users that count on their own stay apart', async () => {
    const { json } = await inspect({
      'a.csv': rows('id,email,password_hash', (n) => `00${n},a${n}@acme.example,${hash(n)}`),
      'b.csv': rows('id,email,password_hash', (n) => `${n},b${n}@acme.example,${hash(n + 8)}`),
    })
    expect(json).toMatchObject({ users: 12, joined: 0, ready: 12 })
  })
})

describe('IDs that are written in another way are the same', () => {
  const byNumber = rows('id,email', (n) => `10${n},u${n}@acme.example`)
  const byUuid = rows('id,email', (n) => `${guid(n)},u${n}@acme.example`)
  const bare = (n: number) => guid(n).replaceAll('-', '')
  test.each([
    ['a number behind a word for users', byNumber, (n: number) => `user_10${n}`],
    ['a number without that word', rows('id,email', (n) => `user:10${n},u${n}@acme.example`), (n: number) => `10${n}`],
    ['a number in quotation marks', byNumber, (n: number) => `'10${n}'`],
    ['a UUID in capitals', byUuid, (n: number) => guid(n).toUpperCase()],
    ['a UUID without dashes', byUuid, bare],
    ['a UUID with dashes', rows('id,email', (n) => `${bare(n)},u${n}@acme.example`), guid],
    ['a UUID in braces', byUuid, (n: number) => `{${guid(n).toUpperCase()}}`],
  ])('%s', async (_, users, id) => {
    const lists = [
      [rows('user_id,password_hash', (n) => `${id(n)},${hash(n)}`), { hashes: { bcrypt: 6 } }],
      [rows('user_id,status', (n) => `${id(n)},${n === 3 ? 'banned' : 'active'}`), { blocked: { disabled: 1 } }],
      [rows('user_id,role', (n) => `${id(n)},editor`), {}],
    ] as const
    for (const [list, expected] of lists) {
      const { json, out } = await inspect({ 'a.csv': users, 'b.csv': list })
      expect(json, out).toMatchObject({ users: 6, joined: 6, unmatched: 0, ...expected })
    }
  })

  test('but no number is that of a user where its word is that of something else', async () => {
    const { json } = await inspect({ 'a.csv': byNumber, 'b.csv': rows('user_id,role', (n) => `order_10${n},editor`) })
    expect(json).toMatchObject({ users: 6, joined: 0 })
  })

  test('and two users whose UUIDs differ in case alone get nothing', async () => {
    const twice = `${byUuid}${guid(3).toUpperCase()},eve@acme.example\n`
    const { json } = await inspect({ 'a.csv': twice, 'b.csv': rows('user_id,role', (n) => `${bare(n)},editor`) })
    expect(json).toMatchObject({ users: 7, joined: 5 })
  })
})

describe('a file that names users by another key of theirs is joined', () => {
  const accounts = rows('id,guid,email,password_hash', (n) => `${n},${guid(n)},u${n}@acme.example,${hash(n)}`)
  const contacts = rows('id,guid,email', (n) => `${n},${guid(n)},u${n}@acme.example`)
  const members = rows('id,member_key,email,password_hash', (n) => `${n},MK-${n}7,u${n}@acme.example,${hash(n)}`)
  test.each([
    [
      'logins by a GUID',
      accounts,
      rows('UserGuid,provider,provider_user_id', (n) => `${guid(n)},google,g${n}`),
      { loginMethods: { thirdParty: 6 } },
    ],
    ['roles by a GUID', accounts, rows('user_uuid,role', (n) => `${guid(n)},editor`), {}],
    ['roles of users without passwords', contacts, rows('user_uuid,role', (n) => `${guid(n)},editor`), {}],
    [
      'states by a GUID',
      accounts,
      rows('user_guid,status', (n) => `${guid(n)},${n === 3 ? 'banned' : 'active'}`),
      { ready: 5, blocked: { disabled: 1 } },
    ],
    [
      'states of users without passwords',
      contacts,
      rows('user_guid,status', (n) => `${guid(n)},${n === 3 ? 'banned' : 'active'}`),
      { ready: 5, blocked: { disabled: 1 } },
    ],
    [
      'logins by a key',
      members,
      rows('MemberKey,provider,provider_user_id', (n) => `MK-${n}7,google,g${n}`),
      { loginMethods: { thirdParty: 6 } },
    ],
    [
      'states by a key',
      members,
      rows('MemberKey,status', (n) => `MK-${n}7,${n === 3 ? 'banned' : 'active'}`),
      { ready: 5, blocked: { disabled: 1 } },
    ],
    ['roles by a key', members, rows('MemberKey,role', (n) => `MK-${n}7,editor`), {}],
  ])('%s', async (_, users, other, expected) => {
    for (const files of [
      { 'a.csv': users, 'b.csv': other },
      { 'a.csv': other, 'b.csv': users },
    ]) {
      const { json, out } = await inspect(files)
      expect(json, out).toMatchObject({ users: 6, joined: 6, unmatched: 0, unreadable: 0, ...expected })
    }
  })

  test('but not by the role or the group of a user, which each of a few has alone', async () => {
    const id = (kind: string, n: number) => ({ $oid: `65f0c0ffee0000000000${kind}00${n}` })
    const lines = (row: (n: number) => object) => [1, 2].map((n) => `${JSON.stringify(row(n))}\n`).join('')
    const people = lines((n) => ({ _id: id('a', n), email: `u${n}@acme.example`, password: hash(n), role: id('b', n) }))
    const roles = lines((n) => ({ _id: id('b', n), description: `r${n}`, isActive: n === 1 }))
    const { json } = await inspect({ 'users.json': people, 'roles.json': roles })
    expect(json).toMatchObject({ users: 2, joined: 0, ready: 2 })
  })

  test('but not where two of their columns have these values', async () => {
    const { json } = await inspect({
      'users.csv': rows(
        'id,old_no,member_no,email,password_hash',
        (n) => `${n},70${n},70${7 - n},u${n}@acme.example,${hash(n)}`,
      ),
      'states.csv': rows('MemberKey,status', (n) => `70${n},${n === 3 ? 'banned' : 'active'}`),
    })
    expect(json).toMatchObject({ users: 6, joined: 0, unmatched: 6 })
  })
})

describe('in a dump, rows of who is kept out name users in such forms as well', () => {
  const insert = (table: string, columns: string, ...values: readonly string[]) =>
    `INSERT INTO ${table} (${columns}) VALUES ${values.map((row) => `(${row})`).join(', ')};\n`
  const users = (columns: string, ids: (n: number) => string) =>
    insert(
      'members',
      `${columns}, email, password_hash`,
      ...people.map((n) => `${ids(n)}, 'u${n}@acme.example', '${hash(n)}'`),
    )
  const logins = insert(
    'member_logins',
    'member_id, provider, subject',
    ...people.map((n) => `${n}, 'google', 'g${n}'`),
  )
  test.each([
    [
      'a padded number',
      users('id', (n) => `'0010${n}'`) + insert('member_bans', 'member_id, banned_at', "103, '2022-01-01'"),
    ],
    [
      'a GUID',
      users('id, guid', (n) => `${n}, '${guid(n)}'`) +
        insert('member_bans', 'member_guid, banned_at', `'${guid(3)}', '2022-01-01'`),
    ],
    [
      'a GUID, beside logins by the ID',
      users('id, guid', (n) => `${n}, '${guid(n)}'`) +
        logins +
        insert('member_bans', 'member_guid, banned_at', `'${guid(3)}', '2022-01-01'`),
    ],
    [
      'a key',
      users('id, member_key', (n) => `${n}, 'MK-${n}7'`) +
        insert(
          'member_status',
          'MemberKey, status',
          ...people.map((n) => `'MK-${n}7', '${n === 3 ? 'banned' : 'active'}'`),
        ),
    ],
  ])('%s', async (_, dump) => {
    const { json, out } = await inspect({ 'all.sql': dump })
    expect(json, out).toMatchObject({ users: 6, unmatched: 0, ready: 5, blocked: { disabled: 1 } })
  })
})

test.each(['0171234', '000101', '00'])(
  'IDs with zeros before them in a single file are no question: %s…',
  async (zeros) => {
    const users = rows('id,name,password', (n) => `${zeros}${n},Ann ${n},${hash(n)}`)
    const { json, out } = await inspect({ 'users.csv': users })
    expect(json, out).toMatchObject({ blocked: { 'hash-without-contact': 6 } })
    expect(out).not.toContain('same-id-in-files')
  },
)
