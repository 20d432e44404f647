import * as z from 'zod'
import type { Command } from '../cli-parts.ts'
import { type CommandSpec, usageOf } from '../options/command-spec.ts'
import { exitBadInput, exitDone, type Io } from '../io.ts'

/*
 * Schemas of the JSON in command output and reports, for scripts. A test checks real output against them; every key is listed, so a new key must be added here.
 */

const count = z.int().nonnegative()

const counts = z.record(z.string(), count)

const time = z.iso.datetime().nullable()

/** Objects with further keys that are meant for people. */
const more = z.looseObject({})

const mapping = z.strictObject({
  tables: z.array(z.string()),
  unusedTables: z.array(z.strictObject({ table: z.string(), reason: z.string() })),
  columns: z.array(
    z.strictObject({ column: z.string(), becomes: z.string(), confidence: z.string(), reason: z.string() }),
  ),
  unused: z.array(
    z.strictObject({
      column: z.string(),
      reason: z.string(),
      kind: z.literal('passkey').exactOptional().describe('It has keys or IDs of passkeys'),
      mayBe: z.string().exactOptional().describe('What the column may be; only the operator can tell'),
      users: count.exactOptional(),
      blocked: count.exactOptional(),
    }),
  ),
  possibleFlags: z
    .array(possibleFlagSchema)
    .describe('Columns that are not used and have few values; one of them may say who is kept out'),
})

const balance = z.strictObject({ counted: count, accounted: count })

const refusal = z.strictObject({ code: z.string(), message: z.string() })

const inspect = z
  .strictObject({
    problem: refusal
      .exactOptional()
      .describe('Files that cannot be read; all other values are of the files beside them'),
    files: z.array(
      z.strictObject({
        path: z.string(),
        problem: refusal.nullable().describe('Why this file cannot be read'),
        format: z.string().nullable(),
        compression: z.string().nullable(),
        encoding: z.string().nullable(),
        provider: z.string(),
        records: count,
        unreadable: count,
        other: counts,
        truncation: more.nullable(),
        unreadTables: z.array(more),
        zipMember: z.string().nullable(),
        offers: offersSchema.nullable(),
        controlTotals: z
          .strictObject({
            emails: balance,
            hashes: balance,
            accounts: z.array(more),
            unreadHashes: z.strictObject({ text: z.string(), option: z.string() }).nullable(),
          })
          .nullable(),
        unappliedChanges: z.strictObject({ text: z.string(), next: z.string(), option: z.string() }).nullable(),
        lostLogins: z.strictObject({ text: z.string(), option: z.string() }).nullable(),
        mapping: mapping.nullable(),
      }),
    ),
    records: count.describe('users + joined + unmatched + unreadable + other'),
    joined: count,
    unmatched: count,
    unreadable: count,
    other: counts,
    users: count.describe('ready + blocked + excluded'),
    loginMethods: z.strictObject({ emailPassword: count, thirdParty: count, passwordless: count }),
    hashes: z.strictObject({
      bcrypt: count,
      argon2: count,
      firebaseScrypt: count,
      unsupported: counts,
      malformed: count,
      redacted: count,
      none: count,
    }),
    ready: count,
    blocked: counts.describe('Users by the finding that blocks them'),
    excluded: count,
    tenants: z
      .array(z.strictObject({ source: z.string(), users: count, becomes: z.string().nullable() }))
      .exactOptional(),
    findings: z.array(
      z.strictObject({
        code: z.string(),
        group: z.string(),
        title: z.string(),
        meaning: z.string(),
        next: z.string().nullable().describe('The next step besides the option'),
        users: count,
        blocks: z.boolean(),
        chosen: z.string().nullable().describe('The answer in force, as it is typed'),
        decide: z.string().nullable().describe('The value of --decide'),
        option: z.string().nullable().describe('The option that decides it'),
        reasons: z
          .array(z.strictObject({ reason: z.string(), users: count }))
          .describe('Of hashes: why')
          .exactOptional(),
      }),
    ),
    decisionsWithoutEffect: z.array(more),
    planDelta: z
      .strictObject({ new: count, changed: count, unchanged: count, open: count, missing: count })
      .exactOptional(),
  })
  .describe('user-migration inspect --json')

const run = z
  .strictObject({
    records: count,
    users: count.describe('The sum of the states'),
    ready: count,
    migrated: count,
    failed: count,
    blocked: count,
    excluded: count,
    existing: count,
    inDoubt: count,
    calls: count,
    retries: count,
    sendingSeconds: z.number().nonnegative(),
    stopped: z.enum(stopReasons).nullable(),
    executor: z.strictObject({
      requested: z.enum(['auto', 'single', 'bulk']),
      used: z.array(z.enum(['single', 'bulk'])),
      why: z.string().nullable(),
    }),
    besideExisting: count
      .exactOptional()
      .describe('Of the migrated: users whom the core had by another login method, and who got a separate user'),
    withoutUser: z
      .partialRecord(z.enum(['joined', 'unmatched', 'unreadable', 'other']), count)
      .exactOptional()
      .describe('Records that became no user: with them, the users add up to the records'),
  })
  .describe('user-migration run, resume and retry --json')

const row = z.strictObject({
  kind: z.enum(['call', 'user', 'unreadable', 'unmatched', 'other', 'truncated', 'vanished']),
  user: z.int().nullable().describe('The same for all lines of one user'),
  file: z.string(),
  line: count,
  place: z.string(),
  sourceId: z.string().nullable(),
  contact: z.string().nullable(),
  loginMethod: z.string().nullable(),
  operation: z.string().nullable(),
  tenant: z.string().nullable(),
  state: z.string(),
  userState: z.string().nullable(),
  finding: z.string().nullable(),
  httpCode: z.int().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  cause: z.string().nullable(),
  /** The cause as the screen titles it; empty: neither failed nor held back. */
  causeTitle: z.string(),
  attempts: count,
  coreUserId: z.string().nullable(),
  existed: z.boolean().nullable(),
  created: z.boolean().nullable(),
  profile: z.partialRecord(z.enum(profilePartNames), z.enum(['yes', 'left behind', 'not finished'])).nullable(),
  sentAt: time,
  finishedAt: time,
})

const changes = z.array(
  z.strictObject({
    change: z.enum(passChangeNames),
    users: count,
    states: z.partialRecord(z.enum(passUserStates), count),
  }),
)

const moment = z.number().nullable().describe('Unix epoch, milliseconds')

const passes = z.strictObject({
  passes: z.array(
    z.strictObject({
      id: z.int(),
      number: z.int(),
      kind: z.enum(['whole', 'incremental']),
      state: z.enum(['open', 'done', 'stopped']),
      isCutOver: z.boolean(),
      begunAt: moment,
      readAt: moment.describe('The time of the source data that was read'),
      writtenAt: moment.describe('The last answer of the core'),
      endedAt: moment,
      listed: count,
      unreadable: count,
      unused: unusedRecordsSchema.nullable().describe('Which these are; known of the last pass'),
      problem: z.string().nullable(),
      changes,
    }),
  ),
  since: changes.describe('Over all passes'),
  sums: z.strictObject({
    first: count,
    new: count,
    users: count.describe('first + new'),
    gone: count.describe('No longer in the source'),
    addsUp: z.boolean(),
  }),
  cutOver: cutOverSchema.nullable(),
  changeTimes: z
    .strictObject({ name: z.string(), isDistrusted: z.boolean().describe('A change was missing from it') })
    .nullable()
    .describe('The columns that say when users changed'),
  firstRun: z.strictObject({ at: z.number(), ms: z.number(), users: z.number() }).nullable(),
})

const follow = passes
  .extend({ ended: z.enum(['paused', 'once', 'stopped', 'cut-over']), settings: followSettingsSchema.nullable() })
  .describe('user-migration follow --json')

const report = z
  .strictObject({
    summary: z.strictObject({
      headline: z.string(),
      totals: counts.describe('records = users + joined + unmatched + unreadable + other'),
      states: z.strictObject(Object.fromEntries(userStates.map((state) => [state, count]))),
      addsUp: z.boolean(),
      passwordChecks: z.array(more),
      matchedAccounts: z.array(more),
      besideExisting: count,
      planDelta: more.nullable(),
      passes: passes.nullable(),
      verification: more.nullable(),
      undone: more.nullable(),
      hashesRemovedAt: time,
      core: z.strictObject({ kind: z.string(), address: z.string(), dialect: z.string() }).nullable(),
      startedAt: time,
      finishedAt: time,
    }),
    profile: z.partialRecord(z.enum(profilePartNames), z.strictObject({ carriedOver: count, leftBehind: count })),
    notes: z.array(z.strictObject({ title: z.string(), users: count })),
    audit: z.looseObject({
      runs: z.array(more),
      files: z.array(z.looseObject({ name: z.string(), sha256: z.string().nullable() })),
      settings: z.array(z.strictObject({ setting: z.string(), value: z.string() })),
    }),
    overTime: z.array(more),
    rows: z.array(row),
    tenants: z.array(
      z.strictObject({ tenant: z.string().nullable(), users: count, migrated: count, failed: count, open: count }),
    ),
  })
  .describe('report.json')

/** Every JSON that scripts read or write, by its name. */
export const outputSchemas = {
  inspect,
  run,
  follow,
  report,
  mapping: mappingFileSchema.describe('--mapping FILE'),
} as const

import { cutOverSchema, followSettingsSchema, unusedRecordsSchema } from '../../../shared/follow/follow-settings.ts'
import { passChangeNames, passUserStates } from '../../../shared/follow/pass-changes.ts'
import { offersSchema } from '../../../shared/offers.ts'
import { stopReasons } from '../../../shared/report/stop-reason.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { possibleFlagSchema } from '../../../shared/mapping/columns/flags/possible-flag.ts'
import { mappingFileSchema } from '../../../shared/planning/mapping-file.ts'
import { profilePartNames } from '../../../shared/users/user.ts'

const names = Object.keys(outputSchemas)

const schemaSpec = {
  name: 'schema',
  operands: names.join('|'),
  summary: 'Print the JSON Schema of an output or of a mapping file',
  options: {},
  examples: ['run', 'mapping > mapping.schema.json'],
} as const satisfies CommandSpec

/** Prints one JSON Schema (draft 2020-12). */
function printSchema(args: readonly string[], io: Io): number {
  const found = Object.entries(outputSchemas).find(([name]) => name === args[0])
  if (found === undefined || args.length > 1) {
    io.err(`Name one of ${names.join(', ')}. Usage: ${usageOf(schemaSpec)}\n`)
    return exitBadInput
  }
  io.out(`${JSON.stringify(z.toJSONSchema(found[1]), null, 2)}\n`)
  return exitDone
}

export const schemaCommand = { spec: schemaSpec, run: printSchema } satisfies Command
