import { expect, test } from 'vitest'
import { createBulkJournal } from '../../../../../electron/engine/runner/bulk/bulk-journal.ts'
import { createOpenBatches, rowIdsOf } from '../../../../../electron/engine/runner/bulk/open-batches.ts'
import { virtualClock } from '../../../../support/virtual-clock.ts'
import { candidatesOf, plannedUsers } from './staged-users.ts'

/** Batches of these users that are being sent. */
function openOf(...batches: readonly (readonly number[])[]) {
  const ids = batches.flat()
  const { document, target } = plannedUsers(ids)
  const clock = virtualClock()
  const committed: number[] = []
  const journal = createBulkJournal(document.database, target.id, clock.now)
  const open = createOpenBatches(journal, clock, (outcomes) => committed.push(...outcomes.map(({ userId }) => userId)))
  const begun = batches.map((users) => {
    const batch = journal.begin(candidatesOf(users))
    open.add(batch)
    return batch
  })
  const [one = 0, other = 0] = begun.map(({ id }) => id)
  return { open, clock, committed, one, other }
}

const rowOf = (id: number) => `row-${id}`

test('rows of all open batches are counted and found by their state', () => {
  const { open, one, other } = openOf([1, 2], [3])
  expect([open.size(), open.countIn('sending'), open.countIn('staged'), open.all().length]).toEqual([3, 3, 0, 2])
  open.apply(one, { kind: 'accepted', rowIds: [1, 2].map(rowOf) })
  expect([open.size(), open.countIn('sending'), open.countIn('staged')]).toEqual([3, 1, 2])
  open.apply(other, { kind: 'accepted', rowIds: [rowOf(3)] })
  const inStates = open.inState('staged', 'sending').map(({ userId }) => userId)
  expect([inStates, rowIdsOf(open.rows())]).toEqual([
    [1, 2, 3],
    ['row-1', 'row-2', 'row-3'],
  ])
})

test('a user that ends leaves, is expected no more, and is a change', async () => {
  const { open, clock, committed, one } = openOf([1, 2])
  open.apply(one, { kind: 'accepted', rowIds: [1, 2].map(rowOf) })
  open.expect(
    one,
    [1, 2].map((userId) => ({ coreId: rowOf(userId), userId })),
  )
  expect([open.expected('row-1'), open.expected('elsewhere')]).toEqual([{ userId: 1, batchId: one }, undefined])
  await clock.advance(5000)
  expect(open.changedAt()).toBe(0)
  const left = open.apply(one, { kind: 'seen', found: new Map([[1, { id: 'row-1' }]]) })
  expect([left.rows.map(({ userId }) => userId), committed, open.changedAt()]).toEqual([[2], [1], 5000])
  expect([open.expected('row-1'), open.expected('row-2')?.userId, open.size()]).toEqual([undefined, 2, 1])
  await clock.advance(1000)
  open.change()
  expect(open.changedAt()).toBe(6000)
  open.apply(one, { kind: 'seen', found: new Map([[2, { id: 'row-2' }]]) })
  // A batch that has left takes no event any more.
  const gone = open.apply(one, { kind: 'not-taken', message: '' })
  expect([open.all(), gone.rows, committed]).toEqual([[], [], [1, 2]])
})

test('another row that stands for a user takes over the id by which the user is expected, unless that is an old ID', () => {
  const { open, one } = openOf([1, 2])
  open.apply(one, { kind: 'accepted', rowIds: [1, 2].map(rowOf) })
  open.expect(one, [
    { coreId: 'row-1', userId: 1 },
    { coreId: 'old-2', userId: 2 },
  ])
  open.adopt(
    one,
    new Map([
      [1, 'copy-1'],
      [2, 'copy-2'],
    ]),
  )
  expect(rowIdsOf(open.rows())).toEqual(['copy-1', 'copy-2'])
  expect(['row-1', 'copy-1', 'old-2', 'copy-2'].map((id) => open.expected(id)?.userId)).toEqual([
    undefined,
    1,
    2,
    undefined,
  ])
})

test('an event for all batches reaches each of them, or the named ones', () => {
  const { open, one, other } = openOf([1], [2])
  open.apply(one, { kind: 'accepted', rowIds: [rowOf(1)] })
  open.apply(other, { kind: 'accepted', rowIds: [rowOf(2)] })
  open.applyToAll({ kind: 'listed', rows: new Map(), whole: true }, new Set([other]))
  expect([open.inState('gone').map(({ userId }) => userId), open.countIn('staged')]).toEqual([[2], 1])
  open.applyToAll({ kind: 'listed', rows: new Map(), whole: true })
  expect(open.countIn('gone')).toBe(2)
})
