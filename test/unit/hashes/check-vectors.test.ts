import { describe, expect, it } from 'vitest'
import { wrongWith, type Vector } from '../../../scripts/check-vectors/judge-vector.ts'
import { bcryptHash, scryptHash } from './made-hashes.ts'

const vector = (fields: Partial<Vector>): Vector => ({
  hash: bcryptHash,
  family: 'bcrypt',
  verdict: 'accept',
  ...fields,
})

describe('a vector', () => {
  it('is right when verdict and value to send agree', () => {
    const send = `$f_scrypt$${scryptHash}$AAAA$m=10$r=8$s=Bw==`
    expect([
      wrongWith(vector({})),
      wrongWith(vector({ send: bcryptHash })),
      wrongWith(vector({ verdict: 'undetectable' })),
      wrongWith(vector({ hash: 'UkVEQUNURUQ=', verdict: 'reject' })),
      wrongWith(vector({ hash: scryptHash, verdict: 'rewrite', send })),
      wrongWith(vector({ hash: scryptHash, verdict: 'reject' })),
      wrongWith(vector({ verdict: 'reject', note: 'password_hasher=bcrypt_peppered' })),
    ]).toEqual([null, null, null, null, null, null, null])
  })

  it('is wrong otherwise, without showing a hash', () => {
    const send = `$f_scrypt$${scryptHash}$AAAA$m=10$r=8$s=Bw==`
    expect([
      wrongWith(vector({ verdict: 'reject' })),
      wrongWith(vector({ send: 'something else' })),
      wrongWith(vector({ hash: scryptHash, verdict: 'rewrite', send, note: 'signer AAAA' })),
    ]).toEqual(['expected reject, got accept', 'the value to send differs', 'expected rewrite, got reject'])
  })
})
