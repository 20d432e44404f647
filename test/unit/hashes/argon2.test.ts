/* oxlint-disable typescript/no-unsafe-enum-assignment -- the package's enums are const and cannot be imported */
import { hashSync } from '@node-rs/argon2'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'

const salt = 'c29tZXNhbHRzYWx0'
const digest = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const costs = 'm=65536,t=3,p=4'
const judge = (hash: string, dialect: 'documented' | 'supertokens' = 'documented') => judgeHash({ hash }, null, dialect)
const hash = (prefix: string, middle = costs, tail = `${salt}$${digest}`) => `${prefix}$${middle}$${tail}`

describe('Argon2', () => {
  it('goes out as it is in standard form', () => {
    const hashes = [hash('$argon2id$v=19'), hash('$argon2d$v=19'), hash('$argon2id$v=16')]
    expect(hashes.map((one) => judge(one))).toEqual(
      hashes.map((send, i) => ({
        kind: 'accept',
        family: 'argon2',
        variant: i === 1 ? 'argon2d' : 'argon2id',
        send,
        reason: 'Argon2, sent as it is.',
      })),
    )
  })

  it('of the variant i is warned about only where the interface does not name it', () => {
    const i = hash('$argon2i$v=19')
    expect([judge(i), judge(i, 'supertokens')]).toMatchObject([
      { kind: 'warn', send: i, reason: expect.stringContaining('does not name') },
      { kind: 'accept', send: i },
    ])
  })

  it('says what was rewritten', () => {
    const url = digest.replace('AAEC', '-_EC')
    expect(judge(hash('$argon2id', 'p=4,m=65536,t=3', `${salt}$${url}=`))).toEqual({
      kind: 'rewrite',
      family: 'argon2',
      variant: 'argon2id',
      send: hash('$argon2id$v=16', costs, `${salt}$${url.replace('-', '+').replace('_', '/')}`),
      reason:
        'Argon2: the version left out (16) is written, the parameters are put in order, the padding is removed, ' +
        'the URL alphabet is replaced; the hash itself is untouched.',
    })
  })

  it('that was rewritten still carries its warning', () => {
    expect(judge(hash('$argon2i'))).toMatchObject({
      kind: 'warn',
      send: hash('$argon2i$v=16'),
      reason: expect.stringMatching(/does not name.*version left out/),
    })
  })

  it('is refused when it was cut within a byte, also after a rewrite, and says so', () => {
    const cut = [
      hash('$argon2id$v=19', costs, `${salt}$${digest.slice(0, -1)}`),
      hash(
        '$argon2id$v=19',
        costs,
        `${salt.slice(0, -1)}B$${digest}`.replace(salt.slice(0, -1), `${salt.slice(0, -3)}0`),
      ),
      hash('$argon2id', costs, `${salt}$${digest.slice(0, -1)}==`),
    ]
    expect(cut.map((one) => judge(one))).toMatchObject(
      cut.map(() => ({
        kind: 'reject',
        why: 'malformed',
        family: 'argon2',
        reason: expect.stringContaining('probably shortened or altered'),
      })),
    )
  })

  it('is warned about when its length is one that few set, and refused when it ends within a byte or is shorter than Argon2 makes', () => {
    const lengths = [4, 6, 7, 36, 40, 38, 20, 16, 27, 64, 22, 32, 43, 86].map((end) => [
      end,
      judge(hash('$argon2id$v=19', costs, `${salt}$${'A'.repeat(end)}`)).kind,
    ])
    expect(judge(hash('$argon2id$v=19', costs, `${salt}$${'A'.repeat(32)}`))).toMatchObject({
      reason: expect.stringContaining('may be truncated'),
    })
    expect(lengths).toEqual([
      [4, 'reject'],
      [6, 'warn'],
      [7, 'warn'],
      [36, 'warn'],
      [40, 'warn'],
      [38, 'warn'],
      [20, 'warn'],
      [16, 'warn'],
      [27, 'warn'],
      [64, 'warn'],
      [22, 'accept'],
      [32, 'warn'],
      [43, 'accept'],
      [86, 'accept'],
    ])
  })

  it('is warned about when each sign-in takes gigabytes of memory', () => {
    const verdict = judge(hash('$argon2id$v=19', 'm=4194304,t=3,p=4', `${salt}$${'A'.repeat(43)}`))
    expect(verdict).toMatchObject({ kind: 'warn', reason: expect.stringContaining('4 GiB of memory') })
  })

  it('as a library writes it is never refused, of any length; with its last bits changed always', () => {
    const length = fc.integer({ min: 4, max: 64 })
    fc.assert(
      fc.property(length, fc.uint8Array({ minLength: 8, maxLength: 32 }), fc.nat(63), (outputLen, salt, letter) => {
        const whole = hashSync('word', { memoryCost: 16, timeCost: 1, parallelism: 1, outputLen, salt, algorithm: 2 })
        expect(['accept', 'warn']).toContain(judge(whole).kind)
        const changed = whole.slice(0, -1) + base64[letter]
        const [, , , , , changedDigest = ''] = changed.split('$')
        const again = Buffer.from(changedDigest, 'base64').toString('base64').replaceAll('=', '')
        expect(judge(changed).kind === 'reject').toBe(again !== changedDigest)
      }),
      { numRuns: 100 },
    )
  })

  it('is refused when it cannot be brought into standard form', () => {
    const refused = {
      secret: hash('$argon2id$v=19', `${costs},keyid=abc`),
      data: hash('$argon2id$v=19', `${costs},data=abc`),
      noSalt: hash('$argon2id$v=19', costs, `$${digest}`),
      noHash: hash('$argon2id$v=19', costs, `${salt}$`),
      memory: hash('$argon2id$v=19', 'm=4294967296,t=3,p=4'),
      rounds: hash('$argon2id$v=19', 'm=65536,t=0,p=4'),
      lanes: hash('$argon2id$v=19', 'm=8,t=3,p=4'),
      version: hash('$argon2id$v=18'),
      twice: hash('$argon2id$v=19', 'm=65536,m=65536,t=3'),
      letters: hash('$argon2id$v=19', costs, `${salt}$!!!`),
      capital: hash('$ARGON2ID$v=19'),
      cut: hash('$argon2id$v=19', costs, `${salt}$${digest.slice(0, 21)}`),
      long: hash('$argon2id$v=19', costs, `${salt}$${digest.repeat(5)}`),
      name: '$argon2i-nonsense-of-no-kind',
    }
    const kinds = Object.fromEntries(
      Object.entries(refused).map(([name, one]) => {
        const verdict = judge(one)
        return [name, verdict.kind === 'reject' ? `${verdict.why} ${verdict.family}` : verdict.kind]
      }),
    )
    expect(kinds).toEqual(Object.fromEntries(Object.keys(refused).map((name) => [name, 'malformed argon2'])))
  })

  it('may be 256 characters long and no longer', () => {
    const room = 256 - hash('$argon2id$v=19', costs, `${salt}$`).length
    const fits = hash('$argon2id$v=19', costs, `${salt}$${'A'.repeat(room)}`)
    expect([fits.length, judge(fits).kind, judge(`${fits}AAA`).kind]).toEqual([256, 'warn', 'reject'])
  })
})
