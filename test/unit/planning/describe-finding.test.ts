import { describe, expect, it, test } from 'vitest'
import type { Call } from '../../../shared/planning/call.ts'
import { describeFinding, type FindingCode, findingCodes } from '../../../shared/planning/findings.ts'
import { withVerification } from '../../../shared/planning/plan-user.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { decisions } from '../../../shared/planning/choices.ts'
import { changes } from '../../../shared/planning/delta-groups.ts'
import { profileGroupNames } from '../../../shared/users/user.ts'

// The keys of a record typed by the codes.
const codes = Object.keys(findingCodes) as FindingCode[]

describe('the words for a finding', () => {
  it('say what it is, what it means and what can be decided', () => {
    expect(describeFinding('unsupported-hash', 'pbkdf2')).toEqual({
      title: 'Hash that the core cannot check: PBKDF2',
      meaning:
        'The core cannot check this kind of hash, so users cannot keep their password. Outside this tool, they can be moved one by one at their next login.',
      choices: [
        {
          value: 'passwordless',
          label: 'Code login',
          consequence: 'They sign in with a code instead.',
        },
        {
          value: 'exclude',
          label: 'Exclude',
          consequence: 'Created only with another login.',
        },
      ],
      next: '',
    })
    expect(describeFinding('provider-undecided', 'samlp').title).toBe('Provider needs a decision: samlp')
    expect([
      describeFinding('excluded-before', 'disabled').title,
      describeFinding('excluded-before', 'tenant-undecided:org:8').title,
      describeFinding('excluded-before', 'argon2').title,
    ]).toEqual([
      'New users excluded by the earlier migration: Disabled in the source',
      'New users excluded by the earlier migration: Tenant needs a decision: org:8',
      'New users excluded by the earlier migration: Argon2',
    ])
  })

  it.each([
    ['computed', 'Password computed by the database, a program or a template', /^Load the file into its database/],
    ['variable', 'Variable in place of a password', /put the values in place/],
    ['placeholder', 'Text in place of a hash', /of the running system/],
    ['firebase-emulator', 'Password of the Firebase emulator', /of the project itself/],
  ])('ask for another export where it brings the passwords: %s', (group, title, next) => {
    const found = describeFinding('unsupported-hash', group)
    expect(found.title).toBe(title)
    expect(found.meaning).toContain('The file has no hash of these users')
    expect(found.next).toMatch(next)
    expect(decisions.recommended({ code: 'unsupported-hash', group })).toBeNull()
    expect(decisions.recommended({ code: 'unsupported-hash', group: 'md5' })).toMatchObject({ value: 'passwordless' })
  })

  it('tell of old IDs whether the core can keep them, and offer to where it can', () => {
    const told = ['', 'documented', 'any-core'].map((group) => {
      const { meaning, choices } = describeFinding('new-id', group)
      return [meaning.slice(0, 37), choices.map(({ value }) => value)]
    })
    expect(told).toEqual([
      ['The core makes a new ID for each user', ['keep', 'new']],
      ['The core makes a new ID for each user', []],
      ['A core of the supertokens interface c', ['keep', 'new']],
    ])
    expect(describeFinding('new-id', 'documented').meaning).toContain('the documented interface cannot map the old one')
  })

  it('offer answers for every finding that blocks', () => {
    expect(codes.filter((code) => findingCodes[code].blocks && describeFinding(code, '').choices.length === 0)).toEqual(
      [],
    )
  })

  it('name a way out of every finding in each of its groups: an option, or a next step', () => {
    const groups = ['', 'acme', ...severalGroups]
    const refs = codes.flatMap((code) => groups.map((group) => ({ code, group })))
    const without = refs.filter(
      (ref) => decisions.optionFor(ref) === null && describeFinding(ref.code, ref.group).next === '',
    )
    expect(without).toEqual([])
    const sentences = refs.map(({ code, group }) => describeFinding(code, group).next).filter((next) => next !== '')
    expect(sentences.filter((next) => !/^[A-Z].*[a-z.]\.$/.test(next))).toEqual([])
  })
})

/** Groups in which a finding says something else, or offers no answer. */
const severalGroups = [
  'documented',
  'any-core',
  'can-link',
  'unlicensed',
  'several-methods',
  'source-id',
  'email-invalid',
  'bcrypt',
  ...profileGroupNames,
  ...profileGroupNames.map((part) => `any-core:${part}`),
  ...changes,
]

const imported: Call = { kind: 'import', email: 'ann@example.com', passwordHash: 'made-up', family: 'bcrypt' }
const byCode: Call = { kind: 'passwordless', contact: { kind: 'email', email: 'ann@example.com' } }

const plan = (...calls: Call[]): Plan => ({
  state: 'ready',
  calls,
  findings: [],
  bucket: { kind: 'none' },
  email: null,
  phone: null,
})
const [yes, no] = [{ emailVerified: true }, { emailVerified: false }]
const groups = (one: Plan) => one.findings.map(({ code, group, blocks }) => [code, group, blocks])

test('a verified email that an import leaves unverified is a finding, with a decision where the core can be told', () => {
  const undecided = withVerification(plan(imported), yes, false, { verifyEmails: false }, 'supertokens')
  const behind = withVerification(plan(imported), yes, false, { verifyEmails: true }, 'documented')
  expect([groups(undecided), groups(behind)]).toEqual([
    [['verification-not-kept', '', false]],
    [['verification-not-kept', 'documented', false]],
  ])
  expect([
    describeFinding('verification-not-kept', '').choices.map(({ value }) => value),
    describeFinding('verification-not-kept', 'documented').choices,
    describeFinding('verification-not-kept', 'documented').meaning.includes('stays behind'),
  ]).toEqual([['mark', 'skip'], [], true])
})

test('nothing is said where nothing is lost: marked, unverified, unknown, corrected, or by a code', () => {
  const off = { verifyEmails: false }
  const plans = [
    withVerification(plan(imported), yes, false, { verifyEmails: true }, 'supertokens'),
    withVerification(plan(imported), no, false, off, 'supertokens'),
    withVerification(plan(imported), { emailVerified: null }, false, off, 'documented'),
    withVerification(plan(imported), yes, true, off, 'documented'),
    withVerification(plan(byCode), yes, false, off, 'documented'),
    withVerification(plan(), yes, false, off, 'documented'),
  ]
  expect(plans.flatMap(groups)).toEqual([])
})

test('addresses in a column of sign-in names are told as such where they are no emails of their users', () => {
  const meaningOf = (field: string) => describeFinding('unmapped-email', field, true).meaning
  expect(meaningOf('login')).toContain('the names that users sign in with')
  expect(meaningOf('private_email')).not.toContain('the names that users sign in with')
  for (const field of ['login', 'private_email'])
    expect(meaningOf(field)).toContain('an import serves only users without')
})
