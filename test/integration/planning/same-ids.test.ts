import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const some = [1, 2, 3, 4, 5, 6]
const text = (header: string, row: (at: number) => string) => `${[header, ...some.map(row)].join('\n')}\n`

test('users of two files with the same ID are joined by decision, and apart again once it is taken back', async () => {
  const engine = await startEngine()
  fileIn(
    engine.folder,
    'a.csv',
    text('id,email', (at) => `${at},user${at}@acme.example`),
  )
  fileIn(
    engine.folder,
    'b.csv',
    text('id,login,hash', (at) => `${at},u${at},${madeUpBcrypt(at)}`),
  )
  await engine.add('a.csv', 'b.csv')
  // The decision is in Review, which a file that has to be mapped first would close.
  expect(must(await engine.ask('document:state', {}))?.needsMapping).toEqual([])
  const counts = async (choice: 'join' | 'separate' | null) => {
    must(await engine.ask('decisions:update', { choices: { sameIds: choice } }))
    await engine.settled()
    const states = engine.users().map(({ state }) => state)
    return [
      states.length,
      states.filter((one) => one === 'ready').length,
      states.filter((one) => one === 'blocked').length,
    ]
  }
  const steps = []
  for (const choice of [null, 'join', 'separate', 'join', null] as const) steps.push(await counts(choice))
  expect(steps).toEqual([
    [12, 0, 12],
    [6, 6, 0],
    [12, 6, 6],
    [6, 6, 0],
    [12, 0, 12],
  ])
})
