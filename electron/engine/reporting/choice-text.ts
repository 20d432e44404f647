import { profileTitle } from '../../../shared/users/profile-parts.ts'
import { familyTitle } from '../../../shared/hashes/family-title.ts'
import type { ScryptParameters } from '../../../shared/hashes/verdict.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { otherTenantsText, otherTenantsTitle, tenantText } from '../../../shared/planning/tenant-text.ts'
import { unmappedTitle } from '../../../shared/planning/unmapped.ts'

/** A setting as an auditor reads it. */
export type SettingText = { readonly setting: string; readonly value: string }

const words: Readonly<Record<string, string>> = {
  passwordless: 'log in by code',
  'passwordless-by-phone': 'log in by a code to the phone',
  exclude: 'excluded',
  migrate: 'migrate anyway',
  all: 'all of them, linked into one user where the core can link',
  separate: 'all of them, each a user of its own',
  first: 'only the first of password, third party, passwordless',
  send: 'send what changed',
  hold: 'hold them for one decision',
  skip: 'leave them as they are in the core',
  import: 'import',
  overwrite: 'replace their passwords with those of the export',
}

const say = (value: string | null): string => (value === null ? 'not decided' : (words[value] ?? value))

/** Every decision that was taken, in words; what was never decided is left out. Neither a key nor a hash is among them. */
export function choiceText(choices: Choices, scrypt: ScryptParameters | null): readonly SettingText[] {
  const decided: readonly (readonly [string, string | null])[] = [
    ['Country of phone numbers without a country code', choices.country],
    ...Object.entries(choices.hashes).map(([family, choice]) => [`Hashes: ${familyTitle(family)}`, choice] as const),
    ['Every other hash that the core cannot check', choices.otherHashes],
    ...Object.entries(choices.unmapped).map(
      ([field, choice]) => [`Field that is not mapped: ${unmappedTitle(field)}`, choice] as const,
    ),
    ...Object.entries(choices.roles).map(
      ([role, choice]) => [`Role ${role}`, choice === 'create' ? 'created in the core' : 'left behind'] as const,
    ),
    ...Object.keys(choices.profile).map((part) => [profileTitle(part), 'left behind'] as const),
    ['Password without an email', choices.hashWithoutEmail],
    ['Provider gave no email', placeholderText(choices.thirdPartyWithoutEmail)],
    ['Provider user ID not in the export', choices.identityWithoutId],
    ['Unverified email that would become verified', choices.unverifiedEmail],
    ['Disabled in the source', choices.disabled],
    ['Duplicates', choices.duplicates],
    ['Users already in the core', choices.existing],
    ['Users whose old ID another user has', choices.takenIds === null ? null : 'migrated without it'],
    ...Object.entries(choices.changed).map(
      ([change, choice]) => [`Changed since the earlier migration: ${change}`, choice] as const,
    ),
    ...Object.entries(choices.tenants).map(([source, to]) => [`Tenant ${source}`, tenantText(to)] as const),
    [otherTenantsTitle, otherTenantsText(choices.otherTenants)],
    ...Object.entries(choices.providers).map(
      ([source, to]) => [`Provider ${source}`, to.kind === 'name' ? to.name : to.kind] as const,
    ),
  ]
  return [
    ...decided.flatMap(([setting, value]) => (value === null ? [] : [{ setting, value: say(value) }])),
    { setting: 'Several login methods of one user', value: say(choices.severalMethods) },
    ...ticked('The core has the signer key of Firebase scrypt', choices.signerKeySet, 'confirmed'),
    ...ticked('Source IDs', choices.keepUserIds, 'kept'),
    ...ticked('Emails that the export calls verified', choices.verifyEmails, 'marked verified'),
    ...(scrypt === null
      ? []
      : [
          {
            setting: 'Parameters of Firebase scrypt',
            value: `${scrypt.rounds} rounds, memory cost ${scrypt.memoryCost}, separator ${scrypt.separator}`,
          },
        ]),
  ]
}

function ticked(setting: string, is: boolean, value: string): readonly SettingText[] {
  return is ? [{ setting, value }] : []
}

function placeholderText(choice: Choices['thirdPartyWithoutEmail']): string | null {
  if (choice === null) return null
  return choice.kind === 'placeholder' ? `a placeholder address at ${choice.domain}` : choice.kind
}
