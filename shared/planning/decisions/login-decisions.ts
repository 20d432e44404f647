import { isTenantName, tenantKey } from '../../users/tenant.ts'
import { tenantChoice, tenantChoiceSchema, tenantValue, type TenantChoice } from '../tenant-choice.ts'
import { type Answer, type Dependents, excludeAnswer, type FindingRef, one, oneOf, perGroup } from './decision.ts'

const excludeLogin = excludeAnswer('Created only with another login.')

/** A provider name of the core (`thirdPartyId`, specification 2.2): lower case, 1 to 28 characters. */
export const providerName = /^[a-z0-9][a-z0-9._-]{0,27}$/

type ProviderChoice = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'exclude' }

function readProvider(answer: string): ProviderChoice | null {
  if (answer === 'exclude') return { kind: 'exclude' }
  return providerName.test(answer) ? { kind: 'name', name: answer } : null
}

/** Pairs of an option, `OLD=NEW`; undefined: one of them is none. */
function readPairs<V>(
  texts: readonly string[],
  keyOf: (text: string) => string,
  read: (text: string) => V | null,
): Record<string, V> | undefined {
  const pairs: Record<string, V> = {}
  for (const text of texts) {
    const at = text.lastIndexOf('=')
    const key = keyOf(text.slice(0, at))
    const value = at <= 0 || key === '' ? null : read(text.slice(at + 1).trim())
    if (value === null) return undefined
    pairs[key] = value
  }
  return pairs
}

/** ISO 3166 country for phone numbers without a country code, e.g. `DE`. */
export const country = one({
  findings: {
    'phone-invalid': {
      blocks: true,
      title: 'Phone number that cannot be completed',
      meaning: 'The number is not valid, or needs a country. Choose the country for numbers without a country code.',
    },
  },
  answers: [
    {
      value: 'country',
      label: 'Choose the country',
      consequence: 'Numbers without a country code are completed with it and judged again.',
    },
  ],
  typed: { country: 'CC' },
  schema: (zod) =>
    zod
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
  none: null,
  about: 'Country of phone numbers without a country code',
  say: (value) => value ?? '',
  excludes: () => false,
  read: (answer) => (/^[A-Za-z]{2}$/.test(answer) ? answer.toUpperCase() : null),
  write: (value) => value,
  place: 'Review, Decisions',
  dependents: { hasPhone: true },
  option: {
    name: 'country',
    value: 'CC',
    help: 'Country of phone numbers without a country code (two letters)',
    example: '--country DE',
    takes: 'two letters, e.g. DE or US',
    read: ([value = '']) => (/^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined),
  },
})

/** Per source provider name (lower case). */
export const providers = perGroup<ProviderChoice, 'provider-undecided'>({
  findings: {
    'provider-undecided': {
      blocks: true,
      title: 'Provider needs a decision',
      groupTitle: (name) => name,
      meaning: 'This name has no match in the core. Choose the provider that it stands for.',
    },
  },
  answers: [
    {
      value: 'name',
      label: 'Choose the provider in the core',
      consequence: 'They are created under the name you choose.',
    },
    excludeLogin,
  ],
  typed: { name: 'NAME' },
  groupName: 'PROVIDER',
  value: (zod) =>
    zod.discriminatedUnion('kind', [
      zod.object({ kind: zod.literal('name'), name: zod.string().regex(providerName) }),
      zod.object({ kind: zod.literal('exclude') }),
    ]),
  about: (source) => `Provider ${source}`,
  say: (choice) => (choice.kind === 'name' ? choice.name : 'excluded'),
  excludes: ({ kind }) => kind === 'exclude',
  read: readProvider,
  write: (choice) => (choice.kind === 'name' ? choice.name : 'exclude'),
  place: 'Review, Decisions',
  dependents: { facet: ({ providers }) => providers !== '', findings: ['unmapped-provider-id', 'unmapped-provider'] },
  option: {
    name: 'provider',
    multiple: true,
    value: 'OLD=NEW',
    help: 'Name of a third-party provider in the core, or exclude',
    example: '--provider windowslive=active-directory',
    takes: 'OLD=NEW, where NEW is 1 to 28 lower-case letters, digits, dots or dashes, or exclude',
    read: (texts) => readPairs(texts, (text) => text.trim().toLowerCase(), readProvider),
  },
})

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

/** A core that lists its tenants has been searched for the same name already; no core has one that cannot be a tenant's. */
function canBeSame(code: string, group: string): boolean {
  return code === 'tenant-undecided' && (group === '' || isTenantName(group.toLowerCase()))
}

const ofTenants: Dependents = { facet: ({ tenants }) => tenants !== '' }

/** Per tenant of the source (`tenantKey`). */
export const tenants = perGroup<TenantChoice, 'tenant-undecided' | 'tenant-missing' | 'tenant-default'>({
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
      meaning:
        'The core would refuse every request for this tenant. Create it in the core and check the connection again, or choose another tenant.',
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
  keys: (zod) => zod.string().max(100),
  value: tenantChoiceSchema,
  about: (source) => `Tenant ${source}`,
  say: (choice) => (choice.kind === 'name' ? choice.name : tenantWords[choice.kind]),
  excludes: ({ kind }) => kind === 'exclude',
  // The offered answer stands for a field that names the tenant.
  read: (answer) => (answer === 'name' ? null : tenantChoice(answer)),
  write: tenantValue,
  place: 'Review, Decisions',
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
export const otherTenants = oneOf({
  findings: {},
  answers: [],
  values: tenantWords,
  // Which tenant that is, each finding says.
  open: 'same',
  about: 'Other tenants',
  place: 'Review, Decisions',
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

const domain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

type PlaceholderChoice = { readonly kind: 'placeholder'; readonly domain: string } | { readonly kind: 'exclude' }

export const thirdPartyWithoutEmail = one<PlaceholderChoice | null, 'third-party-without-email'>({
  findings: {
    'third-party-without-email': {
      blocks: true,
      title: 'Provider gave no email',
      meaning: 'The core requires an email for every user of a provider, and the export has none for these.',
    },
  },
  answers: [
    {
      value: 'placeholder',
      label: 'Use a placeholder email',
      consequence: 'Each gets a placeholder address at a domain you enter; it receives no mail.',
    },
    excludeLogin,
  ],
  typed: { placeholder: 'DOMAIN' },
  schema: (zod) =>
    zod
      .discriminatedUnion('kind', [
        zod.object({ kind: zod.literal('placeholder'), domain: zod.string().regex(domain) }),
        zod.object({ kind: zod.literal('exclude') }),
      ])
      .nullable(),
  none: null,
  about: 'Provider gave no email',
  say: (value) => (value === null ? '' : value.kind === 'placeholder' ? `placeholder at ${value.domain}` : 'excluded'),
  excludes: (value) => value?.kind === 'exclude',
  read: (answer) => {
    if (answer === 'exclude') return { kind: 'exclude' }
    return domain.test(answer) ? { kind: 'placeholder', domain: answer } : null
  },
  write: (value) => value?.kind ?? null,
  place: 'Review, Decisions',
  dependents: 'findings',
})

/** A provider that the export names without the user's id there. */
export const identityWithoutId = oneOf({
  findings: {
    'identity-without-id': {
      blocks: true,
      title: 'Provider user ID not in the export',
      groupTitle: (name) => name,
      meaning:
        'The export names the provider but not the provider user IDs. Often they are in another file or table: add it, and the users become ready.',
    },
  },
  answers: [
    {
      value: 'passwordless',
      label: 'Code login',
      consequence: 'Those with no other login method sign in with a code.',
    },
    excludeLogin,
  ],
  values: { passwordless: 'log in by code', exclude: 'excluded' },
  about: 'Provider user ID not in the export',
  place: 'Review, Decisions',
  dependents: 'findings',
})

export const unverifiedEmail = oneOf({
  findings: {
    'unverified-email': {
      blocks: true,
      title: 'Unverified email that would become verified',
      meaning:
        'This email was never verified at the source. A user created by a code counts as verified, no matter who owns the address.',
    },
  },
  answers: [
    {
      value: 'migrate',
      label: 'Create anyway',
      consequence: 'Their email counts as verified in the core, although it never was.',
    },
    excludeLogin,
  ],
  values: { migrate: 'migrated anyway', exclude: 'excluded' },
  about: 'Unverified email that would become verified',
  place: 'Review, Decisions',
  dependents: 'findings',
})

export const disabled = oneOf({
  findings: {
    disabled: {
      blocks: true,
      title: 'Disabled in the source',
      meaning: 'The core cannot disable users: once created, they can sign in.',
      recommended: { value: 'exclude', reason: 'As in the old system.' },
    },
  },
  answers: [
    { value: 'migrate', label: 'Create anyway', consequence: 'They can sign in again.' },
    excludeAnswer('They stay locked out.'),
  ],
  values: { migrate: 'migrated anyway', exclude: 'excluded' },
  about: 'Disabled in the source',
  place: 'Review, Decisions',
  dependents: 'findings',
})

export const duplicates = oneOf({
  findings: {
    duplicate: {
      blocks: true,
      title: 'Duplicate',
      meaning:
        'An earlier user has the same email, phone number, or provider ID. Creating both would overwrite the earlier one.',
      recommended: { value: 'exclude', reason: 'Creating both would overwrite the earlier user.' },
    },
  },
  answers: [{ value: 'exclude', label: 'Keep the first', consequence: 'The later record is excluded.' }],
  values: { exclude: 'excluded' },
  about: 'Duplicates',
  place: 'Review, Decisions',
  dependents: 'findings',
})

/** Users without any login method, anonymous ones among them. */
export const noLogin = oneOf({
  findings: {
    'no-login': {
      blocks: true,
      title: 'No way to log in',
      meaning: 'Nothing in the export lets these users sign in. Add an email or a phone number, or exclude them.',
      recommended: { value: 'exclude', reason: 'Nobody could sign in as one of them.' },
    },
  },
  answers: [excludeAnswer('These users are not created.')],
  values: { exclude: 'excluded' },
  about: 'No way to log in',
  place: 'Review, Decisions',
  dependents: 'findings',
})

const methodWords = {
  all: 'all of them, linked into one user where the core can link',
  separate: 'all of them, each a user of its own',
  first: 'only the first of password, third party, passwordless',
} as const
type Methods = keyof typeof methodWords

const firstOnly: Answer = {
  value: 'first',
  label: 'Only the first',
  consequence: 'Only the first of password, third party and passwordless is migrated.',
}

/** `all`: linked into one user where the core can link, else a user each; `separate`: a user each in any core. */
export const severalMethods = one<Methods, 'several-methods'>({
  findings: {
    'several-methods': {
      blocks: false,
      title: 'Several login methods',
      meaning: (group) => severalMeanings[group] ?? severalMeanings[''],
    },
  },
  // Separate users are a choice only where the core can link.
  answers: ({ group }) =>
    group === 'can-link'
      ? [
          {
            value: 'all',
            label: 'Link into one user (recommended)',
            consequence:
              'Each person becomes one user in the core, who can sign in with every one of the login methods.',
          },
          {
            value: 'separate',
            label: 'Separate users',
            consequence: 'Each login method becomes a user of its own in the core.',
          },
          firstOnly,
        ]
      : [
          {
            value: 'all',
            label: 'Separate users',
            consequence: 'Without account linking, each login method becomes a user in the core.',
          },
          firstOnly,
        ],
  schema: (zod) => zod.enum(['all', 'separate', 'first']),
  none: 'all',
  undecided: methodWords.all,
  about: 'Several login methods of one user',
  say: (value) => methodWords[value],
  excludes: () => false,
  read: (answer) => (answer === 'all' || answer === 'separate' || answer === 'first' ? answer : null),
  write: (value) => value,
  place: 'Review, Decisions',
})

const severalMeanings: Readonly<Record<string, string>> & { readonly '': string } = {
  '': 'A core without account linking creates one user per login method, with the same email and different ids.',
  'can-link': 'These people have several ways to sign in. The core can link them, so that each person stays one user.',
  unlicensed:
    'The license of the core does not cover account linking, so it creates one user per login method, with the same email and different ids. With a license that covers it, check the connection again: they are linked then.',
}
