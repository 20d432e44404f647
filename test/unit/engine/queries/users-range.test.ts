import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createUserColumns } from '../../../../electron/engine/queries/user-index/user-columns.ts'
import { createUsersViews } from '../../../../electron/engine/queries/user-index/users-view.ts'
import { usersPage } from '../../../../electron/engine/queries/users-page.ts'
import { usersRange } from '../../../../electron/engine/queries/users-range.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { userSorts, type UserFilter } from '../../../../shared/ipc/views.ts'
import { must } from '../../../support/documents.ts'
import { planAs } from '../../../support/planned-users.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'

type RangeOrder = Parameters<typeof usersRange>[3]

const users = 40
const emails = Array.from({ length: users }, (_, n) => `${['ann', 'bo', 'cy'][n % 3]}${(n * 7) % users}@example.com`)

/** Forty users, every third of them blocked, one removed from the middle. */
function fortyUsers(planned: boolean) {
  const { document, target } = plannedDocument(emails.map((email) => [importOf(email)]))
  const { database } = document
  emails.forEach((email, index) => database.exec(`UPDATE user SET email = '${email}' WHERE id = ${index + 1}`))
  planAs(database, 'blocked', 'id % 3 = 0')
  database.exec('DELETE FROM user WHERE id = 17; DELETE FROM user_text WHERE user_id = 17')
  setSetting(database, 'plans-current', planned)
  const views = createUsersViews(createUserColumns(database, () => target.id))
  return {
    order: (filter: UserFilter, sort: RangeOrder['sort']) =>
      usersPage(database, views, target.id, { filter, sort, from: 0, limit: 500 }).rows.map(({ id }) => id),
    range: (order: RangeOrder, most?: number) => usersRange(database, views, target.id, order, most),
  }
}

const filter = fc.constantFrom<UserFilter>({}, { search: 'bo' }, { states: ['blocked'] }, { states: ['ready'] })
const sort = fc.record({ by: fc.constantFrom(...userSorts), descending: fc.boolean() })

describe.each([
  ['while nothing is planned', true],
  ['while users are read or planned', false],
])('a range of users %s', (_, planned) => {
  test('is every user between two users in the order of the table, both with them, whichever comes first', () => {
    const { order, range } = fortyUsers(planned)
    fc.assert(
      fc.property(filter, sort, fc.nat(users), fc.nat(users), fc.boolean(), (of, by, one, other, byPlace) => {
        const shown = order(of, by)
        const [start, end] = [one % shown.length, other % shown.length]
        const to = byPlace ? { place: end } : { id: shown[end] ?? 0 }
        const ids = must(range({ filter: of, sort: by, from: shown[start] ?? 0, to })).ids
        expect(ids).toEqual(shown.slice(Math.min(start, end), Math.max(start, end) + 1))
      }),
    )
  })

  test('whose first user is not in the table any more is the other one alone', () => {
    const { range } = fortyUsers(planned)
    const ready = { filter: { states: ['ready'] as const }, sort: { by: 'place', descending: false } as const }
    const query = { ...ready, filter: { states: [...ready.filter.states] }, from: 3 }
    expect(range({ ...query, to: { id: 8 } })).toEqual({ ok: true, value: { ids: [8] } })
  })

  test('of more than can be named one by one is refused with the number and a way out', () => {
    const { range } = fortyUsers(planned)
    const query = { filter: {}, sort: { by: 'place', descending: false } as const, from: 2, to: { id: 30 } }
    expect(range(query, 10)).toMatchObject({
      ok: false,
      error: { code: 'range-too-long', message: expect.stringMatching(/28 users.*10.*filter/s) },
    })
  })
})
