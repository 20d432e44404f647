import { expect, test } from 'vitest'
import { endWithParent } from '../../../electron/browser/browser.ts'

test('a signal and its echo end the host once, after it has finished', async () => {
  const signals = new Map<string, () => void>()
  const happened: string[] = []
  const code = await new Promise<number>((resolve) => {
    endWithParent(async () => void happened.push('finished'), {
      on: (signal, listener) => void signals.set(signal, listener),
      parents: () => '1',
      exit: resolve,
    })
    signals.get('SIGINT')?.()
    signals.get('SIGINT')?.()
  })
  expect([code, happened]).toEqual([0, ['finished']])
})

test('the host ends when its parent is gone', async () => {
  let parents = '4711'
  const code = await new Promise<number>((resolve) => {
    endWithParent(async () => {}, { on: () => {}, parents: () => parents, exit: resolve })
    parents = '1'
  })
  expect(code).toBe(0)
})
