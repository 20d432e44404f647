import { isEmailAddress } from '../users/email-address.ts'
import { hashLikeness } from '../hashes/hash-likeness.ts'
import { booleanOf, isTime } from './cell.ts'
import { wordsOf, splitPath } from './column-words.ts'
import { hintsOf } from './name-hints.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** Whether the values of a column are a key: one in every record that has any, none of them twice. */
export function isUnique({ values }: ColumnProfile): boolean {
  return values.length >= 2 && new Set(values).size === values.length
}

const key = /^(?:id|ids|pk|key|no|nr|num|number|nummer|numero|code|ref|uid|guid|uuid|oid|kennung|\w+id|\w+nr|\w+no)$/
const counted = /^\d{1,12}$/
const made =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|[0-7][0-9a-hjkmnp-tv-z]{25}|[a-z]{2,6}[_-][\w-]{8,40})$/i

/**
 * The column that tells the records apart where none is called an ID: filled in all of them and never the same. `surely`: its
 * name or its values say that it is the key. A later file is joined by it.
 */
export function keyColumn(
  profiles: readonly ColumnProfile[],
  isFree: (path: string) => boolean,
): { readonly column: ColumnProfile; readonly surely: boolean } | null {
  const keys = profiles.filter((column) => isFree(column.path) && isKey(column))
  const surely = keys.find((column) => saysKey(column))
  if (surely !== undefined) return { column: surely, surely: true }
  const [first] = keys
  return first !== undefined && first.path === profiles[0]?.path ? { column: first, surely: false } : null
}

function isKey(column: ColumnProfile): boolean {
  const { path, values, records } = column
  const { phone, password, time, otherSecret, provider } = hintsOf(path)
  if (phone || password !== null || time || otherSecret || provider !== null || /[.[]/.test(path)) return false
  return isUnique(column) && values.length === records && values.every(isPlain)
}

function isPlain(value: string): boolean {
  const text = value.trim()
  return /^[\w.:|-]{1,64}$/.test(text) && !isEmailAddress(text) && hashLikeness(text) !== 'certain'
}

function saysKey({ path, values }: ColumnProfile): boolean {
  const last = wordsOf(splitPath(path).name).at(-1) ?? ''
  const areIds = values.every((value) => made.test(value)) || values.every((value) => counted.test(value))
  return key.test(last) && (areIds || values.every((value) => /\d/.test(value)))
}

const opaque = /^(?=.*\d)[\w.:|=+/-]{6,256}$/

/** Whether the values of a column may be ids that third parties gave out: never the same, and none says anything else. */
export function mayBeThirdPartyId(column: ColumnProfile): boolean {
  const { phone, password, time, otherSecret } = hintsOf(column.path)
  if (phone || password !== null || time || otherSecret) return false
  return (
    isUnique(column) &&
    column.values.every((value) => opaque.test(value.trim()) && !isTime(value) && booleanOf(value) === null)
  )
}
