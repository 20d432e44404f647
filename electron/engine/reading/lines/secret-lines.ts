import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { disabledBySambaFlags } from '../../../../shared/mapping/cell.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { type Cursor, position, scan, skipLine, skipWhile, type Tokenizer } from '../cursor.ts'
import { type Chunk, isLineEnd } from '../file-bytes.ts'
import { tooLong, type RawRecord } from '../raw-record.ts'
import { scanRecords, type Parsed, type Piece, type ScanOptions, type Scanner } from '../scan-records.ts'
import {
  areSalts,
  comment,
  digestColumn,
  fieldsIn,
  guessFieldNames,
  lastName,
  maxBeforeHash,
  namesUpToComment,
  namesUpToTime,
  splitLine,
} from './field-names.ts'

/**
 * Lines of `name:secret`: `.htpasswd`, `.htdigest`, `passwd`, `shadow` and lists of addresses with passwords (htpasswd(1), htdigest(1),
 * passwd(5), shadow(5)). Fields are not quoted, and the last one may contain colons.
 */
export type SecretLines = {
  /** Field names: the names in a first line, else the kinds of the values. */
  readonly header: readonly string[]
  /** The file itself has no names of fields. */
  readonly isNameless?: true
  /** Position of the first line of data. */
  readonly dataStart: number
}

const maxLines = 50
const shadow = [
  'login',
  'password',
  'last_change',
  'min_days',
  'max_days',
  'warn_days',
  'inactive_days',
  'expires',
  'flag',
]
/** master.passwd(5) of the BSDs. Its login class sets limits of resources, login.conf(5), and is no status. */
const masterPasswd = ['login', 'password', 'uid', 'gid', 'limits', 'change', 'expire', 'gecos', 'home', 'shell']
const passwd = ['login', 'password', 'uid', 'gid', 'gecos', 'home', 'shell']
/** Dovecot's extra fields. `nologin` among them disables the user and becomes an added column. */
const ofDovecot = ['extra_fields', 'nologin']
/** smbpasswd(5), with the flags of accounts as columns of their own. */
const samba = ['login', 'uid', 'lm_hash', 'password', 'last_change', 'rest', 'hash_algorithm', 'disabled', 'type']

const names =
  /^(?:id|user|users?[_ -]?(?:name|id)|login|name|e-?mail|mail|address|pass|passwo?r?d|pwd|hash|secret|password[_ -]?hash|salt|realm)$/i

/** Detects lines of `name:secret`; null if the text is something else. `surely`: hashes follow the colons, which no other format has. `isNamedSo`: the file has the name of such a list. */
export function detectSecretLines(
  head: Buffer,
  whole: boolean,
  isNamedSo = false,
): (SecretLines & { readonly surely: boolean }) | null {
  const lines = dataLines(head, whole)
  const [first] = lines
  if (first === undefined) return null
  const isHeader = first.text.split(':').length > 1 && first.text.split(':').every((cell) => names.test(cell.trim()))
  const data = (isHeader ? lines.slice(1) : lines).map(({ text }) => text)
  if (data.length === 0) return null
  const fields = fieldsOf(data, isNamedSo)
  if (fields === null) return null
  const given = isHeader ? first.text.split(':').map((cell) => cell.trim()) : null
  const isNamed = given?.length === fields.header.length
  const { header, surely } = isNamed ? { ...fields, header: given } : fields
  const start = isHeader ? first.end : first.start
  return { header, surely, dataStart: start, ...(isNamed ? {} : { isNameless: true }) }
}

export type Line = { readonly text: string; readonly start: number; readonly end: number }

/** The first lines that are neither empty nor comments, without line ends. An incomplete last line of the head is dropped. */
export function dataLines(head: Buffer, whole: boolean): readonly Line[] {
  const before = knownLines.get(head)
  if (before?.whole === whole) return before.lines
  const lines = linesOf(head, whole)
  knownLines.set(head, { whole, lines })
  return lines
}

/** A dozen forms of lines are tried on the same head, one after the other. */
const knownLines = new WeakMap<Buffer, { readonly whole: boolean; readonly lines: readonly Line[] }>()

function linesOf(head: Buffer, whole: boolean): readonly Line[] {
  const text = head.toString('latin1')
  const lines: Line[] = []
  for (const match of text.matchAll(/[^\r\n]+(?:\r\n|\n|\r|$)/g)) {
    if (lines.length === maxLines) break
    const end = match.index + match[0].length
    const line = head
      .toString('utf8', match.index, end)
      .replace(/^\uFEFF/, '')
      .replace(/(?<![\r\n])[\r\n]+$/, '')
    if (line.trim() === '' || isComment(line) || (!whole && end === text.length)) continue
    lines.push({ text: line, start: match.index, end })
  }
  return lines
}

function fieldsOf(
  lines: readonly string[],
  isNamed: boolean,
): { readonly header: readonly string[]; readonly surely: boolean } | null {
  const most = (fits: (line: string) => boolean, share = 0.8) => lines.filter(fits).length >= lines.length * share
  const cells = lines.map((line) => fieldsIn(line))
  const have = (count: number) => most((line) => fieldsIn(line).length === count, 0.9)
  if (have(9) && cells.every(([, , ...days]) => days.every((day) => /^\d*$/.test(day))))
    return { header: shadow, surely: true }
  // Administrators may leave the IDs of some accounts empty.
  if (have(7) && (cells.every(hasIds) || (cells.some(hasIds) && cells.every(areIds))))
    return { header: passwd, surely: true }
  if (have(7) && cells.every(([, , lm = '', nt = '']) => lm.length === 32 && nt.length === 32)) {
    return { header: samba, surely: true }
  }
  // Dovecot appends extra fields to the fields of passwd.
  if (cells.every((fields) => fields.length >= 8 && areIds(fields))) {
    const [first = 'login'] = guessFieldNames(lines, 2)
    return { header: [first === 'name' ? 'login' : first, ...passwd.slice(1), ...ofDovecot], surely: true }
  }
  // Some systems hash with DES, whose hashes look like words.
  if (cells.every((fields) => fields.length === masterPasswd.length && areIdsOfBsd(fields)))
    return { header: masterPasswd, surely: true }
  const upToComment = most((line) => isName(line, 1)) ? namesUpToComment(lines) : null
  if (upToComment !== null) return { header: upToComment, surely: true }
  // Accounts of a system may have any number of fields, and most of them no password.
  const count = cells[0]?.length ?? 0
  const hashed = cells.filter(([, secret = '']) => hashLikeness(secret) === 'certain')
  const areAccounts = cells.every(
    ([name = '', secret = '']) => name !== '' && (isMark.test(secret) || hashLikeness(secret) !== null),
  )
  if (count > 3 && cells.every(({ length }) => length === count) && hashed.length > 0 && areAccounts) {
    const header =
      count === masterPasswd.length && cells.every(hasIds)
        ? masterPasswd
        : guessFieldNames(
            hashed.map((fields) => fields.join(':')),
            count,
          )
    return { header, surely: true }
  }
  const digestAt = digestBetween(cells.filter(({ length }) => length === count))
  if (digestAt !== null && have(count) && most((line) => isName(line, digestAt)))
    return { header: guessFieldNames(lines, count), surely: true }
  for (let before = 1; before <= maxBeforeHash; before += 1) {
    if (most((line) => beginsWithHash(restOf(line, before)) && isName(line, before), 0.6)) {
      // After a hash that includes its salt, further fields of the account may follow.
      const isApart = have(count) && most((line) => hashLikeness(fieldsIn(line)[before] ?? '') === 'certain')
      return { header: guessFieldNames(lines, isApart ? count : before + 1), surely: true }
    }
  }
  // No row of a table begins with an address and a colon.
  if (most((line) => /^(?:[^\t:,;|"@]*:){0,3}[^\s:,;|"@]+@[^\s:,;|"@]+:/.test(line))) {
    const counts = cells.map(({ length }) => length)
    return { header: guessFieldNames(lines, Math.min(...counts.filter((count) => count > 1))), surely: true }
  }
  const isEven = divideAlone(cells, lines)
  const apart = (isEven && areNames(cells)) || most((line) => /^[^\s:,;|"<>(){}[\]]+:(?!\/\/)\S*$/.test(line), 0.9)
  const areTimes = most((line) => /^[\d:.+-]+$/.test(line), 0.5)
  const isAlone =
    !isNamed && lines.length < 2 && !isEmailAddress(cells[0]?.[0] ?? '') && !ofScheme.test(restOf(lines[0] ?? '', 1))
  if (!apart || areTimes || isAlone) return null
  const header = namesUpToTime(lines) ?? guessFieldNames(lines, have(count) ? count : 2)
  return { header, surely: isNamed || isEven }
}

/** The position of digests that are no last field, nor before the last one if that is their salt; null: there are none. */
function digestBetween(rows: readonly (readonly string[])[]): number | null {
  const count = rows[0]?.length ?? 0
  const columns = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? ''))
  const at = digestColumn(columns)
  if (at === null || at === 0 || at === count - 1) return null
  const isBeforeSalt = at === count - 2 && lastName(columns[count - 1] ?? []) === 'salt'
  return isBeforeSalt && !columns.slice(1, at).some(areSalts) ? null : at
}

/** Whether colons divide all lines into the same number of fields, and no other delimiter does. */
function divideAlone(cells: readonly (readonly string[])[], lines: readonly string[]): boolean {
  const isEven = (delimiter: string) => new Set(lines.map((line) => line.split(delimiter).length)).size === 1
  const [first = []] = cells
  return (
    lines.length > 1 &&
    first.length > 2 &&
    isEven(':') &&
    [',', ';', '\t', '|'].every((other) => !isEven(other) || !(lines[0] ?? '').includes(other))
  )
}

/** Whether the first fields are names of their own, of no thing that has settings, and no times. */
function areNames(cells: readonly (readonly string[])[]): boolean {
  const firsts = cells.map(([first = '']) => first)
  return (
    new Set(firsts).size === firsts.length &&
    firsts.every((first) => /^[^\s,;|"<>(){}[\]]{1,64}$/.test(first) && !/^\d{1,2}$/.test(first)) &&
    cells.every((fields) => fields.slice(1).every((field) => !/^\s|^\/\//.test(field)))
  )
}

/** How lists of accounts say that one has no password. */
const isMark = /^(?:[!*]*|x|NP|\*[A-Z]+\*)$/

/** How Dovecot says in what form a password follows: `{PLAIN}`. */
const ofScheme = /^\{[A-Z][A-Z\d.-]{2,19}\}\S/

/** An ID of a user or group of a system, which may be negative. */
const isSystemId = (text: string) => /^-?\d+$/.test(text)

/** Whether the third and fourth field are the IDs of a user and a group of a system. */
function hasIds([, , uid = '', gid = '']: readonly string[]): boolean {
  return isSystemId(uid) && isSystemId(gid)
}

/** Whether a line has the IDs of a user and a group, two times and a home directory in their places in master.passwd. */
function areIdsOfBsd([, , uid = '', gid = '', , change = '', expire = '', , home = '']: readonly string[]): boolean {
  return [uid, gid, change, expire].every(isSystemId) && home.startsWith('/')
}

/** Whether the third and fourth field may be system IDs and the sixth a home directory, as in passwd. */
function areIds([, , uid = '', gid = '', , home = '']: readonly string[]): boolean {
  return (uid === '' || isSystemId(uid)) && (gid === '' || isSystemId(gid)) && /^(?:\/|$)/.test(home)
}

/** Whether a text is a hash, or begins with one before a further colon. */
function beginsWithHash(rest: string): boolean {
  return hashLikeness(rest) !== null || (rest.startsWith('$') && hashLikeness(rest.split(':', 1)[0] ?? '') !== null)
}

function restOf(line: string, before: number): string {
  return fieldsIn(line).slice(before).join(':')
}

/** Whether the fields before the secret are a name, and not part of a row with other delimiters. */
function isName(line: string, before: number): boolean {
  const head = fieldsIn(line).slice(0, before).join(':')
  return head !== '' && !/[\t,;|"]/.test(head)
}

const noSecret = 'This line has no colon between a name and a secret.'

/** Reads lines of `name:secret`. */
export function secretLineRecords(
  chunks: AsyncIterable<Chunk>,
  { header, dataStart }: SecretLines,
  options: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  const { count, cellsOf } = formOf(header)
  const split = (line: string) => {
    const cells = splitLine(line, count)
    const isShort = cells === null && header.at(-1) === comment
    const short = isShort ? splitLine(line, count - 1) : null
    return short === null ? cells : [...short, '']
  }
  const cellsIn = (line: string) => {
    const cells = split(line)
    return cells === null ? { fault: count === 2 ? noSecret : tooFew(line, count) } : cellsOf(cells)
  }
  return lineRecords(chunks, { header, dataStart, cellsOf: cellsIn }, options)
}

/** How many fields the lines below a header have, and the cells that they become. */
function formOf(header: readonly string[]): {
  readonly count: number
  readonly cellsOf: (fields: readonly string[]) => readonly string[]
} {
  if (ofDovecot.every((name, at) => header.at(at - ofDovecot.length) === name)) {
    const isOut = (fields: readonly string[]) => /(?:^|\s)nologin(?:[=\s]|$)/.test(fields.at(-1) ?? '')
    return { count: header.length - 1, cellsOf: (fields) => [...fields, isOut(fields) ? 'yes' : 'no'] }
  }
  if (samba.every((name, at) => header[at] === name)) return { count: 7, cellsOf: sambaCells }
  const ofSystem = [shadow, masterPasswd, passwd].some((known) => known.join() === header.join())
  return { count: header.length, cellsOf: ofSystem ? withoutMarks : (fields) => fields }
}

/** The fields of an account of a system. OpenBSD writes 13 asterisks where there is no password, which looks like a masked one. */
function withoutMarks([name = '', password = '', ...rest]: readonly string[]): readonly string[] {
  return [name, /^\*+$/.test(password) ? '*' : password, ...rest]
}

/** The cells of a line of smbpasswd. The flag `U` marks the account of a person. */
function sambaCells([
  name = '',
  uid = '',
  lm = '',
  nt = '',
  flags = '',
  ...rest
]: readonly string[]): readonly string[] {
  const hash = (text: string) => (/^(?:NO PASSWORD)?X+$/.test(text) ? '' : text)
  const type = flags.includes('U') ? 'user' : 'machine account'
  return [name, uid, hash(lm), hash(nt), ...rest, 'nt', disabledBySambaFlags(flags) ? 'yes' : 'no', type]
}

/** A file with one record on each line. `cellsOf` returns the cells of a line, null for a line without data, or the fault that makes it unreadable. */
export type LineTable = {
  /** Null: the cells have no names. */
  readonly header: readonly string[] | null
  readonly dataStart: number
  /** Printed by a database, whose rows have no numbers: what counts them is a key. */
  readonly isStored?: true
  readonly cellsOf: (line: string) => readonly string[] | { readonly fault: string } | null
}

/** Reads a file with one record on each line. Empty lines and comments are skipped. */
export function lineRecords(
  chunks: AsyncIterable<Chunk>,
  { header, dataStart, cellsOf }: LineTable,
  options: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  const read = (text: string, start: number): Parsed | null => {
    const line = text.replace(/(?<![\r\n])[\r\n]+$/, '')
    if (start < dataStart || line.trim() === '') return null
    const cells = cellsOf(line)
    if (cells === null) return null
    if ('fault' in cells) return { kind: 'unreadable', reason: cells.fault }
    const named = header ?? cells.map((_, at) => `${at + 1}`)
    return { kind: 'record', value: Object.fromEntries(named.map((name, at) => [name, cells[at] ?? ''])) }
  }
  return scanRecords(chunks, scanLines, read, options)
}

function tooFew(line: string, count: number): string {
  return `This line has ${fieldsIn(line).length} fields between colons, most have ${count}.`
}

const slash = 0x2f
const comments: ReadonlySet<number> = new Set([0x23, 0x3b])
/** Whether a line is a comment: it begins with `#`, `;` or `//`, as no name does. */
const isComment = (line: string) => /^(?:[#;]|\/\/)/.test(line)

/** Finds the lines that are neither empty nor comments. */
export const scanLines: Scanner = async function* scanEach(cursor) {
  for (let byte = await skipWhile(cursor, isLineEnd); byte !== null; byte = await skipWhile(cursor, isLineEnd)) {
    const start = position(cursor)
    if (comments.has(byte) || (byte === slash && cursor.bytes()[cursor.at() + 1] === slash)) {
      await skipLine(cursor)
      cursor.pass({ kind: 'comment', name: null }, start)
    } else yield await lineAt(cursor, start)
  }
}

async function lineAt(cursor: Cursor, start: number): Promise<Piece> {
  cursor.mark(start)
  const scanned = await scan(cursor, start, toLineEnd)
  if (scanned !== 'long') return { start, end: position(cursor), fault: null }
  cursor.release()
  await skipLine(cursor)
  return { start, end: position(cursor), fault: tooLong }
}

const toLineEnd: Tokenizer = (bytes, from) => {
  for (let at = from; at < bytes.length; at += 1) if (isLineEnd(bytes[at])) return { kind: 'end', at }
  return { kind: 'more' }
}
