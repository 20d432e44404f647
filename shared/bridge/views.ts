import * as z from 'zod'
import { sampleSchema } from '../chart/sample-schema.ts'
import { mappingSchema, mappingTargets } from '../mapping/mapping.ts'
import { choicesSchema } from '../planning/choices.ts'
import { userStates } from '../planning/call.ts'
import { familyProofSchema, proofCountsSchema, proofSchema } from './proof-views.ts'
import { speedSchema } from './speed-schema.ts'

/** What the screen may see. No view holds a password hash, an API key or a signer key. */

const count = z.number().int().nonnegative()
const text = z.string().max(20_000)
const dialect = z.enum(['documented', 'supertokens'])

/** How many users are in each state for the current target; the parts add up to `users`. */
export const stateCountsSchema = z.object(
  Object.fromEntries(userStates.map((s) => [s, count])) as Record<(typeof userStates)[number], typeof count>,
)
export type StateCounts = z.infer<typeof stateCountsSchema>

/** `records = users + joined + unmatched + unreadable`, always. */
export const totalsSchema = z.object({
  records: count,
  users: count,
  joined: count,
  unmatched: count,
  unreadable: count,
})
export type Totals = z.infer<typeof totalsSchema>

export const targetSchema = z.object({
  kind: z.enum(['rehearsal', 'live']),
  /** The normalised address. */
  baseUrl: text,
  /** Host (and path) for people, e.g. `core.example.com`. */
  name: text,
  dialect,
  cdiVersion: z.string().nullable(),
  /** What the connection check found, in plain words. */
  found: text,
  /** False after the document was reopened: the key has to be given again, or the rehearsal core started. */
  connected: z.boolean(),
})
export type TargetView = z.infer<typeof targetSchema>

export const fileSchema = z.object({
  id: z.number().int(),
  name: text,
  size: count,
  format: z.enum(['csv', 'json', 'ndjson', 'sql']).nullable(),
  compression: z.enum(['none', 'gzip', 'zip']).nullable(),
  encoding: z.string().nullable(),
  /** e.g. `auth0`, `generic`; null until recognised. */
  provider: z.string().nullable(),
  providerTitle: text,
  shape: text,
  /** Completes "because ...". */
  reason: text,
  role: z.enum(['users', 'parts']),
  records: count,
  unreadable: count,
  /** Read to the end. */
  complete: z.boolean(),
  problem: text.nullable(),
})
export type FileView = z.infer<typeof fileSchema>

/** The scrypt variant's parameters as the screen shows them. The signer key itself never comes back. */
export const scryptSchema = z.object({
  separator: text,
  rounds: z.number(),
  memoryCost: z.number(),
  signerKeyLength: z.number().nullable(),
  /** The signer key is held in memory, ready to be copied by main. */
  signerKeyHeld: z.boolean(),
})

/** A list of users that the migration is narrowed to, e.g. a `failed.csv` that was given with the export. */
export const narrowedSchema = z.object({
  /** The names of the lists. */
  from: z.array(text).max(100),
  /** Lines of the lists. */
  named: count,
  /** Users of this export among them, and how many of these can be sent now. */
  found: count,
  ready: count,
})
export type NarrowedView = z.infer<typeof narrowedSchema>

export const documentSchema = z.object({
  name: text,
  /** Where it lies, for the title bar. */
  location: text,
  /** Grows with every change; asking again is needed only when it grew. */
  version: count,
  files: z.array(fileSchema),
  /** Something longer is going on: files are read or users are planned. */
  work: z.object({ kind: z.enum(['idle', 'reading', 'planning']), done: count, total: count }),
  totals: totalsSchema,
  target: targetSchema.nullable(),
  counts: stateCountsSchema,
  choices: choicesSchema,
  scrypt: scryptSchema.nullable(),
  /** Distinct source provider names with users and the mapped name; null: undecided; `leave-out`. */
  providers: z.array(z.object({ source: text, users: count, mapped: z.string().nullable(), known: z.boolean() })),
  /** The earlier migration that this one follows; null: none. Only users who are new or changed since are sent. */
  earlier: z
    .object({
      name: text,
      coreName: text,
      /** Its hashes were removed, so that another password cannot be seen. */
      blind: z.boolean(),
      /** The connected core is another one, so nothing is sent. */
      elsewhere: z.boolean(),
      /** Null until everybody is planned. The first four add up to the users. */
      counts: z.object({ new: count, changed: count, unchanged: count, open: count, vanished: count }).nullable(),
    })
    .nullable(),
  /** A run was started for the current target. */
  started: z.boolean(),
  needsMapping: z.array(z.number().int()),
  /** A list narrows the migration to its users. */
  narrowed: z.boolean(),
})
export type DocumentView = z.infer<typeof documentSchema>

/** The outcome of a connection check. */
export const checkSchema = z.object({
  /** `confirm-live`: a live core was found, and becomes the target once the operator has confirmed its address. */
  kind: z.enum(['ready', 'confirm-live', 'key-refused', 'away', 'ask', 'needs-confirmation', 'refused']),
  /** Plain words: what was found, what to do. */
  message: text,
  dialect: dialect.nullable(),
  latencyMs: z.number().nullable(),
  /** What is known of it, one thing a line; `good` null: neither good nor bad. */
  facts: z.array(z.object({ label: text, value: text, good: z.boolean().nullable() })).max(20),
  /** What to do about it, one step each; empty when nothing is wrong. */
  steps: z.array(text).max(10),
})
export type CheckView = z.infer<typeof checkSchema>

/** How a core is reached from this machine, and what is kept for it. */
export const accessSchema = z.object({
  /** The proxy on the way as `host:port`; null: none. */
  proxy: text.nullable(),
  /** About the proxy, in words; empty where there is none. */
  proxyWords: text,
  /** A private authority that is trusted at this address, with the file its certificates came from. */
  authority: z.object({ file: text, names: z.array(text).readonly() }).nullable(),
  /** The last four characters of the key that is kept, at most. */
  key: z.string().max(5).nullable(),
  /** What keeps keys on this machine; null: they are held in memory until the app ends. */
  keeper: text.nullable(),
})
export type AccessView = z.infer<typeof accessSchema>

export const mappingViewSchema = z.object({
  fileId: z.number().int(),
  /** Recognised provider files show what is read; generic ones can be changed. */
  editable: z.boolean(),
  columns: z.array(
    z.object({
      path: text,
      samples: z.array(text),
      suggestion: z
        .object({ target: z.enum(mappingTargets), confidence: z.enum(['exact', 'likely', 'unsure']), reason: text })
        .nullable(),
      /** For recognised exports: what the column becomes, in words. */
      becomes: text.nullable(),
    }),
  ),
  mapping: mappingSchema.nullable(),
})
export type MappingView = z.infer<typeof mappingViewSchema>

/** One record as it would be migrated, for the forward and back preview. Hashes are masked. */
export const recordViewSchema = z.object({
  index: count,
  total: count,
  source: text,
  fields: z.array(z.object({ label: text, value: text })),
})
export type RecordView = z.infer<typeof recordViewSchema>

const share = z.object({ key: z.string(), label: text, users: count })

export const findingGroupSchema = z.object({
  code: z.string(),
  group: z.string(),
  title: text,
  meaning: text,
  users: count,
  blocks: z.boolean(),
  /** Empty: nothing to choose; the users can be corrected one by one. */
  choices: z.array(z.object({ value: z.string(), label: text, consequence: text })),
  chosen: z.string().nullable(),
})
export type FindingGroup = z.infer<typeof findingGroupSchema>

export const previewSchema = z.object({
  totals: totalsSchema,
  counts: stateCountsSchema,
  hashes: z.array(
    share.extend({
      /** What will happen, e.g. `imported as it is`. */
      fate: text,
      /** One example, masked; null where there is none. */
      before: text.nullable(),
      after: text.nullable(),
      ...proofCountsSchema.shape,
    }),
  ),
  methods: z.array(share),
  providers: z.array(share),
  findings: z.array(findingGroupSchema),
  /** Null: everybody who is ready is sent. */
  narrowed: narrowedSchema.nullable(),
  /** What the operator must tick before a live run, each with its text. */
  ticks: z.array(z.object({ key: z.string(), text })),
  /** The confirmation in numbers: "Create 12,480 users in core.example.com, leave out ...". */
  sentence: text,
  /** May making codes send mail or SMS? In plain words; empty when no code is made. */
  mailNote: text,
})
export type PreviewView = z.infer<typeof previewSchema>

/** A record that became nobody: it could not be read, or what it adds to found no user. */
export const straySchema = z.object({
  kind: z.enum(['unreadable', 'unmatched']),
  line: count,
  /** Where it begins in the unpacked text, in bytes. */
  byte: count,
  reason: text,
})
export type Stray = z.infer<typeof straySchema>

export const userRowSchema = z.object({
  id: z.number().int(),
  /** What identifies this user to people: email, phone or source id. */
  label: text,
  sourceId: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  methods: z.array(z.string()),
  family: text,
  /** Provider names as the export has them. */
  providers: z.array(z.string()),
  state: z.enum(userStates),
  /** The first finding or error, one line. */
  note: text,
  tries: count,
  file: text,
  line: count,
})
export type UserRow = z.infer<typeof userRowSchema>

export const userFilterSchema = z.object({
  states: z.array(z.enum(userStates)).max(8).optional(),
  method: z.string().max(40).optional(),
  hash: z.string().max(60).optional(),
  provider: z.string().max(100).optional(),
  finding: z.object({ code: z.string().max(60), group: z.string().max(100) }).optional(),
  /** The key of a failure group. */
  failure: z.string().max(700).optional(),
  /** Free text on email, phone and source id. */
  search: z.string().max(200).optional(),
})
export type UserFilter = z.infer<typeof userFilterSchema>

/** What tables of users can be ordered by; `place` is the order of the export. */
export const userSorts = [
  'place',
  'label',
  'email',
  'phone',
  'sourceId',
  'methods',
  'family',
  'providers',
  'state',
  'note',
  'tries',
] as const

/** Users without a value come last, whichever way. */
export const userSortSchema = z.object({ by: z.enum(userSorts), descending: z.boolean() })
export type UserSort = z.infer<typeof userSortSchema>

export const userPageSchema = z.object({
  rows: z.array(userRowSchema),
  /** Users that the filter lets through. */
  total: count,
})
export type UserPage = z.infer<typeof userPageSchema>

export const attemptSchema = z.object({
  /** The core that it went to, by name; null: the one that is connected now. */
  target: text.nullable(),
  at: z.number(),
  operation: z.string(),
  outcome: z.string(),
  httpStatus: z.number().nullable(),
  status: text.nullable(),
  message: text,
  ms: z.number(),
})

export const userDetailSchema = z.object({
  row: userRowSchema,
  emailVerified: z.boolean().nullable(),
  identities: z.array(z.object({ provider: text, userId: text, email: text.nullable() })),
  hash: z.object({ before: text, after: text.nullable(), verdict: text, reason: text, wayOut: text }).nullable(),
  /** A hash is sent for this user, so a known password can be tried on it. */
  provable: z.boolean(),
  proof: proofSchema.nullable(),
  findings: z.array(z.object({ code: z.string(), title: text, detail: text, blocks: z.boolean() })),
  calls: z.array(
    z.object({
      kind: z.string(),
      /** Method, path and body as they go out, without key and with secrets masked. */
      requests: z.array(
        z.object({
          method: z.string(),
          path: text,
          /** Without the key. */
          headers: z.array(z.object({ field: text, value: text })),
          body: z.array(z.object({ field: text, value: text })),
        }),
      ),
      state: z.enum(['todo', 'sending', 'done', 'failed', 'unknown']),
      httpStatus: z.number().nullable(),
      status: text.nullable(),
      message: text,
      attempts: count,
      coreUserId: text.nullable(),
      /** `didUserAlreadyExist`, or found before anything was sent; null: the core did not say. */
      existed: z.boolean().nullable(),
      /** `createdNewUser`; null: the core did not say. */
      created: z.boolean().nullable(),
    }),
  ),
  attempts: z.array(attemptSchema),
  correctable: z.boolean(),
  correction: z
    .object({ email: text.nullable(), phone: text.nullable(), provider: text.nullable(), hash: z.boolean() })
    .nullable(),
})
export type UserDetail = z.infer<typeof userDetailSchema>

/** How one login method stands: a user with two of them counts in both. */
export const methodCountsSchema = z.object({
  method: z.enum(['password', 'third-party', 'passwordless']),
  /** Of the users who are sent. */
  total: count,
  done: count,
  failed: count,
})
export type MethodCounts = z.infer<typeof methodCountsSchema>

/** The records of the export that one user was made of. No value that looks secret is among them. */
export const userSourceSchema = z.object({
  records: z.array(
    z.object({
      file: text,
      line: count,
      fields: z.array(z.object({ path: text, value: text })),
      /** Why the record cannot be shown; null when it can. */
      problem: text.nullable(),
    }),
  ),
})
export type UserSource = z.infer<typeof userSourceSchema>

export const runStates = ['idle', 'running', 'pausing', 'paused', 'waiting', 'stopped', 'finished'] as const

/** A snapshot of the run; the latest one wins. */
export const progressSchema = z.object({
  state: z.enum(runStates),
  counts: stateCountsSchema,
  /** Login methods that are made, the same for every run at this core. */
  methods: z.array(methodCountsSchema).max(3),
  /** Users this run set out to send. */
  target: count,
  /** Of these, how many are migrated, failed, present or unknown. */
  finished: count,
  perSecond: z.number(),
  /** Words, e.g. `about 6 minutes`; empty while unknown, unchanged while the run stands or waits. */
  remaining: text,
  p50: z.number().nullable(),
  p99: z.number().nullable(),
  concurrency: count,
  /** What the operator asked for; absent before the first run. */
  speed: speedSchema.optional(),
  retries: count,
  calls: count,
  /** Why it is slow or stands, in a sentence; empty when nothing is to be said. */
  note: text,
  /** Null, or one of key, forbidden, licence, address, away, same-answer, existing-users, disk, cancelled. */
  stopped: z.string().nullable(),
  startedAt: z.number().nullable(),
  /** What the runs at this core did over time, oldest first, thinned for the screen. */
  history: z.array(sampleSchema),
})
export type ProgressView = z.infer<typeof progressSchema>

export const failureGroupSchema = z.object({
  key: text,
  title: text,
  advice: text,
  users: count,
})
export type FailureGroup = z.infer<typeof failureGroupSchema>

export const reportViewSchema = z.object({
  totals: totalsSchema,
  counts: stateCountsSchema,
  target: targetSchema.nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  sentence: text,
  /** `records` equals the sum below it. */
  addsUp: z.boolean(),
  failures: z.array(failureGroupSchema),
  /** Findings about users that were migrated, e.g. a part that could not be attached. */
  notes: z.array(z.object({ title: text, users: count })),
  /** Who started the first run, by the name on that machine; null where it was not noted. */
  startedBy: text.nullable(),
  /** Users without a usable password in the core, for the mail about a new one. */
  withoutPassword: count,
  /** What the runs did over time. */
  history: z.array(sampleSchema),
  /** Every family whose hashes are imported, and whether a known password was tried on it. */
  proofs: z.array(familyProofSchema),
})
export type ReportView = z.infer<typeof reportViewSchema>

export const rehearsalUserSchema = z.object({
  id: text,
  emails: z.array(text),
  phoneNumbers: z.array(text),
  methods: z.array(z.string()),
  createdAt: z.number(),
})
export type RehearsalUser = z.infer<typeof rehearsalUserSchema>
