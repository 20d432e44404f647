/** The meaning of the provider's own word for the algorithm. */
export type Declared =
  | { readonly kind: 'bcrypt' | 'argon2' | 'firebase-scrypt' | 'encrypted' }
  | { readonly kind: 'unsupported'; readonly family: string; readonly reason: string }
  /** The word says nothing: the look of the hash decides. */
  | { readonly kind: 'silent' }

const silent: Declared = { kind: 'silent' }
const bcrypt: Declared = { kind: 'bcrypt' }
const argon2: Declared = { kind: 'argon2' }
const firebaseScrypt: Declared = { kind: 'firebase-scrypt' }

const words = new Map<string, Declared>([
  ['', silent],
  ['none', silent],
  ['null', silent],
  ['unknown', silent],
  ['undefined', silent],
  ['hash', silent],
  ['hashed', silent],
  // Every hash that crypt(3) makes, bcrypt among them, and what PHP and Symfony choose by themselves.
  ['crypt', silent],
  ['password-default', silent],
  ['auto', silent],
  ['native', silent],
  // PHP's own hashes, as MODX says them: bcrypt or Argon2.
  ['modx\\revolution\\hashing\\modnative', silent],
  // Vanilla Forums: portable hashes of phpass or, since it asks PHP, bcrypt.
  ['vanilla', silent],
  ['argon2', argon2],
  ['argon2i', argon2],
  ['argon2d', argon2],
  ['argon2id', argon2],
  ['scrypt-firebase', firebaseScrypt],
  ['firebase', firebaseScrypt],
  ['fbscrypt', firebaseScrypt],
  ['firescrypt', firebaseScrypt],
  ['f-scrypt', firebaseScrypt],
  ['firebase-scrypt', firebaseScrypt],
])

/** bcrypt alone, by its name, its function in a language, its variant, or with its cost: `bcryptjs`, `CRYPT_BLOWFISH`, `2b`, `bcrypt (10)`. */
const ofBcrypt =
  /^(?:(?:password-)?bcrypt(?:-?js)?|(?:crypt-)?blowfish|blf-crypt|\$?2[abxy])(?:[-:,;$]+(?:\$?2[abxy]|(?:cost|rounds)?[-:=]?(?:0?[4-9]|[12]\d|3[01])))*\$?$/

const overSomethingElse =
  'Declared as bcrypt over something else than the password: the core would never find it right.'

/** Names of ciphers, and the word for what they do. */
const ofCiphers =
  /^(?:encrypt(?:ed|ion)?|cipher(?:text)?|aes|rijndael|3des|triple-?des|des-(?:ede|cbc|ecb)|rsa)(?:$|[-\d])/

/** Tried in this order on the word in lower case with `-` between its parts. */
const families: readonly (readonly [word: RegExp, family: string, reason?: string])[] = [
  [/pepper/, 'bcrypt_peppered', 'Declared as made with a pepper, a secret that the core does not have.'],
  [/bcrypt-?sha256/, 'bcrypt_sha256', overSomethingElse],
  [/bcrypt-?sha512/, 'bcrypt_sha512', overSomethingElse],
  [/bcrypt/, 'bcrypt-variant', overSomethingElse],
  [/argon2/, 'argon2-variant', 'Declared as a variant of Argon2 that the core does not check.'],
  [/pbkdf/, 'pbkdf2'],
  [/hmac/, 'hmac'],
  [/scrypt/, 'scrypt'],
  [/scram/, 'scram'],
  [/phpass|portable|drupal|wordpress/, 'phpass'],
  [/cognito/, 'awscognito'],
  [/md[245]/, 'md5'],
  [/ntlm|^nt$/, 'ntlm'],
  [/crypt|^des/, 'crypt'],
  [/sha/, 'sha'],
  [/ldap/, 'ldap'],
  [/plain|clear-?text|^clear$/, 'plaintext'],
]

/**
 * Reads the algorithm as a provider declares it (Clerk's `password_hasher`, FusionAuth's `encryptionScheme`, Keycloak's
 * `algorithm`). The word itself is never repeated: a column mapped by mistake may hold anything.
 */
export function readDeclared(word: string, provider: string | undefined): Declared {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_./()]+/g, '-')
    .replace(/-$/, '')
  const exact = ofBcrypt.test(plain) ? bcrypt : words.get(plain)
  if (exact !== undefined) return exact
  // Firebase's parameter block calls its own variant SCRYPT.
  if (plain === 'scrypt' && provider === 'firebase') return firebaseScrypt
  if (ofCiphers.test(plain)) return { kind: 'encrypted' }
  const found = families.find(([look]) => look.test(plain))
  return {
    kind: 'unsupported',
    family: found?.[1] ?? 'other',
    reason:
      found?.[2] ??
      'Declared as an algorithm other than bcrypt, Argon2 and Firebase scrypt, which are all the core checks.',
  }
}
