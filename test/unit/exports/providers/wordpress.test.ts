import { describe, expect, it } from 'vitest'
import { readOne, readUser } from '../support.ts'

describe('a WordPress user', () => {
  const row = { ID: '1', user_login: 'ann', user_email: 'ann@example.com', user_pass: '', user_status: '0' }

  it.each([
    [{}, 'active'],
    [{ user_status: '2' }, 'disabled'],
    [{ spam: '1', deleted: '0' }, 'disabled'],
    [{ spam: '0', deleted: '1' }, 'deleted'],
    [{ spam: true, deleted: false }, 'disabled'],
  ])('with %o is %s', (columns, standing) => {
    expect(readUser({ ...row, ...columns }).standing).toBe(standing)
  })

  it('without an ID or an email is unreadable', () => {
    expect(readOne({ ...row, ID: '', user_email: '' }).kind).toBe('unreadable')
  })
})
