import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { DocumentView, StateCounts } from '../../../shared/ipc/views.ts'
import { must } from '../../support/documents.ts'
import { engineWith, type TestEngine, engineAtCore } from '../../support/engine.ts'
import { madeUpBcrypt, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { requestsOf, startScriptedCore } from '../../support/scripted-core.ts'

const idOf = (engine: TestEngine, sourceId: string) => engine.users().find((row) => row.sourceId === sourceId)?.id ?? 0

const named = (...ids: number[]) => ({ kind: 'users' as const, ids })
const everybody: Input<'users:emails'>['scope'] = { kind: 'filter', filter: {}, except: [] }

describe('excluding selected users', () => {
  test('keeps one user from the core, says so, and can be taken back', async () => {
    const { core, engine } = await engineAtCore(usersWithHashes(3))
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
      { changed: 1, skipped: 0, stopped: false },
      ['excluded', ['Excluded by you.'], [], true],
      [{ u1: 'migrated', u2: 'excluded', u3: 'migrated' }, 2],
      { changed: 1, skipped: 0, stopped: false },
      { u1: 'migrated', u2: 'migrated', u3: 'migrated' },
      3,
    ])
  })

  test('concerns everybody whom a filter lets through but for the exceptions, and leaves alone who is in the core', async () => {
    const { engine } = await engineAtCore(usersWithHashes(1200))
    await engine.run({ kind: 'first', users: 2 })
    const except = [idOf(engine, 'u5')]
    const done = must(
      await engine.ask('users:exclude', { scope: { kind: 'filter', filter: {}, except }, excluded: true }),
    )
    const { counts } = await engine.settled()
    expect([done, counts]).toEqual([
      { changed: 1197, skipped: 2, stopped: false },
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
    const engine = await engineWith(usersWithHashes(3), core.url)
    await engine.run()
    const scope = named(idOf(engine, 'u2'))
    must(await engine.ask('users:exclude', { scope, excluded: true }))
    await engine.retry({ kind: 'failed' })
    expect([engine.states(), requestsOf(core, 'import').length]).toEqual([
      { u1: 'migrated', u2: 'excluded', u3: 'migrated' },
      3,
    ])
  })
})

describe('excluding many users at once', () => {
  const sumOf = (counts: StateCounts) => Object.values(counts).reduce((sum, users) => sum + users, 0)
  const twins = ['first', 'second'].map((id) => ({ id, email: 'same@example.com', password_hash: madeUpBcrypt(1) }))

  /** The document as it stands while users are excluded, each time the engine lets others have a word. */
  async function watch(engine: TestEngine, until: (view: DocumentView) => boolean): Promise<readonly DocumentView[]> {
    const seen: DocumentView[] = []
    for (;;) {
      await setImmediate()
      const view = must(await engine.ask('document:state', {}))
      if (view === null) continue
      seen.push(view)
      if (until(view)) return seen
    }
  }

  test('says how far it is, adds up at every moment, and lets nothing be sent meanwhile', async () => {
    const { engine } = await engineAtCore(usersWithHashes(2000))
    const done = engine.ask('users:exclude', { scope: everybody, excluded: true })
    const seen = await watch(engine, ({ work }) => work.kind === 'excluding' && work.done > 0)
    const refused = await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: [] })
    const later = await watch(engine, ({ work }) => work.kind === 'idle')
    const between = [...seen, ...later].filter(({ work }) => work.kind === 'excluding' && work.done > 0)
    expect([
      must(await done),
      between.map(({ work, counts }) => [work.total, work.done === counts.excluded]),
      [...seen, ...later].every(({ counts }) => sumOf(counts) === 2000),
      refused.ok ? null : refused.error.message,
    ]).toEqual([
      { changed: 2000, skipped: 0, stopped: false },
      between.map(() => [2000, true]),
      true,
      'Users are being excluded. Start when that is done.',
    ])
  })

  test('stops where it is told to, and the others stay as they are', async () => {
    const engine = await engineWith(usersWithHashes(2000))
    const done = engine.ask('users:exclude', { scope: everybody, excluded: true })
    await watch(engine, ({ work }) => work.kind === 'excluding' && work.done > 0)
    must(await engine.ask('users:exclude-stop', {}))
    const { changed, ...rest } = must(await done)
    const { counts, interruptedExclusion } = await engine.settled()
    expect(interruptedExclusion).toBeNull()
    expect([rest, counts.excluded, counts.ready, changed > 0 && changed < 2000]).toEqual([
      { skipped: 0, stopped: true },
      changed,
      2000 - changed,
      true,
    ])
  })

  test('leaves a document that adds up when the app dies in the middle', async () => {
    const engine = await engineWith([...twins, ...usersWithHashes(1500)])
    const copy = join(engine.folder, 'killed.migration')
    const done = engine.ask('users:exclude', {
      scope: { kind: 'filter', filter: {}, except: [idOf(engine, 'second')] },
      excluded: true,
    })
    await watch(engine, ({ work }) => work.kind === 'excluding' && work.done > 0)
    must(await engine.internal('internal:backup', { path: copy }))
    must(await done)
    await engine.settled()
    const { counts, interruptedExclusion: interrupted } = await engine.reopen(copy)
    const states = engine.states()
    must(await engine.ask('users:exclude-stop', {}))
    const after = must(await engine.ask('document:state', {}))?.interruptedExclusion
    // It is said how far it was, until that was read.
    expect([interrupted, after]).toEqual([{ excluded: true, done: counts.excluded, total: 1501 }, null])
    expect([sumOf(counts), counts.blocked, counts.excluded > 0 && counts.excluded < 1501]).toEqual([1502, 0, true])
    expect([states['first'], states['second']]).toEqual(['excluded', 'ready'])
  })

  test('is taken back the same way, and who was a duplicate is one again', async () => {
    const engine = await engineWith([...twins, ...usersWithHashes(500)])
    const counted = async (excluded: boolean) => {
      const done = must(await engine.ask('users:exclude', { scope: everybody, excluded }))
      return [done.changed, (await engine.settled()).counts]
    }
    expect([await counted(true), await counted(false), engine.states()['second']]).toEqual([
      [502, expect.objectContaining({ excluded: 502, ready: 0, blocked: 0 })],
      [502, expect.objectContaining({ excluded: 0, ready: 501, blocked: 1 })],
      'blocked',
    ])
  })
})

test('of the selected users those are counted who are ready to be sent', async () => {
  const { engine } = await engineAtCore([...usersWithHashes(4), { id: 'nobody' }])
  await engine.run({ kind: 'first', users: 1 })
  await engine.ask('users:exclude', { scope: named(idOf(engine, 'u3')), excluded: true })
  const sendable = (scope: Input<'users:sendable'>['scope']) => engine.query('users:sendable', { scope })
  expect([
    sendable(everybody),
    sendable({ ...everybody, except: [idOf(engine, 'u2')] }),
    sendable(named(...['u1', 'u3', 'u4', 'nobody'].map((user) => idOf(engine, user)))),
  ]).toEqual([{ ready: 2 }, { ready: 1 }, { ready: 1 }])
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

test('a selection that is being saved says how far it is, and leaves no file when it is stopped', async () => {
  const engine = await engineWith(usersWithHashes(3000))
  const path = join(engine.folder, 'users.csv.saved')
  const saving = engine.internal('internal:selection', { scope: everybody, masked: true, path })
  const reached = async () => must(await engine.internal('internal:selection-state', { stop: false })).rows
  let rows = 0
  for (; rows === 0; rows = await reached()) await setImmediate()
  must(await engine.internal('internal:selection-state', { stop: true }))
  const saved = await saving
  expect([
    rows < 3000,
    saved.ok ? null : saved.error.code,
    readdirSync(engine.folder).filter((name) => name.includes('saved')),
  ]).toEqual([true, 'saving-stopped', []])
})

test('files of the report that are being saved say how far they are, and none is left when they are stopped', async () => {
  const engine = await engineWith(usersWithHashes(3000))
  const path = join(engine.folder, 'report.saved')
  const saving = engine.internal('internal:reports', {
    files: [
      { format: 'csv', masked: true, path },
      { format: 'json', masked: true, path: `${path}.json` },
    ],
  })
  const state = async (stop: boolean) => must(await engine.internal('internal:report-state', { stop }))
  let reached = await state(false)
  for (; reached.total === 0; reached = await state(false)) await setImmediate()
  await state(true)
  const saved = await saving
  await setImmediate()
  expect([
    reached.done > 0 && reached.done < reached.total,
    reached.total,
    saved.ok ? null : saved.error.code,
    readdirSync(engine.folder).filter((name) => name.includes('saved')),
    await state(false),
  ]).toEqual([true, 3000, 'saving-stopped', [], { done: 0, total: 0 }])
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
    const engine = await engineWith([...usersWithHashes(1), broken('a'), broken('b'), broken('c')], core.baseUrl)
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
