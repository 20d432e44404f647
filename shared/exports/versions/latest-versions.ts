import { booleanOf, isNoTime, textOf, trimmedText } from '../../mapping/cell.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { readerOf } from '../../mapping/value-at.ts'
import { inOrder, readTime } from '../../users/time-joined.ts'
import type { OrderOfRows } from '../standing/latest-states.ts'
import { factsIn, marksIn, personKeys } from './row-facts.ts'
import type { PersonVersions } from './version-columns.ts'

/* Finds the latest version of each person, as the rows come. */

/**
 * The standing of a version beside the others of its person. `unclear`: its person has several latest versions, or rows that share nothing but the key; `ended`: it is the latest one
 * with a login, and no version is marked as current, or a later one has no login; `deleted`: the last version says so. `deletion`, `blank`: it has no
 * login and is later than those that have.
 */
export type VersionCount = 'latest' | 'earlier' | 'unclear' | 'ended' | 'deleted' | 'deletion' | 'blank'

/** Which versions count, as reading all of them has shown. */
export type LatestVersions = {
  readonly add: (record: SourceRecord) => void
  readonly countOf: (record: SourceRecord) => VersionCount
  /** Whether the rows are versions: for half of the persons with several rows or more, one is the latest, and all share more than the key. */
  readonly areVersions: () => boolean
}

/** A place among the versions of a person: the later one is greater in the first number that differs. */
type Place = readonly [hasBegun: number, isCurrent: number, at: number, number: number]

type Version = {
  readonly place: Place
  readonly hasLogin: boolean
  readonly isDeleted: boolean
  /** Digests of the row: of what it says of its person, and of all of it. */
  readonly marks: readonly number[]
  readonly digest: number
}

type Person = {
  /** The latest version with a login, if there is one; else the latest of all. */
  latest: Version
  /** Another row with a login has the same place and says something else. */
  isTied: boolean
  isMixed: boolean
  rows: number
  marks: readonly number[]
  /** The latest version without a login, behind all that have one. */
  blank: Version | null
}

/** Persons that are kept, with some 300 bytes each. */
export const defaultMaxPersons = 2_000_000

/** Finds the latest version of each person. Of those beyond `maxPersons` nothing is known, so each of their rows is unclear. */
export function latestVersions(versions: PersonVersions, maxPersons = defaultMaxPersons): LatestVersions {
  const persons = new Map<string, Person>()
  const { keyOf, versionOf } = readersOf(versions)
  const isMarked = versions.order.current !== null
  let isFull = false
  return {
    add: (record) => {
      const key = keyOf(record)
      if (key === null) return
      const person = persons.get(key)
      if (person !== undefined) addVersion(person, versionOf(record))
      else if (persons.size >= maxPersons) isFull = true
      else persons.set(key, personOf(versionOf(record)))
    },
    countOf: (record) => {
      const key = keyOf(record)
      const person = key === null ? undefined : persons.get(key)
      if (person === undefined) return key !== null && isFull ? 'unclear' : 'latest'
      return countIn(person, versionOf(record), isMarked)
    },
    areVersions: () => {
      const several = [...persons.values()].filter(({ rows }) => rows > 1)
      const clear = several.filter(({ isMixed, isTied }) => !isMixed && !isTied)
      return clear.length > 0 && clear.length * 2 >= several.length
    },
  }
}

function personOf(version: Version): Person {
  return { latest: version, isTied: false, isMixed: false, rows: 1, marks: version.marks, blank: null }
}

function addVersion(person: Person, version: Version): void {
  person.rows += 1
  const areShared = version.marks.length === 0 || person.marks.length === 0
  if (!areShared && !version.marks.some((mark) => person.marks.includes(mark))) person.isMixed = true
  const added = version.marks.filter((mark) => !person.marks.includes(mark))
  if (added.length > 0) person.marks = [...person.marks, ...added].slice(0, maxMarks)
  const { latest, blank } = person
  const [first, second] = version.hasLogin ? [version, latest] : [latest, version]
  if (first.hasLogin && !second.hasLogin) {
    person.latest = first
    person.isTied = person.isTied && first === latest
    if (blank === null || comparePlaces(second.place, blank.place) > 0) person.blank = second
    return
  }
  const order = comparePlaces(version.place, latest.place)
  if (order > 0) [person.latest, person.isTied] = [version, false]
  else if (order === 0 && version.digest !== latest.digest) person.isTied = true
}

/** Digests that are kept of one person, who may change what is known of them many times. */
const maxMarks = 24

function countIn({ latest, isTied, isMixed, rows, blank }: Person, version: Version, isMarked: boolean): VersionCount {
  const order = comparePlaces(version.place, latest.place)
  if (!version.hasLogin && latest.hasLogin) return order < 0 ? 'earlier' : version.isDeleted ? 'deletion' : 'blank'
  if (isMixed) return 'unclear'
  if (order < 0) return 'earlier'
  if (isTied) return 'unclear'
  const isBehind = blank !== null && comparePlaces(blank.place, version.place) > 0
  if (version.isDeleted || (isBehind && blank.isDeleted)) return 'deleted'
  return isBehind || (isMarked && rows > 0 && version.place[1] === 0) ? 'ended' : 'latest'
}

function comparePlaces(one: Place, other: Place): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

function readersOf(versions: PersonVersions) {
  const [placeOf, factsOf, marksOf] = [placesBy(versions.order), factsIn(versions), marksIn(versions)]
  return {
    keyOf: personKeys(versions),
    versionOf: (record: SourceRecord): Version => {
      const { hasLogin, isDeleted, digest } = factsOf(record)
      return { place: placeOf(record), hasLogin, isDeleted, marks: marksOf(record), digest }
    },
  }
}

function placesBy({ starts, ends, number, current, dateOrders }: OrderOfRows): (record: SourceRecord) => Place {
  const now = Date.now()
  const timeIn = (path: string) => {
    const [read, dateOrder] = [readerOf(path), dateOrders.get(path)]
    return (record: SourceRecord) => {
      const text = trimmedText(read(record))
      if (text === '' || isNoTime(text)) return null
      return readTime(dateOrder === undefined ? text : inOrder(text, dateOrder))
    }
  }
  const startOf = starts === null ? null : timeIn(starts)
  const endOf = ends === null ? null : timeIn(ends)
  const numberIn = number === null ? null : readerOf(number)
  const currentIn = current === null ? null : readerOf(current)
  return (record) => {
    const at = startOf === null ? (endOf?.(record) ?? Number.POSITIVE_INFINITY) : (startOf(record) ?? 0)
    const counted = Number((numberIn === null ? null : textOf(numberIn(record)))?.trim().replace(/^v/i, '') ?? 0)
    const isCurrent = currentIn !== null && booleanOf(currentIn(record)) === true
    return [startOf !== null && at > now ? 0 : 1, isCurrent ? 1 : 0, at, Number.isNaN(counted) ? 0 : counted]
  }
}
