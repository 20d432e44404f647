import * as z from 'zod'
import { sampleSchema } from '../../chart/sample-schema.ts'
import { userStates } from '../../planning/call.ts'
import { stateCountsSchema, targetSchema, totalsSchema } from '../views/core-views.ts'
import { familyPasswordCheckSchema, userFilterSchema } from '../views/user-views.ts'
import { causeActions } from '../cause-action.ts'
import { reportFormats } from '../report-files.ts'
import { documentSchema } from '../views/document-views.ts'
import { count, id, nothing, secret, text } from '../parts.ts'

/* After a run: verification, undo, removal of hashes, the report. */

const signOffSchema = z.object({
  project: text,
  operator: text,
  note: text,
  signedAt: z.number().nullable(),
  /** The sign-off, when the report has changed since. */
  changedSince: z.boolean(),
})

/** A rehearsal and the live runs after it: how many users ended alike, and who did not. */
const comparisonSchema = z.object({
  counts: stateCountsSchema,
  same: count,
  different: count,
  /** The first of those who differ. */
  users: z.array(
    z.object({ id: z.number().int(), label: text, rehearsal: z.enum(userStates), live: z.enum(userStates) }),
  ),
})
export type Comparison = z.infer<typeof comparisonSchema>

/** Why users are not migrated: one cause with the number of its users, and which of them are meant. */
const openCauseSchema = z.object({
  state: z.enum(['blocked', 'failed', 'in-doubt', 'excluded']),
  title: text,
  /** The next step, in one sentence; empty: none, it was decided so. */
  next: text,
  users: count,
  action: z.enum(causeActions),
  filter: userFilterSchema,
  /** A few texts of the core, shown on request. */
  replies: z.array(text).max(20),
})
export type OpenCause = z.infer<typeof openCauseSchema>

const reportViewSchema = z.object({
  totals: totalsSchema,
  counts: stateCountsSchema,
  target: targetSchema.nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  sentence: text,
  /** Users removed by a complete undo, if no user was sent since; null: none. */
  undone: count.nullable(),
  /** When that ended. */
  undoneAt: z.number().nullable(),
  /** `records` equals the sum below it. */
  addsUp: z.boolean(),
  /** Why users are not migrated, by state, the largest first. */
  causes: z.array(openCauseSchema),
  /** Findings about users that were migrated, e.g. a part that could not be attached. */
  notes: z.array(z.object({ title: text, users: count })),
  /** The operator who started the first run, by the name on that machine; null where it was not noted. */
  startedBy: text.nullable(),
  /** Users without a usable password in the core, for the mail about a new one. */
  withoutPassword: count,
  /** Changes of a followed source that are held or failed. */
  held: count,
  /** Samples of the runs over time. */
  history: z.array(sampleSchema),
  /** Every family whose hashes are imported, and whether a known password was tried on it. */
  passwordChecks: z.array(familyPasswordCheckSchema),
  /** Runs that sent something, and how long that took in milliseconds. */
  runs: count,
  sendingMs: z.number().nonnegative(),
  /** The sign-off on the report; `signedAt`: null while it is not signed off. */
  signOff: signOffSchema,
  /** SHA-256 over the files, the core, the runs and every number of the report. */
  digest: z.string().max(64),
  /** The rehearsal of the same users, beside a live run; null where there was none. */
  rehearsal: comparisonSchema.nullable(),
})
export type ReportView = z.infer<typeof reportViewSchema>

const shortText = z.string().max(2000)

/** The work after a run: users are looked up, or removed again. */
const postRunStateSchema = z.object({
  running: z.object({ kind: z.enum(['verify', 'undo']), done: count, total: count, stopping: z.boolean() }).nullable(),
  /** Why the last one broke off inside the app; null: it did not. */
  failure: shortText.nullable(),
  /** Users that were looked up just now and have no record on this machine: removed when the operator confirms them. */
  unconfirmed: count,
})
export type PostRunState = z.infer<typeof postRunStateSchema>

/** One user of the core that was not as it should be. */
const attentionSchema = z.object({
  userId: z.number().int(),
  /** Email, phone, id or line: what people know the user by. */
  label: shortText,
  coreUserId: shortText.nullable(),
  outcome: z.string().max(40),
  message: shortText,
})

/** Facts about the users that this migration created at its core, and the actions they allow. */
const postRunSchema = z.object({
  /** The core can be asked about its users and can remove them. */
  possible: z.boolean(),
  /** Users of the export that the core has by a call of this migration, which made or met them. */
  made: count,
  /** Of these, the ones that a machine signed as created; an undo checks that it was this one. */
  removable: count,
  /** Login methods that an undo removes of these: one user may have several, each created by a call of its own. */
  logins: count,
  /** Users that the document alone calls created: another machine created them, or the document is false. */
  unconfirmed: count,
  verification: z
    .object({
      at: z.number(),
      looked: count,
      found: count,
      missing: count,
      unanswered: count,
      signIn: z.enum(['works', 'refused', 'unanswered']).nullable(),
      stopped: z.string().nullable(),
    })
    .nullable(),
  undone: z
    .object({
      at: z.number(),
      removed: count,
      /** Their login methods; absent in what an earlier version wrote. */
      logins: count.exactOptional(),
      /** Were not in the core any more. */
      gone: count,
      /** Not removed: this machine has no record that it created them. */
      unconfirmed: count,
      /** Not removed: other accounts were linked to them since. */
      linked: count,
      /** Not removed: the core has another login method under their id. */
      mismatched: count,
      left: count,
      failed: count,
      tookMs: z.number().nonnegative().exactOptional(),
      stopped: z.string().nullable(),
      /** Additions of this migration to users that stayed, in words, with their number. */
      stays: z.record(z.string(), count).exactOptional(),
    })
    .nullable(),
  /** How many users the core had before the first run and has after the undo; null: it does not say. */
  coreUsers: z.object({ before: count, now: count }).nullable(),
  /** The runs at the core, in their order. `users`: those who were sent in it last and are removed again, so that they add up. */
  /** `users`: of those removed; null: all of its users were sent again later, or none was created. */
  runs: z.array(z.object({ startedAt: z.number(), pilot: z.boolean(), users: count.nullable(), sendingMs: count })),
  /** The first of those that are missing, without an answer, left or not removed. */
  needsAttention: z.object({ verify: z.array(attentionSchema), undo: z.array(attentionSchema) }),
  /** Migrated accounts whose password the operator proved: they can be let sign in. */
  accounts: z.array(z.object({ userId: z.number().int(), email: shortText })),
})
export type PostRunView = z.infer<typeof postRunSchema>

/** Users that are migrated, by name, with what is known of them in the core. */
const migratedUsersSchema = z.object({
  users: z.array(
    z.object({
      id: z.number().int(),
      label: shortText,
      email: shortText.nullable(),
      methods: z.array(z.string()),
      providers: z.array(z.string()),
      coreUserId: shortText.nullable(),
      /** The result of the last look-up; null: this user was not looked up. */
      found: z.enum(['found', 'missing', 'unanswered']).nullable(),
    }),
  ),
  total: count,
})
export type MigratedUsers = z.infer<typeof migratedUsersSchema>

const reportFormat = z.enum(reportFormats)

/** Requests after a run: verification, undo, removal of hashes, reports. */
export const afterRunRequests = {
  /** Possible actions on the users of the core after a run, and their results. */
  'post-run:get': { by: 'queries', input: nothing, output: postRunSchema },
  /** The first migrated users, such as a pilot's. `withPassword`: only users whose password was imported. */
  'post-run:migrated': {
    by: 'queries',
    input: z.object({ limit: z.number().int().min(1).max(200), withPassword: z.boolean().optional() }),
    output: migratedUsersSchema,
  },
  'post-run:state': { by: 'engine', input: nothing, output: postRunStateSchema },
  /**
   * Looks up the users that were made, a sample of them or all (null), and lets one known account sign in. The password
   * goes one way and is kept nowhere.
   */
  'post-run:verify': {
    by: 'engine',
    input: z.object({
      sample: z.number().int().min(1).nullable(),
      account: z.object({ userId: id, password: secret.min(1) }).nullable(),
    }),
    output: postRunStateSchema,
  },
  /**
   * Removes exactly the users that this machine created for this migration. `confirm`: their number, or the name of the
   * core, as typed. Users without a record here are looked up; `unconfirmed` removes them in a second step, by their
   * number. `withLinked`: also users that were linked with other accounts since; the linked accounts stay.
   */
  'post-run:undo': {
    by: 'engine',
    input: z.object({
      confirm: z.string().max(2000),
      withLinked: z.boolean().default(false),
      unconfirmed: z.boolean().default(false),
    }),
    output: postRunStateSchema,
  },
  'post-run:cancel': { by: 'engine', input: nothing, output: postRunStateSchema },
  /** Shows the save dialog and writes what came of each user, as CSV; null when the dialog was closed. */
  'post-run:save': {
    by: 'host',
    input: z.object({ kind: z.enum(['verify', 'undo']), masked: z.boolean() }),
    output: z.object({ saved: z.string().nullable() }),
  },
  /** Users with a hash in the migration or, with `totp`, secrets of authenticator apps; `why` these stay: null when they can be removed. */
  'hashes:state': {
    by: 'queries',
    input: nothing,
    output: z.object({
      kept: z.number().int().nonnegative(),
      totp: z.boolean(),
      why: z.string().max(400).nullable(),
      removedAt: z.number().nullable(),
    }),
  },
  /** Empties a finished migration of hashes, for good. `confirm`: how many users keep theirs, as it was shown. */
  'hashes:remove': {
    by: 'engine',
    input: z.object({ confirm: z.number().int().nonnegative() }),
    output: documentSchema,
  },
  'report:get': { by: 'queries', input: nothing, output: reportViewSchema },
  /** Project, operator and note that are printed on the report; `sign` marks it as signed off now. */
  'report:sign-off': {
    by: 'engine',
    input: z.object({
      project: z.string().max(200),
      operator: z.string().max(200),
      note: z.string().max(2000),
      sign: z.boolean(),
    }),
    output: documentSchema,
  },
  /** Shows the file that was saved last in its folder; in the desktop app only. */
  'report:show-in-folder': { by: 'host', input: nothing, output: z.object({ shown: z.boolean() }) },
  /** Shows the save dialog and writes the report; `saved` is the file's name, null when the dialog was closed. */
  'report:save': {
    by: 'host',
    input: z.object({
      /** `pdf`: in the desktop app only. */
      format: reportFormat,
      /** Not of `users-without-password`, which is for mailing: the operator confirms full addresses first. */
      masked: z.boolean(),
    }),
    output: z.object({ saved: z.string().nullable() }),
  },
  /**
   * Asks for a folder and writes several files of the report into a new folder there, so that none is replaced. `saved`: its
   * name, null when the dialog was closed. In the desktop app only.
   */
  'report:save-all': {
    by: 'host',
    input: z.object({ formats: z.array(reportFormat).min(1).max(20), masked: z.boolean() }),
    output: z.object({ saved: z.string().nullable(), files: z.number().int().nonnegative() }),
  },
  /** How many users were read for the files of the report that are being saved, of how many; `stop`: nothing more is written. */
  'report:save-state': {
    by: 'host',
    input: z.object({ stop: z.boolean() }),
    output: z.object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() }),
  },
} as const
