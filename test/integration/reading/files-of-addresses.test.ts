import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const some = [1, 2, 3, 4, 5, 6]
const id = (at: number) => 100 + at
const name = (at: number) => `name${at}`
const mail = (at: number) => `user${at}@acme.example`
const former = (at: number) => `user${at}@former.example`
const csv = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`
const users = csv(
  'id,username,password_hash',
  some.map((at) => `${id(at)},${name(at)},${madeUpBcrypt(at)}`),
)

/** Two addresses of these users, of which the second one is marked. */
const twice = (of: readonly number[], yes: string, no: string, owner: (at: number) => string | number = id) =>
  some.flatMap((at) => [
    ...(of.includes(at) ? [`${owner(at)},${former(at)},${no}`] : []),
    `${owner(at)},${mail(at)},${yes}`,
  ])

const addressesIn = async (files: Readonly<Record<string, string>>) => (await usersOf(files)).map(({ email }) => email)

describe('of several addresses of one user in another file, the primary one counts', () => {
  test.each([
    ['is_default', 'true', 'false'],
    ['default', '1', '0'],
    ['primary', 'yes', 'no'],
    ['standard', 'ja', 'nein'],
    ['principal', 'oui', 'non'],
    ['preferred', 'Y', ''],
    ['type', 'primary', 'secondary'],
    ['Typ', 'Hauptadresse', 'weitere'],
  ])('by %s, %s and %s', async (column, yes, no) => {
    const rows = twice([1, 3], yes, no)
    const numbered = rows.map((row, at) => `${at + 1},${row}`)
    for (const emails of [
      csv(`user_id,email,${column}`, rows),
      csv(`id,user_id,email,${column}`, numbered),
      csv(`username,email,${column}`, twice([1, 3], yes, no, name)),
    ])
      expect(await addressesIn({ 'users.csv': users, 'emails.csv': emails })).toEqual(some.map(mail))
  })

  test('in any order of the files', async () => {
    const emails = csv('username,email,primary', twice([3], '1', '0', name))
    expect(await addressesIn({ 'emails.csv': emails, 'users.csv': users })).toEqual(some.map(mail))
  })

  test('by a yes of JSON', async () => {
    const emails = some.flatMap((at) => [
      { user_id: id(at), email: former(at), default: false },
      { user_id: id(at), email: mail(at), default: true },
    ])
    expect(await addressesIn({ 'users.csv': users, 'emails.json': JSON.stringify(emails) })).toEqual(some.map(mail))
  })

  test('and the column that says so is named', async () => {
    const { json } = await inspect({
      'users.csv': users,
      'emails.csv': csv('user_id,email,main', twice(some, '1', '0')),
    })
    expect(json).toMatchObject({ users: 6, joined: 12, ready: 6 })
    expect(JSON.stringify(json)).toContain('"column":"main","becomes":"Which address counts"')
  })

  test('else a verified one', async () => {
    const verified = csv('username,email,email_verified', twice(some, 'true', 'false', name))
    expect(await addressesIn({ 'users.csv': users, 'emails.csv': verified })).toEqual(some.map(mail))
  })
})

test.each([
  ['IDs', 'user_id', id],
  ['names', 'username', name],
])(
  'where nothing tells which of several addresses counts, only their users are asked about: %s',
  async (_, column, owner) => {
    const rows = twice([3], '', '', owner).map((row) => row.replace(/,$/, ''))
    const files = { 'users.csv': users, 'emails.csv': csv(`${column},email`, rows) }
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 6, joined: 7, ready: 5, blocked: { 'hash-without-contact': 1 } })
    const chosen = await inspect(files, ['--decide', 'unmapped-email:email=import'])
    expect(chosen.json).toMatchObject({ users: 6, ready: 6, loginMethods: { emailPassword: 6 } })
  },
)

test('two addresses that are both called primary are asked about', async () => {
  const rows = csv('user_id,email,primary', twice([3], 'true', 'true'))
  const { json } = await inspect({ 'users.csv': users, 'emails.csv': rows })
  expect(json).toMatchObject({ users: 6, joined: 7, ready: 5, blocked: { 'hash-without-contact': 1 } })
})

test('users keep an address of their own, and the others are told', async () => {
  const whole = csv(
    'id,email,password_hash',
    some.map((at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)}`),
  )
  const rows = csv('user_id,email,primary', twice(some, 'false', 'true'))
  const { json } = await inspect({ 'users.csv': whole, 'emails.csv': rows })
  expect(json).toMatchObject({ users: 6, joined: 12, ready: 6, loginMethods: { emailPassword: 6 } })
  expect(await addressesIn({ 'users.csv': whole, 'emails.csv': rows })).toEqual(some.map(mail))
})

test('contacts of several companies are users and no addresses of these', async () => {
  const people = csv(
    'id,account_id,email,name',
    some.map((at) => `${at},${900 + Math.ceil(at / 3)},${mail(at)},User ${at}`),
  )
  const accounts = csv(
    'id,login,password_hash',
    [901, 902].map((at) => `${at},firm${at},${madeUpBcrypt(at)}`),
  )
  const { json } = await inspect({ 'people.csv': people, 'accounts.csv': accounts })
  expect(json).toMatchObject({ users: 8, joined: 0 })
})

describe('further addresses, in rows with numbers of their own, of users who sign in by email', () => {
  /** The user of a row has never its number. */
  const userOf = (at: number) => (at % 6) + 1
  const people = csv(
    'id,name,email',
    some.map((at) => `${at},${name(at)},${mail(at)}`),
  )
  const addresses = (column: string, of = some) =>
    csv(
      `id,${column},email`,
      of.map((at) => `${at},${userOf(at)},${former(userOf(at))}`),
    )

  test.each([
    ['users', 'user_id'],
    ['users', 'userId'],
    ['customers', 'customer_id'],
    ['members', 'member_id'],
  ])('stay behind where %s.csv is called as %s says', async (list, column) => {
    for (const emails of [addresses(column), addresses(column, [2, 4])]) {
      const files = { [`${list}.csv`]: people, 'further_emails.csv': emails }
      const users = await usersOf(files)
      expect(users.map(({ sourceId, email }) => [sourceId, email])).toEqual(some.map((at) => [`${at}`, mail(at)]))
      const { json } = await inspect(files)
      expect(json).toMatchObject({ users: 6, ready: 6 })
      expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'unmapped-email' }))
    }
  })

  test('are asked about where the names of columns and files say nothing of one kind', async () => {
    const files = { 'participants.csv': people, 'contacts.csv': addresses('user_id') }
    expect((await inspect(files)).json).toMatchObject({ users: 12, joined: 0, ready: 0 })
    const { json } = await inspect(files, ['--decide', 'same-id-in-files=join'])
    expect(json).toMatchObject({ users: 6, joined: 6, ready: 6 })
    const apart = await inspect(files, ['--decide', 'same-id-in-files=separate'])
    expect(apart.json).toMatchObject({ users: 12, ready: 12 })
  })
})

describe('addresses beside the user names of a known export without any', () => {
  const ldif = (of: readonly number[]) =>
    some
      .map((at) => {
        const mailOf = of.includes(at) ? `mail: ${mail(at)}\n` : ''
        return `dn: uid=${name(at)},dc=acme\nobjectClass: inetOrgPerson\nuid: ${name(at)}\n${mailOf}userPassword: {CRYPT}${madeUpBcrypt(at)}\n`
      })
      .join('\n')
  const django = JSON.stringify(
    some.map((at) => ({
      model: 'auth.user',
      pk: id(at),
      fields: { username: name(at), password: `bcrypt$${madeUpBcrypt(at)}`, email: '' },
    })),
  )
  const emails = csv(
    'email,username',
    some.map((at) => `${mail(at)},${name(at)}`),
  )

  test.each([
    ['LDIF', { 'people.ldif': ldif([]) }],
    ['LDIF, where some have theirs', { 'people.ldif': ldif([1, 2]) }],
    ['Django', { 'users.json': django }],
  ])('are those of its users: %s', async (_, files) => {
    for (const both of [
      { ...files, 'emails.csv': emails },
      { 'emails.csv': emails, ...files },
    ]) {
      const { json, out } = await inspect(both)
      expect(json, out).toMatchObject({ users: 6, joined: 6, ready: 6, loginMethods: { emailPassword: 6 } })
    }
  })

  test('are asked about where most names are of others', async () => {
    const others = csv(
      'email,username',
      [1, 2, 13, 14, 15, 16].map((at) => `${mail(at)},${name(at)}`),
    )
    const { json, out } = await inspect({ 'people.ldif': ldif([]), 'emails.csv': others })
    expect(json, out).toMatchObject({ users: 12, joined: 0 })
    expect(out).toContain('same-id-in-files')
  })

  test('are no second ones of its users', async () => {
    const { json } = await inspect({ 'people.ldif': ldif(some), 'emails.csv': emails.replaceAll('acme', 'former') })
    expect(json).toMatchObject({ users: 12, joined: 0 })
  })
})

test.each(['default_delivery_preference', 'is_default'])(
  '%s alone is no column that anything is read from',
  async (column) => {
    const rows = some.map((at) => `${id(at)},${mail(at)},${madeUpBcrypt(at)},${at % 3 === 0 ? 0 : 1}`)
    const { json } = await inspect({ 'users.csv': csv(`id,email,password_hash,${column}`, rows) })
    expect(json).toMatchObject({ files: [{ mapping: { unused: [{ column }] } }] })
  },
)
