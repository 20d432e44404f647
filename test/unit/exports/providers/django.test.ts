import { describe, expect, it } from 'vitest'
import { readOne, readUser, userEntry } from '../support.ts'

describe('a Django record', () => {
  it('of Zulip has the email that is delivered to, not the one that is shown', () => {
    const row = { id: 1, is_superuser: false, last_login: null, password: '!', email: 'user1@acme.example' }
    expect(readUser({ ...row, delivery_email: 'ann@example.com' }).email).toBe('ann@example.com')
  })

  const row = { id: '7', password: '', last_login: '', is_superuser: 'f', username: 'ann', email: '', is_active: 't' }

  it('takes the user name for the email where that is one, and `!` for no password', () => {
    expect(readOne({ ...row, username: 'ann@example.com', password: '!x' })).toEqual(
      userEntry({ sourceId: '7', email: 'ann@example.com', hasPassword: false }, [
        'django:7',
        'django:name:ann@example.com',
      ]),
    )
  })

  it('of dumpdata with natural keys finds its user by name', () => {
    const user = { model: 'shop.customer', fields: { ...row, id: undefined, email: 'ann@example.com' } }
    expect(readOne(user)).toEqual(
      userEntry({ sourceId: 'ann', email: 'ann@example.com', hasPassword: false }, ['django:name:ann']),
    )
    const login = {
      model: 'socialaccount.socialaccount',
      pk: 1,
      fields: { user: ['ann'], provider: 'github', uid: '4815', extra_data: '{}' },
    }
    expect(readOne(login)).toEqual({
      kind: 'part',
      part: { identities: [{ provider: 'github', userId: '4815', email: null, emailVerified: null }] },
      keys: ['django:name:ann'],
    })
  })

  it('of a model of users needs no password, as in a fixture that leaves it out', () => {
    const fields = { username: 'ann', email: 'ann@example.com', is_active: true }
    expect([
      readUser({ model: 'auth.user', pk: 7, fields }).email,
      readUser({ model: 'auth.user', pk: 7, fields }).hash,
    ]).toEqual(['ann@example.com', null])
    expect(readOne({ model: 'shop.receipt', pk: 7, fields }).kind).toBe('aside')
  })

  it('of another model is left aside by its name', () => {
    expect(readOne({ model: 'sessions.session', pk: 'x', fields: {} })).toEqual({
      kind: 'aside',
      what: 'sessions.session',
    })
  })

  it('without anybody behind it says so', () => {
    expect(readOne({ ...row, id: '', username: '' }).kind).toBe('unreadable')
    expect(readOne({ provider: 'github', uid: '1', extra_data: '', user_id: '' }).kind).toBe('unreadable')
  })
})
