import { describe, expect, test } from 'vitest'
import { createBulkJournal } from '../../../../../electron/engine/runner/bulk/bulk-journal.ts'
import { findImported, readCoreUsers } from '../../../../../electron/engine/runner/bulk/core-users.ts'
import { createOpenBatches } from '../../../../../electron/engine/runner/bulk/open-batches.ts'
import type { ReadUserPage } from '../../../../../electron/engine/runner/bulk/core-list.ts'
import { virtualClock } from '../../../../support/virtual-clock.ts'
import { candidatesOf, emailOf, plannedUsers } from './staged-users.ts'

/** Users who were staged and whose rows the core has taken up. */
function staged(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const { document, target } = plannedUsers(ids)
  const journal = createBulkJournal(document.database, target.id, () => 1000)
  const open = createOpenBatches(journal, virtualClock(), () => undefined)
  const users = candidatesOf(ids)
  const batch = journal.begin(users)
  open.add(batch)
  open.apply(batch.id, { kind: 'accepted', rowIds: ids.map((id) => `row-${id}`) })
  open.expect(
    batch.id,
    ids.map((id) => ({ coreId: `row-${id}`, userId: id })),
  )
  return { journal, open }
}

const userOf = (id: string, email: string) => ({ id, loginMethods: [{ recipeId: 'emailpassword', email }] })
const ours = (id: number) => userOf(`row-${id}`, emailOf(id))
const stranger = (id: number) => userOf(`stranger-${id}`, `stranger${id}@example.com`)

/** A core with these pages of users, which counts how many were read. */
function pagesOf(pages: readonly (readonly ReturnType<typeof userOf>[])[]) {
  const reads: number[] = []
  const readPage: ReadUserPage = (token) => {
    const place = Number(token ?? 0)
    reads.push(place)
    return Promise.resolve({ users: pages[place] ?? [], token: place + 1 < pages.length ? String(place + 1) : null })
  }
  return { readPage, reads }
}

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('a look goes on to where earlier ones began, though more have left the list than it was told of', async () => {
  const { journal, open } = staged(200)
  const { readPage, reads } = pagesOf([
    ids(101, 50).map(ours),
    ids(151, 50).map(ours),
    ids(1, 50).map(ours),
    ids(51, 50).map(ours),
    ...ids(0, 20).map((page) => ids(page * 50, 50).map(stranger)),
  ])
  expect(await findImported({ readPage, journal, open }, 60)).toBe(200)
  expect([open.size(), reads.length]).toEqual([0, 5])
})

test('users with old join times, of whom each page has one, are left to look-ups that cost less', async () => {
  const { journal, open } = staged(200)
  const { readPage, reads } = pagesOf(
    ids(1, 200).map((id) => [ours(id), ...ids(id * 50, 49).map((other) => stranger(other))]),
  )
  const met = await findImported({ readPage, journal, open }, 200)
  // A page costs as much as four look-ups: after a quarter of them, pages and look-ups would cost as much.
  expect(reads.length).toBeLessThanOrEqual(60)
  expect([met, open.size()]).toEqual([51, 149])
})

test('pages of strangers end a look', async () => {
  const { journal, open } = staged(20)
  const { readPage, reads } = pagesOf(ids(0, 200).map((page) => ids(page * 50, 50).map(stranger)))
  expect([await findImported({ readPage, journal, open }, 20), reads.length]).toEqual([0, 6])
})

describe('all users of a core', () => {
  const counting = (count: number) => ({ countUsers: () => Promise.resolve(count) })

  test('are known once as many were listed as it counts, also where the tenants repeat them', async () => {
    const { readPage } = pagesOf([ids(1, 3).map(ours), ids(1, 3).map(ours), ids(4, 2).map(ours)])
    expect(await readCoreUsers({ core: counting(5), readPage }, 100)).not.toBeNull()
  })

  test.each([
    ['a list that ends before', 6, 100],
    ['more users than are worth it', 6, 5],
  ])('are not known of %s', async (_, counted, most) => {
    const { readPage } = pagesOf([ids(1, 5).map(ours)])
    expect(await readCoreUsers({ core: counting(counted), readPage }, most)).toBeNull()
  })

  test('are not known of a list that begins again for ever, and of one that is long and new they are', async () => {
    const page = ids(1, 500)
    const forever: ReadUserPage = () => Promise.resolve({ users: page.map(ours), token: 'again' })
    expect(await readCoreUsers({ core: counting(501), readPage: forever }, 1000)).toBeNull()
    const { readPage } = pagesOf(ids(0, 110).map((n) => ids(1 + n * 500, 500).map(ours)))
    expect(await readCoreUsers({ core: counting(55_000), readPage }, 100_000)).not.toBeNull()
  })
})
