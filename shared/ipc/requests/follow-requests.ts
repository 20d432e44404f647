import * as z from 'zod'
import { cutOverSchema, followSettingsSchema, unusedRecordsSchema } from '../../follow/follow-settings.ts'
import { passChangeNames, passUserStates } from '../../follow/pass-changes.ts'
import { count, id, nothing } from '../parts.ts'

const moment = z.number().nullable()

const changes = z.array(
  z.object({ change: z.enum(passChangeNames), users: count, states: z.partialRecord(z.enum(passUserStates), count) }),
)

/** The passes of the open migration, with sums over them. */
const followViewSchema = z.object({
  passes: z.array(
    z.object({
      id: z.number().int(),
      number: z.number().int(),
      kind: z.enum(['whole', 'incremental']),
      state: z.enum(['open', 'done', 'stopped']),
      isCutOver: z.boolean(),
      begunAt: z.number(),
      readAt: moment,
      writtenAt: moment,
      endedAt: moment,
      listed: count,
      unreadable: count,
      unused: unusedRecordsSchema.nullable(),
      problem: z.string().nullable(),
      changes,
    }),
  ),
  since: changes,
  sums: z.object({ first: count, new: count, users: count, gone: count, addsUp: z.boolean() }),
  cutOver: cutOverSchema.nullable(),
  changeTimes: z.object({ name: z.string(), isDistrusted: z.boolean() }).nullable(),
  firstRun: z.object({ at: z.number(), ms: z.number(), users: count }).nullable(),
})

/** A user that a pass found changed. `detail`: the former and the new contact, or why it waits. */
const passUserSchema = z.object({
  userId: z.number().int(),
  label: z.string(),
  change: z.enum(passChangeNames),
  state: z.enum(passUserStates),
  detail: z.string(),
})
export type PassUserView = z.infer<typeof passUserSchema>

const secretSchema = z.object({
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  document: z.boolean(),
})

/** Where the users of this migration can be followed. */
const followSourceSchema = z.object({
  /** The one that was followed before, one of the first reading, or one that the operator chose since. */
  key: z.enum(['before', 'fetched', 'file', 'folder', 'chosen']),
  place: z.enum(['system', 'file', 'folder']),
  title: z.string(),
  /** The part of the source that is read, such as a table; empty: the source itself. */
  what: z.string(),
  /** The whole address that secrets go to; null: it needs none. */
  address: z.string().nullable(),
  secrets: z.array(secretSchema),
})
export type FollowSourceView = z.infer<typeof followSourceSchema>

/** The current state of following, and the actions it allows. */
const followStateSchema = z.object({
  /** Why it cannot begin; null: it can. */
  obstacle: z.string().nullable(),
  sources: z.array(followSourceSchema),
  /** The source that is followed, or was; null: none. */
  source: followSourceSchema.nullable(),
  everyMinutes: z.number(),
  signIn: z.enum(['can', 'not-yet']),
  /** Null: paused, or it never began. */
  running: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('pass'),
        doing: z.enum(['fetching', 'reading', 'planning', 'sending']),
        users: count,
      }),
      z.object({ kind: z.literal('waiting'), nextInMs: z.number() }),
      z.object({ kind: z.literal('asking') }),
      z.object({ kind: z.literal('verifying') }),
    ])
    .nullable(),
  /** Why it ended, or what the last pass met; empty: nothing. */
  message: z.string(),
  /** The source lists far fewer users, or has other IDs: the operator can accept that once. */
  asksAboutLoss: z.boolean(),
})
export type FollowStateView = z.infer<typeof followStateSchema>

/** Following a source until the cut-over. */
export const followRequests = {
  /** Cheap: asked while the screen is open. */
  'follow:state': { by: 'engine', input: nothing, output: followStateSchema },
  /** Lets the operator choose another file or folder to follow; it is one of the sources from then on. */
  'follow:choose': {
    by: 'host',
    input: z.object({ what: z.enum(['file', 'folder']) }),
    output: z.object({ chosen: z.boolean() }),
  },
  /** Users who left the source, and how many of them can be removed from the core; null: it removes none. */
  'follow:gone': {
    by: 'engine',
    input: nothing,
    output: z.object({ users: count, removable: count.nullable() }),
  },
  'follow:get': { by: 'queries', input: nothing, output: followViewSchema },
  'follow:users': {
    by: 'queries',
    input: z.object({ pass: id, limit: z.number().int().min(1).max(1000) }),
    output: z.object({ users: z.array(passUserSchema), total: z.number().int() }),
  },
  /** Begins to follow, with a pass. Secrets go one way and stay in memory. */
  'follow:start': {
    by: 'engine',
    input: z.object({
      source: followSourceSchema.shape.key,
      everyMinutes: followSettingsSchema.shape.everyMinutes,
      signIn: followSettingsSchema.shape.signIn,
      secrets: z.record(z.string().max(100), z.string().max(65_536)),
      /** The address that the page has shown; the secrets go nowhere else. */
      address: z.string().max(4000).nullable(),
      cutOver: z.boolean(),
    }),
    output: followStateSchema,
  },
  'follow:pause': { by: 'engine', input: nothing, output: followStateSchema },
  'follow:pass-now': {
    by: 'engine',
    input: z.object({
      acceptsLoss: z.boolean(),
      /** Removes users who left the source from the core, as many as the operator was asked about; 0: none. */
      removes: count,
    }),
    output: followStateSchema,
  },
  /** Makes the last pass next, looks up all users, and ends following. */
  'follow:cut-over': { by: 'engine', input: nothing, output: followStateSchema },
} as const
