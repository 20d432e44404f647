import type { CoreFacts } from '../core-api/check-result.ts'
import { isTenantName, publicTenant, tenantKey } from '../users/tenant.ts'
import { sentTo, tenantOf, type Call } from './call.ts'
import type { Choices } from './choices.ts'
import type { PlanContext } from './judge-for-plan.ts'
import { addFinding, type Finding, type Person } from './plan.ts'

/**
 * Target of the users of one tenant of the source. `id` null: the default tenant, which is the address itself. `only`:
 * chosen automatically, because source and core have no other.
 */
export type TenantMatch =
  | { readonly kind: 'tenant'; readonly id: string | null; readonly only?: true }
  /** The core says that it does not have this tenant. */
  | { readonly kind: 'missing'; readonly id: string }
  | { readonly kind: 'undecided' | 'excluded' }

type TenantChoices = Pick<Choices, 'tenants' | 'otherTenants'>

/**
 * Finds the tenant of the core for a tenant of the source, by its key: as decided for it, else as decided for all others,
 * else the one of the same name, where the core is known to have it. `isOnly`: the source has no other tenant, so where the core
 * has none either, or cannot be asked, the default one it is: there is nothing to keep apart.
 */
export function matchTenant(
  key: string,
  choices: TenantChoices,
  core: CoreFacts | null | undefined,
  isOnly = false,
): TenantMatch {
  const choice = Object.hasOwn(choices.tenants, key) ? choices.tenants[key] : undefined
  if (choice !== undefined) return choice.kind === 'name' ? named(choice.name, core) : settled[choice.kind]
  const other = choices.otherTenants
  if (other === 'default' || other === 'exclude') return settled[other]
  const same = key.toLowerCase()
  const known = core?.tenants ?? null
  if (isOnly && other !== 'same' && !hasOthers(core) && same !== core?.ownTenant) return onlyTenant
  return isTenantName(same) && (other === 'same' || known !== null) ? named(same, core) : { kind: 'undecided' }
}

function hasOthers(core: CoreFacts | null | undefined): boolean {
  return core?.tenants?.some((tenant) => tenant !== core.ownTenant && tenant !== publicTenant) === true
}

const onlyTenant = { kind: 'tenant', id: null, only: true } as const

const settled = { default: { kind: 'tenant', id: null }, exclude: { kind: 'excluded' } } as const

function named(id: string, core: CoreFacts | null | undefined): TenantMatch {
  // The tenant of the address has one name in a plan, so that its users are known as duplicates.
  if (id === core?.ownTenant) return settled.default
  const known = core?.tenants ?? null
  return known === null || setOf(known).has(id) ? { kind: 'tenant', id } : { kind: 'missing', id }
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** The tenants of a core are the same for all users, and may be thousands. */
function setOf(tenants: readonly string[]): ReadonlySet<string> {
  const known = sets.get(tenants) ?? new Set(tenants)
  sets.set(tenants, known)
  return known
}

/** The tenants of the core that a user goes to. Empty and `excluded`: none, by the operator's choice. */
export type UserTenants = { readonly ids: readonly (string | null)[]; readonly excluded: boolean }

const onlyDefault: UserTenants = { ids: [null], excluded: false }

/** Finds the tenants of one user, with findings about those that need a decision. */
export function planTenants({ user, choices, findings }: Person, { core, isOnlyTenant }: PlanContext): UserTenants {
  const { tenants } = user
  if (tenants === undefined || tenants.length === 0) return onlyDefault
  const ids = new Set<string | null>()
  let isOpen = false
  for (const key of new Set(tenants.map(tenantKey))) {
    const match = matchTenant(key, choices, core, isOnlyTenant)
    if (match.kind === 'tenant') {
      ids.add(match.id)
      if (match.only === true)
        addFinding(findings, 'tenant-default', key, `Of the tenant ${key}, the only one of the export.`)
    } else if (match.kind === 'excluded') {
      addFinding(findings, 'excluded', `tenant:${key}`, `The tenant ${key} is excluded by your decision.`)
    } else {
      isOpen = true
      addTenantFinding(findings, key, match)
    }
  }
  if (ids.size > 1) {
    const detail = `Belongs to ${ids.size} tenants: the core gets the login methods in each of them.`
    addFinding(findings, 'several-tenants', '', detail)
  }
  return { ids: [...ids], excluded: ids.size === 0 && !isOpen }
}

function addTenantFinding(findings: Finding[], key: string, match: TenantMatch): void {
  if (match.kind === 'missing')
    addFinding(findings, 'tenant-missing', key, `The core does not have the tenant ${match.id}.`)
  else addFinding(findings, 'tenant-undecided', key, `It is not decided which tenant of the core stands for ${key}.`)
}

/** The calls of the login methods of a user, once for each of its tenants. */
export function inTenants(calls: readonly Call[], { ids }: UserTenants): readonly Call[] {
  if (ids.length === 1 && ids[0] === null) return calls
  return ids.flatMap((id) => (id === null ? calls : calls.map((call) => sentTo(call, id))))
}

/** The tenants that the calls of a plan go to, each once; null: the address itself. */
export function tenantsOfCalls(calls: readonly Call[]): readonly (string | null)[] {
  return [...new Set(calls.map(tenantOf))]
}
