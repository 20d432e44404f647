import * as z from 'zod'
import { documentSchema } from '../views/document-views.ts'
import { count, nothing, text } from '../parts.ts'

/* Fetching users of an old system into a file, as the screen may see it: no secret, no path of this machine. */

/** A source as a form: its settings and the names of its secrets. */
const fetchFormSchema = z.object({
  name: z.string().max(100),
  title: text,
  summary: text,
  options: z.array(
    z.object({
      name: z.string().max(100),
      label: text,
      hint: text,
      required: z.boolean(),
      fallback: text.nullable(),
      example: text.nullable(),
      kind: z.enum(['text', 'number', 'choice', 'checkbox']),
      choices: z.array(text),
    }),
  ),
  /** A private certificate authority can be trusted for it. */
  authority: z.boolean(),
  /** `document`: several lines, such as a service account in JSON. */
  secrets: z.array(z.object({ name: z.string().max(100), label: text, required: z.boolean(), document: z.boolean() })),
  /** Its tables can be listed once it is connected. */
  tables: z.boolean(),
})
export type FetchForm = z.infer<typeof fetchFormSchema>

/** Why a form is not accepted, and the field that says so: an option or a secret by its name; null: none of them. */
const refusedFormSchema = z.object({
  kind: z.literal('refused'),
  field: z.string().max(100).nullable(),
  sentence: text,
})
export type RefusedForm = z.infer<typeof refusedFormSchema>

/** A table, or the tables of a known product, that a connected database offers. */
const offeredTableSchema = z.object({
  name: text,
  /** The options that fetch it. */
  values: z.record(z.string().max(100), text),
  /** Data of its columns that a login needs; empty: it does not look like users. */
  finds: z.array(z.string().max(100)).max(20),
  /** Null: the server cannot tell. */
  rows: count.nullable(),
  isExact: z.boolean(),
  /** Its columns, and whether each is fetched unless others are named; null: they are not chosen one by one. */
  columns: z
    .array(z.object({ name: text, isFetched: z.boolean() }))
    .max(200)
    .nullable(),
  hasKey: z.boolean(),
})
export type OfferedTable = z.infer<typeof offeredTableSchema>

/** The result of a connection test. The tables that look most like users come first. */
const connectedSchema = z.object({
  kind: z.literal('connected'),
  server: z.string().max(200),
  connectMs: count,
  tables: z.array(offeredTableSchema).max(510),
})
export type Connected = z.infer<typeof connectedSchema>

/** A private certificate authority chosen for fetching, by the digest of its certificates. `names`: their subjects. */
const fetchAuthoritySchema = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  file: z.string().max(1000),
  names: z.array(z.string().max(200)).max(100),
})
export type FetchAuthority = z.infer<typeof fetchAuthoritySchema>

/** A fetch that was paused, failed, or whose process ended: it can go on where it stopped. */
const unfinishedFetchSchema = z.object({
  /** The name of the file that it writes. */
  file: text,
  source: z.string().max(100),
  title: text,
  users: count,
  /** The whole address that its secrets go to; null: this machine has not confirmed one, so it cannot be resumed here. */
  destination: text.nullable(),
})
export type UnfinishedFetch = z.infer<typeof unfinishedFetchSchema>

/** A fetch that is under way, the latest snapshot. */
const runningFetchSchema = z.object({
  title: text,
  file: text,
  state: z.enum(['connecting', 'fetching', 'waiting', 'finishing', 'stopping']),
  users: count,
  /** Null: the source cannot tell. */
  total: count.nullable(),
  perSecond: z.number().nonnegative(),
  /** Why it waits; empty: it does not. */
  note: text,
})
export type RunningFetch = z.infer<typeof runningFetchSchema>

/** How the last fetch ended. */
const endedFetchSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fetched'),
    title: text,
    file: text,
    users: count,
    /** Users that came again and were written once, and how many of them had changed. */
    repeated: count,
    changed: count,
    bytes: count,
    sha256: z.string().max(64),
    notes: z.array(text).max(1000),
    /** It was added to the migration. */
    used: z.boolean(),
  }),
  z.object({
    kind: z.literal('failed'),
    title: text,
    sentence: text,
    /** The source, and the field of its form that has to change; `ca-file`: its certificate authority. */
    source: z.string().max(100),
    field: z.string().max(100).nullable(),
  }),
])
export type EndedFetch = z.infer<typeof endedFetchSchema>

const fetchViewSchema = z.object({
  running: runningFetchSchema.nullable(),
  ended: endedFetchSchema.nullable(),
  unfinished: z.array(unfinishedFetchSchema).max(100),
})
export type FetchView = z.infer<typeof fetchViewSchema>

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
