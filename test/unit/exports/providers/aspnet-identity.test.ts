import { describe, expect, it } from 'vitest'
import { readOne, readUser, userEntry } from '../support.ts'

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
    [{ LockoutEnd: 'infinity' }, 'disabled'],
    [{ LockoutEnd: 'forever' }, 'disabled'],
    [{ LockoutEnd: '-infinity' }, 'active'],
    [{ LockoutEnd: '0001-01-01 00:00:00' }, 'active'],
    [{ LockoutEnd: 'NULL' }, 'active'],
  ])('with %o is %s', (columns, standing) => {
    expect(readUser({ ...row, ...columns }).standing).toBe(standing)
  })

  it.each(['UserId', 'user_id', 'PersonId', 'MemberID'])('has the key that its table calls %s', (key) => {
    const { Id, ...rest } = row
    expect(readOne({ [key]: Id, ...rest })).toMatchObject({ user: { sourceId: 'A1' }, keys: ['aspnet-identity:a1'] })
  })

  it('has no ID in a column that refers to another row', () => {
    const { Id, ...rest } = row
    expect(
      readUser({ ...rest, Email: 'ann@example.com', CustomerId: '7', CreatedByUserId: '9', UserType: '2' }).sourceId,
    ).toBeNull()
    expect(readUser({ ...row, UserId: '9' }).sourceId).toBe(Id)
  })

  it('without an Id or an email, or a login without its user, is unreadable', () => {
    expect(readOne({ ...row, Id: null, UserName: 'ann' }).kind).toBe('unreadable')
    expect(readOne({ LoginProvider: 'Google', ProviderKey: '1', UserId: null }).kind).toBe('unreadable')
  })
})

describe('a row of AspNetUserTokens', () => {
  const row = { UserId: 'A1', LoginProvider: '[AspNetUserStore]', Name: 'AuthenticatorKey', Value: 'JBSWY3DPEHPK3PXP' }
  const snake = { user_id: 'A1', login_provider: '[AspNetUserStore]', name: 'AuthenticatorKey', value: row.Value }

  it.each([row, snake])('has the secret of an authenticator app: %o', (record) => {
    expect(readOne(record)).toEqual({
      kind: 'part',
      part: { totp: [row.Value] },
      keys: ['aspnet-identity:a1', 'id:A1'],
    })
  })

  it.each(['RecoveryCodes', 'access_token', 'refresh_token', ''])('of another name is no login: %s', (Name) => {
    expect(readOne({ ...row, Name })).toMatchObject({ kind: 'aside', what: 'token of a user' })
  })
})
