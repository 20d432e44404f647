import { describe, expect, it } from 'vitest'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { readOne, readUser } from '../support.ts'

describe('a Laravel user', () => {
  const row = { id: 1, email: 'ann@example.com', password: '', remember_token: null }

  it('has the key that its table was given', () => {
    const { id, ...rest } = row
    expect(readUser({ user_id: id, ...rest }).sourceId).toBe('1')
    expect(readUser({ ...rest, user: 'ann' }).sourceId).toBeNull()
  })

  it.each<[string, object, readonly unknown[]]>([
    [
      'a column for each provider',
      { google_id: '1', facebook_id: null, github_id: 2 },
      [
        ['google', '1'],
        ['github', '2'],
      ],
    ],
    ['a column for the provider and one for the id', { provider: 'Google', provider_id: '1' }, [['Google', '1']]],
    ['both, for the same login', { provider: 'google', provider_id: null, google_id: '1' }, [['google', '1']]],
    ['a provider and no id', { provider: 'apple' }, [['apple', '']]],
    ['its own login', { provider: 'local', provider_id: '1' }, []],
  ])('with %s has these identities', (_, columns, identities) => {
    const user = readUser({ ...row, ...columns })
    expect(user.identities.map(({ provider, userId }) => [provider, userId])).toEqual(identities)
  })

  it.each([
    [{ deleted_at: '2024-01-15 10:30:00' }, 'deleted'],
    [{ deleted_at: null, is_active: 0 }, 'disabled'],
    [{ banned_at: '2024-01-15 10:30:00' }, 'disabled'],
    [{ status: 'suspended' }, 'disabled'],
    [{ status: 'active', is_active: 1, banned_at: null, blocked: 0 }, 'active'],
  ])('with %o is %s', (columns, standing) => {
    expect(readUser({ ...row, ...columns }).standing).toBe(standing)
  })

  it('is told from a login, which has an email only beside its tokens', () => {
    const login = { user_id: 1, provider: 'github', provider_id: '4815' }
    const tables = [login, { ...login, email: 'ann@example.com' }, { ...login, email: 'ann@example.com', token: 'x' }]
    expect(tables.map((one) => recognise({ header: null, records: [one] })?.role)).toEqual([
      'parts',
      undefined,
      'parts',
    ])
  })

  it('without an id or an email, or a login without its user, is unreadable', () => {
    expect(readOne({ ...row, id: null, email: '' }).kind).toBe('unreadable')
    expect(readOne({ user_id: null, provider: 'github', provider_id: '1' }).kind).toBe('unreadable')
  })
})
