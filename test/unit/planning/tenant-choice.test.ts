import { expect, test } from 'vitest'
import { choiceFor, tenantChoice, tenantValue } from '../../../shared/planning/choice-change.ts'
import { noChoices } from '../../../shared/planning/choices.ts'

test.each(['default', 'exclude', 'name', 'customer-b', 'all-same'])('a tenant of the core may be called %s', (name) => {
  const value = tenantValue({ kind: 'name', name })
  expect(tenantChoice(value)).toEqual({ kind: 'name', name })
  expect(choiceFor(noChoices, { code: 'tenant-undecided', group: 'org_1' }, value)).toEqual({
    tenants: { org_1: { kind: 'name', name } },
  })
})

test('the default tenant and excluding are words of their own', () => {
  for (const kind of ['default', 'exclude'] as const) expect(tenantChoice(tenantValue({ kind }))).toEqual({ kind })
})

test('what no tenant is called decides nothing', () => {
  const decided = ['../users', 'recipe', 'Acme', '', 'tenant:', 'name'].map((value) =>
    choiceFor(noChoices, { code: 'tenant-undecided', group: 'org_1' }, value),
  )
  expect(decided).toEqual([null, null, null, null, null, null])
})
