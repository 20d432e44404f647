import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Orders, tickets and the like, which name a user by ID and have a state of their own. */

const numbers = [1, 2, 3, 4, 5, 6]
const users = `id,email,password\n${numbers.map((n) => `${n},ann${n}@acme.example,${madeUpBcrypt(n)}\n`).join('')}`
const csv = (header: string, row: (n: number) => string) => `${header}\n${numbers.map((n) => `${row(n)}\n`).join('')}`
const odd = (n: number, yes: string, no: string) => (n % 2 === 1 ? yes : no)

const things: readonly (readonly [name: string, text: string])[] = [
  [
    'tickets.csv',
    csv('id,subject,user_id,state,total', (n) => `${n + 100},Help,${n},${odd(n, 'closed', 'open')},12.50`),
  ],
  ['export.csv', csv('id,subject,user_id,state', (n) => `${n + 100},Help ${n},${n},${odd(n, 'closed', 'open')}`)],
  ['tickets.csv', csv('user_id,state', (n) => `${n},${odd(n, 'closed', 'open')}`)],
  ['a.csv', csv('customer_id,state,subject', (n) => `${n},${odd(n, 'closed', 'open')},Help ${n}`)],
  ['b.csv', csv('customer_id,cancelled,total', (n) => `${n},${odd(n, '1', '0')},${n}9.90`)],
  ['orders.csv', csv('customer_id,status,total', (n) => `${n},${odd(n, 'cancelled', 'paid')},${n}9.90`)],
  [
    'bestellungen.csv',
    csv('kunde_id,status,betrag', (n) => `${n},${odd(n, 'storniert', 'bezahlt')},${n}9.90`).replaceAll(',', ';'),
  ],
  ['sessions.csv', csv('id,user_id,token,revoked', (n) => `s${n},${n},t0k${n},${odd(n, 'true', 'false')}`)],
  ['user_sessions.csv', csv('session_id,user_id,ip,active', (n) => `s${n},${n},10.0.0.${n},${odd(n, '0', '1')}`)],
  ['sesiones.csv', csv('id_sesion,id_usuario,ip,activa', (n) => `${n + 50},${n},10.0.0.${n},${odd(n, 'no', 'si')}`)],
  ['refresh_tokens.csv', csv('user_id,revoked_at', (n) => `${n},${odd(n, '2024-01-02', '')}`)],
  ['subscriptions.csv', csv('user_id,cancelled,plan', (n) => `${n},${odd(n, 'true', 'false')},pro`)],
  ['c.csv', csv('user_id,status,plan', (n) => `${n},${odd(n, 'cancelled', 'active')},pro`)],
  ['d.csv', csv('id,user_id,cancelled_at,plan_id', (n) => `${n + 100},${n},${odd(n, '2024-01-02', '')},pro`)],
  ['abos.csv', csv('user_id,gekuendigt,tarif', (n) => `${n},${odd(n, 'ja', 'nein')},gold`)],
  ['chat_threads.csv', csv('id,userId,type,status', (n) => `t${n},${n},bot,${odd(n, 'closed', 'open')}`)],
  [
    'orders.csv',
    csv('id,userId,status,total,confirmed', (n) => `${n + 7},${n},${odd(n, 'unconfirmed', 'pending')},0.00,true`),
  ],
  ['reports.csv', csv('id,user_id,reason,status', (n) => `${n + 7},${n},spam,${odd(n, 'dismissed', 'open')}`)],
  ['beschwerden.csv', csv('id,user_id,grund,status', (n) => `${n + 7},${n},Lärm,${odd(n, 'abgelehnt', 'offen')}`)],
  ['job_applications.csv', csv('id,user_id,job_id,status', (n) => `${n + 7},${n},3,${odd(n, 'rejected', 'pending')}`)],
  ['plugins.csv', csv('id,name,enabled,owner_id', (n) => `${n + 7},seo${n},${odd(n, 'false', 'true')},${n}`)],
  ['shops.csv', csv('id,title,titular_id,status', (n) => `${n + 7},Shop ${n},${n},${odd(n, 'closed', 'active')}`)],
  [
    'inventory.json',
    JSON.stringify(
      Object.fromEntries(
        numbers.map((n) => [
          `8f14e45f-ceea-467a-9a3b-00000000000${n}`,
          { owner: n, status: odd(n, 'closed', 'sold'), amount: n },
        ]),
      ),
    ),
  ],
  ['e.csv', csv('id,user_id,status,amount', (n) => `${n + 7},${n},${odd(n, 'pending', 'confirmed')},9.90`)],
  [
    'orders.json',
    JSON.stringify(numbers.map((n) => ({ customerId: n, state: odd(n, 'closed', 'open'), total: n * 9.9 }))),
  ],
]

test.each(things)('%s disables no user, and none of its rows is one that cannot be read', async (name, text) => {
  for (const files of [
    { 'users.csv': users, [name]: text },
    { [name]: text, 'users.csv': users },
  ]) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 6, ready: 6, blocked: {}, joined: 0, unreadable: 0, unmatched: 0 })
    expect(json?.['other']).toEqual({ 'order, ticket or the like': 6 })
  }
})

describe('a state of users keeps them out', () => {
  test.each([
    ['of a ban', 'bans.csv', csv('user_id,status,subject', (n) => `${n},${odd(n, 'banned', 'active')},Spam`)],
    ['of an account that is closed', 'states.csv', csv('user_id,state', (n) => `${n},${odd(n, 'closed', 'open')}`)],
    [
      'by a list that is called after accounts',
      'accounts-of-ticket-7.csv',
      csv('user_id,state', (n) => `${n},${odd(n, 'closed', 'open')}`),
    ],
    [
      'of one who is locked, with what was bought',
      'customers.csv',
      csv('customer_id,status,total', (n) => `${n},${odd(n, 'suspended', 'active')},9.90`),
    ],
    [
      'by the word of a ban beside a thread',
      'threads.csv',
      csv('id,user_id,status', (n) => `t${n},${n},${odd(n, 'banned', 'open')}`),
    ],
    ['of a profile', 'profiles.csv', csv('id,owner_id,active', (n) => `p${n},${n},${odd(n, 'false', 'true')}`)],
    ['of the owner', 'shops.csv', csv('id,owner_id,banned', (n) => `s${n},${n},${odd(n, 'true', 'false')}`)],
    [
      'under its ID as a key',
      'states.json',
      JSON.stringify(Object.fromEntries(numbers.map((n) => [n, { status: odd(n, 'banned', 'active') }]))),
    ],
    [
      'by the word of a ban beside a report',
      'reports.csv',
      csv('id,user_id,status', (n) => `r${n},${n},${odd(n, 'banned', 'open')}`),
    ],
    [
      'by a word beside the state of an order',
      'orders.csv',
      csv('id,user_id,status', (n) => `${n + 7},${n},${odd(n, 'suspended', 'active')}`),
    ],
    [
      'of one with a plan',
      'customers.csv',
      csv('user_id,status,plan', (n) => `${n},${odd(n, 'suspended', 'active')},pro`),
    ],
    ['by a ban beside a session', 'sessions.csv', csv('user_id,banned', (n) => `${n},${odd(n, '1', '0')}`)],
    [
      'beside the company',
      'people.csv',
      csv('user_id,company,status', (n) => `${n},Acme,${odd(n, 'disabled', 'active')}`),
    ],
  ])('%s', async (_, name, text) => {
    const { json } = await inspect({ 'users.csv': users, [name]: text })
    expect(json).toMatchObject({ users: 6, ready: 3, blocked: { disabled: 3 } })
  })
})

test.each([
  ['in', 'id,email,password,isVerified', (n: number) => `,${odd(n, 'true', 'false')}`],
  ['without', 'id,email,password', () => ''],
])('an order that is confirmed verifies no address of a file %s a column that says so', async (_, header, more) => {
  const rows = numbers.map((n) => `${n},ann${n}@acme.example,${madeUpBcrypt(n)}${more(n)}\n`).join('')
  const files = { 'users.csv': `${header}\n${rows}` }
  const alone = (await usersOf(files)).map(({ emailVerified }) => emailVerified)
  for (const name of ['orders.csv', 'export.csv']) {
    const orders = csv(
      'id,userId,status,total,confirmed',
      (n) => `${n + 7},${n},pending,0.00,${odd(n, 'false', 'true')}`,
    )
    const users = await usersOf({ [name]: orders, ...files })
    expect(users.map(({ emailVerified }) => emailVerified)).toEqual(alone)
  }
})

test('rows about customers that have not come in yet are asked about', async () => {
  const text = csv('id,user_id,status,total', (n) => `${n + 7},${n},${odd(n, 'pending', 'active')},9.90`)
  const { json } = await inspect({ 'users.csv': users, 'customers.csv': text })
  expect(json).toMatchObject({ users: 6, ready: 3, blocked: { 'unmapped-status': 3 } })
})

test('an account with a plan that is closed is asked about', async () => {
  const { json } = await inspect({
    'users.csv': users,
    'a.csv': csv('user_id,closed,plan', (n) => `${n},${odd(n, '1', '0')},pro`),
  })
  expect(json).toMatchObject({ users: 6, ready: 3, blocked: { 'unmapped-status': 3 } })
})

test.each([
  ['by the word of a ban', 'status', 'banned', { 'unmapped-status': 1 }],
  ['by a column of the user', 'user_status', 'suspended', { 'unmapped-status': 1 }],
  ['but not by the end of an order', 'status', 'cancelled', {}],
])('a state that comes late in such a table is asked about %s', async (_, column, value, blocked) => {
  const rows = Array.from(
    { length: 700 },
    (_row, at) => `${at + 20},${(at % 6) + 1},${at}.90,${odd(at, 'paid', 'open')}\n`,
  )
  const text = `id,user_id,total,${column}\n${rows.join('')}900,5,0.00,${value}\n901,6,1.00,paid\n`
  const { json } = await inspect({ 'users.csv': users, 'orders.csv': text })
  const held = Object.keys(blocked).length
  expect(json).toMatchObject({ users: 6, ready: 6 - held, joined: held, blocked, unreadable: 0, unmatched: 0 })
})

test('a row of such a table with an address is asked about', async () => {
  const text = csv('customer_id,cancelled,total,note', (n) => `${n},0,9.90,${n === 6 ? 'eve@acme.example' : 'none'}`)
  const { json } = await inspect({ 'users.csv': users, 'orders.csv': text })
  const files = (json?.['files'] ?? []) as readonly { readonly controlTotals: { readonly emails: object } }[]
  expect(files[1]?.controlTotals.emails).toMatchObject({ counted: 1, accounted: 1 })
})

test.each([
  ['applications', 'rejected'],
  ['bewerbungen', 'abgelehnt'],
  ['candidatures', 'refusé'],
  ['complaints', 'dismissed'],
])('%s are asked about as rows that may be no users, and not as bans', async (name, state) => {
  const text = csv('name,email,position,status', (n) => `Zoe,zoe${n}@other.example,dev,${odd(n, state, 'pending')}`)
  for (const files of [
    { 'users.csv': users, [`${name}.csv`]: text },
    { [`${name}.csv`]: text, 'users.csv': users },
  ]) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 12, ready: 6, blocked: { 'may-be-no-user': 6 } })
    const found = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly blocks: boolean }[]
    expect(found.flatMap(({ code, blocks }) => (blocks ? [code] : []))).toEqual(['may-be-no-user'])
  }
})

test('a report of users with states is one of users', async () => {
  const text = csv('email,name,status', (n) => `ann${n}@acme.example,Ann,${odd(n, 'disabled', 'active')}`)
  const { json } = await inspect({ 'user_reports.csv': text })
  expect(json).toMatchObject({ users: 6, ready: 3, blocked: { disabled: 3 } })
})
