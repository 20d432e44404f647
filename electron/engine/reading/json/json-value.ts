import { isObject, parseJson as parseText } from '../../../../shared/json.ts'
import type { Step, Tokenizer } from '../cursor.ts'
import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  isBlank,
  newline,
  openBrace,
  openBracket,
  quote,
} from '../file-bytes.ts'
import type { Parsed } from '../scan-records.ts'
import { withTextsOfBytes } from './bytes-in-json.ts'
import { jsonFault } from './json-fault.ts'

/** Limit on nested brackets; records of users have five or six levels. */
export const deepest = 200

/** Bytes that end a plain run within a string. */
const endsPlain = new Uint8Array(256)
for (const byte of [quote, backslash, newline]) endsPlain[byte] = 1

const tooDeep = 'This record has more than 200 levels of nested brackets, so it is not a user. It was skipped.'

const noBytes = new DataView(new ArrayBuffer(0))

/** Whether none of four bytes ends a plain run: each is compared with all four at once, and so differs by a zero byte where it is one. */
function isPlain(four: number): boolean {
  return !(
    holdsZero(four ^ (quote * everyByte)) ||
    holdsZero(four ^ (backslash * everyByte)) ||
    holdsZero(four ^ (newline * everyByte))
  )
}

const everyByte = 0x01010101
const topBits = 0x80808080

/** Whether one of the four bytes of a number is zero: only there does subtracting one set the top bit that was not set. */
function holdsZero(four: number): boolean {
  return ((four - everyByte) & ~four & topBits) !== 0
}

/** Bytes outside of strings that say where an object or a list continues, ends or breaks. */
const separates = new Uint8Array(256)
for (const byte of [quote, openBrace, closeBrace, openBracket, closeBracket, newline]) separates[byte] = 1

/**
 * Tokenizer for one JSON value that looks at brackets and strings only; the parser judges the rest. Mismatched brackets and line ends
 * within strings are faults; with `oneLine`, so is any line end within the value. Brackets deeper than `deepest` are counted, not matched.
 */
export function createValueTokenizer(oneLine: boolean) {
  let open: number[] = []
  let below = 0
  let isTooDeep = false
  let inString = false
  let escaped = false
  let viewed: Buffer | null = null
  let view: DataView = noBytes

  /** The index where the string ends, at its quotation mark or a line end; the number of bytes if it continues after them. */
  const passString = (bytes: Buffer, from: number): number => {
    const { length } = bytes
    let at = from
    if (escaped && at < length && bytes[at] !== newline) {
      escaped = false
      at += 1
    }
    if (viewed !== bytes) {
      viewed = bytes
      view = new DataView(bytes.buffer, bytes.byteOffset, length)
    }
    for (;;) {
      while (at + 4 <= length && isPlain(view.getInt32(at))) at += 4
      while (at < length && endsPlain[bytes[at] ?? 0] === 0) at += 1
      if (at >= length || bytes[at] !== backslash) return Math.min(at, length)
      escaped = at + 1 === length
      at += escaped || bytes[at + 1] === newline ? 1 : 2
    }
  }

  const follow: Tokenizer = (bytes, from) => {
    const { length } = bytes
    for (let at = from; at < length; at += 1) {
      const byte = bytes[at] ?? 0
      if (!inString) {
        // Nearly all bytes between strings say nothing.
        if (open.length > 0 && separates[byte] === 0) continue
        if (byte !== quote) {
          const step = structure(byte, at)
          if (step !== null) return step
          continue
        }
        inString = true
        at += 1
      }
      at = passString(bytes, at)
      if (at === length) break
      if (bytes[at] === newline) return { kind: 'fault', at }
      inString = false
      if (open.length === 0) return { kind: 'end', at: at + 1 }
    }
    return { kind: 'more' }
  }

  /** The step at a byte outside of strings; null: the value continues. */
  const structure = (byte: number, at: number): Step | null => {
    if (byte === openBrace || byte === openBracket) {
      if (open.length < deepest) open.push(byte)
      else {
        below += 1
        isTooDeep = true
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      if (open.length === 0) return { kind: 'end', at }
      if (below > 0) {
        below -= 1
        return null
      }
      if (open.pop() !== byte - 2) return { kind: 'fault', at }
      if (open.length === 0) return { kind: 'end', at: at + 1 }
    } else if (open.length === 0 && (byte === comma || isBlank(byte))) {
      return { kind: 'end', at }
    } else if (oneLine && byte === newline) {
      return { kind: 'fault', at }
    }
    return null
  }
  return {
    begin: () => {
      open = []
      below = 0
      isTooDeep = false
      inString = false
      escaped = false
    },
    follow,
    /** Whether the value is a number or word, which may end with the content. */
    isWord: () => open.length === 0 && !inString,
    /** Why the value cannot be a record: it is nested too deeply for recursive code. */
    depthFault: () => (isTooDeep ? tooDeep : null),
  }
}

/**
 * Parses one JSON object; `unreadable` for anything else. Integers beyond the safe range become text, because ids of 17 and more digits
 * are common. The parser's own message is not passed on, because it quotes the text.
 */
export function parseJson(text: string): Parsed {
  let value: unknown
  try {
    value = parseKeepingIntegers(text)
  } catch {
    const inShell = readShellForm(text) ?? readRelaxed(text)
    if (inShell === null && looksPrinted(text) && cutShort.test(text)) return { kind: 'unreadable', reason: printed }
    if (inShell === null) return invalid('record', text)
    value = inShell.value
  }
  if (!isObject(value)) {
    return {
      kind: 'unreadable',
      reason: `This is ${nameOf(value)}, not an object with the fields of a user. Export an object for each user.`,
    }
  }
  if (mayHaveManyFields(text.length) && Object.keys(value).length > maxFields)
    return { kind: 'unreadable', reason: tooMany }
  return { kind: 'record', value }
}

/** The fault of a record or a row that is no JSON, with what to do about it. */
export function invalid(what: 'record' | 'row', text: string): Parsed {
  const strict = looksRelaxed(text) ? withStrictNames(text) : text
  const fault = jsonFault(strict, shellCall)
  const reason = `This ${what} is not valid JSON`
  if (fault === null) return { kind: 'unreadable', reason: `${reason}.` }
  const at = strict === text ? fault.at : sameLine(strict, fault.at, text)
  return { kind: 'unreadable', reason: `${reason}: ${fault.text}`, at }
}

/** The first sign of the line of a place in another text that has the same lines. */
function sameLine(text: string, at: number, other: string): number {
  const before = text.slice(0, at).split('\n').length - 1
  const line = other.split('\n', before).reduce((length, one) => length + one.length + 1, 0)
  return line + other.slice(line).search(/\S|$/)
}

/**
 * Parses objects that follow each other in a list together, which takes a fifth less time than one by one. Null: they are to be parsed
 * one by one, which tells the faulty ones. `count`: how many they are.
 */
export function parseTogether(text: string, count: number): readonly Parsed[] | null {
  let values: unknown
  try {
    values = parseKeepingIntegers(`[${text}]`)
  } catch {
    return null
  }
  if (!Array.isArray(values) || values.length !== count || !values.every(isObject)) return null
  return values.map((value) => ({ kind: 'record', value }))
}

/**
 * Strings, which are left alone, and wrappers of the MongoDB shell around values, such as `ObjectId("...")`. A value that was removed is
 * `undefined`.
 */
const wrapper =
  'ObjectId|ISODate|Date|[A-Z]{0,6}UUID|Number(?:Long|Int|Decimal)|Long|Int32|Double|Decimal128|Timestamp|BinData|Binary\\.createFromBase64|DBRef'
const wrapped = `(?:new )?(${wrapper})\\(((?:"(?:[^"\\\\\\n]|\\\\.){0,2000}"|[^()"\\n]){0,200})\\)|undefined\\b`
const shellValue = new RegExp(`"[^"\\\\]*(?:\\\\(?:.|$)[^"\\\\]*)*(?:"|$)|\\b(?:${wrapped})`, 'gs')
const shellCall = new RegExp(wrapped, 'ys')
const mayBeShell = new RegExp(`\\b(?:(?:${wrapper})\\(|undefined\\b)`)

/** Fault of an object printed by a JavaScript shell. Such output is not read, because it omits rows, fields and members of long lists. */
const printed =
  'This record is not JSON but was printed by a shell, which cuts long lists short. Export it with mongoexport, or print JSON with EJSON.stringify.'

/** The signs by which a shell marks objects and members that it leaves out. */
const cutShort = /\.\.\.|\[(?:Object|Array)\]/

/** Whether a record has unquoted keys, as JavaScript shells print objects. */
function looksPrinted(text: string): boolean {
  return /^\{\s{0,100}[A-Za-z_$][\w$]{0,100}\s?:/.test(text)
}

/** Reads a record printed by the MongoDB shell; null if it is none. */
function readShellForm(text: string): { readonly value: unknown } | null {
  if (!mayBeShell.test(text)) return null
  const strict = looksRelaxed(text) ? withStrictNames(text) : text
  // A wrapper may hold another one: `DBRef("teams", ObjectId("..."))`.
  return parsed(withShellValues(withShellValues(strict)))
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseKeepingIntegers(text) }
  } catch {
    return null
  }
}

function withShellValues(text: string): string {
  return text.replaceAll(shellValue, (token: string, name: string | undefined, inside: string | undefined) => {
    if (token.startsWith('"')) return token
    const values = parseText(`[${inside ?? ''}]`)
    const last: unknown = Array.isArray(values) ? values.at(name?.startsWith('Binary') === true ? 0 : -1) : null
    const value = JSON.stringify(last ?? null)
    if (name === 'ObjectId') return `{"$oid":${value}}`
    return name === 'ISODate' || name === 'Date' ? `{"$date":${value}}` : value
  })
}

/** Strings in any quotation mark, the names of fields that have none, and commas behind the last field. */
const relaxed =
  /"[^"\\]*(?:\\(?:.|$)[^"\\]*)*(?:"|$)|'([^'\\\n]*(?:\\.[^'\\\n]*)*)'|`([^`\\\n$]*)`|([{,]\s*)([A-Za-z_$][\w$]{0,100})(?=\s{0,100}:)|,(?=\s{0,1000}[}\]])/gs

/**
 * Reads a record whose names have no quotation marks, or single ones, as JavaScript, JSON5 and people write them; null if it is none. What a shell leaves
 * out of a record, it writes as a word or dots, which is no value.
 */
function readRelaxed(text: string): { readonly value: unknown } | null {
  return looksRelaxed(text) ? parsed(withStrictNames(text)) : null
}

/** Whether the first name of a record has no quotation marks, or single ones. */
function looksRelaxed(text: string): boolean {
  return looksPrinted(text) || /^\{\s{0,100}'[^'\n]{1,100}'\s?:/.test(text)
}

function withStrictNames(text: string): string {
  return text.replaceAll(relaxed, (token, single?: string, template?: string, before?: string, name?: string) => {
    const inside = single ?? template
    if (inside !== undefined) return inDoubleQuotes(inside)
    if (name !== undefined) return `${before ?? ''}"${name}"`
    return token === ',' ? '' : token
  })
}

/** A text in single quotation marks as JSON has it. */
function inDoubleQuotes(text: string): string {
  const escaped = text.replaceAll(/\\(?:x([0-9a-fA-F]{2})|(.))|"/gs, (token, code?: string, one?: string) => {
    if (code !== undefined) return `\\u00${code}`
    return one === "'" ? one : one === undefined ? '\\"' : token
  })
  return `"${escaped}"`
}

/**
 * `JSON.parse` that turns integers beyond the safe range into text with all digits, and bytes that are a text into that text. Throws a SyntaxError as
 * `JSON.parse` does.
 */
export function parseKeepingIntegers(text: string): unknown {
  return withTextsOfBytes(JSON.parse(mayHoldLongIntegers(text) ? keepLongIntegers(text) : text), text)
}

/** The same of a text that may be damaged; null: it is no JSON. */
export function valueIn(text: string): unknown {
  try {
    return parseKeepingIntegers(text)
  } catch {
    return null
  }
}

/** V8 finds the repeated class several times faster than `\d{16}`. */
const sixteenDigits = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/g

/** Signs before digits outside a string; after a quotation mark digits are text already. */
const beforeNumber = /^[[:,\s-]?$/
const digitsBehind = 17

function mayHoldLongIntegers(text: string): boolean {
  sixteenDigits.lastIndex = 0
  while (sixteenDigits.test(text))
    if (beforeNumber.test(text.charAt(sixteenDigits.lastIndex - digitsBehind))) return true
  return false
}

const maxFields = 10_000
const tooMany =
  'This object has more than 10,000 fields, so it is not one user. If its fields are users, export them as a list.'

/** Whether a text of this length may have more than `maxFields` names. */
export function mayHaveManyFields(length: number): boolean {
  return length > maxFields * 4
}

/** Quotes integers beyond the safe range. Strings are matched too, so that digits within them are left alone. */
function keepLongIntegers(text: string): string {
  return text.replaceAll(/"[^"\\]*(?:\\(?:.|$)[^"\\]*)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  )
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
