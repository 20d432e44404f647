import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { recoverPage } from '../../../electron/desktop/page-recovery.ts'

function page(answer: boolean) {
  const events = new EventEmitter()
  const done: string[] = []
  let time = 0
  recoverPage(
    {
      on: (name, listener) => events.on(name, listener),
      reload: () => void done.push('reload'),
      isDestroyed: () => false,
    },
    {
      log: { write: (_level, event, fields) => void done.push(`${event} ${String(fields?.reason)}`) },
      ask: () => {
        done.push('ask')
        return Promise.resolve(answer)
      },
      quit: () => void done.push('quit'),
      now: () => time,
    },
  )
  return {
    die: (reason: string) => events.emit('render-process-gone', {}, { reason, exitCode: 5 }),
    after: (ms: number) => (time += ms),
    done,
  }
}

test('a page that dies is logged and loaded again', () => {
  const { die, done } = page(true)
  die('oom')
  expect(done).toEqual(['page-gone oom', 'reload'])
})

test('a page that leaves by itself stays away', () => {
  const { die, done } = page(true)
  die('clean-exit')
  expect(done).toEqual([])
})

test.each([
  [true, 'reload'],
  [false, 'quit'],
])('a page that keeps dying asks; %s: %s', async (answer, what) => {
  const { die, done } = page(answer)
  die('crashed')
  die('crashed')
  await Promise.resolve()
  expect(done).toEqual(['page-gone crashed', 'reload', 'page-gone crashed', 'ask', what])
})

test('a page that died long ago is loaded again without a question', () => {
  const { die, after, done } = page(false)
  die('crashed')
  after(61_000)
  die('crashed')
  expect(done.filter((one) => one === 'reload')).toHaveLength(2)
})
