import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { Parsed } from './scan-records.ts'

/**
 * One JSON object. Integers that a number cannot hold exactly keep their digits as text: ids of 17 and more digits
 * are common. The parser's own message is not passed on, because it repeats parts of the text.
 */
export function parseJson(text: string): Parsed {
  let value: unknown
  try {
    value = parseKeepingIntegers(text)
  } catch {
    return { kind: 'unreadable', reason: 'This record is not valid JSON.' }
  }
  if (!isRecord(value)) {
    return { kind: 'unreadable', reason: `This is ${nameOf(value)}, not an object with the fields of a user.` }
  }
  // So many names take more than this to write.
  const isLong = text.length > maxFields * 4
  if (isLong && Object.keys(value).length > maxFields) return { kind: 'unreadable', reason: tooMany }
  return { kind: 'record', value }
}

/** `JSON.parse` that keeps the digits of integers beyond 2^53, as text. Throws what `JSON.parse` throws. */
export function parseKeepingIntegers(text: string): unknown {
  return JSON.parse(mayHoldLongIntegers(text) ? keepLongIntegers(text) : text)
}

function isRecord(value: unknown): value is SourceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
