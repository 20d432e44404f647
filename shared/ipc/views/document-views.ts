import * as z from 'zod'
import { count, text } from '../parts.ts'
import { fileFormats } from '../../mapping/export-format.ts'
import { offersSchema } from '../../offers.ts'
import { choicesSchema } from '../../planning/decisions/choices-schema.ts'
import { stateCountsSchema, targetSchema, totalsSchema } from './core-views.ts'

/* The open migration as the screen may see it. No path of a file that was chosen here, no key. */

const fileSchema = z.object({
  id: z.number().int(),
  name: text,
  size: count,
  format: z.enum(fileFormats).nullable(),
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
  /** Entries that are no users, by their kind, most first. */
  other: z.array(z.object({ kind: text, records: count })),
  /** Read to the end. */
  complete: z.boolean(),
  /**
   * Why the rest of it is missing; null: it was read to its end. `accepted`: the operator continues with the read part.
   */
  truncation: z.object({ reason: text, accepted: z.boolean() }).nullable(),
  /**
   * Tables of a dump that are not read, and their login-like values; null: none. `excluded`: the operator continues
   * without them.
   */
  unreadTables: z
    .object({ tables: z.array(z.object({ table: text, logins: text })), excluded: z.boolean() })
    .nullable(),
  /** Logins found by the control scan of the file and where each ended up, in sentences; null: not read to its end. */
  controlTotals: z
    .object({
      lines: z.array(text).max(2),
      /** Values that look like a password hash wherever they stand, and that users have. */
      hashesOfUsers: count,
      /** Such values in records that add to users. */
      hashesJoined: count,
      /**
       * Password hashes that no user, table or other finding has; null: none. `excluded`: the operator continues
       * without them.
       */
      unreadHashes: z.object({ text, excluded: z.boolean() }).nullable(),
    })
    .nullable(),
  /** Statements of a dump that change its users and were not applied; null: none. `ignored`: the operator decided so. */
  unappliedChanges: z.object({ text, next: text, ignored: z.boolean() }).nullable(),
  /** Logins that no user got, while users have none; null: none. `ignored`: the operator continues without them. */
  lostLogins: z.object({ text, ignored: z.boolean() }).nullable(),
  /** That it gives nothing to any user, and what it holds instead; null: it does. `leftOut`: it has no login, and no state of users. */
  withoutUsers: z.object({ text, leftOut: z.boolean() }).nullable(),
  problem: text.nullable(),
  /** The choices for its content, and the current one; null: it holds one thing only. */
  offers: offersSchema.nullable(),
  chosenTable: text.nullable(),
  /** The sheets or tables that users are read from, where there are several. */
  readTables: z.array(text),
  /** The problem is that the file holds no users in any form, such as a picture. */
  isOther: z.boolean(),
  /** The migration names this file, and it was never chosen on this machine: its path in full. Null: it may be read. */
  unconfirmedPath: text.nullable(),
})
export type FileView = z.infer<typeof fileSchema>

/** Firebase scrypt's parameters as the screen shows them. The signer key itself never comes back. */
const scryptSchema = z.object({
  separator: text,
  rounds: z.number(),
  memoryCost: z.number(),
  signerKeyLength: z.number().nullable(),
  /** The signer key is held in memory, ready to be copied by main. */
  signerKeyHeld: z.boolean(),
})

/** Questions about whole columns that a view names. */
export const maxOpenColumns = 500

export const documentSchema = z.object({
  name: text,
  /** Its path, for the title bar. */
  location: text,
  /** Grows with every change; a query is needed only when it grew. */
  version: count,
  files: z.array(fileSchema),
  /** A long operation is running: an earlier migration or files are read, or users are planned, excluded, included again, or hashes are removed. */
  work: z.object({
    kind: z.enum(['idle', 'comparing', 'reading', 'planning', 'excluding', 'including', 'removing', 'clearing']),
    /** Users of `total`, bytes of the file that is read, or percent. */
    done: count,
    total: count,
    /** The file that is read, and how long that will still take; null while it cannot be known. */
    reading: z.object({ fileId: z.number().int(), records: count, secondsLeft: z.number().nullable() }).nullable(),
  }),
  /** Excluding users, or including them again, ended with the app; null: it did not. */
  interruptedExclusion: z.object({ excluded: z.boolean(), done: count, total: count }).nullable(),
  totals: totalsSchema,
  target: targetSchema.nullable(),
  counts: stateCountsSchema,
  choices: choicesSchema,
  scrypt: scryptSchema.nullable(),
  /** Some user has a hash of Firebase scrypt, whatever the provider: the core needs a signer key for it. */
  scryptHashes: z.boolean(),
  /** Distinct source provider names with users and the mapped name; null: undecided; `exclude`. */
  providers: z.array(z.object({ source: text, users: count, mapped: z.string().nullable(), known: z.boolean() })),
  /**
   * The tenant of the core for a tenant of the source, as the value of a choice; null: undecided. `missing`: the core
   * does not have it.
   */
  tenants: z.array(z.object({ source: text, mapped: z.string().nullable(), missing: z.boolean() })),
  /** Tenants of the core beside that of the address, the first of very many; null: not known. */
  coreTenants: z.array(text).nullable(),
  /** The earlier migration that this one follows; null: none. Only users who are new or changed since are sent. */
  baseline: z
    .object({
      name: text,
      coreName: text,
      /** Its hashes were removed, so that another password cannot be seen. */
      blind: z.boolean(),
      /** The number of users without a source ID, compared by email or phone alone. */
      comparedByContact: count,
      /** The connected core is another one, so nothing is sent. */
      coreMismatch: z.boolean(),
      /**
       * Inherited decisions of the baseline: choices, the files with their mapping, and the chosen tables and members
       * of a file.
       */
      inherited: z.object({
        choices: choicesSchema,
        files: z.array(z.number().int()),
        /** Which sheet or table of a file is read, or which file of an archive. */
        parts: z.array(z.object({ name: text, word: z.enum(['sheet', 'table', 'file']), part: text })),
      }),
      /** Null until all users are planned. The first four add up to the users. */
      counts: z.object({ new: count, changed: count, unchanged: count, open: count, missing: count }).nullable(),
    })
    .nullable(),
  /** The migration that this one is to follow, until that was read to its end. Nothing can be sent before. */
  baselinePending: text.nullable(),
  /** A run was started for the current target. */
  started: z.boolean(),
  /** Users were sent to the rehearsal core before. */
  rehearsed: z.boolean(),
  /** Users that a complete undo removed from the current core, where no user was sent since; absent: none. */
  undone: count.exactOptional(),
  /** Its source is followed, and was not cut over; absent: it is not. */
  inStep: z.literal(true).exactOptional(),
  /** Its users were fetched from their source here. */
  fetched: z.literal(true).exactOptional(),
  needsMapping: z.array(z.number().int()),
  /** Fields that nothing reads and whose values look like a login, as planning counted them. */
  unmappedFields: z
    .array(
      z.object({
        fileId: z.number().int(),
        /** The finding about it. */
        code: z.enum([
          'unmapped-hash',
          'second-hash',
          'unmapped-email',
          'unmapped-phone',
          'unmapped-provider-id',
          'unmapped-status',
          'unmapped-provider',
        ]),
        path: text,
        users: count,
        /** Users who wait for a decision about it. */
        blocked: count,
        /** The operator is asked whether it is imported, even when no user waits for that. */
        asks: z.boolean(),
        chosen: z.enum(['import', 'exclude']).nullable(),
      }),
    )
    .max(500),
  /** Columns that are asked about as a whole, and neither mapped nor ignored. They hold no user back. */
  openColumns: z.array(z.object({ fileId: z.number().int(), path: text })).max(maxOpenColumns),
  /** A list narrows the migration to its users. */
  filtered: z.boolean(),
})
export type DocumentView = z.infer<typeof documentSchema>

const shortText = z.string().max(1000)

/** How a migration stood when it was open last. Nothing of its users but numbers. */
export const migrationSummarySchema = z.object({
  /** Where its users come from, e.g. `Auth0`. */
  sources: z.array(shortText).max(40),
  /** The first file, where no provider was recognized in it. */
  file: shortText.nullable().optional(),
  core: z.object({ kind: z.enum(['rehearsal', 'live']), name: shortText }).nullable(),
  users: count,
  migrated: count,
  failed: count,
  blocked: count,
  excluded: count,
  /** Users who can still be sent. */
  ready: count,
  /** A run was started for its core. */
  started: z.boolean(),
  /** Its users were removed from the core again. */
  undone: z.boolean().exactOptional(),
  /** Its users were fetched from their source here. */
  fetched: z.literal(true).exactOptional(),
  /** Estimated milliseconds until all ready users are sent, at the average speed so far; absent: unknown. */
  leftMs: z.number().nonnegative().exactOptional(),
})
export type MigrationSummary = z.infer<typeof migrationSummarySchema>

export const recentSchema = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  /** When it was open last; Unix epoch, milliseconds. */
  at: z.number(),
  /** Null: it was never open on this machine. */
  summary: migrationSummarySchema.nullable(),
})
export type RecentMigration = z.infer<typeof recentSchema>
