import * as z from 'zod'
import { coreFactsSchema } from '../../../shared/core-api/check-result.ts'
import { sampleSchema } from '../../../shared/chart/sample-schema.ts'
import { maxPasswordChecks, passwordCheckSchema } from '../../../shared/ipc/views/user-views.ts'
import {
  changeMarkSchema,
  cutOverSchema,
  fetchedFromSchema,
  followSettingsSchema,
  passSourceSchema,
  unusedRecordsSchema,
} from '../../../shared/follow/follow-settings.ts'
import { stopRuleSchema, executorSchema } from '../../../shared/ipc/run-limits-schema.ts'
import { parseJson } from '../../../shared/json.ts'
import { rememberedOf } from '../../../shared/remembered.ts'
import { mappingSchema } from '../../../shared/mapping/mapping.ts'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import { choicesSchema } from '../../../shared/planning/decisions/choices-schema.ts'
import type { ScryptParameters } from '../../../shared/hashes/verdict.ts'
import { type Database, sql, timestampSchema } from './sqlite.ts'

/** A field of one file that nothing reads and whose values look like a login. */
export const unmappedFieldSchema = z.object({
  file: z.number().int(),
  /** The finding about it, which says what its values look like. */
  code: z.string(),
  field: z.string(),
  users: z.number().int(),
  /** Users who wait for a decision about it. */
  blocked: z.number().int(),
})

/** The operator and options of a run, for the audit of the report. */
const runAuditSchema = z.object({
  /** The row of `run`. */
  run: z.number().int(),
  target: z.number().int(),
  /** The operator's name on that machine. */
  user: z.string().max(200),
  machine: z.string().max(300),
  /** Of the app. */
  version: z.string().max(60),
  concurrency: z.union([z.literal('auto'), z.number()]),
  maxRate: z.number().nullable(),
  /** Scope of the run, in words. */
  scope: z.string().max(200),
  /** The same as a kind; absent in what an earlier version wrote. */
  order: z.enum(['all', 'some', 'retry']).optional(),
  /** Absent while it is under way, and for ever when the app died. */
  ended: z.enum(['finished', 'paused', 'stopped']).optional(),
  /** When failures would have paused it. */
  stopRule: stopRuleSchema.optional(),
  /** Minutes without an answer after which it would have stopped; null: never. */
  giveUpAfterMinutes: z.number().nonnegative().nullable().optional(),
  /** How users were to be sent; absent: by single calls. */
  executor: executorSchema.optional(),
  /** How this part of the run did send them. */
  sentBy: z.enum(['single', 'bulk']).optional(),
  /** The row of `run` that the operator began it with, of a further part: `auto` sends some by single calls, the others in bulk. */
  partOf: z.number().int().optional(),
  /** The choice of `auto` and the reason, in a sentence; absent: there was no choice. */
  executorChoice: z.string().max(500).optional(),
  /** Why it stopped, as a code and in a sentence. */
  stop: z.string().max(60).optional(),
  reason: z.string().max(1000).optional(),
})
export type RunAudit = z.infer<typeof runAuditSchema>

const scryptSchema = z.object({
  separator: z.string().max(200),
  rounds: z.number().int(),
  memoryCost: z.number().int(),
  signerKeyLength: z.number().int().nullable(),
})

/** A document of an earlier version may lack what could not be decided then. */
const storedChoices = z
  .looseObject({})
  .transform((stored) => ({ ...noChoices, ...stored }))
  .pipe(choicesSchema)

/** Data of the document besides users: one JSON value per key, each parsed when it is read. */
const settings = {
  'document-id': z.string().min(1).max(100),
  /** The tables as the build that made or upgraded the document knows them. */
  'schema-fingerprint': z.string().max(64),
  choices: storedChoices,
  scrypt: scryptSchema.nullable(),
  'current-target': z.number().int().nullable(),
  /** Facts about each core, by its target. */
  'core-facts': z.array(coreFactsSchema.extend({ target: z.number().int() })).max(1000),
  /** How many users each core had before the first run, and after the last undo, as it counted them. */
  'core-users': z
    .array(
      z.object({ target: z.number().int(), before: z.number().int().min(0), now: z.number().int().min(0).nullable() }),
    )
    .max(1000),
  /** Texts that the operator ticked, with the target they were ticked for. */
  confirmations: z.array(z.object({ target: z.number().int(), key: z.string() })),
  /** Every user carries the plan that follows from the current choices. */
  'plans-current': z.boolean(),
  /** No two users have one source ID; false, or nothing: not known. */
  'ids-unique': z.boolean(),
  /** Some users are marked as having the ID of a user in another file (`joins/same-ids.ts`). */
  'same-ids-marked': z.boolean(),
  /** Files of which every user is marked as a person who may have no account (`joins/people-beside-accounts.ts`). */
  'people-marked': z.array(z.number().int()).readonly(),
  /** Users were drafted with other choices than the current ones, or without parts that have joined them since. */
  'plans-stale': z.boolean(),
  /** The decisions and facts that have changed since (`outdated-plans.ts`); `all`, or nothing: any plan may be stale. */
  'plans-stale-by': z.union([z.literal('all'), z.array(z.string()).max(100)]),
  /** A print of what every plan follows from besides its user (`outdated-plans.ts`); null: not all follow from the same. */
  'planned-with': z.string().max(64).nullable(),
  /** Grows whenever users or their plans change. */
  'users-version': z.number().int(),
  /** Every part has found its user or cannot. */
  joined: z.boolean(),
  /** The provider names that the export uses, with the number of users of each. */
  'source-providers': z.array(z.object({ source: z.string(), users: z.number() })),
  /** The same of tenants. */
  'source-tenants': z.array(z.object({ source: z.string(), users: z.number() })),
  /** Users of the source are in different tenants; nothing: there is one at most. */
  'several-tenants': z.boolean(),
  /** Fields that nothing reads and whose values look like a login, per file (`source-facts.ts`). */
  'unmapped-fields': z.array(unmappedFieldSchema),
  /** Some user has a hash of Firebase scrypt. */
  'scrypt-hashes': z.boolean(),
  /** The core that this migration was started for, before it was first reached. */
  'intended-core': z.object({
    baseUrl: z.string().max(2000),
    dialect: z.enum(['auto', 'documented', 'supertokens']),
    allowHttp: z.boolean(),
  }),
  /** How its first run was asked for, before it began: one that is killed while it reads is resumed as it was meant. */
  'intended-order': runAuditSchema.pick({
    concurrency: true,
    maxRate: true,
    stopRule: true,
    giveUpAfterMinutes: true,
    executor: true,
  }),
  /** The migration that this one follows, the core it was sent to, and the key of its fingerprints (32 bytes, base64). */
  baseline: z.object({
    name: z.string().max(1000),
    core: z.string().max(2000),
    key: z.string().max(64),
    /** Its hashes were removed, so that another password cannot be seen. */
    blind: z.boolean(),
  }),
  /** The migration that this one is to follow, while that has not been read to its end. */
  'baseline-pending': z.object({ path: z.string().max(4096), name: z.string().max(1000) }),
  /** Decisions of the baseline that hold here, because no other decision was made. */
  'inherited-decisions': z.object({
    choices: storedChoices,
    mappings: z.array(z.object({ file: z.number().int(), mapping: mappingSchema })),
    /** Tables, sheets or files of an archive; absent in what an earlier version wrote. */
    parts: z.array(z.object({ file: z.number().int(), part: z.string() })).optional(),
  }),
  'delta-counts': z.object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    open: z.number().int(),
    missing: z.number().int(),
  }),
  /** Users of this export without a source ID, known to the baseline by a contact alone; absent in what an earlier version wrote. */
  'compared-by-contact': z.number().int(),
  /** The source that this migration follows, without its secrets. */
  follow: followSettingsSchema,
  /** Up to where the changes of that source are known. Distrusted: its change times did not tell a change. */
  'change-mark': z.object({
    target: z.number().int(),
    source: passSourceSchema,
    mark: changeMarkSchema.nullable(),
    isDistrusted: z.boolean(),
  }),
  /** The system that the export was fetched from in this app, and its options without secrets. */
  'fetched-from': fetchedFromSchema,
  /** The end of following. */
  'cut-over': cutOverSchema,
  /** The result of the last look-up of migrated users. */
  verification: z.object({
    target: z.number(),
    at: timestampSchema,
    looked: z.number(),
    found: z.number(),
    missing: z.number(),
    unanswered: z.number(),
    signIn: z.enum(['works', 'refused', 'unanswered']).nullable().default(null),
    stopped: z.string().nullable(),
  }),
  /** The result of the last undo. */
  rollback: z.object({
    target: z.number(),
    at: timestampSchema,
    removed: z.number(),
    logins: z.number().exactOptional(),
    gone: z.number().default(0),
    unconfirmed: z.number().default(0),
    linked: z.number().default(0),
    mismatched: z.number().default(0),
    left: z.number(),
    failed: z.number(),
    tookMs: z.number().exactOptional(),
    stopped: z.string().nullable(),
    /** Data added to users that were kept, in words, with their number. */
    stays: z.record(z.string(), z.number()).exactOptional(),
  }),
  /** When removing the hashes was begun, and when the last one was gone; Unix epoch, milliseconds. */
  'hashes-removing': timestampSchema,
  'hashes-removed': timestampSchema,
  /** The machine that made it, for people; it proves nothing. */
  machine: z.string().max(300),
  /** Known passwords that were tried, each on the value with this fingerprint; nothing of the password itself. */
  'password-checks': z
    .array(passwordCheckSchema.extend({ at: timestampSchema, user: z.number().int(), value: z.string().max(64) }))
    .max(maxPasswordChecks),
  /** Samples of runs over time, per target, for the chart; bounded by merging neighbors. */
  samples: z.array(z.object({ target: z.number().int(), samples: z.array(sampleSchema).max(2000) })).max(1000),
  /** The sign-off printed at the end of the report, and the state of the report that was signed. */
  'sign-off': z.object({
    project: z.string().max(200),
    operator: z.string().max(200),
    note: z.string().max(2000),
    signedAt: timestampSchema.nullable(),
    digest: z.string().max(64).nullable(),
  }),
  /** The operator, machine and options of each run; the newest last. */
  'run-audit': z.array(runAuditSchema).max(10_000),
  /** The records that the last pass could not use. */
  'unused-records': z.object({ pass: z.number().int(), records: unusedRecordsSchema }),
  /** A core asked to be left alone: until when, Unix epoch, milliseconds. */
  'retry-after-until': z.object({ target: z.number().int(), until: timestampSchema }),
  /** Users being excluded, or included again, and how many are done; it stays when the app ends in between. */
  exclusion: z.object({ excluded: z.boolean(), done: z.number().int(), total: z.number().int() }).nullable(),
  /** Source ids or FILE:LINE that this migration is narrowed to; null: all users. */
  'user-filter': z.array(z.string()).nullable(),
  /** The names of the lists that say so. */
  'user-filter-sources': z.array(z.string().max(1000)).max(100),
} as const

/** Names of all that a document may remember. */
export const settingKeys: readonly string[] = Object.keys(settings)

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]> }

const valueRow = z.object({ value: z.string() })

/** Settings are asked for some fifty times while a file is read, and seldom change. */
const parsedSetting = rememberedOf((key: keyof Settings, text) => settings[key].safeParse(parseJson(text)), {
  texts: 20,
  length: 5000,
})

/** Reads a setting; undefined when it was never set or is not what it should be. */
export function getSetting<K extends keyof Settings>(database: Database, key: K): Settings[K] | undefined {
  const row = valueRow.safeParse(sql(database, 'SELECT value FROM setting WHERE key = ?').get(key)).data
  if (row === undefined) return undefined
  const parsed = parsedSetting(key, row.value)
  // Indexing the table of schemas by K loses the link between key and type; the schema just parsed it.
  return parsed.success ? (parsed.data as Settings[K]) : undefined
}

/** Throws when the value could not be read again: it would be lost in silence. */
export function setSetting<K extends keyof Settings>(database: Database, key: K, value: Settings[K]): void {
  const text = JSON.stringify(value)
  settings[key].parse(JSON.parse(text))
  sql(
    database,
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(key, text)
}

export function getChoices(database: Database): Choices {
  return getSetting(database, 'choices') ?? noChoices
}

export function getScrypt(database: Database): ScryptParameters | null {
  return getSetting(database, 'scrypt') ?? null
}
