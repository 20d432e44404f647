import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'

const salt = 'c29tZXNhbHRzYWx0'
const digest = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
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

  it('is warned about when its end was cut within a byte', () => {
    expect(judge(hash('$argon2id$v=19', costs, `${salt}$${digest.slice(0, -1)}`))).toMatchObject({
      kind: 'warn',
      reason: expect.stringContaining('cut off'),
    })
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
      name: '$argon2i-nonsense',
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
    expect([fits.length, judge(fits).kind, judge(`${fits}AAA`).kind]).toEqual([256, 'accept', 'reject'])
  })
})
