import { expect, test } from 'vitest'
import { describeFinding } from '../../../shared/planning/findings.ts'
import type { Call } from '../../../shared/planning/call.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { withVerification } from '../../../shared/planning/plan-user.ts'

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
