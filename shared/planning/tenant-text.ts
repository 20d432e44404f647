import type { Choices } from './choices.ts'

/** What was decided about a tenant of the source, in words. */
export function tenantText(choice: Choices['tenants'][string]): string {
  return choice.kind === 'name' ? choice.name : words[choice.kind]
}

/** The same of all tenants that are not decided by themselves; null: nothing is. */
export function otherTenantsText(choice: Choices['otherTenants']): string | null {
  return choice === null ? null : words[choice]
}

/** What the decision about the tenants that are not decided by themselves is called. */
export const otherTenantsTitle = 'Other tenants'

const words = { default: 'default tenant', same: 'tenant with the same name', exclude: 'excluded' } as const
