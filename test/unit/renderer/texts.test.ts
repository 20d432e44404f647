import { expect, test } from 'vitest'
import { bytes, counted, duration, rate } from '../../../renderer/components/texts/format.ts'
import { noSelection, userSelection } from '../../../renderer/components/users/use-users-view.ts'
import { readProviderName } from '../../../renderer/steps/mapping/name-select.tsx'
import { countries } from '../../../renderer/steps/choices.ts'
import { scopeFrom } from '../../../renderer/steps/review/start-dialog.tsx'
import { findingLabel } from '../../../renderer/components/users/filter-panel.tsx'
import { decisionCount, undecided } from '../../../renderer/steps/review/decisions/recommended-button.tsx'
import type { FindingGroup } from '../../../shared/ipc/views.ts'

test('numbers are said for people', () => {
  expect([
    counted(1, 'user'),
    counted(12_554, 'user'),
    counted(2, 'entry', 'entries'),
    bytes(812),
    bytes(1000),
    bytes(48_230_112),
    rate(0),
    rate(0.34),
    rate(12.6),
    duration(300),
    duration(42_000),
    duration(16 * 60_000),
    duration(7_500_000),
  ]).toEqual([
    '1 user',
    '12,554 users',
    '2 entries',
    '812 bytes',
    '1 kB',
    '48 MB',
    '0',
    '0.3',
    '13',
    'less than a second',
    '42 s',
    '16 min',
    '2 h 5 min',
  ])
})

test('a provider name is taken in lower case, at 1 to 28 characters', () => {
  expect([' Azure-AD ', 'x'.repeat(28), 'x'.repeat(29), '', 'my provider', '-x'].map(readProviderName)).toEqual([
    'azure-ad',
    'x'.repeat(28),
    null,
    null,
    null,
    null,
  ])
})

test('every country has a name and its two letters, once', () => {
  const codes = countries.map(({ code }) => code)
  expect({
    twice: codes.length - new Set(codes).size,
    nameless: countries.filter(({ code, name }) => name === code || name === ''),
    de: countries.find(({ code }) => code === 'DE'),
  }).toEqual({ twice: 0, nameless: [], de: { code: 'DE', name: 'Germany' } })
})

test('a run concerns all, the first few or the selected, and never nobody', () => {
  const all = userSelection.with(userSelection.allMatching({ hash: ['bcrypt'] }), [3], false)
  expect([
    scopeFrom('all', 10, noSelection),
    scopeFrom('first', 10, noSelection),
    scopeFrom('selected', 10, userSelection.with(noSelection, [3, 4], true)),
    scopeFrom('selected', 10, all),
  ]).toEqual([
    { kind: 'all' },
    { kind: 'first', users: 10 },
    { kind: 'users', ids: [3, 4] },
    { kind: 'filter', filter: { hash: ['bcrypt'] }, except: [3] },
  ])
  expect([
    scopeFrom('first', 0, noSelection),
    scopeFrom('first', Number.NaN, noSelection),
    scopeFrom('selected', 1, noSelection),
  ]).toEqual([null, null, null])
})

const finding: FindingGroup = {
  code: 'unsupported-hash',
  group: 'pbkdf2',
  title: 'Hash that the core cannot check: PBKDF2',
  meaning: '',
  next: '',
  users: 3,
  blocks: true,
  choices: [],
  chosen: null,
  recommended: null,
  option: null,
  frees: 3,
}

test('a finding is named by what tells it from others first', () => {
  expect([
    findingLabel(finding),
    findingLabel({ code: 'excluded', title: 'Excluded by choice', group: 'md5' }),
    findingLabel({ code: 'redacted-hash', title: 'Hash removed by the exporter', group: 'redacted' }),
    findingLabel({ code: 'duplicate', title: 'Duplicate', group: '' }),
    findingLabel({ code: 'profile', title: 'TOTP secrets: kept by some cores only', group: 'totp' }),
    findingLabel({ code: 'profile', title: 'TOTP secrets', group: 'held' }),
    findingLabel({ code: 'several-methods', title: 'Several login methods', group: 'can-link' }),
    findingLabel({ code: 'new-id', title: 'Old ID not kept', group: 'documented' }),
  ]).toEqual([
    'PBKDF2: hash that the core cannot check',
    'md5: excluded by choice',
    'Hash removed by the exporter',
    'Duplicate',
    'kept by some cores only: TOTP secrets',
    'held: TOTP secrets',
    'Several login methods',
    'Old ID not kept',
  ])
})

test('what waits for a decision blocks, concerns somebody and is not chosen', () => {
  const others = [
    { ...finding, chosen: 'exclude' },
    { ...finding, blocks: false },
    { ...finding, users: 0 },
  ]
  expect(undecided([finding, ...others])).toEqual([finding])
  // Beside an open decision only open ones count, and notes never.
  const taken = { ...finding, chosen: 'exclude' }
  const note = { ...finding, blocks: false }
  expect([[finding, taken, note], [taken, note], [note]].map(decisionCount)).toEqual([1, 1, 0])
})
