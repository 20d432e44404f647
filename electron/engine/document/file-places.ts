import * as z from 'zod'
import { maxSections, placeText, type Places } from '../../../shared/places.ts'
import { allRows } from './rows.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

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

/** How places are named, as it is stored. */
export function readPlaces(stored: string): Places {
  return placesSchema.parse(JSON.parse(stored))
}
