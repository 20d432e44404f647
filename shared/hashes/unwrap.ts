import { bareText } from './bare-text.ts'
import { readCredential } from './credential.ts'
import { unwrapGitea } from './families/gitea.ts'
import type { HashInput } from './verdict.ts'

/** The hash inside something that was put around it, and what that was, for people. */
type Unwrapped = { readonly input: HashInput; readonly how: string }

/** Words that frameworks put before a whole hash (specification 4.5, rule 1: to be removed). */
const prefixes: readonly RegExp[] = [
  /^argon2\$\$?(?=argon2(?:id|i|d)\$)/,
  /^argon2\$(?=\$argon2(?:id|i|d)\$)/,
  /^bcrypt\$(?=\$2[abxy]\$)/,
  // Nextcloud says the kind of hash by a number.
  /^[123]\|(?=\$(?:2[abxy]|argon2(?:id|i|d))\$)/,
  /^\{(?:bcrypt|blf-crypt|crypt)\}(?=\$2[abxy]\$)/i,
  /^\{(?:argon2(?:id|i|d)?|crypt)(?:@[A-Za-z0-9_]+)?\}(?=\$argon2(?:id|i|d)\$)/i,
]

/**
 * Takes off one layer: an exporter's prefix, a credential as JSON, or bcrypt in three fields. Null when there is none.
 * `text` is the bare text of `input.hash`.
 */
export function unwrap(input: HashInput, text: string): Unwrapped | null {
  if (text.charCodeAt(0) === openBrace && text.endsWith('}')) {
    const credential = readCredential(text)
    if (credential !== null) return credential
  }
  if (input.provider === 'gitea') {
    const unwrapped = unwrapGitea(input, text)
    if (unwrapped !== null) return unwrapped
  }
  const first = text.charCodeAt(0)
  if (first === openBrace || text.charCodeAt(1) === bar || ((first | 32) >= letterA && (first | 32) <= letterB)) {
    for (const prefix of prefixes) {
      const found = prefix.exec(text)
      if (found !== null)
        return { input: { ...input, hash: plainHash(text.slice(found[0].length)) }, how: prefixRemoved }
    }
  }
  return input.factor === undefined ? null : joinBcrypt(input, text, input.factor)
}

const openBrace = 123
const bar = 124
const letterA = 97
const letterB = 98
const prefixRemoved = "The exporter's prefix is removed; the hash itself is untouched."

function plainHash(text: string): string {
  return text.startsWith('$') ? text : `$${text}`
}

/** bcrypt as FusionAuth and Okta keep it: cost, 22 characters of salt and 31 of digest in fields of their own. */
function joinBcrypt(input: HashInput, text: string, factor: number): Unwrapped | null {
  const salt = bareText(input.salt ?? '')
  if (salt === '' && /^bcrypt$/i.test(input.declared ?? '') && !text.startsWith('$'))
    return { input: { hash: '' }, how: '' }
  if (!/^[./A-Za-z0-9]{31}$/.test(text) || !/^[./A-Za-z0-9]{22}$/.test(salt)) return null
  const { salt: _salt, factor: _factor, ...rest } = input
  return { input: { ...rest, hash: `$2b$${String(factor).padStart(2, '0')}$${salt}${text}` }, how: joined }
}

const joined = 'bcrypt, joined from its cost, salt and digest.'
