import { expect, test } from 'vitest'
import { choiceFor, findingChoices, noChoices } from '../../../shared/planning/choices.ts'
import { tenantChoice, tenantValue } from '../../../shared/planning/decisions/tenant-decisions.ts'

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

test('the same name is offered only where a core may have it', () => {
  const offers = (code: 'tenant-undecided' | 'tenant-missing', group: string) =>
    findingChoices(code, group).some(({ value }) => value === 'all-same')
  expect(offers('tenant-undecided', 'Acme')).toBe(true)
  // A core that lists its tenants was searched for the name; no tenant is called `org_1`.
  expect([offers('tenant-missing', 'acme'), offers('tenant-undecided', 'org_1')]).toEqual([false, false])
})
