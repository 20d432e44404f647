import { expect, test } from 'vitest'
import { runSamples } from '../../../../electron/engine/document/run-record.ts'
import { emptyDocument } from '../../../support/documents.ts'
import type { Sample } from '../../../../shared/chart/sample-schema.ts'

const seconds = (count: number, from = 1): readonly Sample[] =>
  Array.from({ length: count }, (_, n) => ({ at: (from + n) * 1000, ms: 1000, users: 5, p50: 10, p99: 20, atOnce: 4 }))

test('samples are taken once, kept per target, and go on where an earlier run ended', () => {
  const { database } = emptyDocument()
  const first = runSamples.open(database, 1, () => 0)
  first.take(seconds(3))
  first.take(seconds(4))
  first.save()
  const other = runSamples.open(database, 2, () => 0)
  other.take(seconds(1))
  other.save()
  const again = runSamples.open(database, 1, () => 0)
  again.take(seconds(2, 9000))
  again.save()
  expect([runSamples.read(database, 1).map(({ at }) => at / 1000), runSamples.read(database, 2).length]).toEqual([
    [1, 2, 3, 4, 9000, 9001],
    1,
  ])
})

test('a day of samples stays small, and no user is lost from it', () => {
  const { database } = emptyDocument()
  const samples = runSamples.open(database, 1, () => 0)
  for (let hour = 0; hour < 24; hour++) samples.take(seconds(3600, 1 + hour * 3600))
  samples.save()
  const kept = runSamples.read(database, 1)
  const shown = samples.view().length
  expect([kept.length <= 600, kept.length > 200, shown <= 200, shown > 60]).toEqual([true, true, true, true])
  expect(kept.reduce((sum, { users }) => sum + users, 0)).toBe(24 * 3600 * 5)
})

test('what was taken shows after a crash too, but for the last seconds', () => {
  const { database } = emptyDocument()
  let now = 0
  const samples = runSamples.open(database, 1, () => now)
  samples.take(seconds(5))
  now = 10_000
  samples.take(seconds(10))
  now = 15_000
  samples.take(seconds(15))
  expect(runSamples.read(database, 1).length).toBe(10)
})

test('a crash during an outage leaves what came before it, and for how long no answer came', () => {
  const { database } = emptyDocument()
  let now = 0
  const samples = runSamples.open(database, 1, () => now)
  samples.take(seconds(5))
  now = 4000
  samples.silentUntil(9000)
  now = 12_000
  samples.silentUntil(18_000)
  const [kept, shown] = [runSamples.read(database, 1), samples.view()]
  expect([kept.length, kept.at(-1)?.silentMs, shown.at(-1)?.silentMs]).toEqual([5, 12_000, 12_000])
})

test('runs for some users are a pilot until everybody was sent for', () => {
  const { database } = emptyDocument()
  const begin = (at: number, some: boolean) => {
    const samples = runSamples.open(database, 1, () => 0, some)
    samples.take(seconds(2, at).map((sample, n) => ({ ...sample, begins: n === 0 })))
    samples.save()
  }
  begin(1, true)
  begin(10, true)
  begin(20, false)
  begin(30, true)
  expect(
    runSamples.read(database, 1).flatMap(({ begins, pilot }) => (begins === true ? [pilot === true] : [])),
  ).toEqual([true, true, false, false])
})
