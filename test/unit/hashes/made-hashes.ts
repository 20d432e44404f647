/* oxlint-disable typescript/no-unsafe-enum-assignment -- the package's enums are const and cannot be imported */
import { createCipheriv, scryptSync } from 'node:crypto'
import { hashRawSync, hashSync } from '@node-rs/argon2'
import { hashSync as bcryptHashSync } from 'bcryptjs'

/** Hashes of a password that the tests know, made on the spot. Costs are as low as the algorithms allow. */
export const password = 'correct horse'

export const bcryptHash = bcryptHashSync(password, 4)

const cheap = { memoryCost: 64, timeCost: 2, parallelism: 1 }

/** `algorithm`: 0 Argon2d, 1 Argon2i, 2 Argon2id. `version`: 0 for 1.0 (v=16), 1 for 1.3 (v=19). */
export function argon2Hash(algorithm: 0 | 1 | 2 = 2, version: 0 | 1 = 1): string {
  return hashSync(password, { ...cheap, algorithm, version })
}

/** A Keycloak credential, as its realm export has it. */
export function keycloakCredential(): string {
  const salt = Buffer.from('sixteen byte slt')
  const value = hashRawSync(password, { ...cheap, algorithm: 2, version: 1, salt, outputLen: 32 })
  return JSON.stringify({
    type: 'password',
    secretData: JSON.stringify({
      value: value.toString('base64'),
      salt: salt.toString('base64'),
      additionalParameters: {},
    }),
    credentialData: JSON.stringify({
      hashIterations: cheap.timeCost,
      algorithm: 'argon2',
      additionalParameters: { hashLength: ['32'], memory: ['64'], type: ['id'], version: ['1.3'], parallelism: ['1'] },
    }),
  })
}

/** Firebase scrypt: the signer key, encrypted with a key made of password, salt and separator. */
export const signerKey = Buffer.alloc(64, 'made-up signer key ')
export const scryptParameters = { separator: 'Bw==', rounds: 8, memoryCost: 10, signerKeyLength: 64 }
export const scryptSalt = Buffer.from('\u00fb\u00ff\u00bfmade-up', 'latin1')

export function scryptDigest(
  word: string,
  salt: Buffer,
  memoryCost: number,
  rounds: number,
  separator: Buffer,
): string {
  const key = scryptSync(word, Buffer.concat([salt, separator]), 64, { N: 2 ** memoryCost, r: rounds, p: 1 })
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16))
  return Buffer.concat([cipher.update(signerKey), cipher.final()]).toString('base64')
}

export const scryptHash = scryptDigest(password, scryptSalt, 10, 8, Buffer.from('Bw==', 'base64'))

/** The URL alphabet without padding, as REST interfaces write base64. */
export function urlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
