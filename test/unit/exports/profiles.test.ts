import { describe, expect, test } from 'vitest'
import { keycloakTables } from '../../../shared/exports/formats/keycloak-tables.ts'
import { supertokens } from '../../../shared/exports/formats/supertokens.ts'
import type { Entry, Recognition, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { readOne } from './support.ts'
import { readTotp } from '../../../shared/users/totp-secret.ts'

const bulkImport: Recognition = { provider: 'supertokens', shape: 'bulk import', reason: '', role: 'users' }
const readOf = (provider: string, record: SourceRecord) =>
  readOne(record, { provider, shape: '', reason: '', role: 'users' })
const profileIn = (entry: Entry) => (entry.kind === 'user' ? entry.user.profile : null)

describe('what an export says of a user besides the login methods', () => {
  test('is read from Auth0, each object of metadata under its own name', () => {
    const user = { user_id: 'auth0|1', email: 'ann@example.com', created_at: '2023-02-09T16:34:22.611Z' }
    const data = { user_metadata: { plan: 'gold' }, app_metadata: { plan: 'internal' }, roles: ['editor'] }
    expect(profileIn(readOf('auth0', { ...user, ...data }))).toEqual({
      metadata: { user_metadata: { plan: 'gold' }, app_metadata: { plan: 'internal' } },
      roles: ['editor'],
      joined: '2023-02-09T16:34:22.611Z',
    })
    expect(profileIn(readOf('auth0', { user_id: 'auth0|1', user_metadata: {}, app_metadata: null }))).toBeUndefined()
  })

  test('is read from Clerk, its TOTP secret too', () => {
    const user = { id: 'user_1', created_at: 1675960462611, totp_secret: 'JBSWY3DPEHPK3PXP' }
    expect(profileIn(readOf('clerk', { ...user, public_metadata: { a: 1 }, unsafe_metadata: '{"b":2}' }))).toEqual({
      metadata: { public_metadata: { a: 1 }, unsafe_metadata: { b: 2 } },
      totp: ['JBSWY3DPEHPK3PXP'],
      joined: '1675960462611',
    })
  })

  test('is read from Cognito and Supabase', () => {
    const Attributes = [
      { Name: 'sub', Value: 's-1' },
      { Name: 'custom:plan', Value: 'gold' },
    ]
    const UserCreateDate = '2023-02-09T16:34:22.611000+01:00'
    expect(
      profileIn(readOf('cognito', { Username: 'ann', UserStatus: 'CONFIRMED', Attributes, UserCreateDate })),
    ).toEqual({
      metadata: { 'custom:plan': 'gold' },
      joined: UserCreateDate,
    })
    const row = { id: 'u-1', raw_user_meta_data: '{"plan":"gold"}', created_at: '2024-01-15 10:30:00.123+00' }
    expect(profileIn(readOf('supabase', row))).toEqual({
      metadata: { raw_user_meta_data: { plan: 'gold' } },
      joined: '2024-01-15 10:30:00.123+00',
    })
    // Which login methods there are is Supabase's own.
    const app_metadata = { provider: 'email', providers: ['email'], plan: 'gold' }
    expect(profileIn(readOf('supabase', { id: 'u-1', app_metadata }))).toEqual({
      metadata: { app_metadata: { plan: 'gold' } },
    })
    const ofLogins = { provider: 'email', providers: ['email'] }
    expect(profileIn(readOf('supabase', { id: 'u-1', raw_app_meta_data: ofLogins }))).toBeUndefined()
  })

  test('is read from Keycloak without the roles that Keycloak gives every user', () => {
    const user = {
      id: 'k-1',
      username: 'ann',
      enabled: true,
      createdTimestamp: 1675960462611,
      attributes: { plan: ['gold'] },
      groups: ['/staff'],
      realmRoles: ['default-roles-acme', 'offline_access', 'uma_authorization', 'editor'],
      clientRoles: { shop: ['buyer'], account: ['manage-account'] },
    }
    expect(profileIn(readOf('keycloak', user))).toEqual({
      metadata: { attributes: { plan: ['gold'] }, groups: ['/staff'] },
      roles: ['editor', 'shop:buyer'],
      joined: '1675960462611',
      systemRoles: true,
    })
  })
})

describe('an authenticator app of Keycloak', () => {
  const otp = (value: string, data: object) =>
    keycloakTables.totpOf({
      type: 'otp',
      secretData: JSON.stringify({ value }),
      credentialData: JSON.stringify(data),
    }) ?? ''
  const usual = { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }

  test('has its secret in Base32 of the bytes that Keycloak keeps, or as it is where it says so', () => {
    // RFC 4648, section 10, repeated.
    expect(readTotp(otp('foobarfoobar', usual))).toEqual({
      kind: 'device',
      secretKey: 'MZXW6YTBOJTG633CMFZA',
      period: 30,
    })
    const kept = { ...usual, secretEncoding: 'BASE32', period: 60 }
    expect(readTotp(otp('JBSWY3DPEHPK3PXP', kept))).toEqual({
      kind: 'device',
      secretKey: 'JBSWY3DPEHPK3PXP',
      period: 60,
    })
  })

  test.each([{ algorithm: 'HmacSHA256' }, { digits: 8 }, { subType: 'hotp' }])('is refused with %j', (data) => {
    expect(readTotp(otp('foobarfoobar', { ...usual, ...data }))).toEqual({ kind: 'parameters' })
  })

  test('is none of a password', () => {
    expect(keycloakTables.totpOf({ type: 'password', secretData: '{"value":"x"}' })).toBeNull()
  })
})

describe('the tenants of users of a SuperTokens core', () => {
  const tenantsOf = (...methods: readonly (readonly string[])[]) => {
    const loginMethods = methods.map((tenantIds) => ({
      recipeId: 'emailpassword',
      email: 'ann@example.com',
      tenantIds,
    }))
    const entry = supertokens.read({ externalUserId: 'e1', loginMethods }, bulkImport)
    return entry.kind === 'user' ? entry.user.tenants : entry.kind
  }

  test('are those of all login methods, each once', () => {
    expect(tenantsOf(['public', 'acme'], ['acme', 'globex'])).toEqual(['public', 'acme', 'globex'])
  })

  test('are none where they have the one that every core begins with', () => {
    expect([tenantsOf(['public']), tenantsOf([])]).toEqual([undefined, undefined])
  })

  test('stand beside the email of the primary login method', () => {
    const methods = [
      { recipeId: 'emailpassword', email: 'second@example.com' },
      { recipeId: 'emailpassword', email: 'first@example.com', isPrimary: true },
    ]
    const entry = supertokens.read({ externalUserId: 'e1', loginMethods: methods }, bulkImport)
    expect(entry.kind === 'user' ? entry.user.email : entry.kind).toBe('first@example.com')
  })
})
