import { trimmedText } from '../../mapping/cell.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { wordsOf } from '../../mapping/names/column-words.ts'
import { hintsOf } from '../../mapping/names/name-hints.ts'
import { namesOwnLogin } from '../../users/known-provider.ts'
import type { TableSample } from '../tables/table-keys.ts'

/*
 * Tables of logins whose rows are of several kinds, with the kind in a column: passwords and access tokens in `auth_identities`, addresses and
 * phone numbers in `user_threepids`.
 */

/** The rows of one kind. */
export type RowsOfKind<T extends TableSample> = {
  readonly sample: T
  /** Whether a row is of this kind. */
  readonly isOne: (record: SourceRecord) => boolean
  /** Whether the word for the kind says that its rows are passwords. */
  readonly arePasswords: boolean
}

/**
 * The rows of the one kind that alone has certain values, such as password hashes; null: the rows are of one kind, or several kinds have them.
 * `is`: whether a value is one; `mayBe`: whether it might be, in a row of another kind as well.
 */
export function rowsWith<T extends TableSample>(
  sample: T,
  is: (value: string) => boolean,
  mayBe: (value: string) => boolean,
): RowsOfKind<T> | null {
  const { records, header } = sample
  const profiles = profileColumns(records, header)
  const kinds = profiles.filter(
    ({ values }) => values.length === records.length && isFew(new Set(values).size) && values.every(isWord),
  )
  if (kinds.length === 0) return null
  const found = profiles
    .filter(({ values }) => values.some(is))
    .flatMap(({ path }) => kinds.flatMap((kind) => kindOf(kind.path, path) ?? []))
  const [first, ...more] = found
  if (first === undefined || more.some(({ column, word }) => column !== first.column || word !== first.word))
    return null
  const { column, word } = first
  const isOne = (record: SourceRecord) => textAt(record, column) === word
  const arePasswords = [word, ...wordsOf(word)].some((one) => namesOwnLogin(one) || hintsOf(one).password !== null)
  return { sample: { ...sample, records: records.filter(isOne) }, isOne, arePasswords }

  function kindOf(column: string, path: string) {
    if (column === path) return null
    const having = records.filter((record) => is(textAt(record, path)))
    const [word = '', ...others] = new Set(having.map((record) => textAt(record, column)))
    const rest = records.filter((record) => textAt(record, column) !== word)
    const isWhole = having.length * 10 >= (records.length - rest.length) * 9
    const isElsewhere = rest.some((record) => mayBe(textAt(record, path)))
    return others.length > 0 || rest.length === 0 || !isWhole || isElsewhere ? null : { column, word }
  }
}

function textAt(record: SourceRecord, path: string): string {
  return trimmedText(record[path])
}

function isFew(count: number): boolean {
  return count > 1 && count <= 12
}

function isWord(value: string): boolean {
  return /^\p{L}[\p{L}\d .:_-]{0,39}$/u.test(value.trim())
}
