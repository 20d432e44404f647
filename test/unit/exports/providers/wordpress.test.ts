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

it.each([
  [{ author_id: '1' }, '1'],
  [{ author_display_name: 'Ann' }, null],
])('an author of an export in XML with %o is a user', (more, sourceId) => {
  const author = { author_login: 'ann', author_email: 'ann@acme.example' }
  expect(readUser({ ...author, ...more })).toMatchObject({ sourceId, email: 'ann@acme.example' })
})
