import { oneOf, perGroupOf } from './decision.ts'

/*
 * Decisions about a part of a file that was not read or not understood: nothing of it is sent before. A later migration asks
 * again, because its file is another one.
 */

/**
 * Password hashes of a file that no user, table or other finding has: nothing is sent until the operator continues
 * without them.
 */
const unreadHashes = perGroupOf({
  findings: {
    'unread-hashes': {
      blocks: true,
      title: 'Password hashes that are not read',
      groupTitle: (file) => file,
      meaning: 'The file holds password hashes in places that nothing reads. Their users would lose their passwords.',
    },
  },
  answers: [
    {
      value: 'exclude',
      label: 'Exclude these hashes',
      consequence: 'They stay behind; the report says so.',
    },
  ],
  values: { exclude: 'stay behind' },
  groupName: 'FILE',
  exact: true,
  inherits: false,
  whileSending: true,
  keys: (zod) => zod.string().max(1000),
  about: (file) => `Password hashes that are not read: ${file}`,
  place: 'Export',
})

/** Statements of a dump that change users behind their rows and are not applied. */
const unappliedChanges = perGroupOf({
  findings: {
    'unapplied-changes': {
      blocks: true,
      title: 'Changes to users that are not applied',
      groupTitle: (file) => file,
      meaning:
        'The file changes or removes users by statements that only a database can evaluate, by changes of entries that only a directory can apply, or by statements about rows of another file. Without them, users who were removed or locked may be migrated as active.',
    },
  },
  answers: [
    {
      value: 'ignore',
      label: 'Ignore these statements',
      consequence: 'Users are migrated as their rows say; the report says so.',
    },
  ],
  values: { ignore: 'ignored' },
  groupName: 'FILE',
  exact: true,
  inherits: false,
  whileSending: true,
  keys: (zod) => zod.string().max(1000),
  about: (file) => `Changes to users that are not applied: ${file}`,
  place: 'Export',
})

/** Logins in records that became part of no user, while users have none. */
const lostLogins = perGroupOf({
  findings: {
    'lost-logins': {
      blocks: true,
      title: 'Logins and bans that no user gets',
      groupTitle: (file) => file,
      meaning:
        'Records of the file have passwords or other logins, and cannot be read or match no user, while users have none. These may be their logins. Or a record keeps out one of several users with the same ID.',
    },
  },
  answers: [
    {
      value: 'ignore',
      label: 'Continue without them',
      consequence: 'The users are migrated as the other files say; the report says so.',
    },
  ],
  values: { ignore: 'stay behind' },
  groupName: 'FILE',
  exact: true,
  inherits: false,
  whileSending: true,
  keys: (zod) => zod.string().max(1000),
  about: (file) => `Logins and bans that no user gets: ${file}`,
  place: 'Export',
})

/** Users of two files with the same ID, user name, email or phone number, if a login or a disabled status of one file would be lost, or a person would be sent twice. */
const sameIds = oneOf({
  findings: {
    'same-id-in-files': {
      blocks: true,
      title: 'Same source ID, user name, email or phone number in two files',
      meaning:
        'These users were not joined, because not enough rows of the two files agree, one ID or name has several rows, or an email or a password differs. If they are the same people, a login or a disabled status of one file would be lost, or one person would become two users. If each file numbers its own users, keep them apart.',
    },
  },
  answers: [
    {
      value: 'join',
      label: 'Join these users',
      consequence:
        'Rows with the same user name, or else the same ID, become one user; rows with the same email do in files without IDs, and where the core can check the password of one of two rows; and a password beside a phone number goes to the user with that number. The address beside the password stays, and the hash that the core can check, or that of the first file. Users who cannot be joined still need a decision.',
    },
    {
      value: 'separate',
      label: 'Keep apart',
      consequence: 'Each row stays a user of its own, with its own status and login.',
    },
  ],
  values: { join: 'joined', separate: 'kept apart' },
  about: 'Same source ID, user name, email or phone number in two files',
  inherits: false,
  dependents: 'findings',
})

export const fileDecisions = { unreadHashes, unappliedChanges, lostLogins, sameIds }
