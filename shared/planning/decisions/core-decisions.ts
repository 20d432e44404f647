import { isProfilePart, profilePartNames, profileTitle, type ProfilePart } from '../../users/user.ts'
import { type Decision, oneOf, perGroupOf, type Taken, tick, without } from './decision.ts'
import { maxNameKey } from '../../users/name-key.ts'

/** Per role that the core does not have. */
const roles = perGroupOf({
  findings: {
    'role-missing': {
      blocks: true,
      title: 'Role that the core does not have',
      groupTitle: (role) => role,
      meaning:
        'The core refuses a role that it does not have. Create it there, let this app create it without permissions, or leave it behind.',
    },
  },
  answers: [
    {
      value: 'create',
      label: 'Create the role',
      consequence: 'The role is created in the core, without permissions; you give it permissions there.',
    },
    { value: 'exclude', label: 'Leave the role behind', consequence: 'The users are migrated without this role.' },
  ],
  values: { create: 'created in the core', exclude: 'left behind' },
  groupName: 'ROLE',
  exact: true,
  keys: (zod) => zod.string().max(maxNameKey),
  about: (role) => `Role ${role}`,
  dependents: { facet: ({ profile }) => profile !== '' },
})

/** Per value that does not say whether an authenticator app is in use: `totp_status=2`. */
const factors = perGroupOf({
  findings: {
    'totp-doubtful': {
      blocks: true,
      title: 'Authenticator app that may not be in use',
      groupTitle: (state) => state,
      meaning:
        'The export has the secret of an authenticator app, and this value does not say whether the user confirmed the app. If its secret is carried over and the user never set the app up, he or she cannot sign in; if it stays behind, a password alone lets the user in.',
    },
  },
  answers: [
    {
      value: 'keep',
      label: 'In use',
      consequence: 'The secret is sent with the users, and their authenticator apps go on working.',
    },
    {
      value: 'ignore',
      label: 'Not in use',
      consequence: 'The users are migrated without the secret.',
    },
  ],
  values: { keep: 'in use, carried over', ignore: 'not in use, left behind' },
  groupName: 'STATE',
  exact: true,
  keys: (zod) => zod.string().max(maxNameKey),
  about: (state) => `Authenticator apps with ${state}`,
  dependents: { facet: ({ profile }) => profile !== '' },
})

const profileMeanings: { readonly [P in ProfilePart]: string } = {
  metadata:
    'The metadata of these users is added to their metadata in the core, whole. What looks like a password or token goes along, and is never shown or reported.',
  roles: 'These users are given the roles in the core that they have in the export.',
  totp: 'The TOTP secrets of these users are sent, so their authenticator apps go on working. The secrets are never shown.',
  joined:
    'Bulk import keeps the time when these users joined; single calls cannot set it, so users who are sent by them get the time of the migration.',
}

/** The group of what depends on the core, while none is chosen. */
export const anyCore = 'any-core'
const askCore = 'Name the core (--core URL, or Connect) to see whether it keeps this.'

type ProfileChoice = { [P in ProfilePart]?: 'exclude' }

const partBeforeCore =
  'A core of the supertokens interface has a place for this part of the users; the documented interface has none, so it would stay behind.'

/** Parts of users besides their login methods that stay behind; the others are sent where the core has a place for them. */
const profile: Decision<ProfileChoice, 'profile-data'> = {
  findings: {
    /** About nearly all users, so counted in the document and not kept with each user. In groups: a part of the profile. */
    'profile-data': {
      blocks: false,
      title: 'Profile data',
      groupTitle: profileTitle,
      ownTitles: Object.fromEntries(
        profilePartNames.map((part) => [`${anyCore}:${part}`, `${profileTitle(part)}: kept by some cores only`]),
      ),
      meaning: (group) =>
        group.startsWith(`${anyCore}:`)
          ? partBeforeCore
          : isProfilePart(group)
            ? profileMeanings[group]
            : 'The export has more of these users than their logins, and the core has a place for it.',
      next: (group) => (group === '' || isProfilePart(group) ? '' : askCore),
    },
  },
  answers: ({ group }) =>
    group !== '' && !isProfilePart(group)
      ? []
      : [
          {
            value: 'keep',
            label: 'Carry over (recommended)',
            consequence:
              group === 'joined' ? 'Bulk import keeps it; single calls cannot.' : 'It is sent with the users.',
          },
          { value: 'exclude', label: 'Leave behind', consequence: 'The users are migrated without it.' },
        ],
  schema: (zod) => zod.partialRecord(zod.enum(profilePartNames), zod.literal('exclude')),
  none: {},
  groupName: 'PART',
  exact: false,
  names: [],
  notes: () => [],
  others: null,
  inherits: true,
  typed: {},
  optionOnly: false,
  whileSending: false,
  dependents: { facet: (facet) => facet.profile !== '' },
  place: 'Review, Decisions',
  taken: (entries) =>
    Object.keys(entries).map((part): Taken<ProfileChoice> => ({
      group: part,
      about: profileTitle(part),
      decided: 'left behind',
      excludes: false,
      undone: without(entries, part),
    })),
  chosen: (entries, { group }) => (isProfilePart(group) ? (entries[group] ?? 'keep') : null),
  decide: (entries, { group }, answer) => {
    if (!isProfilePart(group)) return null
    if (answer === null || answer === 'keep') return without(entries, group)
    return answer === 'exclude' ? { ...entries, [group]: 'exclude' } : null
  },
  inherit: (own, baseline) =>
    Object.fromEntries(Object.entries(baseline).filter(([part]) => !Object.hasOwn(own, part))),
  combine: (own, inherited) => ({ ...inherited, ...own }),
}

/** Ids of the old system keep working: each user is mapped to its id in the export (`supertokens`). */
const keepUserIds = tick({
  findings: {
    /** About all users with an id in the source, so counted in the document and not kept with each user. */
    'new-id': {
      blocks: false,
      title: 'Old ID not kept',
      ownTitles: { [anyCore]: 'Old ID: kept by some cores only' },
      meaning: (group) =>
        group === anyCore
          ? 'A core of the supertokens interface can keep the old IDs, if you choose so; the documented interface makes a new ID for each user.'
          : group === 'documented'
            ? 'The core makes a new ID for each user, and the documented interface cannot map the old one.'
            : 'The core makes a new ID for each user. Sessions, records and other systems that refer to the old IDs do not find them.',
      next: (group) =>
        group === anyCore
          ? askCore
          : group === 'documented'
            ? 'Update everything that refers to the old IDs; created.csv has both.'
            : '',
    },
  },
  answers: ({ group }) =>
    group === 'documented'
      ? []
      : [
          {
            value: 'keep',
            label: 'Keep the old IDs',
            consequence: 'The core knows each user by the source ID; sessions and records with that ID remain valid.',
          },
          {
            value: 'new',
            label: 'Let the core make new IDs',
            consequence: 'Update everything that refers to the old IDs; created.csv has both.',
          },
        ],
  answer: 'keep',
  about: 'Old user IDs',
  ticked: 'kept',
  option: {
    name: 'keep-user-ids',
    help: 'Keep the old IDs as external IDs (supertokens cores)',
    read: () => true,
  },
})

/** Imported users whose email the export calls verified are marked so (`supertokens`). */
const verifyEmails = tick({
  findings: {
    /** In groups: empty where the operator can decide it, `documented` where the interface knows no verified password users. */
    'verification-not-kept': {
      blocks: false,
      title: 'Verified email that arrives unverified',
      ownTitles: { [anyCore]: 'Verified email: kept by some cores only' },
      meaning: (group) =>
        group === anyCore
          ? 'A core of the supertokens interface can be told that these emails are verified, if you choose so; the documented interface imports a password without that.'
          : group === 'documented'
            ? 'The email of these users counts as unverified in the core, though the export calls it verified: the documented interface imports a password without that, so it stays behind.'
            : 'The export calls their email verified, and an import alone leaves it unverified in the core: they would have to verify it again.',
      next: (group) =>
        group === anyCore
          ? askCore
          : group === 'documented'
            ? 'Nothing to do: they verify it again if the application asks for it.'
            : '',
    },
  },
  answers: ({ group }) =>
    group === 'documented'
      ? []
      : [
          {
            value: 'mark',
            label: 'Mark as verified (recommended)',
            consequence:
              'After the import, the core is told that their email is verified, as it was in the old system.',
          },
          {
            value: 'skip',
            label: 'Leave unverified',
            consequence: 'They must verify their email again if the application asks for it.',
          },
        ],
  answer: 'mark',
  about: 'Emails that the export calls verified',
  ticked: 'marked verified',
  option: {
    name: 'verify-emails',
    help: 'Mark emails as verified where the export says so (supertokens cores)',
    read: () => true,
  },
})

/** The rule for users that the core already has; null leaves them. `hold` holds them, where the core can be asked. */
const existing = oneOf({
  findings: {
    /** Found at the core while sending, so kept with the states of that core and not with the plan. */
    'existing-user': {
      blocks: true,
      title: 'Already in the core',
      meaning: 'The core already had these users. They need one decision for all of them; the others were sent.',
      recommended: { value: 'skip', reason: 'The password in the core may be newer than the one in the export.' },
    },
  },
  answers: [
    {
      value: 'skip',
      label: 'Leave them as they are',
      consequence: 'They are not sent; the core keeps their passwords.',
    },
    {
      value: 'overwrite',
      label: 'Replace with the export',
      consequence: 'They are sent: the export’s passwords replace those in the core, even newer ones.',
    },
  ],
  values: {
    skip: 'left as they are in the core',
    overwrite: 'their passwords are replaced',
    hold: 'held until you decide',
  },
  open: 'hold',
  about: 'Users already in the core',
  whileSending: true,
  option: {
    name: 'on-existing',
    value: 'skip|overwrite|hold',
    help: 'How to handle users that the core already has; overwrite replaces their passwords',
    fallback: 'blocked until decided',
    example: '--on-existing skip',
    takes: 'skip, overwrite or hold',
    read: ([value]) => (value === 'skip' || value === 'overwrite' || value === 'hold' ? value : undefined),
  },
})

/** A user with one of two login methods in the core; null: the other one is created, as a user of its own. */
const besideExisting = oneOf({
  findings: {},
  answers: [],
  values: {
    link: 'linked to the user who is there, where the core can link',
    skip: 'not created',
    create: 'created as separate users',
  },
  undecided: 'created as separate users',
  about: 'Further login methods of users already in the core',
  whileSending: true,
  option: {
    name: 'on-existing-method',
    value: 'link|skip|create',
    help: 'How to handle further login methods of a user that the core already has; link adds them to that user',
    fallback: 'create: a separate user, which the summary counts',
    example: '--on-existing-method link',
    takes: 'link, skip or create',
    read: ([value]) => (value === 'link' || value === 'skip' || value === 'create' ? value : undefined),
  },
})

/** Users whose old id cannot be kept, because the core has it for another user; null: they fail. */
const takenIds = oneOf({
  findings: {},
  answers: [],
  values: { skip: 'migrated without it' },
  about: 'Users whose old ID another user has',
  whileSending: true,
  option: {
    name: 'on-taken-id',
    value: 'fail|skip',
    help: 'How to handle users whose old ID belongs to another user of the core; skip continues without it',
    fallback: 'they fail',
    example: '--on-taken-id skip',
    takes: 'fail or skip',
    read: ([value]) => (value === 'skip' ? 'skip' : value === 'fail' ? null : undefined),
  },
})

export const coreDecisions = { roles, factors, profile, keepUserIds, verifyEmails, existing, besideExisting, takenIds }
