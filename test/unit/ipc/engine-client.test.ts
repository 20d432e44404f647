import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Engine } from '../../../electron/engine/engine-api.ts'
import { createOpeningNotice, startEngine } from '../../../electron/ipc/engine-client.ts'
import type { Events } from '../../../shared/ipc/contract.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const engines: Engine[] = []

function start(): Engine {
  const engine = startEngine({ workerFolder: join(import.meta.dirname, 'workers'), appFolder: '/nowhere' })
  engines.push(engine)
  return engine
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.end()))
})

test('the reader follows the document that the writer opens and closes', async () => {
  const engine = start()
  await engine.internal('internal:open', { path: '/made/up.migration' })
  expect(await engine.invoke('report:get', {})).toMatchObject({ ok: true, value: { sentence: '/made/up.migration' } })
  await engine.internal('internal:close', {})
  expect(await engine.invoke('report:get', {})).toMatchObject({ ok: true, value: { sentence: 'null' } })
})

test('when the writer dies, outstanding requests fail, the error is reported and the document is open again', async () => {
  const engine = start()
  await engine.internal('internal:open', { path: '/made/up.migration' })
  const error = new Promise((resolve) => engine.on('error', resolve))
  const progress = new Promise((resolve) => engine.on('progress', resolve))
  const pending = engine.invoke('run:pause', {})
  const killing = engine.invoke('run:cancel', {})
  expect(await pending).toMatchObject({ ok: false, error: { code: 'worker-stopped' } })
  expect(await killing).toMatchObject({ ok: false, error: { code: 'worker-stopped' } })
  expect(await engine.invoke('document:state', {})).toMatchObject({
    ok: true,
    value: { location: '/made/up.migration' },
  })
  expect(await progress).toEqual({ state: 'idle' })
  expect(await error).toMatchObject({ code: 'engine-restarted' })
})

test('a writer that keeps dying is given up with a sentence', async () => {
  const engine = start()
  const codes: string[] = []
  const broken = new Promise<void>((resolve) =>
    engine.on('error', ({ code }) => {
      codes.push(code)
      if (code === 'engine-broken') resolve()
    }),
  )
  for (let round = 0; round < 3; round++) await engine.invoke('run:cancel', {})
  await broken
  expect(codes).toEqual(['engine-restarted', 'engine-restarted', 'engine-broken'])
  expect(await engine.invoke('document:state', {})).toMatchObject({ ok: false, error: { code: 'worker-broken' } })
})

test('a listener that was taken off hears nothing more', async () => {
  const engine = start()
  const heard: number[] = []
  const off = engine.on('document-changed', ({ version }) => heard.push(version))
  await engine.internal('internal:open', { path: '/a' })
  off()
  await engine.internal('internal:open', { path: '/b' })
  expect(heard).toEqual([4])
})

test('reports are written by the worker that reads, of the document that is open', async () => {
  const engine = start()
  await engine.internal('internal:open', { path: '/made/up.migration' })
  const replies = await Promise.all([
    engine.internal('internal:report', { format: 'csv', masked: true, path: '/elsewhere/report.csv' }),
    engine.internal('internal:post-run', { kind: 'verify', masked: true, path: '/elsewhere/verified.csv' }),
  ])
  // The worker that reads says which document it was pointed at.
  expect(replies).toMatchObject([
    { value: { sentence: '/made/up.migration' } },
    { value: { sentence: '/made/up.migration' } },
  ])
})

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
