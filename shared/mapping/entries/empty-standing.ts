import { isComputed } from '../../computed-value.ts'
import { booleanOf, disabledByWord, isTime, noValue, trimmedText } from '../cell.ts'
import type { Doubtful } from '../columns/doubtful-columns.ts'
import type { Entry, Sample, SourceRecord } from '../export-format.ts'
import { saysEnabled, wordsOf } from '../names/column-words.ts'
import { saysConfirmation } from '../names/standing/confirmation-names.ts'
import { shownName } from '../shown/shown-name.ts'
import { readerOf } from '../value-at.ts'
import { userWith } from '../../users/user.ts'

/*
 * Empty cells of columns that say who is active. Whether a user without a yes and without a no may sign in is asked about. Where nothing but
 * a no is ever written, an empty cell is the yes.
 */

/**
 * Columns of a sample that say who is active, in some records with a yes and in many with nothing, or when an account was activated.
 * `doubtful`: columns whose values are asked about.
 */
export function emptyStandings(sample: Sample, doubtful: Doubtful): readonly string[] {
  return [...emptyFlags(sample, doubtful), ...emptyActivations(sample)]
}

/** Times of activation that are missing where a key to activate the account still stands: its user never did. */
function emptyActivations({ records }: Sample): readonly string[] {
  const [first] = records
  const names = first === undefined ? [] : Object.keys(first)
  const keys = names.filter(saysConfirmation)
  if (first === undefined || keys.length === 0) return []
  const filled = (record: SourceRecord, name: string) => trimmedText(record[name])
  return names.filter((name) => {
    if (!timeOfActivation.test(wordsOf(name).join(' '))) return false
    const times = records.filter((record) => filled(record, name) !== '').map((record) => record[name])
    const isWaiting = (record: SourceRecord) =>
      filled(record, name) === '' && keys.some((key) => filled(record, key) !== '')
    return (
      times.length > 0 &&
      times.every((time) => isComputed(time) || isTime(trimmedText(time))) &&
      records.some(isWaiting)
    )
  })
}

const timeOfActivation = /^(?:user |account |date |time )?activat(?:ed|ion)(?: (?:at|on|date|time))?$/

function emptyFlags({ records }: Sample, doubtful: Doubtful): readonly string[] {
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
