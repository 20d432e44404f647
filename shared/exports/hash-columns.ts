import { hashLikeness, isWholeHash } from '../hashes/hash-likeness.ts'
import { textOf } from '../mapping/cell.ts'
import { profileColumns } from '../mapping/columns/profile-columns.ts'
import type { Sample } from '../mapping/export-format.ts'
import { hintsOf } from '../mapping/names/name-hints.ts'

/** Whether some column of a table holds only password hashes, whatever its name. Fewer than half of its users may have none. */
export function hasHashes({ records }: Sample): boolean {
  return Object.keys(records[0] ?? {}).some((name) => {
    const values = records.map((record) => textOf(record[name]) ?? '').filter((value) => value !== '')
    return values.length * 2 > records.length && values.every(isWholeHash)
  })
}

/** Whether some field at any depth, such as the text of an element with attributes, holds only whole password hashes. */
export function hasHashesWithin({ records, header }: Sample): boolean {
  return profileColumns(records, header).some(({ values }) => values.length > 0 && values.every(isWholeHash))
}

/** The password hashes in the first rows of a table. */
export function passwordHashesIn({ records, header }: Sample): readonly string[] {
  return profileColumns(records, header).flatMap(({ path, values }) =>
    hintsOf(path).otherSecret ? [] : values.filter((value) => isHash(value, hintsOf(path).password !== null)),
  )
}

function isHash(value: string, isPassword: boolean): boolean {
  const likeness = hashLikeness(value)
  return likeness === 'certain' || (isPassword && likeness !== null)
}
