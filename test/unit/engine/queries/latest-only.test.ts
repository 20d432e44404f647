import { expect, test } from 'vitest'
import { latestOnly, superseded } from '../../../../electron/engine/queries/question-turns.ts'
import { ok } from '../../../../shared/result.ts'

test('of the questions that came meanwhile, only the newest is worked on, and the others are told so', async () => {
  const turns: (() => void)[] = []
  const worked: unknown[] = []
  const ask = latestOnly(
    async (input) => {
      worked.push(input)
      return ok(input)
    },
    (then) => turns.push(then),
  )
  const answers = [ask('a'), ask('b'), ask('c')]
  for (const turn of turns) turn()
  const later = ask('d')
  turns.at(-1)?.()
  expect([await Promise.all([...answers, later]), worked]).toEqual([
    [superseded, superseded, ok('c'), ok('d')],
    ['c', 'd'],
  ])
})
