import { expect, test } from 'vitest'
import { compareUsers } from '../../../../electron/engine/follow/compare-users.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { watchPlans } from '../../../support/query-plans.ts'

test.each([
  ['ID', ['u1', 'ann@example.com', null], 'user_by_source_id'],
  ['email', [null, 'ann@example.com', null], 'user_by_email'],
  ['phone', [null, null, '+491701234567'], 'user_by_phone'],
] as const)('a user known by the %s is looked up by that alone, however many others have no ID', (_, keys, index) => {
  const { database, plans } = watchPlans(emptyDocument().database)
  compareUsers(database, new Set()).take([1, 0, ...keys, null, null, 0], '{}')
  const steps = plans.flatMap(({ query, steps: all }) => (/user_text AS t/.test(query) ? all : []))
  expect(steps).toContainEqual(expect.stringMatching(`^SEARCH user USING (?:COVERING )?INDEX ${index} [(]`))
})
