import { unsupported, type HashVerdict } from '../verdict.ts'

/** The family of passwords that are encrypted and not hashed, also as a declared algorithm. */
export const encrypted = 'encrypted'

const reason =
  'An encrypted password and no hash: the key of the old application turns it into clear text. The core checks bcrypt, Argon2 and Firebase scrypt only.'
const wayOut =
  'Decrypt the passwords in the old application, hash each with bcrypt there, and export the hashes. Otherwise create these users passwordless or exclude them.'

/** The verdict on a password that is declared as encrypted. */
export const encryptedPassword: HashVerdict = unsupported(encrypted, reason, wayOut)

/**
 * Texts that a library writes when it encrypts, by their whole form: OpenSSL, Fernet, Laravel, Jasypt, Windows, LDAP servers with a key, messages
 * of Rails, SOPS and eyaml, vaults, and a nonce, a tag and a text in hexadecimal as programs for Node.js join them.
 */
const written =
  /^(?:U2FsdGVkX1[89+/][A-Za-z0-9+/]{20,}={0,2}|gAAAAA[A-Za-z0-9_-]{80,}={0,2}|eyJpdiI6[A-Za-z0-9+/]{60,}={0,2}|ENC\([A-Za-z0-9+/]{16,}={0,2}\)|AQAAANCMnd8B[A-Za-z0-9+/]{60,}={0,2}|\{(?:3?DES|AES)(?:-[A-Za-z0-9+/=_-]+)?\}.+|[A-Za-z0-9+/]{16,}={0,2}(?:--[A-Za-z0-9+/]{16,}={0,2}){1,2}|[0-9a-f]{24}:(?:[0-9a-f]{2}){1,1000}:(?:[0-9a-f]{2}){1,1000}|[0-9a-f]{32}:[0-9a-f]{32}:(?:[0-9a-f]{2}){1,1000}|vault:v\d{1,4}:[A-Za-z0-9+/]{16,}={0,2}|ENC\[[A-Z][A-Z\d_]{2,20},[A-Za-z0-9+/=:,_]{16,}\]|\{"p":"[A-Za-z0-9+/]+={0,2}","h":\{"iv":"[^{}\n]+\}\}|\$ANSIBLE_VAULT;[\w.;-]+\s[\da-f\s]{32,})$/

/** The verdict on a text that a library wrote when it encrypted; null for any other. */
export function judgeEncrypted(text: string): HashVerdict | null {
  return text.length <= maxLength && written.test(text) ? encryptedPassword : null
}

const maxLength = 4096
