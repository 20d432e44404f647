import { expect, test } from 'vitest'
import { createBulkJournal } from '../../../../../electron/engine/runner/bulk/bulk-journal.ts'
import { findImported } from '../../../../../electron/engine/runner/bulk/core-users.ts'
import { createOpenBatches } from '../../../../../electron/engine/runner/bulk/open-batches.ts'
import type { ReadUserPage } from '../../../../../electron/engine/runner/bulk/core-list.ts'
import { importOf, plannedDocument, realTarget } from '../../../../support/rounds.ts'
import { virtualClock } from '../../../../support/virtual-clock.ts'

const emailOf = (id: number) => `user${id}@example.com`

/** Users who were staged and whose rows the core has taken up. */
function staged(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const { document, target } = plannedDocument(
    ids.map((id) => [importOf(emailOf(id))]),
    realTarget,
  )
  const journal = createBulkJournal(document.database, target.id, () => 1000)
  const open = createOpenBatches(journal, virtualClock(), () => undefined)
  const users = ids.map((id) => ({
    id,
    calls: [importOf(emailOf(id))],
    keys: [{ recipe: 'emailpassword' as const, email: emailOf(id) }],
    externalUserId: null,
  }))
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
