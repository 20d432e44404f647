import type { ColumnCount } from '../../columns/column-counts.ts'
import { isOfUser, refersToPerson } from '../account-names.ts'
import { holdsPersons, isPartOfUser } from '../people-names.ts'

/**
 * Whether the rows of a list count themselves, because a column besides their ID names people, some of them several times: emails, former passwords. Their
 * numbers tell no person then. A list of people may name the account that some of them share. `list`: its name. `mayNameOnce`: the column may also name
 * each person once.
 */
export function countsOwnRows(
  list: string,
  columns: readonly Pick<ColumnCount, 'path' | 'filled' | 'distinct'>[],
  mayNameOnce = false,
): boolean {
  const mayShare = holdsPersons(list) && !isPartOfUser(list)
  return columns.some(({ path, filled, distinct }) => {
    if (distinct * mostRowsOfOne < filled || filled === 0 || !refersToPerson(path)) return false
    return distinct < filled ? isOfUser(path) || !mayShare : mayNameOnce && !mayShare
  })
}

/** Rows of one person on average: more are of something that people share. */
const mostRowsOfOne = 10
