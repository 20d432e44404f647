import { expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const some = [1, 2, 3, 4]
const mail = (n: number) => `u${n}@acme.example`
const id = (n: number) => `0000000${n}-1111-4222-8333-00000000000${n}`

test.each([
  [
    'Keycloak',
    {
      realm: 'acme',
      users: some.map((n) => ({
        id: id(n),
        username: `u${n}`,
        email: mail(n),
        enabled: true,
        emailVerified: true,
        createdTimestamp: 1600000000000 + n,
        totp: false,
        requiredActions: [],
        attributes: { passwordHash: [madeUpBcrypt(n)], city: ['Ulm', `$2b$x`] },
        credentials: [],
      })),
    },
  ],
  [
    'Clerk',
    some.map((n) => ({
      id: `user_2a${n}bCdEfGhIjKlMnOpQrStUvWxY`,
      object: 'user',
      password_enabled: false,
      email_addresses: [{ id: `idn_${n}`, object: 'email_address', email_address: mail(n), verification: null }],
      primary_email_address_id: `idn_${n}`,
      private_metadata: { city: 'Ulm', old: { password: madeUpBcrypt(n) } },
    })),
  ],
])('a hash in an attribute of %s is asked about, and never kept as metadata', async (_, exported) => {
  const users = await usersOf({ 'export.json': JSON.stringify(exported) })
  expect(users).toHaveLength(4)
  for (const { profile, unmapped } of users) {
    expect(unmapped?.some(({ kind }) => kind === 'password-hash')).toBe(true)
    expect(JSON.stringify(profile?.metadata)).toContain('Ulm')
    expect(JSON.stringify(profile?.metadata)).not.toContain('$2b$10$')
  }
})
