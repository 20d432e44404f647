import { expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Addresses beside the login of the system itself, in columns that are called as IDs at a third party are. */

const rows = [0, 1, 2, 3]
const mail = (at: number) => `user${at}@acme.example`

/** Gives the target of each column of rows with these logins. */
function targetsOf(login: (at: number) => object): Readonly<Record<string, string>> {
  const records = rows.map((at) => ({ hasher: 'bcrypt', password: madeUpBcrypt(at), ...login(at) }))
  const { columns } = suggestMapping({ header: null, records }).mapping
  return Object.fromEntries(columns.map(({ path, target }) => [path, target]))
}

test.each(['credentials', 'local', 'email', 'Password'])('are emails of users that sign in here: %s', (provider) => {
  const within = targetsOf((at) => ({ loginInfo: { providerID: provider, providerKey: mail(at) } }))
  expect(within).toMatchObject({ 'loginInfo.providerKey': 'email', password: 'password-hash' })
  expect(targetsOf((at) => ({ provider, provider_user_id: mail(at) }))).toMatchObject({ provider_user_id: 'email' })
})

test.each([
  ['numbers that Google gave out', (at: number) => ['google', `10354799159714281734${at}`]],
  ['addresses at a third party with a similar name', (at: number) => ['credentials-provider', mail(at)]],
  ['addresses of which some are at a third party', (at: number) => [at === 3 ? 'okta' : 'credentials', mail(at)]],
  ['numbers beside the login of the system itself', (at: number) => ['credentials', `${7301 + at * 13}`]],
])('are IDs at a third party all the same where they are %s', (_, of) => {
  const login = (at: number) => {
    const [providerID, providerKey] = of(at)
    return { providerID, providerKey }
  }
  expect(targetsOf((at) => ({ loginInfo: login(at) }))['loginInfo.providerKey']).toBe('provider-user-id')
})

test('stay IDs in lists and beside another address, where later logins may be at a third party', () => {
  const login = (at: number) => ({ providerID: 'credentials', providerKey: mail(at) })
  const listed = targetsOf((at) => ({ logins: [login(at), { providerID: 'google', providerKey: `${at}7301` }] }))
  expect(listed['logins[0].providerKey']).toBe('provider-user-id')
  expect(targetsOf((at) => ({ email: mail(at), loginInfo: login(at) }))).toMatchObject({
    email: 'email',
    'loginInfo.providerKey': 'provider-user-id',
  })
})
