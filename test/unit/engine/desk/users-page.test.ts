import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countStates } from '../../../../electron/engine/desk/counts.ts'
import { usersPage } from '../../../../electron/engine/desk/users-page.ts'
import { sql, transaction, type Database } from '../../../../electron/engine/document/sqlite.ts'
import type { UserFilter } from '../../../../shared/bridge/views.ts'
import { userStates, type UserState } from '../../../../shared/planning/call.ts'
import { plannedDocument } from '../../../support/rounds.ts'

type Made = {
  readonly plan: 'ready' | 'blocked' | 'excluded'
  readonly progress: UserState | null
  readonly failure: string
  readonly email: string
  readonly bucket: string
  readonly methods: string
}

const made = fc.record({
  plan: fc.constantFrom('ready', 'blocked', 'excluded'),
  progress: fc.option(
    fc.constantFrom<UserState>('ready', 'sending', 'migrated', 'failed', 'unknown', 'present', 'blocked'),
    {
      nil: null,
    },
  ),
  failure: fc.constantFrom('a', 'b'),
  email: fc.constantFrom('ann@example.com', 'bob_1@example.com', 'bobx1@example.com', '100%@example.com'),
  bucket: fc.constantFrom('bcrypt', 'none'),
  methods: fc.constantFrom('password', 'passwordless', 'password,third-party', ''),
})

const filter: fc.Arbitrary<UserFilter> = fc.record(
  {
    states: fc.uniqueArray(fc.constantFrom(...userStates), { maxLength: 3 }),
    failure: fc.constantFrom('a', 'b'),
    search: fc.constantFrom('bob_1', '%', 'EXAMPLE', 'u1'),
    hash: fc.constantFrom('bcrypt', 'none'),
    method: fc.constantFrom('password', 'passwordless'),
  },
  { requiredKeys: [] },
)

type Filled = { readonly database: Database; readonly target: number; readonly fill: (users: readonly Made[]) => void }

/** A document whose users are others for every try. */
function fillable(): Filled {
  const { document, target } = plannedDocument([])
  const { database } = document
  const put = (user: Made, id: number) => {
    const { plan, progress, failure, email, bucket, methods } = user
    sql(
      database,
      `INSERT INTO user (id, file_id, line, byte, source_id, source, plan_state, email, bucket, methods)
       VALUES (?, 1, ?, 0, ?, '{}', ?, ?, ?, ?)`,
    ).run(id, id + 1, `u${id}`, plan, email, bucket, methods)
    if (progress === null) return
    const insert = 'INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, ?, ?, ?, 1)'
    sql(database, insert).run(target.id, id, progress, progress === 'failed' ? failure : null)
  }
  return {
    database,
    target: target.id,
    fill: (users) =>
      transaction(database, () => {
        database.exec('DELETE FROM user; DELETE FROM progress')
        users.forEach((user, index) => put(user, index + 1))
      }),
  }
}

function stateOf({ plan, progress }: Made): UserState {
  return progress === null || progress === 'ready' ? plan : progress
}

/** What a filter means, said once more. */
function fits(user: Made, index: number, { states = [], failure, search, hash, method }: UserFilter): boolean {
  return (
    (states.length === 0 || states.includes(stateOf(user))) &&
    (failure === undefined || (stateOf(user) === 'failed' && user.failure === failure)) &&
    (search === undefined ||
      [user.email, `u${index + 1}`].some((text) => text.toLowerCase().includes(search.toLowerCase()))) &&
    (hash === undefined || user.bucket === hash) &&
    (method === undefined || user.methods.split(',').includes(method))
  )
}

describe('a page of users', () => {
  test('shows exactly those that fit, in the order of the export, whatever the filter', () => {
    const { database, target, fill } = fillable()
    fc.assert(
      fc.property(fc.array(made, { maxLength: 12 }), filter, (users, filter) => {
        fill(users)
        const expected = users.flatMap((user, index) => (fits(user, index, filter) ? [index + 1] : []))
        const page = usersPage(database, target, filter, null, 500)
        expect([page.rows.map(({ id }) => id), page.total, page.rows.map(({ state }) => state)]).toEqual([
          expected,
          expected.length,
          expected.map((id) => stateOf(users[id - 1] ?? users[0] ?? never())),
        ])
      }),
      { numRuns: 150 },
    )
  })

  test('follows another without a gap', () => {
    const { database, target, fill } = fillable()
    fc.assert(
      fc.property(fc.array(made, { maxLength: 12 }), filter, fc.integer({ min: 1, max: 5 }), (users, filter, size) => {
        fill(users)
        const whole = usersPage(database, target, filter, null, 500).rows.map(({ id }) => id)
        const paged: number[] = []
        for (let after: number | null = null, more = true; more;) {
          const page = usersPage(database, target, filter, after, size)
          paged.push(...page.rows.map(({ id }) => id))
          after = page.next
          more = after !== null
        }
        expect(paged).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })
})

test('the counts of states are those of the users one by one', () => {
  const { database, target, fill } = fillable()
  fc.assert(
    fc.property(fc.array(made, { maxLength: 15 }), (users) => {
      fill(users)
      const expected = Object.fromEntries(
        userStates.map((state) => [state, users.filter((user) => stateOf(user) === state).length]),
      )
      expect([countStates(database, target), countStates(database, null).ready]).toEqual([
        expected,
        users.filter(({ plan }) => plan === 'ready').length,
      ])
    }),
    { numRuns: 100 },
  )
})

function never(): never {
  throw new Error('no users')
}
