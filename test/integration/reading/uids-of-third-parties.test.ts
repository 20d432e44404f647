import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* The ID at a third party in a column called `uid`, as OmniAuth calls it, of a table that has no other ID. */

const csv = (...rows: readonly string[]) => ({ 'users.csv': `username,email,uid,provider\n${rows.join('\n')}\n` })

describe('numbers in uid beside the names of third parties are the IDs there', () => {
  test.each([
    [
      'a list of YAML',
      'users:\n - {provider: twitter, uid: "123456789", name: Ann}\n - {provider: github, uid: "7654321", name: Bob}\n',
    ],
    [
      'entries of YAML under names',
      'ann:\n  provider: twitter\n  uid: "123456789"\n  name: Ann\nbob:\n  provider: github\n  uid: "7654321"\n  name: Bob\n',
    ],
  ])('in %s', async (_what, text) => {
    const { json } = await inspect({ 'users.yml': text })
    expect(json).toMatchObject({ users: 2, blocked: { 'third-party-without-email': 2 } })
  })

  test('in a table with addresses', async () => {
    const file = csv('ann,ann@acme.example,1234567,github', 'bob,bob@acme.example,87654321,twitter')
    expect((await inspect(file)).json).toMatchObject({ users: 2, ready: 2, loginMethods: { thirdParty: 2 } })
  })

  test('of one user', async () => {
    const { json } = await inspect({ 'users.yml': 'users:\n - {provider: twitter, uid: "12345678", name: Ann}\n' })
    expect(json).toMatchObject({ users: 1, blocked: { 'third-party-without-email': 1 } })
  })
})

describe('they may be the own IDs of users', () => {
  test.each([
    [
      'where they are counted',
      ['ann,ann@acme.example,1,github', 'bob,bob@acme.example,2,google', 'cy,cy@acme.example,3,github'],
    ],
    [
      'where they are counted in long numbers',
      [
        'ann,ann@acme.example,2000001,github',
        'bob,bob@acme.example,2000002,google',
        'cy,cy@acme.example,2000003,github',
      ],
    ],
    [
      'where users sign in with a directory',
      ['ann,ann@acme.example,5001234,ldap', 'bob,bob@acme.example,7001234,local'],
    ],
  ])('%s', async (_what, rows) => {
    expect((await inspect(csv(...rows))).json).toMatchObject({ loginMethods: { thirdParty: 0 } })
  })

  test('where users have passwords', async () => {
    const rows = [1, 2, 3].map((at) => `user${at}@acme.example,${at}234567,${madeUpBcrypt(at)},local`)
    const { json } = await inspect({ 'users.csv': `email,uid,password,provider\n${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { emailPassword: 3, thirdParty: 0 } })
  })
})
