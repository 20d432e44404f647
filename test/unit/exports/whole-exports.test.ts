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
        calls: { emailPassword: 2, thirdParty: 1 },
        hashes: { argon2: 3, none: 1 },
        ready: 3,
        blocked: { 'hash-without-email': 1 },
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
  ])('%s: %o is counted', async (providers, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers, ...counts })
  })

  it.each<[string, object]>([
    ['zitadel/import.json', { sourceId: 'z1', email: 'ann@example.com', emailVerified: true, hasPassword: true }],
    ['zitadel/users.json', { sourceId: 'z1', email: 'ann@example.com', phoneVerified: true, hasPassword: true }],
    ['keycloak/realms.json', { sourceId: 'k1', email: 'ann@example.com', emailVerified: true }],
    ['auth0/import.json', { email: 'ann@example.com', emailVerified: true, hash: { provider: 'auth0' } }],
    ['meteor/mongoexport.csv', { sourceId: 'a1', email: 'ann@example.com', hash: { declared: 'bcrypt-sha256' } }],
  ])('%s gives its first user these values', async (file, user) => {
    const { entries } = await readMadeUp(file)
    expect(entries.find(({ kind }) => kind === 'user')).toMatchObject({ user })
  })
})
