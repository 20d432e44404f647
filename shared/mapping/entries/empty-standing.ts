import { booleanOf, disabledByWord, noValue, trimmedText } from '../cell.ts'
import type { Doubtful } from '../columns/doubtful-columns.ts'
import type { Entry, Sample, SourceRecord } from '../export-format.ts'
import { saysEnabled } from '../names/column-words.ts'
import { shownName } from '../shown-name.ts'
import { readerOf } from '../value-at.ts'
import { userWith } from '../../users/user.ts'

/*
 * Empty cells of columns that say who is active. Whether a user without a yes and without a no may sign in is asked about. Where nothing but
 * a no is ever written, an empty cell is the yes.
 */

/** Columns of a sample that say who is active, in some records with a yes and in many with nothing. `doubtful`: columns whose values are asked about. */
export function emptyStandings({ records }: Sample, doubtful: Doubtful): readonly string[] {
  return [...doubtful].flatMap(([path, doubt]) => {
    if (doubt !== 'lets-in' && !(doubt === 'yes-is-y' && saysEnabled(path))) return []
    const read = readerOf(path)
    const values = records.map((record) => trimmedText(read(record)))
    const empty = values.filter((value) => value === '').length
    const saysYes = values.some((value) => disabledByWord(value) === false || booleanOf(value) === true)
    return saysYes && empty > 0 && empty >= records.length * minShare ? [path] : []
  })
}

/** Fewer empty cells are gaps in the data of a few users. */
const minShare = 0.1

/** Asks about each active user without a value in these columns. */
export function withEmptyStandings(paths: readonly string[]): (entry: Entry, record: SourceRecord) => Entry {
  const columns = paths.map((path) => ({ field: shownName(`${path}=${noValue}`), read: readerOf(path) }))
  return (entry, record) => {
    if (entry.kind !== 'user' || entry.user.standing !== 'active') return entry
    const empty = columns.filter(({ read }) => trimmedText(read(record)) === '')
    if (empty.length === 0) return entry
    const found = empty.map(({ field }) => ({ kind: 'status', field, value: noValue, asks: true }) as const)
    return { ...entry, user: userWith(entry.user, { unmapped: [...(entry.user.unmapped ?? []), ...found] }) }
  }
}
