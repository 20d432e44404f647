import { createHash, createHmac } from 'node:crypto'

/** Something that systems are known to put into bcrypt instead of the password, and what to call it. */
export type PreHash = { readonly what: string; readonly of: (password: string) => string }

function digest(algorithm: string, encoding: 'hex' | 'base64'): (password: string) => string {
  return (password) => createHash(algorithm).update(password).digest(encoding)
}

/**
 * The usual ones, the more usual first: Django's bcrypt_sha256 (hex), passlib's (base64), bcrypt laid over old MD5 and
 * SHA-1 digests, and WordPress 6.8 with its prefix taken off.
 */
export const preHashes: readonly PreHash[] = [
  { what: 'the SHA-256 of the password, in hex', of: digest('sha256', 'hex') },
  { what: 'the SHA-256 of the password, in base64', of: digest('sha256', 'base64') },
  { what: 'the MD5 of the password', of: digest('md5', 'hex') },
  { what: 'the SHA-1 of the password', of: digest('sha1', 'hex') },
  { what: 'the SHA-512 of the password, in hex', of: digest('sha512', 'hex') },
  { what: 'the SHA-512 of the password, in base64', of: digest('sha512', 'base64') },
  { what: 'the SHA-384 of the password, in base64', of: digest('sha384', 'base64') },
  {
    what: 'an HMAC of the password, as WordPress makes it',
    of: (password) => createHmac('sha384', 'wp-sha384').update(password.trim()).digest('base64'),
  },
]
