import { describe, expect, it } from 'vitest'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { readOne, userEntry } from '../support.ts'

describe('a Passport.js user', () => {
  const row = {
    _id: { $oid: '65a5' },
    email: 'ann@example.com',
    passwordHash: 'aa',
    salt: 'bb',
    googleId: '1',
    isVerified: true,
  }

  it('of MongoDB has its salt, its id and its id at Google', () => {
    expect(readOne(row)).toEqual(
      userEntry(
        {
          sourceId: '65a5',
          email: 'ann@example.com',
          emailVerified: true,
          hasPassword: true,
          hash: { hash: 'aa', salt: 'bb', provider: 'passport' },
          identities: [{ provider: 'google', userId: '1', email: null, emailVerified: null }],
        },
        ['passport:65a5'],
      ),
    )
  })

  it('is not recognised without ids at one third party or the strategy “local”: such tables are mapped', () => {
    const plain = { id: 1, email: 'ann@example.com', password: 'x' }
    const tables = [
      plain,
      { ...plain, provider: 'google', provider_id: '1' },
      { ...plain, provider: 'local', provider_id: '' },
    ]
    expect(tables.map((one) => recognise({ header: null, records: [one] })?.provider)).toEqual([
      undefined,
      undefined,
      'passport',
    ])
  })

  it('is unreadable without an id, an email and a third party; so is a credential without its user', () => {
    expect(readOne({ id: null, email: '', password: 'x', google_id: null }).kind).toBe('unreadable')
    expect(readOne({ user_id: 1, provider: 'x', subject: null }).kind).toBe('unreadable')
  })

  it('keeps the address of an issuer that is not known', () => {
    expect(readOne({ user_id: 1, provider: 'https://id.acme.example', subject: 's' })).toEqual({
      kind: 'part',
      part: { identities: [{ provider: 'https://id.acme.example', userId: 's', email: null, emailVerified: null }] },
      keys: ['passport:1'],
    })
  })
})
