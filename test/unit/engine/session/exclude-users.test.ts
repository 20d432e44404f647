import { expect, test } from 'vitest'
import type { Document } from '../../../../electron/engine/document/open-document.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import type { BackgroundWork } from '../../../../electron/engine/session/background-work.ts'
import { excludeUsers, userChanges } from '../../../../electron/engine/session/change-users.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { liveTarget } from '../../../support/rounds.ts'
import { bcrypt, user } from '../../planning/made-users.ts'
import { plan, plansIn, read } from '../document/planned-documents.ts'

/** A planned document with users that have an email each. */
async function withUsers(count: number) {
  const document = emptyDocument()
  document.database.exec('PRAGMA synchronous = OFF')
  read(
    document,
    Array.from({ length: count }, (_, n) => user({ sourceId: `u${n + 1}`, email: `user${n + 1}@example.com` })),
  )
  await plan(document)
  return { document, database: document.database, target: targetTable.use(document.database, liveTarget) }
}

function states(document: Document): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { state } of plansIn(document)) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** Work that is done at once; `stopAfter`: steps after which it is called off. */
function atOnce(stopAfter = Infinity, isCalledOff = true) {
  const kinds: string[] = []
  const progress: (readonly [number, number])[] = []
  const stopping = new AbortController()
  const work: Pick<BackgroundWork, 'alone'> = {
    alone: (kind, run) => {
      kinds.push(kind)
      if (stopAfter === 0) stopping.abort()
      return run({
        signal: stopping.signal,
        isCalledOff: () => stopping.signal.aborted && isCalledOff,
        onProgress: (done, total) => {
          progress.push([done, total])
          if (progress.length === stopAfter) stopping.abort()
        },
      })
    },
  }
  return { work, kinds, progress }
}

type Selected = Parameters<typeof excludeUsers>[2]['scope']

const named = (...ids: readonly number[]): Selected => ({ kind: 'users', ids: [...ids] })
const allBut = (...except: readonly number[]): Selected => ({ kind: 'filter', filter: {}, except: [...except] })
const everyone = allBut()

test('a few users are excluded at once, taken back at once, and each change counts those that it concerns', async () => {
  const { document, database, target } = await withUsers(3)
  const { work, kinds } = atOnce()
  const order = (excluded: boolean, ...ids: readonly number[]) =>
    excludeUsers(database, target.id, { scope: named(...ids), excluded }, work).then(must)
  const version = getSetting(database, 'users-version') ?? 0
  expect(await order(true, 1, 2)).toEqual({ changed: 2, skipped: 0, stopped: false })
  expect([states(document), (getSetting(database, 'users-version') ?? 0) > version]).toEqual([
    { excluded: 2, ready: 1 },
    true,
  ])
  expect(await order(true, 2, 3)).toEqual({ changed: 1, skipped: 1, stopped: false })
  expect(await order(false, 1, 2, 3)).toEqual({ changed: 3, skipped: 0, stopped: false })
  expect(await order(false, 1)).toEqual({ changed: 0, skipped: 1, stopped: false })
  expect([states(document), kinds]).toEqual([{ ready: 3 }, []])
  expect(database.prepare('SELECT DISTINCT correction FROM user').all()).toEqual([{ correction: null }])
})

test.each([
  ['was migrated', 'live', 'migrated', false],
  ['was in the core before', 'live', 'existing', false],
  ['is being sent', 'live', 'sending', false],
  ['may be there', 'live', 'in-doubt', false],
  ['failed', 'live', 'failed', true],
  ['waits because the core has it', 'live', 'blocked', true],
  ['was migrated in a rehearsal', 'rehearsal', 'migrated', true],
] as const)('a user that %s (%s, %s) can be excluded: %s', async (_, kind, state, isExcluded) => {
  const { document, database } = await withUsers(1)
  const target = targetTable.use(database, { ...liveTarget, kind, base_url: 'https://other.example.com' })
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, 1, ?, 'x', 1)")
    .run(target.id, state)
  const { work } = atOnce()
  const done = must(await excludeUsers(database, target.id, { scope: named(1), excluded: true }, work))
  expect([done.changed, states(document)]).toEqual(isExcluded ? [1, { excluded: 1 }] : [0, { ready: 1 }])
  // Planning again forgets the outcome of a rehearsal.
  const progress =
    kind === 'live' ? database.prepare('SELECT state, failure FROM progress').get() : { state, failure: 'x' }
  const isReady = state === 'failed' || state === 'blocked'
  expect(progress).toEqual(isReady ? { state: 'ready', failure: null } : { state, failure: 'x' })
})

test('many users are changed chunk by chunk, with the progress that is shown, and nothing is left to be told', async () => {
  const { document, database, target } = await withUsers(1001)
  const { work, kinds, progress } = atOnce()
  const version = getSetting(database, 'users-version') ?? 0
  const done = must(await excludeUsers(database, target.id, { scope: everyone, excluded: true }, work))
  // The table is read anew once, at the end: each time costs as much as a chunk.
  expect((getSetting(database, 'users-version') ?? 0) - version).toBe(1)
  expect([done, kinds, progress]).toEqual([
    { changed: 1001, skipped: 0, stopped: false },
    ['excluding'],
    [
      [500, 1001],
      [1000, 1001],
      [1001, 1001],
    ],
  ])
  expect([states(document), getSetting(database, 'exclusion')]).toEqual([{ excluded: 1001 }, null])
  const back = atOnce()
  expect(must(await excludeUsers(database, target.id, { scope: everyone, excluded: false }, back.work)).changed).toBe(
    1001,
  )
  expect([back.kinds, states(document)]).toEqual([['including'], { ready: 1001 }])
})

test.each([
  ['by the operator, nothing is left to be told', true, null],
  ['by the end of the app, the rest is told when it is opened again', false, { excluded: true, done: 500, total: 600 }],
])('users excluded until it is stopped stay excluded: %s', async (_, isCalledOff, left) => {
  const { document, database, target } = await withUsers(600)
  const { work } = atOnce(1, isCalledOff)
  const done = must(await excludeUsers(database, target.id, { scope: everyone, excluded: true }, work))
  expect(done).toEqual({ changed: 500, skipped: 0, stopped: true })
  expect([states(document), getSetting(database, 'exclusion')]).toEqual([{ excluded: 500, ready: 100 }, left])
})

test('stopped before the first user, nothing is changed', async () => {
  const { document, database, target } = await withUsers(401)
  const { work } = atOnce(0)
  const done = must(await excludeUsers(database, target.id, { scope: everyone, excluded: true }, work))
  expect([done, states(document)]).toEqual([{ changed: 0, skipped: 0, stopped: true }, { ready: 401 }])
})

test('four hundred users are a few, one more are many', async () => {
  const { database, target } = await withUsers(401)
  const [few, many] = [atOnce(), atOnce()]
  const order = { scope: allBut(1), excluded: true }
  await excludeUsers(database, target.id, order, few.work)
  await excludeUsers(database, target.id, { ...order, scope: everyone }, many.work)
  expect([few.kinds, many.kinds]).toEqual([[], ['excluding']])
})

test('nobody is excluded or corrected once hashes may be gone', async () => {
  const { database, target } = await withUsers(1)
  setSetting(database, 'hashes-removing', 1)
  const { work } = atOnce()
  expect([
    codeOf(await excludeUsers(database, target.id, { scope: named(1), excluded: true }, work)),
    codeOf(userChanges.correct(database, target, 1, { email: 'new@example.com' })),
  ]).toEqual(['hashes-removed', 'hashes-removed'])
})

test.each([
  ['a user that is not there', 2, { email: 'new@example.com' }, 'user-unknown'],
  ['an email without an @', 1, { email: 'new' }, 'email-invalid'],
  ['a phone number that is none', 1, { phone: '12' }, 'phone-invalid'],
  ['a hash that is none', 1, { hash: 'secret' }, 'hash-invalid'],
  ['a provider without a name', 1, { provider: null }, 'provider-invalid'],
  ['an email that can be sent', 1, { email: 'new@example.com' }, 'no problem'],
])('the correction of %s', async (_, id, correction, code) => {
  const { document, database, target } = await withUsers(1)
  const corrected = userChanges.correct(database, target, id, correction)
  expect(codeOf(corrected)).toBe(code)
  if (!corrected.ok && code !== 'user-unknown') expect(corrected.error.message).toMatch(/: .* Nothing was changed\.$/)
  const emails = plansIn(document).flatMap(({ calls }) =>
    calls.flatMap((call) => ('contact' in call ? Object.values(call.contact)[1] : [])),
  )
  expect(emails).toEqual([code === 'no problem' ? 'new@example.com' : 'user1@example.com'])
})

test('a correction is taken back as long as the user was not tried since', async () => {
  const { document, database, target } = await withUsers(1)
  const undo = must(userChanges.correct(database, target, 1, { email: 'new@example.com' }))
  expect(undo).toEqual({ id: 1, correction: null })
  if (undo === null) return
  must(userChanges.undoCorrection(database, undo))
  expect(JSON.stringify(plansIn(document))).toContain('user1@example.com')
  const again = must(userChanges.correct(database, target, 1, { email: 'next@example.com' }))
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, 'failed', 1)")
    .run(target.id)
  expect(codeOf(userChanges.undoCorrection(database, again ?? undo))).toBe('user-not-correctable')
  expect(JSON.stringify(plansIn(document))).toContain('next@example.com')
})

test('a user that failed is sent again with its correction, and a later undo is not offered', async () => {
  const { database, target } = await withUsers(1)
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, 1, 'failed', 'x', 1)")
    .run(target.id)
  expect(must(userChanges.correct(database, target, 1, { email: 'new@example.com' }))).toBeNull()
  expect(database.prepare('SELECT state, failure FROM progress').get()).toEqual({ state: 'ready', failure: null })
})

test('a user that failed and has nothing to be sent after its correction waits, and counts as no migrated one', async () => {
  const { document, database, target } = await withUsers(2)
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, 2, 'failed', 'x', 1)")
    .run(target.id)
  must(userChanges.correct(database, target, 2, { email: 'user1@example.com' }))
  expect([states(document), database.prepare('SELECT state FROM progress').get()]).toEqual([
    { ready: 1, blocked: 1 },
    { state: 'ready' },
  ])
})

test('a user that failed is migrated when its correction takes away the last call that is not done', async () => {
  const document = emptyDocument()
  const { database } = document
  const choices = { ...noChoices, severalMethods: 'all' } as const
  setSetting(database, 'choices', choices)
  read(document, [user({ sourceId: 'u1', email: 'ann@example.com', phone: '+4930123456' })])
  await plan(document)
  const target = targetTable.use(database, liveTarget)
  const calls = plansIn(document)[0]?.calls ?? []
  const insert = "INSERT INTO call (target_id, user_id, key, kind, state, since) VALUES (?, 1, ?, ?, 'done', 1)"
  const [first, ...others] = calls
  if (first === undefined) throw new Error('no call')
  database.prepare(insert).run(target.id, callKey(first), first.kind)
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, 1, 'failed', 'x', 1)")
    .run(target.id)
  must(userChanges.correct(database, target, 1, { phone: null }))
  expect([others.map(({ kind }) => kind), plansIn(document)[0]?.calls.length]).toEqual([['update'], 1])
  expect(database.prepare('SELECT state, failure FROM progress').get()).toEqual({ state: 'migrated', failure: null })
})

test.each(['migrated', 'existing', 'sending'])('a user that is %s at a live core is changed there', async (state) => {
  const { database, target } = await withUsers(1)
  database
    .prepare('INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, ?, 1)')
    .run(target.id, state)
  expect(codeOf(userChanges.correct(database, target, 1, { email: 'new@example.com' }))).toBe('user-not-correctable')
})

test('what a live core has of a user already is not changed here', async () => {
  const document = emptyDocument()
  const { database } = document
  read(document, [user({ sourceId: 'u1', email: 'ann@example.com', hash: { hash: bcrypt }, phone: '+4930123456' })])
  await plan(document)
  const target = targetTable.use(database, liveTarget)
  const [call] = plansIn(document)[0]?.calls ?? []
  if (call === undefined) throw new Error('no call')
  const insert = "INSERT INTO call (target_id, user_id, key, kind, state, since) VALUES (?, 1, ?, ?, 'done', 1)"
  database.prepare(insert).run(target.id, callKey(call), call.kind)
  database
    .prepare("INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, 'failed', 1)")
    .run(target.id)
  expect(codeOf(userChanges.correct(database, target, 1, { email: 'new@example.com' }))).toBe('already-in-core')
  expect(JSON.stringify(plansIn(document))).toContain('ann@example.com')
})
