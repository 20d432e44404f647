import { describe, expect, test } from 'vitest'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { type Target, targetTable } from '../../../../electron/engine/document/targets.ts'
import { createPostRun } from '../../../../electron/engine/session/post-run-control.ts'
import { createTrustStore } from '../../../../electron/engine/trust/trust-store.ts'
import { trustIn } from '../../../../electron/engine/trust/trust.ts'
import { plainSuccess, type FoundUser, type ReplyOutcome } from '../../../../shared/core-api/outcome.ts'
import { problem, type Result } from '../../../../shared/result.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { imports, liveTarget, plannedDocument, realTarget } from '../../../support/rounds.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const gone: ReplyOutcome = { kind: 'status', status: 'UNKNOWN_USER_ID_ERROR', message: '' }

/** Users of a core, each created by this migration; `signed` of them by this machine. Each reply takes a tenth of a second. */
function afterRun(users: number, signed = users, change: Partial<Omit<Target, 'id'>> = realTarget) {
  const { document, target } = plannedDocument(imports(users), change)
  const { database } = document
  const clock = virtualClock()
  const { provenance } = trustIn(createTrustStore(temporaryFolder()), database)
  const emails = Array.from({ length: users }, (_, n) => `user${n + 1}@example.com`)
  for (const [n, email] of emails.entries()) {
    const [key, id] = [`import:${email}`, `core-${n + 1}`]
    sql(
      database,
      `INSERT INTO call (target_id, user_id, key, kind, state, since, core_user_id, created, existed, provenance, status)
       VALUES (?, ?, ?, 'import', 'done', 0, ?, 1, 0, ?, 'OK')`,
    ).run(target.id, n + 1, key, id, n < signed ? provenance(target).signCreated(key, id) : null)
  }
  const core = {
    missing: new Set<string>(),
    requests: [] as string[],
    closed: 0,
    connections: 0,
    counted: [] as number[],
  }
  const shown: { readonly states: boolean; readonly at: number }[] = []
  const postRun = createPostRun({
    database,
    clock,
    random: () => 0.5,
    connection: () =>
      core.connections < 0
        ? problem('no-core', 'Connect a core first.')
        : {
            ok: true,
            value: {
              target,
              open: (connections) => {
                core.connections = connections
                return {
                  send: async (operation, args) => {
                    const id = 'userId' in args ? args.userId : ''
                    core.requests.push(`${operation} ${id}`)
                    await new Promise<void>((resolve) => clock.setTimer(100, resolve))
                    if (core.missing.has(id)) return { outcome: gone, httpStatus: 200, ms: 100 }
                    if (operation === 'remove-user') core.missing.add(id)
                    const email = emails[Number(id.slice('core-'.length)) - 1] ?? ''
                    const user: FoundUser = {
                      id,
                      loginMethods: [{ recipeId: 'emailpassword', recipeUserId: id, email }],
                    }
                    return { outcome: { ...plainSuccess, users: [user] }, httpStatus: 200, ms: 100 }
                  },
                  close: async () => void (core.closed += 1),
                }
              },
            },
          },
    countUsers: async ({ id }) => void core.counted.push(id),
    provenance,
    onChange: (states) => void shown.push({ states, at: clock.ticks() }),
  })
  const run = async <T>(begun: Result<Promise<T>>): Promise<T> => clock.runUntil(must(begun))
  return { postRun, database, target, clock, core, shown, run }
}

const order = { sample: null, account: null }
const undo = { withLinked: false }

describe('users of a core after a run', () => {
  test('are looked up, and how far that is is shown four times a second, as no state of a user changes', async () => {
    const { postRun, clock, core, shown, run } = afterRun(50)
    expect([postRun.state(), postRun.running()]).toEqual([{ running: null, failure: null, unconfirmed: 0 }, false])
    core.missing.add('core-7')
    await clock.advance(10_000)
    const begun = postRun.verify(order)
    expect([postRun.state().running, postRun.running(), core.connections]).toEqual([
      { kind: 'verify', done: 0, total: 50, stopping: false },
      true,
      8,
    ])
    expect(codeOf(postRun.verify(order))).toBe('post-run-under-way')
    expect(codeOf(postRun.undo(undo))).toBe('post-run-under-way')
    const { looked, found, missing, stopped } = await run(begun)
    expect([looked, found, missing, stopped]).toEqual([50, 49, 1, null])
    expect(shown.map(({ at }) => at - 10_000)).toEqual([0, 300, 600, 700])
    expect([shown.some(({ states }) => states), core.closed]).toEqual([false, 1])
    expect(postRun.state()).toEqual({ running: null, failure: null, unconfirmed: 0 })
    await postRun.ended()
  })

  test('are shown as soon as a quarter of a second has passed since they were shown last', async () => {
    const { postRun, clock, core, shown, run } = afterRun(50)
    core.missing.add('core-1')
    const begun = postRun.verify(order)
    await clock.advance(250)
    const { length } = shown
    const done = postRun.state().running?.done
    await run(begun)
    expect([length, done]).toEqual([1, 16])
  })

  test('are looked up in part where a sample is enough', async () => {
    const { postRun, core, clock, run } = afterRun(10)
    const begun = postRun.verify({ ...order, sample: 5 })
    expect(postRun.state().running?.total).toBe(5)
    expect([(await run(begun)).looked, core.requests.length]).toEqual([5, 5])
    expect(postRun.verify({ ...order, sample: 99 }).ok && postRun.state().running?.total).toBe(10)
    postRun.cancel()
    await clock.runUntil(postRun.ended())
  })

  test('are left as they are once the operator stops it, after what is under way', async () => {
    const { postRun, shown, core, run } = afterRun(50)
    postRun.cancel()
    expect([shown.length, postRun.state().running]).toEqual([0, null])
    const begun = postRun.verify(order)
    postRun.cancel()
    expect(postRun.state().running).toMatchObject({ stopping: true })
    expect([(await run(begun)).stopped, core.requests.length <= 8]).toEqual(['cancelled', true])
  })

  test('cannot be asked about without a connection, or by an interface that does not speak of them', async () => {
    const { postRun, core } = afterRun(1)
    core.connections = -1
    expect([codeOf(postRun.verify(order)), codeOf(postRun.undo(undo))]).toEqual(['no-core', 'no-core'])
    const documented = afterRun(1, 1, { dialect: 'documented' })
    expect([codeOf(documented.postRun.verify(order)), documented.core.connections]).toEqual(['not-spoken', 0])
    const old = afterRun(1, 1, { dialect: 'supertokens', cdi_version: '3.1' })
    expect([codeOf(old.postRun.undo(undo)), codeOf(documented.postRun.undo(undo))]).toEqual([
      'not-spoken',
      'not-spoken',
    ])
  })

  test('and a failure of the document are named, until the next action begins', async () => {
    const { postRun, database, clock, core } = afterRun(3)
    const begun = must(postRun.verify(order))
    database.exec('DROP TABLE post_run')
    await expect(clock.runUntil(begun)).rejects.toThrow()
    await postRun.ended()
    expect([postRun.state().failure === null, postRun.running(), core.closed]).toEqual([false, false, 1])
    const again = must(postRun.verify(order))
    expect(postRun.state().failure).toBeNull()
    await expect(clock.runUntil(again)).rejects.toThrow()
    await postRun.ended()
  })
})

describe('an undo', () => {
  test('removes the users that this machine created, counts the core anew, and tells that states are others', async () => {
    const { postRun, core, shown, target, run } = afterRun(3)
    const begun = postRun.undo(undo)
    expect(postRun.state().running).toEqual({ kind: 'undo', done: 0, total: 3, stopping: false })
    expect(await run(begun)).toMatchObject({ removed: 3, unconfirmed: 0, stopped: null })
    expect([core.counted, shown.at(-1)?.states, postRun.state().unconfirmed]).toEqual([[target.id], true, 0])
  })

  test('looks users up of whom it has no record, and removes them once as many are confirmed', async () => {
    const { postRun, core, database, target, run } = afterRun(5, 2)
    expect(codeOf(postRun.undo({ ...undo, unconfirmed: 0 }))).toBe('not-confirmed')
    const begun = postRun.undo(undo)
    expect([postRun.state().running?.total, postRun.state().unconfirmed]).toEqual([5, 0])
    expect(await run(begun)).toMatchObject({ removed: 2, unconfirmed: 3 })
    expect(postRun.state().unconfirmed).toBe(3)
    expect(codeOf(postRun.undo({ ...undo, unconfirmed: 2 }))).toBe('not-confirmed')
    // Of another core, nothing was looked up.
    targetTable.use(database, { ...liveTarget, base_url: 'https://other.example.com' })
    expect([postRun.state().unconfirmed, codeOf(postRun.undo({ ...undo, unconfirmed: 3 }))]).toEqual([
      0,
      'not-confirmed',
    ])
    targetTable.use(database, target)
    const confirmed = postRun.undo({ ...undo, unconfirmed: 3 })
    expect(postRun.state().running?.total).toBe(3)
    // Both look-ups count as one undo.
    expect(await run(confirmed)).toMatchObject({ removed: 5, unconfirmed: 0, tookMs: expect.any(Number) })
    expect([core.counted.length, postRun.state().unconfirmed]).toEqual([2, 0])
  })

  test('that was stopped counts no users of the core', async () => {
    const { postRun, core, run } = afterRun(30)
    const begun = postRun.undo(undo)
    postRun.cancel()
    expect([(await run(begun)).stopped, core.counted]).toEqual(['cancelled', []])
  })
})
