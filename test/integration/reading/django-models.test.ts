import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

type Fields = Readonly<Record<string, unknown>>

const mail = (at: number) => `user${at}@acme.example`
const some = [1, 2, 3, 4]
const model = (name: string, rows: readonly Fields[]) => rows.map((fields, at) => ({ model: name, pk: at + 1, fields }))
const user = (at: number): Fields => ({
  username: `user${at}`,
  email: mail(at),
  password: at > 2 ? '!' : `bcrypt$${madeUpBcrypt(at)}`,
  is_superuser: false,
  is_active: true,
  last_login: null,
})
const users = model('accounts.user', some.map(user))
const found = async (entries: readonly object[]) => {
  const { json } = await inspect({ 'dump.json': JSON.stringify(entries) })
  return { json, text: JSON.stringify(json) }
}

describe('models of any app in what dumpdata writes', () => {
  test('have logins at third parties', async () => {
    const identities = model('sso.authidentity', [
      { user: 3, provider: 'google', ident: '103547991597142000003', data: '{}' },
      { user: 4, provider: 'google', ident: '103547991597142000004', data: '{}' },
    ])
    const { json } = await found([...users, ...identities])
    expect(json).toMatchObject({ users: 4, joined: 2, loginMethods: { emailPassword: 2, thirdParty: 2 } })
  })

  test.each([
    ['bare', (secret: string) => secret],
    ['as a text of JSON', (secret: string) => JSON.stringify(secret)],
    ['within an object of JSON', (secret: string) => JSON.stringify({ secret, digits: 6 })],
  ])('have secrets of second factors, which are told: %s', async (_, write) => {
    const secret = 'KRSXG5CTMVRXEZLUKN2XAZLSKNSWG4TF'
    const factors = model('security.authenticator', [
      { user: 1, kind: 1, config: write(secret), created_at: '2024-01-01' },
    ])
    const { text } = await found([...users, ...factors])
    expect(text).toContain('security.authenticator')
    expect(text).toContain('totp-secret')
    expect(text).not.toContain(secret)
  })

  test('say whose addresses are verified', async () => {
    const addresses = model(
      'accounts.useremail',
      some.map((at) => ({ user: at, email: mail(at), is_verified: at < 3, date_added: '2024-01-01' })),
    )
    const { json } = await found([...users, ...addresses])
    expect(json).toMatchObject({ users: 4, joined: 4, blocked: { 'unverified-email': 2 } })
  })

  test('say who is kept out', async () => {
    const bans = model('moderation.ban', [{ user: 2, reason: 'spam', created_at: '2024-01-01' }])
    const { json } = await found([...users, ...bans])
    expect(json).toMatchObject({ users: 4, blocked: { disabled: 1 } })
  })

  test('are read in any order, one entry a line, and with the primary key before the model', async () => {
    const entries = [...model('shop.receipt', [{ total: '1.20' }, { total: '3.40' }]), ...users]
    const turned = entries.map(({ model: name, pk, fields }) => ({ pk, model: name, fields }))
    const lines = entries.map((entry) => JSON.stringify(entry)).join('\n')
    for (const text of [JSON.stringify(turned, null, 2), lines])
      expect((await inspect({ 'dump.json': text })).json).toMatchObject({
        users: 4,
        other: { 'table shop.receipt': 2 },
      })
  })
})

describe('a fixture of one model beside the users', () => {
  const files = (profile: (at: number) => Fields, from: readonly object[] = users) => ({
    'users.json': JSON.stringify(from),
    'profiles.json': JSON.stringify(model('accounts.profile', some.map(profile))),
  })
  const read = async (given: Readonly<Record<string, string>>) => (await inspect(given)).json

  test('says who is kept out, as its entries do in one file', async () => {
    const profile = (at: number) => ({ user: 5 - at, is_banned: at === 3 })
    expect(await read(files(profile))).toMatchObject({ users: 4, joined: 4, blocked: { disabled: 1 } })
    const profiles = model('accounts.profile', some.map(profile))
    expect((await found([...users, ...profiles])).json).toMatchObject({ users: 4, blocked: { disabled: 1 } })
  })

  test('says so beside a further address, in one file as well', async () => {
    const profile = (at: number) => ({ user: at, is_banned: at === 3, recovery_email: `user${at}@home.example` })
    const apart = await read(files(profile))
    expect(apart).toMatchObject({ users: 4, joined: 4, blocked: { disabled: 1 } })
    expect(JSON.stringify(apart)).toContain('unmapped-email:recovery_email')
    const profiles = model('accounts.profile', some.map(profile))
    expect((await found([...users, ...profiles])).json).toMatchObject({ users: 4, blocked: { disabled: 1 } })
  })

  test('has phone numbers of users', async () => {
    const { json } = await inspect(files((at) => ({ user: at, phone: `+4930123456${at}0` })))
    expect(json).toMatchObject({ users: 4, joined: 4 })
    expect(JSON.stringify(json)).toContain('"column":"phone","becomes":"phone"')
  })

  test('refers to users by natural keys', async () => {
    const named = users.map(({ model: name, fields }) => ({ model: name, fields }))
    const profile = (at: number) => ({ user: [`user${at}`], is_banned: at === 3 })
    expect(await read(files(profile, named))).toMatchObject({ users: 4, joined: 4, blocked: { disabled: 1 } })
  })
})

test('a user name that becomes the source ID, for want of a primary key, is told as such', async () => {
  const told = async (entries: readonly object[]) =>
    (await cli(['inspect', 'dump.json'], { cwd: folderOf({ 'dump.json': JSON.stringify(entries) }) })).out
  const natural = users.map(({ model: name, fields }) => ({ model: name, fields }))
  const groups = model(
    'app.thing',
    some.map((at) => ({ colour: at })),
  )
  for (const beside of [[], groups]) {
    expect(await told([...natural, ...beside])).toContain('username -> Source ID; email, if there is no other')
    expect(await told([...users, ...beside])).toContain('username -> Email, if there is no other')
  }
})
