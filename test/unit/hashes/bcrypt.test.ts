import { compareSync, hashSync } from 'bcryptjs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { anyCharacter } from '../../support/data/any-character.ts'

const tail = 'abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'
const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const judge = (hash: string) => judgeHash({ hash }, null, 'documented')
const reasonOf = (hash: string) => judge(hash).reason

describe('bcrypt', () => {
  it('goes out as it is in the variants 2a, 2b and 2y', () => {
    const hashes = ['2a', '2b', '2y'].map((variant) => `$${variant}$10$${tail}`)
    expect(hashes.map(judge)).toEqual(
      hashes.map((send, i) => ({
        kind: 'accept',
        family: 'bcrypt',
        variant: ['2a', '2b', '2y'][i],
        send,
        reason: 'bcrypt, sent as it is.',
      })),
    )
  })

  it('goes out without the name of its kind before it, whatever sign parts the two', () => {
    for (const prefix of ['bcrypt$', 'bcrypt:'])
      expect(judge(`${prefix}$2b$10$${tail}`)).toMatchObject({ kind: 'rewrite', send: `$2b$10$${tail}` })
  })

  it('goes out with a warning where sign-in will fail for some or be slow', () => {
    expect([judge(`$2x$10$${tail}`), judge(`$2b$15$${tail}`), judge(`$2b$14$${tail}`)]).toMatchObject([
      { kind: 'warn', reason: expect.stringContaining('plain ASCII') },
      { kind: 'warn', reason: expect.stringContaining('seconds') },
      { kind: 'accept' },
    ])
  })

  it('goes out with a warning where a salt of its own stands beside it', () => {
    const hash = `$2b$10$${tail}`
    const kind = (salt: string) => judgeHash({ hash, salt }, null, 'documented').kind
    expect([kind('0f8fad5b-d9cb-469f-a165-70867728950e'), kind(tail.slice(0, 22)), kind(hash.slice(0, 29))]).toEqual([
      'warn',
      'accept',
      'accept',
    ])
    expect([kind(''), judgeHash({ hash, salt: 'NULL' }, null, 'documented').kind]).toEqual(['accept', 'accept'])
  })

  it('is refused with the reason when its shape is broken', () => {
    expect({
      short: reasonOf(`$2b$10$${tail.slice(0, 40)}`),
      long: reasonOf(`$2b$10$${tail}=`),
      cost: reasonOf(`$2b$31$${tail}`),
      low: reasonOf(`$2b$03$${tail}`),
      noCost: reasonOf(`$2b$${tail}`),
      first: reasonOf(`$2$10$${tail}`),
      letters: reasonOf(`$2b$10$${tail.slice(1)}!`),
      other: reasonOf(`$2bonk${tail}`),
    }).toEqual({
      short: 'bcrypt that was cut off: 47 of 60 characters are left.',
      long: 'bcrypt with more than its 60 characters: something was added at the end.',
      cost: 'bcrypt with a cost outside 4 to 30, which no core checks.',
      low: 'bcrypt with a cost outside 4 to 30, which no core checks.',
      noCost: 'bcrypt without a cost of two digits.',
      first: 'bcrypt of the first variant, without a letter, which the core does not check.',
      letters: 'bcrypt with characters that do not belong to it.',
      other: 'It begins like bcrypt but is not.',
    })
    expect(judge(`$2b$31$${tail}`)).toMatchObject({ kind: 'reject', why: 'malformed', family: 'bcrypt' })
  })

  it('goes out without the spare bits that some libraries set, with a warning', () => {
    const ending = (salt: string, digest: string) => `$2b$10$${tail.slice(0, 21)}${salt}${tail.slice(22, 52)}${digest}`
    const salts = ['.', 'O', 'e', 'u']
    const digests = Array.from('.CGKOSWaeimquy26')
    const writable = salts.flatMap((salt) => digests.map((digest) => ending(salt, digest)))
    const others = Array.from(alphabet)
      .flatMap((one) => [ending(one, '2'), ending('u', one)])
      .filter((hash) => !writable.includes(hash))
    expect([writable.length, others.length]).toEqual([64, 60 + 48])
    expect(new Set(writable.map((hash) => judge(hash).kind))).toEqual(new Set(['accept']))
    const verdicts = others.map(judge)
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['warn']))
    expect(verdicts.every((verdict) => 'send' in verdict && writable.includes(verdict.send))).toBe(true)
    expect(judge(ending('v', '3'))).toMatchObject({
      send: ending('u', '2'),
      reason: expect.stringContaining('spare bits'),
    })
  })

  it('finds the same password when its spare bits are cleared', () => {
    const made = hashSync('correct horse', 4)
    const next = (at: number) => alphabet.charAt(alphabet.indexOf(made.charAt(at)) + 1)
    const padded = `${made.slice(0, 28)}${next(28)}${made.slice(29, 59)}${next(59)}`
    const verdict = judge(padded)
    expect(padded).not.toBe(made)
    expect('send' in verdict && [verdict.send === made, compareSync('correct horse', verdict.send)]).toEqual([
      true,
      true,
    ])
  })

  it('as a library writes it is never refused, and always where a library finds the password no more', () => {
    const at = fc.constantFrom(28, 59)
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), at, fc.constantFrom(...Array.from(alphabet)), (word, at, character) => {
        const whole = hashSync(word, 4)
        expect(judge(whole).kind).toBe('accept')
        const changed = whole.slice(0, at) + character + whole.slice(at + 1)
        if (judge(changed).kind === 'reject') expect(compareSync(word, changed)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  it('says how long one sign-in will take where that is long', () => {
    const times = [15, 19, 20, 24, 30].map((cost) => /about \d+ \w+/.exec(reasonOf(`$2b$${cost}$${tail}`))?.[0])
    expect(times).toEqual([
      'about 2 seconds',
      'about 31 seconds',
      'about 1 minute',
      'about 16 minutes',
      'about 17 hours',
    ])
    expect([19, 20].map((cost) => /nobody will wait/.test(reasonOf(`$2b$${cost}$${tail}`)))).toEqual([false, true])
  })

  it('over something else than the password is refused, whatever follows', () => {
    const refused = [`bcrypt_sha256$$2b$12$${tail}`, `$wp$2y$10$${tail}`, `$bcrypt-sha256$v=2,t=2b,r=12$abc$def`]
    expect(refused.map((hash) => judge(hash))).toMatchObject([
      { kind: 'reject', why: 'unsupported', family: 'bcrypt_sha256' },
      { kind: 'reject', why: 'unsupported', family: 'wordpress-bcrypt' },
      { kind: 'reject', why: 'unsupported', family: 'bcrypt_sha256' },
    ])
  })

  it('is sent only where it fits its shape, character by character', () => {
    const shape = /^\$2[abxy]\$(?:0[4-9]|[12][0-9]|30)\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/
    const whole = `$2b$10$${tail}`
    const damaged = fc
      .record({
        at: fc.nat(60),
        with: fc.oneof(fc.string({ maxLength: 2 }), fc.string({ unit: anyCharacter, maxLength: 1 })),
      })
      .map((damage) => whole.slice(0, damage.at) + damage.with + whole.slice(damage.at + 1))
    fc.assert(
      fc.property(damaged, (hash) => {
        const verdict = judge(hash)
        // Blanks around it are taken off before.
        expect('send' in verdict ? shape.test(verdict.send) : !shape.test(hash)).toBe(true)
      }),
    )
  })
})
