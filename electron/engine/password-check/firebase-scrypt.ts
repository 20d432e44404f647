import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'

/** In bytes: what scrypt may take, 2 GiB. */
const highestMemory = 2 ** 31

type Parts = {
  readonly hash: Buffer
  readonly salt: Buffer
  readonly separator: Buffer
  readonly memoryCost: number
  readonly rounds: number
}

/**
 * Takes `$f_scrypt$hash$salt$m=..$r=..$s=..` apart (specification 4.5, rule 2). Real cores read m, r and s in any order.
 * Null for another shape.
 */
function partsOf(encoded: string): Parts | null {
  const [empty, name, hash, salt, ...parameters] = encoded.split('$')
  if (empty !== '' || name !== 'f_scrypt' || hash === undefined || salt === undefined) return null
  if (parameters.length !== 3) return null
  const named = new Map(parameters.map((one) => [one.slice(0, 2), one.slice(2)]))
  const memoryCost = wholeNumber(named.get('m='))
  const rounds = wholeNumber(named.get('r='))
  const separator = named.get('s=')
  if (memoryCost === null || rounds === null || separator === undefined || separator === '') return null
  return {
    hash: Buffer.from(hash, 'base64'),
    salt: Buffer.from(salt, 'base64'),
    separator: Buffer.from(separator, 'base64'),
    memoryCost,
    rounds,
  }
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : null
}

function memoryOf(parts: Parts): number {
  return 128 * 2 ** parts.memoryCost * parts.rounds
}

export function isFirebaseScryptTooCostly(encoded: string): boolean {
  const parts = partsOf(encoded)
  return parts !== null && memoryOf(parts) > highestMemory
}

/**
 * Does the password fit a Firebase scrypt hash? scrypt over salt and separator gives an AES-256 key; the hash is
 * the project's signer key (base64) encrypted with it in CTR mode from a zero counter.
 * False for a malformed hash, for one that is too costly, and for a wrong signer key.
 */
export async function verifyFirebaseScrypt(encoded: string, password: string, signerKey: string): Promise<boolean> {
  const parts = partsOf(encoded)
  if (parts === null || parts.rounds < 1 || parts.memoryCost < 1 || memoryOf(parts) > highestMemory) return false
  const key = await derive(password, parts)
  if (key === null) return false
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16))
  const expected = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()])
  return expected.length > 0 && expected.length === parts.hash.length && timingSafeEqual(expected, parts.hash)
}

function derive(password: string, parts: Parts): Promise<Buffer | null> {
  const options = { N: 2 ** parts.memoryCost, r: parts.rounds, p: 1, maxmem: memoryOf(parts) + 1_048_576 }
  const salt = Buffer.concat([parts.salt, parts.separator])
  return new Promise((resolve) => {
    try {
      scrypt(password, salt, 64, options, (error, key) => resolve(error === null ? key : null))
    } catch {
      // Parameters outside what OpenSSL computes are reported by throwing.
      resolve(null)
    }
  })
}
