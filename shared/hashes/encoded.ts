import { isObject, parseJson } from '../json.ts'
import { base64 } from './base64.ts'

/** A text that something on the way had put into another form, and what that was, for people. */
type Decoded = { readonly text: string; readonly how: string }

/**
 * Takes off one form that tools put a whole text into: quotes, bytes in hexadecimal or base64, escapes of web addresses, pages and
 * JSON. Null where it is in none. The result counts only where it is exactly one whole hash.
 */
export function decode(text: string): Decoded | null {
  if (text.length > longest || !mayBeEncoded(text)) return null
  for (const { looks, read, how } of forms) {
    if (!looks(text)) continue
    const inside = read(text)
    if (inside !== null && inside !== text) return { text: inside, how }
  }
  return null
}

const longest = 2048

/** A cheap look at the signs of all forms below, which nearly no other text has. */
function mayBeEncoded(text: string): boolean {
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)]
  return isTelling(first) || isTelling(last) || encodedBeginning.test(text) || signOfForm.test(text)
}

/** Neither a letter, a digit nor a sign that hashes and names begin or end with. */
function isTelling(code: number): boolean {
  return !(code < 128 && plainEnds[code] === 1)
}

const plainEnds = new Uint8Array(128)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789$./+-_*!{:@')
  plainEnds[sign.charCodeAt(0)] = 1
const encodedBeginning = /^(?:\$\$|24|0x|JDJ|JGF|JGZ)/i
const signOfForm = /[%&\\'"]/

type Form = {
  readonly looks: (text: string) => boolean
  readonly read: (text: string) => string | null
  readonly how: string
}

const untouched = 'the hash itself is untouched.'

/** Also a lone one, whose partner was lost with the end of a cell, and pairs of languages that the first form does not name. */
const quoteAtStart = /^["'`´‘’‚‛“”„‟‹›«»′″「『]/
const quoteAtEnd = /["'`´‘’‚‛“”„‟‹›«»′″」』]$/

const invisible = /[\u200b-\u200d\u2060\ufeff]/

/** The more telling first. A search through the whole text looks at its ends first. */
const forms: readonly Form[] = [
  {
    looks: (text) => /^(?:“.*”|„.*[“”]|‘.*’|«.*»|`.*`|''.*''|"".*""|\\".*\\"|\\'.*\\')$/s.test(text),
    read: (text) => text.replace(/^(?:\\["']|""|''|.)/s, '').replace(/(?:\\["']|""|''|.)$/s, ''),
    how: `The quotation marks around it are removed; ${untouched}`,
  },
  {
    // Excel keeps a text as a text by writing it as a formula.
    looks: (text) => /^'?="[^"]+"$/.test(text),
    read: (text) => text.replace(/^'?="/, '').slice(0, -1),
    how: `The ="..." with which spreadsheets mark text is removed; ${untouched}`,
  },
  {
    looks: (text) => invisible.test(text.charAt(0)) || invisible.test(text.charAt(text.length - 1)),
    read: (text) => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, ''),
    how: `The invisible characters around it are removed; ${untouched}`,
  },
  {
    looks: (text) => /^(?:\[.*\]|\(.*\)|<.*>)$/s.test(text),
    read: (text) => text.slice(1, -1),
    how: `The brackets around it are removed; ${untouched}`,
  },
  {
    looks: (text) => (text.endsWith(';') || text.endsWith(',')) && /^\S{31,}$/.test(text),
    read: (text) => text.slice(0, -1),
    how: `The separator behind it is removed; ${untouched}`,
  },
  {
    looks: (text) => /^(?:[en]|_[a-z0-9]+ ?)'[^']+'$/i.test(text),
    read: (text) => text.replace(/^[^']*'/, '').slice(0, -1),
    how: `The mark of a text in SQL around it is removed; ${untouched}`,
  },
  {
    looks: (text) => /^(?:decode|unhex|from_base64)\('[^']+'(?:,\s*'(?:hex|base64|escape)')?\)$/i.test(text),
    read: (text) => text.split("'")[1] ?? null,
    how: `It is taken out of the function of SQL around it; ${untouched}`,
  },
  {
    looks: (text) => /(?:\0|\\u0000|\\x00|\\0(?:00)?)$/.test(text),
    read: withoutZeroBytes,
    how: `The zero bytes behind it, which fill up a column of fixed width, are removed; ${untouched}`,
  },
  {
    looks: (text) => /^\$\$(?:2[abxy]|argon2(?:id|i|d))\$\$/.test(text),
    read: (text) => text.replaceAll('$$', () => '$'),
    how: `Dollar signs that were doubled on the way are single again; ${untouched}`,
  },
  {
    looks: (text) => text.charCodeAt(0) === openBrace && text.endsWith('}'),
    read: fromObject,
    how: `It is taken out of the object around it; ${untouched}`,
  },
  {
    looks: (text) => /^(?:bytearray\()?[bu](?:'[^']*'|"[^"]*")\)?$/i.test(text),
    read: (text) => text.replace(/^(?:bytearray\()?[bu]./i, '').replace(/.\)?$/, ''),
    how: `The b'...' that Python writes around bytes is removed; ${untouched}`,
  },
  {
    looks: (text) => /^'[^']+$/.test(text),
    read: (text) => text.slice(1),
    how: `The ' with which spreadsheets mark text is removed; ${untouched}`,
  },
  {
    looks: (text) => quoteAtStart.test(text) || quoteAtEnd.test(text),
    read: (text) => text.replace(quoteAtStart, '').replace(quoteAtEnd, ''),
    how: `The quotation mark beside it is removed; ${untouched}`,
  },
  {
    looks: (text) => /^(?:\\\\?x|0x|x'|X')?24(?:32|61|66)(?:[0-9a-f]{2}){10,}'?$/i.test(text),
    read: (text) => fromHex(text.replace(/^(?:\\\\?x|0x|x')/i, '').replace(/'$/, '')),
    how: `It was written as bytes in hexadecimal and is read back; ${untouched}`,
  },
  {
    looks: (text) => wrappedBase64.test(text),
    read: (text) => fromBase64(withoutLineBreaks(text)),
    how: `It was written in base64 and is read back; ${untouched}`,
  },
  {
    looks: (text) => /%(?:2[45bcdef]|3d)/i.test(text),
    read: (text) => text.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    how: `Characters that were encoded for a web address (%24) are read back; ${untouched}`,
  },
  {
    looks: (text) =>
      /&(?:#0*(?:36|38|43|44|46|47|61)|#x0*(?:2[46bcef]|3d)|amp|dollar|plus|comma|sol|period|equals);/i.test(text),
    read: readEntities,
    how: `Characters that were encoded for a web page are read back; ${untouched}`,
  },
  {
    looks: (text) => /\\0?(?:44|5[3467]|75)/.test(text),
    read: (text) =>
      text.replaceAll(/\\(0?[4-7][0-7]|1[0-7]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
    how: `Characters with a backslash before them are read back; ${untouched}`,
  },
  {
    looks: (text) => /\\(?:(?:u00|x)[2-7][0-9a-f]|[$/.=,+])/i.test(text),
    read: (text) =>
      text
        .replaceAll(/\\(?:u00|x)([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replaceAll(/\\([$/.=,+])/g, '$1'),
    how: `Characters with a backslash before them are read back; ${untouched}`,
  },
]

/** Null where anything but zero bytes follows the first one. */
function withoutZeroBytes(text: string): string | null {
  const at = text.search(/\0|\\(?:u00|x0)?0/)
  return /^(?:\0|\\u0000|\\x00|\\0(?:00)?)+$/.test(text.slice(at)) ? text.slice(0, at) : null
}

const openBrace = 123
const hashNames = /^(?:hash|password|password_?hash|value|digest|bcrypt|argon2|encrypted_?password)$/i
/** Fields beside a hash that are no part of it; a salt or pepper would be one. */
const besideHash = /^(?:alg|algo|algorithm|type|method|scheme|cost|rounds|iterations|version|created_?at|updated_?at)$/i

/** The one text in an object that says nothing against it, or the bytes of `Buffer` and of MongoDB as text. */
function fromObject(text: string): string | null {
  const fields = objectIn(text)
  if (fields === null) return null
  const { data, $binary } = fields
  if (fields['type'] === 'Buffer' && Array.isArray(data)) {
    const bytes = data.filter((byte) => typeof byte === 'number')
    const inside = String.fromCharCode(...bytes)
    return bytes.length === data.length && isPrintable(inside) ? inside : null
  }
  if (typeof $binary === 'object' && $binary !== null && 'base64' in $binary) {
    return typeof $binary.base64 === 'string' ? $binary.base64 : null
  }
  const names = Object.keys(fields)
  const [name, ...more] = names.filter((one) => hashNames.test(one))
  if (name === undefined || more.length > 0 || !names.every((one) => one === name || besideHash.test(one))) return null
  const declared = names.flatMap((one) => (/^(?:alg|type|method|scheme)/i.test(one) ? [fields[one]] : []))
  if (!declared.every((word) => typeof word === 'string' && /^(?:bcrypt|argon2(?:id|i|d)?|\$?2[aby]?)$/i.test(word)))
    return null
  const inside = fields[name]
  return typeof inside === 'string' ? inside : null
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(text)
  return isObject(value) ? { ...value } : null
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  dollar: '$',
  plus: '+',
  comma: ',',
  sol: '/',
  period: '.',
  equals: '=',
}

function readEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,4})|#x([0-9a-f]{1,4})|([a-z]{3,6}));/gi,
    (all: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? all
      return String.fromCharCode(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
    },
  )
}

function fromHex(digits: string): string | null {
  let text = ''
  for (let at = 0; at < digits.length; at += 2) text += String.fromCharCode(parseInt(digits.slice(at, at + 2), 16))
  return isPrintable(text) ? text : null
}

/** The beginnings of bcrypt, Argon2 and Firebase scrypt. Mail and `base64` break the line after 64 or 76 characters. */
const wrappedBase64 = /^(?:JDJ|JGFyZ29u|JGZfc2Ny)[A-Za-z0-9+/_\r\n-]{20,}={0,2}$/

/** Base64 of a hash in one line; any other text as it is. */
export function withoutLineBreaks(text: string): string {
  return text.startsWith('J') && wrappedBase64.test(text) ? text.replaceAll(/[\r\n]/g, '') : text
}

function fromBase64(given: string): string | null {
  const text = Array.from(base64.decode(given), (byte) => String.fromCharCode(byte)).join('')
  return isPrintable(text) ? text : null
}

/** A hash is nothing but printable ASCII; a line end that a tool encoded with it does not belong to it. */
function isPrintable(text: string): boolean {
  return /^[!-~]+[\r\n]*$/.test(text)
}
