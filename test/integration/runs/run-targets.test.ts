import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { codeOf, must } from '../../support/documents.ts'
import { engineWith, type TestEngine, engineAtCore } from '../../support/engine.ts'
import { madeUpBcrypt, usersWithHashes, usersWithoutHash, type MadeUpUser } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { someOf } from '../../support/rounds.ts'
import { requestsOf, startScriptedCore } from '../../support/scripted-core.ts'

async function rehearse(engine: TestEngine, afresh = false) {
  must(await engine.ask('rehearsal:start', { dialect: 'documented', afresh }))
  await engine.settled()
}

async function countsOf(engine: TestEngine) {
  const view = must(await engine.ask('document:state', {}))
  return view === null ? null : someOf(view.counts)
}

describe('a rehearsal and a live core', () => {
  test('keep their own states', async () => {
    const live = await startCore()
    const engine = await engineWith(usersWithHashes(5))
    await rehearse(engine)
    await engine.run()
    const rehearsed = await countsOf(engine)
    await engine.connect(live.baseUrl)
    const connected = await countsOf(engine)
    await engine.run({ kind: 'first', users: 2 })
    const sent = await countsOf(engine)
    await rehearse(engine)
    expect([rehearsed, connected, sent, await countsOf(engine), live.count()]).toEqual([
      { migrated: 5 },
      { ready: 5 },
      { migrated: 2, ready: 3 },
      { migrated: 5 },
      2,
    ])
  })

  test('a rehearsal that begins afresh forgets what it did, and only that', async () => {
    const { core: live, engine } = await engineAtCore(usersWithHashes(5))
    await engine.run({ kind: 'first', users: 2 })
    await rehearse(engine)
    await engine.run()
    await rehearse(engine, true)
    const afresh = await countsOf(engine)
    const held = must(await engine.ask('rehearsal:users', { after: null, search: '' })).total
    await engine.connect(live.baseUrl)
    expect([afresh, held, await countsOf(engine)]).toEqual([{ ready: 5 }, 0, { migrated: 2, ready: 3 }])
  })

  test('a second live core begins with everybody ready, and the first keeps its states', async () => {
    const [first, second] = [await startCore(), await startCore()]
    const engine = await engineWith(usersWithHashes(4), first.baseUrl)
    await engine.run()
    await engine.connect(second.baseUrl)
    const before = await countsOf(engine)
    await engine.run()
    await engine.connect(first.baseUrl)
    expect([before, await countsOf(engine), first.count(), second.count()]).toEqual([
      { ready: 4 },
      { migrated: 4 },
      4,
      4,
    ])
  })

  test('an order that was paused for one core is not carried on at another', async () => {
    const [first, second] = [await startCore(), await startCore()]
    const engine = await engineWith(usersWithHashes(6), second.baseUrl)
    await engine.run({ kind: 'first', users: 1 })
    await engine.connect(first.baseUrl)
    await engine.run({ kind: 'first', users: 2 })
    await engine.connect(second.baseUrl)
    must(await engine.ask('run:resume', {}))
    await engine.runEnded()
    expect([first.count(), second.count()]).toEqual([2, 6])
  })
})

describe('a decision after the first live attempt', () => {
  const users: readonly MadeUpUser[] = [
    ...usersWithHashes(2),
    { id: 's1', email: 's1@example.com', provider: 'windowslive', provider_user_id: 'w-1' },
    { id: 's2', email: 's2@example.com', provider: 'windowslive', provider_user_id: 'w-2' },
    { id: 's3', email: 's3@example.com', provider: 'windowslive', provider_user_id: 'w-3' },
  ]

  test('plans users again of whom nothing can be in the core: never sent, or refused', async () => {
    const core = await startScriptedCore(({ body }) =>
      body['thirdPartyUserId'] === 'w-1' ? { status: 400, body: 'not this one' } : null,
    )
    const engine = await engineWith(users)
    await engine.ask('decisions:update', {
      choices: { providers: { windowslive: { kind: 'name', name: 'microsoft' } } },
    })
    await engine.settled()
    await engine.connect(core.url)
    await engine.run({ kind: 'first', users: 4 })
    await engine.ask('decisions:update', { choices: { providers: { windowslive: { kind: 'name', name: 'entra' } } } })
    await engine.settled()
    const states = engine.states()
    await engine.run()
    expect([
      states,
      requestsOf(core, 'thirdParty')
        .map(({ body }) => `${String(body['thirdPartyId'])} ${String(body['thirdPartyUserId'])}`)
        .toSorted(),
    ]).toEqual([
      { u1: 'migrated', u2: 'migrated', s1: 'ready', s2: 'migrated', s3: 'ready' },
      ['entra w-1', 'entra w-3', 'microsoft w-1', 'microsoft w-2'],
    ])
  })

  test('plans users again that were claimed and given back by a pause', async () => {
    const core = await startScriptedCore(async ({ path, nth }) => {
      if (path.endsWith('/import') && nth === 0) await engine.ask('run:pause', {})
      return null
    })
    const engine = await engineWith(users)
    await engine.ask('decisions:update', {
      choices: { providers: { windowslive: { kind: 'name', name: 'microsoft' } } },
    })
    await engine.settled()
    await engine.connect(core.url)
    await engine.start(1)
    const paused = await engine.runEnded()
    await engine.ask('decisions:update', { choices: { providers: { windowslive: { kind: 'exclude' } } } })
    await engine.settled()
    expect([paused.state, engine.states()]).toEqual([
      'paused',
      { u1: 'migrated', u2: 'ready', s1: 'excluded', s2: 'excluded', s3: 'excluded' },
    ])
  })

  test('leaves duplicates of users who were sent where they are', async () => {
    const { engine } = await engineAtCore([...usersWithHashes(2), { ...usersWithHashes(1)[0], id: 'twin' }])
    await engine.run()
    await engine.ask('decisions:update', { choices: { country: 'DE' } })
    await engine.settled()
    expect(engine.states()).toEqual({ u1: 'migrated', u2: 'migrated', twin: 'blocked' })
  })

  test('does not change the files any more', async () => {
    const { engine } = await engineAtCore(usersWithHashes(2))
    await engine.run({ kind: 'first', users: 1 })
    expect([
      codeOf(await engine.ask('export:remove', { fileId: 1 })),
      codeOf(await engine.ask('export:set-provider', { fileId: 1, provider: 'generic' })),
      engine.states(),
    ]).toEqual(['sent-already', 'sent-already', { u1: 'migrated', u2: 'ready' }])
  })
})

describe('what a rehearsal said', () => {
  test('is forgotten for users whose plan changed, and kept for the others', async () => {
    const engine = await engineWith([
      ...usersWithHashes(2),
      { id: 'phone', phone: '0171 1234567' },
      { id: 'old', email: 'old@example.com', email_verified: 'true', password_hash: '$2b$10$cut' },
    ])
    await engine.ask('decisions:update', { choices: { hashes: { malformed: 'passwordless' }, country: 'DE' } })
    await engine.settled()
    await rehearse(engine)
    await engine.run()
    const before = engine.states()
    await engine.ask('decisions:update', { choices: { hashes: { malformed: 'exclude' }, country: 'AT' } })
    await engine.settled()
    expect([before, engine.states()]).toEqual([
      { u1: 'migrated', u2: 'migrated', phone: 'migrated', old: 'migrated' },
      { u1: 'migrated', u2: 'migrated', phone: 'ready', old: 'excluded' },
    ])
  })
})

describe('while a run is under way', () => {
  test('files and decisions stay as they are, and everything can be looked at', async () => {
    const waiting: (() => void)[] = []
    const core = await startScriptedCore(async ({ path }) => {
      if (path.endsWith('/import')) await new Promise<void>((resolve) => waiting.push(resolve))
      return null
    })
    const engine = await engineWith(usersWithHashes(5), core.url)
    await engine.start(2)
    while (waiting.length === 0) await wait(1)
    const refused = [
      codeOf(await engine.ask('decisions:update', { choices: { country: 'DE' } })),
      codeOf(await engine.ask('export:remove', { fileId: 1 })),
      codeOf(await engine.ask('export:scrypt', { text: 'rounds: 8' })),
      codeOf(await engine.internal('internal:add', { paths: ['/made/up.csv'], names: ['up.csv'] })),
      codeOf(
        await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 2, confirmations: ['live', 'overwrite'] }),
      ),
      codeOf(await engine.ask('rehearsal:start', { dialect: 'documented', afresh: false })),
    ]
    const looked = [engine.query('report:get', {}).addsUp, engine.query('preview:get', {}).counts.sending > 0]
    const interval = setInterval(() => waiting.splice(0).forEach((go) => go()), 1)
    const { counts } = await engine.runEnded()
    clearInterval(interval)
    expect([refused, looked, someOf(counts)]).toEqual([
      ['run-under-way', 'run-under-way', 'run-under-way', 'run-under-way', 'run-under-way', 'run-under-way'],
      [true, true],
      { migrated: 5 },
    ])
  })

  test('closing finishes what is in flight and leaves the rest ready', async () => {
    let imports = 0
    const core = await startScriptedCore(async ({ path }) => {
      if (path.endsWith('/import')) imports += 1
      return wait(5, null)
    })
    const engine = await engineWith(usersWithHashes(60), core.url)
    await engine.start(3)
    while (imports < 5) await wait(1)
    must(await engine.internal('internal:close', {}))
    const sent = imports
    must(await engine.internal('internal:open', { path: engine.path }))
    expect([await countsOf(engine), imports]).toEqual([{ migrated: sent, ready: 60 - sent }, sent])
  })
})

describe('a run that needs confirmations', () => {
  test('is refused until every tick is set, and only for a live core', async () => {
    const { engine } = await engineAtCore(usersWithHashes(1))
    const start = (ticks: string[]) =>
      engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 1, confirmations: ticks })
    const codes = [codeOf(await start([])), codeOf(await start(['live'])), codeOf(await start(['live', 'overwrite']))]
    await engine.runEnded()
    const other = await engineWith(usersWithoutHash(1))
    await rehearse(other)
    codes.push(codeOf(await other.ask('run:start', { scope: { kind: 'all' }, concurrency: 1, confirmations: [] })))
    await other.runEnded()
    expect(codes).toEqual(['not-confirmed', 'not-confirmed', 'no problem', 'no problem'])
  })

  test('does not begin as a retry or by going on, until a first one was confirmed for this very core', async () => {
    const [core, other] = [await startCore(), await startCore()]
    const engine = await engineWith(usersWithHashes(3))
    const ids = engine.users().map(({ id }) => id)
    const orders = async () => {
      const codes = [
        codeOf(await engine.ask('run:retry', { scope: { kind: 'users', ids } })),
        codeOf(await engine.ask('run:retry', { scope: { kind: 'filter', filter: {}, except: [] } })),
        codeOf(await engine.ask('run:resume', {})),
      ]
      return codes
    }
    await engine.connect(core.baseUrl)
    const before = await orders()
    await engine.run({ kind: 'first', users: 1 })
    const afterwards = codeOf(await engine.ask('run:retry', { scope: { kind: 'users', ids: ids.slice(1, 2) } }))
    await engine.runEnded()
    await engine.connect(other.baseUrl)
    const atOther = await orders()
    const refused = ['not-confirmed', 'not-confirmed', 'not-confirmed']
    expect([before, afterwards, atOther, core.count(), other.count()]).toEqual([refused, 'no problem', refused, 2, 0])
  })

  test('is not asked for by a rehearsal, which is retried as it is', async () => {
    const engine = await engineWith(usersWithHashes(2))
    await rehearse(engine)
    const ids = engine.users().map(({ id }) => id)
    await engine.retry({ kind: 'users', ids })
    expect(engine.states()).toEqual({ u1: 'migrated', u2: 'migrated' })
  })

  test('is refused without a core, and with one whose key is not known any more', async () => {
    const core = await startCore()
    const engine = await engineWith([{ id: 'u', email: 'u@example.com', password_hash: madeUpBcrypt(1) }])
    const start = () =>
      engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 1, confirmations: ['live', 'overwrite'] })
    const before = codeOf(await start())
    await engine.connect(core.baseUrl)
    await engine.reopen()
    const reopened = codeOf(await start())
    expect([before, reopened, core.count()]).toEqual(['no-core', 'not-connected', 0])
  })
})
