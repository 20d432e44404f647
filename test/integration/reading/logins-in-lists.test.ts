import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4]
const mail = (n: number) => `u${n}@acme.example`
const listed = (user: (n: number) => object) => ({ 'users.json': JSON.stringify(some.map(user)) })
const github = (n: number) => ({ provider: 'github', uid: `7712345${n}` })

describe('every entry of a list of logins is read like the first', () => {
  test.each([
    ['behind the login of the system itself', 'logins', (n: number) => ({ provider: 'email', uid: mail(n) }), 4],
    ['behind another third party', 'identities', (n: number) => ({ provider: 'gitlab', uid: `4400${n}` }), 8],
  ])('%s', async (_, name, first, thirdParty) => {
    const { json } = await inspect(listed((n) => ({ id: n, email: mail(n), [name]: [first(n), github(n)] })))
    expect(json).toMatchObject({ users: 4, ready: 4, loginMethods: { thirdParty } })
  })

  test('as one login where two entries say the same', async () => {
    const { json } = await inspect(listed((n) => ({ id: n, email: mail(n), logins: [github(n), github(n)] })))
    expect(json).toMatchObject({ loginMethods: { thirdParty: 4 } })
  })
})

test('a third party without an ID behind another entry is asked about, and a way of the system itself is not', async () => {
  const behind = (more: object) => listed((n) => ({ id: n, email: mail(n), logins: [github(n), more] }))
  const asked = await inspect(behind({ provider: 'apple', uid: '' }))
  expect(asked.json).toMatchObject({ blocked: { 'identity-without-id': 4 }, loginMethods: { thirdParty: 4 } })
  for (const more of [
    { provider: 'password', uid: '' },
    { provider: 'github', uid: null },
    { provider: 'pager', uid: '' },
  ])
    expect((await inspect(behind(more))).json).toMatchObject({ ready: 4, loginMethods: { thirdParty: 4 } })
})

test('a login at a third party behind a password in the same list is asked about', async () => {
  const files = listed((n) => ({
    id: n,
    email: mail(n),
    methods: [
      { type: 'password', hash: madeUpBcrypt(n) },
      { type: 'oauth', ...github(n) },
    ],
  }))
  const asked = await inspect(files)
  expect(asked.json).toMatchObject({ hashes: { bcrypt: 4 }, blocked: { 'unmapped-provider-id': 4 } })
  const decided = await inspect(files, ['--decide', 'unmapped-provider-id:methods[].uid=import'])
  expect(decided.json).toMatchObject({ ready: 4, hashes: { bcrypt: 4 }, loginMethods: { thirdParty: 4 } })
})

test.each([
  ['pages at third parties', { links: [{ network: 'twitter', handle: 'ann_of_ulm' }] }],
  ['devices', { devices: [{ brand: 'apple', model: 'phone-12' }] }],
])('a list of %s is none of logins', async (_, more) => {
  const { json } = await inspect(listed((n) => ({ id: n, email: mail(n), ...more })))
  expect(json).toMatchObject({ ready: 4, loginMethods: { thirdParty: 0 } })
})
