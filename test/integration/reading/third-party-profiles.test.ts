import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const local = (at: number) => ({
  _id: `7294f224b06a905b9fcc59${at + 10}`,
  provider: 'local',
  email: `user${at}@acme.example`,
  hashedPassword: madeUpBcrypt(at),
  lists: [`3624efd4fcd9b418771360${at + 10}`],
})
const third = (at: number, profile: object) => ({
  _id: `7294f224b06a905b9fcc59${at + 10}`,
  provider: 'twitter',
  email: `user${at}@acme.example`,
  lists: [`3624efd4fcd9b418771360${at + 10}`],
  ...profile,
})

describe('a user of a third party has the ID in the profile that it gave', () => {
  test.each([
    ['under its name', { twitter: { id: 5531, id_str: '5531', screen_name: 'cid' } }],
    ['as the subject of OpenID Connect', { twitter: { sub: 'a-5531', name: 'Cid' } }],
    ['in providerData', { providerData: { id: 5531, name: 'Cid' } }],
  ])('%s', async (_, profile) => {
    const users = [local(1), local(2), third(3, profile)]
    const { json } = await inspect({ 'users.json': JSON.stringify(users) })
    expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { thirdParty: 1 } })
    expect(JSON.stringify(json?.['findings'])).not.toContain('lists')
  })

  test('is still without an ID where the profile has none', async () => {
    const { json } = await inspect({ 'users.json': JSON.stringify([local(1), third(3, { twitter: { name: 'Cid' } })]) })
    expect(json).toMatchObject({
      users: 2,
      ready: 1,
      findings: expect.arrayContaining([expect.objectContaining({ code: 'identity-without-id' })]),
    })
  })
})
