import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/* Contacts that a product repeats in several fields of a user, and what it copies into the metadata of each. */

const uuid = (at: number) => `1a1b2c3d-0000-4000-8000-00000000000${at}`
const number = (at: number) => `+49151123450${at}`

/** Three users as the admin API of Supabase gives them. */
function supabaseUsers(user: (at: number) => Readonly<Record<string, unknown>>, data: (at: number) => object) {
  const users = [1, 2, 3].map((at) => ({
    id: uuid(at),
    aud: 'authenticated',
    role: 'authenticated',
    email: `u${at}@acme.example`,
    email_confirmed_at: '2024-01-01T10:00:00Z',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { sub: uuid(at), email: `u${at}@acme.example`, email_verified: true, phone_verified: false },
    identities: [{ id: uuid(at), user_id: uuid(at), identity_data: { sub: uuid(at), ...data(at) }, provider: 'email' }],
    created_at: '2024-01-01T10:00:00Z',
    ...user(at),
  }))
  return { 'users.json': JSON.stringify({ users, aud: 'authenticated' }) }
}

const codes = (json: Readonly<Record<string, unknown>> | null) =>
  ((json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[])
    .filter(({ code }) => code === 'unmapped-phone' || code === 'profile-data')
    .map(({ code, group }) => `${code}:${group}`)

test('a phone number in two fields of a user is named once', async () => {
  const files = supabaseUsers(
    (at) => ({ phone: '', user_metadata: { phone: number(at) } }),
    (at) => ({ phone: number(at).slice(1) }),
  )
  const found = codes((await inspect(files)).json)
  expect(found.filter((one) => one.startsWith('unmapped-phone'))).toHaveLength(1)
})

test('two numbers of a user are two', async () => {
  const files = supabaseUsers(
    (at) => ({ phone: '', user_metadata: { phone: number(at) } }),
    (at) => ({ phone: number(at + 3) }),
  )
  const found = codes((await inspect(files)).json)
  expect(found.filter((one) => one.startsWith('unmapped-phone'))).toHaveLength(2)
})

test('what Supabase copies into the metadata of a user is none, and the rest of it is', async () => {
  const copies = codes(
    (
      await inspect(
        supabaseUsers(
          () => ({}),
          () => ({}),
        ),
      )
    ).json,
  )
  expect(copies).not.toContain('profile-data:metadata')
  const more = (at: number) => ({ user_metadata: { sub: uuid(at), email: `u${at}@acme.example`, plan: 'gold' } })
  expect(codes((await inspect(supabaseUsers(more, () => ({})))).json)).toContain('profile-data:metadata')
  const other = (at: number) => ({ user_metadata: { email: `other${at}@acme.example` } })
  expect(codes((await inspect(supabaseUsers(other, () => ({})))).json)).toContain('profile-data:metadata')
})

test('a user of Keycloak without an ID has no old ID, also where it has a user name', async () => {
  const user = (at: number) => ({
    ...(at === 2 ? {} : { id: uuid(at) }),
    username: `u${at}`,
    enabled: true,
    emailVerified: true,
    email: `u${at}@acme.example`,
    credentials: [],
    realmRoles: [],
  })
  const { json } = await inspect({ 'realm.json': JSON.stringify({ realm: 'acme', users: [1, 2, 3].map(user) }) })
  expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'new-id', users: 2 }))
})
