import * as z from 'zod'
import type { Choices, ChoicesChange } from './choices.ts'
import { decisionTable } from './decisions/decision-table.ts'
import type { Entries } from './decisions/decisions-of.ts'
import { providerName } from './decisions/login-decisions.ts'

type Table = typeof decisionTable

/** The choices of a document, as they come from outside. */
export const choicesSchema = z.object(
  // Object.fromEntries forgets which key has which schema.
  Object.fromEntries(Object.entries(decisionTable).map(([key, entry]) => [key, entry.schema(z)])) as {
    [K in keyof Table]: z.ZodType<Choices[K], Choices[K]>
  },
)

/** A provider name of the core. */
export const providerNameSchema = z.string().regex(providerName)

const changeSchema = z.object(
  // As above.
  Object.fromEntries(Object.entries(decisionTable).map(([key, entry]) => [key, z.exactOptional(entry.schema(z))])) as {
    [K in keyof Table]: z.ZodExactOptional<z.ZodType<Choices[K], Choices[K]>>
  },
)

/** Entries of choices, checked; null: they are none that a document takes. */
export function parseChange(entries: Entries): ChoicesChange | null {
  return changeSchema.safeParse(entries).data ?? null
}
