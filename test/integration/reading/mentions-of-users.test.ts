import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Rows that only name users of another file by an address. */

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const guest = 'guest@other.example'
const csv = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`
const users = csv(
  'id,email,password',
  some.map((at) => `u${at}0,${mail(at)},${madeUpBcrypt(at)}`),
)
const named = [1, 2, 3, 1, 2, 3, 1]

const mentions = [
  [
    'invitations',
    csv(
      'id,email,invited_by',
      named.map((at, row) => `${row},${mail(at)},u10`),
    ),
  ],
  [
    'group_members',
    csv(
      'group,user_email',
      named.map((at, row) => `g${row % 2},${mail(at)}`),
    ),
  ],
  [
    'orders',
    csv(
      'id,email,total,status',
      named.map((at, row) => `${row},${mail(at)},${row}.90,paid`),
    ),
  ],
  [
    'login_log',
    csv(
      'id,email,ip',
      named.map((at, row) => `${row},${mail(at)},10.0.0.${row}`),
    ),
  ],
  [
    'audit',
    csv(
      'id,entity,actor_email,action',
      named.map((at, row) => `${row},doc${row},${mail(at)},edit`),
    ),
  ],
  [
    'comments',
    csv(
      'id,post_id,author_email,body',
      named.map((at, row) => `${row},7,${mail(at)},Nice ${row}`),
    ),
  ],
] as const

describe('rows that name users of another file by an address', () => {
  test.each(mentions)('are no users, and bring nothing: %s', async (name, text) => {
    for (const files of [
      { 'users.csv': users, [`${name}.csv`]: text },
      { [`${name}.csv`]: text, 'users.csv': users },
    ]) {
      const { code, json, out } = await inspect(files)
      expect(json, out).toMatchObject({ users: 6, joined: 7, unmatched: 0, ready: 6, blocked: {} })
      expect(code).toBe(0)
      const alone = await usersOf({ 'users.csv': users })
      const plain = (all: typeof alone) => all.map((user) => ({ ...user, unmapped: [] }))
      expect(plain(await usersOf(files))).toEqual(plain(alone))
    }
  })

  test.each(mentions)('leave those who are nowhere else to the operator: %s', async (name, text) => {
    const { json, out } = await inspect({ 'users.csv': users, [`${name}.csv`]: text.replace(mail(3), guest) })
    expect(json, out).toMatchObject({ users: 7, joined: 6, ready: 6 })
    expect(out).not.toContain(guest)
  })

  test('keep a ban, a further phone number and an address of two users', async () => {
    const list = (rows: readonly string[]) => csv('id,email,phone,blocked', rows)
    const { json } = await inspect({
      'users.csv': users,
      'customers.csv': list([`c1,${mail(1)},,no`, `c2,${mail(2)},,yes`, `c3,${mail(3)},+442079460001,no`]),
    })
    // The user of the banned customer waits as well.
    expect(json).toMatchObject({ users: 7, joined: 2, ready: 5, blocked: { 'may-be-no-user': 1 } })
    expect(JSON.stringify(json?.['findings'])).toContain('unmapped-phone')
    const twice = `${users}u70,${mail(1)},${madeUpBcrypt(7)}\n`
    const several = await inspect({
      'users.csv': twice,
      'customers.csv': list([`c1,${mail(1)},,no`, 'c2,a@b.example,,no']),
    })
    expect(several.json).toMatchObject({ users: 9, joined: 0 })
  })

  test('are those of an invitation whatever its own state, and never belong to another invitation', async () => {
    const invites = csv(
      'id,email,token,status',
      [1, 2].map((at) => `i${at},${mail(at)},t0ken${at}k,pending`),
    )
    const { json } = await inspect({ 'users.csv': users, 'invites.csv': invites })
    expect(json).toMatchObject({ users: 6, joined: 2, ready: 6, blocked: {} })
    const list = csv(
      'id,email,name',
      some.map((at) => `c${at},${mail(at)},Ann ${at}`),
    )
    const { json: other } = await inspect({ 'contacts.csv': list, 'invites.csv': invites })
    expect(other).toMatchObject({ users: 8, joined: 0 })
  })

  test('are users where no other file has them', async () => {
    const { json } = await inspect({
      'members.csv': csv(
        'group,user_email',
        some.map((at) => `g1,${mail(at)}`),
      ),
    })
    expect(json).toMatchObject({ users: 6, ready: 6 })
  })

  test('for an account that is there bring no password of their own', async () => {
    const waiting = csv('id,email,password', [
      `p1,${mail(1)},${madeUpBcrypt(11)}`,
      `p2,new@acme.example,${madeUpBcrypt(12)}`,
    ])
    for (const files of [
      { 'pending_users.csv': waiting, 'users.csv': users },
      { 'users.csv': users, 'pending_users.csv': waiting },
    ]) {
      const { json } = await inspect(files)
      expect(json).toMatchObject({ users: 7, joined: 1, ready: 6, blocked: { 'may-be-no-user': 1 } })
      const found = (await usersOf(files)).find(({ email }) => email === mail(1))
      expect([found?.sourceId, found?.hash?.hash]).toEqual(['u10', madeUpBcrypt(1)])
    }
  })
})

test('invitations own no passwords of the users of a product by the numbers of their rows', async () => {
  const digest = (at: number) => `${at}a`.repeat(32)
  const read = await usersOf({
    'invites.csv': csv('id,email,invited_by_id', [`1,${guest},1`, `2,${mail(3)},1`]),
    'user_emails.csv': csv(
      'id,user_id,email,primary',
      some.map((at) => `${at + 20},${at},${mail(at)},t`),
    ),
    'user_passwords.csv': csv(
      'id,user_id,password_hash,password_salt,password_algorithm',
      some.map((at) => `${at},${at},${digest(at)},${'0f'.repeat(16)},"$pbkdf2-sha256$i=600000,l=32$"`),
    ),
  })
  const owners = read.flatMap(({ email, hash }) => (hash?.hash === undefined ? [] : [email]))
  expect(owners).toEqual(some.map(mail))
})

describe('rows that only name users have numbers of their own', () => {
  const numbered = csv(
    'id,email,password',
    some.map((at) => `${at},${mail(at)},${madeUpBcrypt(at)}`),
  )
  const socials = csv('id,user_id,provider,provider_user_id', ['1,2,google,1122334455667788990', '2,3,github,998877'])
  const log = csv(
    'id,email,success,ip',
    named.map((at, row) => `${row},${mail(at)},${row % 2},10.0.0.${row}`),
  )

  test.each([
    ['a log', 'login_attempts', log],
    ['a log with strangers', 'login_attempts', log.replace(mail(3), guest)],
    ['invitations', 'invitations', csv('id,email,invited_by', [`2,${guest},1`, `3,${mail(4)},1`])],
    ['reviews', 'reviews', csv('id,email,stars,text', [`2,${mail(5)},5,Nice`, `3,${guest},1,Bad`])],
  ])('which take no login at a third party from users: %s', async (_, name, text) => {
    const files = { 'users.csv': numbered, 'social_accounts.csv': socials, [`${name}.csv`]: text }
    for (const given of [files, Object.fromEntries(Object.entries(files).toReversed())]) {
      const { json, out } = await inspect(given)
      expect(json, out).toMatchObject({ unmatched: 0, ready: 6, loginMethods: { thirdParty: 2 } })
      const owners = (await usersOf(given)).filter(({ identities }) => identities.length > 0)
      expect(owners.map(({ email }) => email)).toEqual([mail(2), mail(3)])
    }
  })

  test('and take no ban', async () => {
    const bans = csv('user_id,reason', ['2,spam'])
    const { json, out } = await inspect({ 'users.csv': numbered, 'bans.csv': bans, 'login_attempts.csv': log })
    expect(json, out).toMatchObject({ unmatched: 0, ready: 5, blocked: { disabled: 1 } })
  })

  test('and their states keep no user of the same number waiting', async () => {
    const invites = csv('id,email,invited_by,status', [`1,${guest},2,pending`])
    const { json } = await inspect({ 'users.csv': numbered, 'invitations.csv': invites })
    expect(json).toMatchObject({ users: 7, ready: 6, blocked: { 'may-be-no-user': 1 } })
  })

  test('but staff and customers of the same number stay two possible owners of a ban', async () => {
    const staff = csv(
      'id,email',
      some.map((at) => `${at},boss${at}@acme.example`),
    )
    const { json } = await inspect({
      'users.csv': numbered,
      'staff.csv': staff,
      'bans.csv': csv('id,banned_at', ['2,2024-01-01']),
    })
    expect(json).toMatchObject({ unmatched: 1 })
  })
})

describe('things that name people by an address', () => {
  const people = csv(
    'email,name,password_hash',
    some.map((at) => `${mail(at)},Ann ${at},${madeUpBcrypt(at)}`),
  )
  const things = (header: string, status: (at: number) => string) =>
    csv(
      header,
      some.map((at) => `${at + 500},${mail(at)},${status(at)}`),
    )

  test.each([
    ['sales', things('id,customer_email,status', (at) => (at % 2 === 0 ? 'paid' : 'cancelled'))],
    ['reports', things('id,reporter_email,status', (at) => (at === 2 ? 'dismissed' : 'open'))],
    ['tickets', things('id,reporter_email,status', (at) => (at === 2 ? 'closed' : 'open'))],
    ['workshops', things('id,organizer_email,state', (at) => (at === 2 ? 'archived' : 'active'))],
    ['listings', things('listing_no,seller_email,status', (at) => (at === 2 ? 'rejected' : 'approved'))],
  ])('give their numbers and states to nobody: %s', async (name, text) => {
    for (const files of [
      { 'members.csv': people, [`${name}.csv`]: text },
      { [`${name}.csv`]: text, 'members.csv': people },
    ]) {
      const { json, out } = await inspect(files)
      expect(json, out).toMatchObject({ users: 6, joined: 6, ready: 6, blocked: {} })
      expect((await usersOf(files)).map(({ sourceId, standing }) => [sourceId, standing])).toEqual(
        some.map(() => [null, 'active']),
      )
    }
  })

  test('keep a ban, which is of people', async () => {
    const text = things('id,seller_email,status', (at) => (at === 2 ? 'banned' : 'approved'))
    const { json } = await inspect({ 'members.csv': people, 'listings.csv': text })
    expect(json).toMatchObject({ users: 7, joined: 5, ready: 5 })
  })

  test.each(['work_email', 'login.key', 'private_email', 'correo_electronico'])(
    'are no people whose own address is qualified: %s',
    async (column) => {
      const team = csv(
        `id,${column},title`,
        some.map((at) => `${at + 20},${mail(at)},Engineer`),
      )
      const files = { 'team.csv': team, 'hashes.csv': people }
      expect(await usersOf(files)).toMatchObject(some.map((at) => ({ sourceId: `${at + 20}`, email: mail(at) })))
    },
  )

  test('are not the people whose passwords are in a list', async () => {
    const text = csv(
      'id,contact_email,name',
      some.map((at) => `${at},${mail(at)},Ann ${at}`),
    )
    const files = { 'customers.csv': text, 'hashes.csv': people.replace(',name,', ',nick,') }
    expect(await usersOf(files)).toMatchObject(some.map((at) => ({ sourceId: `${at}`, email: mail(at) })))
  })
})
