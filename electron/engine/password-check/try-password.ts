import { preHashes } from './pre-hashes.ts'
import { verifyPassword } from './verify-password.ts'

/** One password against one value that would be sent. `signerKey`: base64, needed by Firebase scrypt only. */
export type Try = { readonly hash: string; readonly password: string; readonly signerKey: string | null }

export type Tried =
  | { readonly kind: 'fits' }
  /** `instead`: what fits in place of the password itself, e.g. `the MD5 of the password`; null when nothing tried does. */
  | { readonly kind: 'does-not-fit'; readonly instead: string | null }

/** Tries a password; where the work is done is the caller's choice, since bcrypt keeps a thread busy. */
export type TryPassword = (one: Try) => Promise<Tried>

/** Tries a password in this very thread. */
export async function tryPassword({ hash, password, signerKey }: Try): Promise<Tried> {
  if (await verifyPassword(hash, password, signerKey)) return { kind: 'fits' }
  return { kind: 'does-not-fit', instead: await fittingInstead(hash, password) }
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
