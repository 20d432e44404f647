import { basename } from 'node:path'
import * as z from 'zod'
import { fileFormats, type Recognition } from '../../../shared/mapping/export-format.ts'
import { isStandingAlone, type Mapping, mappingSchema } from '../../../shared/mapping/mapping.ts'
import type { UnreadTable } from '../../../shared/mapping/rows/unread-tables.ts'
import { type Offers, offersSchema } from '../../../shared/offers.ts'
import type { Places } from '../../../shared/places.ts'
import { remembered } from '../../../shared/remembered.ts'
import { ok, type Problem, type Result } from '../../../shared/result.ts'
import { sizeOf } from '../files/folders.ts'
import { separateFailedLists } from '../import-pipeline/failed-list.ts'
import { readPlaces } from './source-facts.ts'
import { type Database, sql } from './sqlite.ts'
import { getSetting, setSetting } from './settings.ts'

const recognitionSchema = z.object({
  provider: z.string(),
  shape: z.string(),
  reason: z.string(),
  role: z.enum(['users', 'parts']),
})

const fileRow = z.object({
  id: z.number(),
  path: z.string(),
  name: z.string(),
  size: z.number(),
  digest: z.string().nullable(),
  digest_bytes: z.number().int().nonnegative().nullable(),
  format: z.enum(fileFormats).nullable(),
  compression: z.enum(['none', 'gzip', 'zip']).nullable(),
  encoding: z.string().nullable(),
  recognition: z.string().nullable(),
  provider_override: z.string().nullable(),
  mapping: z.string().nullable(),
  records: z.number(),
  unreadable: z.number(),
  complete: z.number(),
  problem: z.string().nullable(),
  problem_code: z.string().nullable(),
  other: z.string(),
  other_parts: z.number(),
  truncation: z.string().nullable(),
  truncation_accepted: z.number(),
  unread_tables: z.string(),
  tables_excluded: z.number(),
  zip_member: z.string().nullable(),
  table_override: z.string().nullable(),
  offers: z.string(),
  places: z.string(),
})

const otherSchema = z.record(z.string(), z.number())

const unreadTableSchema = z.object({
  table: z.string(),
  columns: z.array(
    z.object({
      column: z.string(),
      kind: z.enum(['password-hash', 'clear-password', 'totp-secret', 'email', 'phone', 'provider-user-id', 'status']),
      rows: z.number(),
      own: z.number().exactOptional(),
      isBeside: z.literal(true).exactOptional(),
    }),
  ),
})

/**
 * A source file of the migration. `records` counts every record, the unreadable ones included. `other`: its entries that are
 * no users, by their kind. `truncation`: why the rest of it is missing; null: it was read to its end.
 */
export type SourceFile = Omit<
  z.infer<typeof fileRow>,
  | 'recognition'
  | 'mapping'
  | 'complete'
  | 'problem'
  | 'problem_code'
  | 'other'
  | 'other_parts'
  | 'truncation_accepted'
  | 'unread_tables'
  | 'tables_excluded'
  | 'offers'
  | 'places'
> & {
  readonly recognition: Recognition | null
  readonly mapping: Mapping | null
  readonly complete: boolean
  /** Why it cannot be read; null: it can, or reading has not begun. */
  readonly problem: Problem | null
  readonly other: Readonly<Record<string, number>>
  /** The operator continues with the read part of a truncated file. */
  readonly truncationAccepted: boolean
  /** Tables of a dump that nothing reads, whose values look like logins. */
  readonly unreadTables: readonly UnreadTable[]
  /** The operator continues without them. */
  readonly tablesExcluded: boolean
  /** The parts of the file that can be chosen; null: none. */
  readonly offers: Offers | null
  /** How places of its records are named. */
  readonly places: Places
}

/** The kind of rows that belong to an entry that is no user, such as roles of a service account. */
const ofOther = 'row of an entry that is no user'

function toFile({
  truncation_accepted: accepted,
  unread_tables: unread,
  tables_excluded: excluded,
  problem: message,
  problem_code: code,
  other_parts: otherParts,
  ...row
}: z.infer<typeof fileRow>): SourceFile {
  return {
    ...row,
    recognition: row.recognition === null ? null : recognitionSchema.parse(JSON.parse(row.recognition)),
    mapping: row.mapping === null ? null : mappingSchema.parse(JSON.parse(row.mapping)),
    complete: row.complete === 1,
    problem: message === null ? null : { code: code ?? 'file-unreadable', message },
    other: { ...otherSchema.parse(JSON.parse(row.other)), ...(otherParts === 0 ? {} : { [ofOther]: otherParts }) },
    truncationAccepted: accepted === 1,
    unreadTables: z.array(unreadTableSchema).parse(JSON.parse(unread)),
    tablesExcluded: excluded === 1,
    offers: offersSchema.nullable().parse(JSON.parse(row.offers)),
    places: readPlaces(row.places),
  }
}

/** A row as JSON, which is parsed once: while a file is read and joined, its row is asked for some twenty times. */
const fileOfRow = remembered((row) => toFile(fileRow.parse(JSON.parse(row))), { texts: 100, length: 20_000 })

/** `other_parts`: the rows of a file that belong to entries that are no users. */
const files =
  'SELECT *, (SELECT count(*) FROM partial_record WHERE file_id = file.id AND is_other = 1) AS other_parts FROM file'

/** Files of a migration. */
export const fileTable = {
  list: (database: Database): readonly SourceFile[] =>
    sql(database, `${files} ORDER BY id`)
      .all()
      .map((row) => fileOfRow(JSON.stringify(row))),
  get: (database: Database, id: number): SourceFile | undefined => {
    const row = sql(database, `${files} WHERE id = ?`).get(id)
    return row === undefined ? undefined : fileOfRow(JSON.stringify(row))
  },
  /** Notes a file to be read; returns its id. */
  add: (database: Database, path: string, name: string, size: number): number =>
    Number(sql(database, 'INSERT INTO file (path, name, size) VALUES (?, ?, ?)').run(path, name, size).lastInsertRowid),
  /**
   * Notes files of one zip archive to be read, each as a file of its own; without members, the path as it is. Returns their ids.
   */
  addZipMembers: (
    database: Database,
    path: string,
    name: string,
    size: number,
    members: readonly string[],
  ): readonly number[] => {
    if (members.length === 0) return [fileTable.add(database, path, name, size)]
    return members.map((member) => {
      const id = fileTable.add(database, path, zipMemberName(name, member), size)
      fileTable.change(database, id, { zip_member: member })
      return id
    })
  },
  change: (database: Database, id: number, change: Partial<FileChange>): void => {
    const current = fileTable.get(database, id)
    if (current === undefined) return
    const next = { ...current, ...change }
    sql(
      database,
      `UPDATE file SET name = ?, size = ?, digest = ?, digest_bytes = ?, format = ?, compression = ?, encoding = ?, recognition = ?, provider_override = ?, mapping = ?,
     records = ?, unreadable = ?, complete = ?, problem = ?, problem_code = ?, other = ?, truncation = ?, truncation_accepted = ?, unread_tables = ?,
     tables_excluded = ?, zip_member = ?, table_override = ?, offers = ?, places = ? WHERE id = ?`,
    ).run(
      next.name,
      next.size,
      next.digest,
      next.digest_bytes,
      next.format,
      next.compression,
      next.encoding,
      next.recognition === null ? null : JSON.stringify(next.recognition),
      next.provider_override,
      next.mapping === null ? null : JSON.stringify(next.mapping),
      next.records,
      next.unreadable,
      next.complete ? 1 : 0,
      next.problem?.message ?? null,
      next.problem?.code ?? null,
      JSON.stringify(next.other),
      next.truncation,
      next.truncationAccepted ? 1 : 0,
      JSON.stringify(next.unreadTables),
      next.tablesExcluded ? 1 : 0,
      next.zip_member,
      next.table_override,
      JSON.stringify(next.offers),
      JSON.stringify(next.places),
      id,
    )
  },
  /**
   * Notes files to be read; a list of failed users among them narrows the migration instead. `names`: what to call them;
   * `mapping`: how to read all of them, whatever they look like. Problem: `file-too-large`.
   */
  addExports: (
    database: Database,
    paths: readonly string[],
    names: readonly string[],
    mapping: Mapping | null,
  ): Result<null> => {
    const sorted = separateFailedLists(paths)
    if (!sorted.ok) return sorted
    const named = (path: string) => names[paths.indexOf(path)] ?? basename(path)
    if (sorted.value.names !== null) addUserFilter(database, sorted.value.names, sorted.value.lists.map(named))
    for (const path of sorted.value.exports) {
      const id = fileTable.add(database, path, named(path), sizeOf(path) ?? 0)
      if (mapping !== null)
        fileTable.change(database, id, { mapping, provider_override: isStandingAlone(mapping) ? null : 'generic' })
    }
    return ok(null)
  },
}

/** The name of a file in a zip archive, as a path through it. */
export function zipMemberName(archive: string, member: string): string {
  return `${archive}/${member}`.slice(0, 1000)
}

type FileChange = {
  readonly name: string
  readonly size: number
  readonly digest: string | null
  readonly digest_bytes: number | null
  readonly format: string | null
  readonly compression: string | null
  readonly encoding: string | null
  readonly recognition: Recognition | null
  readonly provider_override: string | null
  readonly mapping: Mapping | null
  readonly records: number
  readonly unreadable: number
  readonly complete: boolean
  readonly problem: Problem | null
  readonly other: Readonly<Record<string, number>>
  readonly truncation: string | null
  readonly truncationAccepted: boolean
  readonly unreadTables: readonly UnreadTable[]
  readonly tablesExcluded: boolean
  readonly zip_member: string | null
  readonly table_override: string | null
  readonly offers: Offers | null
  readonly places: Places
}

/** Narrows the migration to the users that lists name, beside those that it was narrowed to before. */
function addUserFilter(database: Database, names: readonly string[], lists: readonly string[]): void {
  setSetting(database, 'user-filter', [...new Set([...(getSetting(database, 'user-filter') ?? []), ...names])])
  setSetting(
    database,
    'user-filter-sources',
    [...new Set([...(getSetting(database, 'user-filter-sources') ?? []), ...lists])].slice(-100),
  )
}
