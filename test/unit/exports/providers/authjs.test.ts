import { describe, expect, it } from 'vitest'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { readOne, readUser } from '../support.ts'

describe('a user of Auth.js', () => {
  const row = { id: 'u1', name: 'Ann', email: 'ann@example.com', emailVerified: '2024-01-15T10:30:00Z', image: null }

  it('logs in by a link where one was used, unless there is a password', () => {
    const { emailIsLogin, emailVerified } = readUser(row)
    expect({ emailIsLogin, emailVerified }).toEqual({ emailIsLogin: true, emailVerified: true })
    const own = readUser({ ...row, password: 'x' })
    expect([own.emailIsLogin, own.hash]).toEqual([false, { hash: 'x', provider: 'authjs' }])
  })

  it('may bring its accounts along; links, passwords and passkeys among them are no third parties', () => {
    const accounts = [
      { type: 'oauth', provider: 'google', providerAccountId: '1' },
      { type: 'email', provider: 'email', providerAccountId: 'ann@example.com' },
      { type: 'webauthn', provider: 'passkey', providerAccountId: 'k' },
    ]
    expect(readUser({ ...row, accounts }).identities).toEqual([
      { provider: 'google', userId: '1', email: null, emailVerified: null },
    ])
  })

  it('without an image is known by the ids that Prisma makes', () => {
    const { image: _, ...plain } = row
    const recognised = ['u1', 'cm0madeup0000userid000001'].map(
      (id) => recognise({ header: null, records: [{ ...plain, id }] })?.provider,
    )
    expect(recognised).toEqual([undefined, 'authjs'])
  })

  it('without an id or an email, or an account without its user, is unreadable', () => {
    expect(readOne({ ...row, id: '', email: '' }).kind).toBe('unreadable')
    expect(readOne({ userId: null, provider: 'google', providerAccountId: '1' }).kind).toBe('unreadable')
  })
})
