import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { disabledByWord } from '../../../../shared/mapping/cell.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'

/*
 * Names for the fields of lines that have none, by their values.
 */

/** Guesses field names from the values of the lines. The last field is the secret unless an earlier one is. */
export function guessFieldNames(
  lines: readonly string[],
  count: number,
  split: (line: string, count: number) => readonly string[] | null = splitLine,
): readonly string[] {
  const rows = lines.map((line) => split(line, count) ?? [])
  const columns = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? ''))
  const secret = digestColumn(columns) ?? clearColumn(columns)
  const found: string[] = []
  for (const [at, values] of columns.entries()) {
    const name = nameOf(values, { at, count, secret, isAlone: secret === null || !isBare(columns[secret] ?? []) })
    found.push(found.includes(name) ? `${name}_${at + 1}` : name)
  }
  return found
}

/** `secret`: the position of the hashes; `isAlone`: these hold their salts, if any. */
type Place = {
  readonly at: number
  readonly count: number
  readonly secret: number | null
  readonly isAlone: boolean
}

function nameOf(values: readonly string[], { at, count, secret, isAlone }: Place): string {
  if (share(values, isEmailAddress) >= 0.5) return 'email'
  if (at === secret) return 'password'
  if (!isAlone && areSalts(values)) return 'salt'
  if (at === count - 1) {
    if (secret === null) return count > 2 && areFlags(values) ? lastName(values) : 'password'
    const last = lastName(values)
    if (last !== 'salt' || !isAlone) return last
    return areComments(values) ? comment : values.every(isOfWords) ? 'groups' : last
  }
  if (share(values, (cell) => hashLikeness(cell) !== null) >= 0.5) return 'password'
  return share(values, (cell) => /^\d+$/.test(cell)) === 1 ? 'id' : 'name'
}

/** The position of the hashes among the fields: of those that are surely some, or of the longest digests, beside which shorter ones are salts. Null: no field has any. */
export function digestColumn(columns: readonly (readonly string[])[]): number | null {
  const hashes = columns.flatMap((values, at) =>
    share(values, (cell) => hashLikeness(cell) !== null) >= 0.5 ? { at, values } : [],
  )
  const certain = hashes.find(({ values }) => share(values, (cell) => hashLikeness(cell) === 'certain') >= 0.5)
  const ofDes = columns.findIndex((values, at) => at > 0 && at < columns.length - 1 && share(values, isDesCrypt) >= 0.9)
  if (certain === undefined && ofDes !== -1) return ofDes
  const [longest] = hashes.toSorted((one, other) => middleLength(other.values) - middleLength(one.values))
  return (certain ?? longest)?.at ?? null
}

/** Whether a text has the form of a hash of DES crypt, with letters of both cases as nearly all have. */
function isDesCrypt(cell: string): boolean {
  return /^(?=.*[a-z])(?=.*[A-Z])[./0-9A-Za-z]{13}$/.test(cell)
}

/** The name of a last field that is a text of any form, which some lines lack. */
export const comment = 'comment'

/** Whether last fields are texts with blanks, which salts do not have. */
function areComments(values: readonly string[]): boolean {
  return share(values, (text) => /\S\s+\S/.test(text)) >= 0.5
}

/**
 * The names of fields of lines that end with a text of any form behind a hash; null: all their colons stand between fields. Times, addresses and sentences have colons of their own, and not each user has such a text.
 */
export function namesUpToComment(lines: readonly string[]): readonly string[] | null {
  const cells = lines.map((line) => fieldsIn(line))
  const most = Math.max(...cells.map(({ length }) => length))
  const places = Array.from({ length: maxBeforeHash }, (_, index) => index + 1)
  const areAt = (place: number, isHash: (cell: string) => boolean) =>
    share(cells, (fields) => isHash(fields[place] ?? '')) >= 0.9
  const at = places.find((place) => areAt(place, (cell) => hashLikeness(cell) !== null || isDesCrypt(cell)))
  if (at === undefined) return null
  const longer = cells.filter(({ length }) => length > at + 1)
  const first = Math.min(...longer.map((fields) => firstOfText(fields, at + 1)))
  const isEven = share(cells, ({ length }) => length === most) >= 0.9
  const begin = first < most ? first : at + 1
  // A text of any form holds no address that is a field of its own.
  const hasMore = longer.some((fields) => fields.slice(begin).some(isEmailAddress))
  // A bare digest may have its salt behind it.
  const isWhole = areAt(at, (cell) => hashLikeness(cell) === 'certain' || isDesCrypt(cell))
  if (hasMore || (first >= most && (longer.length === 0 || isEven || !isWhole))) return null
  const before = cells.map((fields) => fields.slice(0, begin).join(':'))
  return [...guessFieldNames(before, begin), comment]
}

/** The same of lines that all end with a time, behind clear passwords. */
export function namesUpToTime(lines: readonly string[]): readonly string[] | null {
  const cells = lines.map(fieldsIn)
  const [first = 0, ...others] = cells.map((fields) => firstOfText(fields, 2))
  if (others.some((other) => other !== first) || cells.some(({ length }) => length <= first)) return null
  const before = cells.map((fields) => fields.slice(0, first).join(':'))
  return [...guessFieldNames(before, first), comment]
}

/** Most fields before the hash in any known list. */
export const maxBeforeHash = 6

/** The first field of a text with colons of its own: a time, an address of a page or of IPv6, a sentence. The number of fields if there is none. */
function firstOfText(fields: readonly string[], from: number): number {
  for (let at = from; at < fields.length - 1; at += 1) {
    const [cell = '', next = ''] = [fields[at], fields[at + 1]]
    const isTime = /[T\s]\d{1,2}$/.test(cell) && /^\d{2}(?:\D|$)/.test(next)
    const isPage = /(?:^|\s)[a-z]{2,10}$/i.test(cell) && next.startsWith('//')
    const rest = fields.slice(at).join(':')
    const isAddress = /^(?=.*[a-f])[\da-f:.]+$/i.test(rest) && URL.canParse(`http://[${rest}]`)
    if (isTime || isPage || isAddress || (/\S/.test(cell) && /^\s+\S/.test(next))) return at
  }
  return fields.length
}

/** The position of clear passwords before a last field of words without digits and signs, such as roles; null: the last field has the secrets. */
function clearColumn(columns: readonly (readonly string[])[]): number | null {
  const areMixed = (values: readonly string[]) =>
    share(values, (cell) => /\p{L}/u.test(cell) && /[^\p{L}\s,._-]/u.test(cell) && !cell.includes('@')) >= 0.5
  const last = columns.at(-1) ?? []
  if (columns.length < 3 || areMixed(last)) return null
  const at = columns.findLastIndex((values, index) => index > 0 && areMixed(values))
  if (at !== -1) return at
  const before = columns.at(-2) ?? []
  return areFlags(last) && share(before, isNoWord) === 0 && !nameUsers(columns, before) ? columns.length - 2 : null
}

/** Whether values are single digits or letters, or yes and no, which are no passwords. */
function areFlags(values: readonly string[]): boolean {
  return values.every((value) => /^(?:\p{L}|\d|true|false|yes|no)$/iu.test(value.trim()))
}

function isNoWord(cell: string): boolean {
  return isEmailAddress(cell) || /^\d*$/.test(cell) || /\s/.test(cell)
}

/** Whether most words begin the addresses beside them, as names of users do. */
function nameUsers(columns: readonly (readonly string[])[], words: readonly string[]): boolean {
  const addresses = columns.find((values) => share(values, isEmailAddress) >= 0.5) ?? []
  return (
    words.filter((word, at) => addresses[at]?.toLowerCase().startsWith(word.toLowerCase())).length * 2 > words.length
  )
}

function isBare(values: readonly string[]): boolean {
  return share(values, (cell) => /^[0-9a-f]+$/i.test(cell)) >= 0.5
}

/** Hexadecimal texts of one length, no two alike. */
export function areSalts(values: readonly string[]): boolean {
  const isHexadecimal = (cell: string) => /^[0-9a-f]{8,128}$/i.test(cell)
  return (
    values.length > 1 &&
    new Set(values).size === values.length &&
    values.every(isHexadecimal) &&
    values.some((cell) => /[a-f]/i.test(cell)) &&
    share(values, ({ length }) => length === middleLength(values)) >= 0.8
  )
}

function middleLength(values: readonly string[]): number {
  return values.map(({ length }) => length).toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

function share<Value>(values: readonly Value[], fits: (value: Value) => boolean): number {
  return values.filter(fits).length / values.length
}

/**
 * The name of the last field after a hash: a status, groups in words or that many users share, or each user's salt; `name` where the values are something
 * else by their form, such as addresses of machines, dates and names of people.
 */
export function lastName(values: readonly string[]): 'status' | 'groups' | 'salt' | 'name' {
  if (isStatus(values)) return 'status'
  if (share(values, (value) => ofOther.test(value.trim())) >= 0.8) return 'name'
  if (values.length >= 3 && new Set(values).size * 2 < values.length) return 'groups'
  return values.length > 1 && values.every(isOfWords) && new Set(values.map(({ length }) => length)).size > 1
    ? 'groups'
    : 'salt'
}

const ofOther =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}|\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}.]+){1,3})$/u

/** Whether a text is made of words of letters, as the names of groups are. */
function isOfWords(value: string): boolean {
  return /^\p{L}{2,}(?:[\s,_-]+\p{L}{2,})*$/u.test(value.trim())
}

const maxStatuses = 5

/** Whether values are a few repeated short words or digits. A single word that all have must be a known status word. */
function isStatus(values: readonly string[]): boolean {
  const distinct = new Set(values.map((value) => value.trim().toLowerCase()))
  const [first = '', ...others] = distinct
  if (others.length === 0 && first.length > 1 && disabledByWord(first) === null) return false
  return distinct.size <= maxStatuses && values.every((value) => /^(?:\p{L}{1,20}|\d?)$/u.test(value.trim()))
}

/** The fields of a line. DokuWiki writes a colon within a field behind a backslash. */
export function fieldsIn(line: string): readonly string[] {
  return line.split(/(?<!\\):/)
}

/** Splits a line into `count` fields, the last one with its colons; null if there are too few. */
export function splitLine(line: string, count: number): readonly string[] | null {
  const cells = fieldsIn(line)
  return cells.length < count ? null : [...cells.slice(0, count - 1), cells.slice(count - 1).join(':')]
}
