import { expect, test } from 'vitest'
import { inTurn } from '../../shared/in-turn.ts'

test('pieces of work run one after the other, and one that fails does not hold back the next', async () => {
  const oneByOne = inTurn()
  let answerFirst = (): void => undefined
  const first = new Promise<void>((resolve) => (answerFirst = resolve))
  const log: string[] = []
  const results = [
    oneByOne(() => {
      log.push('first begins')
      return first
    }),
    oneByOne(() => {
      log.push('second begins')
      return Promise.reject(new Error('second fails'))
    }),
    oneByOne(async () => log.push('third begins')),
  ]
  await Promise.resolve()
  log.push('first is answered')
  answerFirst()
  const settled = await Promise.allSettled(results)
  expect(log).toEqual(['first begins', 'first is answered', 'second begins', 'third begins'])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
