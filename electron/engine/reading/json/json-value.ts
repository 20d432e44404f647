import { isObject } from '../../../../shared/json.ts'
import type { Tokenizer } from '../cursor.ts'
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

/** Brackets within brackets that a record may have; users have five or six. */
const deepest = 200

/** The bytes that mean something in a string; all others are passed quickly. */
const endsPlain = new Uint8Array(256)
for (const byte of [quote, backslash, newline]) endsPlain[byte] = 1

/**
 * Follows one JSON value by its brackets and strings only; whether it is JSON is for the parser. Brackets that do not
 * match and line ends inside strings are faults; with `oneLine` any line end inside the value is. Below `deepest`
 * brackets are only counted.
 */
export function createValueTokenizer(oneLine: boolean) {
  let open: number[] = []
  let below = 0
  let tooDeep = false
  let inString = false
  let escaped = false

  /** The end of the string, at its quotation mark or a line end; the number of bytes if it continues after them. */
  const passString = (bytes: Buffer, from: number): number => {
    let at = from
    if (escaped && at < bytes.length && bytes[at] !== newline) {
      escaped = false
      at += 1
    }
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0
      if (endsPlain[byte] === 0) at += 1
      else if (byte !== backslash) break
      else if (at + 1 < bytes.length) at += bytes[at + 1] === newline ? 1 : 2
      else {
        escaped = true
        at += 1
      }
    }
    return at
  }

  const follow: Tokenizer = (bytes, from) => {
    for (let at = from; at < bytes.length; at += 1) {
      if (inString) {
        at = passString(bytes, at)
        if (at === bytes.length) break
        if (bytes[at] === newline) return { kind: 'fault', at }
        inString = false
        if (open.length === 0) return { kind: 'end', at: at + 1 }
        continue
      }
      const byte = bytes[at]
      if (byte === quote) {
        inString = true
      } else if (byte === openBrace || byte === openBracket) {
        if (open.length < deepest) open.push(byte)
        else {
          below += 1
          tooDeep = true
        }
      } else if (byte === closeBrace || byte === closeBracket) {
        if (open.length === 0) return { kind: 'end', at }
        if (below > 0) {
          below -= 1
          continue
        }
        if (open.pop() !== byte - 2) return { kind: 'fault', at }
        if (open.length === 0) return { kind: 'end', at: at + 1 }
      } else if (open.length === 0 && (byte === comma || isBlank(byte))) {
        return { kind: 'end', at }
      } else if (oneLine && byte === newline) {
        return { kind: 'fault', at }
      }
    }
    return { kind: 'more' }
  }
  return {
    begin: () => {
      open = []
      below = 0
      tooDeep = false
      inString = false
      escaped = false
    },
    follow,
    /** A number or word ends where the content ends. */
    isWord: () => open.length === 0 && !inString,
    /** Programs that take values apart would not get to the end of this one. */
    isTooDeep: () => tooDeep,
  }
}

/**
 * One JSON object. Integers that a number cannot hold exactly keep their digits as text: ids of 17 and more digits
 * are common. The parser's own message is not passed on, because it repeats parts of the text.
 */
export function parseJson(text: string): Parsed {
  let value: unknown
  try {
    value = parseKeepingIntegers(text)
  } catch {
    const inShell = readShellForm(text)
    if (inShell === null)
      return { kind: 'unreadable', reason: looksPrinted(text) ? printed : 'This record is not valid JSON.' }
    value = inShell.value
  }
  if (!isObject(value)) {
    return {
      kind: 'unreadable',
      reason: `This is ${nameOf(value)}, not an object with the fields of a user. Export an object for each user.`,
    }
  }
  // Minimum length of a text with `maxFields` names.
  const isLong = text.length > maxFields * 4
  if (isLong && Object.keys(value).length > maxFields) return { kind: 'unreadable', reason: tooMany }
  return { kind: 'record', value }
}

/** Wrappers of the MongoDB shell around values, as `ObjectId("...")`; strings are matched too, and stay as they are. */
const shellValue =
  /"[^"\\]*(?:\\(?:.|$)[^"\\]*)*(?:"|$)|\b(?:new )?(ObjectId|ISODate|Date|UUID|NumberLong|NumberInt|NumberDecimal)\( ?("[^"\\]{0,100}"|-?\d[\d.]{0,40})? ?\)/gs
const mayBeShell = /\b(?:ObjectId|ISODate|UUID|NumberLong|NumberInt|NumberDecimal)\(/

/** Output of a shell is not read: it leaves out rows, fields and members of long lists. */
const printed =
  'This record is not JSON but was printed by a shell, which cuts long lists short. Export it with mongoexport, or print JSON with EJSON.stringify.'

/** Whether a record has names without quotation marks, as shells print objects of JavaScript. */
function looksPrinted(text: string): boolean {
  return /^\{\s{0,100}[A-Za-z_$][\w$]{0,100}\s?:/.test(text)
}

/** A record as MongoDB's shell prints it; null where it is none. */
function readShellForm(text: string): { readonly value: unknown } | null {
  if (!mayBeShell.test(text)) return null
  const plain = text.replaceAll(shellValue, (token, name: string | undefined, value = 'null') => {
    if (name === undefined) return token
    if (name === 'ObjectId') return `{"$oid":${value}}`
    return name === 'ISODate' || name === 'Date' ? `{"$date":${value}}` : value
  })
  try {
    return { value: parseKeepingIntegers(plain) }
  } catch {
    return null
  }
}

/** `JSON.parse` that keeps the digits of integers beyond 2^53, as text. Throws what `JSON.parse` throws. */
export function parseKeepingIntegers(text: string): unknown {
  return JSON.parse(mayHoldLongIntegers(text) ? keepLongIntegers(text) : text)
}

/** Looked for first: spelled out, it is found several times faster than `\d{16}`, and what stands before a number. */
const sixteenDigits = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/

/** Behind a quotation mark they are a text already. */
const longInteger = /(?:^|[[:,\s]|-)\d{16}/

function mayHoldLongIntegers(text: string): boolean {
  return sixteenDigits.test(text) && longInteger.test(text)
}

const maxFields = 10_000
const tooMany =
  'This object has more than 10,000 fields, so it is not one user. If its fields are users, export them as a list.'

/** Puts integers beyond 2^53 in quotation marks. Strings are matched too, so that digits in them stay as they are. */
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
