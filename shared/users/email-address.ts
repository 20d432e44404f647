import { hashesIn } from '../hashes/hashes-in-text.ts'

/** Letters of any language, digits, hyphens and dots (RFC 5890), and the underscore that some hosts have; or an address of a computer in brackets (RFC 5321, 4.1.3). */
const domain = /^(?:[\p{L}\p{M}\p{N}._\u00ad\u200b-\u200f\u2060-\u2064\ufeff-]+|\[[0-9a-f.:]+\])$/iu

/** Texts in quotation marks may hold any sign; outside of them, these part an address from something else. */
const plainLocal = /^(?:"[^"]*"|[^:,;|@]*(?:@[^:,;|]*)?)$/

/**
 * Why a text with an `@` is more than an email address: a sign that no domain takes, a colon or another delimiter before the `@`, a password hash.
 * Null where it is none of these. An address that something was glued to is never sent, because that may be a password.
 */
export function gluedToAddress(raw: string): string | null {
  const text = raw.trim()
  const at = text.lastIndexOf('@')
  if (!domain.test(text.slice(at + 1))) return 'The email has a character behind the @ that no domain has.'
  if (!plainLocal.test(text.slice(0, at)))
    return 'The email has a character before the @ that parts it from something else.'
  return hashesIn(text).length > 0 ? 'The email holds a password hash.' : null
}

const address = /^[^\s@"<>()[\]{}|,;:/]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u

/** Whether a text is one email address with a domain of several parts, and nothing else. */
export function isEmailAddress(text: string): boolean {
  return address.test(text) && (!text.includes('$') || hashesIn(text).length === 0)
}
