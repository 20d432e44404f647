import { describe, expect, it } from 'vitest'
import { countsOf } from '../counts.ts'
import { recognise } from '../../../../shared/exports/index.ts'
import { readOne, readUser } from '../support.ts'

describe('an export of Rails', () => {
  it.each<[string, readonly string[], object]>([
    [
      'users of Devise',
      ['rails/devise-users.csv'],
      {
        records: { users: 5 },
        calls: { emailPassword: 3, thirdParty: 1, passwordless: 1 },
        hashes: { bcrypt: 3, none: 2 },
        ready: 4,
        blocked: { disabled: 1 },
      },
    ],
    [
      'users of Devise with their identities',
      ['rails/identities.csv', 'rails/devise-users.csv'],
      {
        records: { users: 5, joined: 1, unmatched: 1 },
        calls: { emailPassword: 3, thirdParty: 2 },
        hashes: { bcrypt: 3, none: 2 },
        ready: 4,
        blocked: { disabled: 1 },
      },
    ],
    [
      'a dump of PostgreSQL with INSERT',
      ['rails/inserts.sql'],
      {
        records: {
          users: 5,
          joined: 1,
          other: { 'table public.ar_internal_metadata': 1, 'table public.schema_migrations': 1 },
        },
        calls: { emailPassword: 3, thirdParty: 2 },
        hashes: { bcrypt: 3, none: 2 },
        ready: 4,
        blocked: { disabled: 1 },
      },
    ],
    [
      'users of has_secure_password',
      ['rails/has-secure-password.json'],
      { records: { users: 2 }, calls: { emailPassword: 2 }, hashes: { bcrypt: 2 }, ready: 2 },
    ],
    [
      'GitLab with identities, where blocked, banned and waiting users are no active ones',
      ['rails/gitlab.sql'],
      {
        records: { users: 7, joined: 2, unreadable: 1, other: { 'table public.emails': 1 } },
        calls: { emailPassword: 6, thirdParty: 1 },
        hashes: { bcrypt: 6, pbkdf2: 1 },
        ready: 2,
        blocked: { disabled: 4, 'unsupported-hash': 1 },
      },
    ],
    [
      'Mastodon, where disabled, waiting and suspended users are no active ones',
      ['rails/mastodon.sql'],
      {
        records: { users: 4, joined: 3, other: { 'accounts of other servers': 1 } },
        calls: { emailPassword: 4, thirdParty: 1 },
        hashes: { bcrypt: 4 },
        ready: 1,
        blocked: { disabled: 3 },
      },
    ],
    [
      'Redmine, which keeps emails in a table of their own',
      ['rails/redmine.sql'],
      {
        records: { users: 4, joined: 5, unreadable: 2 },
        calls: { passwordless: 1 },
        hashes: { none: 1, sha: 3 },
        ready: 1,
        blocked: { disabled: 2, 'unsupported-hash': 1 },
      },
    ],
  ])('%s', async (_, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers: 'rails', ...counts })
  })
})

describe('a Devise user', () => {
  const row = { id: 1, email: 'ann@example.com', encrypted_password: '', sign_in_count: 3 }

  it('is confirmed at a time, unconfirmed without one, and neither where nothing is confirmed', () => {
    const verified = [{ confirmed_at: '2024-01-15 10:30:00' }, { confirmed_at: null }, {}].map(
      (columns) => readUser({ ...row, ...columns }).emailVerified,
    )
    expect(verified).toEqual([true, false, null])
  })

  it('of devise_token_auth has a password and no third party', () => {
    expect(readUser({ ...row, provider: 'email', uid: 'ann@example.com' }).identities).toEqual([])
  })

  it('without an id or an email, or an identity without its user, is unreadable', () => {
    expect(readOne({ ...row, id: null, email: '' }).kind).toBe('unreadable')
    expect(readOne({ user_id: null, provider: 'github', uid: '1' }).kind).toBe('unreadable')
  })

  it('is not taken for one of Supabase, nor the other way round', () => {
    expect(recognise({ header: null, records: [{ ...row, confirmed_at: null }] })?.provider).toBe('rails')
    const supabase = { ...row, confirmed_at: null, instance_id: 'x', raw_app_meta_data: '{}' }
    expect(recognise({ header: null, records: [supabase] })?.provider).toBe('supabase')
  })
})
