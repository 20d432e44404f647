import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/runner/clock.ts'
import { type FromWorker, serveWorker } from '../../../electron/engine/worker-protocol.ts'
import type { TimerClock } from '../../../shared/coalesce.ts'
import { ok } from '../../../shared/result.ts'

type WorkerHandler = Parameters<typeof serveWorker>[1]

/** A served handler and the other end of its port; `next` resolves to the next message from the worker's side. */
function served(handler: WorkerHandler, clock: TimerClock = systemClock) {
  const { port1, port2 } = new MessageChannel()
  serveWorker(clock, handler, port1)
  const next = () => new Promise<FromWorker>((resolve) => port2.once('message', resolve))
  return { port: port2, next, close: () => port2.close() }
}

test('a request is answered under its own ID', async () => {
  const worker = served({ ask: async (channel, input) => ok({ channel, input }) })
  worker.port.postMessage({ kind: 'ask', id: 7, channel: 'document:state', input: { a: 1 } })
  expect(await worker.next()).toEqual({
    kind: 'reply',
    id: 7,
    result: { ok: true, value: { channel: 'document:state', input: { a: 1 } } },
  })
  worker.close()
})

test('a handler that throws becomes a problem that names the channel and not the content', async () => {
  const worker = served({ ask: () => Promise.reject(new TypeError('secret of ada@example.com')) })
  worker.port.postMessage({ kind: 'ask', id: 1, channel: 'users:detail', input: { id: 3 } })
  const reply = await worker.next()
  expect(reply).toMatchObject({ kind: 'reply', id: 1, result: { ok: false, error: { code: 'internal' } } })
  expect(JSON.stringify(reply)).toContain('users:detail')
  expect(JSON.stringify(reply)).not.toContain('ada@example.com')
  worker.close()
})

test('of change notices in quick succession the first leaves at once, and then the latest, once the time has come', async () => {
  const emits: Parameters<NonNullable<WorkerHandler['subscribe']>>[0][] = []
  const timers: { readonly ms: number; readonly wake: () => void }[] = []
  const clock: TimerClock = { ticks: () => 1000, setTimer: (ms, wake) => (timers.push({ ms, wake }), () => undefined) }
  const worker = served({ ask: async () => ok({}), subscribe: (emit) => void emits.push(emit) }, clock)
  const first = worker.next()
  for (const version of [1, 2, 3]) emits[0]?.('document-changed', { version })
  expect(await first).toEqual({ kind: 'event', event: 'document-changed', value: { version: 1 } })
  const second = worker.next()
  expect(timers.map(({ ms }) => ms)).toEqual([400])
  timers[0]?.wake()
  expect(await second).toEqual({ kind: 'event', event: 'document-changed', value: { version: 3 } })
  worker.close()
})
