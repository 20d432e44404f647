import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCanaryGate } from '../../../../electron/engine/runner/call-guards.ts'
import { turns } from '../../../support/virtual-clock.ts'

describe('the first call of a kind', () => {
  test('goes alone, others of its kind follow, and other kinds do not wait for it', async () => {
    const alone = createCanaryGate()
    const order: string[] = []
    const enter = async (kind: string, name: string) => {
      order.push(`${name} ${(await alone.enter(kind)) ? 'alone' : 'with others'}`)
    }
    void enter('import', 'first')
    void enter('import', 'second')
    void enter('code', 'third')
    await turns()
    const before = [...order]
    alone.leave('import', true)
    await turns()
    expect([before, order.slice(before.length)]).toEqual([['first alone', 'third alone'], ['second with others']])
  })

  test('hands its place on when it was given back unanswered', async () => {
    const alone = createCanaryGate()
    const first = await alone.enter('import')
    const [second, third] = [alone.enter('import'), alone.enter('import')]
    alone.leave('import', false)
    const next = await second
    alone.leave('import', true)
    expect([first, next, await third]).toEqual([true, true, false])
  })

  test('is never under way together with another of its kind, whatever is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), async (answers) => {
        const alone = createCanaryGate()
        let lonely = 0
        let most = 0
        let opened = false
        const calls = answers.map(async (answered) => {
          const goesAlone = await alone.enter('import')
          if (!goesAlone) return expect(opened).toBe(true)
          lonely += 1
          most = Math.max(most, lonely)
          await turns()
          lonely -= 1
          opened ||= answered
          return alone.leave('import', answered)
        })
        await Promise.all(calls)
        expect(most).toBe(1)
      }),
      { numRuns: 30 },
    )
  })
})
