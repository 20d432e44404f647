import { describe, expect, it } from 'vitest'
import { countsOf } from '../counts.ts'
import { recognise } from '../../../../shared/exports/index.ts'
import { readOne, readUser } from '../support.ts'

describe('an export of Better Auth', () => {
  it.each<[string, readonly string[], object]>([
    [
      'users alone',
      ['better-auth/user.csv'],
      {
        records: { users: 5 },
        calls: { passwordless: 5 },
        hashes: { none: 5 },
        ready: 3,
        blocked: { 'unverified-email': 1, disabled: 1 },
      },
    ],
    [
      'users with their accounts, some of which are passwords',
      ['better-auth/user.csv', 'better-auth/account.csv'],
      {
        records: { users: 5, joined: 4, unmatched: 1 },
        calls: { emailPassword: 2, thirdParty: 1, passwordless: 1 },
        hashes: { bcrypt: 2, none: 2, scrypt: 1 },
        ready: 3,
        blocked: { 'unsupported-hash': 1, disabled: 1 },
      },
    ],
    [
      'a dump of PostgreSQL with both tables',
      ['better-auth/inserts.sql'],
      {
        records: { users: 5, joined: 4, unmatched: 1, other: { 'table public.verification': 1 } },
        calls: { emailPassword: 2, thirdParty: 1, passwordless: 1 },
        hashes: { bcrypt: 2, none: 2, scrypt: 1 },
        ready: 3,
        blocked: { 'unsupported-hash': 1, disabled: 1 },
      },
    ],
  ])('%s', async (_, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers: 'better-auth', ...counts })
  })
})

describe('a user of Better Auth', () => {
  const row = {
    id: 'u1',
    name: 'Ann',
    email: 'ann@example.com',
    emailVerified: true,
    image: null,
    createdAt: 1,
    updatedAt: 1,
  }

  it.each([
    [{ banned: true, banExpires: null }, 'disabled'],
    [{ banned: 't', banExpires: '9999-01-01T00:00:00Z' }, 'disabled'],
    [{ banned: 1, banExpires: '2001-01-01T00:00:00Z' }, 'active'],
    [{ banned: false }, 'active'],
  ])('with %o is %s', (columns, standing) => {
    expect(readUser({ ...row, ...columns }).standing).toBe(standing)
  })

  it('has true or false where Auth.js has a time', () => {
    const providers = [true, 0, 'f', '2024-01-15 10:30:00', null].map(
      (emailVerified) => recognise({ header: null, records: [{ ...row, emailVerified }] })?.provider,
    )
    expect(providers).toEqual(['better-auth', 'better-auth', 'better-auth', 'authjs', 'authjs'])
  })

  it('without an id, or an account without its user, is unreadable', () => {
    expect(readOne({ ...row, id: '' }).kind).toBe('unreadable')
    expect(readOne({ accountId: 'x', providerId: 'google', userId: null }).kind).toBe('unreadable')
  })
})
