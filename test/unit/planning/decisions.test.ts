import { unmappedCodes } from '../../../shared/planning/unmapped-key.ts'
import { expect, test } from 'vitest'
import { optionsOf } from '../../../electron/cli/options/decisions.ts'
import { choiceText } from '../../../electron/engine/reporting/audit.ts'
import { currentDecisions } from '../../../renderer/steps/review/decisions/findings-panel.tsx'
import { decisions, noChoices } from '../../../shared/planning/choices.ts'
import { oneOf } from '../../../shared/planning/decisions/decision.ts'
import { decisionTable } from '../../../shared/planning/decisions/decision-table.ts'
import { schemasOf } from '../../../shared/planning/decisions/choices-schema.ts'
import { findingText } from '../../../shared/planning/findings.ts'
import { decisionsOf } from '../../../shared/planning/decisions/decisions-of.ts'

/** A decision that this product does not have. */
const leftHanded = oneOf({
  findings: {
    'left-handed': {
      blocks: true,
      title: 'Left-handed in the source',
      meaning: 'The core has no left hand.',
      recommended: { value: 'mirror', reason: 'It costs nothing.' },
    },
  },
  answers: [
    { value: 'mirror', label: 'Mirror them', consequence: 'They are created the other way round.' },
    { value: 'exclude', label: 'Exclude', consequence: 'They are not created.' },
  ],
  values: { mirror: 'mirrored', exclude: 'excluded' },
  about: 'Left-handed in the source',
  place: 'Review, Decisions',
  option: {
    name: 'left-handed',
    value: 'mirror|exclude',
    help: 'How to handle left-handed users',
    read: ([value]) => (value === 'mirror' || value === 'exclude' ? value : undefined),
  },
})

const all = decisionsOf({ ...decisionTable, leftHanded })
const leftOut = { leftHanded: 'exclude' } as const
const finding = { code: 'left-handed', group: '' }

test('a decision that is added to the table as one entry is known everywhere', () => {
  const choices = { ...decisions.none, ...all.none, ...all.decide(all.none, finding, 'exclude') }
  const screen = currentDecisions({ choices: { ...noChoices, ...leftOut }, baseline: null }, all.taken)
  expect({
    schema: schemasOf(all.table)['leftHanded']?.safeParse(choices['leftHanded']).success,
    refused: schemasOf(all.table)['leftHanded']?.safeParse('juggle').success,
    text: findingText(leftHanded.findings['left-handed'], ''),
    options: Object.keys(optionsOf(all.table)).includes('left-handed'),
    onScreen: screen.map(({ about, decided, before }) => [about, decided, before]),
    users: all.usersOf({ key: 'leftHanded', group: '' }, [{ ...finding, users: 7 }]),
    typedName: all.nameOf({ key: 'leftHanded', group: '' }),
    answers: all.answers(finding).map(({ value }) => value),
    recommended: all.recommended(finding)?.value,
    hint: all.hint(finding),
    typed: all.decideTyped(all.none, { name: 'left-handed', group: '', answer: 'mirror' }),
    chosen: all.chosen(choices, finding),
    ways: all.waysFor(finding),
    audit: choiceText({ ...decisions.none, ...choices }, null, all).map(
      ({ setting, value }) => `${setting}: ${value}`,
    )[0],
    inherited: all.inherit(all.none, choices)['leftHanded'],
    kept: all.combine({ ...choices, leftHanded: 'mirror' }, choices)['leftHanded'],
  }).toEqual({
    schema: true,
    refused: false,
    text: { title: 'Left-handed in the source', meaning: 'The core has no left hand.', next: '' },
    options: true,
    onScreen: [['Left-handed in the source', 'excluded', false]],
    users: 7,
    typedName: 'left-handed',
    answers: ['mirror', 'exclude'],
    recommended: 'mirror',
    hint: 'left-handed=mirror|exclude',
    typed: { leftHanded: 'mirror' },
    chosen: 'exclude',
    ways: '--decide left-handed=mirror|exclude; on screen: Review, Decisions',
    audit: 'Left-handed in the source: excluded',
    inherited: 'exclude',
    kept: 'mirror',
  })
  const [taken] = all.taken(choices)
  expect([taken?.about, taken?.excludes, { ...choices, ...taken?.undo }]).toEqual([
    'Left-handed in the source',
    true,
    all.none,
  ])
})

test('every exclusion of the table has a name that is typed, and says its option and its place on screen', () => {
  const choices = {
    ...decisions.none,
    families: { argon2: 'exclude' },
    hashes: { malformed: 'exclude', pbkdf2: 'exclude' },
    providers: { okta: { kind: 'exclude' } },
    otherHashes: 'exclude',
    disabled: 'exclude',
    unmapped: { 'unmapped-hash:Old: hash': 'exclude' },
    noLogin: 'exclude',
  }
  const names = decisions.taken(choices).map((one) => [decisions.nameOf(one), decisions.waysOf(decisions.nameOf(one))])
  expect(Object.fromEntries(names)).toEqual({
    'provider-undecided:okta': expect.stringMatching(
      /^--decide provider-undecided:okta=.*; on screen: Review, Decisions$/,
    ),
    'malformed-hash': '--decide malformed-hash=passwordless|exclude; on screen: Review, Decisions',
    'unsupported-hash:pbkdf2': expect.stringMatching(/^--decide unsupported-hash:pbkdf2=.*Review, Decisions$/),
    otherHashes: '--unsupported-hash passwordless|exclude; on screen: Review, Decisions',
    argon2: '--decide argon2=peppered|passwordless|exclude; on screen: Review, Hash families',
    'unmapped-hash:Old: hash': "--decide 'unmapped-hash:Old: hash'=import|ignore; on screen: Review, Decisions",
    disabled: '--decide disabled=migrate|exclude; on screen: Review, Decisions',
    'no-login': expect.stringMatching(/^--decide no-login=exclude; on screen: Review, Decisions$/),
  })
})

test('every decision can be taken: it settles a finding, or has an option of its own', () => {
  const lost = Object.entries(decisionTable).filter(
    ([, { findings, option, names }]) =>
      Object.keys(findings).length === 0 && option === undefined && names.length === 0,
  )
  expect(lost).toEqual([])
})

test('what changed since an earlier migration can be sent or left; of a login that moved, nothing can be sent', () => {
  const values = (group: string) =>
    decisionTable.changed.answers({ code: 'changed-since', group }).map(({ value }) => value)
  expect(['', 'password', 'moved', 'unknown'].map(values)).toEqual([['send', 'skip'], ['send', 'skip'], ['skip'], []])
})

test('a decision for all groups is taken back for all', () => {
  const choices = { ...decisions.none, otherHashes: 'passwordless' }
  const md5 = { code: 'unsupported-hash', group: 'md5' }
  expect([
    decisions.chosen(choices, md5),
    decisions.decide(choices, md5, null),
    decisions.chosen(choices, { code: 'hash-parameters-missing', group: 'firebase-scrypt' }),
  ]).toEqual(['passwordless', { otherHashes: null }, null])
})

test('no number of users stands beside a decision whose finding is gone with it', () => {
  const keepIds = { key: 'keepUserIds', group: '' }
  const counted = [{ code: 'disabled', group: '', users: 3 }]
  expect([
    decisions.usersOf(keepIds, counted),
    decisions.usersOf({ key: 'existing', group: '' }, counted),
    decisions.usersOf({ key: 'disabled', group: '' }, counted),
    decisions.usersOf({ key: 'duplicates', group: '' }, counted),
  ]).toEqual([null, null, 3, 0])
})

test('what is typed as “exclude” leaves users or one of their logins out, and no answer about a field does', () => {
  const answered = decisions.names.flatMap((code) => {
    const hint = decisions.hint({ code, group: 'field=value' }) ?? ''
    const change = decisions.decideTyped(decisions.none, { name: code, group: 'field=value', answer: 'exclude' })
    if (!/[=|]exclude(\||$)/.test(hint) || change === null) return []
    return decisions.taken({ ...decisions.none, ...change }).map(({ excludes }) => [code, excludes])
  })
  expect(answered.length).toBeGreaterThan(10)
  expect(answered.filter(([, excludes]) => excludes === false)).toEqual([])
  const hints = Object.values(unmappedCodes).map((code) => decisions.hint({ code, group: 'x' })?.replace(/^.*=/, ''))
  expect(new Set(hints)).toEqual(new Set(['import|ignore', 'this|mapped', 'disabled|active', 'use|ignore']))
})

test('a status that keeps users out is decided by what it means', () => {
  const finding = { code: 'unmapped-status', group: 'STATUS=LOCKED' }
  const decided = (answer: string) => {
    const change = decisions.decideTyped(decisions.none, { name: finding.code, group: finding.group, answer })
    return change === null ? null : decisions.taken({ ...decisions.none, ...change }).map((one) => one.decided)
  }
  expect([decided('disabled'), decided('active'), decided('exclude'), decided('import')]).toEqual([
    ['disabled'],
    ['active'],
    null,
    null,
  ])
})
