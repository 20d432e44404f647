import { expect, test } from 'vitest'
import { type ExecutorFacts, executorTexts } from '../../../shared/planning/describe-executors.ts'

const able: ExecutorFacts = { obstacle: null, hasFollowUps: true, singleOnly: 0, overwrites: false }
const unable = { ...able, obstacle: 'This core has no bulk import.' }

test('automatic says what is expected, and no choice names a time that was not measured', () => {
  const texts = executorTexts.all(able, 200_000)
  const sentences = (['auto', 'single', 'bulk'] as const).map((executor) =>
    executorTexts.sentence(able, 200_000, executor),
  )
  expect([texts.auto, executorTexts.all(able, 100).auto, sentences[0]]).toEqual([
    expect.stringMatching(/Expected: bulk import\.$/),
    expect.stringMatching(/Expected: single calls\.$/),
    expect.stringMatching(/^Users are sent the faster way.* Expected: bulk import\.$/),
  ])
  expect([...Object.values(texts), ...sentences].filter((text) => /about \d/i.test(text))).toEqual([])
  expect(executorTexts.sentence(unable, 10, 'bulk')).toBe(
    'Users are sent by single calls. This core has no bulk import.',
  )
})

test('users who cannot be staged are named, unless everybody goes by single calls anyway', () => {
  const some = { ...able, singleOnly: 1204, overwrites: true }
  expect(executorTexts.notes(some, 'auto')).toEqual([
    '1,204 users go by single calls in any case: several logins that are not linked, several tenants, or changed since an earlier migration.',
    'Users who already exist are overwritten by single calls: bulk import cannot replace a password.',
  ])
  expect(executorTexts.notes({ ...able, singleOnly: 1 }, 'auto')).toEqual([
    expect.stringMatching(/^1 user goes by single calls/),
  ])
  expect([
    executorTexts.notes(some, 'single'),
    executorTexts.notes({ ...some, obstacle: 'x' }, 'bulk'),
    executorTexts.notes(able, 'bulk'),
  ]).toEqual([[], [], []])
})
