import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { argon2Hash, bcryptHash, keycloakCredential, scryptHash, scryptParameters } from './made-hashes.ts'
import { rounds } from '../../support/length.ts'
import { anyCharacter } from '../../support/data/any-character.ts'

const real = fc.constantFrom(
  bcryptHash,
  argon2Hash(),
  argon2Hash(1, 0).replace('$v=16', ''),
  `argon2${argon2Hash()}`,
  keycloakCredential(),
  scryptHash,
  `$f_scrypt$${scryptHash}$AAAA$m=10$r=8$s=Bw==`,
  `${scryptHash}$AAAA$${scryptHash}$Bw==$8$10`,
)

/** Real hashes, cut, with something put in, and any text at all. */
const hash = fc.oneof(
  real,
  fc.tuple(real, fc.nat(140)).map(([text, end]) => text.slice(0, end)),
  fc
    .tuple(real, fc.nat(140), fc.string({ maxLength: 3 }))
    .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at)),
  fc.tuple(fc.constantFrom('"', "'", ' ', 'bcrypt$', '{bcrypt}'), real).map(([around, text]) => around + text + around),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.json(),
)

const input: fc.Arbitrary<HashInput> = fc.record(
  {
    hash,
    salt: fc.oneof(fc.constantFrom('', 'AAAA', 'abcdefghijklmnopqrstuu'), fc.string()),
    declared: fc.oneof(fc.constantFrom('bcrypt', 'argon2', 'scrypt_firebase', ''), fc.string()),
    provider: fc.constantFrom('firebase', 'fusionauth', 'generic'),
    factor: fc.integer({ min: -1, max: 40 }),
  },
  { requiredKeys: ['hash'] },
)
const parameters = fc.option(fc.constant(scryptParameters), { nil: null })
const dialect = fc.constantFrom('documented' as const, 'supertokens' as const)

describe('every verdict', () => {
  it('says why and a way out, and repeats nothing of what it judged', () => {
    fc.assert(
      fc.property(input, parameters, dialect, (input, parameters, dialect) => {
        const verdict = judgeHash(input, parameters, dialect)
        const text = 'wayOut' in verdict ? `${verdict.reason} ${verdict.wayOut}` : verdict.reason
        expect(verdict.reason).toMatch(/^[A-Zb].*[.]$/)
        for (const secret of [input.hash, input.salt ?? '', input.declared ?? '']) {
          if (secret.length > 8) expect(text).not.toContain(secret)
        }
        if (verdict.kind === 'reject' || verdict.kind === 'redacted') expect(verdict.wayOut).not.toBe('')
      }),
      { numRuns: rounds(800, 5000) },
    )
  })

  it('sends only what is accepted, or warned about, when it is judged again', () => {
    fc.assert(
      fc.property(input, parameters, dialect, (input, parameters, dialect) => {
        const verdict = judgeHash(input, parameters, dialect)
        if (!('send' in verdict)) return
        const again = judgeHash({ hash: verdict.send }, parameters, dialect)
        // A warning may be about the salt beside the hash.
        const isOfSalt = verdict.kind === 'warn' && verdict.reason.includes('another salt')
        expect(again).toMatchObject({
          kind: verdict.kind === 'warn' && !isOfSalt ? 'warn' : 'accept',
          send: verdict.send,
        })
        expect(verdict.send.length).toBeLessThanOrEqual(256)
      }),
      { numRuns: rounds(800, 5000) },
    )
  })

  it('can be shown with a mask that holds no long part of the hash', () => {
    fc.assert(
      fc.property(fc.oneof(real, hash), (text) => {
        const shown = maskHash(text)
        expect(shown.length).toBeLessThanOrEqual(60)
        for (const secret of text.split(/[$:{}"',=\s]+/)) {
          if (secret.length > 16) expect(shown).not.toContain(secret)
        }
      }),
    )
  })
})
