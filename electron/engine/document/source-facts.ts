import * as z from 'zod'
import { columnsReadSchema } from '../../../shared/mapping/shown/column-report.ts'
import { controlTotalsSchema } from '../../../shared/mapping/unmapped/control-totals.ts'
import { columnCountsSchema } from '../../../shared/mapping/columns/column-counts.ts'
import { maxSections, type Places, placeText } from '../../../shared/places.ts'
import { pageOfListSchema } from '../../../shared/mapping/page-of-list.ts'
import { unmappedCodes, unmappedField } from '../../../shared/planning/unmapped-key.ts'
import { maxUnmappedFields } from '../../../shared/planning/unmapped.ts'
import { getSetting, unmappedFieldSchema } from './settings.ts'
import { allRows, type Database, oneRow, sql } from './sqlite.ts'

/** Statements about other files that are kept of one file. */
export const maxChangesElsewhere = 1000

/** Facts from the last reading of a file that are too long for its row. */
const factsOfFile = {
  /** Counts of its columns, taken while it was read. */
  'column-counts': columnCountsSchema,
  /** The target of each column when the file was read, and why. */
  'columns-read': columnsReadSchema,
  /** Columns by whose values its rows were joined with users of other files, besides their ID (`joins/profiles-of-accounts.ts`). */
  'join-columns': z.array(z.string()).readonly(),
  /** The files whose users were joined with its rows by the names that they sign in with. */
  'named-owners': z.array(z.number()).readonly(),
  /** Its rows that were joined by a name or a contact with users who have another ID, or none: their own stays behind. */
  'other-ids': z.number(),
  /** The IDs of users took the place of those in its rows (`joins/ids-in-other-forms.ts`): all of them fitted, or the operator decided so. */
  'ids-replaced': z.enum(['proven', 'decided']),
  /** Logins found by the control scan, and where each ended up. */
  'control-totals': controlTotalsSchema,
  /** Statements of a dump that change rows of tables which the file lacks. */
  'changes-elsewhere': z
    .array(z.object({ table: z.string(), verb: z.string(), line: z.number() }))
    .max(maxChangesElsewhere),
  /** Logins without a user, and the number of users without a login; null: no user may lack one of them (`joins/lost-logins.ts`). */
  'lost-logins': z
    .object({
      groups: z.array(
        z.object({
          kind: z.enum(['hash', 'identity', 'record', 'user', 'nobody', 'standing']),
          why: z.string(),
          records: z.number(),
          first: z.array(z.object({ line: z.number(), byte: z.number() })),
        }),
      ),
      lacking: z.number(),
    })
    .nullable(),
  /** The word before the ID in the only key of each user that no key is written for; null or no such fact: `id:`. */
  'key-word': z.string().nullable(),
  /** The file says that it is one page of a longer list (`pages-of-lists.ts`); null: it does not. `sentence`: the warning about it before the other pages were there. */
  page: pageOfListSchema
    .extend({
      isSettled: z.boolean(),
      truncation: z.string().exactOptional(),
      sentence: z.object({ line: z.number(), byte: z.number(), reason: z.string() }).exactOptional(),
    })
    .nullable(),
  /** Names of the pages of its list that are missing before it, by the numbers in the names of the files. */
  'missing-pages': z.array(z.string()).readonly(),
} as const

export type FactsOfFile = { [K in keyof typeof factsOfFile]: z.output<(typeof factsOfFile)[K]> }

const factRow = z.object({ value: z.string() })

/** A fact of a file; null: this version has not read the file to its end. */
export function fileFact<K extends keyof FactsOfFile>(
  database: Database,
  fileId: number,
  fact: K,
): FactsOfFile[K] | null {
  const row = oneRow(factRow, sql(database, 'SELECT value FROM file_fact WHERE file_id = ? AND fact = ?'), fileId, fact)
  // Indexing the table of schemas by K loses the link between key and type; the schema parses it.
  return row === undefined ? null : (factsOfFile[fact].parse(JSON.parse(row.value)) as FactsOfFile[K])
}

/** Keeps a fact of a file until it is read anew. Throws when the fact could not be read again. */
export function setFileFact<K extends keyof FactsOfFile>(
  database: Database,
  fileId: number,
  fact: K,
  value: FactsOfFile[K],
): void {
  const text = JSON.stringify(factsOfFile[fact].parse(value))
  sql(database, 'INSERT OR REPLACE INTO file_fact (file_id, fact, value) VALUES (?, ?, ?)').run(fileId, fact, text)
}

const placesSchema = z.object({
  word: z.enum(['line', 'row', 'document', 'entry']),
  sections: z.array(z.object({ name: z.string().max(1000), after: z.number(), last: z.number() })).max(maxSections),
})

const fileRow = z.object({ id: z.number(), format: z.string().nullable(), places: z.string() })

/** Names places of records: `line 5`, `sheet Staff, row 5`. */
export type PlaceNames = (fileId: number, at: { readonly line: number; readonly byte: number }) => string

/** How the places of each file are named, as the document has it at this moment. */
export function placeNames(database: Database): PlaceNames {
  const files = new Map<number, { readonly format: string | null; readonly places: Places }>()
  for (const { id, format, places } of allRows(fileRow, sql(database, 'SELECT id, format, places FROM file')))
    files.set(id, { format, places: readPlaces(places) })
  return (fileId, at) => {
    const file = files.get(fileId)
    return file === undefined ? `line ${at.line}` : placeText(file.places, file.format, at)
  }
}

/** Asked for each duplicate, nearly always of the same file. */
let lastPlaces: { readonly stored: string; readonly places: Places } | null = null

/** How places are named, as it is stored. */
export function readPlaces(stored: string): Places {
  if (lastPlaces?.stored !== stored) lastPlaces = { stored, places: placesSchema.parse(JSON.parse(stored)) }
  return lastPlaces.places
}

export type UnmappedField = z.infer<typeof unmappedFieldSchema>

/** Counts the users of every such field; those that hold users back come first. */
export function countUnmappedFields(database: Database): UnmappedField[] {
  const codes = Object.values(unmappedCodes)
    .map((code) => `'${code}'`)
    .join(', ')
  // Nearly every document has none, which the index of findings tells at once.
  const rows = sql(
    database,
    `SELECT user.file_id AS file, code, group_key AS field, count(*) AS users, sum(blocks) AS blocked
     FROM finding JOIN user ON user.id = finding.user_id WHERE code IN (${codes})
     GROUP BY 1, 2, 3 ORDER BY blocked > 0 DESC, users DESC LIMIT ${maxUnmappedFields}`,
  )
  return allRows(unmappedFieldSchema, rows).filter(({ code }) => unmappedField.isCode(code))
}

/** As they were counted when users were planned last. */
export function unmappedFields(database: Database): readonly UnmappedField[] {
  return getSetting(database, 'unmapped-fields') ?? []
}

/** The name of a user in lists: an email or phone number, else the ID in the source, else `place`. */
export function userLabel(
  user: { readonly email: string | null; readonly phone: string | null; readonly sourceId: string | null },
  place: string,
): string {
  return user.email ?? user.phone ?? user.sourceId ?? place
}
