import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { glossaryText, stateTerms } from '../../shared/glossary.ts'
import { userStates } from '../../shared/planning/call.ts'

test('docs/glossary.md says what the help says', () => {
  expect(readFileSync('docs/glossary.md', 'utf8')).toBe(glossaryText())
})

test('every state of a user is explained', () => {
  expect(stateTerms.map(({ term }) => term)).toEqual([...userStates])
})
