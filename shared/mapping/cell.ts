import { holdsVariable } from '../hashes/variable.ts'
import { computedText, isComputed } from '../computed-value.ts'
import { bareText } from '../hashes/bare-text.ts'
import { addressBesideName } from '../users/address-beside-name.ts'
import { isRoundedNumber } from '../users/rounded-number.ts'
import { writtenDate } from '../users/written-date.ts'
import { verifiedByWord } from './names/composed/verified-names.ts'
import { stateByWord } from './names/standing/status-words.ts'
import { valuesInLanguages } from './names/standing/standing-in-languages.ts'

/** Stands for a value that has members of its own, such as a ban with its reason. */
export const anObject = '(an object)'

/** Stands for an empty cell, or a field that is not there. */
export const noValue = '(no value)'

/** Stands for a code that a program made by chance: it is never shown. */
export const aCode = '(a code)'

/** Whether a text is one word made by chance, as programs send it to confirm an address: digits among letters, or letters of both cases. */
export function isRandomCode(text: string): boolean {
  return /^(?=\D*\d|.*[a-z][A-Z])[\w+/=-]{4,128}$/.test(text) && !isTime(text)
}

const noTime = /^(?:0000-00-00|0001-01-01|9999-)|^(?:00000000|99991231)(?:\d{6})?$/

/** Whether a value stands for no time where a date is expected: a date of zeros, or the first or last one of a calendar. */
export function isNoTime(text: string): boolean {
  return noTime.test(text)
}

/** Whether a date is that of a zero in seconds, at which nothing happened: programs write it for none. */
export function isEpoch(text: string): boolean {
  return /^(?:1970-01-01|1969-12-31)(?!\d)/.test(text)
}

/**
 * A value as text: numbers with their digits, of a list its first element; null for nothing in any spelling (`NULL`, `\N`, blanks). A
 * computed value is written like one, and what is read of its record goes through `withoutComputed`.
 */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' || bareText(value) === '' ? null : value
  if (Array.isArray(value)) return firstText(value, deepest)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  return isComputed(value) ? computedText(value) : null
}

/** A value as text without the blanks around it; empty for nothing. */
export function trimmedText(value: unknown): string {
  return textOf(value)?.trim() ?? ''
}

/** Lists in lists that are looked into. */
const deepest = 8

function firstText(list: readonly unknown[], levels: number): string | null {
  for (const element of list) {
    const inside = Array.isArray(element)
    const text = inside ? (levels > 0 ? firstText(element, levels - 1) : null) : textOf(element)
    if (text !== null) return text
  }
  return null
}

/** The same for an email or a phone number: a cell may hold several, `a@x.org|b@x.org`, `["a@x.org"]` or `{a@x.org,b@x.org}`. */
export function contactOf(value: unknown): string | null {
  const text = withoutScheme(withoutTextMark(textOf(value)))
  // The comma of a number that a spreadsheet rounded is none between two contacts.
  if (text !== null && isRoundedNumber(text)) return text
  if (text === null || !/[\s[\]{}|,;"<#]|\/\+/.test(text)) return text
  // Access writes a link as its text and its address: `Ann#mailto:ann@acme.example#`.
  const linked = text.includes('#mailto:') ? /#mailto:([^#\s]{1,320})#/i.exec(text) : null
  if (linked?.[1] !== undefined) return linked[1]
  if (!/[\s[\]{}|,;"<]|\/\+/.test(text) || isOfTemplate(text)) return text
  const named = /^[^<>@|;]{0,200}<\s*([^<>\s@|,;]{1,64}@[^<>\s@|,;]{1,255})\s*>$/.exec(text.trim())
  if (named?.[1] !== undefined) return named[1]
  const beside = text.includes('@') ? addressBesideName(text) : null
  if (beside !== null) return beside
  const [phone, ...others] = text.includes('@') ? [] : phonesIn(text)
  if (phone !== undefined && others.length > 0) return phone
  const parts = text
    .trim()
    .replace(/^[[{]/, '')
    .replace(/[\]}]$/, '')
    .split(/[|,;\n]/)
    .map((part) =>
      part
        .trim()
        .replaceAll(/^["']|["']$/g, '')
        .trim(),
    )
    .filter((part) => part !== '')
  return parts.find((part) => part.includes('@')) ?? parts[0] ?? null
}

/** An address without the scheme of a link before it: `mailto:ann@acme.example`. */
function withoutScheme(text: string | null): string | null {
  return text?.includes(':') === true ? text.replace(/^\s*(?:mailto|smtp|sip):(?=[^\s@]+@)/i, '') : text
}

/** Whether a text has a variable in it, `user@${HOST}`, and is no list in brackets as PostgreSQL writes one. */
function isOfTemplate(text: string): boolean {
  return holdsVariable(text) && !/^\{[^{}]*\}$/.test(text.trim())
}

/**
 * Spreadsheets put an apostrophe before digits that are to stay as they are; Shopify does before ids and phone numbers. Some
 * tools put whole values between two.
 */
export function withoutTextMark(text: string | null): string | null {
  if (text?.charCodeAt(0) !== apostrophe) return text
  const inside = /^'([^']+)'$/.exec(text)?.[1]
  return inside ?? (/^'\+?\d[\d ()./-]*$/.test(text) ? text.slice(1) : text)
}

const apostrophe = 39

// Programs that know no empty whole number write all numbers of a column with a fraction: `1.0`.
// Exports of MySQL and PostgreSQL write bits so.
const yes = new Set([
  "b'1'",
  '0x01',
  '\\x01',
  '\u0001',
  'true',
  '1',
  '1.0',
  'yes',
  't',
  'y',
  'on',
  'verified',
  'confirmed',
  ...valuesInLanguages.yes,
])
const no = new Set([
  "b'0'",
  '0x00',
  '\\x00',
  '\u0000',
  'false',
  '0',
  '0.0',
  'no',
  'f',
  'n',
  'off',
  'unverified',
  'unconfirmed',
  'none',
  'never',
  ...valuesInLanguages.no,
])

/** Yes or no, however it is written. The time at which something happened is a yes; null for anything else and for nothing. */
export function booleanOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  // As nearly every column of answers says it.
  if (value === 'true') return true
  if (value === 'false') return false
  const cellText = textOf(value)
  if (cellText === null) return null
  const text = cellText.trim().toLowerCase()
  if (yes.has(text)) return true
  if (no.has(text) || isNoTime(text)) return false
  return isTime(text) ? true : verifiedByWord(text)
}

const compactDate = /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|99991231)$/

/** Whether eight digits are a date of our days, `20240131`, as Korean boards and SAP write it, or the last one that there is. */
export function isCompactDate(text: string): boolean {
  return text.length === 8 && compactDate.test(text)
}

/**
 * A date with a year first, also without marks (`20240131`), or seconds or milliseconds since 1970; also what spreadsheets make of either: `1/15/2024 10:30`,
 * `15.01.2024`, `1.70E+12`; and what people write: `3. März 2024`.
 */
export function isTime(text: string): boolean {
  return timeText.test(text) || isCompactDate(text) || writtenDate(text) !== null
}

/** In one pattern, because columns of codes are asked value by value. */
const timeText = new RegExp(
  `^(?:${[
    /\d{4}-\d\d-\d\d/,
    /\d{4}\/\d\d?\/\d\d?/,
    // The generalized time of directories.
    /\d{14}(?:[.,]\d+)?Z$/,
    /\d{9,16}(?:\.\d+)?$/,
    // A spreadsheet's.
    /(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1(?:\d{4}|\d\d),?(?: \d{1,2}:\d\d(?::\d\d)?(?: [ap]m)?)?$/,
    // Seconds, milliseconds or microseconds since 1970, rounded.
    /\d(?:[.,]\d+)?e\+(?:0?9|1[0-6])$/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'i',
)

/** The bit of a disabled account in `userAccountControl`, [MS-ADTS] 2.2.16. */
const accountDisabled = 2

/** Whether the flags of Active Directory say that the account is off. */
export function disabledByFlags(value: unknown): boolean {
  const flags = Number(trimmedText(value))
  return Number.isSafeInteger(flags) && (flags & accountDisabled) !== 0
}

/** Whether the flags of Samba, a letter for each in brackets, say that the account is off: D is disabled, L locked (`smbpasswd(5)`). */
export function disabledBySambaFlags(value: unknown): boolean {
  const flags = trimmedText(value)
  return /^\[?[A-Z ]{1,20}\]?$/.test(flags) && /[DL]/.test(flags)
}

/** Whether a status word says that the account was deleted. */
export function deletedByWord(value: unknown): boolean {
  return stateByWord(textOf(value) ?? '') === 'deleted'
}

/** Whether a status word says that the account is off, or deleted; null for a word that is not known. */
export function disabledByWord(value: unknown): boolean | null {
  const state = stateByWord(textOf(value) ?? '')
  return state === null ? null : state !== 'active'
}

/**
 * Whether a text is written like a phone number: six to fifteen digits with the usual marks, and no date with marks. Ten digits alone may be
 * a time in seconds as well, so the name of the column has to say which it is. `least`: digits without such a name.
 */
export function isPhone(value: string, least = 6): boolean {
  const text = /[a-z#]/i.test(value) ? value.trim().replace(extension, '') : value.trim()
  // No country has a code that begins with 0.
  if (text.length > 40 || !/^(?:tel:)?(?:\+(?!0))?[\d\s()./-]+$/i.test(text) || isDecimal(text)) return false
  const digits = text.replaceAll(/\D/g, '').length
  return digits >= least && digits <= 15 && (/^\+?\d+$/.test(text) || !isTime(text))
}

/** The phone numbers that a text consists of: one, or several with a separator or a word between them; empty where it is anything else. */
export function phonesIn(text: string): readonly string[] {
  if (isPhone(text)) return [text.trim()]
  // A slash stands within a number as well, behind the code of its area.
  for (const separator of [betweenPhones, slashBetweenPhones]) {
    const parts = text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (parts.length > 1 && parts.length <= maxPhones && parts.every((part) => isPhone(part))) return parts
  }
  return []
}

const maxPhones = 5
const betweenPhones = /[,;|\n]|\s(?:or|oder|ou|o|y|et|und|e|и|\/)\s|\/(?=\+)/u
const slashBetweenPhones = /[,;/|\n]/

/** The number of a phone within an office: no code is sent there, and planning says so. */
const extension =
  /(?<=\d)\s{0,2}(?:,|;)?\s{0,2}(?:ext(?:ension)?|extn|x|#|poste|durchwahl|toestel)[.:]?\s{0,2}\d{1,6}$/i

/** Whether a text is a number of a fixed precision, as databases write it: `0.000000`, `12.340000`. */
function isDecimal(text: string): boolean {
  return /^\d{1,12}\.\d{0,8}0000$/.test(text)
}

/**
 * Whether a text is an amount, of money or anything else, and so no code: it has a fraction or is well below zero. A small whole number with the
 * fraction of one digit, `2.0`, may be a code.
 */
export function isAmount(text: string): boolean {
  if (/^-?\d{1,2}\.0$/.test(text.trim())) return false
  return text.length <= 30 && /^-?\d+[.,]\d+$|^-\d{2,}$/.test(text.trim())
}
