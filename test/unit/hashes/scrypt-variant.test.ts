import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { scryptHash as hash, scryptParameters as parameters, scryptSalt, signerKey } from './made-hashes.ts'

const salt = scryptSalt.toString('base64')
const signer = signerKey.toString('base64')
const judge = (input: HashInput, given: typeof parameters | null = parameters) => judgeHash(input, given, 'documented')

describe('a bare hash of Firebase scrypt', () => {
  it('waits for the parameters of its project, with a way out', () => {
    expect([
      judge({ hash, salt, provider: 'firebase' }, null),
      judge({ hash, provider: 'firebase' }, null),
      judge({ hash, provider: 'firebase' }),
    ]).toEqual([
      {
        kind: 'reject',
        why: 'incomplete',
        family: 'firebase-scrypt',
        reason: 'Firebase scrypt without the parameters of its project.',
        wayOut:
          'Paste the hash parameters of the old project (separator, rounds, memory cost); they are shown in its console.',
      },
      {
        kind: 'reject',
        why: 'incomplete',
        family: 'firebase-scrypt',
        reason: 'Firebase scrypt without the parameters of its project.',
        wayOut:
          'Paste the hash parameters of the old project (separator, rounds, memory cost); they are shown in its console. ' +
          'The salt of each user is needed as well.',
      },
      {
        kind: 'reject',
        why: 'incomplete',
        family: 'firebase-scrypt',
        reason: 'Firebase scrypt without its salt.',
        wayOut: 'Export again with the salt of each user.',
      },
    ])
  })

  it('is one in a file of unknown origin with a salt of its length, and none with another salt until its parameters are given', () => {
    const other = Buffer.alloc(16, 7).toString('base64')
    const family = 'bare-64'
    expect([
      judge({ hash, salt }, null),
      judge({ hash, salt: other }, null),
      judge({ hash }, null),
      judge({ hash, salt: other }),
    ]).toMatchObject([
      { kind: 'reject', why: 'incomplete', family: 'firebase-scrypt' },
      { kind: 'reject', why: 'unsupported', family, wayOut: expect.stringContaining('--scrypt-parameters') },
      { kind: 'reject', why: 'unsupported', family },
      { kind: 'rewrite', family: 'firebase-scrypt' },
    ])
  })

  it('has to be as long as the signer key, where that is known', () => {
    const short = Buffer.alloc(63).toString('base64')
    const unknown = { ...parameters, signerKeyLength: null }
    expect([
      judge({ hash: short, salt, provider: 'firebase' }),
      judgeHash({ hash: short, salt, provider: 'firebase' }, unknown, 'documented'),
    ]).toMatchObject([{ kind: 'reject', why: 'malformed', family: 'firebase-scrypt' }, { kind: 'rewrite' }])
  })

  it('is recognised in a file of unknown origin by the length of the signer key', () => {
    const other = Buffer.alloc(32, 7).toString('base64')
    expect([
      judge({ hash: other, salt }, { ...parameters, signerKeyLength: 32 }).kind,
      judge({ hash: other, salt }).kind,
    ]).toEqual(['rewrite', 'reject'])
  })

  it('that is not base64 is broken', () => {
    expect([
      judge({ hash: 'not base64!', salt, provider: 'firebase' }),
      judge({ hash, salt: '!', declared: 'scrypt_firebase' }),
    ]).toMatchObject([
      { kind: 'reject', why: 'malformed' },
      { kind: 'reject', why: 'malformed' },
    ])
  })
})

describe('a whole hash of Firebase scrypt', () => {
  const whole = `$f_scrypt$${hash}$${salt}$m=10$r=8$s=Bw==`

  it('goes out as it is when it is in standard form', () => {
    expect(judge({ hash: whole }, null)).toMatchObject({ kind: 'accept', send: whole, variant: 'f_scrypt' })
  })

  it('is refused when a part is missing, doubled or out of bounds', () => {
    const refused = [
      whole.replace('$s=Bw==', ''),
      whole.replace('$s=Bw==', '$s='),
      `${whole}$x=1`,
      whole.replace('m=10', 'm=31'),
      whole.replace('m=10', 'm=x'),
      whole.replace('r=8', 'r=0'),
      whole.replace(salt, ''),
      whole.replace(hash, ''),
      whole.replace(hash, 'A'.repeat(300)),
      `$fbscrypt$v=1,n=10,r=8,p=2,ss=Bw==,sk=${signer}$${salt}$${hash}`,
      `$fbscrypt$v=1,n=10,r=8,p=1,ss=Bw==,sk=${signer.slice(0, 40)}$${salt}$${hash}`,
      `$firescrypt$ln=10,r=8,p=1$${salt}$${hash}`,
      `$firebase-scrypt$hash=${hash}$salt=${salt}`,
    ]
    expect(refused.map((one) => judge({ hash: one }, null))).toMatchObject(
      refused.map(() => ({ kind: 'reject', why: 'malformed', family: 'firebase-scrypt' })),
    )
  })
})
