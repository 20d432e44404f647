import type { Sample } from '../../export-format.ts'
import { namesPeople } from '../../names/account-names.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { isOfOtherPeople } from '../../names/other-people.ts'
import { type ColumnProfile, profileColumns } from '../profile-columns.ts'

/* IDs that are written like digests, and references to them, which are no passwords. */

const digest = /^[0-9a-f]{32,64}$/i

/**
 * Columns in which nothing but a whole hash is a password beside one: ids that are written like digests, called an id, filled in every record of
 * the sample, with values of one length that never repeat; references to such ids; UUIDs without dashes; and a few words that come again and again, such as the kinds of a
 * `pass`.
 */
export function idColumns({ records, header }: Sample): readonly string[] {
  const profiles = profileColumns(records, header)
  const ids = profiles.filter((column) => areIdsLikeDigests(column, records.length))
  return profiles.flatMap((column) => {
    if (saysPassword(column.path)) return areKinds(column.values) ? [column.path] : []
    return areUuidsOfIds(column) || ids.some((one) => one === column || refersTo(column, one)) ? [column.path] : []
  })
}

/** Whether a column that is called an id, and not a password, has nothing but random UUIDs without dashes (RFC 9562, version 4). */
export function areUuidsOfIds({ path, values }: ColumnProfile): boolean {
  const { id, password } = hintsOf(path)
  return (
    id && password === null && !saysPassword(path) && values.length > 0 && values.every((one) => bareUuid.test(one))
  )
}

const bareUuid = /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/i

function saysPassword(path: string): boolean {
  const { password, namesPassword } = hintsOf(path)
  return password === 'whole' || namesPassword
}

function areIdsLikeDigests({ path, values }: ColumnProfile, records: number): boolean {
  const isId = hintsOf(path).id && !saysPassword(path) && values.length >= 2 && values.length === records
  return isId && areDigestsOf(values, values[0]?.length ?? 0) && new Set(values).size === values.length
}

function areDigestsOf(values: readonly string[], length: number): boolean {
  return values.length > 0 && values.every((value) => value.length === length && digest.test(value))
}

/** Whether a column names other rows, or things of other tables, by such ids: a person, or values that most of its users share, such as a department. */
function refersTo({ path, values }: ColumnProfile, ids: ColumnProfile): boolean {
  if (hintsOf(path).password !== null || !areDigestsOf(values, ids.values[0]?.length ?? 0)) return false
  const isShared = values.length >= enoughForKinds && new Set(values).size * 2 < values.length
  return isShared || namesPeople(path) || isOfOtherPeople(path) || values.every((value) => ids.values.includes(value))
}

/** Whether values are a few words of letters that several records have: clear passwords differ from user to user. */
function areKinds(values: readonly string[]): boolean {
  const records = new Map<string, number>()
  for (const value of values) records.set(value, (records.get(value) ?? 0) + 1)
  const isFew = values.length >= enoughForKinds && records.size <= maxKinds
  return isFew && [...records].every(([value, count]) => count >= 2 && /^\p{L}{2,20}$/u.test(value))
}

const [enoughForKinds, maxKinds] = [8, 5]
