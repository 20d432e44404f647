import { perGroupOf } from './decision.ts'

/*
 * Decisions about a part of a file that was not read or not understood: nothing is sent before. A later migration asks again,
 * because its file is another one.
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

/** Statements of a dump that change users behind their rows, as only a database can. */
const unappliedChanges = perGroupOf({
  findings: {
    'unapplied-changes': {
      blocks: true,
      title: 'Changes to users that are not applied',
      groupTitle: (file) => file,
      meaning:
        'The dump changes or removes users by statements that only a database can evaluate. Without them, users who were removed or locked may be migrated as active.',
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

export const fileDecisions = { unreadHashes, unappliedChanges }
