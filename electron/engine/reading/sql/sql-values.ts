import {
  computedTime,
  type ComputedTime,
  type ComputedValue,
  computedValue,
  isComputedTime,
} from '../../../../shared/computed-value.ts'
import { isUuid } from '../../../../shared/hashes/hash-likeness.ts'
import { byteFunctions, textFromFunction, textOfBytes } from './sql-bytes.ts'
import { readMaskedTime, readServerTime } from './sql-dates.ts'
import { closerOf, isOracleMark, type SqlDialect } from './sql-tokenizer.ts'

/** A constant: its text, or null for NULL. Numbers keep their digits; booleans are `true` and `false`. The current time is the same for every row. */
export type SqlConstant = string | null | ComputedTime

export type SqlValue = SqlConstant | ComputedValue

export function isConstant(value: SqlValue): value is SqlConstant {
  return typeof value === 'string' || value === null || isComputedTime(value)
}

/** Values of a row in order. `isVerbatim`: each value appears unchanged in the bytes of the row. */
export type SqlRow = { readonly values: readonly SqlValue[]; readonly isVerbatim: boolean }

/** Reads one row of an INSERT with its parentheses; null if it is not a list of values. */
export function readRow(written: string, dialect: SqlDialect): SqlRow | null {
  const values: SqlValue[] = []
  const text = mayHaveComments(written, dialect) ? splitComments(written, dialect).code : written
  // Without a backslash, strings have neither escapes nor bytes written as digits.
  let isVerbatim = text === written && !text.includes('\\')
  const last = text.length - 1
  if (text[0] !== '(' || text[last] !== ')') return null
  let at = 1
  while (true) {
    while (isBlank(text.charCodeAt(at))) at += 1
    // A row of values names no columns, so double quotes hold a text there in every dialect.
    const string = text[at] === "'" || text[at] === '"' ? readSqlString(text, at, dialect.backslash) : null
    const behind = string === null ? -1 : passBlanks(text, string.end)
    if (string !== null && (behind === last || text[behind] === ',')) {
      values.push(textOfString(string.value))
      at = behind
    } else {
      const end = endOfValue(text, at, dialect)
      const expression = text.slice(at, end).trim()
      const value = readValue(expression, dialect)
      values.push(value)
      if (value !== null && value !== expression) isVerbatim = false
      at = end
    }
    if (at >= last) return { values, isVerbatim }
    at += 1
  }
}

/** Whether a row may contain comments; only MySQL begins comments with `#`. */
export function mayHaveComments(text: string, { backslash }: SqlDialect): boolean {
  return text.includes('--') || text.includes('/*') || (backslash && text.includes('#'))
}

/** Separates the comments in a statement from its code. */
export function splitComments(text: string, dialect: SqlDialect): { readonly code: string; readonly comments: string } {
  let code = ''
  let comments = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === "'" || char === '"' || char === '`') {
      at = (endOfString(text, at, 0, dialect) ?? text.length) - 1
      continue
    }
    const end =
      (char === '-' && text[at + 1] === '-') || (char === '#' && dialect.backslash)
        ? text.indexOf('\n', at)
        : char === '/' && text[at + 1] === '*'
          ? text.indexOf('*/', at + 2) + 1
          : null
    if (end === null) continue
    code += `${text.slice(from, at)} `
    comments += `${text.slice(at, end <= 0 ? text.length : end + 1)}\n`
    if (end <= 0) return { code, comments }
    from = end + 1
    at = end
  }
  return { code: code + text.slice(from), comments }
}

/** One time per process, so that reading a dump again gives the same values. */
const timeOfReading = computedTime(new Date().toISOString())

/** Longest expression that is evaluated, in characters. */
const maxExpression = 4000

/** Functions for the current time, which the database would fill in when the dump is loaded. */
const now =
  /\bnow\s*\(\s*\)|\b(?:current_timestamp|localtimestamp|getdate|getutcdate|sysdatetime|sysdatetimeoffset|utc_timestamp|datetime\s*\(\s*'now')\b/i

/** The word for the default of a column, which its table declares. */
export const columnDefault = computedValue('default')

/** The semicolon and white space at the end of a statement. */
export const statementEnd = /(?<![\s;])[\s;]+$/

/** The value of an expression. One with the current time is a time. */
export function readValue(text: string, dialect: SqlDialect): SqlValue {
  if (/^null$/i.test(text)) return null
  if (/^default$/i.test(text)) return columnDefault
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase()
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return text.startsWith('+') ? text.slice(1) : text
  if (/^0x[0-9a-f]*$/i.test(text)) return textOfBytes(text)
  // Cassandra writes them without quotation marks.
  if (isUuid(text)) return text
  const time = writtenTime.exec(text)
  if (time !== null) return time[1] ?? time[2] ?? ''
  const assigned = dialect.variables?.valueOf(text)
  if (assigned !== undefined) return assigned
  const string = readMarkedString(text, dialect) ?? readOracleString(text) ?? readDollarString(text)
  if (string !== undefined) return string
  if (text.length > maxExpression) return computedValue()
  const cast = /^(.*?)((?:\s*::\s*["\w. ]+(?:\([\d, ]*\))?(?:\[\])?)+)$/s.exec(text)
  if (cast?.[1] !== undefined && cast[1] !== '') return readValue(cast[1].trim(), dialect)
  const converted = /^(?:cast|convert|try_cast)\s*\((.*)\)$/is.exec(text)?.[1]
  if (converted !== undefined) return readConverted(converted, dialect)
  if (now.test(text)) return timeOfReading
  if (ofSequence.test(text)) return computedValue('nextval')
  const made = readMadeText(text, dialect)
  if (made !== null) return made
  const called = /^([\p{L}_][\w.]*)\s*[([](.*)[)\]]$/su.exec(text)
  if (called?.[1] !== undefined) return computedValue(called[1])
  const internal = /^\((.*)\)$/s.exec(text)?.[1]?.trim()
  return internal === undefined || /^select\b/i.test(internal) ? computedValue() : readValue(internal, dialect)
}

/** A time with its type before it, as the standard writes it, or as ODBC does: `TIMESTAMP '2024-01-31 00:00:00'`, `{ts '2024-01-31 00:00:00'}`. */
const writtenTime =
  /^(?:(?:timestamp|date(?:time)?)(?: with(?:out)?(?: local)? time zone)?\s*'([^'\\]*)'|\{\s*(?:ts|d)\s*'([^'\\]*)'\s*\})$/i

/** The next number of a sequence, as Oracle, PostgreSQL and the standard write it. */
const ofSequence =
  /^(?:[\w."]{1,200}\.(?:next|curr)val|(?:next|curr)val\s*\([^()]*\)|next\s+value\s+for\s+[\w."[\]]+)$/i

const textFunctions =
  /^(?:unistr|decode|unhex|from_base64|hextoraw|replace|concat|chr|char|nchar|lower|upper|trim|to_clob|to_nclob|to_char|to_date|to_timestamp|to_timestamp_tz|str_to_date|convert_to|utl_raw\.cast_to_(?:raw|n?varchar2)|utl_i18n\.string_to_raw)\s*\((.*)\)$/is

/** Evaluates text functions of constants, which dumps of SQLite (`unistr`; `replace` and `char` for line ends) and Oracle contain; null for anything else. */
function readMadeText(text: string, dialect: SqlDialect): string | null {
  const parts = partsBetween(text, dialect, /^\|\|/)
  if (parts.length > 1) return joined(parts.map((part) => constant(part, dialect)))
  const list = textFunctions.exec(text)?.[1]
  if (list === undefined || endOfValue(`(${list})`, 1, dialect) > list.length + 1) return null
  const values = partsBetween(list, dialect, /^,/).map((part) => constant(part, dialect))
  const name = /^[\w.]+/.exec(text)?.[0].toLowerCase() ?? ''
  if (!values.every((value) => value !== null)) return null
  const [first = '', second = '', third = ''] = values
  if (byteFunctions.has(name)) return textFromFunction(name, values)
  switch (name) {
    case 'unistr':
      return readUnicodeEscapes(
        first.replaceAll(/\\u([0-9a-f]{4})/gi, '\\$1').replaceAll(/\\U([0-9a-f]{2})([0-9a-f]{6})/g, '\\+$2'),
        '\\',
      )
    case 'replace':
      return values.length === 3 && second !== '' ? first.replaceAll(second, () => third) : null
    case 'concat':
      return values.join('')
    case 'chr':
    case 'char':
    case 'nchar':
      return values.every((value) => /^\d{1,6}$/.test(value)) ? String.fromCodePoint(...values.map(Number)) : null
    case 'lower':
      return first.toLowerCase()
    case 'upper':
      return first.toUpperCase()
    case 'trim':
      return values.length === 1 ? first.trim() : null
    case 'to_date':
    case 'to_timestamp':
    case 'to_timestamp_tz':
    case 'str_to_date':
      return values.length > 1 ? readMaskedTime(first, second) : first
    default:
      return first
  }
}

/** The text of a constant expression; null if only the database can compute it. */
function constant(text: string, dialect: SqlDialect): string | null {
  const value = readValue(text.trim(), dialect)
  return typeof value === 'string' ? value : null
}

function joined(parts: readonly (string | null)[]): string | null {
  return parts.every((part) => part !== null) ? parts.join('') : null
}

/** Splits an expression at a separator (`,` or `||`) outside of strings and parentheses. */
function partsBetween(text: string, dialect: SqlDialect, between: RegExp): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === "'") at = (endOfString(text, at, 0, dialect) ?? text.length) - 1
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (depth === 0 && (char === ',' || char === '|')) {
      const sign = between.exec(text.slice(at, at + 2))
      if (sign === null) continue
      parts.push(text.slice(from, at))
      from = at + sign[0].length
      at = from - 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

/** Reads `'...'`, `E'...'`, `N'...'`, `_utf8'...'`, `b'1'`, `X'ff'` and MySQL's `"..."`, each with an optional cast; undefined for anything else. */
function readMarkedString(text: string, dialect: SqlDialect): string | undefined {
  const mark = /^(e|n|b|x|u&|_\w+\s*)?(['"])/i.exec(text)
  if (mark === null || (mark[2] === '"' && !dialect.backslash)) return undefined
  const kind = (mark[1] ?? '').trim().toLowerCase()
  const string = readSqlString(text, mark[0].length - 1, dialect.backslash || kind === 'e')
  if (string === null) return undefined
  const rest = text.slice(string.end)
  const escape = kind === 'u&' ? /^\s*uescape\s*'(.)'\s*$/i.exec(rest)?.[1] : undefined
  if (escape === undefined && !/^(?:\s*::[^']*|\s+collate\s+\S+|\s*)$/i.test(rest)) return undefined
  if (kind === 'u&') return readUnicodeEscapes(string.value, escape ?? '\\')
  if (kind === 'x') return textOfBytes(`0x${string.value}`)
  return textOfString(string.value)
}

/** The text that a string stands for: PostgreSQL writes bytes as `'\\x2432...'`. */
function textOfString(value: string): string {
  return value.startsWith('\\x') ? textOfBytes(value) : bitOf(value)
}

/** MySQL dumps a bit(1) column as a raw byte, 0 or 1. */
export function bitOf(value: string): string {
  return value === '\0' ? '0' : value === '\u0001' ? '1' : value
}

const dollarTag = /\$(?:[\p{L}_][\p{L}\d_]*)?\$/uy

/** The index behind PostgreSQL's `$$...$$` or `$tag$...$tag$`, in which no character is escaped; null: none begins here, or it does not end. */
function endOfDollarString(text: string, from: number): number | null {
  dollarTag.lastIndex = from
  const tag = dollarTag.exec(text)?.[0]
  if (tag === undefined || /\w/.test(text[from - 1] ?? '')) return null
  // The mark that ends a hash may be one that begins with a dollar sign: `$$$2b$10$...$$`.
  const end = text.indexOf(tag, from + tag.length)
  return end === -1 ? null : end + tag.length
}

function readDollarString(text: string): string | undefined {
  const end = endOfDollarString(text, 0)
  const mark = end === null ? 0 : text.indexOf('$', 1) + 1
  return end === text.length ? text.slice(mark, text.length - mark) : undefined
}

/** Reads Oracle's `q'[...]'`, whose delimiters can be chosen; undefined for anything else. */
function readOracleString(text: string): string | undefined {
  const [, mark, inside, end] = /^n?q'(.)(.*)(.)'$/is.exec(text) ?? []
  return mark !== undefined && end?.charCodeAt(0) === closerOf(mark.charCodeAt(0)) ? inside : undefined
}

/** Escapes a text for use in a regular expression. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Decodes Unicode escapes of SQL: `b\006fb` is bob, `\+01F600` has six digits, a doubled escape character is literal. */
function readUnicodeEscapes(text: string, escape: string): string {
  const sign = escapePattern(escape)
  return text.replaceAll(
    new RegExp(`${sign}(?:(${sign})|\\+([0-9a-f]{6})|([0-9a-f]{4}))`, 'gi'),
    (whole, itself?: string, six?: string, four?: string) => {
      if (itself !== undefined) return escape
      const code = parseInt(six ?? four ?? '', 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    },
  )
}

/** The value in the arguments of CAST (`x AS type`) or CONVERT (`type, x`). */
function readConverted(text: string, dialect: SqlDialect): SqlValue {
  const [, first, typeBehind] = /^(.*)\s+as\s+([\w\s."[\]]+)(?:\([^)]*\))?\s*$/is.exec(text) ?? []
  const [, typeBefore = '', second] = first === undefined ? (/^(\w+)(?:\([^)]*\))?\s*,\s*(.*)$/s.exec(text) ?? []) : []
  const as = (first ?? second)?.trim()
  if (as === undefined) return computedValue()
  return readServerTime(as, typeBehind ?? typeBefore) ?? readValue(as, dialect)
}

/** The index after the string or quoted name at `at`, in a value that begins at `from`; undefined if it does not end. */
function endOfString(text: string, at: number, from: number, dialect: SqlDialect): number | undefined {
  if (text[at] === "'" && !dialect.backslash && isOracleMark(text.charCodeAt(at - 1), text.charCodeAt(at - 2))) {
    const close = text.indexOf(`${String.fromCharCode(closerOf(text.charCodeAt(at + 1)))}'`, at + 2)
    return close === -1 ? undefined : close + 2
  }
  const declared = text[at] === "'" && /(?:^|[^\p{L}\p{N}_])e$/iu.test(text.slice(Math.max(from, at - 2), at))
  return readSqlString(text, at, declared || (dialect.backslash && text[at] !== '`'))?.end
}

/** The index of the `,` or closing parenthesis after a value. */
export function endOfValue(text: string, from: number, dialect: SqlDialect): number {
  const last = text.length - 1
  let depth = 0
  let at = from
  while (at < last) {
    const char = text[at]
    if (char === "'" || char === '"' || char === '`') {
      at = endOfString(text, at, from, dialect) ?? last
      continue
    }
    const behind = char === '$' ? endOfDollarString(text, at) : null
    if (behind !== null) {
      at = behind
      continue
    }
    if (char === '(' || char === '[' || char === '{') depth += 1
    else if (char === ')' || char === ']' || char === '}') depth -= 1
    else if (char === ',' && depth === 0) return at
    at += 1
  }
  return last
}

function passBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at += 1
  return at
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

/**
 * Reads the string whose opening quotation mark is at `from`; null if it does not end. `end`: index after the closing mark. A doubled mark
 * is literal; with `escapes`, a backslash escapes as in MySQL and PostgreSQL's `E'...'`.
 */
export function readSqlString(
  text: string,
  from: number,
  escapes: boolean,
): { readonly value: string; readonly end: number } | null {
  const mark = text[from] ?? "'"
  let value = ''
  let at = from + 1
  let escape = escapes ? text.indexOf('\\', at) : -1
  while (true) {
    const close = text.indexOf(mark, at)
    if (close === -1) return null
    // The next backslash is searched once, not again after each doubled mark.
    if (escape !== -1 && escape < at) escape = text.indexOf('\\', at)
    if (escape !== -1 && escape < close) {
      const read = readEscape(text, escape)
      value += text.slice(at, escape) + read.value
      at = read.end
    } else {
      value += text.slice(at, close)
      if (text[close + 1] !== mark) return { value, end: close + 1 }
      value += mark
      at = close + 2
    }
  }
}

const single: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  Z: '\u001a',
}

/** Reads the escape at a backslash: `\n`, `\101`, `\x41`, `\u0041`; any other character is literal. */
export function readEscape(text: string, at: number): { readonly value: string; readonly end: number } {
  const char = text[at + 1]
  if (char === undefined) return { value: '', end: at + 1 }
  const code = /[0-7xuU]/.test(char) ? readCode(text.slice(at + 1, at + 10)) : null
  return code === null ? { value: single[char] ?? char, end: at + 2 } : { value: code.value, end: at + 1 + code.length }
}

function readCode(text: string): { readonly value: string; readonly length: number } | null {
  const code = /^(?:([0-7]{1,3})|(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})))/.exec(text)
  if (code === null) return null
  const hex = code[2] ?? code[3] ?? code[4]
  const point = hex === undefined ? parseInt(code[1] ?? '', 8) : parseInt(hex, 16)
  return point > 0x10ffff ? null : { value: String.fromCodePoint(point), length: code[0].length }
}
