import { expect, test } from 'vitest'
import {
  describeExecutors,
  executorNotes,
  executorSentence,
  type ExecutorFacts,
} from '../../../shared/planning/describe-executors.ts'

const able: ExecutorFacts = { obstacle: null, hasFollowUps: true, singleOnly: 0, overwrites: false }
const unable = { ...able, obstacle: 'This core has no bulk import.' }

test('each choice says how long it takes, and automatic says what is expected', () => {
  expect(describeExecutors(able, 200_000)).toEqual({
    auto: 'Measures single calls for a few seconds, then continues with the faster way. Expected: bulk import.',
    single: 'About 43 minutes, estimated.',
    bulk: 'About 5 minutes, estimated, including the wait for the core’s import job, which comes every five minutes.',
  })
  expect(describeExecutors(able, 100).auto).toMatch(/Expected: single calls\.$/)
})

test('before a run it is said how users will be sent and why', () => {
  const sentences = (['auto', 'single', 'bulk'] as const).map((executor) => executorSentence(able, 200_000, executor))
  expect(sentences).toEqual([
    expect.stringMatching(
      /^Users are sent the faster way.* Expected: bulk import, about 5 minutes \(single calls, about 43 minutes\)\.$/,
    ),
    expect.stringMatching(/^Users are sent by single calls, about 43 minutes, as you chose \(/),
    expect.stringMatching(/^Users are sent by bulk import, about 5 minutes, as you chose \(/),
  ])
  expect(executorSentence(unable, 10, 'bulk')).toBe('Users are sent by single calls. This core has no bulk import.')
})

test('users who cannot be staged are named, unless everybody goes by single calls anyway', () => {
  const some = { ...able, singleOnly: 1204, overwrites: true }
  expect(executorNotes(some, 'auto')).toEqual([
    '1,204 users go by single calls in any case: several logins that are not linked, several tenants, or changed since an earlier migration.',
    'Users who already exist are overwritten by single calls: bulk import cannot replace a password.',
  ])
  expect([
    executorNotes(some, 'single'),
    executorNotes({ ...some, obstacle: 'x' }, 'bulk'),
    executorNotes(able, 'bulk'),
  ]).toEqual([[], [], []])
})
