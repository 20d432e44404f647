import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const digest = (at: number) => createHash('md5').update(`made up ${at}`).digest('hex')
const portable = (at: number) => `$P$BabcdefghijklmnopqrstuvwxyzABC${at}`

function rows(table: string, columns: string, values: (at: number) => string, ats: readonly number[] = some): string {
  return `INSERT INTO ${table} (${columns}) VALUES ${ats.map((at) => `(${values(at)})`).join(', ')};\n`
}

describe('tokens and keys that a program makes for a user', () => {
  test.each([
    ['cookie_token', digest],
    ['secret_key', digest],
    ['user_activation_key', digest],
    ['user_activation_key', portable],
    ['remember_token', portable],
    ['rememberToken', digest],
    ['csrf_token', madeUpBcrypt],
  ])('in %s hold no user back', async (column, value) => {
    const users = rows('members', `id, email, ${column}`, (at) => `${at}, 'user${at}@acme.example', '${value(at)}'`)
    const { json, out } = await inspect({ 'all.sql': users })
    expect(json).toMatchObject({ users: 6, ready: 6, hashes: { none: 6 } })
    expect(out).not.toContain('may-be-password-hash')
  })

  test.each([
    ['auth.tokens[].value', (at: number) => ({ auth: { tokens: [{ kind: 'refresh', value: digest(at) }] } })],
    ['refreshTokens[].hash', (at: number) => ({ refreshTokens: [{ hash: digest(at), device: 'web' }] })],
    ['cookies.data', (at: number) => ({ cookies: { data: digest(at) } })],
    ['sessions[].id', (at: number) => ({ sessions: [{ id: digest(at), agent: 'web' }] })],
  ])('in an object of their own hold no user back: %s', async (_, within) => {
    const users = some.map((at) => ({ id: `u${at}`, email: `user${at}@acme.example`, ...within(at) }))
    const { json } = await inspect({ 'users.json': JSON.stringify(users) })
    expect(json).toMatchObject({ users: 6, ready: 6, hashes: { none: 6 } })
  })

  test('leave the password in another object a password', async () => {
    const users = some.map((at) => ({ id: `u${at}`, email: `user${at}@acme.example`, secret: { value: digest(at) } }))
    const { json } = await inspect({ 'users.json': JSON.stringify(users) })
    expect(json?.['ready']).toBe(0)
  })

  test('in an export of WordPress ask for no decision', async () => {
    const users = rows(
      'wp_users',
      'ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered, user_activation_key, user_status, display_name',
      (at) =>
        `${at}, 'user${at}', '${at === 1 ? '' : portable(at)}', 'user${at}', 'user${at}@acme.example', '', '2024-01-01 10:00:00', '1700000000:${portable(at + 1)}', 0, 'User'`,
      [1, 2, 3],
    )
    const { json } = await inspect({ 'all.sql': users })
    expect(json).toMatchObject({ users: 3, hashes: { none: 1, unsupported: { phpass: 2 } } })
    expect(JSON.stringify(json)).not.toMatch(/unmapped-hash|unread-hashes/)
  })

  test.each(['secret', 'user_secret', 'passwd', 'cookie_password'])(
    'are no reason to pass over digests in %s',
    async (column) => {
      const users = rows('members', `id, email, ${column}`, (at) => `${at}, 'user${at}@acme.example', '${digest(at)}'`)
      const { json } = await inspect({ 'all.sql': users })
      expect(json).toMatchObject({ users: 6, ready: 0 })
    },
  )
})

describe('a list of bans names the banned user and who banned', () => {
  const users = rows('forum_user', 'user_id, username, email', (at) => `${at}, 'user${at}', 'user${at}@acme.example'`)
  const bans = (columns: string, values: (at: number) => string) => rows('forum_user_ban', columns, values, [3, 4])

  test.each([
    [
      'the key of the table',
      bans('user_id, ban_user_id, ban_date, end_date, user_reason', (at) => `${at}, 1, 1610000000, 0, 'spam'`),
    ],
    ['no user twice', bans('ban_id, ban_user_id, user_id, reason', (at) => `${at}, 1, ${at}, 'spam'`)],
    ['the word for it', bans('id, user_id, banned_user_id, reason', (at) => `${at}, ${at - 2}, ${at}, 'spam'`)],
  ])('with %s', async (_, list) => {
    const { json } = await inspect({ 'all.sql': users + list })
    expect(json).toMatchObject({ users: 6, ready: 4, joined: 2, blocked: { disabled: 2 } })
  })

  test('and where neither is told from the other, the operator is asked', async () => {
    const list = bans('id, user_id, ban_user_id, reason', (at) => `${at}, ${at - 2}, ${at}, 'spam'`)
    const { json } = await inspect({ 'all.sql': users + list })
    expect(json).toMatchObject({ users: 6, joined: 0, files: [{ unreadTables: [{ table: 'forum_user_ban' }] }] })
  })

  test.each(['uuid', 'steam_id', 'xuid', 'target'])(
    'and where its %s is none of the users, the operator is asked',
    async (column) => {
      const list = `INSERT INTO mod_bans (id, ${column}, ip, reason, banned_by_name, until) VALUES (1, 'a81bc81b', '192.0.2.3', 'spam', 'Console', -1);\n`
      const { json } = await inspect({ 'all.sql': users + list })
      expect(json).toMatchObject({ users: 6, joined: 0, files: [{ unreadTables: [{ table: 'mod_bans' }] }] })
    },
  )

  test('a list of banned addresses of machines asks nothing', async () => {
    const list = `CREATE TABLE ip_bans (uuid char(8) PRIMARY KEY, ip text, reason text);\nINSERT INTO ip_bans (uuid, ip, reason) VALUES ('a81bc81b', '192.0.2.3', 'spam');\n`
    const { json } = await inspect({ 'all.sql': users + list })
    expect(json).toMatchObject({ users: 6, ready: 6, files: [{ unreadTables: [] }] })
  })

  test('and not the one who banned where a user was banned several times by different people', async () => {
    const twice = (columns: string, by: (at: number) => string) =>
      rows('forum_user_ban', columns, (at) => `${at}, ${by(at)}, 'spam'`, [1, 2])
    for (const list of [
      twice('id, user_id, member_id, reason', (at) => `5, ${at}`),
      twice('id, user_id, ban_user_id, reason', (at) => `5, ${at}`),
    ]) {
      const { json } = await inspect({ 'all.sql': users + list })
      expect(json).toMatchObject({ users: 6, joined: 0, files: [{ unreadTables: [{ table: 'forum_user_ban' }] }] })
    }
  })

  test('and a word for one person as well as many is the banned one', async () => {
    const person = (at: number) => `${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}'`
    const own = rows('mitarbeiter', 'id, email, password', person)
    const list = rows('sperren', 'id, mitarbeiter, grund', () => "1, 3, 'x'", [1])
    const { json } = await inspect({ 'all.sql': own + list })
    expect(json).toMatchObject({ users: 6, ready: 5, joined: 1, blocked: { disabled: 1 } })
  })

  test('a table of friends or messages with two users disables none', async () => {
    const friends = rows(
      'forum_user_friend',
      'id, user_id, friend_user_id',
      (at) => `${at}, ${at}, ${at + 1}`,
      [1, 2, 3],
    )
    const { json } = await inspect({ 'all.sql': users + friends })
    expect(json).toMatchObject({ users: 6, ready: 6 })
  })
})

describe('AspNetUserTokens beside AspNetUsers', () => {
  const users = `Id,UserName,Email,EmailConfirmed,PasswordHash\n${some
    .map((at) => `u-${at},ann${at},user${at}@acme.example,1,${madeUpBcrypt(at)}\n`)
    .join('')}`
  const tokens = (lines: readonly string[]) => `UserId,LoginProvider,Name,Value\n${lines.join('\n')}\n`

  test('have the secrets of authenticator apps', async () => {
    const own = ['u-2,[AspNetUserStore],AuthenticatorKey,JBSWY3DPEHPK3PXP', 'u-2,[AspNetUserStore],RecoveryCodes,a1;b2']
    const { json, out } = await inspect({ 'AspNetUsers.csv': users, 'AspNetUserTokens.csv': tokens(own) })
    expect(json, out).toMatchObject({ users: 6, joined: 1, ready: 6, other: { 'token of a user': 1 } })
    expect(out).toContain('TOTP secrets')
    expect(out).not.toContain('JBSWY3DPEHPK3PXP')
  })

  test('without any stop nothing', async () => {
    const others = tokens(['u-2,Google,access_token,ya29abcdef', 'u-3,Google,refresh_token,1f2e3d'])
    const { json, code, err } = await inspect({ 'AspNetUsers.csv': users, 'AspNetUserTokens.csv': others })
    expect([code, json], err).toMatchObject([0, { users: 6, ready: 6, other: { 'token of a user': 2 } }])
    expect(err).toContain('AspNetUserTokens.csv contains no users. It holds 2 × token of a user. It is left out.')
  })
})
