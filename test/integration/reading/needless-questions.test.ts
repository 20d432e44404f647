import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Finding = { readonly code: string; readonly group: string; readonly title: string }

/** The questions about 20 users with these columns beside their logins, and the number of ready ones. */
async function inspected(columns: Readonly<Record<string, (at: number) => string>>, hasHeader = true) {
  const names = Object.keys(columns)
  const rows = Array.from({ length: 20 }, (_, at) =>
    [at + 1, `u${at}@acme.example`, madeUpBcrypt(at), ...names.map((name) => columns[name]?.(at))].join(','),
  )
  const header = hasHeader ? `id,email,password,${names.join(',')}\n` : ''
  const { json } = await inspect({ 'users.csv': `${header}${rows.join('\n')}\n` })
  const findings = (json?.['findings'] ?? []) as readonly Finding[]
  const asks = findings.filter(({ code }) => ['unmapped-status', 'may-keep-out', 'disabled'].includes(code))
  return {
    ready: json?.['ready'],
    asks: asks.map(({ code, group, title }) => (code === 'may-keep-out' ? title : group)),
  }
}

const rarely =
  (...[most = '', ...others]: readonly string[]) =>
  (at: number) =>
    others.find((_, place) => at % 10 === place) ?? most

test.each([
  ['contact_permission', ['granted', 'denied', 'revoked']],
  ['newsletter_status', ['subscribed', 'blocked', 'unsubscribed']],
  ['location_permission', ['granted', 'blocked', 'denied']],
  ['push_permission', ['granted', 'denied', 'blocked']],
  ['cookie_consent', ['accepted', 'rejected', 'revoked']],
  ['marketing_consent', ['given', 'revoked', 'deleted']],
])('what users allow a program to do keeps none of them out: %s of %j', async (column, values) => {
  expect(await inspected({ [column]: rarely(...values) })).toEqual({ ready: 20, asks: [] })
})

test.each([
  ['team_name', ['Tigers', 'Banned', 'Bears']],
  ['title', ['Manager', 'Blocked', 'Clerk']],
  ['favorite_band', ['Muse', 'Suspended', 'Blur']],
  ['department', ['Sales', 'Archives', 'IT']],
])('a name that reads like a state keeps nobody out: %s of %j', async (column, values) => {
  expect(await inspected({ [column]: rarely(...values) })).toEqual({ ready: 20, asks: [] })
})

test.each([
  ['level', ['member', 'banned', 'admin']],
  ['user_group', ['member', 'blocked', 'admin']],
  ['situation', ['active', 'suspended', 'away']],
  ['permission', ['user', 'banned', 'admin']],
  ['permission_level', ['user', 'blocked', 'admin']],
  ['department', ['Sales', 'Disabled users', 'IT']],
  ['position', ['Clerk', 'ausgeschieden', 'Chef']],
  ['department', ['Sales', 'Terminated', 'IT']],
  ['title', ['Clerk', 'Terminated', 'Boss']],
])('a word for people or for a state still does: %s of %j', async (column, values) => {
  expect((await inspected({ [column]: rarely(...values) })).ready).toBeLessThan(20)
})

describe('a status of something else than the account', () => {
  const others = [
    ['Statut', ['Etudiant', 'Enseignant', 'Professeur']],
    ['statut', ['Célibataire', 'Marié', 'Séparé']],
    ['status', ['employee', 'manager', 'Superadmin']],
    ['status', ['free', 'busy', 'online', 'away']],
    ['status', ['single', 'married', 'separated', 'divorced']],
    ['Status', ['ledig', 'verheiratet', 'geschieden']],
    ['estado', ['Alumno', 'Profesora', 'Docente']],
    ['status', ['free', 'gold', 'trial']],
  ] as const

  test.each(others)('keeps nobody out: %s of %j', async (column, values) => {
    expect(await inspected({ [column]: rarely(...values) })).toEqual({ ready: 20, asks: [] })
  })

  test.each(others)('beside a word for a state, that word alone is asked about: %s of %j', async (column, values) => {
    const { ready, asks } = await inspected({ [column]: rarely(...values, 'banned') })
    expect(ready).toBe(18)
    expect(asks).toHaveLength(1)
  })

  test('is told', async () => {
    const rows = Array.from({ length: 6 }, (_, at) =>
      [at + 1, `u${at}@acme.example`, madeUpBcrypt(at), at % 2 === 0 ? 'teacher' : 'student'].join(','),
    )
    const { out } = await inspect({ 'users.csv': `id,email,password,status\n${rows.join('\n')}\n` })
    expect(out).toContain('its values say what its users are or do, and not whether they may sign in')
  })

  test.each([
    ['alumni', ['student', 'alumni']],
    ['former employee', ['employee', 'former employee']],
    ['separated', ['active', 'separated']],
    ['unpaid', ['paid', 'unpaid']],
  ])('a word that may be one of an account is asked about: %s', async (_, values) => {
    expect((await inspected({ status: rarely(...values) })).ready).toBeLessThan(20)
  })
})

test('what users may do in parts of a program is not asked about', async () => {
  const parts = ['users', 'posts', 'x', 'reports', 'billing']
  const columns = parts.map(
    (part, place) =>
      [`permission_${part}_manage`, rarely('0', ...Array.from({ length: place + 1 }, () => '1'))] as const,
  )
  expect(await inspected(Object.fromEntries(columns))).toEqual({ ready: 20, asks: [] })
})

/** A column of 0 and 1 that sets other users apart than its neighbors do. */
const flag = (place: number) => (at: number) => String(Number((at * 7 + place * 3) % (3 + (place % 6)) !== 0))
const flags = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`f${place}`, flag(place)]))

test('of many columns of 0 and 1 without names, none holds users back', async () => {
  const { ready } = await inspected(flags(28), false)
  expect(ready).toBe(20)
  expect((await inspected(flags(2), false)).ready).toBe(0)
})

test('beside many columns of 0 and 1, a word that says who is kept out does', async () => {
  const columns = { ...flags(12), state: rarely('active', 'suspended') }
  expect((await inspected(columns, false)).ready).toBe(18)
})

test.each(['level', 'rank', 'userLevel', 'role', 'group'])(
  'the name of a level or a role within an object still does: %s',
  async (field) => {
    const names = ['Banned', 'Member', 'Admin']
    const people = Array.from({ length: 30 }, (_, at) => {
      const id = at === 7 ? 2 : at % 15 === 2 ? 0 : 1
      return { id: at, email: `user${at}@acme.example`, password: madeUpBcrypt(at), [field]: { id, name: names[id] } }
    })
    const { json } = await inspect({ 'users.json': JSON.stringify(people) })
    expect(json).toMatchObject({ ready: 28, blocked: { disabled: 2 } })
  },
)

test.each(['team', 'band'])('the name of a thing within an object keeps nobody out: %s', async (field) => {
  const people = Array.from({ length: 20 }, (_, at) => ({
    id: at + 1,
    email: `user${at}@acme.example`,
    password: madeUpBcrypt(at),
    [field]: { id: at % 10, name: at % 10 === 0 ? 'Banned' : 'Tigers' },
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(people) })
  expect(json).toMatchObject({ ready: 20, blocked: {} })
})

test.each(['arrival_date', 'date_arrivee', 'einzugsdatum', 'fecha_ingreso'])(
  'a time at which some came keeps nobody out: %s',
  async (name) => {
    const { ready, asks } = await inspected({ [name]: (at) => (at % 2 === 0 ? '' : `20${10 + at}-05-1${at % 10}`) })
    expect({ ready, asks }).toEqual({ ready: 20, asks: [] })
  },
)

test('the town of an entry in a directory is none of its states, whatever the word is', async () => {
  const entry = (at: number) =>
    `dn: uid=u${at},dc=example,dc=org\nobjectClass: inetOrgPerson\nuid: u${at}\ncn: User ${at}\nmail: u${at}@acme.example\nuserPassword: ${madeUpBcrypt(at)}\n${at === 3 ? 'l: organization\n' : ''}`
  const { json } = await inspect({ 'users.ldif': Array.from({ length: 8 }, (_, at) => entry(at)).join('\n') })
  expect(json).toMatchObject({ users: 8, ready: 8 })
  expect(JSON.stringify(json)).not.toContain('may-keep-out')
})

test('the time of the last login of Drupal is no user name', async () => {
  const rows = [1, 2].map(
    (at) => `${at},ann${at},${madeUpBcrypt(at)},ann${at}@acme.example,1,148285825${at},1482876169`,
  )
  const { json } = await inspect({ 'users.csv': `uid,name,pass,mail,status,login,access\n${rows.join('\n')}\n` })
  const { files } = json as { files: readonly { mapping: { unused: unknown } }[] }
  expect(files[0]?.mapping.unused).toEqual([
    { column: 'name', reason: expect.stringContaining('looks like user names') },
    { column: 'login', reason: 'not read from exports of Drupal' },
    { column: 'access', reason: 'not read from exports of Drupal' },
  ])
})
