import { describe, expect, it } from 'vitest'
import { countsOf } from '../counts.ts'
import { readOne, readUser, userEntry } from '../support.ts'

describe('an export of Django', () => {
  it.each<[string, readonly string[], object]>([
    [
      'users alone',
      ['django/auth-user.csv'],
      {
        records: { users: 7 },
        calls: { emailPassword: 3, passwordless: 2 },
        hashes: { bcrypt: 1, argon2: 2, none: 2, pbkdf2: 1, bcrypt_sha256: 1 },
        ready: 4,
        blocked: { 'unsupported-hash': 2, disabled: 1 },
      },
    ],
    [
      'users with the logins of social-auth, one of them without the id at Google',
      ['django/auth-user.csv', 'django/social-auth.csv'],
      {
        records: { users: 7, joined: 2, unmatched: 1 },
        calls: { emailPassword: 3, thirdParty: 1 },
        hashes: { bcrypt: 1, argon2: 2, none: 2, pbkdf2: 1, bcrypt_sha256: 1 },
        ready: 3,
        blocked: { 'unsupported-hash': 2, disabled: 1, 'identity-without-id': 1 },
      },
    ],
    [
      'users with the emails of allauth, one of them never verified',
      ['django/allauth-emails.csv', 'django/auth-user.csv'],
      {
        records: { users: 7, joined: 3 },
        calls: { emailPassword: 3, passwordless: 2 },
        hashes: { bcrypt: 1, argon2: 2, none: 2, pbkdf2: 1, bcrypt_sha256: 1 },
        ready: 3,
        blocked: { 'unsupported-hash': 2, disabled: 1, 'unverified-email': 1 },
      },
    ],
    [
      'dumpdata, in which entries of other models are counted by their model',
      ['django/dumpdata.json'],
      {
        records: {
          users: 5,
          joined: 2,
          other: { 'contenttypes.contenttype': 1, 'auth.permission': 1, 'sessions.session': 1 },
        },
        calls: { emailPassword: 2, thirdParty: 1 },
        hashes: { bcrypt: 1, argon2: 1, none: 1, pbkdf2: 1, bcrypt_sha256: 1 },
        ready: 3,
        blocked: { 'unsupported-hash': 2 },
      },
    ],
    [
      'a dump of PostgreSQL with both tables',
      ['django/pg-dump.sql'],
      {
        records: { users: 7, joined: 2, other: { 'table public.auth_group': 1, 'table public.django_session': 1 } },
        calls: { emailPassword: 3, thirdParty: 2 },
        hashes: { bcrypt: 1, argon2: 2, none: 2, pbkdf2: 1, bcrypt_sha256: 1 },
        ready: 4,
        blocked: { 'unsupported-hash': 2, disabled: 1 },
      },
    ],
    [
      'Zulip, whose bots are no users',
      ['django/zulip.sql'],
      {
        records: { users: 3, unreadable: 1 },
        calls: { emailPassword: 1, passwordless: 1 },
        hashes: { argon2: 1, pbkdf2: 1, none: 1 },
        ready: 2,
        blocked: { disabled: 1 },
      },
    ],
  ])('%s', async (_, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers: 'django', ...counts })
  })
})

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
