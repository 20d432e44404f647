import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const users = [1, 2, 3].map((id) => ({ id, email: `u${id}@acme.example`, password: madeUpBcrypt(id) }))
const disabled = { users: 3, ready: 2, joined: 1, unreadable: 0, blocked: { disabled: 1 } }

describe('who is named in a list beside the users of JSON', () => {
  test.each([
    ['an ID', { bannedUserIds: [2] }],
    ['an ID as text', { blockedUsers: ['2'] }],
    ['an ID in a list named after the state alone', { suspended: [3] }],
    ['the ID of an object', { deletedUsers: [{ id: 3 }] }],
    ['a number in an object about something else', { moderation: { suspended: [1] } }],
    ['an ID within another object', { moderation: { banned_users: [1] } }],
    ['an ID as text in an object about something else', { moderation: { suspended: ['2'] } }],
    ['a key with a yes', { suspended: { 2: true } }],
    ['a key with a yes, beside one with a no', { moderation: { banned: { 2: 1, 3: false } } }],
    ['a key with a reason', { bannedUsers: { 2: 'spam' } }],
    ['a key with a time', { suspended: { 2: '2024-01-02T03:04:05Z' } }],
    ['an email address', { blocked: ['u2@acme.example'] }],
  ])('by %s is disabled: %j', async (_, list) => {
    const { json } = await inspect({ 'all.json': JSON.stringify({ users, ...list }) })
    expect(json).toMatchObject(disabled)
  })

  test.each([
    ['the key of an object', { suspended: { 2: { reason: 'spam', until: null } } }, 'suspended'],
    ['an ID beside a name', { bannedUsers: [{ id: 1, name: 'Ben' }] }, 'bannedUsers'],
    ['an ID that may be that of the ban', { bans: [{ id: 2, reason: 'spam' }] }, 'bans'],
  ])('by %s is asked about: %j', async (_, list, table) => {
    const { json } = await inspect({ 'all.json': JSON.stringify({ users, ...list }) })
    expect(json).toMatchObject({ users: 3, joined: 0, files: [{ unreadTables: [{ table }] }] })
  })

  test.each(['[2,7abc]', '[2,-]', '[2,01]', String.raw`[2,"a\q"]`])(
    'a damaged entry among them is lost alone: %s',
    async (list) => {
      const text = `{"users":${JSON.stringify(users)},"bannedUserIds":${list}}`
      const { json } = await inspect({ 'all.json': text })
      expect(json).toMatchObject({ ...disabled, unreadable: 1 })
    },
  )

  test.each(['[null,2]', '["","2"]', '[ null , null,\n2]'])(
    'is read where the list begins with an empty entry: %s',
    async (list) => {
      const text = `{"users":${JSON.stringify(users)},"bannedUserIds":${list}}`
      const { json } = await inspect({ 'all.json': text })
      expect(json).toMatchObject({ users: 3, joined: 1, blocked: { disabled: 1 } })
    },
  )

  const yaml = `users:\n${users.map(({ id, email }) => `  - id: u${id}\n    email: ${email}\n`).join('')}`

  test.each([
    ['bannedUserIds: [u2]\n'],
    ['blockedUsers: ["u2"]\n'],
    ['suspended:\n  - u2\n'],
    ['deletedUsers:\n  - id: u2\n'],
    ['suspended:\n  u2: true\n  u3: false\n'],
    ['moderation:\n  suspended: [u2]\n'],
  ])('by an ID in YAML is disabled: %j', async (list) => {
    for (const text of [yaml + list, list + yaml]) {
      const { json } = await inspect({ 'all.yaml': text })
      expect(json).toMatchObject(disabled)
    }
  })

  test('by an address in YAML is disabled', async () => {
    const { json } = await inspect({ 'all.yaml': `${yaml}blocked: [u2@acme.example]\n` })
    expect(json).toMatchObject(disabled)
  })

  test('as a key in YAML is asked about', async () => {
    const { json } = await inspect({ 'all.yaml': `${yaml}blocked:\n  u2:\n    reason: spam\n` })
    expect(json).toMatchObject({ users: 3, joined: 0, files: [{ unreadTables: [{ table: 'blocked' }] }] })
  })

  test.each([
    { roles: ['admin', 'user'] },
    { blockedIps: ['192.0.2.1'] },
    { bannedWords: ['spam'] },
    { bannedUserIds: [] },
    { userIds: [1, 2] },
    { features: { disabled: ['sms'] }, settings: { locked: ['theme'] } },
    { features: { disabled: ['beta2'] }, settings: { locked: { theme: true } }, security: { disabled: ['2fa'] } },
    { disabled: { sms: true, totp: false }, locked: { theme: 1 } },
    { suspended: { 2: false, 3: null } },
  ])('is nobody in %j', async (list) => {
    for (const name of ['all.json', 'all.yaml']) {
      const { json } = await inspect({ [name]: JSON.stringify({ users, ...list }) })
      expect(json).toMatchObject({ users: 3, ready: 3, joined: 0, unmatched: 0, unreadable: 0 })
    }
  })
})
