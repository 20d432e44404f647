import * as z from 'zod'
import type { Choices, ChoicesChange } from '../choices.ts'
import { decisionTable } from './decision-table.ts'
import type { DecisionTable, Entries, Zod } from './decision.ts'

type Table = typeof decisionTable

/** Named one by one: handing on all of Zod keeps its fifty languages in the bundle. */
const zod: Zod = {
  array: z.array,
  boolean: z.boolean,
  discriminatedUnion: z.discriminatedUnion,
  enum: z.enum,
  literal: z.literal,
  object: z.object,
  partialRecord: z.partialRecord,
  record: z.record,
  string: z.string,
}

/** The schema of each entry of a table. */
export function schemasOf(table: DecisionTable) {
  return Object.fromEntries(Object.entries(table).map(([key, entry]) => [key, entry.schema(zod)]))
}

/** The choices of a document, as they come from outside. */
export const choicesSchema = z.object(
  // A record forgets which key has which schema.
  schemasOf(decisionTable) as {
    [K in keyof Table]: z.ZodType<Choices[K], Choices[K]>
  },
)

const changeSchema = z.object(
  // As above.
  Object.fromEntries(Object.entries(schemasOf(decisionTable)).map(([key, one]) => [key, z.exactOptional(one)])) as {
    [K in keyof Table]: z.ZodExactOptional<z.ZodType<Choices[K], Choices[K]>>
  },
)

/** Entries of choices, checked; null: they are none that a document takes. */
export function parseChange(entries: Entries): ChoicesChange | null {
  return changeSchema.safeParse(entries).data ?? null
}
