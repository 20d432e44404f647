import { hashFamily } from '../hashes/family-title.ts'
import { profileTitle } from '../users/user.ts'
import { decisionTable } from './decisions/decision-table.ts'
import type { Answer, DecidedFinding, FindingWords, NoteWords } from './decisions/decision.ts'
import { decisions, findingChoices } from './choices.ts'

const stayingTitles: Readonly<Record<string, string>> = {
  totp: 'TOTP secrets',
  'joined-implausible': 'time joined that cannot be read',
  'totp-parameters': 'TOTP secrets with other parameters',
  'totp-license': 'TOTP secrets (license)',
  'totp-broken': 'broken TOTP secrets',
  'totp-encrypted': 'encrypted TOTP secrets',
  'totp-off': 'TOTP secrets that are not in use',
  'totp-doubtful': 'TOTP secrets that may not be in use',
  'metadata-size': 'metadata that is too large',
  'system-roles': 'roles of the old system itself',
  passkeys: 'passkeys',
  'role-name': 'role names that are too long',
  'separate-users': 'metadata, roles, and TOTP secrets for the first of separate users only',
  'role-count': 'more than 1,000 roles of one user',
}

const stayingMeanings: Readonly<Record<string, string>> = {
  'system-roles':
    'Keycloak gives users roles for its own use: default-roles-*, offline_access, uma_authorization, and those of its own clients such as account and realm-management. They mean nothing to another core and are left out.',
  passkeys:
    'A passkey works only with the site and the server that it was made for, so no other system can take it. These users sign in by another way in the core, and those who have none are blocked.',
  'totp-encrypted':
    'These TOTP secrets are encrypted with a key of the old application, so they cannot be read. The users are migrated without them.',
  'joined-implausible':
    'No core can keep these times: they are no readable dates between 1995 and today, or their day and month may be either way round. Write such dates with the year first.',
  'totp-license':
    'The license of this core does not cover TOTP, so it takes none of these secrets. The users are migrated without them.',
  'totp-off':
    'The export says that these users never confirmed their authenticator app, or switched it off. They are migrated without its secret.',
  'totp-broken': 'These TOTP secrets are not Base32, so they cannot be read. The users are migrated without them.',
  'totp-parameters':
    'The authenticator apps of these users make codes that the core does not accept: it takes those of six digits made with SHA-1. The users are migrated without them.',
  'separate-users':
    'Each login method of these people becomes a separate user. Metadata, roles, and TOTP secrets go to the user of the first one; the others have none of them.',
  joined:
    'These users get the time of the migration in place of the time when they joined, because this core takes them by single calls only, which cannot set it.',
}

const undoDecision = 'To change that, undo the decision: leave its option out, or use Review, Decisions.'
const asExported = 'Use the file as it was exported'

/** Findings that no decision settles. Each names the next step, so that none is shown without a way out. */
const notes = {
  'unchanged-since': {
    blocks: false,
    title: 'Unchanged since the earlier migration',
    meaning: 'The earlier migration sent these users and nothing has changed, so they are not sent again.',
    next: 'Nothing to do: the core has them.',
  },
  'open-since': {
    blocks: false,
    title: 'Not sent by the earlier migration',
    meaning: 'The earlier migration did not send these users. They are planned like new users.',
    next: 'Decide about them as about new users.',
  },
  deleted: {
    blocks: false,
    title: 'Deleted in the source',
    meaning: 'Deleted users are not migrated.',
    next: 'To migrate them, restore them in the old system and export again.',
  },
  excluded: {
    blocks: false,
    title: 'Excluded by choice',
    groupTitle: (name, { titleOf }) => titleOf(name),
    meaning: 'You excluded these users or one of their login methods.',
    next: undoDecision,
  },
  'hash-rewritten': {
    blocks: false,
    title: 'Hash rewritten',
    groupTitle: hashFamily.title,
    meaning: 'The hash was converted to the form the core reads, without loss. Salt and digest stay the same.',
    next: 'Nothing to do. A known password can be checked before the run: check-password, or Review, Hash families.',
  },
  'hash-warning': {
    blocks: false,
    title: 'Try a password first',
    groupTitle: hashFamily.title,
    meaning: 'Try one of these users first: the detail of each user says why.',
    next: 'To check one: check-password, or Review, Hash families.',
  },
  'hash-not-in-export': {
    blocks: false,
    title: 'Password not in the export',
    meaning:
      'The old system has a password of these users that the export does not contain, so they sign in with a code or with another login of theirs.',
    next: 'Add the file with the password hashes if the old system can export them.',
  },
  'hash-given-up': {
    blocks: false,
    title: 'Passwordless instead of a hash',
    groupTitle: hashFamily.title,
    meaning: 'A code replaces the password; the user can set a new one later.',
    next: undoDecision,
  },
  'several-tenants': {
    blocks: false,
    title: 'Several tenants',
    meaning: 'These users belong to several tenants. Their login methods are created in each of them.',
    next: 'To leave one of them out, exclude that tenant: --tenant OLD=exclude, or Review, Decisions.',
  },
  'same-email-elsewhere': {
    blocks: false,
    title: 'Same email as another user',
    meaning:
      'These users share an email, so the core keeps those with different login methods apart, and of those with the same one only the first is sent.',
    next: 'Compare some with the old system. If they are one person, exclude one of the two in Review, Users.',
  },
  'same-id-elsewhere': {
    blocks: false,
    title: 'Same source ID as another user',
    meaning:
      'Several users have the same source ID, and a core that keeps the old IDs keeps each for one user only. The files may number their users separately, or the column is not an ID of users. A later export cannot tell these users apart by it.',
    next: 'Check which column holds the ID: --mapping FILE, or Map columns.',
  },
  'phone-not-carried': {
    blocks: false,
    title: 'Phone number not migrated',
    meaning: 'The export does not say that users sign in with the phone number, so it is not migrated.',
    next: 'To keep the numbers as data, map their column as metadata: --mapping FILE, or Map columns.',
  },
  /** In groups: the provider as the source names it. */
  'device-login': {
    blocks: false,
    title: 'Device or guest login not migrated',
    groupTitle: (name) => name,
    meaning:
      'Only the old system knows the device or the guest that these users signed in as, so this login stays behind. Their other logins are migrated; those who have none need a decision.',
    next: 'Nothing to do for users with another login. The others can add an email in the old system before the export.',
  },
  'shared-phone': {
    blocks: false,
    title: 'Phone number of an earlier user',
    meaning:
      'An earlier user has the same phone number, and the core keeps a number for one user only. The export does not call it a login of these users, so they keep their login by email and are migrated without the number.',
    next: 'Look at some in the old system. To give the number to one of the later users, remove it from the earlier one in the export.',
  },
  'phone-in-email': {
    blocks: false,
    title: 'Number in a column of emails',
    meaning:
      'The column of emails has a number for these users, and no other column has a phone number of theirs. It is read as their phone number, and they have no email.',
    next: 'Compare some with the old system. Correct numbers that are something else in the export, or in Review, Users.',
  },
  /** In groups: the column. */
  'further-contact': {
    blocks: false,
    title: 'Further email or phone number in the same cell',
    groupTitle: (field) => field,
    meaning:
      'The cells of these users have several emails or phone numbers. One of them is the login, and the others become none.',
    next: 'To take another one, put it first in the export, or enter it in Review, Users.',
  },
  /** In groups: the contact. */
  'dummy-contact': {
    blocks: false,
    title: 'Dummy in place of a contact',
    ownTitles: { email: 'Dummy in place of an email', phone: 'Dummy in place of a phone number' },
    meaning:
      'A dummy such as none@none, n/a or 0000000000, or the number to which a database cut a longer one, 2147483647, stands in place of the contact of these users. It is read as none, because a code to it reaches nobody or a stranger, and several users may have the same one.',
    next: 'Where a user has such a contact indeed, enter it in Review, Users.',
  },
  'email-odd': {
    blocks: false,
    title: 'Unusual email',
    meaning:
      'These emails are sent as they are, but look unusual, as by a second @, a dot too many or a domain that mail does not reach. The detail of each user says why.',
    next: 'Look at these addresses before the run, and correct wrong ones in the export or in Review, Users.',
  },
  'id-rounded': {
    blocks: false,
    title: 'Old ID rounded by a spreadsheet',
    meaning:
      'A spreadsheet keeps 15 digits of a number, so these IDs are not those of the source, and several users may have the same. They are not kept.',
    next: `${asExported}, or format the column as text before the values are put in.`,
  },
  'id-computed': {
    blocks: false,
    title: 'Source ID computed by the database, a program or a template',
    meaning:
      'Only the database, or the program that fills in a template, can compute the ID of these users, so it is not known and not kept. The file has an expression in its place, such as a variable or a function.',
    next: 'To keep the IDs, load the file there and export the users again.',
  },
  'time-rounded': {
    blocks: false,
    title: 'Time rounded by a spreadsheet',
    groupTitle: (field) => field,
    meaning:
      'A spreadsheet shortened the times in this field, so they are known to the day at best. Whether something happened is still read from them; the time itself is not exact.',
    next: `${asExported}.`,
  },
  'cells-missing': {
    blocks: false,
    title: 'Row without its last cells',
    meaning: 'These rows have fewer cells than the header, and the missing ones at their end are read as empty.',
    next: 'Compare some with the old system: a value in a later column may be lost.',
  },
  'phone-plus-lost': {
    blocks: false,
    title: 'Phone number that may lack its plus sign',
    meaning:
      'The digits fit the chosen country, and with a plus sign before them they are another number, mostly of another country. Spreadsheets remove that sign. They are sent as numbers of the chosen country.',
    next: `Compare some with the old system before the run. ${asExported}, or correct them.`,
  },
  'id-not-kept': {
    blocks: false,
    title: 'Old ID that the core cannot keep',
    ownTitles: { 'several-methods': 'Old ID kept for the first login method only' },
    meaning:
      'These users are migrated with a new ID, because the core keeps IDs of at most 128 characters, and each for one user only.',
    next: 'Update what refers to these IDs: created.csv has the old and the new one.',
  },
  /** In groups: what stays behind (`profile.ts`). */
  'profile-not-kept': {
    blocks: false,
    title: 'Stays behind',
    groupTitle: (group) => stayingTitles[group] ?? profileTitle(group).toLowerCase(),
    meaning: (group) =>
      stayingMeanings[group] ??
      'This part of these users has no place in the core, so it stays behind; the users are migrated without it. The detail of each user says why.',
    next: (group) =>
      group === 'system-roles' || group === 'totp-off'
        ? 'Nothing to do.'
        : group.startsWith('totp-')
          ? 'Tell these users to set up their authenticator apps again.'
          : group === 'passkeys'
            ? 'Tell these users how they sign in now. They can add a passkey in the core.'
            : 'If your application needs it, store it there under the new IDs in created.csv.',
  },
  'placeholder-email': {
    blocks: false,
    title: 'Placeholder email',
    meaning: 'A placeholder email is used. It receives no mail.',
    next: 'Ask these users for their address after the migration.',
  },
} as const satisfies Record<string, NoteWords>

type Table = typeof decisionTable
type DecidedCode = { [K in keyof Table]: keyof Table[K]['findings'] }[keyof Table]

export type FindingCode = keyof typeof notes | DecidedCode

/** Every finding the planner can make: the notes, and those that a decision of the table settles. */
export const findingCodes: { readonly [C in FindingCode]: FindingWords } = { ...notes, ...decidedFindings() }

function decidedFindings(): { readonly [C in DecidedCode]: DecidedFinding } {
  const all = Object.values(decisionTable).flatMap(({ findings }) => Object.entries<DecidedFinding>(findings))
  // Object.fromEntries forgets which keys there are.
  return Object.fromEntries(all) as { [C in DecidedCode]: DecidedFinding }
}

/** Whether findings of this code can be there. */
export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(findingCodes, code)
}

/** A group of findings in words: what it is, what it means for the users, and what the operator can decide. */
type FindingDescription = {
  readonly title: string
  readonly meaning: string
  /** Empty: nothing to choose for all. */
  readonly choices: readonly Answer[]
  /** The next step besides these, in a sentence; empty only where there are some. */
  readonly next: string
}

/** `group` as the finding has it: a hash family, a provider name of the source, or empty. `isIdle`: it is open, and none of its users waits. */
export function describeFinding(code: FindingCode, group: string, isIdle = false): FindingDescription {
  return { ...findingText(findingCodes[code], group, isIdle), choices: findingChoices(code, group) }
}

const words = { waysOf: decisions.waysOf, titleOf }

/** The subject of a decision, by its typed name: `disabled`, `unsupported-hash:pbkdf2`, `argon2`. */
function titleOf(name: string): string {
  const [code = name, ...group] = name.split(':')
  return isFindingCode(code) ? findingText(findingCodes[code], group.join(':')).title : hashFamily.title(name)
}

/** A finding in the words of its entry. */
export function findingText(
  { title, groupTitle, ownTitles, meaning, idle, next = '' }: FindingWords,
  group: string,
  isIdle = false,
) {
  const named = groupTitle === undefined || group === '' ? title : `${title}: ${groupTitle(group, words)}`
  return {
    title: ownTitles?.[group] ?? named,
    meaning: textFor(group, isIdle && idle !== undefined ? idle : meaning),
    next: textFor(group, next),
  }
}

function textFor(group: string, text: FindingWords['meaning']): string {
  return typeof text === 'string' ? text : text(group, words)
}

/** The name of a finding's group, without the title that all of its groups share; null: it has none of its own. */
export function groupNameOf(code: FindingCode, group: string): string | null {
  const { groupTitle }: FindingWords = findingCodes[code]
  return groupTitle === undefined || group === '' ? null : groupTitle(group, words)
}

/** Findings that the correction of a single user ends, whatever else can be decided about all of them. */
export const endedByCorrection: ReadonlySet<string> = new Set<FindingCode>([
  'email-invalid',
  'phone-invalid',
  'phone-unusable',
  'hash-without-contact',
  'no-login',
  'too-long',
])
