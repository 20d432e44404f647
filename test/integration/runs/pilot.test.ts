import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { engineWith, type TestEngine, engineAtCore } from '../../support/engine.ts'
import { usersOfProvider, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { numbersOf, runUsers } from '../../support/run-users.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

async function connect(engine: TestEngine, baseUrl: string, coreMoved: boolean) {
  const input = { baseUrl, apiKey: '', dialect: 'auto', allowHttp: true, coreMoved } as const
  const found = must(await engine.ask('core:connect', input))
  await engine.settled()
  return found.kind
}

const emails = (...numbers: readonly number[]) => numbers.map((n) => `emailpassword user${n}@example.com`)

describe('a pilot', () => {
  test('sends only the selected users, although others are ready, then the rest of the same migration', async () => {
    const { core, engine } = await engineAtCore()
    const ids = engine.users().flatMap(({ id, sourceId }) => (['u2', 'u5'].includes(sourceId ?? '') ? [id] : []))
    await engine.run({ kind: 'users', ids })
    const [pilot, states] = [usersIn(core), engine.states()]
    await engine.run()
    expect([pilot, states, usersIn(core), core.requests().import]).toEqual([
      emails(2, 5),
      { u1: 'ready', u2: 'migrated', u3: 'ready', u4: 'ready', u5: 'migrated', u6: 'ready' },
      emails(1, 2, 3, 4, 5, 6),
      6,
    ])
  })

  test('of selected users leaves those who are blocked', async () => {
    const { core, engine } = await engineAtCore([
      ...usersWithHashes(1),
      { ...usersWithHashes(1, 2)[0], id: 'odd', disabled: 'true' },
    ])
    await engine.run({ kind: 'users', ids: engine.users().map(({ id }) => id) })
    expect([engine.states(), core.count()]).toEqual([{ u1: 'migrated', odd: 'blocked' }, 1])
  })

  test('of named users is followed by the rest when everybody is asked for', async () => {
    const core = await startCore()
    const list = fileIn(temporaryFolder(), 'only.txt', 'u2\n')
    const run = await runUsers(usersWithHashes(4), core.baseUrl, ['--only', list])
    const filtered = await run.next(['resume', 'm.migration', '--json'])
    const rest = await run.next(['resume', 'm.migration', '--all', '--json'])
    // The users asked for are in the core, so the run succeeded; users not asked for are named.
    const sentence = '3 users are ready and not sent yet, because this run was narrowed.'
    expect([run, filtered, rest].map(({ code, err }) => [code, err.includes(sentence)])).toEqual([
      [0, true],
      [0, true],
      [0, false],
    ])
    expect([numbersOf(run), numbersOf(filtered), numbersOf(rest), core.requests().import]).toEqual([
      { records: 4, users: 4, migrated: 1, ready: 3, calls: 1 },
      { records: 4, users: 4, migrated: 1, ready: 3 },
      { records: 4, users: 4, migrated: 4, calls: 3 },
      4,
    ])
  })
})

describe('another address', () => {
  test('of the same core goes on with its states; of another core, everybody is ready there', async () => {
    const [first, moved, other] = [await startCore(), await startCore(), await startCore()]
    const engine = await engineWith(undefined, first.baseUrl)
    await engine.run({ kind: 'first', users: 2 })
    const kinds = [await connect(engine, moved.baseUrl, true)]
    const afterMove = Object.values(engine.states()).filter((state) => state === 'migrated').length
    await engine.run()
    kinds.push(await connect(engine, other.baseUrl, false))
    const atOther = Object.values(engine.states()).filter((state) => state === 'ready').length
    kinds.push(await connect(engine, moved.baseUrl, false))
    const back = new Set(Object.values(engine.states()))
    expect([kinds, afterMove, [first.count(), moved.count(), other.count()], atOther, back]).toEqual([
      ['ready', 'ready', 'ready'],
      2,
      [2, 4, 0],
      6,
      new Set(['migrated']),
    ])
  })

  test('that this migration knows as another core is not taken for the same one', async () => {
    const [first, second] = [await startCore(), await startCore()]
    const engine = await engineWith(undefined, first.baseUrl)
    await engine.run({ kind: 'first', users: 2 })
    await engine.connect(second.baseUrl)
    await engine.run({ kind: 'first', users: 1 })
    const refused = await connect(engine, first.baseUrl, true)
    await connect(engine, first.baseUrl, false)
    const states = Object.values(engine.states()).filter((state) => state === 'migrated').length
    expect([refused, states]).toEqual(['refused', 2])
  })
})

describe('a rehearsal', () => {
  test('leaves the live core alone, whatever is held, looked up or taken back in it', async () => {
    const { core: live, engine } = await engineAtCore([...usersWithHashes(3), ...usersOfProvider(1)], {
      dialect: 'supertokens',
    })
    await engine.run({ kind: 'first', users: 1 })
    const [sent, users] = [live.requests(), usersIn(live)]
    must(await engine.ask('rehearsal:start', { dialect: 'supertokens', afresh: true }))
    await engine.settled()
    await engine.run()
    must(await engine.ask('post-run:undo', { confirm: '4' }))
    while (must(await engine.ask('post-run:state', {})).running !== null) await wait(1)
    const undone = engine.query('post-run:get', {}).undone
    const atRehearsal = new Set(Object.values(engine.states()))
    await engine.connect(live.baseUrl)
    const { other: _, ...before } = sent
    const { other: __, ...after } = live.requests()
    expect([undone?.removed, atRehearsal, engine.states(), after, usersIn(live)]).toEqual([
      4,
      new Set(['ready']),
      { u1: 'migrated', u2: 'ready', u3: 'ready', t1: 'ready' },
      before,
      users,
    ])
  })
})
