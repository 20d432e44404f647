import { describe, expect, test } from 'vitest'
import {
  type Ask,
  BulkInterrupted,
  createCoreList,
  createUserPages,
  forEachConcurrently,
} from '../../../../../electron/engine/runner/bulk/core-list.ts'
import type { Step } from '../../../../../electron/engine/runner/step.ts'
import { plainSuccess, type FoundUser } from '../../../../../shared/core-api/outcome.ts'

const success = (more: object = {}): Step => ({
  kind: 'success',
  value: { ...plainSuccess, ...more },
  httpStatus: 200,
  sentAt: { now: 0, ticks: 0 },
})
const failed = (status: string | null): Step => ({
  kind: 'failed',
  httpStatus: 200,
  status,
  message: '',
  noAnswer: false,
  aboutUser: true,
})
const interrupted: Step = { kind: 'interrupted', settled: true, stop: null, message: '' }

/** Answers one request after the other with these steps, the last one from then on. */
function answering(...steps: readonly Step[]) {
  const asked: object[] = []
  const ask: Ask = async (_, args) => {
    asked.push(args)
    return steps[Math.min(asked.length, steps.length) - 1] ?? success()
  }
  return { ask, asked, core: createCoreList(ask) }
}

const row = (id: string, status = 'NEW') => ({ id, status })
const ids = (many: readonly { readonly id: string }[]) => many.map(({ id }) => id)

describe('the list of a core', () => {
  test('is counted whole, or for the rows it gave up', async () => {
    const { core, asked } = answering(success({ count: 3 }), success({ count: 1 }), success())
    expect([await core.countRows(), await core.countRows('FAILED'), await core.countRows()]).toEqual([3, 1, 0])
    expect(asked).toEqual([{ status: null }, { status: 'FAILED' }, { status: null }])
  })

  test('is read page by page; a row that two pages have counts once', async () => {
    const { core, asked } = answering(
      success({ rows: [row('c'), row('b')], nextToken: 't1' }),
      success({ rows: [row('b', 'FAILED'), row('a')], nextToken: null }),
    )
    expect(await core.listRows()).toEqual([row('c'), row('b', 'FAILED'), row('a')])
    expect(asked).toEqual([
      { status: null, limit: 500, token: null },
      { status: null, limit: 500, token: 't1' },
    ])
  })

  test('ends where a core keeps returning the same page', async () => {
    const { core, asked } = answering(success({ rows: [row('a')], nextToken: 'again' }))
    expect([ids(await core.listRows('FAILED')), asked.length]).toEqual([['a'], 2])
  })

  test('loses rows in requests of five hundred', async () => {
    const { core, asked } = answering(success())
    await core.removeRows([])
    expect(asked).toEqual([])
    const many = Array.from({ length: 1001 }, (_, at) => `r${at}`)
    await core.removeRows(many)
    expect(asked).toEqual([{ ids: many.slice(0, 500) }, { ids: many.slice(500, 1000) }, { ids: ['r1000'] }])
  })

  test('that cannot be asked ends the bulk import, with the reason', async () => {
    for (const step of [interrupted, failed('X')]) {
      const error = await answering(step)
        .core.countRows()
        .catch((one: unknown) => one)
      expect(error).toBeInstanceOf(BulkInterrupted)
      expect(error).toMatchObject({ step })
    }
  })
})

describe('a user of the core', () => {
  const user = (id: string, email: string): FoundUser => ({ id, loginMethods: [{ recipeId: 'emailpassword', email }] })
  const key = (email: string) => ({ recipe: 'emailpassword', email }) as const

  test.each([
    [
      'is known by the id of its own',
      success({ users: [{ id: 'own', loginMethods: [] }], userId: 'u1' }),
      { id: 'own' },
    ],
    ['is known by the id of the reply', success({ userId: 'u1' }), { id: 'u1' }],
    ['of which the reply has no id is untold', success({ userId: null }), 'untold'],
    ['is not there', failed('UNKNOWN_USER_ID_ERROR'), null],
    ['about which the core fails is untold', failed('OTHER'), 'untold'],
    ['about which the core is not asked again is untold', { kind: 'restart' } as const, 'untold'],
  ])('%s', async (_, step, found) => {
    const { core, asked } = answering(step)
    expect([await core.findById('row-1'), asked]).toEqual([found, [{ userId: 'row-1' }]])
  })

  test('is found by the first of its logins that the core has', async () => {
    const { core, asked } = answering(
      success({ users: [user('x', 'other@example.com')] }),
      success({ users: [user('u2', 'b@example.com')] }),
    )
    expect(await core.findByLogin([key('a@example.com'), key('b@example.com'), key('c@example.com')])).toEqual({
      id: 'u2',
    })
    expect(asked).toEqual([{ email: 'a@example.com' }, { email: 'b@example.com' }])
  })

  test('is not there when every look-up says so, and untold when one of them failed', async () => {
    const logins = [key('a@example.com'), key('b@example.com')]
    const none = success({ users: [] })
    expect([
      await answering(none, none).core.findByLogin(logins),
      await answering(failed('X'), none).core.findByLogin(logins),
      await answering(none, failed('X')).core.findByLogin(logins),
      await answering(failed('X'), success({ users: [user('u2', 'b@example.com')] })).core.findByLogin(logins),
      await answering().core.findByLogin([]),
    ]).toEqual([null, 'untold', 'untold', { id: 'u2' }, null])
  })

  test('is not looked for any more once the run ends', async () => {
    await expect(answering(interrupted).core.findById('a')).rejects.toBeInstanceOf(BulkInterrupted)
    await expect(answering(interrupted).core.findByLogin([key('a@example.com')])).rejects.toBeInstanceOf(
      BulkInterrupted,
    )
    await expect(answering(interrupted).core.countUsers()).rejects.toBeInstanceOf(BulkInterrupted)
    await expect(createUserPages(answering(interrupted).ask)(null)).rejects.toBeInstanceOf(BulkInterrupted)
  })

  test('is one of as many as the core says that it has, where it says so', async () => {
    const counts = [success({ count: 7 }), success(), failed('X')].map((step) => answering(step).core.countUsers())
    expect(await Promise.all(counts)).toEqual([7, null, null])
  })
})

test('a core that cannot list its users is not asked a second time', async () => {
  for (const step of [failed(null), success()]) {
    const { ask, asked } = answering(step)
    const readPage = createUserPages(ask)
    expect([await readPage(null), await readPage(null), asked.length]).toEqual([null, null, 1])
  }
})

test('a page without users is the last one, whatever the core offers behind it', async () => {
  const { ask } = answering(success({ users: [], nextToken: 'more' }))
  expect(await createUserPages(ask)(null)).toEqual({ users: [], token: null, requests: 1 })
})

test('of many items only some are under way at once, each is done, and the first error ends it', async () => {
  let [now, most] = [0, 0]
  const done: number[] = []
  const items = Array.from({ length: 10 }, (_, at) => at)
  await forEachConcurrently(items, 3, async (item) => {
    most = Math.max(most, (now += 1))
    await Promise.resolve()
    now -= 1
    done.push(item)
  })
  expect([most, done.toSorted((a, b) => a - b)]).toEqual([3, items])
  await expect(forEachConcurrently([1], 3, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
