import { expect, test } from 'vitest'
import { createOpeningNotice } from '../../../electron/ipc/engine-client.ts'
import type { Events } from '../../../shared/ipc/contract.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const file = { name: 'large.migration', bytes: 9_000_000_000 }

function notice() {
  const clock = virtualClock()
  const told: Events['opening'][] = []
  const made = createOpeningNotice((opening) => void told.push(opening), clock)
  return { clock, told, made }
}

test('a migration that takes long to open is told of every second, and that it is done', async () => {
  const { clock, told, made } = notice()
  let finish: (value: string) => void = () => undefined
  const opened = made.during(file, () => new Promise<string>((resolve) => (finish = resolve)))
  await clock.advance(2500)
  const during = made.isOpening()
  finish('open')
  expect([await opened, during, made.isOpening(), clock.timers()]).toEqual(['open', true, false, 0])
  expect(told).toEqual([{ ...file, seconds: 1 }, { ...file, seconds: 2 }, null])
})

test('one that opens at once needs no word, and one that fails ends the telling', async () => {
  const { clock, told, made } = notice()
  await made.during(file, async () => 'open')
  const failed = made.during(file, async () => {
    await clock.advance(1500)
    throw new Error('gone')
  })
  await expect(failed).rejects.toThrow('gone')
  expect([told, made.isOpening()]).toEqual([[{ ...file, seconds: 1 }, null], false])
})
