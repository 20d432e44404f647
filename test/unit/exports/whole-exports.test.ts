import { describe, expect, it } from 'vitest'
import { countsOf } from './counts.ts'
import { readMadeUp } from './support.ts'

/** Exports as the tools of their products write them, with everything that is in them. */
describe('a whole export', () => {
  it.each<[string, readonly string[], object]>([
    [
      'zitadel',
      ['zitadel/import.json'],
      {
        records: { users: 4, joined: 1, unreadable: 1 },
        calls: { emailPassword: 2, thirdParty: 1 },
        hashes: { bcrypt: 1, argon2: 1, pbkdf2: 1, 'clear-text': 1 },
        ready: 1,
        blocked: { 'provider-undecided': 1, 'unsupported-hash': 2 },
      },
    ],
    [
      'zitadel',
      ['zitadel/users.json'],
      {
        records: { users: 3, unreadable: 1 },
        calls: { passwordless: 2 },
        hashes: { none: 3 },
        ready: 1,
        blocked: { disabled: 1 },
        excluded: 1,
      },
    ],
    [
      'keycloak',
      ['keycloak/realms.json'],
      {
        records: { users: 4, unreadable: 1 },
        hashes: { argon2: 3, none: 1 },
        // Each realm is a tenant.
        blocked: { 'tenant-undecided': 4 },
      },
    ],
    [
      'keycloak',
      ['keycloak/import.json'],
      {
        records: { users: 2 },
        calls: { passwordless: 1 },
        hashes: { 'clear-text': 1, none: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 1 },
      },
    ],
    [
      'keycloak',
      ['keycloak/data-only.sql'],
      {
        records: { users: 2, joined: 2, other: { 'table public.realm': 1 } },
        calls: { emailPassword: 1, thirdParty: 1 },
        hashes: { argon2: 1, none: 1 },
        ready: 2,
      },
    ],
    [
      'auth0',
      ['auth0/import.json'],
      {
        records: { users: 11 },
        calls: { emailPassword: 3, passwordless: 1 },
        hashes: {
          bcrypt: 2,
          argon2: 1,
          md5: 1,
          pbkdf2: 1,
          scrypt: 1,
          hmac: 1,
          ldap: 1,
          sha: 1,
          'bcrypt-variant': 1,
          none: 1,
        },
        ready: 4,
        blocked: { 'unsupported-hash': 7 },
      },
    ],
    ['auth0', ['auth0/hashes-bare.ndjson'], { records: { unmatched: 3 } }],
    [
      'auth0',
      ['auth0/organizations.ndjson'],
      {
        records: { users: 3 },
        calls: { passwordless: 1 },
        hashes: { none: 3 },
        ready: 1,
        blocked: { 'tenant-undecided': 2 },
      },
    ],
    [
      'meteor',
      ['meteor/rocketchat.ndjson'],
      {
        records: { users: 3, unreadable: 2 },
        calls: { passwordless: 2 },
        hashes: { bcrypt_sha256: 1, none: 2 },
        ready: 1,
        blocked: { disabled: 1, 'unsupported-hash': 1 },
      },
    ],
    [
      'meteor',
      ['meteor/mongoexport.csv'],
      {
        records: { users: 2 },
        calls: { thirdParty: 1 },
        hashes: { bcrypt_sha256: 1, none: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 1 },
      },
    ],
    [
      'appwrite',
      ['appwrite/users.json', 'appwrite/identities.json'],
      {
        records: { users: 5, joined: 1 },
        calls: { emailPassword: 3, thirdParty: 1 },
        hashes: { bcrypt: 1, argon2: 1, firebaseScrypt: 1, md5: 1, none: 1 },
        ready: 2,
        blocked: { disabled: 1, 'signer-key-not-confirmed': 1, 'unsupported-hash': 1 },
      },
    ],
    [
      'descope',
      ['descope/users.json'],
      {
        records: { users: 4 },
        calls: { passwordless: 2 },
        hashes: { none: 4 },
        ready: 1,
        blocked: { disabled: 2, 'identity-without-id': 1 },
      },
    ],
    [
      'supertokens',
      ['supertokens/users.json'],
      { records: { users: 3 }, calls: { passwordless: 1, thirdParty: 2 }, hashes: { none: 3 }, ready: 3 },
    ],
    [
      'parse',
      ['parse/without-ids.json'],
      {
        records: { users: 3 },
        calls: { emailPassword: 1 },
        hashes: { bcrypt: 1, none: 2 },
        ready: 1,
        blocked: { 'identity-without-id': 1, 'no-login': 1 },
      },
    ],
    [
      'logto',
      ['logto/users.json'],
      {
        records: { users: 2 },
        calls: { thirdParty: 1 },
        hashes: { none: 2 },
        ready: 1,
        blocked: { disabled: 1 },
      },
    ],
    [
      'logto',
      ['logto/users.csv', 'logto/user-sso-identities.csv'],
      {
        records: { users: 4, joined: 1 },
        calls: { emailPassword: 2, thirdParty: 1 },
        hashes: { bcrypt: 1, argon2: 1, md5: 1, other: 1 },
        ready: 1,
        blocked: { disabled: 1, 'unsupported-hash': 2 },
      },
    ],
    [
      'entra',
      ['entra/users.json'],
      {
        records: { users: 4 },
        calls: { passwordless: 3, thirdParty: 1 },
        hashes: { none: 4 },
        ready: 3,
        blocked: { disabled: 1 },
      },
    ],
    [
      'entra',
      ['entra/portal.csv'],
      { records: { users: 2 }, calls: { passwordless: 2 }, hashes: { none: 2 }, ready: 1, blocked: { disabled: 1 } },
    ],
    [
      'workos',
      ['workos/users.json'],
      {
        records: { users: 2 },
        calls: { passwordless: 2 },
        hashes: { none: 2 },
        ready: 1,
        blocked: { 'unverified-email': 1 },
      },
    ],
    [
      'scim',
      ['scim/users.json'],
      {
        records: { users: 4, other: { Group: 1 } },
        calls: { passwordless: 3 },
        hashes: { 'clear-text': 1, none: 3 },
        ready: 2,
        blocked: { disabled: 1, 'unsupported-hash': 1 },
      },
    ],
    [
      'discourse',
      ['discourse/dump.sql'],
      {
        records: { users: 2, joined: 5, unreadable: 2 },
        calls: { thirdParty: 1 },
        hashes: { pbkdf2: 1, none: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 1 },
      },
    ],
    [
      'discourse',
      ['discourse/admin-users.json'],
      {
        records: { users: 2, unreadable: 2 },
        calls: { passwordless: 2 },
        hashes: { none: 2 },
        ready: 1,
        blocked: { disabled: 1 },
      },
    ],
    [
      'nextcloud',
      ['nextcloud/oc-users.csv', 'nextcloud/oc-preferences.csv'],
      {
        records: { users: 2, joined: 2, other: { 'setting of an app': 3 } },
        calls: { emailPassword: 2 },
        hashes: { argon2: 1, bcrypt: 1 },
        ready: 1,
        blocked: { disabled: 1 },
      },
    ],
    [
      'ghost',
      ['ghost/export.json'],
      {
        records: { users: 2 },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2 },
        ready: 1,
        blocked: { disabled: 1 },
      },
    ],
    [
      'ghost',
      ['ghost/members.csv'],
      { records: { users: 2 }, calls: { passwordless: 1 }, hashes: { none: 2 }, ready: 1, excluded: 1 },
    ],
    [
      'stytch',
      ['stytch/members.json'],
      { records: { users: 2 }, calls: { thirdParty: 1 }, hashes: { none: 2 }, ready: 1, excluded: 1 },
    ],
    [
      'okta',
      ['okta/flattened.csv'],
      { records: { users: 2 }, calls: { passwordless: 1 }, hashes: { none: 2 }, ready: 1, blocked: { disabled: 1 } },
    ],
    [
      'google-workspace',
      ['google-workspace/directory.json'],
      {
        records: { users: 3 },
        calls: { passwordless: 2 },
        hashes: { none: 3 },
        ready: 1,
        blocked: { disabled: 1 },
        excluded: 1,
      },
    ],
  ])('%s: %o is counted', async (providers, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers, ...counts })
  })

  it.each<[string, object]>([
    ['zitadel/import.json', { sourceId: 'z1', email: 'ann@example.com', emailVerified: true, hasPassword: true }],
    ['zitadel/users.json', { sourceId: 'z1', email: 'ann@example.com', phoneVerified: true, hasPassword: true }],
    ['keycloak/realms.json', { sourceId: 'k1', email: 'ann@example.com', emailVerified: true }],
    ['auth0/import.json', { email: 'ann@example.com', emailVerified: true, hash: { provider: 'auth0' } }],
    ['meteor/mongoexport.csv', { sourceId: 'a1', email: 'ann@example.com', hash: { declared: 'bcrypt-sha256' } }],
    [
      'appwrite/users.json',
      { sourceId: 'a1', email: 'ann@example.com', phone: '+4915112345678', hash: { declared: 'argon2' } },
    ],
    [
      'supertokens/users.json',
      {
        sourceId: 'u1',
        email: 'ann@example.com',
        emailVerified: true,
        hasPassword: true,
        hash: null,
        identities: [{ provider: 'google', userId: '103547991597142000004', emailVerified: true }],
      },
    ],
    ['parse/without-ids.json', { sourceId: 'p3', identities: [{ provider: 'google', userId: '' }] }],
    ['descope/users.json', { sourceId: 'U2a', hasPassword: true, hash: null, phoneIsLogin: true }],
    [
      'logto/users.json',
      {
        hasPassword: true,
        identities: [{ provider: 'google', userId: '103547991597142000004', email: 'ann@gmail.com' }],
      },
    ],
    ['entra/users.json', { sourceId: 'e1', email: 'ann@example.com', hasPassword: true, identities: [] }],
    ['entra/portal.csv', { sourceId: 'e1', email: 'ann@example.com', hasPassword: null }],
    ['workos/users.json', { sourceId: 'user_01E4ZCR3C56J083X43JQXF3JK5', emailVerified: true, hasPassword: null }],
    ['scim/users.json', { sourceId: 's1', email: 'ann@example.com', phone: '+4915112345678' }],
    ['discourse/admin-users.json', { sourceId: '1', email: 'ann@example.com', emailVerified: true }],
    ['ghost/export.json', { sourceId: '1', email: 'ann@example.com', standing: 'active' }],
    [
      'stytch/members.json',
      {
        sourceId: 'member-test-1',
        tenants: ['organization-test-1'],
        emailVerified: true,
        identities: [{ provider: 'Google', userId: '103547991597142000004' }],
      },
    ],
    ['google-workspace/directory.json', { sourceId: '110', email: 'ann@example.com', phone: '+4915112345678' }],
  ])('%s gives its first user these values', async (file, user) => {
    const { entries } = await readMadeUp(file)
    expect(entries.find(({ kind }) => kind === 'user')).toMatchObject({ user })
  })
})
