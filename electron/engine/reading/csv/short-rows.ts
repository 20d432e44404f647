import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { isNumberWithCountry } from '../../../../shared/mapping/unmapped/login-likeness.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'

/** Rows without their last cells, in a table whose tool leaves out cells that are empty. */
export type ShortRows = {
  /** The numbers of cells that such rows have. */
  readonly lengths: ReadonlySet<number>
  /** The kind of value that stands in each column. */
  readonly kinds: readonly Kind[]
}

type Kind = 'email' | 'phone' | 'hash' | 'other'

/**
 * Whether rows leave out their last cells, judged by the rows at hand: many do, or other rows have nothing in these columns. They must be rows
 * of their own, with the same kinds of values as the whole rows, and not parts of a row that a line end cut, or rows that lack a cell
 * within. Null: none does.
 */
export function findShortRows(rows: readonly (readonly string[])[], width: number): ShortRows | null {
  const whole = rows.filter(({ length }) => length === width)
  // A row that ends with an empty cell says itself that nothing follows.
  const short = rows.filter((row) => row.length > 0 && row.length < width && row.at(-1) !== '')
  if (whole.length === 0 || short.length < 2) return null
  const kinds = Array.from({ length: width }, (_, at) => kindOf(whole.map((row) => row[at] ?? '')))
  const likely = { lengths: new Set(short.map(({ length }) => length)), kinds }
  if (short.filter((row) => mayBeShort(row, likely)).length < short.length * 0.8) return null
  const lengths = [...likely.lengths].filter((length) => {
    const count = short.filter((row) => row.length === length).length
    const isLeftEmpty = whole.some((row) => row.slice(length).every((cell) => cell.trim() === ''))
    return count >= 2 && (isLeftEmpty || short.length >= rows.length * 0.2 || count >= enough)
  })
  return lengths.length === 0 ? null : { lengths: new Set(lengths), kinds }
}

/** Rows of one length, with the values of whole rows in their places, that are too many for chance. */
const enough = 10

/** Whether a row lacks only cells at its end: it has an address, a phone number or a hash, and these stand only where whole rows have them. */
export function mayBeShort(cells: readonly string[], { lengths, kinds }: ShortRows): boolean {
  if (!lengths.has(cells.length)) return false
  const found = cells.map((cell) => kindOf([cell]))
  return found.some((kind) => kind !== 'other') && found.every((kind, at) => kind === 'other' || kind === kinds[at])
}

/** The kind of at least half of the values. */
function kindOf(values: readonly string[]): Kind {
  const given = values.map((value) => value.trim()).filter((value) => value !== '')
  const are = (test: (value: string) => boolean) => given.length > 0 && given.filter(test).length * 2 >= given.length
  if (are(isEmailAddress)) return 'email'
  if (are(isNumberWithCountry)) return 'phone'
  return are((value) => hashLikeness(value) !== null) ? 'hash' : 'other'
}
