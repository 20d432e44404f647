import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Columns that are called after a provider, beside one that names the provider of a user. */

const atGoogle = (at: number) => `10354799159714291505${at}`
const atFacebook = (at: number) => `1015000000001583${at}`
const ann = { _id: '1', email: 'ann@example.com', provider: 'google', googleId: atGoogle(1) }
const bob = {
  _id: '2',
  email: 'bob@example.com',
  provider: 'facebook',
  googleId: atGoogle(2),
  facebookId: atFacebook(2),
}

async function loginsOf(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const users = await usersOf(files)
  return users.map(({ identities }) => identities.map(({ provider, userId }) => `${provider} ${userId}`))
}

describe('an ID in a column that is called after a provider is one of that provider, whatever another column names', () => {
  const expected = [
    [`google ${atGoogle(1)}`],
    expect.arrayContaining([`google ${atGoogle(2)}`, `facebook ${atFacebook(2)}`]),
  ]

  test('in JSON', async () => {
    expect(await loginsOf({ 'users.json': JSON.stringify([ann, bob]) })).toEqual(expected)
    const { json } = await inspect({ 'users.json': JSON.stringify([ann, bob]) })
    expect(json).toMatchObject({ users: 2, ready: 2, loginMethods: { thirdParty: 3 } })
  })

  test('in YAML', async () => {
    const entry = (one: Readonly<Record<string, string>>) =>
      Object.entries(one)
        .map(([name, value], at) => `${at === 0 ? '- ' : '  '}${name}: "${value}"\n`)
        .join('')
    expect(await loginsOf({ 'users.yaml': entry(ann) + entry(bob) })).toEqual(expected)
  })

  test('in a table without passwords', async () => {
    const text = `id,email,provider,google_id,facebook_id\n1,ann@example.com,google,${atGoogle(1)},\n2,bob@example.com,facebook,${atGoogle(2)},${atFacebook(2)}\n`
    expect(await loginsOf({ 'users.csv': text })).toEqual(expected)
  })

  test('without a column that names the provider', async () => {
    const plain = [ann, bob].map((one) => ({ ...one, provider: undefined }))
    expect(await loginsOf({ 'users.json': JSON.stringify(plain) })).toEqual(expected)
  })

  test('in objects of providers', async () => {
    const users = [
      { email: 'ann@example.com', provider: 'google', google: { id: atGoogle(1) } },
      { email: 'bob@example.com', provider: 'facebook', google: { id: atGoogle(2) }, facebook: { id: atFacebook(2) } },
    ]
    expect(await loginsOf({ 'users.json': JSON.stringify(users) })).toEqual(expected)
  })
})

test.each([
  ['google_nutzer_id', 'facebook_nutzer_id'],
  ['usr_google_id', 'usr_facebook_id'],
  ['IdGoogle', 'IdFacebook'],
  ['id_usuario_google', 'id_usuario_facebook'],
])('the IDs at every provider are read where columns are called %s and %s', async (google, facebook) => {
  const text = `id,email,pw_hash,${google},${facebook}\n1,ann@example.com,${madeUpBcrypt(1)},${atGoogle(1)},\n2,bob@example.com,${madeUpBcrypt(2)},,${atFacebook(2)}\n3,cy@example.com,${madeUpBcrypt(3)},,\n`
  expect(await loginsOf({ 'users.csv': text })).toEqual([[`google ${atGoogle(1)}`], [`facebook ${atFacebook(2)}`], []])
  expect((await inspect({ 'users.csv': text })).json).toMatchObject({ users: 3, ready: 3 })
})

test.each(['user_line_id', 'id_amazon', 'google_client_id', 'id_line'])(
  '%s names no login at a third party',
  async (name) => {
    const text = `id,email,pw_hash,${name}\n1,ann@example.com,${madeUpBcrypt(1)},48213\n2,bob@example.com,${madeUpBcrypt(2)},48977\n`
    expect(await loginsOf({ 'users.csv': text })).toEqual([[], []])
    expect((await inspect({ 'users.csv': text })).json).toMatchObject({ users: 2, ready: 2 })
  },
)

test('a provider without an ID of its own is asked about', async () => {
  const { json } = await inspect({ 'users.json': JSON.stringify([ann, { ...bob, facebookId: undefined }]) })
  expect(json).toMatchObject({ users: 2, ready: 1, blocked: { 'identity-without-id': 1 } })
})

test('a user who signs in here and has a column of a provider has both logins', async () => {
  const text = `id,email,pw_hash,login_type,google_id\n1,ann@example.com,${madeUpBcrypt(1)},password,${atGoogle(1)}\n2,bob@example.com,,google,${atGoogle(2)}\n3,cy@example.com,${madeUpBcrypt(3)},password,\n`
  expect(await loginsOf({ 'users.csv': text })).toEqual([[`google ${atGoogle(1)}`], [`google ${atGoogle(2)}`], []])
})

test.each(['google', 'google_oauth2', 'Google', 'google-workspaces'])(
  'a provider as %s spells it stays as it is spelled',
  async (provider) => {
    const text = `id,email,provider,google_id\n1,ann@example.com,${provider},${atGoogle(1)}\n2,bob@example.com,${provider},${atGoogle(2)}\n`
    expect(await loginsOf({ 'users.csv': text })).toEqual([
      [`${provider} ${atGoogle(1)}`],
      [`${provider} ${atGoogle(2)}`],
    ])
  },
)

test('IDs in one column for all providers are of the provider that their record names', async () => {
  const text = `id,email,provider,provider_user_id\n1,ann@example.com,google,${atGoogle(1)}\n2,bob@example.com,facebook,${atFacebook(2)}\n`
  expect(await loginsOf({ 'users.csv': text })).toEqual([[`google ${atGoogle(1)}`], [`facebook ${atFacebook(2)}`]])
})
