import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { undoneText } from '../../../shared/report/post-run-text.ts'
import { closeDocument, openDocument } from '../../../electron/engine/document/open-document.ts'
import { setSetting } from '../../../electron/engine/document/settings.ts'
import { must } from '../../support/documents.ts'
import { engineWith, type TestEngine } from '../../support/engine.ts'
import { madeUpBcrypt, usersOfProvider, type MadeUpUser } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { bcryptHash, password } from '../../unit/hashes/made-hashes.ts'

const users = [
  ...usersOfProvider(3),
  { id: 'known', email: 'known@example.com', password_hash: bcryptHash },
  { id: 'other', email: 'other@example.com', password_hash: madeUpBcrypt(1) },
]

async function migrated(baseUrl: string, made: readonly MadeUpUser[] = users): Promise<TestEngine> {
  const engine = await engineWith(made, baseUrl)
  await engine.run()
  return engine
}

async function ended(engine: TestEngine): Promise<void> {
  while (must(await engine.ask('post-run:state', {})).running !== null) await wait(1)
}

const idOf = (engine: TestEngine, sourceId: string) =>
  engine.users().find((user) => user.sourceId === sourceId)?.id ?? 0

describe('after a run, on screen', () => {
  test('all users are looked up, and the proved account signs in', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await migrated(core.baseUrl)
    const userId = idOf(engine, 'known')
    must(await engine.ask('users:check-password', { id: userId, password }))
    const before = engine.query('post-run:get', {})
    must(await engine.ask('post-run:verify', { sample: null, account: { userId, password } }))
    await ended(engine)
    const after = engine.query('post-run:get', {})
    expect([before, after.verification, after.needsAttention]).toEqual([
      {
        possible: true,
        made: 5,
        removable: 5,
        logins: 5,
        unconfirmed: 0,
        verification: null,
        undone: null,
        coreUsers: null,
        runs: [],
        needsAttention: { verify: [], undo: [] },
        accounts: [{ userId, email: 'known@example.com' }],
      },
      expect.objectContaining({ looked: 5, found: 5, missing: 0, unanswered: 0, signIn: 'works', stopped: null }),
      { verify: [], undo: [] },
    ])
  })

  test('migrated users are named with their ids in the core, and with what a look-up found', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await migrated(core.baseUrl)
    const before = engine.query('post-run:migrated', { limit: 2 })
    must(await engine.ask('post-run:verify', { sample: null, account: null }))
    await ended(engine)
    const { users: named } = engine.query('post-run:migrated', { limit: 10 })
    const { users: withPassword } = engine.query('post-run:migrated', { limit: 1, withPassword: true })
    expect(withPassword.map(({ email }) => email)).toEqual(['known@example.com'])
    expect([
      before.total,
      before.users.map(({ methods, found }) => [methods, found]),
      named.map(({ found }) => found),
      named.every(({ coreUserId }) => coreUserId !== null),
      named.at(-1)?.label,
    ]).toEqual([
      5,
      [
        [['third-party'], null],
        [['third-party'], null],
      ],
      ['found', 'found', 'found', 'found', 'found'],
      true,
      'other@example.com',
    ])
  })

  test('an undo wants the number of users or the name of the core, removes them, and lists them', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await migrated(core.baseUrl)
    const refused: string[] = []
    for (const confirm of ['', 'yes', '4', 'localhost']) {
      const started = await engine.ask('post-run:undo', { confirm })
      refused.push(started.ok ? 'begun' : started.error.code)
    }
    const stillThere = core.count()
    must(await engine.ask('post-run:undo', { confirm: ' 5 ' }))
    await ended(engine)
    const list = join(engine.folder, 'undone.csv')
    must(await engine.internal('internal:post-run', { kind: 'undo', masked: true, path: list }))
    const lines = readFileSync(list, 'utf8').trim().split('\r\n')
    const { undone, removable, runs } = engine.query('post-run:get', {})
    expect([
      refused,
      stillThere,
      core.count(),
      runs.map(({ users }) => users),
      undone,
      removable,
      lines.length,
      new Set(Object.values(engine.states())),
    ]).toEqual([
      ['not-confirmed', 'not-confirmed', 'not-confirmed', 'not-confirmed'],
      5,
      0,
      [5],
      expect.objectContaining({ removed: 5, left: 0, failed: 0, stopped: null, tookMs: expect.any(Number) }),
      0,
      6,
      new Set(['ready']),
    ])
    const again = await engine.ask('post-run:undo', { confirm: new URL(core.baseUrl).host })
    expect(again.ok ? 'begun' : again.error.code).toBe('no-users-to-remove')
  })

  test('a user with two login methods is one of those that an undo asks about and removes', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const both = {
      id: 'both',
      email: 'both@example.com',
      password_hash: madeUpBcrypt(2),
      provider: 'google',
      provider_user_id: '77',
    }
    const engine = await migrated(core.baseUrl, [...users, both])
    expect(engine.query('post-run:get', {})).toMatchObject({ made: 6, removable: 6, logins: 7 })
    expect(await engine.ask('post-run:undo', { confirm: '7' })).toMatchObject({ ok: false })
    must(await engine.ask('post-run:undo', { confirm: '6' }))
    await ended(engine)
    const { undone } = engine.query('post-run:get', {})
    expect([core.count(), undone?.removed, undone?.logins, undone && undoneText(undone)]).toEqual([
      0,
      6,
      7,
      '6 users with 7 login methods removed from the core.',
    ])
  })

  test('the users of all runs are those that an undo removed, also where a killed run lost its chart', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await engineWith(users, core.baseUrl)
    await engine.run({ kind: 'users', ids: [idOf(engine, 'known'), idOf(engine, 'other')] })
    await engine.run()
    must(await engine.ask('post-run:undo', { confirm: '5' }))
    await ended(engine)
    await engine.internal('internal:close', {})
    const document = must(openDocument(engine.path))
    setSetting(document.database, 'samples', [])
    closeDocument(document)
    await engine.reopen()
    const { runs, undone } = engine.query('post-run:get', {})
    expect([runs.map((run) => run.users), undone?.removed]).toEqual([[2, 3], 5])
  })

  test('a run whose users were sent again after an undo is not said to have sent none', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await engineWith(users, core.baseUrl)
    for (let pass = 0; pass < 2; pass += 1) {
      await engine.run()
      must(await engine.ask('post-run:undo', { confirm: '5' }))
      await ended(engine)
    }
    expect(engine.query('post-run:get', {}).runs.map((run) => run.users)).toEqual([null, 5])
  })

  test('the core says how many users it had before and has after an undo', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await migrated(core.baseUrl, usersOfProvider(2))
    const engine = await migrated(core.baseUrl, [
      { id: 'other', email: 'other@example.com', password_hash: madeUpBcrypt(1) },
    ])
    const counted = [engine.query('post-run:get', {}).coreUsers]
    must(await engine.ask('post-run:undo', { confirm: '1' }))
    await ended(engine)
    counted.push(engine.query('post-run:get', {}).coreUsers)
    // A later connection changes the present count, never the count of before.
    await migrated(core.baseUrl, [{ id: 'third', email: 'third@example.com', password_hash: madeUpBcrypt(2) }])
    await engine.connect(core.baseUrl)
    counted.push(engine.query('post-run:get', {}).coreUsers)
    expect([counted, core.count()]).toEqual([[null, { before: 2, now: 2 }, { before: 2, now: 3 }], 3])
  })

  test('users of whom this machine has no record are looked up, and removed only by their own number', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await migrated(core.baseUrl)
    const second = async (confirm: string) => {
      const started = await engine.ask('post-run:undo', { confirm, unconfirmed: true })
      return started.ok ? 'begun' : started.error.code
    }
    const early = [await second('5'), await second('0')]
    rmSync(join(engine.folder, 'trust.json'))
    must(await engine.ask('post-run:undo', { confirm: '5' }))
    await ended(engine)
    const looked = engine.query('post-run:get', {})
    const held = must(await engine.ask('post-run:state', {})).unconfirmed
    expect([early, core.count(), held, looked.undone]).toEqual([
      ['not-confirmed', 'not-confirmed'],
      5,
      5,
      expect.objectContaining({ removed: 0, unconfirmed: 5 }),
    ])
    expect(looked.needsAttention.undo.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/no record .* In the core now: password, signed up \d{4}-/),
    )
    const refused = [await second(new URL(core.baseUrl).host), await second('4')]
    expect([refused, await second('5')]).toEqual([['not-confirmed', 'not-confirmed'], 'begun'])
    await ended(engine)
    expect([core.count(), engine.query('post-run:get', {}).undone]).toEqual([
      0,
      expect.objectContaining({ removed: 5, unconfirmed: 0 }),
    ])
  })

  test('nothing else is done meanwhile, and a stop leaves the rest as it is', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await migrated(core.baseUrl, usersOfProvider(30))
    core.setFaults({ latencyMs: 100 })
    must(await engine.ask('post-run:undo', { confirm: '30' }))
    const meanwhile = [
      await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live'] }),
      await engine.ask('post-run:verify', { sample: 1, account: null }),
      await engine.ask('decisions:update', { choices: { country: 'DE' } }),
      await engine.ask('rehearsal:start', { dialect: 'supertokens', afresh: false }),
    ].map((asked) => (asked.ok ? 'done' : asked.error.code))
    const stopping = must(await engine.ask('post-run:cancel', {}))
    await ended(engine)
    const { undone } = engine.query('post-run:get', {})
    const removed = undone?.removed ?? -1
    const ready = Object.values(engine.states()).filter((state) => state === 'ready').length
    expect([meanwhile, stopping.running?.stopping, undone?.stopped, ready, core.count()]).toEqual([
      meanwhile.map(() => 'post-run-under-way'),
      true,
      'cancelled',
      removed,
      30 - removed,
    ])
  })

  test('closing finishes what is in flight, and everything that was removed is known when it is opened again', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const engine = await migrated(core.baseUrl, usersOfProvider(30))
    core.setFaults({ latencyMs: 50 })
    must(await engine.ask('post-run:undo', { confirm: '30' }))
    await engine.reopen()
    const ready = Object.values(engine.states()).filter((state) => state === 'ready').length
    const { undone } = engine.query('post-run:get', {})
    expect([undone?.stopped, undone?.removed, core.count()]).toEqual(['cancelled', ready, 30 - ready])
  })

  test('a core of the documented interface is neither asked nor changed', async () => {
    const core = await startCore()
    const engine = await migrated(core.baseUrl)
    const { possible } = engine.query('post-run:get', {})
    const started = await engine.ask('post-run:verify', { sample: null, account: null })
    expect([possible, started.ok ? 'begun' : started.error.code]).toEqual([false, 'not-spoken'])
  })
})
