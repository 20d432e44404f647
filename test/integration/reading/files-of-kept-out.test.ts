import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const people = [1, 2, 3, 4, 5, 6]
const key = (n: number) => `6f1b2c3d-0000-4000-8000-0000000000${n + 10}`
const mail = (n: number) => `u${n}@acme.example`
const users = { 'users.csv': csv('id,email,password', ...people.map((n) => `${n},${mail(n)},${madeUpBcrypt(n)}`)) }
const named = {
  'users.csv': csv('id,username,email,password', ...people.map((n) => `${n},Anna_${n},${mail(n)},${madeUpBcrypt(n)}`)),
}
const words: Readonly<Record<string, string>> = { Anna_1: 'ann', Anna_2: 'bob', Anna_5: 'cy' }

function csv(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

describe('a file that lists who is kept out, by its name', () => {
  test.each([
    ['addresses', { 'blacklist.txt': csv(mail(2), mail(5)) }],
    ['IDs', { 'banned-users.csv': csv('user_id,reason,banned_by', '2,spam,1', '5,fraud,1') }],
    ['IDs of their own beside those of users', { 'bans.csv': csv('id,user_id,reason', '1,2,spam', '3,5,fraud') }],
    ['times that are over or to come', { 'bans.csv': csv('user_id,until', '2,', '5,2099-01-01', '3,2019-01-01') }],
    ['whether they still hold', { 'bans.csv': csv('id,user_id,active', '1,2,1', '2,5,1', '3,6,0') }],
    ['accounts that were deleted', { 'export_deleted_2024-11-01.csv': csv('id,name', '2,Ann', '5,Bo') }],
    ['accounts in another language', { 'gesperrte_kunden.csv': csv('id,email', `2,${mail(2)}`, `5,${mail(5)}`) }],
  ])('disables them: %s', async (_, files) => {
    const { json } = await inspect({ ...users, ...files })
    expect(json).toMatchObject({ users: 6, unreadable: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test.each([
    ['after numbers of their own', (n: number): object => ({ id: n, memberId: `u-${key(n)}` })],
    ['after IDs of their own', (n: number): object => ({ id: `b-${key(n + 10)}`, user_id: `u-${key(n)}` })],
  ])('pairs no IDs, and disables those whom it names %s', async (_, row) => {
    const { json } = await inspect({
      'blockedUsers.json': JSON.stringify([2, 5].map(row)),
      'users.csv': csv('id,email,password', ...people.map((n) => `u-${key(n)},${mail(n)},${madeUpBcrypt(n)}`)),
    })
    expect(json).toMatchObject({ users: 6, joined: 2, unmatched: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test('is read by what it is, and by no mapping that nobody gave', async () => {
    const bans = {
      'bans.csv': csv('id,user_id,reason,banned_at,banned_until', '1,2,spam,2024-01-10,', '2,5,fraud,2024-02-01,'),
    }
    const { json } = await inspect({ ...users, ...bans })
    expect(json).toMatchObject({ blocked: { disabled: 2 } })
    expect(JSON.stringify(json)).toContain('"the file lists people who are kept out"')
    expect(JSON.stringify(json)).not.toMatch(/the mapping (?:says so|does not name it)/)
  })

  test('disables them by an ID or else an address, as a list of bans of a forum does', async () => {
    const bans = csv(
      'ban_id,ban_userid,ban_ip,ban_email,ban_start,ban_end,ban_reason',
      '1,2,,,1672531200,0,spam',
      `2,0,,U5@acme.example,1672531200,0,`,
      '3,3,,,1672531200,1672617600,over',
      '4,0,192.0.2.7,,1672531200,0,',
    )
    for (const files of [
      { ...users, 'phpbb_banlist.csv': bans },
      { 'phpbb_banlist.csv': bans, ...users },
    ]) {
      const { json } = await inspect(files)
      expect(json).toMatchObject({ users: 6, joined: 3, unmatched: 0, ready: 4, blocked: { disabled: 2 } })
    }
  })

  test.each([
    ['beside numbers of the rows', { 'bans.csv': csv('id,username,reason', '1,Anna_2,spam', '2,Anna_5,fraud') }],
    ['without a heading', { 'banned.txt': csv('Anna_2', 'Anna_5') }],
    ['below a heading', { 'blacklist.txt': csv('username', 'Anna_2', 'Anna_5') }],
    ['beside reasons', { 'banned_users.csv': csv('username,reason', 'Anna_2,spam', 'Anna_5,fraud') }],
  ])('disables those whom it has by the names that they sign in with: %s', async (_, files) => {
    const { json } = await inspect({ ...named, ...files })
    expect(json).toMatchObject({ users: 6, joined: 2, unreadable: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test.each([
    ['in a forum', 'nickname'],
    ['in one word', 'name'],
  ])('disables those whom it has by the names that others call them: %s', async (_, column) => {
    const own = named['users.csv'].replace('username', column).replaceAll('Anna_', 'anna')
    const { json } = await inspect({ 'users.csv': own, 'banned.txt': csv('anna2', 'anna5') })
    expect(json).toMatchObject({ users: 6, joined: 2, ready: 4, blocked: { disabled: 2 } })
  })

  test('disables them by the names that others call them by, and holds the files where it finds none of them', async () => {
    const bans = csv('id,nickname,note', '1,Anna_2,spam', '2,Anna_5,spam')
    const called = (name: string) => ({ 'users.csv': named['users.csv'].replace('username', name) })
    const found = await inspect({ ...called('nickname'), 'blockedUsers.csv': bans })
    expect(found.json).toMatchObject({ users: 6, ready: 4, blocked: { disabled: 2 } })
    const lost = await inspect({ ...users, 'blockedUsers.csv': bans })
    expect(lost.json).toMatchObject({ users: 6, unmatched: 2, ready: 6, blocked: {} })
    expect(JSON.stringify(lost.json)).toContain('that keep people out: no user in the other files matches')
  })

  test('disables users of Django whom it has by name', async () => {
    const entry = (n: number) => ({
      model: 'auth.user',
      pk: n,
      fields: { username: `anna${n}`, email: mail(n), password: madeUpBcrypt(n), is_active: true, last_login: null },
    })
    const { json } = await inspect({
      'users.json': JSON.stringify(people.map(entry)),
      'banned.txt': csv('anna2', 'anna5'),
    })
    expect(json).toMatchObject({ users: 6, joined: 2, unmatched: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test.each([
    ['a list of addresses', 'banned_emails', [mail(2), mail(5).toUpperCase()]],
    ['a list of IDs', 'blocked_users', [2, 5]],
    ['a list of IDs as texts', 'blocked_users', ['2', '5']],
    ['a list of names', 'banlist', ['Anna_2', 'Anna_5']],
    ['an ID, an address and a name', 'deleted_users', ['2', mail(5), 'Anna_5']],
    ['the list of an object', 'banned', { banned: [mail(2), mail(5)] }],
    ['a list beside a time', 'banned', { updated: '2026-01-01', users: ['Anna_2', 'Anna_5'] }],
    ['lists of two kinds', 'bans', { emails: [mail(2)], usernames: ['Anna_5'] }],
    ['the list of the banned beside that of others', 'bans', { active_users: [1, 3], banned_users: [2, 5] }],
    ['a yes under each name', 'banned', { Anna_2: true, Anna_5: true, Anna_6: false }],
    ['a ban under each name', 'bans', { Anna_2: { reason: 'x', issuer: mail(1) }, Anna_5: { issuer: mail(1) } }],
    [
      'a ban under each name in an object',
      'bans',
      { bans: { Anna_2: { reason: 'x', by: mail(1) }, Anna_5: { reason: 'y' } } },
    ],
    [
      'a ban under each ID',
      'bans',
      { 2: { reason: 'x' }, 5: { reason: 'y', until: '2099-01-01' }, 6: { until: '2020-01-01' } },
    ],
  ])('disables those whom it has in JSON: %s', async (_, name, bans) => {
    for (const text of [JSON.stringify(bans), JSON.stringify(bans, null, 2)]) {
      const { json } = await inspect({ ...named, [`${name}.json`]: text })
      expect(json).toMatchObject({ users: 6, unmatched: 0, unreadable: 0, ready: 4, blocked: { disabled: 2 } })
    }
  })

  test.each([
    ['reasons and ends', { reason: 'spam' }, { reason: 'spam' }],
    ['IDs of bans', { banId: 1, reason: 'spam' }, { banId: 2, reason: 'x' }],
    ['IDs of reports', { reportId: 3, reason: 'spam' }, { reportId: 4, reason: 'spam' }],
    [
      'IDs of both, those who reported and times',
      { banId: 1, reportedBy: 'Anna_1', reportId: 3, reason: 'spam', bannedAt: '2026-11-15T22:50:57' },
      { banId: 2, reportedBy: 'Anna_1', reportId: 4, reason: 'spam', bannedAt: '2026-11-16T22:50:57' },
    ],
  ])('disables those whose bans by name still hold, beside %s', async (_, one, other) => {
    for (const column of ['username', 'userName', 'login']) {
      const until = (n: number, about: object, year: number) => ({
        [column]: `Anna_${n}`,
        ...about,
        bannedUntil: `${year}-11-18T22:50:57`,
      })
      for (const bans of [[until(2, one, 2099), until(5, other, 2020)], [until(2, one, 2099)]]) {
        for (const nameOf of [(name: string) => name, (name: string) => words[name] ?? name]) {
          const { json } = await inspect({
            'users.csv': named['users.csv'].replaceAll(/Anna_\d/g, nameOf),
            'bans.json': JSON.stringify(bans).replaceAll(/Anna_\d/g, nameOf),
          })
          expect(json).toMatchObject({ users: 6, unmatched: 0, unreadable: 0, ready: 5, blocked: { disabled: 1 } })
        }
      }
    }
  })

  test('disables the one who is banned by another, and not that one', async () => {
    for (const bans of [
      { Anna_2: { reason: 'x', issuer: mail(1), ts: 1773511010983 } },
      [{ username: 'Anna_2', reason: 'x', issuer: mail(1) }],
    ]) {
      const { json } = await inspect({ ...named, 'bans.json': JSON.stringify(bans) })
      expect(json).toMatchObject({ users: 6, joined: 1, ready: 5, blocked: { disabled: 1 } })
    }
    const { json } = await inspect({ ...named, 'bans.json': JSON.stringify({ Nobody: { issuer: mail(1) } }) })
    expect(json).toMatchObject({ users: 6, joined: 0, unmatched: 1, ready: 6 })
  })

  test.each([['bans with names of their own', { 1: { name: 'Ann', reason: 'x' }, 2: { name: 'Bo', reason: 'y' } }]])(
    'stops the command, and is not to be removed, where nobody in it is found: %s',
    async (_, bans) => {
      const { code, err } = await inspect({ ...named, 'bans.json': JSON.stringify(bans) })
      expect(code).toBe(2)
      expect(err).toContain('By its name, it lists people who are kept out. Write one row for each of them')
      expect(err).not.toContain('Remove it')
    },
  )

  test.each([
    ['the end of each ban', 'banned.json', '{"Anna_2": "2099-01-01", "Anna_5": "2099-06-01"}'],
    ['the reason of each', 'bans.json', '{"Anna_2": "spam", "Anna_5": "abuse"}'],
    ['a number for each', 'banned_users.json', '{"2": 1735689600, "5": 3}'],
    ['names in other letters', 'banned.json', '["ANNA_2", "anna_5"]'],
    ['bans with names in other letters', 'bans.csv', csv('username,reason', 'anna_2,spam', 'ANNA_5,fraud')],
  ])('disables whom it names by %s', async (_, file, text) => {
    const { json, out } = await inspect({ ...named, [file]: text })
    expect(json, out).toMatchObject({ users: 6, unreadable: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test('disables users by their IDs in other letters, where no other user has them so', async () => {
    const coded = csv(
      'id,email,password',
      ...people.map((n) => `${n === 6 ? 'TEST-005' : `test-00${n}`},${mail(n)},${madeUpBcrypt(n)}`),
    )
    const { json } = await inspect({
      'users.csv': coded,
      'bans.csv': csv('user_id,reason', 'TEST-002,spam', 'Test-005,x'),
    })
    expect(json).toMatchObject({ users: 6, joined: 1, unmatched: 1, ready: 5, blocked: { disabled: 1 } })
  })

  test('disables users of MongoDB by the ID behind their reference', async () => {
    const oid = (n: number) => ({ $oid: `65f0c0ffee0000000000000${n}` })
    const list = people.map((n) => ({ _id: oid(n), email: mail(n), password: madeUpBcrypt(n) }))
    const bans = [{ _id: oid(9), userId: oid(3), reason: 'spam' }]
    const { json } = await inspect({ 'users.json': JSON.stringify(list), 'bans.json': JSON.stringify(bans) })
    expect(json).toMatchObject({ users: 6, joined: 1, ready: 5, blocked: { disabled: 1 } })
  })

  test('is no list of names where it is one ban with its fields', async () => {
    for (const text of ['{"reason": "spam", "until": "2099-01-01"}', '{"version": 2, "date": "2024-01-01"}'])
      expect((await inspect({ ...named, 'banned.json': text })).code).toBe(2)
  })

  test('asks about everybody in it where it is the only file', async () => {
    const { json } = await inspect({ 'inactive_members.csv': users['users.csv'] })
    expect(json).toMatchObject({ users: 6, ready: 0, blocked: { disabled: 6 } })
  })

  test.each([
    ['blocks of a page', { 'blocks.csv': csv('id,page_id,content,position', '2,3,x,1', '5,3,y,2') }],
    ['those who are active', { 'active_users.csv': csv('id,last_login', '2,2023-01-01', '5,2023-01-02') }],
    ['lists of addresses', { 'newsletter.csv': csv('email', mail(2), mail(5)) }],
  ])('and no other one: %s', async (_, files) => {
    const { json } = await inspect({ ...users, ...files })
    expect(json).toMatchObject({ users: 6, ready: 6 })
  })
})

describe('a file without logins whose IDs are in a column of the same name as those of the users', () => {
  const owned = (column: string) => ({
    'a.csv': csv(`${column},email,password`, ...people.map((n) => `K-0${n},${mail(n)},${madeUpBcrypt(n)}`)),
  })
  const flags = (column: string, flag: string, yes: string, no: string) =>
    csv(`${column};seen;${flag}`, `K-01;2026-01-05;${no}`, `K-02;2026-01-04;${yes}`, `K-05;2026-01-03;${no}`)

  test.each([
    ['persoon_id', 'geblokkeerd', 'J', 'N'],
    ['pessoa_id', 'bloqueado', 'S', 'N'],
    ['henkilo_id', 'blocked', '1', '0'],
    ['wielder_id', 'disabled', 'true', 'false'],
    ['osoba_id', 'gesperrt', 'ja', 'nein'],
  ])('says who of them is kept out: %s with %s', async (column, flag, yes, no) => {
    const status = flags(column, flag, yes, no)
    for (const files of [
      { ...owned(column), 'b.csv': status },
      { '0.csv': status, ...owned(column) },
    ]) {
      const { json } = await inspect(files)
      expect(json).toMatchObject({ users: 6, joined: 3, unreadable: 0, ready: 5, blocked: { disabled: 1 } })
    }
  })

  test.each([
    [
      'an order of a customer',
      'customer_id',
      csv('order_id,customer_id,status,total', '1,K-01,open,3', '2,K-02,blocked,4'),
    ],
    ['an order alone', 'wielder_id', csv('wielder_id,status,total', 'K-01,open,3', 'K-02,blocked,4')],
    ['a device of its own', 'wielder_id', csv('device_id,wielder_id,disabled', 'd1,K-01,0', 'd2,K-02,1')],
    ['any table with such numbers', 'id', csv('id,name,disabled', 'K-01,Shoes,0', 'K-02,Hats,1')],
    ['a list of things', 'wielder_id', csv('shelf_id,colour,disabled', 'K-01,red,0', 'K-02,blue,1')],
  ])('and says nothing of them where its status is that of %s', async (_, column, rows) => {
    const { json } = await inspect({ ...owned(column), 'b.csv': rows })
    expect(json).toMatchObject({ users: 6, joined: 0, ready: 6 })
  })
})

test.each([
  ['beside nothing else', csv('username,is_banned', ...people.map((n) => `Anna_${n},${n === 2}`))],
  ['beside a status', csv('login;status', ...people.map((n) => `Anna_${n};${n === 2 ? 'banned' : 'active'}`))],
  ['as references', csv('id,user,is_banned', ...people.map((n) => `${70 + n},Anna_${n},${n === 2}`))],
])('a file has the states of users by their names: %s', async (_, profiles) => {
  const { json } = await inspect({ ...named, 'profiles.csv': profiles })
  expect(json).toMatchObject({ users: 6, joined: 6, unreadable: 0, ready: 5, blocked: { disabled: 1 } })
})

test('the states of things that name users by their names are none of theirs', async () => {
  const tickets = csv(
    'ticket_id,username,status',
    ...people.map((n) => `${n},Anna_${n},${n === 2 ? 'closed' : 'open'}`),
  )
  const { json } = await inspect({ ...named, 'tickets.csv': tickets })
  expect(json).toMatchObject({ users: 6, joined: 0, ready: 6 })
})

test.each(['utilisateur_login', 'member_login', 'qwe'])(
  'a ban by a name finds the user also where a list of passwords lacks that user: %s',
  async (column) => {
    const { json } = await inspect({
      'bans.json': JSON.stringify([2, 5].map((n) => ({ login: `anna${n}x`, reason: 'spam' }))),
      'passwords.json': JSON.stringify(
        people.slice(0, 4).map((n) => ({ login: `anna${n}x`, password: madeUpBcrypt(n) })),
      ),
      'users.json': JSON.stringify(people.map((n) => ({ [column]: `anna${n}x`, email: mail(n) }))),
    })
    expect(json).toMatchObject({ users: 6, unmatched: 0, ready: 4, blocked: { disabled: 2 } })
  },
)

test.each([
  ['the first users', (at: number) => at + 1],
  ['other users', (at: number) => at + 1, 3],
])(
  'bans that number themselves, as %s are numbered, are of the users with their addresses',
  async (_, idOf, from = 0) => {
    const people = [1, 2, 3, 4, 5, 6].map(
      (n) => `${n + (from === 0 ? 0 : 100)},ann${n}@acme.example,${madeUpBcrypt(n)}`,
    )
    const bans = [4, 2, 6].map((n, at) => `${idOf(at)},ann${n}@acme.example,spam,2024-02-03 10:00:00`)
    const { json } = await inspect({
      'people.csv': `id,email,password_hash\n${people.join('\n')}\n`,
      'suspended_accounts.csv': `id,email,reason,created_at\n${bans.join('\n')}\n`,
    })
    expect(json).toMatchObject({ users: 6, joined: 3, ready: 3, blocked: { disabled: 3 } })
  },
)

describe('an empty list', () => {
  test.each([
    ['of the banned', 'banned_users.json', '[]'],
    ['of bans by user', 'bans.json', '{}'],
    ['of a page of bans', 'bans.json', '{"bans": [], "total": 0}'],
    ['of names of columns alone', 'blocked_users.csv', 'user_id,reason\n'],
    ['of those who were deleted', 'deleted_users.csv', 'id,email\n'],
    ['of orders', 'orders.json', '{}'],
  ])('holds nobody back, and is told: %s', async (_, name, text) => {
    const { code, err, json } = await inspect({ ...users, [name]: text })
    expect(json, err).toMatchObject({ users: 6, ready: 6, unreadable: 0, blocked: {} })
    expect(code).toBe(0)
    expect(err).toContain(`${name} is left out. This file has no records`)
  })

  test.each([
    ['users.json', '[]'],
    ['customers.json', '{"customers": []}'],
    ['accounts.csv', 'id,email,password\n'],
  ])('of accounts stops: %s', async (name, text) => {
    const { code, err } = await inspect({ 'people.csv': users['users.csv'], [name]: text })
    expect([code, err]).toEqual([2, expect.stringContaining('has no records')])
  })
})
