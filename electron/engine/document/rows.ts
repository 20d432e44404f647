import * as z from 'zod'
import type { Statement, SqlValue } from './sqlite.ts'

/** A moment, Unix epoch, milliseconds: what `Date` can hold. */
export const timestampSchema = z.number().min(0).max(8_640_000_000_000_000)

/** Reads rows through a schema: a document is hostile input like any file. */
export function allRows<T>(schema: z.ZodType<T>, statement: Statement, ...values: SqlValue[]): T[] {
  return statement.all(...values).map((row) => schema.parse(row))
}

export function oneRow<T>(schema: z.ZodType<T>, statement: Statement, ...values: SqlValue[]): T | undefined {
  const row = statement.get(...values)
  return row === undefined ? undefined : schema.parse(row)
}

const number = z.object({ n: z.number() })

/** The value of a query that selects one number as `n`; 0 when there is no row. */
export function oneNumber(statement: Statement, ...values: SqlValue[]): number {
  return oneRow(number, statement, ...values)?.n ?? 0
}
