import { expect, test } from 'vitest'
import { createCandidates } from '../../../../../electron/engine/runner/bulk/candidates.ts'
import { markCallsSending, markUsersSending } from '../../../../../electron/engine/runner/claim-users.ts'
import { withoutHistory } from '../../../../../electron/engine/runner/claimed-user.ts'
import { writeCalls } from '../../../../../shared/planning/call-key.ts'
import type { Call } from '../../../../../shared/planning/call.ts'
import { importOf, plannedDocument, realTarget, socialOf } from '../../../../support/rounds.ts'

const role = (name: string, create: boolean): Call => ({ kind: 'role', role: name, create })

const people: readonly (readonly Call[])[] = [
  [importOf('user1@example.com', 'argon2')],
  [importOf('user2@example.com'), role('admin', true)],
  [importOf('user3@example.com'), role('editor', true)],
  [importOf('user4@example.com'), role('editor', false)],
  [socialOf('g-5')],
  [importOf('user4@example.com')],
]

function candidates(held: readonly string[] = []) {
  const { document, target } = plannedDocument(people, realTarget)
  return createCandidates(document.database, target.id, {
    scoped: false,
    held: new Set(held),
    createdRoles: new Set(['admin']),
    now: () => 1000,
  })
}

const ids = ({ candidates: found }: { readonly candidates: readonly { readonly id: number }[] }) =>
  found.map(({ id }) => id)

test('users with a role that could not be created, and with a login of an earlier user, are not staged', () => {
  const { candidates: found, last } = candidates().next(10)
  expect([found.map(({ id, family }) => [id, family]), last]).toEqual([
    [
      [1, 'argon2'],
      [2, 'bcrypt'],
      [4, 'bcrypt'],
      [5, null],
    ],
    true,
  ])
})

test('users whose hash family waits for the core are not staged, users without a hash are', () => {
  expect([ids(candidates(['bcrypt']).next(10)), ids(candidates(['argon2', 'bcrypt']).next(10))]).toEqual([[1, 5], [5]])
})

test('each user is answered once, up to the limit, and the last answer says so', () => {
  const { next } = candidates()
  const pages = [next(2), next(3), next(2)]
  expect(pages.map((page) => [ids(page), page.last])).toEqual([
    [[1, 2], false],
    [[4, 5], false],
    [[], true],
  ])
})

test.each([
  ['of whom nothing was sent after all', '', [1]],
  ['with a call that is done', "UPDATE call SET state = 'done'", []],
  [
    'with a row in the list of the core',
    "INSERT INTO bulk_row (target_id, user_id, batch_id, place, state) VALUES (1, 1, 1, 0, 'waiting')",
    [],
  ],
])('a user %s is staged or not', (_, change, expected) => {
  const { document, target } = plannedDocument([[importOf('user1@example.com')]], realTarget)
  const { database } = document
  const [call] = withoutHistory({ id: 1, calls: writeCalls([importOf('user1@example.com')]), replaces: 0 }).calls
  if (call === undefined) throw new Error('The user has no call.')
  markUsersSending(database, target.id, [{ id: 1 }], 1)
  markCallsSending(database, target.id, [{ userId: 1, call, at: 1 }], { canLookUp: false, existing: 'skip' })
  database.exec(`UPDATE progress SET state = 'ready'; UPDATE call SET state = 'todo'; ${change}`)
  const options = { scoped: false, held: new Set<string>(), createdRoles: new Set<string>(), now: () => 1 }
  expect(ids(createCandidates(database, target.id, options).next(5))).toEqual(expected)
})
