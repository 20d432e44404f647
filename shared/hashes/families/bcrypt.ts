import { base64Alphabet } from '../base64.ts'
import { isShortText } from '../shape.ts'
import { type HashVerdict, malformed, unsupported } from '../verdict.ts'

/** Costs 4 to 30 (the core's library refuses more). */
const sendableCost = /^(?:0[4-9]|[12][0-9]|30)$/

/** Behind the beginning, 22 characters of salt and 31 of digest. */
const length = 60
const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const inAlphabet = new Uint8Array(128)
for (const character of alphabet) inAlphabet[character.charCodeAt(0)] = 1

/**
 * 22 characters hold 132 bits, the salt 128; 31 characters hold 186 bits, the digest 184. bcrypt writes the spare bits
 * as zero, so only these characters can end a salt and a digest. With any other, checkers that compare the whole text
 * (jBCrypt among them) refuse the right password.
 */
const endsSalt = everyNth(16)
const endsDigest = everyNth(4)
const lastOfSalt = 28
const lastOfDigest = 59

function everyNth(step: number): Uint8Array {
  const ends = new Uint8Array(128)
  for (let at = 0; at < alphabet.length; at += step) ends[alphabet.charCodeAt(at)] = 1
  return ends
}

/** Whether bcrypt can have written the last characters of salt and digest. `text` is whole. */
function isWritable(text: string): boolean {
  return endsSalt[text.charCodeAt(lastOfSalt)] === 1 && endsDigest[text.charCodeAt(lastOfDigest)] === 1
}

/**
 * True if a text has bcrypt's format from its first to its last character, whatever its cost. One regular expression
 * for the whole takes three times as long, because its branches are unpredictable.
 */
export function isWrittenLikeBcrypt(text: string): boolean {
  if (text.length !== length || text.charCodeAt(0) !== dollar || !/^\$2[abxy]\$\d\d\$/.test(text)) return false
  for (let at = 7; at < length; at += 1) if (inAlphabet[text.charCodeAt(at)] !== 1) return false
  return true
}

const dollar = 36

function isWhole(text: string): boolean {
  return isWrittenLikeBcrypt(text) && sendableCost.test(text.slice(4, 6))
}

/** From here on, one sign-in takes seconds. */
const slowCost = 15

/**
 * bcrypt in modular crypt format (specification 4.5): `$2a$`, `$2b$`, `$2y$` as they are, `$2x$` with a warning.
 * Null when the text does not begin like bcrypt.
 */
export function judgeBcrypt(text: string): HashVerdict | null {
  if (isWhole(text)) {
    if (!/[A-Z]/.test(text)) return malformed('bcrypt', lowered)
    return isWritable(text) ? judgeWhole(text) : withoutSpareBits(text)
  }
  return text.startsWith('$2') && !isShortText(text, begins) ? malformed('bcrypt', whatIsWrong(text)) : null
}

const begins = /^\$2[abxy]?\$/i

function judgeWhole(send: string): HashVerdict & { readonly variant: string } {
  const variant = variants[send.charAt(2)] ?? 'bcrypt'
  if (variant === '2x') return { kind: 'warn', family: 'bcrypt', variant, send, reason: signExtension }
  if (send.charAt(4) !== '0' && Number(send.slice(4, 6)) >= slowCost) {
    return { kind: 'warn', family: 'bcrypt', variant, send, reason: slowReason(Number(send.slice(4, 6))) }
  }
  return { kind: 'accept', family: 'bcrypt', variant, send, reason: 'bcrypt, sent as it is.' }
}

/** Of 53 characters, about one hash in a billion billions has none. */
const lowered =
  'bcrypt without a single capital letter: something changed them to small ones on the way, and the hash with them.'

/**
 * Some old libraries set the spare bits, which no check of a password uses: the same password fits when they are cleared, as
 * passlib does (`passlib.hash.bcrypt`, "bcrypt padding bug").
 */
function withoutSpareBits(text: string): HashVerdict {
  const salt = cleared(text, lastOfSalt, 16)
  const digest = cleared(text, lastOfDigest, 4)
  const send = `${text.slice(0, lastOfSalt)}${salt}${text.slice(lastOfSalt + 1, lastOfDigest)}${digest}`
  const { variant } = judgeWhole(send)
  return { kind: 'warn', family: 'bcrypt', variant, send, reason: spareBits }
}

function cleared(text: string, at: number, step: number): string {
  const index = alphabet.indexOf(text.charAt(at))
  return alphabet.charAt(index - (index % step))
}

const spareBits =
  'bcrypt with spare bits set, as some old libraries write it: they are cleared, and the same password still works. If the hash was truncated or altered instead, nobody can sign in with it; check one known password first.'

const variants: { readonly [letter: string]: string } = { a: '2a', b: '2b', x: '2x', y: '2y' }
const signExtension =
  'bcrypt of the variant 2x, made by an old faulty library: only passwords of plain ASCII letters will match.'

/** Seconds that one check takes at cost 10 on a core of today's servers; each step doubles them. */
const secondsAtTen = 0.06

function slowReason(cost: number): string {
  const seconds = secondsAtTen * 2 ** (cost - 10)
  const time =
    seconds < 50
      ? `about ${Math.round(seconds)} seconds`
      : seconds < 90
        ? 'about 1 minute'
        : seconds < 5400
          ? `about ${Math.round(seconds / 60)} minutes`
          : `about ${Math.round(seconds / 3600)} hours`
  const advice = cost >= hopelessCost ? ', and nobody will wait for it. Let these users set a new password.' : '.'
  return `bcrypt with a cost of ${cost}, sent as it is: one sign-in takes the core ${time}${advice}`
}

/** From here on, one sign-in takes a minute or more. */
const hopelessCost = 20

function whatIsWrong(text: string): string {
  if (/^\$2[ABXY]\$/.test(text)) {
    return 'bcrypt in capital letters: something changed them on the way, and the hash with them.'
  }
  if (!/^\$2[abxy]?\$/.test(text)) return 'It begins like bcrypt but is not.'
  if (text.startsWith('$2$')) return 'bcrypt of the first variant, without a letter, which the core does not check.'
  const cost = /^\$2[abxy]\$([0-9]{2})\$/.exec(text)?.[1]
  if (cost === undefined) return 'bcrypt without a cost of two digits.'
  if (Number(cost) < 4 || Number(cost) > 30) return 'bcrypt with a cost outside 4 to 30, which no core checks.'
  if (text.length < 60) return `bcrypt that was cut off: ${text.length} of 60 characters are left.`
  if (text.length > 60) return 'bcrypt with more than its 60 characters: something was added at the end.'
  return 'bcrypt with characters that do not belong to it.'
}

/**
 * bcrypt as AdonisJS writes it: `$bcrypt$v=98$r=10$<salt>$<digest>`, with the letter of the variant as its code and
 * salt and digest in standard base64, whose characters encode the same bits as bcrypt's own. Rewritten where that makes
 * one whole hash; null for a text that does not begin so.
 */
export function judgeBcryptPhc(text: string): HashVerdict | null {
  if (!text.startsWith('$bcrypt$')) return null
  const [, version = '', rounds = '', salt = '', digest = ''] = parts.exec(text) ?? []
  const letter = phcVariants[version]
  if (letter === undefined) return other
  const whole = `$2${letter}$${rounds.padStart(2, '0')}$${inBcrypt(salt)}${inBcrypt(digest)}`
  const verdict = judgeBcrypt(whole)
  if (verdict === null || verdict.kind === 'reject') return verdict ?? other
  return verdict.kind === 'accept' ? { ...verdict, kind: 'rewrite', reason: rewritten } : verdict
}

const parts = /^\$bcrypt\$v=(\d{2,3})\$r=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{31})$/
const phcVariants: { readonly [code: string]: string } = { '97': 'a', '98': 'b', '121': 'y' }

const rewritten = 'bcrypt of AdonisJS: written the usual way, with the same cost, salt and digest.'
const other = unsupported('bcrypt-phc', 'bcrypt in a form of its own that the core does not read.')

function inBcrypt(text: string): string {
  return Array.from(text, (character) => alphabet[base64Alphabet.indexOf(character)] ?? '').join('')
}
