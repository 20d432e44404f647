import { expect, onTestFinished, test } from 'vitest'
import { userCounts } from '../../../../../electron/engine/queries/counts.ts'
import { defaultBulkTiming, type BulkTiming } from '../../../../../electron/engine/runner/bulk/bulk-context.ts'
import { startBulkRound } from '../../../../../electron/engine/runner/bulk/bulk-round.ts'
import type { Send } from '../../../../../electron/engine/runner/step.ts'
import type { BulkPerson } from '../../../../../shared/core-api/bulk-person.ts'
import type { BulkRow } from '../../../../../shared/core-api/bulk-rows.ts'
import type { OperationArgs, OperationName } from '../../../../../shared/core-api/operations.ts'
import { type FoundUser, plainSuccess, type ReplyOutcome } from '../../../../../shared/core-api/outcome.ts'
import { imports, noAnswer, plannedDocument, realTarget, roundOptions, someOf } from '../../../../support/rounds.ts'
import { virtualClock } from '../../../../support/virtual-clock.ts'

const row: BulkRow = {
  id: '',
  externalUserId: null,
  methods: [],
  fingerprint: 0,
  status: 'NEW',
  message: '',
  createdAt: 0,
  updatedAt: 0,
}

const noLogin = {
  tenantIds: null,
  coreId: null,
  email: null,
  phoneNumber: null,
  thirdPartyId: null,
  thirdPartyUserId: null,
}

type Own = {
  /** The answer to a request of this number to stage users; null: they are taken. */
  readonly stage?: (nth: number) => ReplyOutcome | null
  /** The answer to any other request; null: as a core gives it. */
  readonly other?: (operation: OperationName, staged: number) => ReplyOutcome | null
  /** A request to stage users without an answer came through all the same. */
  readonly arrives?: boolean
}

/** Sends this many users in bulk to a core in memory, which takes a second for everything and imports what is staged. */
async function runBulk(users: number, pace: Partial<BulkTiming>, { stage, other, arrives = false }: Own = {}) {
  const clock = virtualClock()
  const { document, target } = plannedDocument(imports(users), realTarget)
  let rows: readonly BulkRow[] = []
  const there: FoundUser[] = []
  const seen = { staged: [] as number[], single: 0, mostRows: 0 }
  const later = (ms: number) => new Promise<void>((resolve) => clock.setTimer(ms, resolve))

  const take = (people: readonly BulkPerson[]) => {
    const taken = people.map(({ methods: [method] }, index) => {
      const email = method?.recipe === 'emailpassword' ? method.email : ''
      return { id: `row-${seen.staged.length}-${index}`, loginMethods: [{ recipeId: 'emailpassword', email }] }
    })
    rows = [
      ...rows,
      ...taken.map(({ id, loginMethods: [login] }) => ({
        ...row,
        id,
        methods: [{ ...noLogin, recipe: 'emailpassword', email: login?.email ?? null }],
      })),
    ]
    seen.mostRows = Math.max(seen.mostRows, rows.length)
    void later(3000).then(() => {
      rows = rows.filter(({ id }) => !taken.some((one) => one.id === id))
      there.unshift(...taken)
      return null
    })
    return taken.map(({ id }) => ({ userId: id, loginMethods: [] }))
  }
  const answer = (operation: OperationName, args: OperationArgs[OperationName]): ReplyOutcome => {
    if (operation === 'bulk-stage' && 'users' in args) {
      const people = args.users
      seen.staged.push(people.length)
      const own = stage?.(seen.staged.length) ?? null
      if (own === null) return { ...plainSuccess, staged: take(people) }
      if (own.kind === 'retry' && arrives) take(people)
      return own
    }
    if (operation === 'import-hash') seen.single += 1
    const found = there.filter(({ loginMethods: [login] }) => 'email' in args && login?.email === args.email)
    const users = operation === 'look-up' ? found : there
    return (
      other?.(operation, seen.staged.length) ?? { ...plainSuccess, users, rows, count: rows.length, userId: 'by call' }
    )
  }
  const send: Send = async (operation, args) => {
    await later(1000)
    return { outcome: answer(operation, args), httpStatus: 200, ms: 1000 }
  }
  const round = startBulkRound({
    ...roundOptions(document, target, send, clock),
    stage: true,
    pace: { ...defaultBulkTiming, quietMs: 2000, ...pace },
  })
  onTestFinished(() => round.tell({ kind: 'cancel' }))
  const atFirst = round.stats().bulk
  const phases = new Set<unknown>()
  let last = atFirst
  const watch = () => {
    last = round.stats().bulk ?? last
    phases.add(last?.phase)
    clock.setTimer(250, watch)
  }
  watch()
  const end = await clock.runUntil(round.ended)
  const counted = [atFirst?.lookedUp, atFirst?.staged, last?.lookedUp, last?.staged]
  return { ...seen, end, phases, counted, counts: someOf(userCounts.states(document.database, target.id)) }
}

test('users are looked up and staged batch by batch, and counted as they are', async () => {
  const { staged, single, end, counted, counts, phases } = await runBulk(5, { batchSize: 2 })
  expect([staged, single, end.kind, counted, counts]).toEqual([[2, 2, 1], 0, 'finished', [0, 0, 5, 5], { migrated: 5 }])
  expect(phases).toEqual(new Set(['looking-up', 'staging', 'waiting', null]))
})

test('a batch of one user has one, and no more wait in the core than may', async () => {
  const { staged, mostRows, counts } = await runBulk(4, { batchSize: 1, maxWaiting: 1 })
  expect([staged, mostRows, counts]).toEqual([[1, 1, 1, 1], 1, { migrated: 4 }])
})

test('a core that cannot be asked about a user it was given ends the run; one that has none gets single calls', async () => {
  const no = { kind: 'failed', httpStatus: 400, message: 'No such list.' } as const
  const given = await runBulk(1, {}, { other: (operation, n) => (operation === 'bulk-count' && n > 0 ? no : null) })
  const none = await runBulk(1, {}, { other: (operation) => (operation === 'bulk-count' ? no : null) })
  expect([given.end, given.single, given.counts]).toEqual([
    { kind: 'stopped', stop: 'repeated-failure', message: expect.stringContaining('No such list.') },
    0,
    { sending: 1 },
  ])
  expect([none.end.kind, none.staged, none.single, none.counts]).toEqual(['finished', [], 1, { migrated: 1 }])
})

test('a core that refuses to be asked about its list is sent no further batch', async () => {
  const stop = { kind: 'stop', why: 'forbidden', httpStatus: 403, message: 'no' } as const
  const other = (operation: OperationName, n: number) => (operation === 'bulk-count' && n > 0 ? stop : null)
  const { end, staged } = await runBulk(12, { batchSize: 1 }, { other })
  expect([end.stop, staged.length < 5]).toEqual(['forbidden', true])
})

test('two batches in a row that did not come through end bulk import, and their users go by single calls', async () => {
  const { staged, single, counts } = await runBulk(5, { batchSize: 1 }, { stage: () => noAnswer })
  expect([staged.length, single, counts]).toEqual([2, 5, { migrated: 5 }])
})

test('a batch that did not come through between others that did ends nothing', async () => {
  const stage = (nth: number) => (nth % 2 === 1 ? noAnswer : null)
  const { staged, single, counted, counts } = await runBulk(5, { batchSize: 1 }, { stage })
  expect([staged.length, single, counted, counts]).toEqual([5, 3, [0, 0, 5, 2], { migrated: 5 }])
})

test('batches that came through without an answer are staged like others', async () => {
  const { staged, single, counted, counts } = await runBulk(
    3,
    { batchSize: 1 },
    { stage: () => noAnswer, arrives: true },
  )
  expect([staged.length, single, counted, counts]).toEqual([3, 0, [0, 0, 3, 3], { migrated: 3 }])
})

test('a user that the core refuses fails, and the others of its batch are staged without it', async () => {
  const stage = (nth: number) => (nth === 1 ? { ...plainSuccess, refused: [{ index: 0, errors: ['E1'] }] } : null)
  const { staged, single, counts } = await runBulk(3, { batchSize: 3 }, { stage })
  expect([staged, single, counts]).toEqual([[3, 2], 0, { migrated: 2, failed: 1 }])
})

test('a refusal that names no user of its batch ends bulk import, and all go by single calls', async () => {
  const stage = () => ({ ...plainSuccess, refused: [{ index: 99, errors: ['E1'] }] })
  const { staged, single, counts } = await runBulk(3, { batchSize: 1 }, { stage })
  expect([staged, single, counts]).toEqual([[1], 3, { migrated: 3 }])
})
