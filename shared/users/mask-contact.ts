/** An email or phone number that can be passed on, and still tells two users apart for a reader who knows them. */
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

/** A text in quotes before an `@` may hold anything; a longer one is no email. */
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

/** Undoes the encodings in which a core or an export may write a text: percent, HTML entities, escapes, full-width signs. */
function decodeText(text: string): string {
  let decoded = text.normalize('NFKC')
  // A value that went through several hands is encoded several times.
  for (let round = 0; round < maxRounds; round++) {
    const next = decodeOnce(decoded)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

const maxRounds = 4

function decodeOnce(text: string): string {
  return (
    text
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, decodePercent)
      // Browsers take an entity without its semicolon, too.
      .replaceAll(/&#x0{0,8}([0-9a-f]{1,6}(?=;)|40|2b);?/gi, decodeHex)
      .replaceAll(/&#0{0,8}([0-9]{1,7});?/g, (whole, digits: string) => signOf(Number(digits), whole))
      .replaceAll(/&([a-z]{2,8});/gi, (whole, name: string) => entities.get(name.toLowerCase()) ?? whole)
      .replaceAll(/\\{1,4}u\{([0-9a-f]{1,8})\}/gi, decodeHex)
      .replaceAll(/\\{1,4}u([0-9a-f]{4})/gi, decodeHex)
      .replaceAll(/\\{1,4}x([0-9a-f]{2})/gi, decodeHex)
      // Quoted-printable; a number after an equals sign is far more common than that.
      .replaceAll(/=40(?=[a-z][\w-]*\.[a-z])/gi, '@')
  )
}

function decodePercent(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  }
}

const entities = new Map([
  ['amp', '&'],
  ['commat', '@'],
  ['plus', '+'],
  ['period', '.'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['lowbar', '_'],
  ['num', '#'],
  ['percnt', '%'],
])

function decodeHex(whole: string, hex: string): string {
  return signOf(Number.parseInt(hex, 16), whole)
}

function signOf(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
}
