import { judgeBcrypt } from './bcrypt.ts'
import { unsupported } from './refusal.ts'
import type { HashVerdict } from './verdict.ts'

/**
 * bcrypt as AdonisJS writes it: `$bcrypt$v=98$r=10$<salt>$<digest>`, with the letter of the variant as its code and
 * salt and digest in standard base64, whose characters encode the same bits as bcrypt's own. Rewritten where that makes
 * one whole hash; null for a text that does not begin so.
 */
export function judgeBcryptPhc(text: string): HashVerdict | null {
  if (!text.startsWith('$bcrypt$')) return null
  const [, version = '', rounds = '', salt = '', digest = ''] = parts.exec(text) ?? []
  const letter = variants[version]
  if (letter === undefined) return other
  const whole = `$2${letter}$${rounds.padStart(2, '0')}$${inBcrypt(salt)}${inBcrypt(digest)}`
  const verdict = judgeBcrypt(whole)
  if (verdict === null || verdict.kind === 'reject') return verdict ?? other
  return verdict.kind === 'accept' ? { ...verdict, kind: 'rewrite', reason: rewritten } : verdict
}

const parts = /^\$bcrypt\$v=(\d{2,3})\$r=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{31})$/
const variants: { readonly [code: string]: string } = { '97': 'a', '98': 'b', '121': 'y' }

const rewritten = 'bcrypt of AdonisJS: written the usual way, with the same cost, salt and digest.'
const other = unsupported('bcrypt-phc', 'bcrypt in a form of its own that the core does not read.')

const usual = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const own = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function inBcrypt(text: string): string {
  return Array.from(text, (character) => own[usual.indexOf(character)] ?? '').join('')
}
