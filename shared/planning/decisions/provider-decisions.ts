import { excludeAnswer, one, oneOf, perGroup } from './decision.ts'

export const excludeLogin = excludeAnswer('Created only with another login.')

/** A provider name of the core (`thirdPartyId`, specification 2.2): lower case, 1 to 28 characters. */
export const providerName = /^[a-z0-9][a-z0-9._-]{0,27}$/

type ProviderChoice = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'exclude' }

function readProvider(answer: string): ProviderChoice | null {
  if (answer === 'exclude') return { kind: 'exclude' }
  return providerName.test(answer) ? { kind: 'name', name: answer } : null
}

/** Pairs of an option, `OLD=NEW`; undefined: one of them is none. */
export function readPairs<V>(
  texts: readonly string[],
  keyOf: (text: string) => string,
  read: (text: string) => V | null,
): Record<string, V> | undefined {
  const pairs: Record<string, V> = {}
  for (const text of texts) {
    const [, old = '', next = ''] = /^(.*)=(.*)$/s.exec(text) ?? []
    const key = keyOf(old)
    const value = key === '' ? null : read(next.trim())
    if (value === null) return undefined
    pairs[key] = value
  }
  return pairs
}

/** Per source provider name (lower case). */
const providers = perGroup<ProviderChoice, 'provider-undecided'>({
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

/** The domain of placeholder emails as the core takes it: lower case with a dot. */
const placeholderDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

type PlaceholderChoice = { readonly kind: 'placeholder'; readonly domain: string } | { readonly kind: 'exclude' }

const thirdPartyWithoutEmail = one<PlaceholderChoice | null, 'third-party-without-email'>({
  findings: {
    'third-party-without-email': {
      blocks: true,
      title: 'Provider gave no email',
      meaning: 'The core requires an email, and the export has none for these.',
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
        zod.object({ kind: zod.literal('placeholder'), domain: zod.string().regex(placeholderDomain) }),
        zod.object({ kind: zod.literal('exclude') }),
      ])
      .nullable(),
  none: null,
  about: 'Provider gave no email',
  say: (value) => (value === null ? '' : value.kind === 'placeholder' ? `placeholder at ${value.domain}` : 'excluded'),
  excludes: (value) => value?.kind === 'exclude',
  read: (answer) => {
    if (answer === 'exclude') return { kind: 'exclude' }
    return placeholderDomain.test(answer) ? { kind: 'placeholder', domain: answer } : null
  },
  write: (value) => value?.kind ?? null,
  dependents: 'findings',
})

/** A provider that the export names without the user's id there. */
const identityWithoutId = oneOf({
  findings: {
    'identity-without-id': {
      blocks: true,
      title: 'Provider user ID not in the export',
      groupTitle: (name) => name,
      meaning:
        'The export names the provider but not the provider user IDs, or has email addresses or IDs of its own in their place.',
      next: 'Often they are in another file or table: add it, and the users become ready.',
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
  // Without a contact, users are asked for a way to log in instead.
  dependents: { findings: ['identity-without-id', 'no-login', 'email-invalid', 'phone-unusable'] },
})

export const providerDecisions = { providers, thirdPartyWithoutEmail, identityWithoutId }

/** The domain of placeholder emails as the core takes it: lower case with a dot; null when it is none. */
export function domainName(typed: string): string | null {
  const domain = typed.trim().toLowerCase().replace(/^@/, '')
  return placeholderDomain.test(domain) ? domain : null
}
