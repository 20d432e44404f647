import { expect, test } from 'vitest'
import { unknownFacts } from '../../../../shared/core-api/check-result.ts'
import { missingRolesText } from '../../../../electron/engine/queries/planned-facts.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'

const facts = { ...unknownFacts, roles: ['editor'] }

/** Users with these roles in this order. */
function withRoles(...roles: readonly (readonly string[])[]) {
  const { database } = plannedDocument(roles.map((_, n) => [importOf(`user${n}@example.com`)])).document
  database.exec("UPDATE facet SET profile = 'roles'")
  const write = database.prepare('UPDATE user_text SET source = ? WHERE user_id = ?')
  roles.forEach((names, at) => write.run(JSON.stringify({ profile: { roles: names } }), at + 1))
  return database
}

test('roles that a core lacks are named where it is connected', () => {
  const database = withRoles(['editor'], [' guest '], ['guest', 'admin'])
  expect(missingRolesText(database, facts)).toBe(
    'The core lacks roles of the export: “guest”, “admin”. Decide each: --decide role-missing:ROLE=create|exclude; on screen: Review, Decisions.',
  )
})

test('that only some users were read for it is said', () => {
  const database = withRoles(['guest'], ['editor'], ['admin'])
  expect(missingRolesText(database, facts, 2)).toContain(
    '“guest”. Decide each: --decide role-missing:ROLE=create|exclude; on screen: Review, Decisions. Only the first 2 users with roles were read',
  )
  expect(missingRolesText(database, facts, 3)).not.toContain('Only the first')
})
