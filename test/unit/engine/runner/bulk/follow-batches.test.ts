import { describe, expect, test } from 'vitest'
import {
  createCopies,
  defaultBulkTiming,
  type BulkContext,
} from '../../../../../electron/engine/runner/bulk/bulk-context.ts'
import { createBulkJournal } from '../../../../../electron/engine/runner/bulk/bulk-journal.ts'
import { type Ask, createCoreList } from '../../../../../electron/engine/runner/bulk/core-list.ts'
import { createFollower } from '../../../../../electron/engine/runner/bulk/follow-batches.ts'
import { createOpenBatches } from '../../../../../electron/engine/runner/bulk/open-batches.ts'
import { createDispatcher } from '../../../../../electron/engine/runner/dispatcher.ts'
import { userCounts } from '../../../../../electron/engine/queries/counts.ts'
import type { BulkRow } from '../../../../../shared/core-api/bulk-rows.ts'
import { plainSuccess, type FoundUser } from '../../../../../shared/core-api/outcome.ts'
import { someOf } from '../../../../support/rounds.ts'
import { noon, virtualClock } from '../../../../support/virtual-clock.ts'
import { candidatesOf, emailOf, plannedUsers } from './staged-users.ts'

const minute = 60_000

function rowOf(id: string, change: Partial<BulkRow> = {}): BulkRow {
  return {
    id,
    externalUserId: null,
    methods: [],
    fingerprint: 0,
    status: 'NEW',
    message: '',
    createdAt: noon,
    updatedAt: noon,
    ...change,
  }
}

/** Follows users that were staged at a core whose list and users a test changes; each request is noted with its minute. */
function following(count: number) {
  const clock = virtualClock()
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const { document, target } = plannedUsers(ids)
  const core = {
    rows: ids.map((id) => rowOf(`row-${id}`)),
    users: [] as FoundUser[],
    /** The newest users have old join times. */
    hidesNew: false,
    asked: [] as { readonly what: string; readonly at: number }[],
  }
  const success = (more: object) =>
    ({ kind: 'success', value: { ...plainSuccess, ...more }, httpStatus: 200, sentAt: { now: 0, ticks: 0 } }) as const
  const ask: Ask = async (operation, args) => {
    const failed = 'status' in args && args.status === 'FAILED'
    const about = failed ? ' FAILED' : 'userId' in args ? ` ${args.userId}` : ''
    core.asked.push({ what: `${operation}${about}`, at: clock.ticks() })
    const listed = core.rows.filter(({ status }) => !failed || status === 'FAILED')
    if (operation === 'bulk-count') return success({ count: listed.length })
    if (operation === 'bulk-list') return success({ rows: listed, nextToken: null })
    if (operation === 'bulk-remove' && 'ids' in args) core.rows = core.rows.filter(({ id }) => !args.ids.includes(id))
    if (operation !== 'find-user' || !('userId' in args)) return success({})
    const user = core.users.find(({ id }) => id === args.userId)
    return user === undefined
      ? {
          kind: 'failed',
          httpStatus: 200,
          status: 'UNKNOWN_USER_ID_ERROR',
          message: '',
          noAnswer: false,
          aboutUser: true,
        }
      : success({ users: [user] })
  }
  const journal = createBulkJournal(document.database, target.id, clock.now)
  const open = createOpenBatches(journal, clock, () => undefined)
  const batch = journal.begin(candidatesOf(ids))
  open.add(batch)
  open.apply(batch.id, { kind: 'accepted', rowIds: ids.map((id) => `row-${id}`) })
  open.expect(
    batch.id,
    ids.map((id) => ({ coreId: `row-${id}`, userId: id })),
  )
  const dispatcher = createDispatcher(clock)
  const list = createCoreList(ask)
  const context: BulkContext = {
    journal,
    open,
    copies: createCopies({ core: list, journal, open }),
    ask,
    core: list,
    readPage: async () => {
      core.asked.push({ what: 'list-users', at: clock.ticks() })
      return { users: core.hidesNew ? [] : core.users, token: null }
    },
    send: () => Promise.reject(new Error('nothing is staged')),
    dispatcher,
    clock,
    random: () => 0.5,
    walSync: { sync: () => Promise.resolve(), end: () => Promise.resolve() },
    pace: defaultBulkTiming,
    tally: { lookedUp: 0, staged: 0 },
    atOnce: () => 4,
  }
  const follower = createFollower(context)
  return {
    clock,
    core,
    open,
    follower,
    /** The core imports these users: their rows leave the list. */
    imports: (...imported: readonly number[]) => {
      const names = new Set(imported.map((id) => `row-${id}`))
      core.rows = core.rows.filter(({ id }) => !names.has(id))
      core.users.unshift(
        ...imported.map((id) => ({
          id: `row-${id}`,
          loginMethods: [{ recipeId: 'emailpassword', email: emailOf(id) }],
        })),
      )
    },
    /** The requests since it was called last. */
    asked: () => core.asked.splice(0).map(({ what }) => what),
    /** Follows until the core is closed, without a limit of time. */
    followUntilEnd: () =>
      follower
        .follow(
          () => true,
          () => null,
        )
        .catch(() => 'ended'),
    states: () => someOf(userCounts.states(document.database, target.id)),
    end: () => dispatcher.close(),
  }
}

describe('users in the core’s list', () => {
  test('are counted at each look, and the whole list is read at the first look and after six without a change', async () => {
    const { clock, core, followUntilEnd, end } = following(3)
    const followed = followUntilEnd()
    await clock.advance(4 * minute)
    const lists = core.asked.filter(({ what }) => what === 'bulk-list').map(({ at }) => at)
    const counts = core.asked.filter(({ what }) => what === 'bulk-count').map(({ at }) => at)
    const between = lists.slice(1).map((at, index) => {
      const since = lists[index] ?? 0
      return counts.filter((one) => one > since && one <= at).length
    })
    end()
    expect(await followed).toBe('ended')
    expect([lists[0], lists.length > 3, new Set(between)]).toEqual([0, true, new Set([6])])
    // Looks come quickly at first, then every five seconds.
    expect([counts[0], (counts.at(-1) ?? 0) - (counts.at(-2) ?? 0)]).toEqual([0, 5000])
  })

  test('are listed once a minute while it changes all the time: a row that is stuck shows only there', async () => {
    const { clock, core, imports, followUntilEnd, end } = following(60)
    const followed = followUntilEnd()
    for (let id = 1; id <= 40; id += 1) {
      imports(id)
      await clock.advance(5000)
    }
    end()
    await followed
    const lists = core.asked.filter(({ what }) => what === 'bulk-list').map(({ at }) => at)
    const between = lists.slice(1).map((at, index) => at - (lists[index] ?? 0))
    expect(between.length).toBe(3)
    for (const ms of between) expect(ms).toBeGreaterThanOrEqual(minute)
  })

  test('that left it are looked for among the newest users, and have migrated', async () => {
    const { clock, imports, follower, states, asked, open } = following(3)
    const followed = follower.follow(
      () => true,
      () => null,
    )
    await clock.advance(10_000)
    asked()
    imports(1, 2)
    await clock.advance(6000)
    expect([states(), open.size(), asked().includes('list-users')]).toEqual([{ migrated: 2, sending: 1 }, 1, true])
    // The job is at work, so the last one is being imported as well.
    expect([follower.processing(), follower.rounds.waitingMs(clock.ticks())]).toEqual([1, 0])
    imports(3)
    expect([await clock.runUntil(followed), states()]).toEqual([true, { migrated: 3 }])
    // Nothing of theirs is left in the list, so that it is not read once more.
    expect(asked().at(-1)).toBe('bulk-count')
  })

  test('that left it and are not among the newest are found by reading the list, and looked up one by one', async () => {
    const { clock, core, imports, followUntilEnd, states, asked, end } = following(3)
    const followed = followUntilEnd()
    await clock.advance(10_000)
    core.hidesNew = true
    imports(1)
    asked()
    await clock.advance(5000)
    const requests = asked()
    end()
    await followed
    expect([states(), requests.filter((what) => /^(bulk-list|find-user)/.test(what))]).toEqual([
      { migrated: 1, sending: 2 },
      ['bulk-list', 'find-user row-1'],
    ])
  })

  test('that the core gave up are taken out of it, looked up once more, and left to single calls', async () => {
    const { clock, core, follower, states } = following(2)
    const followed = follower.follow(
      () => true,
      () => null,
    )
    core.rows = [rowOf('row-1', { status: 'FAILED', message: 'E003: a field is missing' }), rowOf('row-2')]
    await clock.advance(20_000)
    expect([states(), core.rows.map(({ id }) => id)]).toEqual([{ ready: 1, sending: 1 }, ['row-2']])
    expect(core.asked.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['bulk-count FAILED', 'bulk-list FAILED', 'bulk-remove', 'find-user row-1']),
    )
    // The list of those it gave up says nothing about the others.
    expect(core.asked.filter(({ what }) => what === 'find-user row-2')).toEqual([])
    core.rows = []
    core.users = [{ id: 'row-2', loginMethods: [{ recipeId: 'emailpassword', email: emailOf(2) }] }]
    await clock.runUntil(followed)
    expect(states()).toEqual({ ready: 1, migrated: 1 })
  })

  test('are taken up by the import job before they leave: it is shown how many, and until when the others wait', async () => {
    const { clock, core, imports, follower, followUntilEnd, end } = following(3)
    expect([follower.processing(), follower.rounds.waitingMs(0), follower.rounds.nextRoundMs(0)]).toEqual([0, 0, null])
    const followed = followUntilEnd()
    await clock.advance(minute)
    const waiting = [follower.processing(), follower.rounds.waitingMs(clock.ticks())]
    core.rows = [rowOf('row-1', { status: 'PROCESSING' }), rowOf('row-2', { status: 'PROCESSING' }), rowOf('row-3')]
    await clock.advance(minute)
    const working = [follower.processing(), follower.rounds.waitingMs(clock.ticks())]
    imports(1, 2)
    await clock.advance(2 * minute)
    const afterwards = [follower.processing(), (follower.rounds.nextRoundMs(clock.ticks()) ?? 0) > 0]
    end()
    await followed
    expect([waiting, working, afterwards]).toEqual([
      [0, minute],
      [2, 0],
      [0, true],
    ])
  })
})

test('nothing is asked while no user is in the list, and the following ends when it is told so', async () => {
  const { clock, asked, imports, follower } = following(1)
  let isDone = false
  const followed = follower.follow(
    () => isDone,
    () => null,
  )
  imports(1)
  await clock.advance(minute)
  asked()
  await clock.advance(minute)
  expect(asked()).toEqual([])
  expect([follower.rounds.waitingMs(clock.ticks()), follower.rounds.nextRoundMs(clock.ticks())]).toEqual([0, null])
  isDone = true
  expect(await clock.runUntil(followed)).toBe(true)
})

test('a job that is late for longer than the operator waits ends the following, and no other one does', async () => {
  const { clock, follower } = following(1)
  let giveUpAfterMs: number | null = null
  const followed = follower.follow(
    () => true,
    () => giveUpAfterMs,
  )
  await clock.advance(60 * minute)
  giveUpAfterMs = 10 * minute
  expect(await clock.runUntil(followed)).toBe(false)
  const other = following(1)
  const gaveUp = other.follower.follow(
    () => true,
    () => 10 * minute,
  )
  await other.clock.runUntil(gaveUp)
  const late = other.clock.ticks() - defaultBulkTiming.lateAfterMs - 10 * minute
  expect([await gaveUp, late > 0 && late <= 5000]).toEqual([false, true])
})

test('rows of another system in the list are no reason to read it at every look', async () => {
  const { clock, core, followUntilEnd, asked, end } = following(2)
  core.rows.push(rowOf('foreign-1'), rowOf('foreign-2'))
  const followed = followUntilEnd()
  await clock.advance(minute)
  asked()
  await clock.advance(minute)
  const lists = asked().filter((what) => what === 'bulk-list').length
  core.rows.push(rowOf('foreign-3'))
  await clock.advance(6000)
  const fresh = asked().includes('bulk-list')
  end()
  await followed
  expect([lists >= 1 && lists <= 3, fresh]).toEqual([true, true])
})
