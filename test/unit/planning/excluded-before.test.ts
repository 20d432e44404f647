import { expect, test } from 'vitest'
import { type Choices, noChoices } from '../../../shared/planning/choices.ts'
import { inheritedExclusions, withInheritedExclusions } from '../../../shared/planning/decisions/excluded-before.ts'
import type { User } from '../../../shared/users/user.ts'
import { findingsOf, pbkdf2, plan } from './made-users.ts'

/** The plan of a new user under choices of which some were inherited. */
function planned(fields: Partial<User>, choices: Partial<Choices>, inherited: Partial<Choices> = choices) {
  const all = { ...noChoices, ...choices }
  const exclusions = inheritedExclusions(all, { ...noChoices, ...inherited })
  const found = withInheritedExclusions(plan(fields, all), exclusions, all, (left) => plan(fields, left))
  return [found.state, ...findingsOf(found).filter((one) => one.includes('excluded-before'))]
}

const disabledUser = { sourceId: 'u1', email: 'ann@example.com', standing: 'disabled' } as const
const hashed = { sourceId: 'u1', email: 'ann@example.com', hash: { hash: pbkdf2 } }

test('a new user that only an inherited decision would leave out waits, until that is confirmed for it', () => {
  const inherited = { disabled: 'exclude' } as const
  expect(planned(disabledUser, inherited)).toEqual(['blocked', '!excluded-before:disabled'])
  expect(planned(disabledUser, { ...inherited, excludedBefore: { disabled: 'exclude' } }, inherited)).toEqual([
    'excluded',
    'excluded-before:disabled',
  ])
  expect(planned(disabledUser, { ...inherited, excludedBefore: { other: 'exclude' } }, inherited)).toEqual([
    'blocked',
    '!excluded-before:disabled',
  ])
})

test('a decision that was made here, or another one than the inherited, leaves the user out', () => {
  expect(planned(disabledUser, { disabled: 'exclude' }, {})).toEqual(['excluded'])
  expect(planned(disabledUser, { disabled: 'exclude' }, { disabled: 'migrate' })).toEqual(['excluded'])
})

test('a user that is out for another reason, or not out at all, has nothing to wait for', () => {
  const inherited = { disabled: 'exclude' } as const
  expect(planned({ ...disabledUser, standing: 'deleted' }, inherited)).toEqual(['excluded'])
  expect(planned({ ...disabledUser, standing: 'active' }, inherited)).toEqual(['ready'])
})

test('of several inherited exclusions, those without which the user would not be left out are named', () => {
  const both = { ...hashed, standing: 'disabled' } as const
  const inherited = { disabled: 'exclude', hashes: { pbkdf2: 'exclude' } } as const
  expect(planned(both, inherited)).toEqual(['blocked', '!excluded-before:disabled'])
  expect(planned(hashed, inherited)).toEqual(['blocked', '!excluded-before:unsupported-hash:pbkdf2'])
})

test('an inherited exclusion is named as it is typed, and said in words', () => {
  const choices = { ...noChoices, disabled: 'exclude', hashes: { md5: 'exclude' } } as const
  const found = inheritedExclusions(choices, choices)
  expect(found.map(({ name }) => name).toSorted()).toEqual(['disabled', 'unsupported-hash:md5'])
  expect(found.find(({ name }) => name === 'disabled')?.decisionText).toBe(
    '\u201CDisabled in the source: excluded\u201D',
  )
  for (const { without } of found) expect(Object.keys(without(choices))).toHaveLength(1)
})
