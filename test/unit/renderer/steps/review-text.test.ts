import { expect, test } from 'vitest'
import { freesText } from '../../../../renderer/steps/review/decisions/finding-card.tsx'
import { mayMeetExisting } from '../../../../renderer/steps/review/decisions/findings-panel.tsx'
import { recommendedDecisions } from '../../../../renderer/steps/review/decisions/recommended-button.tsx'
import { entriesThatFit } from '../../../../renderer/steps/review/summary/readiness.tsx'
import { causeTitle } from '../../../../shared/report/state-titles.ts'
import { commonFindings, sharedFindingsText } from '../../../../renderer/steps/review/review-body.tsx'
import { interruptedText, leadOf, reviewNext, startText } from '../../../../renderer/steps/review/review-step.tsx'
import { excludedText } from '../../../../renderer/components/users/use-bulk-actions.ts'
import type { FindingGroup } from '../../../../shared/ipc/views.ts'
import { decisions, noChoices, recommendedChange } from '../../../../shared/planning/choices.ts'
import { describeFinding, type FindingCode } from '../../../../shared/planning/findings.ts'
import { noCounts as counts } from '../../../support/data/made-up-views.ts'
import { liveTarget as target } from '../../../support/data/made-up-targets.ts'

const idle = { kind: 'idle', done: 0, total: 0, reading: null } as const

test('only what the bar does not say stands under the title', () => {
  const filtered = { from: ['list.csv'], named: 4, found: 3, ready: 3 }
  expect([leadOf(null, { migrated: 0 }), leadOf(null, { migrated: 2 }), leadOf(filtered, { migrated: 2 })]).toEqual([
    '',
    'Users already sent are not changed.',
    'Limited to the 3 users of your list.',
  ])
})

test('the rule for existing users is asked for only where it has an effect', () => {
  const methods = (...keys: readonly string[]) => keys.map((key) => ({ key, label: key, users: 3 }))
  expect([
    mayMeetExisting(false, methods('password', 'passwordless')),
    mayMeetExisting(false, methods('passwordless', 'third-party', 'none')),
    mayMeetExisting(true, methods('passwordless')),
  ]).toEqual([true, false, true])
})

test('the footer says that the migration can start and who waits, or why it cannot', () => {
  const say = (change: Partial<Parameters<typeof startText>[0]>, underWay = false, closed: string | null = null) =>
    startText({ target, counts, work: idle, baseline: null, ...change }, underWay, closed)
  expect([
    say({ counts: { ...counts, ready: 5, blocked: 573 } }),
    say({ counts: { ...counts, ready: 5 } }),
    say({ counts: { ...counts, blocked: 1 } }),
    say({}),
    say({ target: null }),
    say({ work: { ...idle, kind: 'reading' } }),
    say({}, true),
    say({ counts: { ...counts, ready: 5 } }, false, 'Review the columns on Map columns first.'),
  ]).toEqual([
    'You can start now. 573 users wait until you decide.',
    'You can start now.',
    'No user is ready. 1 user waits until you decide.',
    'No user is left to send.',
    'Connect a core first, or start a rehearsal.',
    'The export is still being read. You can start when that is done.',
    'A run is under way.',
    'Review the columns on Map columns first.',
  ])
})

function finding(code: FindingCode, group: string, users: number): FindingGroup {
  const { title, meaning, next, choices } = describeFinding(code, group)
  return {
    code,
    group,
    title,
    meaning,
    next,
    users,
    blocks: true,
    choices: choices.map((choice) => ({ ...choice })),
    chosen: null,
    recommended: decisions.recommended({ code, group }),
    option: decisions.optionFor({ code, group }),
    frees: users,
  }
}

test('every recommendation is one of the choices that are offered', () => {
  const groups = [
    finding('unsupported-hash', 'md5', 3),
    finding('unsupported-hash', 'pbkdf2', 2),
    finding('provider-undecided', 'samlp', 2),
    finding('duplicate', '', 1),
    { ...finding('disabled', '', 4), chosen: 'migrate' },
  ]
  const taken = recommendedDecisions(groups)
  expect(taken.map(({ finding: { group, code }, label }) => [code, group, label])).toEqual([
    ['unsupported-hash', 'md5', 'Code login'],
    ['unsupported-hash', 'pbkdf2', 'Code login'],
    ['duplicate', '', 'Keep the first'],
  ])
  expect(
    recommendedChange(
      noChoices,
      taken.map(({ finding }) => finding),
    ),
  ).toEqual({
    hashes: { md5: 'passwordless', pbkdf2: 'passwordless' },
    duplicates: 'exclude',
  })
})

test('with nobody to send, the next step is no start', () => {
  const some = { ...counts, blocked: 44, excluded: 10 }
  const next = (toSend: number, change: Partial<Parameters<typeof reviewNext>[0]> = {}) =>
    reviewNext({ counts: some, step: 'review', isSettled: true, isAgain: false, isUndone: false, ...change }, toSend)
      .label
  expect([
    next(126),
    next(126, { isAgain: true }),
    next(126, { isUndone: true }),
    next(0),
    next(0, { counts: { ...some, blocked: 0, migrated: 5 } }),
    next(0, { counts: { ...some, blocked: 0 } }),
    next(0, { isSettled: false }),
    next(0, { step: 'export' }),
    next(126, { step: 'mapping' }),
  ]).toEqual([
    'Start migration of 126 users…',
    'Migrate 126 users…',
    'Open report',
    'Decide for 44 users',
    'Open report',
    'Start migration…',
    'Start migration…',
    'Load the export',
    'Map columns',
  ])
})

test('a decision says how many users it frees by itself', () => {
  expect([
    freesText({ users: 12, frees: 12 }),
    freesText({ users: 12, frees: 5 }),
    freesText({ users: 12, frees: 0 }),
    freesText({ users: 400_000, frees: null }),
  ]).toEqual([
    'Frees all 12 users.',
    'Frees 5 of them; the others also wait for another decision.',
    'Frees no users by itself: these users also wait for other decisions.',
    'Frees up to 400,000 users.',
  ])
})

test('what came of excluding many users counts those who stay as they are', () => {
  expect([
    excludedText({ changed: 12, skipped: 0, stopped: false, excluded: true }),
    excludedText({ changed: 340, skipped: 0, stopped: true, excluded: true }),
    excludedText({ changed: 1, skipped: 3, stopped: false, excluded: true }),
    excludedText({ changed: 2, skipped: 1, stopped: false, excluded: false }),
  ]).toEqual([
    '12 users excluded.',
    '340 users excluded. Then it was stopped: the other selected users are as they were.',
    '1 user excluded. 3 users stay unchanged: they are excluded already, or in the core.',
    '2 users included again. 1 user stays unchanged: you did not exclude them one by one.',
  ])
})

test('excluding users that ended with the app says how far it was', () => {
  const text = (excluded: boolean) =>
    Object.values(interruptedText({ excluded, done: 340_000, total: 1_000_000 })).join('')
  expect([text(true), text(false)]).toEqual([
    'Excluding users was interrupted. It reached 340,000 of 1,000,000 selected users; the others are as they were. Select the others and exclude them again.',
    'Including users again was interrupted. It reached 340,000 of 1,000,000 selected users; the others are as they were. Select the others and include them again.',
  ])
})

test('a facet shows as many entries as stand in full beside each other, one at least', () => {
  expect([
    entriesThatFit([100, 100, 100], 300),
    entriesThatFit([100, 100, 100], 299),
    entriesThatFit([100, 100, 100], 200),
    entriesThatFit([100, 100, 100, 100], 350),
    entriesThatFit([100, 100, 100, 100], 349),
    // The last of four stands there instead of the words for one more.
    entriesThatFit([100, 100, 100, 100], 400),
    entriesThatFit([100, 100, 100, 100, 100], 900),
    entriesThatFit([100], 20),
    entriesThatFit([], 300),
  ]).toEqual([3, 2, 1, 3, 2, 4, 3, 1, 1])
})

test('a decision is called by what it is about', () => {
  expect([
    causeTitle({ code: 'unsupported-hash', group: 'md5', title: 'Hash that the core cannot check: MD5' }),
    causeTitle({ code: 'provider-undecided', group: 'samlp', title: 'Provider needs a decision: samlp' }),
    causeTitle({ code: 'disabled', group: '', title: 'Disabled in the source' }),
  ]).toEqual(['MD5 hashes', 'Provider “samlp”', 'Disabled in the source'])
})

test('what stays behind for all users is said once', () => {
  const behind = ['metadata', 'joined'].map((group) => ({ code: 'profile-not-kept', group, title: 'Any title' }))
  expect(sharedFindingsText([{ code: 'id-not-kept', group: '', title: 'Old ID not kept' }, ...behind])).toBe(
    'old ID not kept · stays behind: metadata, time joined',
  )
  expect(sharedFindingsText([{ code: 'email-verified', group: '', title: 'Verified email' }])).toBe('verified email')
})

test('what holds for most users is said above their table, but for what blocks and what was decided about a field', () => {
  const common: Parameters<typeof commonFindings>[0][number] = {
    code: 'new-id',
    group: 'documented',
    title: 'Old ID not kept',
    meaning: '',
    next: '',
    users: 90,
    blocks: false,
    choices: [],
    chosen: null,
    recommended: null,
    option: null,
    frees: null,
  }
  const others = [
    { ...common, users: 50 },
    { ...common, blocks: true },
    { ...common, code: 'profile-data', group: 'roles', chosen: 'keep' },
    { ...common, code: 'unmapped-status', group: 'status=1', chosen: 'exclude' },
  ]
  const open = { ...common, code: 'unmapped-email', group: 'alt_mail' }
  expect(commonFindings([common, ...others, open], 100)).toEqual([common, open])
})
