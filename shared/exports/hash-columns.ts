import { isWholeHash } from '../hashes/hash-likeness.ts'
import { textOf } from '../mapping/cell.ts'
import type { Sample } from '../mapping/export-format.ts'

/** Whether some column of a table holds only password hashes, whatever its name. */
export function hasHashes({ records }: Sample): boolean {
  const isHash = (name: string) => records.every((record) => isWholeHash(textOf(record[name]) ?? ''))
  return Object.keys(records[0] ?? {}).some(isHash)
}
