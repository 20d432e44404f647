import { expect, test } from 'vitest'
import { countScopeReady, writeScope } from '../../../../electron/engine/runner/scope.ts'
import { planAs } from '../../../support/planned-users.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'

test('a run of everybody whom a filter lets through leaves out the few that are not meant, and who is not ready', () => {
  const emails = ['ann@x.org', 'bo@x.org', 'cy@y.org', 'ann@y.org', 'ann@z.org']
  const { document, target } = plannedDocument(emails.map((email) => [importOf(email)]))
  const { database } = document
  emails.forEach((email, index) => database.exec(`UPDATE user SET email = '${email}' WHERE id = ${index + 1}`))
  planAs(database, 'blocked', 'id = 5')
  const scoped = writeScope(database, target.id, { kind: 'filter', filter: { search: 'ann' }, except: [4] }, null)
  const chosen = database.prepare('SELECT user_id FROM scope_user ORDER BY user_id').all()
  expect([scoped, chosen.map((row) => ({ ...(row as object) })), countScopeReady(database, target.id)]).toEqual([
    true,
    [{ user_id: 1 }, { user_id: 5 }],
    1,
  ])
})
