import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { sqliteDriver } from '../../../electron/engine/document/sqlite.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { post, startCore, usersIn } from '../../support/rehearsal.ts'
import { nothingUndone, runUsers } from '../../support/run-users.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { listen } from '../../support/servers/loopback.ts'

const password = { password_hash: madeUpBcrypt(1), email: 'ann@example.com' }
const google = { provider: 'google', provider_user_id: 'g-ann' }
const ann = { id: 'old-ann', ...password, ...google }
const bo = { id: 'old-bo', email: 'bo@example.com', password_hash: madeUpBcrypt(2) }
const apart = ['emailpassword ann@example.com', 'emailpassword bo@example.com', 'thirdparty google ann@example.com']

type Method = { readonly recipeId: string; readonly recipeUserId: string }
type Found = { readonly id: string; readonly isPrimaryUser: boolean; readonly loginMethods: readonly Method[] }

/** All users that the core finds by an email. */
async function lookUp(baseUrl: string, email: string): Promise<readonly Found[]> {
  const query = new URLSearchParams({ email, doUnionOfAccountInfo: 'false' })
  const ask = () => fetch(`${baseUrl}/users/by-accountinfo?${query.toString()}`)
  // A core that loses every second reply answers to the second request.
  const reply = await ask().catch(ask)
  return ((await reply.json()) as { users: readonly Found[] }).users
}

function real(options: Parameters<typeof startCore>[0] = {}) {
  return startCore({ dialect: 'supertokens', bulk: { intervalMs: 20 }, ...options })
}

describe.each(['single', 'bulk'] as const)(
  'a person with a password and a Google login, by the %s executor',
  (executor) => {
    const options = ['--executor', executor, '--keep-user-ids']

    test('is one user afterwards, with the old ID and both login methods, and an undo removes both', async () => {
      const core = await real()
      const run = await runUsers([ann, bo], core.baseUrl, options)
      expect([run.code, run.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0 })])
      const found = await lookUp(core.baseUrl, 'ann@example.com')
      expect(found.map(({ id, isPrimaryUser, loginMethods }) => [id, isPrimaryUser, loginMethods.length])).toEqual([
        ['old-ann', true, 2],
      ])
      expect(core.requests()['import']).toBe(executor === 'bulk' ? 0 : 2)
      expect(run.err).not.toContain('by single calls in any case')
      const verified = await run.next(['verify', 'm.migration', '--json'])
      expect([verified.code, verified.json]).toEqual([0, expect.objectContaining({ found: 2, missing: 0 })])
      const undone = await run.next(['undo', 'm.migration', '--yes', '--json'])
      expect([undone.code, undone.json, usersIn(core)]).toEqual([0, { ...nothingUndone, removed: 2 }, []])
      const again = await run.next(['resume', 'm.migration', '--json', '--executor', executor])
      expect([again.json?.['migrated'], (await lookUp(core.baseUrl, 'ann@example.com')).length]).toEqual([2, 1])
    })
  },
)

describe('single calls that link', () => {
  test('let an undo hold a user to whom an account was linked since, and that account is never removed', async () => {
    const core = await real()
    const run = await runUsers([ann], core.baseUrl, ['--keep-user-ids'])
    const apple = {
      thirdPartyId: 'apple',
      thirdPartyUserId: 'a-ann',
      email: { id: 'ann@icloud.example', isVerified: true },
    }
    const { user } = await post(core.baseUrl, '/recipe/signinup', apple)
    await post(core.baseUrl, '/recipe/accountlinking/user/link', { recipeUserId: user.id, primaryUserId: 'old-ann' })
    const held = await run.next(['undo', 'm.migration', '--yes', '--json'])
    expect(held.json).toEqual({ ...nothingUndone, linked: 1 })
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json', '--with-linked'])
    expect([undone.json, usersIn(core)]).toEqual([
      { ...nothingUndone, removed: 1 },
      ['thirdparty apple ann@icloud.example'],
    ])
  })

  test('are repeated after every reply that gets lost, and link once', async () => {
    const core = await real({
      faults: { rules: [{ kind: 'reset', on: ['other'], every: 2, moment: 'lost' }] },
    })
    const run = await runUsers([ann, bo], core.baseUrl, ['--executor', 'single', '--keep-user-ids'])
    expect(run.json).toMatchObject({ migrated: 2, failed: 0 })
    const found = await lookUp(core.baseUrl, 'ann@example.com')
    expect(found.map(({ id, loginMethods }) => [id, loginMethods.length])).toEqual([['old-ann', 2]])
  })

  test('fail in plain words where another user of the core has the email, and a retry links what was left', async () => {
    const core = await real()
    const own = await post(core.baseUrl, '/recipe/signinup', {
      thirdPartyId: 'github',
      thirdPartyUserId: 'h-ann',
      email: { id: 'ann@example.com', isVerified: true },
    })
    await post(core.baseUrl, '/recipe/accountlinking/user/primary', { recipeUserId: own.user.id })
    const run = await runUsers([ann], core.baseUrl, ['--executor', 'single'])
    const failed = (await run.report()).rows.filter(({ state }) => state === 'failed')
    expect([run.code, failed.map(({ operation, message }) => [operation, message])]).toEqual([
      3,
      [['make-primary', expect.stringContaining('Another user of the core, with linked login methods')]],
    ])
    await post(core.baseUrl, '/user/remove', { userId: own.user.id })
    const sent = core.requests().import
    const again = await run.next(['retry', 'm.migration', '--json'])
    expect([again.json?.['migrated'], core.requests().import - sent]).toEqual([1, 0])
    expect((await lookUp(core.baseUrl, 'ann@example.com')).map(({ loginMethods }) => loginMethods.length)).toEqual([2])
  })

  test('leave a user alone who was in the core before, and say so', async () => {
    const core = await real()
    await runUsers([{ id: 'x', ...password }], core.baseUrl)
    const run = await runUsers([ann], core.baseUrl, ['--executor', 'single', '--on-existing', 'skip'])
    const { rows } = await run.report()
    expect(rows.map(({ operation, state, message }) => [operation, state, message])).toEqual(
      expect.arrayContaining([
        ['link', 'done', expect.stringContaining('Not linked: the first login method of this user was in the core')],
      ]),
    )
    const found = await lookUp(core.baseUrl, 'ann@example.com')
    expect(found.map(({ isPrimaryUser }) => isPrimaryUser)).toEqual([false, false])
  })
})

describe('a core whose license has no account linking', () => {
  const unlicensed = { features: { accountLinking: false, multiTenancy: false, mfa: false } }

  test.each(['single', 'bulk'])(
    'makes a user of each login method by the %s executor, and is never asked to link',
    async (executor) => {
      const core = await real(unlicensed)
      const run = await runUsers([ann, bo], core.baseUrl, ['--executor', executor])
      expect([run.code, run.json?.['migrated'], usersIn(core)]).toEqual([0, 2, apart])
    },
  )

  test.each(['single', 'bulk'])(
    'since an earlier run by the %s executor makes users who were not sent yet separate ones, and nothing stops',
    async (executor) => {
      const file = join(temporaryFolder(), 'core.json')
      const core = await real({ file })
      const both = [ann, { ...bo, provider: 'google', provider_user_id: 'g-bo' }]
      const run = await runUsers(both, core.baseUrl, ['--executor', executor, '--limit', '1'])
      await core.stop()
      await real({ ...unlicensed, file, port: Number(new URL(core.baseUrl).port) })
      const resumed = await run.next(['resume', 'm.migration', '--json'])
      expect([resumed.code, resumed.json]).toEqual([0, expect.objectContaining({ migrated: 2, stopped: null })])
      const found = await Promise.all(['ann', 'bo'].map((name) => lookUp(core.baseUrl, `${name}@example.com`)))
      expect(found.map((users) => users.length)).toEqual([1, 2])
    },
  )

  /** Forwards to a core whose license loses account linking as soon as a user is to be linked. */
  async function losing(core: RehearsalCore): Promise<string> {
    const server = createServer((request, response) => {
      const answer = async () => {
        const { method = 'GET', url = '' } = request
        if (url.includes('/recipe/accountlinking/')) return { status: 402, body: 'not licensed' }
        const body = method === 'GET' ? {} : { body: Buffer.concat(await request.toArray()) }
        const reply = await fetch(`${core.baseUrl}${url}`, { method, ...body })
        return { status: reply.status, body: await reply.text() }
      }
      answer().then(
        ({ status, body }) => response.writeHead(status).end(body),
        () => response.destroy(),
      )
    })
    return `http://127.0.0.1:${await listen(server)}`
  }

  test('from the moment on at which somebody is to be linked stops the run in a sentence, and nobody is lost', async () => {
    const core = await real()
    const both = [ann, { ...bo, provider: 'google', provider_user_id: 'g-bo' }]
    const url = await losing(core)
    const run = await runUsers(both, url, ['--executor', 'single', '--keep-user-ids', '--concurrency', '1'])
    expect([run.code, run.json]).toEqual([
      4,
      expect.objectContaining({ users: 2, failed: 1, ready: 1, stopped: 'licence-required' }),
    ])
    expect(run.err).toContain('The core’s license does not cover this.')
    const linking = (await run.report()).rows.filter(({ operation }) => operation === 'make-primary')
    const separate = expect.stringMatching(
      /no longer covers linked logins, so the logins of this user are separate users/,
    )
    expect(linking.map(({ state, message }) => [state, message])).toEqual([
      ['failed', separate],
      ['todo', expect.any(String)],
    ])
    // The user that stopped it does not keep the others waiting.
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    expect([resumed.code, resumed.json]).toEqual([4, expect.objectContaining({ users: 2, failed: 2, ready: 0 })])
    expect(usersIn(core).length).toBe(4)
    const licensed = ['--core', core.baseUrl, '--core-moved', '--json']
    const retried = await run.next(['retry', 'm.migration', ...licensed])
    expect([retried.code, retried.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0 })])
    const found = await Promise.all(['ann', 'bo'].map((name) => lookUp(core.baseUrl, `${name}@example.com`)))
    expect(found.map((users) => users.map(({ id, loginMethods }) => [id, loginMethods.length]))).toEqual([
      [['old-ann', 2]],
      [['old-bo', 2]],
    ])
  })

  test('is named in the finding, and only the first login method can be chosen', async () => {
    const core = await real(unlicensed)
    const run = await runUsers([ann, bo], core.baseUrl, ['--decide', 'several-methods=first'])
    expect([run.code, usersIn(core)]).toEqual([0, apart.slice(0, 2)])
    const database = sqliteDriver().open(run.document, false)
    const found = database.prepare("SELECT group_key FROM finding WHERE code = 'several-methods'").all()
    database.close()
    expect(found).toEqual([{ group_key: 'unlicensed' }])
  })
})

test('the operator can have separate users in a core that could link them', async () => {
  const core = await real()
  const run = await runUsers([ann, bo], core.baseUrl, ['--decide', 'several-methods=separate'])
  expect([run.code, usersIn(core)]).toEqual([0, apart])
})
