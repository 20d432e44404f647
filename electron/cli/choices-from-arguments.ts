import { isSupportedCountry } from 'libphonenumber-js/max'
import { heldChanges } from '../../shared/planning/plan-delta.ts'
import { noChoices, type Choices } from '../../shared/planning/choices.ts'
import { tenantChoice } from '../../shared/planning/choice-change.ts'
import { tenantKey } from '../../shared/users/tenant.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import type { Arguments } from './arguments.ts'
import type { OptionSpecs } from './command-spec.ts'
import { withDecisions } from './decisions.ts'

/** The options of `readChoices` that say how users are planned, and what they take. */
export const planningOptions = {
  'unsupported-hash': {
    type: 'string',
    value: 'passwordless|exclude',
    help: 'How to handle users whose hash the core cannot check',
    fallback: 'blocked until decided',
    example: '--unsupported-hash passwordless',
  },
  country: {
    type: 'string',
    value: 'CC',
    help: 'Country of phone numbers without a country code (two letters)',
    example: '--country DE',
  },
  provider: {
    type: 'string',
    multiple: true,
    value: 'OLD=NEW',
    help: 'Name of a third-party provider in the core, or exclude',
    example: '--provider windowslive=active-directory',
  },
  tenant: {
    type: 'string',
    multiple: true,
    value: 'OLD=NEW',
    help: 'Tenant of the core for a tenant of the source, default for that of the address, or exclude; tenant:NAME for one that is called so',
    example: '--tenant org_8=customer-b',
  },
  'other-tenants': {
    type: 'string',
    value: 'same|default|exclude',
    help: 'What becomes of all other tenants of the source; same takes the tenant of that name',
    fallback:
      'the tenant of that name where the core has it; that of the address where export and core have only one; else blocked until decided',
    example: '--other-tenants same',
  },
  decide: {
    type: 'string',
    multiple: true,
    value: 'FINDING=VALUE',
    help: 'Decide a finding that inspect lists',
    example: '--decide disabled=exclude',
  },
} as const satisfies OptionSpecs

/** The decisions that the command line can take. */
export function readChoices(args: Arguments): Result<Choices> {
  const unsupported = args.text('unsupported-hash')
  if (unsupported !== undefined && unsupported !== 'passwordless' && unsupported !== 'exclude') {
    return problem('arguments', '--unsupported-hash takes passwordless or exclude.')
  }
  const existing = readExisting(args)
  if (!existing.ok) return existing
  const takenIds = readTakenIds(args)
  if (!takenIds.ok) return takenIds
  const changed = readChanged(args)
  if (!changed.ok) return changed
  const country = args.text('country')?.toUpperCase()
  if (country !== undefined && !isSupportedCountry(country)) {
    return problem('arguments', '--country takes two letters, e.g. DE or US.')
  }
  const providers = readProviders(args.texts('provider'))
  if (!providers.ok) return providers
  const tenants = readTenants(args.texts('tenant'))
  if (!tenants.ok) return tenants
  const otherTenants = args.text('other-tenants') ?? null
  if (otherTenants !== null && !isOtherTenants(otherTenants))
    return problem('arguments', '--other-tenants takes same, default or exclude.')
  const choices: Choices = {
    ...noChoices,
    country: country ?? null,
    existing: existing.value,
    changed: changed.value,
    otherHashes: unsupported ?? null,
    providers: providers.value,
    tenants: tenants.value,
    otherTenants,
    signerKeySet: args.text('scrypt-parameters') !== undefined,
    takenIds: takenIds.value,
    keepUserIds: args.flag('keep-user-ids'),
    verifyEmails: args.flag('verify-emails'),
  }
  return withDecisions(choices, args.texts('decide'))
}

/** What becomes of users whose old id another user of the core has. */
export const takenIdOption = {
  'on-taken-id': {
    type: 'string',
    value: 'fail|skip',
    help: 'How to handle users whose old ID belongs to another user of the core; skip continues without it',
    fallback: 'they fail',
    example: '--on-taken-id skip',
  },
} as const satisfies OptionSpecs

/** The rule for old ids that are taken; null: users fail for them. */
export function readTakenIds(args: Arguments): Result<Choices['takenIds']> {
  const rule = args.text('on-taken-id')
  if (rule === undefined || rule === 'fail') return ok(null)
  return rule === 'skip' ? ok('skip') : problem('arguments', '--on-taken-id takes fail or skip.')
}

/** The rule for users that the core already has; null: it was not given. */
export function readExisting(args: Arguments): Result<Choices['existing']> {
  const existing = args.text('on-existing')
  if (existing === undefined) return ok(null)
  return existing === 'skip' || existing === 'overwrite' || existing === 'hold'
    ? ok(existing)
    : problem('arguments', '--on-existing takes skip, overwrite or hold.')
}

/** One answer for every way in which users changed since the earlier migration. */
export function readChanged(args: Arguments): Result<Choices['changed']> {
  const answer = args.text('on-changed')
  if (answer === undefined) return ok({})
  return answer === 'send' || answer === 'skip'
    ? ok(Object.fromEntries([...heldChanges].map((change) => [change, answer])))
    : problem('arguments', '--on-changed takes send or skip.')
}

function readProviders(pairs: readonly string[]): Result<Choices['providers']> {
  const providers: Choices['providers'] = {}
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=')
    const [source, name] = [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()]
    if (at <= 0 || !/^([a-z0-9][a-z0-9._-]{0,27}|exclude)$/.test(name)) {
      return problem(
        'arguments',
        '--provider takes OLD=NEW, where NEW is 1 to 28 lower-case letters, digits, dots or dashes, or exclude.',
      )
    }
    providers[source] = name === 'exclude' ? { kind: 'exclude' } : { kind: 'name', name }
  }
  return ok(providers)
}

function isOtherTenants(value: string): value is NonNullable<Choices['otherTenants']> {
  return value === 'same' || value === 'default' || value === 'exclude'
}

function readTenants(pairs: readonly string[]): Result<Choices['tenants']> {
  const tenants: Choices['tenants'] = {}
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=')
    const [source, name] = [tenantKey(pair.slice(0, at)), pair.slice(at + 1).trim()]
    const choice = tenantChoice(name)
    if (at <= 0 || source === '' || choice === null) {
      return problem(
        'arguments',
        '--tenant takes OLD=NEW, where NEW is a tenant of the core (lower-case letters, digits and dashes), default, or exclude.',
      )
    }
    tenants[source] = choice
  }
  return ok(tenants)
}
