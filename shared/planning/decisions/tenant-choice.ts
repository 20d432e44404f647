import { isTenantName } from '../../users/tenant.ts'
import type { Zod } from './decision.ts'

/** The counterpart of a tenant of the source: a tenant of the core, the default tenant (that of the address), or none. */
export type TenantChoice = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'default' | 'exclude' }

export const tenantChoiceSchema = (zod: Zod) =>
  zod.discriminatedUnion('kind', [
    zod.object({ kind: zod.literal('name'), name: zod.string().refine(isTenantName) }),
    zod.object({ kind: zod.literal('default') }),
    zod.object({ kind: zod.literal('exclude') }),
  ])

const namePrefix = 'tenant:'

/** `default`, `exclude`, or the name of a tenant of the core, with `tenant:` before it where it is one of these words. */
export function tenantChoice(value: string): TenantChoice | null {
  if (value === 'default' || value === 'exclude') return { kind: value }
  const name = value.startsWith(namePrefix) ? value.slice(namePrefix.length) : value
  return isTenantName(name) ? { kind: 'name', name } : null
}

/** A choice as the one text that stands for it, whatever the tenant is called. */
export function tenantValue(choice: TenantChoice): string {
  return choice.kind === 'name' ? `${namePrefix}${choice.name}` : choice.kind
}
