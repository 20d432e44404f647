import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Input } from '../../shared/ipc/contract.ts'
import { must } from '../support/documents.ts'
import { startEngine, type TestEngine } from '../support/engine.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes, type MadeUpUser } from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { askedOf, startScriptedCore } from '../support/scripted-core.ts'
import { fileIn } from '../support/temporary-folder.ts'

async function engineWith(users: readonly MadeUpUser[]): Promise<TestEngine> {
  const engine = await startEngine()
  fileIn(engine.folder, 'users.csv', madeUpCsv(users))
  await engine.add('users.csv')
  return engine
}

const idOf = (engine: TestEngine, sourceId: string) => engine.users().find((row) => row.sourceId === sourceId)?.id ?? 0

const named = (...ids: number[]) => ({ kind: 'users' as const, ids })
const everybody: Input<'users:emails'>['scope'] = { kind: 'filter', filter: {}, except: [] }

describe('excluding selected users', () => {
  test('keeps one user from the core, says so, and can be taken back', async () => {
    const core = await startCore()
    const engine = await engineWith(usersWithHashes(3))
    await engine.connect(core.baseUrl)
    const scope = named(idOf(engine, 'u2'))
    const excluded = must(await engine.ask('users:exclude', { scope, excluded: true }))
    const detail = engine.detail('u2')
    await engine.run()
    const between = [engine.states(), usersIn(core).length]
    const included = must(await engine.ask('users:exclude', { scope, excluded: false }))
    await engine.run()
    expect([
      excluded,
      [detail.row.state, detail.findings.map((finding) => finding.detail), detail.calls, detail.excludedByHand],
      between,
      included,
      engine.states(),
      usersIn(core).length,
    ]).toEqual([
      { changed: 1, skipped: 0 },
      ['excluded', ['Excluded by you.'], [], true],
      [{ u1: 'migrated', u2: 'excluded', u3: 'migrated' }, 2],
      { changed: 1, skipped: 0 },
      { u1: 'migrated', u2: 'migrated', u3: 'migrated' },
      3,
    ])
  })

  test('concerns everybody whom a filter lets through but for the exceptions, and leaves alone who is in the core', async () => {
    const core = await startCore()
    const engine = await engineWith(usersWithHashes(1200))
    await engine.connect(core.baseUrl)
    await engine.run({ kind: 'first', users: 2 })
    const except = [idOf(engine, 'u5')]
    const done = must(
      await engine.ask('users:exclude', { scope: { kind: 'filter', filter: {}, except }, excluded: true }),
    )
    const { counts } = await engine.settled()
    expect([done, counts]).toEqual([
      { changed: 1197, skipped: 2 },
      expect.objectContaining({ migrated: 2, ready: 1, excluded: 1197, blocked: 0 }),
    ])
  })

  test('gives what an excluded user held to the next one who wants it', async () => {
    const same = (id: string) => ({ id, email: 'same@example.com', password_hash: madeUpBcrypt(1) })
    const engine = await engineWith([same('first'), same('second')])
    const before = engine.states()
    must(
      await engine.ask('users:exclude', {
        scope: named(idOf(engine, 'first')),
        excluded: true,
      }),
    )
    expect([before, engine.states()]).toEqual([
      { first: 'ready', second: 'blocked' },
      { first: 'excluded', second: 'ready' },
    ])
  })

  test('takes a failed user out of what is retried', async () => {
    const core = await startScriptedCore(({ body }) =>
      body['email'] === 'user2@example.com' ? { status: 400, body: 'refused' } : null,
    )
    const engine = await engineWith(usersWithHashes(3))
    await engine.connect(core.url)
    await engine.run()
    const scope = named(idOf(engine, 'u2'))
    must(await engine.ask('users:exclude', { scope, excluded: true }))
    await engine.retry({ kind: 'failed' })
    expect([engine.states(), askedOf(core, 'import').length]).toEqual([
      { u1: 'migrated', u2: 'excluded', u3: 'migrated' },
      3,
    ])
  })
})

test('the emails of a filter come page by page, each once', async () => {
  const engine = await engineWith([...usersWithHashes(3), { id: 'phone', phone: '+491711234567' }])
  expect(engine.query('users:emails', { scope: everybody, after: 0 })).toEqual({
    emails: ['user1@example.com', 'user2@example.com', 'user3@example.com'],
    next: null,
  })
})

test('a selection is saved as CSV without a hash, its contacts masked unless they are wanted whole', async () => {
  const engine = await engineWith([
    ...usersWithHashes(2),
    { id: '=cmd', email: 'formula@example.com', password_hash: madeUpBcrypt(7) },
  ])
  const saved = async (masked: boolean) => {
    const path = join(engine.folder, `${masked ? 'masked' : 'whole'}.csv`)
    must(await engine.internal('internal:selection', { scope: everybody, masked, path }))
    return readFileSync(path, 'utf8')
  }
  const [masked, whole] = [await saved(true), await saved(false)]
  expect([masked, whole].map((text) => text.trim().split('\r\n').length)).toEqual([4, 4])
  expect([masked, whole].some((text) => /\$2[aby]\$/.test(text))).toBe(false)
  expect([masked.includes('user1@example.com'), whole.includes('user1@example.com')]).toEqual([false, true])
  expect(whole).toMatch(/"'=cmd"/)
})

describe('a correction that is being typed', () => {
  test('is judged as the planner would, field by field, and stores nothing', async () => {
    const engine = await engineWith([{ id: 'mail', email: 'no email', password_hash: madeUpBcrypt(1) }])
    const id = idOf(engine, 'mail')
    const faults = (correction: { readonly email?: string | null; readonly phone?: string | null }) =>
      engine.query('users:check-correction', { id, correction }).faults.map(({ field }) => field)
    expect([
      faults({ email: 'not-an-email' }),
      faults({ email: 'still not', phone: '12' }),
      faults({ email: 'ann@example.com' }),
      engine.states(),
    ]).toEqual([['email'], ['email', 'phone'], [], { mail: 'blocked' }])
  })

  test('counts as corrected once it is saved, and all corrected users are sent together', async () => {
    const core = await startCore()
    const broken = (id: string) => ({ id, email: `${id} broken`, password_hash: madeUpBcrypt(1) })
    const engine = await engineWith([...usersWithHashes(1), broken('a'), broken('b'), broken('c')])
    await engine.connect(core.baseUrl)
    await engine.run()
    must(await engine.correct('a', { email: 'a@example.com' }))
    must(await engine.correct('b', { email: 'b@example.com' }))
    const ready = engine.query('users:corrected', {})
    await engine.retry({ kind: 'corrected' })
    expect([ready, engine.states(), engine.query('users:corrected', {})]).toEqual([
      { ready: 2 },
      { u1: 'migrated', a: 'migrated', b: 'migrated', c: 'blocked' },
      { ready: 0 },
    ])
  })
})

test('recommended choices say how many decisions and users they settle, and each decision how many it frees', async () => {
  const twice = (id: string, email: string) => ({ id, email, password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' })
  const engine = await engineWith([
    ...usersWithHashes(2),
    twice('md5', 'md5@example.com'),
    { id: 'no-way' },
    { id: 'sso', email: 's@example.com', provider: 'samlp', provider_user_id: 's-1' },
  ])
  const { findings, recommended, counts } = engine.query('preview:get', {})
  const open = findings.filter(({ blocks, chosen }) => blocks && chosen === null)
  expect(open.map(({ code, users, frees, recommended: best }) => [code, users, frees, best?.value ?? null])).toEqual([
    ['no-login', 1, 1, 'exclude'],
    ['provider-undecided', 1, 1, null],
    ['unsupported-hash', 1, 1, 'passwordless'],
  ])
  expect([recommended, counts.blocked]).toEqual([{ decisions: 2, users: 2 }, 3])
})
