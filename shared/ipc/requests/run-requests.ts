import * as z from 'zod'
import { executorSchema } from '../../core-api/executor-schema.ts'
import { reportFormats } from '../report-files.ts'
import { giveUpMinutesSchema, speedSchema, stopRuleSchema } from '../run-limits-schema.ts'
import { scopeSchema } from '../scope.ts'
import { documentSchema } from '../views/document-views.ts'
import { migratedUsersSchema, postRunSchema, postRunStateSchema, reportViewSchema } from '../views/report-views.ts'
import { asideCauseSchema, failureGroupSchema, progressSchema } from '../views/run-views.ts'
import { id, nothing, secret } from './parts.ts'

/** Sending: begin, pause, go on, again, how far. */
export const runRequests = {
  /** `ticks`: the keys of the preview's ticks that the operator set. */
  'run:start': {
    by: 'engine',
    input: z.object({
      scope: scopeSchema,
      concurrency: speedSchema.shape.concurrency,
      maxRate: speedSchema.shape.maxRate.optional(),
      /** When failures pause the run; nothing: 50 in a row. */
      stopRule: stopRuleSchema.optional(),
      /** Minutes without an answer after which the run pauses; nothing: it waits without end. */
      giveUpAfterMinutes: giveUpMinutesSchema.optional(),
      /** How users are sent; nothing: by single calls. */
      executor: executorSchema.optional(),
      confirmations: z.array(z.string().max(60)).max(20),
    }),
    output: progressSchema,
  },
  /** Another speed from now on, or for the next run when none is under way. */
  'run:speed': { by: 'engine', input: speedSchema, output: progressSchema },
  /** Another limit for a core that does not answer, from now on. */
  'run:give-up-after': {
    by: 'engine',
    input: z.object({ minutes: giveUpMinutesSchema }),
    output: progressSchema,
  },
  'run:pause': { by: 'engine', input: nothing, output: progressSchema },
  'run:resume': { by: 'engine', input: nothing, output: progressSchema },
  'run:cancel': { by: 'engine', input: nothing, output: progressSchema },
  /** Sends failed users again from their first call that is not done. */
  'run:retry': {
    by: 'engine',
    input: z.object({ scope: scopeSchema, executor: executorSchema.optional() }),
    output: progressSchema,
  },
  /** A core that does not answer is tried at once, instead of after the wait. */
  'run:try-now': { by: 'engine', input: nothing, output: progressSchema },
  'run:progress': { by: 'engine', input: nothing, output: progressSchema },
  /** Users whose requests fail while others succeed, by cause, the largest first; the first of each by name. */
  'run:set-aside': {
    by: 'engine',
    input: z.object({ search: z.string().max(200) }),
    output: z.object({ causes: z.array(asideCauseSchema).max(20) }),
  },
  'run:failures': {
    by: 'queries',
    input: nothing,
    output: z.object({
      groups: z.array(failureGroupSchema),
      /** Users that the core had before, and who wait for one decision for all of them. */
      waiting: z.number().int().nonnegative(),
    }),
  },
} as const

const reportFormat = z.enum(reportFormats)

/** Requests after a run: verification, undo, removal of hashes, reports. */
export const afterRunRequests = {
  /** Possible actions on the users of the core after a run, and their results. */
  'post-run:get': { by: 'queries', input: nothing, output: postRunSchema },
  /** The first migrated users, such as a pilot's. */
  'post-run:migrated': {
    by: 'queries',
    input: z.object({ limit: z.number().int().min(1).max(200) }),
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
