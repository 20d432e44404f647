import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serializeDecisions } from '../../../renderer/api/document-context.tsx'
import { inTurn } from '../../../shared/in-turn.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import { type ChoicesChange, noChoices, withProvider } from '../../../shared/planning/choices.ts'
import { ok, problem } from '../../../shared/result.ts'

type DecisionParts = Parameters<ReturnType<typeof serializeDecisions>>[1]

/** A document whose engine answers a turn later, as another thread does. */
function answered(refuses: (nth: number) => boolean = () => false) {
  let document = { choices: noChoices } as DocumentView
  let shown = document
  let sent = 0
  const queue = inTurn()
  const take = serializeDecisions(queue)
  const parts: DecisionParts = {
    newest: () => shown,
    send: async (change: ChoicesChange) => {
      sent += 1
      if (refuses(sent)) return problem('busy', 'The export is still being read.')
      document = { ...document, choices: { ...document.choices, ...change } }
      const answer = ok(document)
      await setImmediate()
      return answer
    },
    accept: (view) => (shown = view),
  }
  const decide = (change: Parameters<typeof take>[0]) => take(change, parts)
  return { decide, queue, providers: () => Object.keys(document.choices.providers), sent: () => sent }
}

test('two decisions pressed before the first is answered are both taken', async () => {
  const { decide, providers } = answered()
  const names = ['windowslive', 'samlp']
  await Promise.all(names.map((name) => decide((choices) => withProvider(choices, name, 'exclude'))))
  expect(providers()).toEqual(names)
})

test('one that is refused does not hold back the next, and what changes nothing is not sent', async () => {
  const { decide, providers, sent } = answered((nth) => nth === 1)
  const [refused, taken] = await Promise.all([
    decide((choices) => withProvider(choices, 'windowslive', 'exclude')),
    decide((choices) => withProvider(choices, 'samlp', 'exclude')),
    decide(() => null),
  ])
  expect([refused.ok, taken.ok, providers(), sent()]).toEqual([false, true, ['samlp'], 2])
})

test('a request that depends on decisions, such as the start of a run, overtakes none', async () => {
  const { decide, queue, providers } = answered()
  const names = ['windowslive', 'samlp']
  for (const name of names) void decide((choices) => withProvider(choices, name, 'exclude'))
  expect(await queue(() => Promise.resolve(providers()))).toEqual(names)
})
