import { describe, expect, it } from 'vitest'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { readOne, readUser } from '../support.ts'

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

  it('without an id is one by the email, and an account without its user is unreadable', () => {
    expect(readUser({ ...row, id: '' })).toMatchObject({ sourceId: null, email: row.email })
    expect(readOne({ accountId: 'x', providerId: 'google', userId: null }).kind).toBe('unreadable')
  })
})
