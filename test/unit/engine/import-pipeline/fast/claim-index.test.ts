import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClaimIndex } from '../../../../../electron/engine/import-pipeline/fast/claim-index.ts'

const key = fc.oneof(fc.string({ maxLength: 3 }), fc.emailAddress())
const holder = fc.integer({ min: 1, max: 2 ** 31 - 1 })

describe('the claims held so far', () => {
  it('are what a map of them holds, in whatever order they are held, noted and asked for', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('hold'), key, holder }),
      fc.record({ kind: fc.constant('note'), key, holder }),
    )
    fc.assert(
      fc.property(fc.array(step), fc.array(key), fc.integer({ min: 0, max: 2 ** 31 - 2 }), (steps, others, seed) => {
        const claims = createClaimIndex(10, 2 ** 12, seed)
        const model = new Map<string, number | null>()
        for (const one of steps) {
          if (one.kind === 'hold') model.set(one.key, one.holder)
          else if (!model.has(one.key)) model.set(one.key, null)
          expect(one.kind === 'hold' ? claims.hold(one.key, one.holder) : claims.note(one.key)).toBe(true)
        }
        for (const key of [...others, ...steps.map((one) => one.key)]) {
          expect(claims.holderOf(key)).toEqual(model.get(key) ?? null)
          expect(claims.isKnown(key)).toBe(model.has(key))
        }
      }),
    )
  })

  it('are known apart, a hundred thousand of them', () => {
    // A fixed seed: one seed in a thousand has a collision among a hundred thousand keys.
    const claims = createClaimIndex(10, 1_000_000, 1)
    for (let user = 1; user <= 100_000; user += 1) {
      const own = `import:user${user}@example.com`
      if (claims.isKnown(own)) throw new Error(`${own} is taken for another one.`)
      claims.hold(own, user)
    }
    expect(claims.holderOf('import:user1@example.com')).toBe(1)
    expect(claims.holderOf('import:user99999@example.com')).toBe(99_999)
    expect(claims.holderOf('import:user100001@example.com')).toBeNull()
  })

  it('say when there is no more room for another one, or for its holder', () => {
    const claims = createClaimIndex(10, 64)
    const held = Array.from({ length: 66 }, (_, user) => claims.hold(`key ${user}`, user + 1))
    expect(held.indexOf(false)).toBe(64)
    expect(createClaimIndex(10).hold('key', 2 ** 31)).toBe(false)
  })

  it('are found whatever their number, when many fewer were expected', () => {
    const claims = createClaimIndex(10)
    for (let user = 1; user <= 40_000; user += 1) claims.hold(`key ${user}`, user)
    for (const user of [1, 16_383, 16_384, 16_385, 40_000]) expect(claims.holderOf(`key ${user}`)).toBe(user)
  })
})
