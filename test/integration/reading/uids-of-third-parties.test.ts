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

describe('a uid of rows that say in another column whose they are is the ID at the third party, whatever its form', () => {
  const people = `id,email,password\n${[1, 2, 3].map((at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)}\n`).join('')}`
  const read = async (provider: string, ids: readonly string[]) => {
    const rows = ids.map((id, at) => `${at + 1},${provider},${id},${3 - at}\n`).join('')
    return inspect({ 'people.csv': people, 'identities.csv': `id,provider,uid,person_id\n${rows}` })
  }

  test.each([
    ['letters alone', 'linkedin', ['annSmithAtLinkedIn', 'bobJonesAtLinkedIn']],
    [
      'of Apple',
      'apple',
      ['001234.0a1b2c3d4e5f60718293a4b5c6d7e8f9.1234', '001235.0a1b2c3d4e5f60718293a4b5c6d7e8f0.1235'],
    ],
    ['UUIDs', 'twitter', ['0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9', '1a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9']],
  ])('%s', async (_what, provider, ids) => {
    const { json, err } = await read(provider, ids)
    expect(json).toMatchObject({ users: 3, joined: 2, unreadable: 0 })
    expect(JSON.stringify(json)).toContain('"uid","becomes":"provider-user-id"')
    expect(err).toBe('')
  })

  test('of a provider that needs a decision', async () => {
    const { json } = await read('twitch', ['44322889', '1123'])
    expect(json).toMatchObject({ users: 3, joined: 2, ready: 1, blocked: { 'provider-undecided': 2 } })
  })

  test('and not where the rows have addresses of their own', async () => {
    const rows = [1, 2, 3].map((at) => `0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f${at},google,u${at}@acme.example,${at}\n`)
    const { json } = await inspect({ 'users.csv': `uid,provider,email,customer_id\n${rows.join('')}` })
    expect(JSON.stringify(json)).not.toContain('"uid","becomes":"provider-user-id"')
  })
})

describe('a uid of users who have another ID is that at the provider of their company, whatever its form', () => {
  const file = (provider: string, uids: readonly string[]) => ({
    'users.csv': `id,uid,provider,email\n${uids.map((uid, at) => `${at + 1},${uid},${provider},u${at}@acme.example\n`).join('')}`,
  })
  const uuids = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0-4f89-41d3-9a0c-0305e82c3302']

  test.each([
    ['names', 'saml', ['ann.lee', 'bob.roe']],
    ['names of a directory', 'ldap', ['annlee', 'bobroe']],
    ['UUIDs', 'openid_connect', uuids],
    ['the keys of a database', 'keycloak', ['6f1d2c3b4a5968778695a4b0', '6f1d2c3b4a5968778695a4b1']],
  ])('%s', async (_what, provider, uids) => {
    const first = await inspect(file(provider, uids))
    expect(JSON.stringify(first.json)).toContain('"uid","becomes":"provider-user-id"')
    expect(first.json).toMatchObject({ users: 2, ready: 0, blocked: { 'provider-undecided': 2 } })
    const { json } = await inspect(file(provider, uids), ['--provider', `${provider}=acme-sso`])
    expect(json).toMatchObject({ ready: 2, loginMethods: { thirdParty: 2 } })
  })

  test('in entries of YAML under names', async () => {
    const text = uuids.map(
      (uid, at) => `u${at}:\n  id: ${at}\n  uid: ${uid}\n  provider: saml\n  email: u${at}@acme.example\n`,
    )
    const { json } = await inspect({ 'users.yml': text.join('') })
    expect(JSON.stringify(json)).toContain('"uid","becomes":"provider-user-id"')
  })

  test.each([
    ['UUIDs beside Google, which gives out none', 'google', uuids],
    ['names beside GitHub', 'github', ['annlee', 'bobroe']],
    ['one name that all have', 'saml', ['acme', 'acme']],
  ])('and not %s', async (_what, provider, uids) => {
    const { json } = await inspect(file(provider, uids))
    expect(JSON.stringify(json)).not.toContain('"uid","becomes":"provider-user-id"')
  })
})
