import { decodeText } from './decode-text.ts'

/** An email or phone number that still tells two users apart for who knows them, but can be passed on. */
export function maskContact(contact: string): string {
  const at = contact.lastIndexOf('@')
  if (at > 0) return `${contact.slice(0, 1)}***${contact.slice(at)}`
  if (contact.startsWith('+')) return `${contact.slice(0, 3)}***${contact.slice(-2)}`
  return '***'
}

const mayHoldContact = /[@+%&\\=\u0080-\uffff]|00/

/**
 * Masks every email and phone number within a text, however they are spelled: a text in which an encoded contact hides
 * comes back decoded. Takes time in proportion to the text, because a hostile one may be long.
 */
export function maskContactsIn(text: string): string {
  if (!mayHoldContact.test(text)) return text
  const decoded = decodeText(text)
  if (decoded !== text) {
    const masked = maskPlain(decoded)
    if (masked !== decoded) return masked
  }
  return maskPlain(text)
}

function maskPlain(text: string): string {
  return maskPhones(maskEmails(text))
}

/** Neither in the part before an `@` nor in the one after it, unless that is in quotes. */
const outsideEmail = /[\s@"'<>(),;]/

/** What stands in quotes before an `@` may be anything; longer is no email. */
const maxQuoted = 256

function maskEmails(text: string): string {
  let masked = ''
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, done))) {
    const from = startOfLocal(text, at, done)
    let end = at + 1
    while (end < text.length && !outsideEmail.test(text.charAt(end))) end += 1
    if (from === at || end === at + 1) continue
    masked += `${text.slice(done, from)}${text.slice(from, from + 1)}***${text.slice(at, end)}`
    done = end
  }
  return masked + text.slice(done)
}

/** Where the part before an `@` begins, not before `done`. */
function startOfLocal(text: string, at: number, done: number): number {
  if (text.charAt(at - 1) === '"') {
    const open = text.lastIndexOf('"', at - 2)
    if (open >= Math.max(done, at - maxQuoted)) return open
  }
  let from = at
  while (from > done && text.charAt(from - 1) !== ':' && !outsideEmail.test(text.charAt(from - 1))) from -= 1
  return from
}

/** `+` or `00` and the digits of a number with its country, with what people put between them. */
const phone = /(?:\+|(?<![\w-])00(?=[\s().\-/]{0,3}[1-9]))(?:[\s().\-/]{0,3}\d){6,40}(?![\w-])|\+\d{6,}/g

function maskPhones(text: string): string {
  return text.replaceAll(phone, (found) => {
    const digits = found.replaceAll(/\D/g, '')
    return maskContact(`+${found.startsWith('+') ? digits : digits.slice(2)}`)
  })
}
