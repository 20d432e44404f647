import type { Parsed } from '../scan-records.ts'
import { attributeName } from './attribute-names.ts'
import { bytesAsText, readBase64 } from './attribute-value.ts'

/** Values of one entry: a list where an attribute has several. */
type Values = Record<string, string | string[]>

const maxAttributes = 10_000

/**
 * One block of lines of LDIF (RFC 2849) as a record by attribute. Null: comments, the version, or the end of a search that went well.
 * Folded lines are joined, base64 is decoded, references to other files are never opened.
 */
export function readEntry(text: string): Parsed | null {
  const lines = unfold(text)
  if (/^version:\s*\d+\s*$/i.test(lines[0] ?? '')) lines.shift()
  const [first] = lines
  if (first === undefined) return null
  if (!/^dn:/i.test(first)) return readNoEntry(lines)
  if (lines.length > maxAttributes) return unreadable(tooMany)
  const values: Values = {}
  let fault: string | null = null
  let changed: string | null = null
  for (const line of lines) {
    if (isControl(line)) changed ??= /^changetype:\s*(\w+)/i.exec(line)?.[1]?.toLowerCase() ?? null
    else fault ??= addValue(values, line)
  }
  // The lines of a change are no attributes.
  if (changed !== null && changed !== 'add') return unreadable(change)
  return fault === null ? { kind: 'record', value: values } : unreadable(fault)
}

/** What stands in an entry beside its attributes. */
function isControl(line: string): boolean {
  const first = line.charCodeAt(0)
  return (first === 99 || first === 67) && /^(?:changetype|control):/i.test(line)
}

/** Lines without comments. One that begins with a blank goes on with the one before it. */
function unfold(text: string): string[] {
  // Nearly all files end their lines alike, and a text is searched much faster than a pattern.
  const lines = text.includes('\r')
    ? text.replaceAll(/\r?\n[ ]|\r[ ]/g, '').split(/\r\n|\n|\r/)
    : text.replaceAll('\n ', '').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

/** Adds the value of a line; answers why it cannot be read. */
function addValue(values: Values, line: string): string | null {
  const colon = line.indexOf(':')
  const name = attributeName(line.slice(0, Math.max(0, colon)))
  if (name === null) return noAttribute
  const rest = line.slice(colon + 1)
  const value = rest.startsWith('<') ? reference(name) : valueOf(name, rest)
  if (value === null) return rest.startsWith('<') ? otherFile : badBase64
  const before = Object.hasOwn(values, name) ? values[name] : undefined
  if (before === undefined) values[name] = value
  else if (Array.isArray(before)) before.push(value)
  else values[name] = [before, value]
  return null
}

function valueOf(name: string, rest: string): string | null {
  if (!rest.startsWith(':')) return rest.startsWith(' ') ? rest.replace(/^ +/, '') : rest
  const bytes = readBase64(rest.slice(1))
  return bytes === null ? null : bytesAsText(name, bytes)
}

/** Pictures and certificates matter to no login, so their user is not given up for them. */
const besideLogins = /photo|picture|audio|certificate|pkcs12|logo/i

function reference(name: string): string | null {
  return besideLogins.test(name) ? '(in another file, which is not opened)' : null
}

/** What `ldapsearch` writes around its entries, and what is none at all. */
function readNoEntry(lines: readonly string[]): Parsed | null {
  if (lines.some((line) => /^ref:/i.test(line))) return unreadable(referral)
  const result = lines.map((line) => /^result:\s*(\d+)/.exec(line)?.[1]).find((code) => code !== undefined)
  if (result === undefined) return unreadable(noDn)
  return result === '0' ? null : { ...unreadable(endedEarly(result)), truncates: true }
}

const tooMany = 'This entry has more than 10,000 values, as no user has.'
const change =
  'This is a change to an entry, not an entry. Export the entries themselves, for example with "ldapsearch -LLL" or "slapcat".'
const noAttribute = 'This entry has a line that is no attribute with a value.'
const badBase64 = 'A value of this entry is not valid base64: it was cut or changed.'
const otherFile =
  'A value of this entry is in another file, which is not opened. Export the entries again without "-t", so that their values are in this file.'
const referral =
  'This is a reference to another directory server. Its entries are not in this file: export them from that server.'
const noDn = 'These lines do not begin with the name of an entry ("dn:").'

/** Result codes of RFC 4511, 4.1.9. */
function endedEarly(code: string): string {
  const why = code === '4' ? 'at its size limit' : code === '3' ? 'at its time limit' : 'with an error'
  return `The directory ended the search ${why}, so entries are missing. Export with paged results ("-E pr=1000/noprompt"), or as its administrator.`
}

function unreadable(reason: string): Extract<Parsed, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason }
}
