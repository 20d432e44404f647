import { hashesIn, hashLikeness } from '../../hashes/hash-likeness.ts'
import { maskHash } from '../../hashes/mask-hash.ts'
import { headerName } from '../names/header-names.ts'

/** A cheap look that tells nearly every name apart: only what is long or has one of these signs can hold a hash. */
const maySecret = /[${*%&=]|\S{13}|\spass/

/**
 * The name of a column, table, file or entry as it may be shown anywhere. In a file without a header, or with users as keys, a name can
 * be a value: a password hash in it is masked.
 */
export function shownName(name: string): string {
  if (!maySecret.test(name)) return name
  if (hashLikeness(name) !== null) return maskHash(name)
  return hashesIn(name).reduce(
    (shown, hash) => shown.replaceAll(hash, () => maskHash(hash)),
    withoutPasswords(withoutKey(name)).replaceAll(digest, maskHash),
  )
}

/** A digest within a longer text, such as a line of `name:digest:salt`. */
const digest = /(?<![\da-z])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{32,}(?![\da-z])/gi

/** Whether a name is a value that must not be shown, such as a password hash. */
export function isSecretName(name: string): boolean {
  return shownName(name) !== name
}

/**
 * Whether the cell of a first row may be a secret instead of the name of a column: a hash, an ID in hexadecimal, or a clear password of letters, digits
 * and signs that no column is called with.
 */
export function isSecretCell(cell: string): boolean {
  const text = cell.trim()
  if (isSecretName(text) || hexadecimal.test(text)) return true
  if (!clearPassword.test(text) || !/[!@#$%^&*+=?~]/.test(text.replace(/^[@#$]|[?*]$/g, ''))) return false
  const name = headerName(text)
  return name === null || name === 'password'
}

const hexadecimal = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i
const clearPassword = /^(?=.*\p{L})(?=.*\d)\S{6,64}$/u

/** A text of many lines without the hashes that names or messages brought into it. */
export function withoutHashes(text: string): string {
  return maySecret.test(text) ? text.split('\n').map(withoutHashesInLine).join('\n') : text
}

/** Hashes of one line are found a few at a time. */
const maxLooks = 100

function withoutHashesInLine(line: string): string {
  let shown = withoutKey(line)
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const found = hashesIn(shown)
    if (found.length === 0) break
    for (const hash of found) shown = shown.replaceAll(hash, () => maskHash(hash))
  }
  return shown
}

/** The secret in an address of an authenticator app. */
const appKey = /(otpauth:[^\s"'<>]{0,400}?[?&;]secret=)[A-Z2-7=]{8,}/gi

/** The password in an address of a server, `postgres://app:••••@db`. */
const inAddress = /([a-z][\w+.-]{1,30}:\/\/[^\s:/@]{0,100}:)[^\s@]{1,200}(?=@)/gi
/** The password behind its name in a setting, `SMTP_PASSWORD=••••`, `Pwd=••••;`. */
const inSetting = /((?:passw(?:or)?d|passwort|pwd|pass|secret|token|api_?key)["']?\s?=\s?)(?!••••)[^\s;,&]{6,200}/gi
/** The password of a machine in `.netrc`. */
const ofMachine = /(\s(?:login|account|user)\s+\S{1,200}\s+pass(?:word|wd)?\s+)\S{1,200}/gi

function withoutKey(text: string): string {
  return text.includes('secret=') ? text.replaceAll(appKey, '$1••••') : text
}

/** A line of settings or of servers that was taken for names, without its passwords. */
function withoutPasswords(name: string): string {
  return mayHavePassword.test(name)
    ? name.replaceAll(inAddress, '$1••••').replaceAll(inSetting, '$1••••').replaceAll(ofMachine, '$1••••')
    : name
}

const mayHavePassword = /:\/\/|pass|pwd|secret|token|key/i
