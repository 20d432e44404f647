import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Users of Laravel who sign in at Google, with their ID there in a column that Laravel does not have. */

const users = (provider: string, id: string) => {
  const time = '2024-01-01 10:00:00'
  const rows = [1, 2, 3, 4].map((at) => {
    const login = at % 2 === 0 ? `,google,10354799159714291505${at}` : `${madeUpBcrypt(at)},,`
    return `${at},Ann,user${at}@acme.example,${time},${login},,${time},${time}`
  })
  const head = `id,name,email,email_verified_at,password,${provider},${id},remember_token,created_at,updated_at`
  return { 'users.csv': `${head}\n${rows.join('\n')}\n` }
}

test.each([
  ['auth_provider', 'auth_provider_id'],
  ['auth_provider', 'auth_id'],
  ['authProvider', 'authProviderId'],
  ['provider', 'provider_account_id'],
])('is read: %s with %s', async (provider, id) => {
  const { json } = await inspect(users(provider, id))
  expect(json).toMatchObject({ users: 4, ready: 4, loginMethods: { emailPassword: 2, thirdParty: 2 } })
})

test('is asked about alone, and not called missing as well', async () => {
  const file = users('auth_provider', 'member_token_at_google_id')
  const asked = await inspect(file)
  expect(asked.json).toMatchObject({ ready: 2, blocked: { 'unmapped-provider-id': 2 } })
  expect(asked.json?.['blocked']).not.toHaveProperty('identity-without-id')
  const key = 'unmapped-provider-id:member_token_at_google_id'
  const ignored = await inspect(file, ['--decide', `${key}=ignore`])
  expect(ignored.json).toMatchObject({ ready: 2, blocked: { 'identity-without-id': 2 } })
  const imported = await inspect(file, ['--decide', `${key}=import`])
  expect(imported.json).toMatchObject({ ready: 4, loginMethods: { thirdParty: 2 } })
})
