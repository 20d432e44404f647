import { describe, expect, test } from 'vitest'
import { noOtherHolder, settlePlan } from '../../../electron/engine/import-pipeline/plan-columns.ts'
import { unknownFacts } from '../../../shared/core-api/check-result.ts'
import { choiceFor, type Choices, noChoices } from '../../../shared/planning/choices.ts'
import { callKey, loginOfKey } from '../../../shared/planning/call-key.ts'
import { claimKeys } from '../../../shared/planning/other-users/duplicates.ts'
import type { PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { emptyUser, type User } from '../../../shared/users/user.ts'

const ann: User = {
  ...emptyUser,
  sourceId: 'old-ann',
  email: 'ann@example.com',
  emailVerified: true,
  hash: { hash: '$2b$10$abcdefghijklmnopqrstuu000001ABCDEFGHIJKLMNOPQRSTUVWXe' },
}
const real: PlanContext = {
  scrypt: null,
  dialect: 'supertokens',
  core: { ...unknownFacts, tenants: ['public', 'acme', 'branch'], ownTenant: 'public' },
}
const documented: PlanContext = { scrypt: null, dialect: 'documented' }

function planned(user: Partial<User>, choices: Partial<Choices> = {}, context = real) {
  return settlePlan({ ...ann, ...user }, null, { choices: { ...noChoices, ...choices }, context }, noOtherHolder).plan
}

/** State, keys of the calls, and findings that say something of tenants. */
function outline({ state, calls, findings }: ReturnType<typeof planned>): unknown {
  const about = findings.filter(({ code, group }) => /tenant/.test(code + group))
  return [state, calls.map(callKey), about.map(({ code, group }) => `${code}:${group}`)]
}

describe('the tenant of a user', () => {
  test('is the one of the same name where the core has it, in any case', () => {
    expect(outline(planned({ tenants: ['ACME'] }))).toEqual(['ready', ['acme/import:ann@example.com'], []])
  })

  test('is the default one where the export names none, or that of the address', () => {
    const none = ['ready', ['import:ann@example.com'], []]
    expect([planned({}), planned({ tenants: [] }), planned({ tenants: ['public'] })].map(outline)).toEqual([
      none,
      none,
      none,
    ])
  })

  test('needs a decision where the core cannot have that name, or cannot be asked', () => {
    expect([planned({ tenants: ['org_1'] }), planned({ tenants: ['acme'] }, {}, documented)].map(outline)).toEqual([
      ['blocked', [], ['tenant-undecided:org_1']],
      ['blocked', [], ['tenant-undecided:acme']],
    ])
  })

  test('is named where the core does not have it, decided or not', () => {
    const decided = planned({ tenants: ['org_1'] }, { tenants: { org_1: { kind: 'name', name: 'gone' } } })
    expect([planned({ tenants: ['gone'] }), decided].map(outline)).toEqual([
      ['blocked', [], ['tenant-missing:gone']],
      ['blocked', [], ['tenant-missing:org_1']],
    ])
    expect(decided.findings.map(({ detail }) => detail)).toContain('The core does not have the tenant gone.')
  })

  test('is what was decided for it, else what was decided for all others', () => {
    const tenants: Choices['tenants'] = { org_1: { kind: 'name', name: 'acme' }, org_2: { kind: 'exclude' } }
    const choices: Partial<Choices> = { tenants, otherTenants: 'default' }
    expect(['org_1', 'org_2', 'org_3'].map((one) => outline(planned({ tenants: [one] }, choices)))).toEqual([
      ['ready', ['acme/import:ann@example.com'], []],
      ['excluded', [], ['excluded:tenant:org_2']],
      ['ready', ['import:ann@example.com'], []],
    ])
    expect(outline(planned({ tenants: ['acme'] }, { otherTenants: 'same' }, documented))).toEqual([
      'ready',
      ['acme/import:ann@example.com'],
      [],
    ])
  })

  test('of several tenants: every login method in each, each completed in its own', () => {
    const tenants = ['acme', 'branch']
    expect(outline(planned({ tenants, profile: { roles: ['editor'] } }, { verifyEmails: true }))).toEqual([
      'ready',
      [
        'acme/import:ann@example.com',
        'branch/import:ann@example.com',
        'acme/verify-email:ann@example.com',
        'branch/verify-email:ann@example.com',
        'acme/role:editor',
        'branch/role:editor',
      ],
      ['several-tenants:'],
    ])
  })
})

test('the same email in two tenants is claimed twice, and the key of a call names its login method', () => {
  const [acme, branch] = [planned({ tenants: ['acme'] }), planned({ tenants: ['branch'] })]
  expect([claimKeys(acme), claimKeys(branch)].map(([claim]) => claim?.key)).toEqual([
    'acme/import:ann@example.com',
    'branch/import:ann@example.com',
  ])
  expect(acme.calls.map(callKey).map(loginOfKey)).toEqual([
    { recipe: 'emailpassword', email: 'ann@example.com', tenant: 'acme' },
  ])
})

test('one decision settles every tenant that has none, and that of its own group', () => {
  const choices = { ...noChoices, tenants: { gone: { kind: 'name' as const, name: 'gone' } } }
  const finding = { code: 'tenant-missing', group: 'gone' } as const
  expect([
    choiceFor(choices, { ...finding, code: 'tenant-undecided' }, 'all-same'),
    choiceFor(choices, finding, 'all-default'),
  ]).toEqual([
    { tenants: {}, otherTenants: 'same' },
    { tenants: {}, otherTenants: 'default' },
  ])
})
