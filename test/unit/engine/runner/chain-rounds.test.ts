import { expect, test } from 'vitest'
import { chainRounds, type Command, type Round, type RoundEnd } from '../../../../electron/engine/runner/round.ts'
import { beginRound, imports, plannedDocument } from '../../../support/rounds.ts'

const paused: RoundEnd = { kind: 'paused', stop: null, message: '' }

/** A round with these figures that ends when it is told to; `told`: its commands. */
function roundWith(figures: { readonly calls: number; readonly retries: number; readonly ms: number }) {
  const { round } = beginRound(plannedDocument(imports(1)))
  const told: Command[] = []
  let end: (how: RoundEnd) => void = () => undefined
  const ended = new Promise<RoundEnd>((resolve) => (end = resolve))
  const { calls, retries, ms } = figures
  const stats = { ...round.stats(), calls, retries, sendingMs: ms, outageMs: ms + 1 }
  const made: Round = { ended, meter: round.meter, tell: (command) => void told.push(command), stats: () => stats }
  return { made, told, end }
}

test('rounds one after the other are one to the operator: their figures add up, and its commands hold for all', async () => {
  const [first, second] = [roundWith({ calls: 5, retries: 2, ms: 100 }), roundWith({ calls: 7, retries: 1, ms: 30 })]
  const chain = chainRounds(first.made, () => second.made)
  const speed: Command = { kind: 'speed', speed: { concurrency: 3, maxRate: null } }
  for (const command of [speed, { kind: 'try-now' }, { kind: 'more' }] as const) chain.tell(command)
  const { calls, retries, sendingMs, outageMs } = chain.stats()
  expect([calls, retries, sendingMs, outageMs]).toEqual([5, 2, 100, 101])
  first.end(paused)
  await first.made.ended
  while (second.told.length === 0) await Promise.resolve()
  expect(chain.stats()).toMatchObject({ calls: 12, retries: 3, sendingMs: 130, outageMs: 132 })
  // The others are about a moment that is over.
  expect([first.told.length, second.told]).toEqual([3, [speed]])
  chain.tell({ kind: 'pause' })
  second.end(paused)
  expect([await chain.ended, first.told.length, second.told.length]).toEqual([paused, 3, 2])
})

test('rounds end with the first where none follows, and with what kept the next from beginning', async () => {
  const [alone, broken] = [roundWith({ calls: 1, retries: 0, ms: 1 }), roundWith({ calls: 1, retries: 0, ms: 1 })]
  const ends = [
    chainRounds(alone.made, () => null).ended,
    chainRounds(broken.made, () => {
      throw new Error('made up')
    }).ended,
  ]
  alone.end(paused)
  broken.end(paused)
  expect(await Promise.all(ends)).toMatchObject([{ kind: 'paused' }, { kind: 'stopped', stop: 'disk-full' }])
})
