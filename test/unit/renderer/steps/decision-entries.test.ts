import { expect, test } from 'vitest'
import { choiceText } from '../../../../electron/engine/reporting/audit.ts'
import { currentDecisions } from '../../../../renderer/steps/review/decisions/findings-panel.tsx'
import { noChoices, takenDecisions, type Choices } from '../../../../shared/planning/choices.ts'
import { decisionTable } from '../../../../shared/planning/decisions/decision-table.ts'
import { choicesSchema } from '../../../../shared/planning/decisions/choices-schema.ts'

const everything: Choices = {
  country: 'DE',
  unusablePhones: 'skip',
  invalidEmails: 'exclude',
  unstorableValues: 'exclude',
  providers: { samlp: { kind: 'exclude' }, windowslive: { kind: 'name', name: 'active-directory' } },
  tenants: { acme: { kind: 'name', name: 'customer-a' }, old: { kind: 'default' } },
  otherTenants: 'same',
  hashes: { pbkdf2: 'passwordless' },
  otherHashes: 'exclude',
  families: { bcrypt: 'peppered', argon2: 'passwordless' },
  hashWithoutEmail: 'passwordless-by-phone',
  hashWithoutContact: 'exclude',
  thirdPartyWithoutEmail: { kind: 'placeholder', domain: 'users.example.com' },
  identityWithoutId: 'exclude',
  unverifiedEmail: 'migrate',
  unverifiedPhone: 'exclude',
  disabled: 'exclude',
  emailsKeptOut: { deleted: 'migrate' },
  otherRows: 'import',
  duplicates: 'exclude',
  noLogin: 'exclude',
  severalMethods: 'first',
  signerKeySet: true,
  roles: { guest: 'create' },
  factors: { 'totp_status=2': 'ignore' },
  profile: { totp: 'exclude' },
  keepUserIds: true,
  verifyEmails: true,
  changed: { password: 'send' },
  excludedBefore: { argon2: 'exclude' },
  unmapped: { 'unmapped-hash:Passwort': 'import' },
  unreadHashes: { 'dump.sql': 'exclude' },
  unappliedChanges: { 'dump.sql': 'ignore' },
  lostLogins: { 'hashes.csv': 'ignore' },
  sameIds: 'separate',
  existing: 'overwrite',
  besideExisting: 'link',
  takenIds: 'skip',
}

test('nothing decided, nothing listed', () => {
  expect(takenDecisions(noChoices)).toEqual([])
})

test('every decision is listed in words', () => {
  expect(takenDecisions(everything).map(({ about, decided }) => `${about}: ${decided}`)).toEqual([
    'Country of phone numbers without a country code: DE',
    'Phone numbers that cannot be used: left out',
    'Invalid email: excluded',
    'Value that the core cannot store: excluded',
    'Provider samlp: excluded',
    'Provider windowslive: active-directory',
    'Tenant acme: customer-a',
    'Tenant old: default tenant',
    'Other tenants: tenant with the same name',
    'Hashes: PBKDF2: log in by code',
    'Other hashes that the core cannot check: excluded',
    'All hashes of a family: bcrypt: made with a pepper, so not sent',
    'All hashes of a family: Argon2: log in by code',
    'Field that is not mapped: Passwort (password hash): imported',
    'Password hashes that are not read: dump.sql: stay behind',
    'Changes to users that are not applied: dump.sql: ignored',
    'Logins and bans that no user gets: hashes.csv: stay behind',
    'Same source ID, user name, email or phone number in two files: kept apart',
    'Password without an email: log in by code to the phone',
    'Password without an email or phone number: excluded',
    'Provider gave no email: placeholder at users.example.com',
    'Provider user ID not in the export: excluded',
    'Unverified email that would become verified: migrated anyway',
    'Unverified phone number that would become verified: excluded',
    'Disabled in the source: excluded',
    'Same email as a user who is deleted in the source: migrated anyway',
    'Rows that may be no users: imported as users',
    'Duplicates: excluded',
    'No way to log in: excluded',
    'Several login methods of one user: only the first of password, third party, passwordless',
    'Signer key of Firebase scrypt: set in the core',
    'Role guest: created in the core',
    'Authenticator apps with totp_status=2: not in use, left behind',
    'TOTP secrets: left behind',
    'Old user IDs: kept',
    'Emails that the export calls verified: marked verified',
    'Changed since the earlier migration: another password: sent as the export has them now',
    'Excluded by the earlier migration: argon2: new users are excluded too',
    'Users already in the core: their passwords are replaced',
    'Further login methods of users already in the core: linked to the user who is there, where the core can link',
    'Users whose old ID another user has: migrated without it',
  ])
})

test('the audit of the report names every one of them', () => {
  expect(choiceText(everything, null)).toEqual(
    takenDecisions(everything).map(({ about, decided }) => ({ setting: about, value: decided })),
  )
})

test('taking back one after the other ends where nothing is decided', () => {
  let choices = everything
  for (let left = takenDecisions(choices); left[0]; left = takenDecisions(choices)) {
    choices = choicesSchema.parse({ ...choices, ...left[0].undo })
    expect(takenDecisions(choices)).toHaveLength(left.length - 1)
  }
  expect(choices).toEqual(noChoices)
})

test('a decision of the earlier migration is called so as long as it is the same here', () => {
  const before: Choices = { ...noChoices, country: 'DE', disabled: 'exclude' }
  const followed = {
    name: 'first',
    coreName: 'core',
    blind: false,
    comparedByContact: 0,
    coreMismatch: false,
    counts: null,
  }
  const choices: Choices = { ...noChoices, country: 'FR', disabled: 'exclude', duplicates: 'exclude' }
  const entriesOf = (of: Parameters<typeof currentDecisions>[0]) =>
    currentDecisions(of).map((one) => [one.about, one.before])
  expect([
    entriesOf({ choices, baseline: { ...followed, inherited: { choices: before, files: [], parts: [] } } }),
    entriesOf({ choices, baseline: null }).some(([, is]) => is),
  ]).toEqual([
    [
      ['Country of phone numbers without a country code', false],
      ['Disabled in the source', true],
      ['Duplicates', false],
    ],
    false,
  ])
})

test('the time joined is promised by no card: single calls cannot keep it', () => {
  const kept = (group: string) =>
    decisionTable.profile.answers({ code: 'profile-data', group }).find(({ value }) => value === 'keep')?.consequence
  expect([kept('joined'), kept('roles')]).toEqual([
    'Bulk import keeps it; single calls cannot.',
    'It is sent with the users.',
  ])
})
