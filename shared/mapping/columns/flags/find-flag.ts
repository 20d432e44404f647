import { isComputedText } from '../../../computed-value.ts'
import { booleanOf, disabledByWord } from '../../cell.ts'
import { timeToCome } from '../../end-of-account.ts'
import { isOfAccess } from './access-names.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { namesPrimary } from '../../names/primary-names.ts'
import { isPermission, standingName } from '../../names/standing/standing-names.ts'
import type { ColumnCount } from '../column-counts.ts'
import {
  areOnAndOff,
  isMeasure,
  isName,
  isOfDate,
  isShort,
  knownOf,
  saysNoTime,
  saysOff,
  settles,
} from './flag-values.ts'
import { areCodes } from './flag-text.ts'
import type { Flag } from './possible-flag.ts'
import { isDash } from '../profile-columns.ts'

/** Columns with more values say something else: a city, a counter, a name. */
const maxValues = 8

/** The values of a column that sets users apart; null: it does not, or by too many values. */
export function findFlag(column: ColumnCount, records: number): Flag | null {
  const { path, open: filled = 0, values = [] } = column
  if (isPermission(path) || namesPrimary(path) || areCodes({ values })) return null
  const empty = Math.max(records - filled, 0)
  const ordered = values.toSorted((one, other) => other.records - one.records)
  // A dash stands for nothing where no other value stands beside it.
  if (ordered.length === 1 && ordered.every(({ value }) => isDash(value))) return null
  const flag = { column: path, values: ordered, empty, times: 0 }
  // All users may have a time if some of these are to come: it is an end.
  if (ordered.some(({ value }) => value === timeToCome)) return ordered.length > 1 || empty > 0 ? flag : null
  if (holdsTimes(column)) {
    const none = ordered.filter(({ value }) => saysNoTime(value))
    const times = filled - recordsOf(none)
    // Times differ from user to user; the sign of a flag is that only some users have one.
    return times > 0 && times < records ? { ...flag, values: none, times } : null
  }
  const isFew = filled <= recordsOf(ordered) && ordered.length > 0 && ordered.length <= maxValues
  return isFew && setsApart(flag, column, records) ? flag : null
}

function holdsTimes({ path, samples }: ColumnCount): boolean {
  const told = samples.filter((value) => !isComputedText(value))
  if (told.length === 0) return hintsOf(path).time
  return told.every((value) => isOfDate(value) || saysNoTime(value)) && told.some(isOfDate)
}

function recordsOf(values: Flag['values']): number {
  return values.reduce((sum, { records }) => sum + records, 0)
}

/** Whether few values set users apart, and are neither names nor measures nor of a kind that keeps no user out. */
function setsApart({ column, values, empty }: Flag, count: ColumnCount, records: number): boolean {
  const { open: filled = 0, distinct } = count
  // Every user has another value, or all have the same; words for on and off are a status in the shortest table.
  const groups = values.length + (empty > 0 ? 1 : 0)
  if (groups < 2 || (distinct > 2 && distinct * 2 > filled && !areOnAndOff(values))) return false
  const known = knownOf(values)
  if (!isOfAccess(column)) {
    // A word or a number of one user alone is a name or a measure, or refers to something that others have none of.
    const isOwn = (value: string) => isName(value) || isMeasure(value) || (empty > 0 && /^\d+$/.test(value))
    if (known.every(({ value, records: n }) => n === 1 && isOwn(value))) return false
    // So does a no of a few users where all others have nothing: `isTest: false`.
    if (empty > 0 && standingName(column) === null && known.every(({ value }) => booleanOf(value) === false))
      return false
  }
  // A value that lets a few users in says nothing of all others.
  if (filled * 2 < records && known.every(({ value }) => letsIn(column, value))) return false
  if (values.some(({ value }) => !isShort(value) && !saysOff(value))) return false
  return !settles(
    column,
    known.map(({ value }) => value),
  )
}

function letsIn(path: string, value: string): boolean {
  return disabledByWord(value) === false || (booleanOf(value) === true && standingName(path) === 'lets-in')
}
