import { profilePartNames, profileTitle } from '../../../shared/users/profile-parts.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { familyTitle } from '../../../shared/hashes/family-title.ts'
import { unmappedTitle } from '../../../shared/planning/unmapped.ts'
import { otherTenantsText, otherTenantsTitle, tenantText } from '../../../shared/planning/tenant-text.ts'
import { withProvider, withoutTenant, type ChoicesChange } from '../../../shared/planning/choice-change.ts'

/** A decision in words, and the change that takes it back. `before`: it was taken in the earlier migration. */
export type DecisionEntry = {
  readonly about: string
  readonly decided: string
  readonly undo: ChoicesChange
  readonly before: boolean
}

const words: Readonly<Record<string, string>> = {
  passwordless: 'log in by code',
  'passwordless-by-phone': 'log in by code to the phone',
  exclude: 'excluded',
  migrate: 'migrated anyway',
  peppered: 'made with a pepper, so not sent',
  skip: 'left as they are in the core',
  overwrite: 'their passwords are replaced',
  send: 'sent as the export has them now',
  hold: 'held until you decide',
  import: 'imported',
}

/** The decisions in force, and which of them were taken over from the earlier migration, if there is one. */
export function currentDecisions({
  choices,
  baseline,
}: Pick<DocumentView, 'choices' | 'baseline'>): readonly DecisionEntry[] {
  const before = baseline === null ? [] : decisionEntries(baseline.inherited.choices)
  return decisionEntries(choices).map((one) => ({
    ...one,
    before: before.some(({ about, decided }) => about === one.about && decided === one.decided),
  }))
}

/**
 * Every decision that is in force. A decided finding is gone from the list of findings, so this is where a decision is
 * found again and taken back.
 */
export function decisionEntries(choices: Choices): readonly DecisionEntry[] {
  const { country, otherHashes, thirdPartyWithoutEmail: placeholder } = choices
  const taken: DecisionEntry[] = []
  const add = (about: string, value: string | null, undo: ChoicesChange) => {
    if (value !== null) taken.push({ about, decided: words[value] ?? value, undo, before: false })
  }
  for (const [family, value] of Object.entries(choices.hashes)) {
    const { [family]: _, ...hashes } = choices.hashes
    add(`Hashes: ${family}`, value, { hashes })
  }
  for (const [family, value] of Object.entries(choices.families)) {
    const { [family]: _, ...families } = choices.families
    add(`All hashes of a family: ${familyTitle(family)}`, value, { families })
  }
  for (const [field, value] of Object.entries(choices.unmapped)) {
    const { [field]: _, ...unmapped } = choices.unmapped
    add(`Field that is not mapped: ${unmappedTitle(field)}`, value, { unmapped })
  }
  add('Other hashes that cannot be imported', otherHashes, { otherHashes: null })
  for (const [source, provider] of Object.entries(choices.providers)) {
    add(`Provider ${source}`, provider.kind === 'name' ? provider.name : 'exclude', withProvider(choices, source, null))
  }
  for (const [source, tenant] of Object.entries(choices.tenants)) {
    add(`Tenant ${source}`, tenantText(tenant), withoutTenant(choices, source))
  }
  add(otherTenantsTitle, otherTenantsText(choices.otherTenants), { otherTenants: null })
  add('Password without an email', choices.hashWithoutEmail, { hashWithoutEmail: null })
  add(
    'Provider gave no email',
    placeholder?.kind === 'placeholder' ? `placeholder at ${placeholder.domain}` : (placeholder?.kind ?? null),
    { thirdPartyWithoutEmail: null },
  )
  add('Provider user ID not in the export', choices.identityWithoutId, { identityWithoutId: null })
  add('Unverified email', choices.unverifiedEmail, { unverifiedEmail: null })
  add('Disabled in the source', choices.disabled, { disabled: null })
  add('Duplicates', choices.duplicates, { duplicates: null })
  add('No way to log in', choices.noLogin, { noLogin: null })
  add('Phone numbers without a country code', country, { country: null })
  if (choices.severalMethods !== 'all') {
    const decided = choices.severalMethods === 'first' ? 'only the first' : 'separate users'
    add('Several login methods', decided, { severalMethods: 'all' })
  }
  for (const [role, value] of Object.entries(choices.roles)) {
    const { [role]: _, ...roles } = choices.roles
    add(`Role ${role}`, value === 'create' ? 'created in the core' : 'left behind', { roles })
  }
  for (const part of profilePartNames.filter((name) => choices.profile[name] !== undefined)) {
    const { [part]: _, ...profile } = choices.profile
    add(profileTitle(part), 'left behind', { profile })
  }
  if (choices.signerKeySet) add('Signer key', 'set in the core', { signerKeySet: false })
  for (const [change, value] of Object.entries(choices.changed)) {
    const { [change]: _, ...changed } = choices.changed
    add(`Changed since the earlier migration: ${change}`, value, { changed })
  }
  add('Users already in the core', choices.existing, { existing: null })
  return taken
}
