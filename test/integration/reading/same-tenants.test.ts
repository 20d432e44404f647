import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Tenants that count their users each on its own: an ID is that of a user within its tenant. */

const tenants = ['acme', 'beta'] as const
const numbers = [1, 2, 3, 4, 5, 6]
const rows = tenants.flatMap((tenant, at) => numbers.map((n) => ({ tenant, n, person: at * 10 + n })))
type Row = (typeof rows)[number]
const csv = (header: string, of: readonly Row[], row: (one: Row) => string) =>
  `${header}\n${of.map((one) => `${row(one)}\n`).join('')}`
const users = (of: readonly Row[]) =>
  csv('tenant_id,user_id,email', of, ({ tenant, n, person }) => `${tenant},${n},ann${person}@acme.example`)
const hashes = (of: readonly Row[]) =>
  csv('tenant_id,user_id,password_hash', of, ({ tenant, n, person }) => `${tenant},${n},${madeUpBcrypt(person)}`)
const inTenant = (name: string) => rows.filter(({ tenant }) => tenant === name)
const decide = ['--other-tenants', 'same']

test.each([
  ['of both tenants', users(rows), hashes(rows.toReversed())],
  ['of one of them', users(rows), hashes(inTenant('beta'))],
])('where an ID comes again in the next tenant, passwords %s wait', async (_, list, passwords) => {
  const { json } = await inspect({ 'users.csv': list, 'hashes.csv': passwords }, decide)
  expect(json).toMatchObject({ joined: 0, loginMethods: { emailPassword: 0 } })
  expect(JSON.stringify(json?.['blocked'])).toContain('hash-without-contact')
})

test('passwords of the same tenant are those of its users', async () => {
  const files = { 'users.csv': users(inTenant('acme')), 'hashes.csv': hashes(inTenant('acme').toReversed()) }
  const { json } = await inspect(files, decide)
  expect(json).toMatchObject({ users: 6, joined: 6, hashes: { bcrypt: 6 } })
})

test('passwords of another tenant are those of nobody, and nothing is asked about equal IDs', async () => {
  const { json } = await inspect(
    { 'users.csv': users(inTenant('acme')), 'hashes.csv': hashes(inTenant('beta')) },
    decide,
  )
  expect(json).toMatchObject({ joined: 0, blocked: { 'hash-without-contact': 6 } })
})

test('where the passwords name no tenant, an ID that two tenants have is that of neither', async () => {
  const passwords = csv('user_id,password_hash', inTenant('acme'), ({ n, person }) => `${n},${madeUpBcrypt(person)}`)
  const { json } = await inspect({ 'users.csv': users(rows), 'hashes.csv': passwords }, decide)
  expect(json).toMatchObject({ joined: 0 })
})

describe('in a dump', () => {
  const insert = (table: string, columns: string, of: readonly Row[], row: (one: Row) => string) =>
    `INSERT INTO ${table} (${columns}) VALUES ${of.map((one) => `(${row(one)})`).join(', ')};\n`
  const members = (of: readonly Row[]) =>
    insert(
      'members',
      'org_id, member_no, email',
      of,
      ({ tenant, n, person }) => `'${tenant}', ${n}, 'ann${person}@acme.example'`,
    )
  const passwords = (of: readonly Row[]) =>
    insert(
      'member_passwords',
      'org_id, member_no, password_hash',
      of,
      ({ tenant, n, person }) => `'${tenant}', ${n}, '${madeUpBcrypt(person)}'`,
    )

  test('passwords of another tenant are those of nobody, and hold the run', async () => {
    for (const dump of [
      members(inTenant('acme')) + passwords(inTenant('beta')),
      passwords(inTenant('beta')) + members(inTenant('acme')),
    ]) {
      const { json } = await inspect({ 'all.sql': dump })
      expect(json).toMatchObject({ joined: 0, hashes: { bcrypt: 0 } })
    }
  })

  test('those of the same tenant are joined', async () => {
    const { json } = await inspect({
      'all.sql': members(inTenant('acme')) + passwords(inTenant('acme').toReversed()),
    })
    expect(json).toMatchObject({ users: 6, joined: 6, hashes: { bcrypt: 6 } })
  })
})

describe('the ID of a user within its tenant', () => {
  const questions = async (file: string) => {
    const { json } = await inspect({ 'users.csv': file }, decide)
    return JSON.stringify(json?.['findings'])
  }

  test('is told, because the core has no place for it', async () => {
    expect(await questions(users(rows))).toContain('"code":"may-be-source-id","group":"user_id"')
  })

  test('is none where it comes again in the tenant', async () => {
    const orders = csv(
      'tenant_id,user_id,email',
      rows,
      ({ tenant, n, person }) => `${tenant},${n % 2},ann${person}@acme.example`,
    )
    expect(await questions(orders)).not.toContain('"group":"user_id"')
  })
})
