import { expect, test } from 'vitest'
import { neverRejecting } from '../../../renderer/api/bridge-context.tsx'
import type { Bridge } from '../../../shared/ipc/bridge.ts'
import { ok } from '../../../shared/result.ts'

const broken: Bridge = {
  invoke: () => Promise.reject(new Error('the process is gone: secret-key')),
  registerFiles: () => Promise.reject(new Error('the process is gone')),
  on: () => () => {},
}

test('a lost main process is an error with a way out, not a rejection, and repeats nothing of it', async () => {
  const careful = neverRejecting(broken)
  const [asked, offered] = [await careful.invoke('document:state', {}), await careful.registerFiles([])]
  expect([asked.ok, offered.ok]).toEqual([false, false])
  expect(JSON.stringify([asked, offered])).not.toContain('gone')
})

test('an answer passes as it is', async () => {
  const answering: Bridge = { ...broken, registerFiles: () => Promise.resolve(ok(['id-1'])) }
  expect(await neverRejecting(answering).registerFiles([])).toEqual({ ok: true, value: ['id-1'] })
})
