import * as z from 'zod'
import { commands } from './commands.ts'
import { mappingSchema } from '../mapping/mapping.ts'
import { choicesSchema } from '../planning/choices.ts'
import { afterwardsSchema, afterwardsStateSchema } from './afterwards-views.ts'
import { proofOutcomeSchema } from './proof-views.ts'
import { shellRequests } from './shell-requests.ts'
import { speedSchema } from './speed-schema.ts'
import {
  checkSchema,
  documentSchema,
  failureGroupSchema,
  mappingViewSchema,
  previewSchema,
  progressSchema,
  recordViewSchema,
  rehearsalUserSchema,
  reportViewSchema,
  straySchema,
  userDetailSchema,
  userFilterSchema,
  userPageSchema,
  userSortSchema,
  userSourceSchema,
} from './views.ts'

/**
 * Everything the renderer may ask of main, and what it gets. Both sides are parsed. Replies travel in an
 * envelope (`Result`): a value, or a code with a sentence.
 *
 * `by` says who answers: `host` (dialogs, files, app), `engine` (the one writer) or `desk` (the read-only
 * worker behind tables and counts).
 */
const nothing = z.object({})
const id = z.number().int().positive()
const secret = z.string().max(4096)
const dialect = z.enum(['auto', 'documented', 'supertokens'])
const documentOrNull = documentSchema.nullable()

/** A core under a name of the operator's own; its key is kept elsewhere, or not at all. */
export const profileSchema = z.object({
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().min(1).max(2000),
  dialect,
})
export type Profile = z.infer<typeof profileSchema>
export const profilesSchema = z.object({ profiles: z.array(profileSchema).max(100) })

/** Which users a run or a retry concerns. */
export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('first'), users: z.number().int().min(1) }),
  z.object({ kind: z.literal('users'), ids: z.array(id).min(1).max(100_000) }),
  /** Everybody whom a filter lets through at this moment, but for a few. */
  z.object({ kind: z.literal('filter'), filter: userFilterSchema, except: z.array(id).max(100_000) }),
  z.object({ kind: z.literal('failed') }),
  z.object({ kind: z.literal('failure'), key: z.string().max(700) }),
])
export type Scope = z.infer<typeof scopeSchema>

/** What the operator corrects for one user; a field left out stays as it is. */
export const correctionInputSchema = z.object({
  email: z.string().max(1000).nullable().optional(),
  phone: z.string().max(200).nullable().optional(),
  /** A provider name of the core for the user's third-party identity. */
  provider: z.string().max(100).nullable().optional(),
  /** A new hash as text, or null to give the hash up. Goes one way. */
  hash: secret.nullable().optional(),
})

export const requests = {
  ...shellRequests,
  /** Makes an empty document in the app's folder. */
  'document:new': { by: 'host', input: nothing, output: documentSchema },
  /** Shows the open dialog; null when it was closed. */
  'document:open': { by: 'host', input: nothing, output: documentOrNull },
  'document:open-recent': { by: 'host', input: z.object({ id: z.string().max(200) }), output: documentSchema },
  'document:close': { by: 'host', input: nothing, output: nothing },
  /** Shows the save dialog; the copy is a whole document. */
  'document:save-copy': { by: 'host', input: nothing, output: z.object({ saved: z.string().nullable() }) },
  'document:state': { by: 'engine', input: nothing, output: documentOrNull },

  /** Checks the connection and, when it is ready, makes this core the document's target. `apiKey` null: the one given before. */
  'core:connect': {
    by: 'engine',
    input: z.object({
      baseUrl: z.string().max(2000),
      apiKey: secret.nullable(),
      dialect,
      allowHttp: z.boolean(),
      /** Keep the key where this machine keeps keys; false: for this session only. */
      keepKey: z.boolean().optional(),
      /** This is the core of before under a new address: its states go on. False: another core, where all begin anew. */
      sameCore: z.boolean().optional(),
      /** False: a core that is not the target yet is only looked at, so that its address can be confirmed first. */
      confirmed: z.boolean().optional(),
    }),
    output: checkSchema,
  },
  /** Cores kept by name, without any secret. */
  'profiles:list': { by: 'host', input: nothing, output: profilesSchema },
  /** A profile of the same name is replaced. */
  'profiles:save': { by: 'host', input: profileSchema, output: profilesSchema },
  'profiles:remove': { by: 'host', input: z.object({ name: z.string().max(100) }), output: profilesSchema },
  /** Starts (or restarts afresh) the embedded rehearsal core and makes it the target. */
  'rehearsal:start': {
    by: 'engine',
    input: z.object({ dialect: z.enum(['documented', 'supertokens']), afresh: z.boolean() }),
    output: documentSchema,
  },
  'rehearsal:users': {
    by: 'engine',
    input: z.object({ after: z.string().max(200).nullable(), search: z.string().max(200) }),
    output: z.object({ users: z.array(rehearsalUserSchema), total: z.number(), next: z.string().nullable() }),
  },
  'rehearsal:sign-in': {
    by: 'engine',
    input: z.object({ email: z.string().max(1000), password: secret }),
    output: z.object({ signedIn: z.boolean(), message: z.string() }),
  },
  /** Faults on demand; null turns them off. */
  'rehearsal:faults': {
    by: 'engine',
    input: z.object({
      fault: z.enum(['latency', 'rate-limit', 'server-error', 'reset', 'timeout', 'refuse-key']).nullable(),
    }),
    output: nothing,
  },

  /** Shows the open dialog and reads what was picked. In the browser the files were uploaded before. */
  'export:pick': { by: 'host', input: nothing, output: documentOrNull },
  /** Files dropped on the window: paths in the desktop app, upload ids in the browser. */
  'export:add': {
    by: 'host',
    input: z.object({ files: z.array(z.string().max(4096)).min(1).max(500) }),
    output: documentSchema,
  },
  /** Adds the built-in made-up export. */
  'export:sample': { by: 'host', input: nothing, output: documentSchema },
  'export:remove': { by: 'engine', input: z.object({ fileId: z.number().int() }), output: documentSchema },
  /** Takes the lists off that the migration is narrowed to. */
  'export:widen': { by: 'engine', input: nothing, output: documentSchema },
  /** The operator says what a file is: a provider, or `generic` to map it by hand. */
  'export:say': {
    by: 'engine',
    input: z.object({ fileId: z.number().int(), provider: z.string().max(40) }),
    output: documentSchema,
  },
  /** The pasted `hash_config` block of the scrypt variant's project. */
  'export:scrypt': { by: 'engine', input: z.object({ text: secret }), output: documentSchema },
  /** The same from a file picked in a dialog. */
  'export:scrypt-file': { by: 'host', input: nothing, output: documentOrNull },
  /** Main puts the signer key on the clipboard; it never crosses to the renderer. */
  'export:copy-signer-key': { by: 'host', input: nothing, output: z.object({ copied: z.boolean() }) },

  /** Shows the open dialog for the migration that this one follows; null when it was closed. */
  'earlier:pick': { by: 'host', input: nothing, output: documentOrNull },
  /** Stops comparing, or says that the core of the earlier migration is the one connected now. */
  'earlier:change': {
    by: 'engine',
    input: z.object({ how: z.enum(['forget', 'moved']) }),
    output: documentSchema,
  },
  /** Who is in the core by the earlier migration and no longer in the export, behind a key, at most 200. */
  'earlier:vanished': {
    by: 'desk',
    input: z.object({ after: z.string().max(2000) }),
    output: z.object({
      users: z.array(z.object({ key: z.string(), sourceId: z.string().nullable(), contact: z.string().nullable() })),
      next: z.string().nullable(),
    }),
  },

  'mapping:get': { by: 'engine', input: z.object({ fileId: z.number().int() }), output: mappingViewSchema },
  'mapping:set': {
    by: 'engine',
    input: z.object({ fileId: z.number().int(), mapping: mappingSchema }),
    output: documentSchema,
  },
  'mapping:record': {
    by: 'engine',
    input: z.object({ fileId: z.number().int(), index: z.number().int().min(0) }),
    output: recordViewSchema,
  },

  /** Shows the save dialog and writes the mapping of a file as JSON; null when the dialog was closed. */
  'mapping:save': {
    by: 'host',
    input: z.object({ fileId: z.number().int() }),
    output: z.object({ saved: z.string().nullable() }),
  },
  /** Shows the open dialog, and reads the file of the export again with the mapping that was picked; null when it was closed. */
  'mapping:load': { by: 'host', input: z.object({ fileId: z.number().int() }), output: documentOrNull },

  'preview:get': { by: 'desk', input: nothing, output: previewSchema },
  /** Takes decisions; users never sent are planned again. */
  'preview:choose': { by: 'engine', input: z.object({ choices: choicesSchema.partial() }), output: documentSchema },

  /** Records of one file that became nobody, by their line. */
  'export:strays': {
    by: 'desk',
    input: z.object({ fileId: z.number().int(), skip: z.number().int().min(0) }),
    output: z.object({ strays: z.array(straySchema), total: z.number().int() }),
  },

  'users:page': {
    by: 'desk',
    input: z.object({
      filter: userFilterSchema,
      sort: userSortSchema,
      /** How many users of the filter, in this order, come before the page. */
      from: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(500),
    }),
    output: userPageSchema,
  },
  'users:detail': { by: 'desk', input: z.object({ id }), output: userDetailSchema },
  /** The records that a user was made of, read again from their files; what looks secret is masked. */
  'users:source': { by: 'desk', input: z.object({ id }), output: userSourceSchema },
  'users:correct': {
    by: 'engine',
    input: z.object({ id, correction: correctionInputSchema }),
    output: userDetailSchema,
  },
  /** Tries a known password against the hash that would be sent. The password goes one way and is kept nowhere. */
  'users:prove': {
    by: 'engine',
    input: z.object({ id, password: secret.min(1) }),
    output: proofOutcomeSchema,
  },

  /** `ticks`: the keys of the preview's ticks that the operator set. */
  'run:start': {
    by: 'engine',
    input: z.object({
      scope: scopeSchema,
      concurrency: speedSchema.shape.concurrency,
      maxRate: speedSchema.shape.maxRate.optional(),
      ticks: z.array(z.string().max(60)).max(20),
    }),
    output: progressSchema,
  },
  /** Another speed from now on, or for the next run when none is under way. */
  'run:speed': { by: 'engine', input: speedSchema, output: progressSchema },
  'run:pause': { by: 'engine', input: nothing, output: progressSchema },
  'run:resume': { by: 'engine', input: nothing, output: progressSchema },
  'run:cancel': { by: 'engine', input: nothing, output: progressSchema },
  /** Sends failed users again from their first call that is not done. */
  'run:retry': { by: 'engine', input: z.object({ scope: scopeSchema }), output: progressSchema },
  'run:progress': { by: 'engine', input: nothing, output: progressSchema },
  'run:failures': {
    by: 'desk',
    input: nothing,
    output: z.object({
      groups: z.array(failureGroupSchema),
      /** Users that the core had before, and who wait for one decision for all of them. */
      waiting: z.number().int().nonnegative(),
    }),
  },

  /** What can be done with the users of the core after a run, and what came of it. */
  'afterwards:get': { by: 'desk', input: nothing, output: afterwardsSchema },
  'afterwards:state': { by: 'engine', input: nothing, output: afterwardsStateSchema },
  /**
   * Looks up the users that were made, a sample of them or all (null), and lets one known account sign in. The password
   * goes one way and is kept nowhere.
   */
  'afterwards:verify': {
    by: 'engine',
    input: z.object({
      sample: z.number().int().min(1).nullable(),
      account: z.object({ userId: id, password: secret.min(1) }).nullable(),
    }),
    output: afterwardsStateSchema,
  },
  /** Removes exactly the users that this migration created. `confirm`: their number, or the name of the core, as typed. */
  'afterwards:undo': {
    by: 'engine',
    input: z.object({ confirm: z.string().max(2000) }),
    output: afterwardsStateSchema,
  },
  'afterwards:cancel': { by: 'engine', input: nothing, output: afterwardsStateSchema },
  /** Shows the save dialog and writes what came of each user, as CSV; null when the dialog was closed. */
  'afterwards:save': {
    by: 'host',
    input: z.object({ kind: z.enum(['verify', 'undo']), masked: z.boolean() }),
    output: z.object({ saved: z.string().nullable() }),
  },

  /** The hashes that the migration still keeps; `why` they stay: null when they can be removed. */
  'hashes:state': {
    by: 'desk',
    input: nothing,
    output: z.object({
      kept: z.number().int().nonnegative(),
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

  'report:get': { by: 'desk', input: nothing, output: reportViewSchema },
  /** Shows the save dialog and writes the report; `saved` is the file's name, null when the dialog was closed. */
  'report:save': {
    by: 'host',
    input: z.object({
      /** `pdf`: in the desktop app only. */
      format: z.enum(['html', 'pdf', 'csv', 'json', 'failed', 'created', 'no-password']),
      masked: z.boolean(),
    }),
    output: z.object({ saved: z.string().nullable() }),
  },
} as const satisfies Record<
  string,
  { readonly by: 'host' | 'engine' | 'desk'; readonly input: z.ZodType; readonly output: z.ZodType }
>

/** What main tells the renderer by itself. */
export const events = {
  /** At most ten a second, and the next one only after the last was taken. */
  progress: progressSchema,
  /** The document changed: ask for its state again. */
  changed: z.object({ version: z.number().int() }),
  /** The menu of the desktop app. */
  command: z.object({ command: z.enum(commands) }),
  /** Something went wrong outside a request. */
  trouble: z.object({ code: z.string(), message: z.string() }),
} as const

export type Requests = typeof requests
export type Channel = keyof Requests
export type Input<C extends Channel> = z.input<Requests[C]['input']>
export type Output<C extends Channel> = z.output<Requests[C]['output']>
export type Events = { readonly [E in keyof typeof events]: z.output<(typeof events)[E]> }
export type EventName = keyof Events
