import { judgeBcryptPhc } from './families/bcrypt.ts'
import { judgeByShape, type HashShape } from './shape.ts'
import { type HashVerdict, unsupported } from './verdict.ts'

/**
 * bcrypt over something else than the password: with the framework's prefix removed it looks like plain bcrypt and
 * never fits. Refused whatever follows the prefix.
 */
const overSomethingElse: readonly (readonly [prefix: RegExp, family: string, reason: string])[] = [
  [
    /^(?:\$bcrypt-sha256\$|bcrypt_sha256\$)/,
    'bcrypt_sha256',
    'bcrypt over a SHA-256 of the password: it looks like bcrypt, but the core would never find it right.',
  ],
  [
    /^\$wp\$/,
    'wordpress-bcrypt',
    'bcrypt of WordPress 6.8 and later, over an HMAC of the password: the core would never find it right.',
  ],
]

const shapes: readonly HashShape[] = [
  {
    family: 'mediawiki',
    name: 'A hash of MediaWiki',
    whole: /^[$:][AB][$:](?:[^$:]*[$:])?[0-9a-f]{32}$/,
    begins: /^[$:]B[$:]/,
  },
  {
    family: 'mediawiki',
    name: 'A hash of MediaWiki',
    whole: /^:pbkdf2:[a-z0-9]+:[0-9]+:[0-9]+:.+:.+$/,
    begins: /^:pbkdf2:/,
  },
  {
    family: 'mediawiki',
    name: 'A hash of MediaWiki',
    whole: /^:(?:pbkdf2-legacy[AB]|bcrypt|argon2):.{20,}$/,
    begins: /^:(?:pbkdf2-legacy[AB]|bcrypt|argon2):/,
  },
]

/** Hashes of frameworks that are easily taken for something the core checks. */
export function judgeLookAlike(text: string): HashVerdict | null {
  for (const [prefix, family, reason] of overSomethingElse) {
    if (prefix.test(text)) return unsupported(family, reason)
  }
  if (text.startsWith('fakeHash:')) return emulator
  return judgeBcryptPhc(text) ?? judgeByShape(text, shapes)
}

const emulator = unsupported(
  'firebase-emulator',
  'A value of the Firebase emulator, which holds no hash.',
  'Export from the project itself; the emulator keeps passwords as plain text.',
)
