import { namesOfColumns } from '../../mapping/first-records.ts'
import { isLoginName, splitPath } from '../../mapping/names/column-words.ts'
import { isNameOfPerson } from '../../mapping/names/people-names.ts'
import { primaryMark } from '../../mapping/names/primary-names.ts'
import { addressesIn } from '../tables/other-people.ts'
import { hasHashes } from '../tables/hash-columns.ts'
import type { TableSample } from '../tables/table-keys.ts'

/**
 * Whether a table lists addresses of people in another one, under any name: a column marks the primary address of each, and no other has a name of theirs
 * or a password.
 */
export function listsAddresses(sample: TableSample): boolean {
  if (primaryMark(sample) === null || hasHashes(sample) || addressesIn(sample).size === 0) return false
  return !namesOfColumns(sample).some((path) => isNameOfPerson(path) || isLoginName(splitPath(path).name))
}
