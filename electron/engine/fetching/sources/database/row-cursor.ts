import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { JsonObject } from '../../source.ts'

/*
 * Cursor of a table's rows. With a key: its last value. Without one: a number of rows, and their digest, which shows
 * whether they are still the same when they are read again.
 */

const cursorSchema = z.union([
  z.strictObject({ after: z.array(z.string()) }),
  z.strictObject({ skip: z.number().int().nonnegative(), digest: z.string() }),
])

export type RowCursor = Readonly<z.infer<typeof cursorSchema>>

export function parseCursor(text: string): RowCursor | null {
  try {
    return cursorSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The digest of rows from that of those before them. */
export function digestRows(digest: string, rows: readonly JsonObject[]): string {
  const hash = createHash('sha256').update(digest)
  for (const row of rows) hash.update(JSON.stringify(row))
  return hash.digest('hex')
}

export const firstRows = { skip: 0, digest: '' } as const satisfies RowCursor

/** The values of a key in a row; null: one of them is empty. */
export function keyOf(row: JsonObject, key: readonly { readonly name: string }[]): readonly string[] | null {
  const values = key.map(({ name }) => row[name])
  return values.some((value) => value === null || value === undefined || typeof value === 'object')
    ? null
    : values.map(String)
}

/** Why the values of a key cannot be gone on by; null: they can. `last`: of the row before. */
export function wrongKey(
  rows: readonly JsonObject[],
  key: readonly { readonly name: string }[],
  last: readonly string[] | null,
): string | null {
  let before = last?.join('\u0000') ?? null
  for (const row of rows) {
    const values = keyOf(row, key)
    const name = key.map((one) => one.name).join(', ')
    if (values === null)
      return `The key ${name} is empty in a row. Choose a column that is never empty, or leave --key out.`
    if (values.some((value) => value.startsWith('\\x')))
      return `The key ${name} holds bytes. Choose a column with text or numbers, or leave --key out.`
    const text = values.join('\u0000')
    if (text === before)
      return `The key ${name} is the same in two rows. Choose a column that is unique, or leave --key out.`
    before = text
  }
  return null
}
