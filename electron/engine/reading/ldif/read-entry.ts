import { isUtf8 } from 'node:buffer'
import { countLogins, loginsOf } from '../control-totals/login-scan.ts'
import { decodeText } from '../encoding.ts'
import type { Parsed } from '../scan-records.ts'

/** Attributes that the reader of directories asks for, as their schemas write them. */
const usual = [
  'dn',
  'objectClass',
  'uid',
  'cn',
  'sn',
  'givenName',
  'displayName',
  'mail',
  'mailAlternateAddress',
  'proxyAddresses',
  'telephoneNumber',
  'mobile',
  'homePhone',
  'userPassword',
  'authPassword',
  'unicodePwd',
  'sambaNTPassword',
  'sambaLMPassword',
  'entryUUID',
  'nsUniqueId',
  'ipaUniqueID',
  'objectGUID',
  'objectSid',
  'sAMAccountName',
  'userPrincipalName',
  'userAccountControl',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'inetUserStatus',
  'accountExpires',
  'shadowExpire',
  'krbPrincipalExpiration',
  'loginDisabled',
  'createTimestamp',
  'whenCreated',
  'modifyTimestamp',
  'memberOf',
  'jpegPhoto',
]

const spelling = new Map(usual.map((name) => [name.toLowerCase(), name]))

/** Spellings that are remembered. Entries repeat some dozen; a file may give each of its lines one of its own. */
const maxKnown = 500

const known = new Map<string, string | null>()

/**
 * The name of an attribute, which directories compare without regard to case: as its schema writes it where it is known,
 * else in lower case, so that it is the same in every entry. `binary` and languages behind a semicolon are left out. Null: no attribute
 * can have this name.
 */
function attributeName(description: string): string | null {
  const before = known.get(description)
  if (before !== undefined) return before
  const [type = ''] = description.split(';', 1)
  const plain = type.trim().toLowerCase()
  const name = /^[a-z\d][\w.-]{0,199}$/.test(plain) ? (spelling.get(plain) ?? plain) : null
  if (known.size < maxKnown && description.length <= maxDescription) known.set(description, name)
  return name
}

/** A longer one is no attribute. */
const maxDescription = 200

/** Values of one entry: a list where an attribute has several. */
type Values = Record<string, string | string[]>

const maxAttributes = 10_000

/**
 * One block of lines of LDIF (RFC 2849) as a record by attribute. Null: comments, the version, or the end of a search that went well.
 * Folded lines are joined, base64 is decoded, references to other files are never opened.
 */
export function readEntry(text: string): Parsed | null {
  const { lines, folded } = unfold(text)
  if (/^version:\s*\d+\s*$/i.test(lines[0] ?? '')) {
    lines.shift()
    folded.shift()
  }
  const [first] = lines
  if (first === undefined) return null
  if (!/^dn:/i.test(first)) return readNoEntry(lines)
  if (lines.length > maxAttributes) return unreadable(tooMany)
  const values: Values = {}
  const decoded: Decoded = { emails: 0, hashes: 0, isCounted: true }
  let fault: string | null = null
  let changed: string | null = null
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isControl(line)) changed ??= /^changetype:\s*(\w+)/i.exec(line)?.[1]?.toLowerCase() ?? null
    else fault ??= addValue(values, line, folded[at] === true, decoded)
  }
  // The lines of a change are no attributes.
  if (changed !== null && changed !== 'add') return unreadable(change)
  if (fault !== null) return unreadable(fault)
  if (!decoded.isCounted) return { kind: 'record', value: values }
  return { kind: 'record', value: values, decoded: loginsOf(decoded.emails, decoded.hashes) }
}

/** The logins in values of base64, of which the bytes show none. `isCounted`: false where the bytes may show a part of another value. */
type Decoded = { emails: number; hashes: number; isCounted: boolean }

/** Lines of an entry beside its attributes. */
function isControl(line: string): boolean {
  const first = line.charCodeAt(0)
  return (first === 99 || first === 67) && /^(?:changetype|control):/i.test(line)
}

/** Lines without comments, and which of them were folded: a line that begins with a blank continues the one before it. */
function unfold(written: string): { readonly lines: string[]; readonly folded: boolean[] } {
  const text = written.includes('\r') ? written.replaceAll(/\r\n?/g, '\n') : written
  const lines: string[] = []
  const folded: boolean[] = []
  for (let start = 0; start < text.length;) {
    let end = endOfLine(text, start)
    let line = text.slice(start, end)
    const isFolded = text.charCodeAt(end + 1) === blank
    while (text.charCodeAt(end + 1) === blank) {
      const next = endOfLine(text, end + 2)
      line += text.slice(end + 2, next)
      end = next
    }
    if (line !== '' && line.charCodeAt(0) !== numberSign) {
      lines.push(line)
      folded.push(isFolded)
    }
    start = end + 1
  }
  return { lines, folded }
}

const blank = 32
const numberSign = 35
const colonSign = 58

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Adds the value of a line; answers why it cannot be read. */
function addValue(values: Values, line: string, isFolded: boolean, decoded: Decoded): string | null {
  const colon = line.indexOf(':')
  const name = attributeName(line.slice(0, Math.max(0, colon)))
  if (name === null) return noAttribute
  const rest = line.slice(colon + 1)
  const value = rest.startsWith('<') ? reference(name) : valueOf(name, rest)
  if (value === null) return rest.startsWith('<') ? otherFile : badBase64
  noteDecoded(decoded, rest, value, isFolded)
  const before: unknown = values[name]
  // A member that every object inherits is neither.
  if (typeof before === 'string') values[name] = [before, value]
  else if (Array.isArray(before)) before.push(value)
  else values[name] = value
  return null
}

function noteDecoded(decoded: Decoded, rest: string, value: string, isFolded: boolean): void {
  if (rest.charCodeAt(0) === colonSign) {
    const { emails, hashes } = countLogins(value)
    decoded.emails += emails
    decoded.hashes += hashes
  } else if (isFolded && /[@$}\\]/.test(value)) decoded.isCounted = false
}

function valueOf(name: string, rest: string): string | null {
  if (rest.charCodeAt(0) === colonSign) {
    const bytes = readBase64(rest.slice(1))
    return bytes === null ? null : bytesAsText(name, bytes)
  }
  if (rest.charCodeAt(0) !== blank) return rest
  return rest.charCodeAt(1) === blank ? rest.replace(/^ +/, '') : rest.slice(1)
}

/** Pictures and certificates matter to no login, so their user is not given up for them. */
const besideLogins = /photo|picture|audio|certificate|pkcs12|logo/i

function reference(name: string): string | null {
  return besideLogins.test(name) ? '(in another file, which is not opened)' : null
}

/** Lines that `ldapsearch` writes around its entries, and lines that are no entry at all. */
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

/** The value of one attribute as text; bytes that are no text are described, not shown. */
function bytesAsText(name: string, bytes: Buffer): string {
  if (name === 'objectGUID' && bytes.length === 16) return guidOf(bytes)
  // A password is text in whatever encoding the directory was given.
  if (name === 'userPassword') return decodeText(bytes)
  return isText(bytes) ? bytes.toString('utf8') : `(${bytes.length} bytes)`
}

/** The bytes of base64 text; null where it is none. Blanks within are not part of it. */
function readBase64(text: string): Buffer | null {
  const trimmed = text.trim()
  const bare = /\s/.test(trimmed) ? trimmed.replaceAll(/\s+/g, '') : trimmed
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : null
}

function isText(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false
  }
  return true
}

/** Active Directory keeps the first three groups of a GUID with their bytes in reverse. */
function guidOf(bytes: Buffer): string {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  const hex = Buffer.from(order.map((index) => bytes[index] ?? 0)).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
