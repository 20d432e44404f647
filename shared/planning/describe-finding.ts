import { familyTitle } from '../hashes/family-title.ts'
import { profileTitle } from '../users/profile-parts.ts'
import { findingChoices, type FindingChoice } from './finding-choices.ts'
import { heldChanges } from './plan-delta.ts'
import { findingCodes, type FindingCode } from './findings.ts'

/** A group of findings in words: what it is, what it means for the users, and what the operator can decide. */
export type FindingDescription = {
  readonly title: string
  readonly meaning: string
  /** Empty: nothing to choose for all; users can be corrected one by one. */
  readonly choices: readonly FindingChoice[]
}

/** `group` as the finding has it: a hash family, a provider name of the source, or empty. */
export function describeFinding(code: FindingCode, group: string): FindingDescription {
  return {
    title: titleOf(code, group),
    meaning: meaningOf(code, group),
    choices: isSettled(code, group) ? [] : findingChoices(code, group),
  }
}

function meaningOf(code: FindingCode, group: string): string {
  if (group === '') return meanings[code]
  if (code === 'several-methods') return severalMeanings[group] ?? meanings[code]
  if (code === 'profile-data') return profileMeanings[group] ?? meanings[code]
  if (code === 'profile-not-kept') return stayingMeanings[group] ?? meanings[code]
  return staysBehind.get(code) ?? meanings[code]
}

const profileMeanings: Readonly<Record<string, string>> = {
  metadata:
    'The export has metadata of these users. It is added to their metadata in the core, whole: what looks like a password or token goes along, and is never shown or reported.',
  roles: 'The export has roles of these users. They are given the same roles in the core.',
  totp: 'The export has TOTP secrets of these users. Their authenticator apps go on working; the secrets are never shown.',
  joined:
    'The export says when these users joined. Bulk import keeps that time; single calls cannot set it, so users who are sent by them get the time of the migration.',
}

const stayingMeanings: Readonly<Record<string, string>> = {
  'system-roles':
    'Keycloak gives users roles for its own use: default-roles-*, offline_access, uma_authorization, and those of its own clients such as account and realm-management. They mean nothing to another core and are left out.',
  'separate-users':
    'Each login method of these people becomes a user of its own. Metadata, roles, and TOTP secrets go to the user of the first one; the others have none of them.',
  joined:
    'The export says when these users joined. This core takes users by single calls only, which cannot set that time: they get the time of the migration.',
}

const severalMeanings: Readonly<Record<string, string>> = {
  'can-link': 'These people have several ways to sign in. The core can link them, so that each person stays one user.',
  unlicensed:
    'The license of the core does not cover account linking, so it creates one user per login method, with the same email and different ids. With a license that covers it, check the connection again: they are linked then.',
}

/** Some groups of a code that can be decided leave nothing to decide. */
function isSettled(code: FindingCode, group: string): boolean {
  if (code === 'changed-since') return group !== '' && !heldChanges.has(group)
  return group !== '' && staysBehind.has(code)
}

function titleOf(code: FindingCode, group: string): string {
  const { title } = findingCodes[code]
  switch (code) {
    case 'unsupported-hash':
    case 'hash-rewritten':
    case 'hash-warning':
      return `${title}: ${familyTitle(group)}`
    case 'too-long':
      return group === 'source-id' ? 'Source ID is too long' : title
    case 'id-not-kept':
      return group === 'several-methods' ? 'Old ID kept for the first login method only' : title
    case 'role-missing':
    case 'tenant-undecided':
    case 'tenant-missing':
    case 'tenant-default':
      return `${title}: ${group}`
    case 'profile-not-kept':
      return `${title}: ${stayingTitles[group] ?? profileTitle(group).toLowerCase()}`
    case 'profile-data':
      return `${title}: ${profileTitle(group)}`
    case 'changed-since':
      return `${title}: ${changeTitles[group] ?? group}`
    case 'time-rounded':
    case 'provider-undecided':
    case 'identity-without-id':
    case 'unmapped-hash':
    case 'unmapped-email':
    case 'unmapped-phone':
    case 'unmapped-provider-id':
      return `${title}: ${group}`
    default:
      return title
  }
}

const stayingTitles: Readonly<Record<string, string>> = {
  totp: 'TOTP secrets',
  'joined-implausible': 'time joined that cannot be read',
  'totp-parameters': 'TOTP secrets with other parameters',
  'totp-license': 'TOTP secrets (license)',
  'totp-broken': 'broken TOTP secrets',
  'totp-encrypted': 'encrypted TOTP secrets',
  'metadata-size': 'metadata that is too large',
  'system-roles': 'roles of the old system itself',
  'role-name': 'role names that are too long',
  'separate-users': 'metadata, roles, and TOTP secrets for the first of separate users only',
  'role-count': 'more than 1,000 roles of one user',
}

const changeTitles: Readonly<Record<string, string>> = {
  password: 'another password',
  contact: 'another email or phone',
  moved: 'another email, phone, or provider user ID that cannot be changed',
  'other-id': 'another ID for an existing email',
  added: 'another login method',
  profile: 'other metadata, roles, TOTP secrets, links, or verified mark',
  waits: 'waiting for another decision',
  gone: 'no longer to be migrated',
}

/** What the documented interface cannot carry, so that there is nothing to decide. */
const staysBehind = new Map<FindingCode, string>([
  [
    'verification-not-kept',
    'The export calls their email verified. The documented interface imports a password without that, so it stays behind: the email counts as unverified in the core.',
  ],
  [
    'new-id',
    'The core makes a new ID for each user, and the documented interface cannot map the old one. Update everything that refers to the old IDs; created.csv has both.',
  ],
])

const meanings: { readonly [C in FindingCode]: string } = {
  'unsupported-hash':
    'The core cannot check this kind of hash, so users cannot keep their password. Outside this tool, they can be moved one by one at their next login.',
  'malformed-hash':
    'The hash is incomplete: it was cut off or changed. A new export often helps. Nobody could log in with it.',
  'redacted-hash':
    'The exporter replaced the hash with a placeholder. Export again with an account that can read hashes.',
  'hash-parameters-missing':
    'These hashes need the hash parameters of the old project. Paste them, and the users become ready.',
  'signer-key-not-confirmed':
    'The core checks these passwords only when the signer key of the old project is set in its configuration. Set it there first.',
  'hash-without-email': 'The core imports a password for an email only, and these users have none.',
  'third-party-without-email':
    'The core requires an email for every user of a provider, and the export has none for these.',
  'provider-undecided': 'This name has no match in the core. Choose the provider that it stands for.',
  'tenant-undecided':
    'The export names a tenant or organization. Choose the tenant of the core that its users go to, the default tenant, or exclude them.',
  'tenant-missing':
    'The core would refuse every request for this tenant. Create it in the core and check the connection again, or choose another tenant.',
  'identity-without-id':
    'The export names the provider but not the provider user IDs. Often they are in another file or table: add it, and the users become ready.',
  duplicate:
    'An earlier user has the same email, phone number, or provider ID. Creating both would overwrite the earlier one.',
  'unverified-email':
    'This email was never verified at the source. A user created by a code counts as verified, no matter who owns the address.',
  disabled: 'The core cannot disable users: once created, they can sign in.',
  'email-invalid': 'The core would store it, but nobody could sign in with it.',
  'phone-invalid':
    'The number is not valid, or needs a country. Choose the country for numbers without a country code.',
  'too-long':
    'A value is longer than the core stores, or contains a NUL character. Correct it. A source ID has at most 256 characters: check which column holds it.',
  'no-login': 'Nothing in the export lets these users sign in. Add an email or a phone number, or exclude them.',
  'changed-since':
    'The earlier migration sent these users, and the export has changed since. Another email or phone goes to the user who is there. Changes that could overwrite newer data in the core, or that it has no call for, need your decision.',
  'unchanged-since': 'The earlier migration sent these users and nothing has changed, so they are not sent again.',
  'open-since': 'The earlier migration did not send these users. They are planned like new users.',
  'existing-user': 'The core already had these users. They need one decision for all of them; the others were sent.',
  'unmapped-hash':
    'This field is not mapped, but its values look like password hashes. Without them, these users would lose their passwords.',
  'unmapped-email':
    'This field is not mapped, but its values look like email addresses. It may hold the address that these users log in with.',
  'unmapped-phone': 'This field is not mapped, but its values look like phone numbers.',
  'unmapped-provider-id':
    'This field is not mapped, but its values look like provider user IDs, such as those of Google or Apple.',
  deleted: 'Deleted users are not migrated.',
  excluded: 'You excluded these users or one of their login methods.',
  'hash-rewritten': 'The hash was converted to the form the core reads, without loss. Salt and digest stay the same.',
  'hash-warning': 'The hash is sent as it is. Try one of these users first: the detail of each user says why.',
  'hash-not-in-export':
    'The source has a password, but the export does not contain it. These users need another way to log in.',
  'hash-given-up': 'A code replaces the password; the user can set a new one later.',
  'several-methods':
    'A core without account linking creates one user per login method, with the same email and different ids.',
  'tenant-default':
    'The export has this tenant only, and the core none besides that of its address as far as it can be asked, so its users are created there. Choose another tenant where that is wrong.',
  'several-tenants': 'These users belong to several tenants. Their login methods are created in each of them.',
  'same-email-elsewhere': 'Two users share an email in different login methods. The core keeps them separate.',
  'phone-not-carried': 'The source does not use the phone number for login, so it is not migrated.',
  'email-odd': 'The email is sent as it is, but looks unusual.',
  'id-rounded':
    'A spreadsheet keeps 15 digits of a number, so these IDs are not those of the source, and several users may have the same. They are not kept. Use the file as it was exported, or format the column as text before the values are put in.',
  'time-rounded':
    'A spreadsheet shortened the times in this field, so they are known to the day at best. Whether something happened is still read from them; the time itself is not exact. Use the file as it was exported.',
  'phone-plus-lost':
    'The digits fit the chosen country, and with a plus sign before them they are another number, mostly of another country. Spreadsheets remove that sign. They are sent as numbers of the chosen country: compare some with the old system first, and correct them or use the file as it was exported.',
  'id-not-kept':
    'The core keeps IDs of at most 128 characters, and an ID for one user only. The users are migrated; those that cannot keep the old ID get a new one.',
  'verification-not-kept':
    'The export calls their email verified, and an import alone leaves it unverified in the core: they would have to verify it again.',
  'new-id':
    'The core makes a new ID for each user. Sessions, records and other systems that refer to the old IDs do not find them.',
  'role-missing':
    'The core refuses a role that it does not have. Create it there, let this app create it without permissions, or leave it behind.',
  'profile-not-kept':
    'This part of these users has no place in the core, so it stays behind; the users are migrated without it. The detail of each user says why.',
  'profile-data': 'The export has more of these users than their logins, and the core has a place for it.',
  'placeholder-email': 'A placeholder email is used. It receives no mail.',
}
