import { expect, test } from 'vitest'
import { currentDecisions, decisionEntries } from '../../../renderer/steps/review/decision-entries.ts'
import { choicesSchema, noChoices } from '../../../shared/planning/choices.ts'
import type { Choices } from '../../../shared/planning/choices.ts'

const everything: Choices = {
  country: 'DE',
  providers: { samlp: { kind: 'exclude' }, windowslive: { kind: 'name', name: 'active-directory' } },
  tenants: { acme: { kind: 'name', name: 'customer-a' }, old: { kind: 'default' } },
  otherTenants: 'same',
  hashes: { pbkdf2: 'passwordless' },
  otherHashes: 'exclude',
  families: { bcrypt: 'peppered', argon2: 'passwordless' },
  hashWithoutEmail: 'passwordless-by-phone',
  thirdPartyWithoutEmail: { kind: 'placeholder', domain: 'users.example.com' },
  identityWithoutId: 'exclude',
  unverifiedEmail: 'migrate',
  disabled: 'exclude',
  duplicates: 'exclude',
  noLogin: 'exclude',
  severalMethods: 'first',
  signerKeySet: true,
  roles: { guest: 'create' },
  profile: { totp: 'exclude' },
  keepUserIds: false,
  verifyEmails: false,
  changed: { password: 'send' },
  unmapped: { 'unmapped-hash:Passwort': 'import' },
  existing: 'overwrite',
  takenIds: null,
}

test('nothing decided, nothing listed', () => {
  expect(decisionEntries(noChoices)).toEqual([])
})

test('every decision is listed in words', () => {
  expect(decisionEntries(everything).map(({ about, decided }) => `${about}: ${decided}`)).toEqual([
    'Hashes: pbkdf2: log in by code',
    'All hashes of a family: bcrypt: made with a pepper, so not sent',
    'All hashes of a family: Argon2: log in by code',
    'Field that is not mapped: Passwort (password hash): imported',
    'Other hashes that cannot be imported: excluded',
    'Provider samlp: excluded',
    'Provider windowslive: active-directory',
    'Tenant acme: customer-a',
    'Tenant old: default tenant',
    'Other tenants: tenant with the same name',
    'Password without an email: log in by code to the phone',
    'Provider gave no email: placeholder at users.example.com',
    'Provider user ID not in the export: excluded',
    'Unverified email: migrated anyway',
    'Disabled in the source: excluded',
    'Duplicates: excluded',
    'No way to log in: excluded',
    'Phone numbers without a country code: DE',
    'Several login methods: only the first',
    'Role guest: created in the core',
    'TOTP secrets: left behind',
    'Signer key: set in the core',
    'Changed since the earlier migration: password: sent as the export has them now',
    'Users already in the core: their passwords are replaced',
  ])
})

test('taking back one after the other ends where nothing is decided', () => {
  let choices = everything
  for (let left = decisionEntries(choices); left[0]; left = decisionEntries(choices)) {
    choices = choicesSchema.parse({ ...choices, ...left[0].undo })
    expect(decisionEntries(choices)).toHaveLength(left.length - 1)
  }
  expect(choices).toEqual(noChoices)
})

test('a decision of the earlier migration is called so as long as it is the same here', () => {
  const before: Choices = { ...noChoices, country: 'DE', disabled: 'exclude' }
  const followed = { name: 'first', coreName: 'core', blind: false, coreMismatch: false, counts: null }
  const choices: Choices = { ...noChoices, country: 'FR', disabled: 'exclude', duplicates: 'exclude' }
  const here = (of: Parameters<typeof currentDecisions>[0]) =>
    currentDecisions(of).map((one) => [one.about, one.before])
  expect([
    here({ choices, baseline: { ...followed, inherited: { choices: before, files: [], parts: [] } } }),
    here({ choices, baseline: null }).some(([, is]) => is),
  ]).toEqual([
    [
      ['Disabled in the source', true],
      ['Duplicates', false],
      ['Phone numbers without a country code', false],
    ],
    false,
  ])
})
