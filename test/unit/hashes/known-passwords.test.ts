import { verifySync } from '@node-rs/argon2'
import { compareSync } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import type { HashInput, ScryptParameters } from '../../../shared/hashes/verdict.ts'
import {
  argon2Hash,
  bcryptHash,
  keycloakCredential,
  password,
  scryptDigest,
  scryptHash,
  scryptParameters,
  scryptSalt,
  signerKey,
  urlAlphabet,
} from './made-hashes.ts'

/** The value that is sent for one hash; the kind of verdict where none is. */
function sent(input: HashInput, parameters: ScryptParameters | null = null): string {
  const verdict = judgeHash(input, parameters, 'supertokens')
  return 'send' in verdict ? verdict.send : verdict.kind
}

const padded = (phc: string) => phc.replace(/\$([^$]+)\$([^$]+)$/, (_, salt, hash) => `$${pad(salt)}$${pad(hash)}`)
const pad = (text: string) => text + '='.repeat((4 - (text.length % 4)) % 4)

describe('the known password still fits what goes out', () => {
  it('for every way to write bcrypt', () => {
    const [salt, digest] = [bcryptHash.slice(7, 29), bcryptHash.slice(29)]
    const written: readonly HashInput[] = [
      { hash: bcryptHash },
      { hash: `  ${bcryptHash}\n` },
      { hash: `"${bcryptHash}"` },
      { hash: bcryptHash.replace('$2b$', '$2a$') },
      { hash: bcryptHash.replace('$2b$', '$2y$') },
      { hash: `bcrypt$${bcryptHash}` },
      { hash: `{bcrypt}${bcryptHash}` },
      { hash: `{CRYPT}${bcryptHash}` },
      { hash: digest, salt, factor: 4, declared: 'bcrypt', provider: 'fusionauth' },
      { hash: digest, salt, factor: 4 },
      { hash: JSON.stringify({ encryptionScheme: 'bcrypt', factor: 4, salt, password: digest }) },
      { hash: JSON.stringify({ algorithm: 'BCRYPT', workFactor: 4, salt, value: digest }) },
      { hash: JSON.stringify({ algorithm: 'bcrypt', hash: { value: bcryptHash, encoding: 'utf8' } }) },
    ]
    expect(written.map((input) => compareSync(password, sent(input)))).toEqual(written.map(() => true))
  })

  it('for every way to write Argon2', () => {
    const hash = argon2Hash()
    const old = argon2Hash(1, 0)
    const written = [
      hash,
      argon2Hash(0),
      argon2Hash(1),
      old,
      old.replace('$v=16', ''),
      padded(hash),
      padded(hash.replaceAll('+', '-').replaceAll('/', '_')),
      hash.replace('m=64,t=2,p=1', 'p=1,t=2,m=64'),
      `argon2${hash}`,
      `argon2$${hash}`,
      `{argon2}${hash}`,
      `{ARGON2ID}${hash}`,
      keycloakCredential(),
    ]
    expect(written.map((hash) => verifySync(sent({ hash }), password))).toEqual(written.map(() => true))
  })

  it('for every way to write Firebase scrypt', () => {
    const salt = scryptSalt.toString('base64')
    const signer = signerKey.toString('base64')
    const goesOut = `$f_scrypt$${scryptHash}$${salt}$m=10$r=8$s=Bw==`
    const written: readonly HashInput[] = [
      { hash: scryptHash, salt, provider: 'firebase' },
      { hash: urlAlphabet(scryptHash), salt: urlAlphabet(salt), provider: 'firebase' },
      { hash: scryptHash, salt, declared: 'scrypt_firebase' },
      { hash: scryptHash, salt },
      { hash: goesOut },
      { hash: `$f_scrypt$${urlAlphabet(scryptHash)}$${urlAlphabet(salt)}$s=Bw==$r=8$m=10` },
      { hash: `$fbscrypt$v=1,n=10,r=8,p=1,ss=Bw==,sk=${signer}$${salt}$${scryptHash}` },
      { hash: `$firescrypt$ln=10,r=8,p=1$${salt}$${scryptHash}$Bw==$${signer}` },
      { hash: `$firebase-scrypt$hash=${scryptHash}$salt=${salt}$sk=${signer}$ss=Bw==$r=8$m=10` },
      { hash: `${scryptHash}$${salt}$${signer}$Bw==$8$10`, declared: 'scrypt_firebase', provider: 'clerk' },
    ]
    expect(written.map((input) => sent(input, scryptParameters))).toEqual(written.map(() => goesOut))
    const [, , hash, sentSalt = '', cost = '', rounds = '', separator = ''] = goesOut.split('$')
    const again = scryptDigest(
      password,
      Buffer.from(sentSalt, 'base64'),
      Number(cost.slice(2)),
      Number(rounds.slice(2)),
      Buffer.from(separator.slice(2), 'base64'),
    )
    expect(again).toBe(hash)
  })
})
