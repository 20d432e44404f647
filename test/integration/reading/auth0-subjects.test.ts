import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const hex = (at: number) => createHash('md5').update(`made up ${at}`).digest('hex')
const subjects = [
  'google-oauth2|103547991597142817347',
  `auth0|${hex(2).slice(0, 24)}`,
  'facebook|10151234567890123',
  `auth0|${hex(4).slice(0, 24)}`,
  `apple|001234.${hex(5)}.1234`,
  'github|583231',
]
const subject = (at: number) => subjects[at - 1] ?? ''
const mail = (at: number) => `user${at}@acme.example`
const csv = (columns: string, row: (at: number) => readonly (string | number)[]) =>
  [columns, ...some.map((at) => row(at).join(','))].join('\n')

test.each(['auth0_id', 'sub', 'external_id', 'idp_subject'])(
  'subjects of Auth0 in a column of a company are the logins of its users there: %s',
  async (column) => {
    const { json, out } = await inspect({ 'users.csv': csv(`id,email,${column}`, (at) => [at, mail(at), subject(at)]) })
    expect(json).toMatchObject({ users: 6, ready: 6, loginMethods: { thirdParty: 4, passwordless: 2 } })
    expect(out).not.toContain('unmapped-provider-id')
    expect(out).not.toContain('provider-undecided')
  },
)

test('those of passwords at Auth0 find the hashes in its own export', async () => {
  const id = (at: number) => hex(at).slice(0, 24)
  const hashes = some.map((at) =>
    JSON.stringify({
      _id: { $oid: id(at) },
      email: mail(at),
      email_verified: true,
      passwordHash: madeUpBcrypt(at),
      connection: 'Username-Password-Authentication',
    }),
  )
  const { json } = await inspect({
    'users.csv': csv('id,email,auth0_id', (at) => [at, mail(at), `auth0|${id(at)}`]),
    'hashes.ndjson': hashes.join('\n'),
  })
  expect(json).toMatchObject({ users: 6, joined: 6, loginMethods: { emailPassword: 6, thirdParty: 0 } })
})

test('a connection of a company is asked about by its own name', async () => {
  const rows = csv('id,email,auth0_id', (at) => [at, mail(at), `samlp|acme|${hex(at)}`])
  const { json } = await inspect({ 'users.csv': rows })
  expect(JSON.stringify(json)).toContain('provider-undecided:samlp')
})

test('values with a bar between other words are no subjects', async () => {
  const rows = csv('id,email,external_id', (at) => [at, mail(at), `crm|${1000 + at}`])
  const { json } = await inspect({ 'users.csv': rows })
  expect(json).toMatchObject({ users: 6, loginMethods: { thirdParty: 0 } })
})
