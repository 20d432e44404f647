import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { argon2Hash, bcryptHash } from './made-hashes.ts'

function judge(input: HashInput): string {
  const verdict = judgeHash(input, null, 'supertokens')
  if (verdict.kind === 'reject') return `${verdict.why} ${verdict.family}`
  return verdict.kind
}

describe('the algorithm that a provider declares', () => {
  it('is that of the hash itself in Vanilla Forums, which names itself beside phpass and bcrypt', () => {
    const portable = `$P$B${'a'.repeat(30)}`
    const judged = [bcryptHash, portable].map((hash) => judge({ hash, declared: 'Vanilla' }))
    expect(judged).toEqual(['accept', 'unsupported phpass'])
    expect(judge({ hash: bcryptHash, declared: 'Django' })).toBe('unsupported other')
  })

  it('beats the look of the hash', () => {
    const declared = [
      'bcrypt_peppered',
      'bcrypt_sha256_django',
      'bcrypt(sha512)',
      'pbkdf2_sha256',
      'salted-pbkdf2-hmac-sha256',
      'md5',
      'salted-sha256',
      'ldap_ssha',
      'phpass-md5',
      'scrypt_werkzeug',
      'awscognito',
      'HMAC_SHA512',
      'whirlpool',
    ]
    expect(declared.map((one) => judge({ hash: bcryptHash, declared: one }))).toEqual([
      'unsupported bcrypt_peppered',
      'unsupported bcrypt_sha256',
      'unsupported bcrypt_sha512',
      'unsupported pbkdf2',
      'unsupported pbkdf2',
      'unsupported md5',
      'unsupported sha',
      'unsupported sha',
      'unsupported phpass',
      'unsupported scrypt',
      'unsupported awscognito',
      'unsupported hmac',
      'unsupported other',
    ])
  })

  it('names Argon2 that is kept in hexadecimal beside its salt, instead of calling it broken', () => {
    expect(judge({ hash: 'ab'.repeat(50), salt: 'seasaltsea', declared: 'argon2' })).toBe('unsupported argon2-variant')
  })

  it('has to agree with the look', () => {
    expect([
      judge({ hash: bcryptHash, declared: 'BCRYPT' }),
      judge({ hash: argon2Hash(), declared: 'argon2id' }),
      judge({ hash: argon2Hash(), declared: 'bcrypt' }),
      judge({ hash: bcryptHash, declared: 'argon2' }),
      judge({ hash: `bcrypt_sha256$${bcryptHash}`, declared: 'bcrypt' }),
    ]).toEqual(['accept', 'accept', 'malformed bcrypt', 'malformed argon2', 'unsupported bcrypt_sha256'])
  })

  it.each(['sha1', 'md5', 'pbkdf2_sha256', 'bcrypt', 'argon2id'])(
    'makes no hash of a clear password, as fixtures have it beside %s',
    (declared) => {
      const clear = ['admin', 'patient1', 'Blue-Horse-42'].map((hash) => judge({ hash, declared }))
      expect(clear).toEqual(['unsupported plaintext', 'unsupported plaintext', 'unsupported plaintext'])
    },
  )

  it('counts for short texts that a digest may have or that an unknown algorithm may give', () => {
    const judged = [
      { hash: '5d2e19393cc5ef67', declared: 'mysql323-md5' },
      { hash: 'rqXexS6ZhobKA', declared: 'crypt' },
      { hash: '3610a686', declared: 'crc32' },
    ].map(judge)
    expect(judged).toEqual(['unsupported md5', 'unsupported crypt', 'unsupported other'])
  })

  it('says nothing when it is empty', () => {
    expect(['', ' ', 'none', 'NULL'].map((declared) => judge({ hash: bcryptHash, declared }))).toEqual(
      Array.from({ length: 4 }, () => 'accept'),
    )
  })

  it('does not make a password of an absent one', () => {
    expect([
      judge({ hash: '', declared: 'pbkdf2' }),
      judge({ hash: '477712aa-0ef6-4f37', salt: '', factor: 10, declared: 'bcrypt', provider: 'fusionauth' }),
    ]).toEqual(['no-password', 'no-password'])
  })

  it('is read out of credentials written as JSON', () => {
    const keycloak = (credentialData: unknown, secretData: unknown) =>
      judge({ hash: JSON.stringify({ type: 'password', credentialData, secretData }) })
    const secret = { value: 'AAECAwQFBgcICQoLDA0ODw==', salt: 'c29tZXNhbHQ=' }
    expect([
      keycloak(JSON.stringify({ algorithm: 'pbkdf2-sha256', hashIterations: 27500 }), JSON.stringify(secret)),
      keycloak({ algorithm: 'argon2', hashIterations: 5, additionalParameters: {} }, secret),
      keycloak({ hashIterations: 5 }, secret),
      keycloak({ algorithm: 'pbkdf2' }, {}),
      judge({
        hash: JSON.stringify({ algorithm: 'pbkdf2', hashedSaltedValue: secret.value, salt: 'abc', hashIterations: 1 }),
      }),
      judge({ hash: JSON.stringify({ encryptionScheme: 'salted-md5', factor: 1, salt: 'a', password: secret.value }) }),
      judge({ hash: JSON.stringify({ algorithm: 'md5', hash: { value: bcryptHash } }) }),
      judge({ hash: JSON.stringify({ algorithm: 'SHA-512', workFactor: 1, salt: 'a', value: secret.value }) }),
      judge({ hash: '{"nothing":"known here"}' }),
    ]).toEqual([
      'unsupported pbkdf2',
      'malformed argon2',
      'unsupported other',
      'no-password',
      'unsupported pbkdf2',
      'unsupported md5',
      'unsupported md5',
      'unsupported sha',
      'unsupported unknown',
    ])
  })
})
