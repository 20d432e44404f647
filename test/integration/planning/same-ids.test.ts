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

test('rows that only name users got their IDs by decision, and have their own again once it is taken back', async () => {
  const engine = await startEngine()
  fileIn(
    engine.folder,
    'a.csv',
    text('id,email', (at) => `0010${at},user${at}@acme.example`),
  )
  fileIn(engine.folder, 'states.csv', 'user_id,status\n103,banned\n104,active\n999,banned\n998,active\n')
  await engine.add('a.csv', 'states.csv')
  const facts = async (choice: 'join' | 'separate' | null) => {
    must(await engine.ask('decisions:update', { choices: { sameIds: choice } }))
    const { totals, files } = await engine.settled()
    const out = engine.users().filter(({ state }) => state === 'blocked').length
    return [totals.users, totals.joined, totals.unmatched, out, /other zeros/.test(files[1]?.reason ?? '')]
  }
  const steps = []
  for (const choice of [null, 'join', 'separate', 'join', null] as const) steps.push(await facts(choice))
  expect(steps).toEqual([
    [6, 0, 4, 2, false],
    [6, 2, 2, 1, true],
    [6, 0, 4, 0, false],
    [6, 2, 2, 1, true],
    [6, 0, 4, 2, false],
  ])
})

test('a further file after such a decision, and opening again, leave all records accounted for', async () => {
  const engine = await startEngine()
  fileIn(
    engine.folder,
    'a.csv',
    text('id,email', (at) => `0010${at},user${at}@acme.example`),
  )
  fileIn(engine.folder, 'states.csv', 'user_id,status\n103,banned\n104,active\n999,banned\n998,active\n')
  fileIn(
    engine.folder,
    'b.csv',
    text('id,email', (at) => `10${at},other${at}@acme.example`),
  )
  const sums = ({ totals }: Awaited<ReturnType<typeof engine.settled>>) => {
    const { records, users, joined, unmatched, unreadable, other } = totals
    return [records, users + joined + unmatched + unreadable + other]
  }
  await engine.add('a.csv', 'states.csv')
  must(await engine.ask('decisions:update', { choices: { sameIds: 'join' } }))
  const first = await engine.settled()
  await engine.add('b.csv')
  const second = await engine.settled()
  const opened = await engine.reopen()
  const again = await engine.settled()
  expect([first, second, opened, again].map(sums)).toEqual([
    [10, 10],
    [16, 16],
    [16, 16],
    [16, 16],
  ])
  const removed = second.files.find(({ name }) => name === 'a.csv')?.id ?? 0
  must(await engine.ask('export:remove', { fileId: removed }))
  const last = await engine.settled()
  expect([sums(last), last.totals.joined]).toEqual([[10, 10], 2])
})
