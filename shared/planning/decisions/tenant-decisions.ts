import { isTenantName, tenantKey } from '../../users/tenant.ts'
import { type Answer, excludeAnswer, type FindingRef, oneOf, perGroup, type Zod } from './decision.ts'
import { ofTenants } from './dependents.ts'
import { readPairs } from './provider-decisions.ts'
import { maxNameKey } from '../../users/name-key.ts'

const tenantWords = { default: 'default tenant', same: 'tenant with the same name', exclude: 'excluded' } as const

const tenantAnswers: readonly Answer[] = [
  {
    value: 'name',
    label: 'Choose the tenant in the core',
    consequence: 'Their login methods are created in the tenant you choose.',
  },
  {
    value: 'default',
    label: 'Default tenant',
    consequence: 'Their login methods are created in the tenant of the address.',
  },
  excludeAnswer('Created only in their other tenants.'),
]
const sameForAll: Answer = {
  value: 'all-same',
  label: 'Same name, for all undecided tenants',
  consequence: 'Each tenant that is not decided stands for the tenant of the core that has its name.',
  forOthers: 'same',
}
const defaultForAll: Answer = {
  value: 'all-default',
  label: 'Default tenant, for all undecided tenants',
  consequence: 'Users of every tenant that is not decided are created in the tenant of the address.',
  forOthers: 'default',
}

function answersOfTenant({ code, group }: FindingRef): readonly Answer[] {
  if (code === 'tenant-default') return tenantAnswers
  return [...tenantAnswers, ...(canBeSame(code, group) ? [sameForAll] : []), defaultForAll]
}

/** A core that lists its tenants was already searched for the name, and no core has a tenant of a name that is not allowed. */
function canBeSame(code: string, group: string): boolean {
  return code === 'tenant-undecided' && (group === '' || isTenantName(group.toLowerCase()))
}

/** The counterpart of a tenant of the source: a tenant of the core, the default tenant (that of the address), or none. */
type TenantChoice = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'default' | 'exclude' }

const tenantChoiceSchema = (zod: Zod) =>
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

/** The text of a choice, unambiguous for any tenant name. */
export function tenantValue(choice: TenantChoice): string {
  return choice.kind === 'name' ? `${namePrefix}${choice.name}` : choice.kind
}

/** Per tenant of the source (`tenantKey`). */
const tenants = perGroup<TenantChoice, 'tenant-undecided' | 'tenant-missing' | 'tenant-default'>({
  findings: {
    'tenant-undecided': {
      blocks: true,
      title: 'Tenant needs a decision',
      groupTitle: (name) => name,
      meaning:
        'The export names a tenant or organization. Choose the tenant of the core that its users go to, the default tenant, or exclude them.',
    },
    'tenant-missing': {
      blocks: true,
      title: 'Tenant that the core does not have',
      groupTitle: (name) => name,
      meaning: 'The core would refuse every request for this tenant.',
      next: 'Create it in the core and check the connection again.',
    },
    /** In groups: the only tenant of the source. */
    'tenant-default': {
      blocks: false,
      title: 'Only tenant, goes to the default tenant',
      groupTitle: (name) => name,
      meaning:
        'The export has this tenant only, and the core none besides that of its address as far as it can be asked, so its users are created there. Choose another tenant where that is wrong.',
    },
  },
  answers: answersOfTenant,
  typed: { name: 'NAME' },
  groupName: 'TENANT',
  exact: true,
  others: 'otherTenants',
  keys: (zod) => zod.string().max(maxNameKey),
  value: tenantChoiceSchema,
  about: (source) => `Tenant ${source}`,
  say: (choice) => (choice.kind === 'name' ? choice.name : tenantWords[choice.kind]),
  excludes: ({ kind }) => kind === 'exclude',
  // The offered answer stands for a field that names the tenant.
  read: (answer) => (answer === 'name' ? null : tenantChoice(answer)),
  write: tenantValue,
  dependents: ofTenants,
  option: {
    name: 'tenant',
    multiple: true,
    value: 'OLD=NEW',
    help: 'Tenant of the core for a tenant of the source, default for that of the address, or exclude; tenant:NAME for one that is called so',
    example: '--tenant org_8=customer-b',
    takes: 'OLD=NEW, where NEW is a tenant of the core (lower-case letters, digits and dashes), default, or exclude',
    read: (texts) => readPairs(texts, tenantKey, tenantChoice),
  },
})

/** For every tenant of the source without an entry of its own. `same`: the tenant of the core that has its name. */
const otherTenants = oneOf({
  findings: {},
  answers: [],
  values: tenantWords,
  // Each finding names the tenant.
  open: 'same',
  about: 'Other tenants',
  dependents: ofTenants,
  option: {
    name: 'other-tenants',
    value: 'same|default|exclude',
    help: 'What becomes of all other tenants of the source; same takes the tenant of that name',
    fallback:
      'the tenant of that name where the core has it; that of the address where export and core have only one; else blocked until decided',
    example: '--other-tenants same',
    takes: 'same, default or exclude',
    read: ([value]) => (value === 'same' || value === 'default' || value === 'exclude' ? value : undefined),
  },
})

export const tenantDecisions = { tenants, otherTenants }
