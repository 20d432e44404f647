import { findingCodes, type FindingCode } from './findings.ts'

/** One answer for a whole group. `value` goes into the entry of `Choices` that `findingCodes` names. */
export type FindingChoice = {
  /** Where more has to be typed: `name` (a provider), `placeholder` (a domain), `country` (two letters). */
  readonly value: string
  readonly label: string
  /** What follows from it, in one sentence. */
  readonly consequence: string
}

/** What the operator can decide for a group of findings; empty when only a correction helps. */
export function findingChoices(code: FindingCode): readonly FindingChoice[] {
  const { choice } = findingCodes[code]
  if (choice === 'unmapped') return [{ ...importField, label: importLabels[code] ?? importField.label }, leaveField]
  return choice === null ? [] : choices[choice]
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
  'unmapped-provider-id': 'Import as user id at the provider',
}

type ChoiceName = Exclude<(typeof findingCodes)[FindingCode]['choice'], null | 'unmapped'>

const exclude = (consequence: string): FindingChoice => ({ value: 'exclude', label: 'Leave out', consequence })

const choices: { readonly [N in ChoiceName]: readonly FindingChoice[] } = {
  hashes: [
    {
      value: 'passwordless',
      label: 'Log in by code',
      consequence: 'They are created passwordless with their email or phone; the old password is gone.',
    },
    exclude('Their password is not migrated; users with no other login method stay behind.'),
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
      label: 'Log in by code to the phone',
      consequence: 'They are created passwordless with their phone number; the old password is gone.',
    },
    exclude('Their password is not migrated; users with no other login method stay behind.'),
  ],
  thirdPartyWithoutEmail: [
    {
      value: 'placeholder',
      label: 'Use a placeholder email',
      consequence: 'Each gets a made-up address at a domain you type; no mail reaches it.',
    },
    exclude('This login is not migrated; users with no other login method stay behind.'),
  ],
  providers: [
    {
      value: 'name',
      label: 'Choose the provider in the core',
      consequence: 'They are created under the name you choose.',
    },
    exclude('This login is not migrated; users with no other login method stay behind.'),
  ],
  identityWithoutId: [
    {
      value: 'passwordless',
      label: 'Log in by code',
      consequence:
        'Those with no other login method are created passwordless; for the others, this login stays behind.',
    },
    exclude('This login is not migrated; users with no other login method stay behind.'),
  ],
  duplicates: [exclude('The earlier user is migrated, the later one stays behind.')],
  noLogin: [exclude('They stay behind; nobody could have logged in as one of them.')],
  unverifiedEmail: [
    {
      value: 'migrate',
      label: 'Migrate all the same',
      consequence: 'Their email counts as verified in the core, although nobody proved it.',
    },
    exclude('The login by code is not migrated; users with no other login method stay behind.'),
  ],
  changed: [
    {
      value: 'send',
      label: 'Send what changed',
      consequence: 'What the export says now goes to the core, and replaces what is there, however new that is.',
    },
    { value: 'skip', label: 'Skip them', consequence: 'They stay in the core as they are.' },
  ],
  existing: [
    {
      value: 'skip',
      label: 'Leave them as they are',
      consequence: 'Nothing of theirs is sent; the core keeps the passwords that it has.',
    },
    {
      value: 'overwrite',
      label: 'Replace by the export',
      consequence: 'They are sent: their passwords become those of the export, however new the ones in the core are.',
    },
  ],
  disabled: [
    { value: 'migrate', label: 'Migrate all the same', consequence: 'They can log in again after the migration.' },
    exclude('They stay behind.'),
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
      label: 'Keep the old ids',
      consequence: 'The core knows each user by the id of the export; sessions and records with that id stay right.',
    },
    {
      value: 'new',
      label: 'Let the core make new ids',
      consequence: 'Whatever refers to the old ids has to be changed; created.csv has both.',
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
      consequence: 'They have to verify their email again, where the application asks for it.',
    },
  ],
  severalMethods: [
    {
      value: 'all',
      label: 'Migrate all',
      consequence: 'Each login method becomes a user in a core without account linking.',
    },
    {
      value: 'first',
      label: 'Only the first',
      consequence: 'Only the first of password, third party and passwordless is migrated.',
    },
  ],
}
