import { describe, expect, it } from 'vitest'
import { countsOf } from '../counts.ts'
import { readOne, readUser } from '../support.ts'

describe('an export of WordPress', () => {
  it.each<[string, readonly string[], object]>([
    [
      'a table',
      ['wordpress/wp-users.csv'],
      {
        records: { users: 5 },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2, 'wordpress-bcrypt': 1, phpass: 1, md5: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 3, disabled: 1 },
      },
    ],
    [
      'a dump of phpMyAdmin with another prefix',
      ['wordpress/phpmyadmin.sql'],
      {
        records: { users: 5, other: { 'table blog_usermeta': 2 } },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2, 'wordpress-bcrypt': 1, phpass: 1, md5: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 3, disabled: 1 },
      },
    ],
    [
      'JSON',
      ['wordpress/wp-users.json'],
      {
        records: { users: 3 },
        calls: { emailPassword: 1 },
        hashes: { bcrypt: 1, 'wordpress-bcrypt': 1, phpass: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 2 },
      },
    ],
  ])('%s', async (_, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers: 'wordpress', ...counts })
  })
})

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
