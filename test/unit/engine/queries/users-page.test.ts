import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { createUserColumns } from '../../../../electron/engine/queries/user-index/user-columns.ts'
import { createUsersViews } from '../../../../electron/engine/queries/user-index/users-view.ts'
import { usersPage } from '../../../../electron/engine/queries/users-page.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { type Database, sql, transaction } from '../../../../electron/engine/document/sqlite.ts'
import { bumpUsersVersion } from '../../../../electron/engine/document/facets.ts'
import { userSorts, type UserFilter, type UserPage, type UserSort } from '../../../../shared/ipc/views.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { userStates, type UserState } from '../../../../shared/planning/call.ts'
import { describeContactChange } from '../../../../shared/planning/contact-changes.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { plannedDocument } from '../../../support/rounds.ts'

type PageOrder = Parameters<typeof usersPage>[3]

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
    fc.constantFrom<UserState>('ready', 'sending', 'migrated', 'failed', 'in-doubt', 'existing', 'blocked'),
    {
      nil: null,
    },
  ),
  failure: fc.constantFrom('a', 'b'),
  email: fc.constantFrom('ann@example.com', 'bob_1@example.com', 'bobx1@example.com', '100%@example.com'),
  bucket: fc.constantFrom('bcrypt', 'none'),
  methods: fc.constantFrom('password', 'passwordless', 'password,third-party', ''),
})

/** The export gives the login methods of users without planned ones. */
const shownMethods = ({ methods, bucket }: Pick<Made, 'methods' | 'bucket'>) =>
  methods !== '' ? methods : bucket === 'none' ? 'passwordless' : 'password'

const filter: fc.Arbitrary<UserFilter> = fc.record(
  {
    states: fc.uniqueArray(fc.constantFrom(...userStates), { maxLength: 3 }),
    failure: fc.uniqueArray(fc.constantFrom('a', 'b')),
    search: fc.constantFrom('bob_1', '%', 'EXAMPLE', 'u1'),
    hash: fc.uniqueArray(fc.constantFrom('bcrypt', 'none')),
    method: fc.uniqueArray(fc.constantFrom('password', 'passwordless', 'none')),
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
    keepUser(database, { id, state: plan, email, bucket, methods })
    if (progress === null) return
    const insert = 'INSERT INTO progress (target_id, user_id, state, failure, changed_at) VALUES (?, ?, ?, ?, 1)'
    sql(database, insert).run(target.id, id, progress, progress === 'failed' ? failure : null)
  }
  return {
    database,
    target: target.id,
    fill: (users) =>
      transaction(database, () => {
        database.exec('DELETE FROM user; DELETE FROM user_text; DELETE FROM progress')
        users.forEach((user, index) => put(user, index + 1))
      }),
  }
}

function stateOf({ plan, progress }: Made): UserState {
  return progress === null || progress === 'ready' ? plan : progress
}

/** The meaning of a filter, written a second time. */
function fits(
  user: Made,
  index: number,
  { states = [], failure = [], search, hash = [], method = [] }: UserFilter,
): boolean {
  const methods = shownMethods(user).split(',')
  return (
    (states.length === 0 || states.includes(stateOf(user))) &&
    (failure.length === 0 || (stateOf(user) === 'failed' && failure.includes(user.failure))) &&
    (search === undefined ||
      [user.email, `u${index + 1}`].some((text) => text.toLowerCase().includes(search.toLowerCase()))) &&
    (hash.length === 0 || hash.includes(user.bucket)) &&
    (method.length === 0 || method.some((one) => methods.includes(one)))
  )
}

const sort = fc.record({ by: fc.constantFrom(...userSorts), descending: fc.boolean() })
const inFile: UserSort = { by: 'place', descending: false }

/** The order of a user, written a second time; '' and 0 are no value. */
function valueOf(user: Made, index: number, by: UserSort['by']): string | number {
  const failed = stateOf(user) === 'failed'
  const values: Readonly<Record<UserSort['by'], string | number>> = {
    place: index,
    run: user.plan === 'ready' ? 0 : 1,
    label: user.email,
    email: user.email,
    phone: '',
    sourceId: `u${index + 1}`,
    methods: shownMethods(user),
    family: user.bucket === 'none' ? '' : user.bucket,
    providers: '',
    tenants: '',
    state: stateOf(user),
    note: failed ? user.failure : '',
    tries: 0,
  }
  return values[by]
}

/** The page as the queries make it, its columns loaded anew, two users at a time. */
function pageOf(database: Database, target: number, order: PageOrder): UserPage {
  return usersPage(database, createUsersViews(createUserColumns(database, () => target, 2)), target, order)
}

describe.each([
  ['planned', true],
  ['being planned', false],
])('a page of users that are %s', (_, planned) => {
  test('shows exactly those that fit, in the order of the export, whatever the filter', () => {
    const { database, target, fill } = fillable()
    setSetting(database, 'plans-current', planned)
    fc.assert(
      fc.property(fc.array(made, { maxLength: 12 }), filter, (users, filter) => {
        fill(users)
        const expected = users.flatMap((user, index) => (fits(user, index, filter) ? [index + 1] : []))
        const page = pageOf(database, target, { filter, sort: inFile, from: 0, limit: 500 })
        expect([page.rows.map(({ id }) => id), page.total, page.rows.map(({ state }) => state)]).toEqual([
          expected,
          expected.length,
          expected.map((id) => stateOf(users[id - 1] ?? users[0] ?? never())),
        ])
      }),
      { numRuns: 100 },
    )
  })

  test('follows another without a gap', () => {
    const { database, target, fill } = fillable()
    setSetting(database, 'plans-current', planned)
    fc.assert(
      fc.property(
        fc.array(made, { maxLength: 12 }),
        filter,
        sort,
        fc.integer({ min: 1, max: 5 }),
        (users, filter, sort, size) => {
          fill(users)
          const page = (from: number, limit: number) => pageOf(database, target, { filter, sort, from, limit })
          const whole = page(0, 500)
          const paged: number[] = []
          for (let from = 0; from < whole.total; from += size) paged.push(...page(from, size).rows.map(({ id }) => id))
          expect(paged).toEqual(whole.rows.map(({ id }) => id))
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('users come in the order of any column, those without a value last, whichever way', () => {
  const { database, target, fill } = fillable()
  setSetting(database, 'plans-current', true)
  fc.assert(
    fc.property(fc.array(made, { maxLength: 12 }), filter, sort, (users, filter, sort) => {
      fill(users)
      const page = pageOf(database, target, { filter, sort, from: 0, limit: 500 })
      const values = page.rows.map(({ id }) => valueOf(users[id - 1] ?? never(), id - 1, sort.by))
      const filled = values.filter((value) => value !== '')
      const inOrder = filled.toSorted((a, b) => (a === b ? 0 : a < b === !sort.descending ? -1 : 1))
      expect([values, page.total]).toEqual([
        [...inOrder, ...values.filter((value) => value === '')],
        users.filter((user, index) => fits(user, index, filter)).length,
      ])
    }),
    { numRuns: 200 },
  )
})

test('the first pages of everybody, which come from an index, are those of the columns', () => {
  const { database, target, fill } = fillable()
  setSetting(database, 'plans-current', true)
  fc.assert(
    fc.property(fc.array(made, { minLength: 2, maxLength: 12 }), sort, (users, sort) => {
      fill(users)
      const page = (from: number, limit: number) =>
        pageOf(database, target, { filter: {}, sort, from, limit }).rows.map(({ id }) => id)
      // A page that reaches beyond the last user is made of the columns.
      expect([...page(0, 1), ...page(1, 1)]).toEqual(page(0, 500).slice(0, 2))
    }),
    { numRuns: 60 },
  )
})

test('what changes in the document is seen by the next page: states at once, users when they were planned again', () => {
  const { database, target, fill } = fillable()
  setSetting(database, 'plans-current', true)
  const user: Made = { plan: 'ready', progress: null, failure: 'a', email: 'a@x.org', bucket: 'none', methods: '' }
  fill([user, user])
  const views = createUsersViews(createUserColumns(database, () => target))
  const total = (filter: UserFilter) =>
    usersPage(database, views, target, { filter, sort: inFile, from: 0, limit: 5 }).total
  const before = [total({ states: ['migrated'] }), total({ search: 'b@x' })]
  database.exec(
    `INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (${target}, 1, 'migrated', 1);
     UPDATE user SET email = 'b@x.org' WHERE id = 2`,
  )
  bumpUsersVersion(database)
  expect([before, [total({ states: ['migrated'] }), total({ search: 'b@x' })]]).toEqual([
    [0, 0],
    [1, 1],
  ])
})

describe('columns that are loaded between questions', () => {
  const user: Made = { plan: 'ready', progress: null, failure: 'a', email: 'a@x.org', bucket: 'none', methods: '' }

  test('come in pieces, and are then there', () => {
    const { database, target, fill } = fillable()
    fill(Array.from({ length: 7 }, () => user))
    const whole = createUserColumns(database, () => target, 2)
    whole.stamp()
    let pieces = 0
    while (whole.warm()) pieces += 1
    const [lines] = [whole.lines('email')]
    expect([pieces > 10, lines?.length, [...whole.order('source_id')]]).toEqual([true, 4, [0, 1, 2, 3, 4, 5, 6]])
  })

  test('do not run after the states of users that are being sent', () => {
    const { database, target, fill } = fillable()
    fill(Array.from({ length: 7 }, () => user))
    const columns = createUserColumns(database, () => target, 2)
    let pieces = 0
    for (; columns.warm() && pieces < 1000; pieces += 1) {
      database.exec(
        `INSERT OR REPLACE INTO progress (target_id, user_id, state, changed_at) VALUES (${target}, 1, 'sending', ${pieces})`,
      )
    }
    expect(pieces).toBeLessThan(100)
  })
})

test('a text with a line end in it is found as one', () => {
  const { database, target, fill } = fillable()
  setSetting(database, 'plans-current', true)
  const user: Made = { plan: 'ready', progress: null, failure: 'a', email: 'a@x.org', bucket: 'none', methods: '' }
  fill([user, user, user])
  database.exec("UPDATE user SET source_id = 'one' || char(10) || 'two' WHERE id = 2")
  const found = (search: string) =>
    pageOf(database, target, { filter: { search }, sort: inFile, from: 0, limit: 9 }).rows.map(({ id }) => id)
  expect([found('two'), found('u3'), found('one two')]).toEqual([[2], [3], [2]])
})

test('a user that failed is shown with its cause in plain words, whatever the core wrote', () => {
  const { database, target, fill } = fillable()
  const failedBy = (failure: string): Made => {
    const user = { plan: 'ready', email: 'a@x.org', bucket: 'none', methods: 'password' } as const
    return { ...user, progress: 'failed', failure }
  }
  fill([
    failedBy('import|500|value too long for this column'),
    failedBy('import|503|<html><title>503 Service Unavailable</title></html>'),
    { ...failedBy(''), progress: 'migrated' },
  ])
  const { rows } = pageOf(database, target, { filter: {}, sort: inFile, from: 0, limit: 9 })
  expect(rows.map(({ note }) => note)).toEqual([
    'Value too long for the core',
    'Web page (503) instead of an answer',
    '',
  ])
})

test('values of a column that is not mapped are of note only where they stay behind', () => {
  const { database, target, fill } = fillable()
  const user = { plan: 'ready', progress: null, failure: '', email: 'a@x.org', bucket: 'none', methods: '' } as const
  // The finding is one of a few: it is not said for all.
  fill([user, user, user])
  const insert = sql(
    database,
    'INSERT INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, ?, ?, 0, ?)',
  )
  insert.run(1, 'unmapped-phone', 'mobile_2', 'The field holds what looks like a phone number.')
  insert.run(2, 'unmapped-status', 'STATUS=EXPIRED', 'The field holds what looks like a status.')
  const notesOf = (choice: 'import' | 'exclude') => {
    const unmapped = { 'unmapped-phone:mobile_2': choice, 'unmapped-status:STATUS=EXPIRED': choice }
    setSetting(database, 'choices', { ...noChoices, unmapped })
    const more = { filter: {}, sort: inFile, from: 0, limit: 9 } as const
    return pageOf(database, target, more).rows.map(({ note }) => note)
  }
  // A status that means active is nothing special.
  expect([notesOf('exclude'), notesOf('import')]).toEqual([
    ['Phone number in a column not mapped as one: mobile_2', '', ''],
    ['', '', ''],
  ])
})

test('how many users there are is counted once as long as they stay as they are', () => {
  const { database, target, fill } = fillable()
  setSetting(database, 'plans-current', true)
  const user: Made = { plan: 'ready', progress: null, failure: 'a', email: 'a@x.org', bucket: 'none', methods: '' }
  fill([user, user])
  const views = createUsersViews(createUserColumns(database, () => target))
  const first = () => usersPage(database, views, target, { filter: {}, sort: inFile, from: 0, limit: 5 }).total
  const before = first()
  // Behind its back, as nothing does: every change of users says so.
  database.exec('DELETE FROM user WHERE id = 2')
  const unsaid = first()
  bumpUsersVersion(database)
  expect([before, unsaid, first()]).toEqual([2, 2, 1])
})

test('the counts of states are those of the users one by one', () => {
  const { database, target, fill } = fillable()
  fc.assert(
    fc.property(fc.array(made, { maxLength: 15 }), (users) => {
      fill(users)
      const expected = Object.fromEntries(
        userStates.map((state) => [state, users.filter((user) => stateOf(user) === state).length]),
      )
      expect([userCounts.states(database, target), userCounts.states(database, null).ready]).toEqual([
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

test('a changed user of a later export is shown with the changed part and its detail', () => {
  const { database, target, fill } = fillable()
  const user: Made = { plan: 'ready', progress: null, failure: '', email: 'a@x.org', bucket: 'none', methods: '' }
  fill(Array.from({ length: 4 }, () => user))
  const add = sql(
    database,
    "INSERT INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, 'changed-since', ?, 0, ?)",
  )
  const text = describeContactChange
  const [none, old, mail] = [null, '+14155550101', 'b@x.org']
  add.run(1, 'password', 'Another password.')
  add.run(2, 'contact', text({ from: { email: mail, phoneNumber: none }, to: { email: 'a@x.org', phoneNumber: none } }))
  add.run(
    3,
    'contact',
    text({ from: { email: none, phoneNumber: old }, to: { email: none, phoneNumber: '+14155550177' } }),
  )
  add.run(4, 'contact', text({ from: { email: mail, phoneNumber: none }, to: { email: 'a@x.org', phoneNumber: old } }))
  const { rows } = pageOf(database, target, { filter: {}, sort: inFile, from: 0, limit: 4 })
  expect(
    rows.map(({ changed, formerEmail }) => [changed?.what, changed?.detail, changed?.isSameUser, formerEmail]),
  ).toEqual([
    ['Password', '', false, undefined],
    ['Email', '', true, mail],
    ['Phone number', `Was ${old}`, false, undefined],
    ['Email, phone number', 'Number added', true, mail],
  ])
})
