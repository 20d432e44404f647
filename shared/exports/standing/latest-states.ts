import { booleanOf, isNoTime, isTime, textOf, trimmedText } from '../../mapping/cell.ts'
import type { DateOrders } from '../../mapping/columns/date-orders.ts'
import { endOf } from '../../mapping/end-of-account.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { readerOf } from '../../mapping/value-at.ts'
import { inOrder, readTime } from '../../users/time-joined.ts'

/* Of several rows with a state of one user, the latest one counts. */

/** The columns that order the rows of a history; null: it has no such column. */
export type OrderOfRows = {
  /** The time from which the state of a row holds. */
  readonly starts: string | null
  /** The time up to which it holds. */
  readonly ends: string | null
  /** The number of the row, which tells rows of the same time apart. */
  readonly number: string | null
  /** Whether the row is the current one of its user. */
  readonly current: string | null
  readonly dateOrders: DateOrders
}

/** How the rows of a history are in order, and the column that names the user of each. */
export type StateHistory = { readonly owner: string; readonly order: OrderOfRows }

type Time = { readonly at: number; readonly number: number }
/** The place of a row among the rows of its user. `counts`: no column says the place, so the row counts; `not-yet`: its time is to come. */
type Place = Time | 'counts' | 'earlier' | 'not-yet'

/** Which rows of a history count, as reading all of them has shown. */
export type LatestStates = {
  readonly add: (record: SourceRecord) => void
  /** Whether a later row of the same user took the place of a row, or its own time has not come. */
  readonly isSuperseded: (record: SourceRecord) => boolean
}

/** Finds the latest row of each user, as the rows come. With more users than `maxOwners` every row counts. */
export function latestStates({ owner, order }: StateHistory, maxOwners = defaultMaxOwners): LatestStates {
  const latest = new Map<string, Time>()
  let isOpen = false
  const [valueOf, placeOf] = [readerOf(owner), placesBy(order)]
  const idOf = (record: SourceRecord) => trimmedText(valueOf(record))
  return {
    add: (record) => {
      const [id, place] = [idOf(record), placeOf(record)]
      if (isOpen || id === '' || typeof place === 'string') return
      const before = latest.get(id)
      isOpen = before === undefined && latest.size >= maxOwners
      if (!isOpen && (before === undefined || isLater(place, before))) latest.set(id, place)
    },
    isSuperseded: (record) => {
      const place = placeOf(record)
      if (typeof place === 'string') return place !== 'counts'
      const last = isOpen ? undefined : latest.get(idOf(record))
      return last !== undefined && isLater(last, place)
    },
  }
}

/** Some 100 MiB of users. */
const defaultMaxOwners = 500_000

function isLater(one: Time, other: Time): boolean {
  return one.at > other.at || (one.at === other.at && one.number > other.number)
}

function placesBy({ starts, number, current, dateOrders }: OrderOfRows): (record: SourceRecord) => Place {
  const [startOf, numberOf, isCurrent] = [starts, number, current].map((path) =>
    path === null ? null : readerOf(path),
  )
  const dateOrder = starts === null ? undefined : dateOrders.get(starts)
  const now = Date.now()
  return (record) => {
    if (isCurrent != null && booleanOf(isCurrent(record)) === false) return 'earlier'
    const counted = numberOf == null ? Number.NaN : Number(textOf(numberOf(record)) ?? Number.NaN)
    const own = Number.isNaN(counted) ? 0 : counted
    if (startOf == null) return Number.isNaN(counted) ? 'counts' : { at: 0, number: own }
    const text = trimmedText(startOf(record))
    const at = isNoTime(text) ? null : readTime(dateOrder === undefined ? text : inOrder(text, dateOrder))
    if (at === null) return 'counts'
    return at > now ? 'not-yet' : { at, number: own }
  }
}

/** Reads the rows of a history that count; `latest`: what reading all of them has shown. */
export function withoutEarlier<E extends Entry | null, N>(
  read: (record: SourceRecord, names?: N) => E,
  latest: LatestStates | undefined,
): (record: SourceRecord, names?: N) => E | Entry {
  if (latest === undefined) return read
  return (record, names) => {
    const entry = read(record, names)
    return entry?.kind === 'part' && latest.isSuperseded(record) ? { kind: 'aside', what: earlierStatus } : entry
  }
}

const earlierStatus = 'earlier status'

/** A test of whether the state of a row holds no longer, by the time at which it ended. */
export function endedRows({ ends }: OrderOfRows): (record: SourceRecord) => boolean {
  if (ends === null) return () => false
  const endIn = readerOf(ends)
  return (record) => {
    const text = trimmedText(endIn(record))
    if (text === '' || isNoTime(text) || !isTime(text)) return false
    const time = endOf(text, false)
    return time !== null && time <= Date.now()
  }
}
