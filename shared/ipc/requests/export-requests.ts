import * as z from 'zod'
import { mappingSchema } from '../../mapping/mapping.ts'
import { mappingTargets } from '../../mapping/targets.ts'
import { maxOffers } from '../../offers.ts'
import { possibleFlagSchema } from '../../mapping/columns/flags/possible-flag.ts'
import { choicesSchema } from '../../planning/decisions/choices-schema.ts'
import { documentSchema, recentSchema } from '../views/document-views.ts'
import { count, nothing, secret, text } from '../parts.ts'
import { unsureTargets } from '../../mapping/shown/column-report.ts'

/* Views of the files of an export: values that look secret are masked. */

const mappingViewSchema = z.object({
  fileId: z.number().int(),
  /** Recognised provider files show what is read; generic ones can be changed. */
  editable: z.boolean(),
  columns: z.array(
    z.object({
      path: text,
      samples: z.array(text),
      /** Over the whole file; null where it was not counted. */
      counts: z.object({ filled: count, distinct: count, exact: z.boolean() }).nullable(),
      suggestion: z
        .object({ target: z.enum(mappingTargets), confidence: z.enum(['exact', 'likely', 'unsure']), reason: text })
        .nullable(),
      /** For recognised exports: what the column becomes, in words. */
      becomes: text.nullable(),
      /** Why it cannot be migrated, as of passkeys. */
      note: text.exactOptional(),
    }),
  ),
  mapping: mappingSchema.nullable(),
  /** Decisions about its columns that are not mapped, and about columns that no file has; by `unmappedKey`. */
  decisions: choicesSchema.shape.unmapped,
  /** Columns that are asked about as a whole, as `inspect` asks. */
  unsure: z.array(z.object({ path: text, mayBe: z.enum(unsureTargets), title: text })),
  /** Unused columns that may bar users, as `inspect` lists them. */
  possibleFlags: z.array(possibleFlagSchema),
  /** Some of its rows may be no users. */
  mayBeNoUsers: z.boolean(),
  /** Records that the counts are of; null: not counted. */
  records: count.nullable(),
  /** Provider names that its users have, with how many have each. */
  providers: z.array(z.object({ source: text, users: count })),
  /** Tenants of the source that its users have, with how many have each; of very many the largest. */
  tenants: z.array(z.object({ source: text, users: count })),
})
export type MappingView = z.infer<typeof mappingViewSchema>

/** One record of the file, column by column, with what a mapping makes of it. A value that looks secret is masked. */
const recordViewSchema = z.object({
  index: count,
  total: count,
  line: count,
  /** Why the record cannot be shown; null when it can. */
  problem: text.nullable(),
  columns: z
    .array(
      z.object({
        path: text,
        /** Null: empty. */
        value: text.nullable(),
        /** Its target; null: it is not imported. */
        becomes: text.nullable(),
        /** The value as it would be sent; null where there is none, or where the format of the export says what it is. */
        result: text.nullable(),
        /** Why it cannot be sent like this; empty when it can. */
        problem: text,
      }),
    )
    .max(400),
})
export type RecordView = z.infer<typeof recordViewSchema>

/** A skipped record: it is unreadable, or it belongs to an unknown user. */
export const skippedRecordSchema = z.object({
  kind: z.enum(['unreadable', 'unmatched']),
  line: count,
  /** Where in the file it is, in words. */
  place: text,
  /** Where it begins in the unpacked text, in bytes. */
  byte: count,
  reason: text,
})
export type SkippedRecord = z.infer<typeof skippedRecordSchema>

const documentOrNull = documentSchema.nullable()

/** Requests about the source of users: files, their mapping, an earlier migration. */
export const exportRequests = {
  /** Shows the open dialog and reads the picked files. In the browser they were uploaded before. */
  'export:pick': { by: 'host', input: nothing, output: documentOrNull },
  /** Files dropped on the window: paths in the desktop app, upload ids in the browser. */
  'export:add': {
    by: 'host',
    input: z.object({ files: z.array(z.string().max(4096)).min(1).max(500) }),
    output: documentSchema,
  },
  /** Adds the built-in sample export. */
  'export:sample': { by: 'host', input: nothing, output: documentSchema },
  /** Shows the open dialog, and replaces a file with the picked one; null when the dialog was closed. */
  'export:replace': { by: 'host', input: z.object({ fileId: z.number().int() }), output: documentOrNull },
  'export:remove': { by: 'engine', input: z.object({ fileId: z.number().int() }), output: documentSchema },
  /** Removes the lists that narrow the migration. */
  'export:clear-user-filter': { by: 'engine', input: nothing, output: documentSchema },
  /** Sets the provider of a file, or `generic` to map it by hand. */
  'export:set-provider': {
    by: 'engine',
    input: z.object({ fileId: z.number().int(), provider: z.string().max(40) }),
    output: documentSchema,
  },
  /** The operator chooses what is read of a file: files of a zip archive, or one table. Parts that it does not have change nothing. */
  'export:choose-parts': {
    by: 'engine',
    input: z.object({ fileId: z.number().int(), names: z.array(z.string()).min(1).max(maxOffers) }),
    output: documentSchema,
  },
  /** The operator continues with the read part of a truncated file, or takes that back. */
  'export:accept-truncation': {
    by: 'engine',
    input: z.object({ fileId: z.number().int(), accepted: z.boolean() }),
    output: documentSchema,
  },
  /** The operator continues without the tables of a dump that are not read and have login-like values, or takes that back. */
  'export:exclude-tables': {
    by: 'engine',
    input: z.object({ fileId: z.number().int(), excluded: z.boolean() }),
    output: documentSchema,
  },
  /** The operator has seen the path of a file that the migration names, and wants it read. */
  'export:confirm': { by: 'engine', input: z.object({ fileId: z.number().int() }), output: documentSchema },
  /** The pasted `hash_config` block of Firebase scrypt's project. */
  'export:scrypt': { by: 'engine', through: 'host', input: z.object({ text: secret }), output: documentSchema },
  /** The same from a file picked in a dialog. */
  'export:scrypt-file': { by: 'host', input: nothing, output: documentOrNull },
  /** Main puts the signer key on the clipboard; it never crosses to the renderer. */
  'export:copy-signer-key': { by: 'host', input: nothing, output: z.object({ copied: z.boolean() }) },
  /** Shows the open dialog for the migration that this one follows; null when it was closed. */
  'baseline:pick': { by: 'host', input: nothing, output: documentOrNull },
  /** Migrations of this machine that sent users, besides the open one. */
  'baseline:list': { by: 'host', input: nothing, output: z.object({ recent: z.array(recentSchema) }) },
  /** Compares with one of them. */
  'baseline:pick-recent': { by: 'host', input: z.object({ id: z.string().max(200) }), output: documentSchema },
  /** Stops comparing, or says that the core of the earlier migration is the one connected now. */
  'baseline:change': {
    by: 'engine',
    input: z.object({ how: z.enum(['clear', 'moved']) }),
    output: documentSchema,
  },
  /** Users in the core by the earlier migration and no longer in the export, behind a key, at most 200. */
  'baseline:missing': {
    by: 'queries',
    input: z.object({ after: z.string().max(2000) }),
    output: z.object({
      users: z.array(z.object({ key: z.string(), sourceId: z.string().nullable(), contact: z.string().nullable() })),
      next: z.string().nullable(),
    }),
  },
  'mapping:get': { by: 'engine', input: z.object({ fileId: z.number().int() }), output: mappingViewSchema },
  'mapping:set': {
    by: 'engine',
    /** Null: by the names and values of the columns, as it was suggested. */
    input: z.object({
      fileId: z.number().int(),
      mapping: mappingSchema.nullable(),
      /** Decisions about columns that came with the mapping; all others stay as they are. */
      decisions: choicesSchema.shape.unmapped.exactOptional(),
    }),
    output: documentSchema,
  },
  'mapping:record': {
    by: 'engine',
    /** `mapping`: one that is tried out; null: the one in use. */
    input: z.object({
      fileId: z.number().int(),
      index: z.number().int().min(0),
      mapping: mappingSchema.nullable().default(null),
    }),
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
  /** Skipped records of one file, by their line. */
  'export:skipped-records': {
    by: 'queries',
    input: z.object({ fileId: z.number().int(), skip: z.number().int().min(0) }),
    output: z.object({ skippedRecords: z.array(skippedRecordSchema), total: z.number().int() }),
  },
  /** Why records of all files became no user: each reason once, the largest first. `others`: records of the reasons not listed. */
  'export:skipped-reasons': {
    by: 'queries',
    input: nothing,
    output: z.object({
      reasons: z.array(
        z.object({ kind: skippedRecordSchema.shape.kind, reason: z.string(), records: z.number().int() }),
      ),
      others: z.number().int(),
    }),
  },
  /** The first places of the records of one reason, in the order of the export. */
  'export:skipped-places': {
    by: 'queries',
    input: z.object({ kind: skippedRecordSchema.shape.kind, reason: z.string().max(2000) }),
    output: z.object({ places: z.array(z.string()) }),
  },
} as const

/** The migration as a file: new, opened, closed, copied. */
export const documentRequests = {
  /** Makes an empty document in the app's folder. */
  'document:new': { by: 'host', input: nothing, output: documentSchema },
  /** Shows the open dialog; null when it was closed. */
  'document:open': { by: 'host', input: nothing, output: documentOrNull },
  'document:open-recent': { by: 'host', input: z.object({ id: z.string().max(200) }), output: documentSchema },
  'document:close': { by: 'host', input: nothing, output: nothing },
  /** Shows the save dialog; the copy is a whole document. */
  'document:save-copy': { by: 'host', input: nothing, output: z.object({ saved: z.string().nullable() }) },
  'document:state': { by: 'engine', input: nothing, output: documentOrNull },
} as const
