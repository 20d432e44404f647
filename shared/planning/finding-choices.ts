import { findingCodes, type FindingCode } from './findings.ts'
import { isTenantName } from '../users/tenant.ts'
import { isProfilePart } from '../users/profile-parts.ts'

/** One answer for a whole group. `value` goes into the entry of `Choices` that `findingCodes` names. */
export type FindingChoice = {
  /** Where more has to be typed: `name` (a provider), `placeholder` (a domain), `country` (two letters). */
  readonly value: string
  readonly label: string
  /** What follows from it, in one sentence. */
  readonly consequence: string
}

/** What the operator can decide for a group of findings; empty when only a correction helps. */
export function findingChoices(code: FindingCode, group = ''): readonly FindingChoice[] {
  const { choice } = findingCodes[code]
  if (choice === 'unmapped') return [{ ...importField, label: importLabels[code] ?? importField.label }, leaveField]
  if (choice === 'severalMethods' && group === 'can-link') return linkChoices
  if (choice === 'profile' && group !== '' && !isProfilePart(group)) return []
  if (choice === 'changed' && group === 'moved') return choices.changed.filter(({ value }) => value === 'skip')
  if (choice === 'tenants') return tenantChoices(code, group)
  return choice === null ? [] : choices[choice]
}

function tenantChoices(code: FindingCode, group: string): readonly FindingChoice[] {
  return choices.tenants.filter(({ value }) => {
    if (code === 'tenant-default') return !value.startsWith('all-')
    return value !== 'all-same' || canBeSame(code, group)
  })
}

/** A core that lists its tenants has been searched for the same name already; no core has one that cannot be a tenant's. */
function canBeSame(code: FindingCode, group: string): boolean {
  return code === 'tenant-undecided' && (group === '' || isTenantName(group.toLowerCase()))
}

const importField: FindingChoice = {
  value: 'import',
  label: 'Import',
  consequence: 'Its values are used for users who have none of the kind in the mapped fields.',
}
const leaveField: FindingChoice = {
  value: 'exclude',
  label: 'Do not import',
  consequence: 'These values stay behind; the users are planned without them.',
}
const importLabels: Readonly<Partial<Record<FindingCode, string>>> = {
  'unmapped-hash': 'Import as password hash',
  'unmapped-email': 'Import as email',
  'unmapped-phone': 'Import as phone',
  'unmapped-provider-id': 'Import as provider user ID',
}

const firstOnly: FindingChoice = {
  value: 'first',
  label: 'Only the first',
  consequence: 'Only the first of password, third party and passwordless is migrated.',
}
/** Where the core can link. */
const linkChoices: readonly FindingChoice[] = [
  {
    value: 'all',
    label: 'Link into one user (recommended)',
    consequence: 'Each person becomes one user in the core, who can sign in with every one of the login methods.',
  },
  {
    value: 'separate',
    label: 'Separate users',
    consequence: 'Each login method becomes a user of its own in the core.',
  },
  firstOnly,
]

type ChoiceName = Exclude<(typeof findingCodes)[FindingCode]['choice'], null | 'unmapped'>

const exclude = (consequence: string): FindingChoice => ({ value: 'exclude', label: 'Exclude', consequence })

const choices: { readonly [N in ChoiceName]: readonly FindingChoice[] } = {
  hashes: [
    {
      value: 'passwordless',
      label: 'Code login',
      consequence: 'They sign in with a code instead.',
    },
    exclude('Created only with another login.'),
  ],
  signerKeySet: [
    {
      value: 'set',
      label: 'The signer key is set in the core',
      consequence: 'Their hashes are sent; without the key the core cannot check them.',
    },
  ],
  hashWithoutEmail: [
    {
      value: 'passwordless-by-phone',
      label: 'Code login by phone',
      consequence: 'They sign in with a code sent to their phone.',
    },
    exclude('Created only with another login.'),
  ],
  thirdPartyWithoutEmail: [
    {
      value: 'placeholder',
      label: 'Use a placeholder email',
      consequence: 'Each gets a placeholder address at a domain you enter; it receives no mail.',
    },
    exclude('Created only with another login.'),
  ],
  providers: [
    {
      value: 'name',
      label: 'Choose the provider in the core',
      consequence: 'They are created under the name you choose.',
    },
    exclude('Created only with another login.'),
  ],
  tenants: [
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
    exclude('Created only in their other tenants.'),
    {
      value: 'all-same',
      label: 'Same name, for all undecided tenants',
      consequence: 'Each tenant that is not decided stands for the tenant of the core that has its name.',
    },
    {
      value: 'all-default',
      label: 'Default tenant, for all undecided tenants',
      consequence: 'Users of every tenant that is not decided are created in the tenant of the address.',
    },
  ],
  identityWithoutId: [
    {
      value: 'passwordless',
      label: 'Code login',
      consequence: 'Those with no other login method sign in with a code.',
    },
    exclude('Created only with another login.'),
  ],
  duplicates: [{ value: 'exclude', label: 'Keep the first', consequence: 'The later record is excluded.' }],
  noLogin: [exclude('These users are not created.')],
  unverifiedEmail: [
    {
      value: 'migrate',
      label: 'Create anyway',
      consequence: 'Their email counts as verified in the core, although it never was.',
    },
    exclude('Created only with another login.'),
  ],
  changed: [
    {
      value: 'send',
      label: 'Send what changed',
      consequence: 'The export’s values replace those in the core, even newer ones.',
    },
    { value: 'skip', label: 'Skip them', consequence: 'They stay in the core as they are.' },
  ],
  existing: [
    {
      value: 'skip',
      label: 'Leave them as they are',
      consequence: 'They are not sent; the core keeps their passwords.',
    },
    {
      value: 'overwrite',
      label: 'Replace with the export',
      consequence: 'They are sent: the export’s passwords replace those in the core, even newer ones.',
    },
  ],
  disabled: [
    { value: 'migrate', label: 'Create anyway', consequence: 'They can sign in again.' },
    exclude('They stay locked out.'),
  ],
  country: [
    {
      value: 'country',
      label: 'Choose the country',
      consequence: 'Numbers without a country code are completed with it and judged again.',
    },
  ],
  keepUserIds: [
    {
      value: 'keep',
      label: 'Keep the old IDs',
      consequence: 'The core knows each user by the source ID; sessions and records with that ID remain valid.',
    },
    {
      value: 'new',
      label: 'Let the core make new IDs',
      consequence: 'Update everything that refers to the old IDs; created.csv has both.',
    },
  ],
  verifyEmails: [
    {
      value: 'mark',
      label: 'Mark as verified (recommended)',
      consequence: 'After the import, the core is told that their email is verified, as it was in the old system.',
    },
    {
      value: 'skip',
      label: 'Leave unverified',
      consequence: 'They must verify their email again if the application asks for it.',
    },
  ],
  roles: [
    {
      value: 'create',
      label: 'Create the role',
      consequence: 'The role is created in the core, without permissions; you give it permissions there.',
    },
    { value: 'exclude', label: 'Leave the role behind', consequence: 'The users are migrated without this role.' },
  ],
  profile: [
    { value: 'keep', label: 'Carry over (recommended)', consequence: 'It is sent with the users.' },
    { value: 'exclude', label: 'Leave behind', consequence: 'The users are migrated without it.' },
  ],
  severalMethods: [
    {
      value: 'all',
      label: 'Separate users',
      consequence: 'Without account linking, each login method becomes a user in the core.',
    },
    firstOnly,
  ],
}
