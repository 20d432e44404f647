import { expect, test } from 'vitest'
import {
  createdUsers,
  createProvenance,
  isSignedHere,
  noProvenance,
  originOf,
} from '../../../../electron/engine/document/created-users.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { liveTarget } from '../../../support/rounds.ts'

const secret = Buffer.alloc(32, 1)
const here = createProvenance(secret, { document: 'one', origin: 'https://core.example.com' })

type Row = {
  readonly user?: number
  readonly key?: string
  readonly kind?: string
  readonly state?: string
  readonly id?: string | null
  readonly created?: number | null
  readonly existed?: number | null
  readonly signature?: string | null
  readonly status?: string | null
}

function withCalls(rows: readonly Row[]) {
  const { database } = emptyDocument()
  const { id: target } = targetTable.use(database, liveTarget)
  const insert = database.prepare(
    `INSERT INTO call (target_id, user_id, key, kind, state, since, core_user_id, created, existed, provenance, status)
     VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)`,
  )
  for (const row of rows) {
    const { user = 1, key = 'k', kind = 'import', state = 'done', id = 'c1' } = row
    insert.run(
      target,
      user,
      key,
      kind,
      state,
      id,
      row.created ?? null,
      row.existed ?? null,
      row.signature ?? null,
      row.status ?? null,
    )
  }
  return { database, target }
}

const signed = (key = 'k', id = 'c1') => here.signCreated(key, id)

test.each<readonly [string, Row, counts: readonly number[]]>([
  ['a user that the core said it created, signed here', { created: 1, signature: signed() }, [1, 1, 0, 0]],
  ['one that did not exist before, signed here', { existed: 0, signature: signed() }, [1, 1, 0, 0]],
  ['one that is not signed', { created: 1 }, [1, 0, 1, 0]],
  ['one that existed', { existed: 1, signature: signed() }, [1, 0, 0, 1]],
  ['one of which the core said nothing', { signature: signed() }, [1, 0, 0, 1]],
  ['a call that is under way', { created: 1, state: 'sending' }, [0, 0, 0, 0]],
  ['a call that creates no user', { created: 1, kind: 'role' }, [0, 0, 0, 0]],
  ['a call without a user of the core', { created: 1, id: null }, [0, 0, 0, 0]],
  ['a login at a third party', { created: 1, kind: 'third-party', signature: signed() }, [1, 1, 0, 0]],
  ['a login by code', { created: 1, kind: 'passwordless', signature: signed() }, [1, 1, 0, 0]],
])('%s is counted for an undo', (_, row, expected) => {
  const { database, target } = withCalls([row])
  const { removable, logins, unconfirmed, left } = createdUsers.countSigned(database, target)
  expect([createdUsers.count(database, target), removable, unconfirmed, left]).toEqual(expected)
  expect(createdUsers.countUndo(database, target, here)).toEqual({ removable, logins, unconfirmed, left })
  expect(logins).toBe(removable)
  expect([createdUsers.count(database, target + 1), createdUsers.countSigned(database, target + 1)]).toEqual([
    0,
    { removable: 0, logins: 0, unconfirmed: 0, left: 0 },
  ])
})

test('a user with several login methods is counted once for an undo, by the one that it does most about', () => {
  const ours = (user: number, key: string) => ({ user, key, created: 1, signature: signed(key) })
  const claimed = (user: number, key: string) => ({ user, key, created: 1 })
  const before = (user: number, key: string) => ({ user, key, existed: 1 })
  const { database, target } = withCalls([
    ours(1, 'a'),
    ours(1, 'b'),
    before(2, 'a'),
    ours(2, 'b'),
    ours(3, 'a'),
    claimed(3, 'b'),
    before(4, 'a'),
    claimed(4, 'b'),
    before(5, 'a'),
    before(5, 'b'),
    ...Array.from({ length: 500 }, (_, n) => [claimed(n + 6, 'a'), before(n + 6, 'b')]).flat(),
  ])
  const counts = { removable: 3, logins: 4, unconfirmed: 501, left: 1 }
  expect([createdUsers.count(database, target), createdUsers.countSigned(database, target)]).toEqual([505, counts])
  expect(createdUsers.countUndo(database, target, here)).toEqual(counts)
})

test('a signature of another machine, migration, core, call or user confirms nothing', () => {
  const others = [
    createProvenance(Buffer.alloc(32, 2), { document: 'one', origin: 'https://core.example.com' }),
    createProvenance(secret, { document: 'two', origin: 'https://core.example.com' }),
    createProvenance(secret, { document: 'one', origin: 'https://other.example.com' }),
    noProvenance,
  ]
  const { database, target } = withCalls([{ created: 1, signature: signed() }])
  expect(others.map((one) => createdUsers.countUndo(database, target, one))).toEqual(
    others.map(() => ({ removable: 0, logins: 0, unconfirmed: 1, left: 0 })),
  )
  expect(here.signCreated('k', 'c1')).toMatch(/^[\w-]{22}$/)
  expect([
    here.isCreated(signed(), 'k', 'c1'),
    here.isCreated(signed(), 'k', 'c2'),
    here.isCreated(signed(), 'l', 'c1'),
  ]).toEqual([true, false, false])
  const absent = here.signAbsent('k', 5)
  expect([here.isAbsent(absent, 'k', 5), here.isAbsent(absent, 'k', 6), here.isAbsent(absent, 'l', 5)]).toEqual([
    true,
    false,
    false,
  ])
  expect([here.isCreated(absent, 'k', '5'), here.isAbsent(null, 'k', 5)]).toEqual([false, false])
  expect([
    noProvenance.signCreated('k', 'c'),
    noProvenance.signAbsent('k', 1),
    noProvenance.isCreated(null, 'k', 'c'),
    noProvenance.isAbsent(null, 'k', 1),
  ]).toEqual([null, null, false, false])
})

test('users that calls made come in the order of the export, each once, however many there are', () => {
  const rows = Array.from({ length: 501 }, (_, n) => ({ user: n + 1, created: 1, id: `c${n + 1}` }))
  const { database, target } = withCalls([...rows.toReversed(), { user: 501, key: 'j', id: 'd' }])
  const pages = [...createdUsers.pages(database, target)]
  expect(pages.map((page) => page.length)).toEqual([500, 2])
  const all = pages.flat()
  expect([all[0]?.coreUserId, all.at(-2)?.coreUserId, all.at(-1)]).toEqual([
    'c1',
    'd',
    { userId: 501, key: 'k', coreUserId: 'c501', createdHere: true, signature: null },
  ])
})

test('of one user, the logins that were created are told from those that it was linked to', () => {
  const link = { key: 'link', kind: 'link', id: null, status: 'OK' }
  const { database, target } = withCalls([
    { key: 'new', created: 1 },
    { key: 'old', existed: 1, id: 'c2' },
    link,
    { user: 2, key: 'old', existed: 1, id: 'c3' },
    { user: 3, key: 'old', existed: 1, id: 'c4' },
    { ...link, user: 3, status: 'not-applied' },
    { user: 4, key: 'old', id: 'c5' },
    { ...link, user: 4 },
  ])
  expect(createdUsers.ofUser(database, target, 1).map(({ key }) => key)).toEqual(['new'])
  expect(createdUsers.ofUser(database, target, 2)).toEqual([])
  expect([1, 2, 3, 4].map((user) => createdUsers.linkedBefore(database, target, user))).toEqual([
    ['old'],
    [],
    [],
    ['old'],
  ])
})

test('when the core moves, what this machine signed counts at the new address, and nothing else does', () => {
  const { database, target } = withCalls([
    { user: 1, created: 1, signature: signed() },
    { user: 2, created: 1, signature: 'of another machine' },
  ])
  const moved = createProvenance(secret, { document: 'one', origin: 'https://new.example.com' })
  createdUsers.signAgain(database, target, here, moved)
  const rows = [...createdUsers.pages(database, target)].flat()
  expect(rows.map((row) => [isSignedHere(row, here), isSignedHere(row, moved)])).toEqual([
    [false, true],
    [false, false],
  ])
})

test('a rehearsal core is the same at every start, a live one is its address', () => {
  expect([
    originOf({ kind: 'rehearsal', base_url: 'http://127.0.0.1:1' }),
    originOf({ kind: 'live', base_url: 'x' }),
  ]).toEqual(['rehearsal', 'x'])
})

test('users that an addition alone reached are listed in their order, each once, without those that were created', () => {
  const role = { kind: 'role', status: 'OK' } as const
  const { database, target } = withCalls([
    { ...role, user: 9, key: 'z', id: 'c9' },
    { ...role, user: 9, key: 'y', id: 'c8', kind: 'metadata' },
    { user: 3, key: 'a', status: 'OK' },
    { ...role, user: 3, key: 'b' },
    { ...role, user: 4, key: 'a', state: 'failed' },
    { ...role, user: 5, key: 'a', status: 'UNKNOWN_ROLE_ERROR' },
    { ...role, user: 6, key: 'a', id: null },
    // Its login was begun and not done.
    { user: 7, key: 'a', state: 'sending' },
    { ...role, user: 7, key: 'b', id: 'c7' },
  ])
  const [page = [], ...others] = [...createdUsers.changedPages(database, target)]
  expect(page.map(({ kinds, ...user }) => ({ ...user, kinds: kinds.toSorted() }))).toEqual([
    { userId: 7, key: 'b', coreUserId: 'c7', kinds: ['role'] },
    { userId: 9, key: 'y', coreUserId: 'c8', kinds: ['metadata', 'role'] },
  ])
  expect([others, [...createdUsers.changedPages(database, target + 1)]]).toEqual([[], []])
})

test('the users that an addition alone reached come a page at a time, and none twice', () => {
  const users = Array.from({ length: 1201 }, (_, index) => index + 1)
  const { database, target } = withCalls(users.map((user) => ({ user, kind: 'role', status: 'OK' })))
  const pages = [...createdUsers.changedPages(database, target)]
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat().map(({ userId }) => userId)).toEqual(users)
})
