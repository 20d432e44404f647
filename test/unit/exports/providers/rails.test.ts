import { describe, expect, it } from 'vitest'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { readOne, readUser } from '../support.ts'

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
