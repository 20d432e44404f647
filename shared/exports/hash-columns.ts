import { isWholeHash } from '../hashes/hash-likeness.ts'
import { textOf } from '../mapping/cell.ts'
import type { Sample } from '../mapping/export-format.ts'

/** Whether some column of a table holds only password hashes, whatever its name. Fewer than half of its users may have none. */
export function hasHashes({ records }: Sample): boolean {
  return Object.keys(records[0] ?? {}).some((name) => {
    const values = records.map((record) => textOf(record[name]) ?? '').filter((value) => value !== '')
    return values.length * 2 > records.length && values.every(isWholeHash)
  })
}
