import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { passStage } from '../../../../electron/engine/document/passes.ts'
import { readPlanning } from '../../../../electron/engine/document/plans/plan-row.ts'
import { type Database, transaction } from '../../../../electron/engine/document/sqlite.ts'
import { compareUsers } from '../../../../electron/engine/follow/compare-users.ts'
import { collectDrafts, draftListed } from '../../../../electron/engine/import-pipeline/draft-batch.ts'
import type { User } from '../../../../shared/users/user.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { watchPlans } from '../../../support/query-plans.ts'
import { user as madeUser } from '../../planning/made-users.ts'
import { read, withDocument } from '../document/planned-documents.ts'

function listing(database: Database, users: readonly User[]) {
  const drafts = collectDrafts(draftListed(readPlanning(database)))
  for (const user of users) drafts.add({ line: 1, offset: 0 }, { kind: 'user', user, keys: [] })
  return drafts.take(0)
}

test.each([
  ['ID', { sourceId: 'u1', email: 'ann@example.com' }, 'user_by_source_id'],
  ['email', { email: 'ann@example.com' }, 'user_by_email'],
  ['phone', { phone: '+491701234567' }, 'user_by_phone'],
] as const)('a user known by the %s is looked up by that alone, however many others have no ID', (_, user, index) => {
  const { database, plans } = watchPlans(emptyDocument().database)
  compareUsers(database, new Set()).take(listing(database, [madeUser(user)]))
  const steps = plans.flatMap(({ query, steps: all }) => (/user_text AS t/.test(query) ? all : []))
  expect(steps).toContainEqual(expect.stringMatching(`^SEARCH user USING (?:COVERING )?INDEX ${index} [(]`))
})

/** The result of a comparison; `staged` in the order of keys. */
function found(database: Database, users: readonly User[], gone: ReadonlySet<number>, known: number) {
  passStage.clear(database)
  const comparison = compareUsers(database, gone)
  transaction(database, () => comparison.take(listing(database, users)))
  const { isListed, returned, unclearKeys, ...counts } = comparison.end()
  const staged = passStage.after(database, 0, 1000).map(({ user_id: user, source }) => `${user} ${source}`)
  const listed = Array.from({ length: known }, (_, index) => isListed(index + 1))
  const keys = unclearKeys.map(({ key }) => key).toSorted()
  return { ...counts, keys, listed, returned: returned.toSorted((a, b) => a - b), staged: staged.toSorted() }
}

test.each([
  ['met in the order of the document', [0, 1, 2]],
  ['looked up', [2, 0, 1]],
])('a user who was gone is back with a record of the same ID, %s', (_, order) => {
  const document = emptyDocument()
  const before = [{ sourceId: 'u1' }, { sourceId: 'u2', email: 'ben@example.com' }, { sourceId: 'u1' }].map(madeUser)
  read(document, before)
  // The first record of u1 is missing: its twin, which the listing has, stands for both.
  const users = order.filter((index) => index > 0).flatMap((index) => before[index] ?? [])
  expect(found(document.database, users, new Set([1]), 3)).toMatchObject({ listed: [true, true, true], returned: [1] })
})

test('all records about one user but the first are unclear where they differ, in whatever order they come', () => {
  const document = emptyDocument()
  const [before, other] = [madeUser({ sourceId: 'u1' }), madeUser({ sourceId: 'u1', email: 'ann@example.com' })]
  read(document, [before])
  const twice = { listed: [true], unclear: 2, keys: ['u1'], staged: [] }
  for (const users of [
    [other, before, before],
    [before, before, other],
    [other, other, before],
  ])
    expect(found(document.database, users, new Set(), 1)).toMatchObject(twice)
  const [ben, another] = [madeUser({ sourceId: 'u2' }), madeUser({ sourceId: 'u2', email: 'ben@example.com' })]
  for (const users of [
    [ben, ben, another],
    [another, ben, ben],
  ])
    expect(found(document.database, users, new Set(), 1)).toMatchObject({ ...twice, keys: ['u2'], listed: [false] })
})

/** A few share an ID, some have none, and some are long. */
const someone = fc
  .record({ id: fc.integer({ min: 0, max: 90 }), phone: fc.constantFrom('+491701234567', null) })
  .map(({ id, phone }) => {
    const sourceId = id % 7 === 0 ? null : `u${id}`
    const tenants = id % 11 === 0 ? ['a'.repeat(5000)] : []
    return madeUser({ sourceId, email: `u${id}@example.com`, phone, tenants })
  })

test('a listing says the same in any order, whether users are met one after the other or looked up', async () => {
  const parts = fc.record({
    before: fc.array(someone, { maxLength: 80 }),
    kept: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }),
    added: fc.array(someone, { maxLength: 3 }),
    gone: fc.uniqueArray(fc.integer({ min: 1, max: 80 }), { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(parts, async ({ before, kept, added, gone }) => {
      await withDocument(async (document) => {
        const { database } = document
        read(document, before)
        // Of ten users one is missing, and another one has changed.
        const now = before.flatMap((user, index) => {
          const fate = kept[index % kept.length]
          if (fate === 0) return []
          return [fate === 1 ? { ...user, emailVerified: true } : user]
        })
        const users = [...now.slice(0, 20), ...added, ...now.slice(20)]
        const inOrder = found(database, users, new Set(gone), before.length)
        expect(inOrder).toEqual(found(database, users.toReversed(), new Set(gone), before.length))
      })
    }),
    { numRuns: 40 },
  )
})
