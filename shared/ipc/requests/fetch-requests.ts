import * as z from 'zod'
import { followSettingsSchema } from '../../follow/follow-settings.ts'
import { documentSchema } from '../views/document-views.ts'
import {
  connectedSchema,
  fetchAuthoritySchema,
  fetchFormSchema,
  fetchViewSchema,
  refusedFormSchema,
} from '../views/fetch-views.ts'
import { followSourceSchema, followStateSchema, followViewSchema, passUserSchema } from '../views/follow-views.ts'
import { id, nothing } from './parts.ts'

const name = z.string().max(100)
/** By the names of the source. They go one way; a document may be a service account with its key. */
const secrets = z.record(name, z.string().max(65_536))
/** The ID of an authority that was chosen; left out: none, or the one that an unfinished fetch was begun with. */
const authority = fetchAuthoritySchema.shape.id.optional()
const file = z.string().max(1000)
/** A form as it was filled in. */
const form = z.object({
  source: name,
  values: z.record(name, z.union([z.string().max(20_000), z.boolean()])),
  secrets,
  authority,
})

/** Users of an old system, fetched into a file that is then an export like any other. */
export const fetchRequests = {
  'fetch:sources': { by: 'host', input: nothing, output: z.object({ sources: z.array(fetchFormSchema) }) },
  /** Shows the open dialog for the certificate of a private authority. Null: the dialog was closed. */
  'fetch:choose-authority': { by: 'host', input: nothing, output: fetchAuthoritySchema.nullable() },
  'fetch:state': { by: 'host', input: nothing, output: fetchViewSchema },
  /** Connects with a form, lists what can be fetched, and closes the connection. Nothing is read of the users. */
  'fetch:test': {
    by: 'host',
    input: form,
    output: z.discriminatedUnion('kind', [connectedSchema, refusedFormSchema]),
  },
  /**
   * Asks where to save and starts; without a dialog the file is saved beside the migration. Null: the dialog was
   * closed.
   */
  'fetch:start': {
    by: 'host',
    input: form,
    output: z
      .discriminatedUnion('kind', [z.object({ kind: z.literal('started'), view: fetchViewSchema }), refusedFormSchema])
      .nullable(),
  },
  /**
   * Resumes an unfinished fetch, by the name of its file. Its settings are remembered, its secrets are not. `destination`: the
   * address that was shown when they were asked for.
   */
  'fetch:resume': {
    by: 'host',
    input: z.object({ file, secrets, authority, destination: z.string().max(20_000) }),
    output: fetchViewSchema,
  },
  /** Keeps the fetched part, to be resumed. */
  'fetch:pause': { by: 'host', input: nothing, output: fetchViewSchema },
  /** Nothing stays. */
  'fetch:cancel': { by: 'host', input: nothing, output: fetchViewSchema },
  /** Removes what an unfinished fetch has written. */
  'fetch:discard': { by: 'host', input: z.object({ file }), output: fetchViewSchema },
  /** Adds the file that was fetched last to the migration. */
  'fetch:use': { by: 'host', input: nothing, output: documentSchema },
  /** The end of the last fetch was seen. */
  'fetch:dismiss': { by: 'host', input: nothing, output: fetchViewSchema },
} as const

const count = z.number().int().nonnegative()

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
