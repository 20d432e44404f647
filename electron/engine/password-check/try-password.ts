import { createHash, createHmac } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { verifyPassword } from './verify-password.ts'

/** One password against one value that would be sent. `signerKey`: base64, needed by Firebase scrypt only. */
export type PasswordTry = { readonly hash: string; readonly password: string; readonly signerKey: string | null }

type PasswordTryResult =
  | { readonly kind: 'match' }
  /** `instead`: what fits in place of the password itself, e.g. `the MD5 of the password`; null when nothing tried does. */
  | { readonly kind: 'mismatch'; readonly instead: string | null }

/** Tries a password; where the work is done is the caller's choice, since bcrypt keeps a thread busy. */
export type TryPassword = (one: PasswordTry) => Promise<PasswordTryResult>

/** Tries a password in this very thread. */
export async function tryPassword({ hash, password, signerKey }: PasswordTry): Promise<PasswordTryResult> {
  if (await verifyPassword(hash, password, signerKey)) return { kind: 'match' }
  return { kind: 'mismatch', instead: await fittingInstead(hash, password) }
}

/** From this cost on, trying everything else as well would take too long. */
const costToLookFurther = 12

async function fittingInstead(hash: string, password: string): Promise<string | null> {
  const cost = /^\$2[abxy]\$(\d\d)\$/.exec(hash)?.[1]
  if (cost !== undefined && Number(cost) <= costToLookFurther) {
    for (const { what, of } of preHashes) if (await verifyPassword(hash, of(password), null)) return what
  }
  // An export that leaves the version out means 16; some mean 19 all the same.
  const version = /^\$argon2(?:id|i|d)\$v=(16|19)\$/.exec(hash)?.[1]
  if (version !== undefined) {
    const other = version === '16' ? '19' : '16'
    const fits = await verifyPassword(hash.replace(`$v=${version}$`, `$v=${other}$`), password, null)
    if (fits) return `the password with version ${other} of Argon2 instead of ${version}`
  }
  return null
}

/** Something that systems are known to put into bcrypt instead of the password, and what to call it. */
type PreHash = { readonly what: string; readonly of: (password: string) => string }

function digest(algorithm: string, encoding: 'hex' | 'base64'): (password: string) => string {
  return (password) => createHash(algorithm).update(password).digest(encoding)
}

/**
 * The usual ones, the more usual first: Django's bcrypt_sha256 (hex), passlib's (base64), bcrypt laid over old MD5 and
 * SHA-1 digests, and WordPress 6.8 with its prefix taken off.
 */
const preHashes: readonly PreHash[] = [
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

/**
 * Tries each password in a thread of its own, so that a costly bcrypt hash delays nothing that is being sent. `file`:
 * password-check-worker.js. Rejects when the thread ends without an answer.
 */
export function tryInThread(file: string | URL): TryPassword {
  return (one) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(file, { workerData: one })
      // The thread is part of this program, so its reply is typed.
      worker.once('message', (tried: PasswordTryResult) => resolve(tried))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread ended without an answer')))
    })
}
