import type { Choices } from './choices.ts'
import { findingCodes } from './findings.ts'
import { isProfilePart } from '../users/profile-parts.ts'
import { isTenantName } from '../users/tenant.ts'
import { unmappedKey } from './unmapped.ts'

/** What one decision changes of the choices. */
export type ChoicesChange = Partial<Choices>

/** The decision about one provider of the source: a name of the core, `exclude`, or null to take it back. */
export function withProvider(choices: Choices, source: string, value: string | null): ChoicesChange {
  const { [source]: _, ...others } = choices.providers
  if (value === null) return { providers: others }
  return {
    providers: { ...others, [source]: value === 'exclude' ? { kind: 'exclude' } : { kind: 'name', name: value } },
  }
}

type TenantChoice = Choices['tenants'][string]

/**
 * The decision about one tenant of the source, as `tenantValue` writes it, or null to take it back. Null: no tenant of a core
 * is called so.
 */
export function withTenant(choices: Choices, source: string, value: string | null): ChoicesChange | null {
  if (value === null) return withoutTenant(choices, source)
  const choice = tenantChoice(value)
  return choice === null ? null : { tenants: { ...choices.tenants, [source]: choice } }
}

/** The decision about one tenant of the source, taken back. */
export function withoutTenant(choices: Choices, source: string): ChoicesChange {
  const { [source]: _, ...others } = choices.tenants
  return { tenants: others }
}

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

/** The decision about a family whose hashes could be sent; null: they are. */
export function withFamily(choices: Choices, family: string, value: string | null): ChoicesChange | null {
  const { [family]: _, ...others } = choices.families
  if (value === null) return { families: others }
  return value === 'peppered' || isPasswordlessOrLeaveOut(value) ? { families: { ...others, [family]: value } } : null
}

/** The change of the document's choices that `value` stands for in a finding's group; null when it stands for nothing. */
export function choiceFor(
  choices: Choices,
  { code, group }: { readonly code: string; readonly group: string },
  value: string | null,
): ChoicesChange | null {
  switch (entryOf(code)) {
    case 'hashes': {
      const { [group]: _, ...others } = choices.hashes
      if (value === null) return { hashes: others }
      return isPasswordlessOrLeaveOut(value) ? { hashes: { ...others, [group]: value } } : null
    }
    case 'providers':
      return withProvider(choices, group, value)
    case 'tenants':
      if (value === 'all-same') return { ...withoutTenant(choices, group), otherTenants: 'same' }
      if (value === 'all-default') return { ...withoutTenant(choices, group), otherTenants: 'default' }
      // What was decided for all tenants is taken back for all.
      if (value === null && !Object.hasOwn(choices.tenants, group)) return { otherTenants: null }
      // The offered choice stands for a field that names the tenant.
      return value === 'name' ? null : withTenant(choices, group, value)
    case 'thirdPartyWithoutEmail':
      if (value === null) return { thirdPartyWithoutEmail: null }
      return {
        thirdPartyWithoutEmail: value === 'exclude' ? { kind: 'exclude' } : { kind: 'placeholder', domain: value },
      }
    case 'hashWithoutEmail':
      return value === null || value === 'passwordless-by-phone' || value === 'exclude'
        ? { hashWithoutEmail: value }
        : null
    case 'identityWithoutId':
      return value === null || isPasswordlessOrLeaveOut(value) ? { identityWithoutId: value } : null
    case 'unverifiedEmail':
      return isMigrateOrLeaveOut(value) ? { unverifiedEmail: value } : null
    case 'disabled':
      return isMigrateOrLeaveOut(value) ? { disabled: value } : null
    case 'duplicates':
      return value === null || value === 'exclude' ? { duplicates: value } : null
    case 'noLogin':
      return value === null || value === 'exclude' ? { noLogin: value } : null
    case 'keepUserIds':
      return value === null || value === 'keep' || value === 'new' ? { keepUserIds: value === 'keep' } : null
    case 'verifyEmails':
      return value === null || value === 'mark' || value === 'skip' ? { verifyEmails: value === 'mark' } : null
    case 'severalMethods':
      return value === 'all' || value === 'separate' || value === 'first' ? { severalMethods: value } : null
    case 'country':
      return { country: value }
    case 'changed': {
      const { [group]: _, ...others } = choices.changed
      if (value === null) return { changed: others }
      return value === 'send' || value === 'skip' ? { changed: { ...others, [group]: value } } : null
    }
    case 'unmapped': {
      const { [unmappedKey(code, group)]: _, ...others } = choices.unmapped
      if (value === null) return { unmapped: others }
      return value === 'import' || value === 'exclude'
        ? { unmapped: { ...others, [unmappedKey(code, group)]: value } }
        : null
    }
    case 'existing':
      return value === null || value === 'skip' || value === 'overwrite' ? { existing: value } : null
    case 'roles': {
      const { [group]: _, ...others } = choices.roles
      if (value === null) return { roles: others }
      return value === 'create' || value === 'exclude' ? { roles: { ...others, [group]: value } } : null
    }
    case 'profile': {
      if (!isProfilePart(group)) return null
      const { [group]: _, ...others } = choices.profile
      if (value === null || value === 'keep') return { profile: others }
      return value === 'exclude' ? { profile: { ...others, [group]: value } } : null
    }
    case 'signerKeySet':
      return { signerKeySet: value === 'set' }
    default:
      return null
  }
}

type Entry = NonNullable<(typeof findingCodes)[keyof typeof findingCodes]['choice']>

/** The entry of the choices that decides a finding; null: none does, or the code is not known. */
export function entryOf(code: string): Entry | null {
  return code in findingCodes ? findingCodes[code as keyof typeof findingCodes].choice : null
}

function isPasswordlessOrLeaveOut(value: string): value is 'passwordless' | 'exclude' {
  return value === 'passwordless' || value === 'exclude'
}

function isMigrateOrLeaveOut(value: string | null): value is 'migrate' | 'exclude' | null {
  return value === null || value === 'migrate' || value === 'exclude'
}
