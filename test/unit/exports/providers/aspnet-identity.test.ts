import { describe, expect, it } from 'vitest'
import { countsOf } from '../counts.ts'
import { readOne, readUser, userEntry } from '../support.ts'

describe('an export of ASP.NET Identity', () => {
  it.each<[string, readonly string[], object]>([
    [
      'users alone',
      ['aspnet-identity/users.csv'],
      {
        records: { users: 4 },
        calls: { passwordless: 1 },
        hashes: { none: 1, pbkdf2: 3 },
        ready: 1,
        blocked: { 'unsupported-hash': 2, disabled: 1 },
      },
    ],
    [
      'users with their logins, whose ids are written in small letters',
      ['aspnet-identity/logins.csv', 'aspnet-identity/users.csv'],
      {
        records: { users: 4, joined: 1, unmatched: 1 },
        calls: { thirdParty: 1 },
        hashes: { none: 1, pbkdf2: 3 },
        ready: 1,
        blocked: { 'unsupported-hash': 2, disabled: 1 },
      },
    ],
    [
      'a script of SQL Server in UTF-16 with both tables',
      ['aspnet-identity/sql-server.sql'],
      {
        records: { users: 4, joined: 1, other: { 'table dbo.AspNetRoles': 1 } },
        calls: { thirdParty: 1 },
        hashes: { none: 1, pbkdf2: 3 },
        ready: 1,
        blocked: { 'unsupported-hash': 2, disabled: 1 },
      },
    ],
  ])('%s', async (_, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers: 'aspnet-identity', ...counts })
  })
})

describe('a user of AspNetUsers', () => {
  const row = { Id: 'A1', UserName: 'ann@example.com', PasswordHash: null, SecurityStamp: 'x', Email: null }

  it('may have columns written otherwise, and takes the user name for the email where that is one', () => {
    const snake = { id: 'A1', user_name: 'ann@example.com', password_hash: null, security_stamp: 'x', email: null }
    const user = userEntry({ sourceId: 'A1', email: 'ann@example.com', hasPassword: false }, ['aspnet-identity:a1'])
    expect([readOne(row), readOne(snake)]).toEqual([user, user])
  })

  it.each([
    [{ LockoutEnd: '9999-12-31 23:59:59.9999999 +00:00' }, 'disabled'],
    [{ LockoutEndDateUtc: '9999-12-31T23:59:59Z' }, 'disabled'],
    [{ LockoutEnd: '2001-01-01 00:00:00 +00:00' }, 'active'],
    [{ LockoutEnd: '9999-12-31 23:59:59 +00:00', LockoutEnabled: '0' }, 'active'],
    [{ LockoutEnd: 'NULL' }, 'active'],
  ])('with %o is %s', (columns, standing) => {
    expect(readUser({ ...row, ...columns }).standing).toBe(standing)
  })

  it('without an Id or an email, or a login without its user, is unreadable', () => {
    expect(readOne({ ...row, Id: null, UserName: 'ann' }).kind).toBe('unreadable')
    expect(readOne({ LoginProvider: 'Google', ProviderKey: '1', UserId: null }).kind).toBe('unreadable')
  })
})
