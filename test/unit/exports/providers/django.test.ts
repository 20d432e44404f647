import { describe, expect, it } from 'vitest'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { readOne, readUser, userEntry } from '../support.ts'

describe('a Django record', () => {
  it('of Zulip has the email that is delivered to, not the one that is shown', () => {
    const row = { id: 1, is_superuser: false, last_login: null, password: '!', email: 'user1@acme.example' }
    expect(readUser({ ...row, delivery_email: 'ann@example.com' }).email).toBe('ann@example.com')
  })

  const row = {
    id: '7',
    password: '',
    last_login: '',
    is_superuser: 'f',
    is_staff: 'f',
    username: 'ann',
    email: '',
    is_active: 't',
  }

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

describe('a table of users with password, last_login and is_superuser', () => {
  const digest = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
  const argon2 = `$argon2id$v=19$m=65536,t=3,p=4$AAECAwQFBgcICQoLDA0ODw$${digest}`
  const row = { id: 1, username: 'ann', email: 'ann@acme.example', password: argon2, is_superuser: 0, last_login: null }
  const providerOf = (...records: object[]) =>
    recognise({ header: null, records: records.map((record) => ({ ...record })) })?.provider ?? null

  it('is of another framework where its hashes have no prefix of Django and no other column is Django’s', () => {
    const bcrypt = '$2b$12$AAECAwQFBgcICQoLDA0ODuAAECAwQFBgcICQoLDA0ODw0123456789a'
    const werkzeug = `scrypt:32768:8:1$AAECAwQFBgcICQ$${'ab'.repeat(64)}`
    for (const password of [argon2, bcrypt, werkzeug, ''])
      expect(providerOf({ ...row, password, is_active: 1, created_at: '2026-01-08' })).not.toBe('django')
  })

  it('is Django’s with a column of AbstractUser', () => {
    for (const column of [{ is_staff: 0 }, { date_joined: '2026-01-08' }, { first_name: 'Ann', last_name: 'Lee' }])
      expect(providerOf({ ...row, ...column })).toBe('django')
  })

  it('is Django’s, of a custom model, where one user has a hash with its prefix or its mark for none', () => {
    for (const password of [
      `pbkdf2_sha256$600000$salt$${digest}=`,
      `argon2${argon2}`,
      'bcrypt_sha256$$2b$12$AAECAwQFBgcICQoLDA0ODuAAECAwQFBgcICQoLDA0ODw0123456789a',
      '!AAECAwQFBgcICQoLDA0ODwAAECAwQFBgcICQoLDA',
    ])
      expect(providerOf({ ...row, id: 2, password: '' }, { ...row, password })).toBe('django')
  })
})
