import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { glossary, stateTerms } from '../../shared/glossary.ts'
import { userStates } from '../../shared/planning/call.ts'

test('docs/glossary.md says what the help says', () => {
  expect(readFileSync('docs/glossary.md', 'utf8')).toBe(glossaryText())
})

test('every state of a user is explained', () => {
  expect(stateTerms.map(({ term }) => term)).toEqual([...userStates])
})

/** The glossary as Markdown, as docs/glossary.md has it. */
function glossaryText(): string {
  const rows = (list: typeof glossary) => list.map(({ term, meaning }) => `- **${term}**: ${meaning}`).join('\n')
  return `# Glossary\n\nThe words of this product that are not the field's own.\n\n${rows(glossary)}\n\n## States of a user\n\n${rows(stateTerms)}\n`
}
