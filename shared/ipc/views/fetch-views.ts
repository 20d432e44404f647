import * as z from 'zod'

/* Fetching users of an old system into a file, as the screen may see it: no secret, no path of this machine. */

const count = z.number().int().nonnegative()
const text = z.string().max(20_000)

/** A source as a form: its settings and the names of its secrets. */
export const fetchFormSchema = z.object({
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
export const refusedFormSchema = z.object({
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
export const connectedSchema = z.object({
  kind: z.literal('connected'),
  server: z.string().max(200),
  connectMs: count,
  tables: z.array(offeredTableSchema).max(510),
})
export type Connected = z.infer<typeof connectedSchema>

/** A private certificate authority chosen for fetching, by the digest of its certificates. `names`: their subjects. */
export const fetchAuthoritySchema = z.object({
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

export const fetchViewSchema = z.object({
  running: runningFetchSchema.nullable(),
  ended: endedFetchSchema.nullable(),
  unfinished: z.array(unfinishedFetchSchema).max(100),
})
export type FetchView = z.infer<typeof fetchViewSchema>
