import { createConnection } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RehearsalOptions } from '../../../../electron/engine/rehearsal/rehearsal-core.ts'
import { rehearsalInThread, rehearsalPage } from '../../../../electron/engine/session/rehearsal-host.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const options: RehearsalOptions = { dialect: 'documented', apiKey: null, signerKey: null }

/** A worker that answers like the rehearsal core, notes what it is asked, and listens until its thread ends. */
const worker = (folder: string) => `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { parentPort } from 'node:worker_threads'
const server = createServer()
parentPort.on('message', ({ id, channel, input }) => {
  appendFileSync(${JSON.stringify(join(folder, 'asked'))}, channel + ' ')
  const reply = (result) => parentPort.postMessage({ kind: 'reply', id, result })
  if (channel === 'start' && input.port === 1) reply({ ok: false, error: { code: 'port-taken', message: 'Taken.' } })
  else if (channel === 'start') {
    server.listen(0, '127.0.0.1', () => reply({ ok: true, value: { baseUrl: 'http://127.0.0.1:' + server.address().port } }))
  } else if (channel === 'users') process.exit(1)
  else reply({ ok: true, value: 3 })
})`

function thread() {
  const folder = temporaryFolder()
  const file = fileIn(folder, 'rehearsal-worker.mjs', worker(folder))
  return { start: rehearsalInThread(file), asked: () => readFileSync(join(folder, 'asked'), 'utf8').trim().split(' ') }
}

function isListening(baseUrl: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = createConnection(Number(new URL(baseUrl).port), '127.0.0.1')
    socket.on('connect', () => settle(true)).on('error', () => settle(false))
    socket.on('connect', () => socket.destroy())
  })
}

test('a rehearsal core in a thread is asked by messages; stopped, its thread has ended', async () => {
  const { start, asked } = thread()
  const core = must(await start(options))
  expect([await core.count(), await isListening(core.baseUrl)]).toEqual([3, true])
  await core.stop()
  expect([asked(), await isListening(core.baseUrl)]).toEqual([['start', 'count', 'stop'], false])
})

test('a rehearsal core that does not start says why', async () => {
  expect(codeOf(await thread().start({ ...options, port: 1 }))).toBe('port-taken')
})

test('what is asked of a thread that ends is refused', async () => {
  const core = must(await thread().start(options))
  await expect(core.users({ from: 0, limit: 10 })).rejects.toThrow('rehearsal-ended')
})

test('users in the rehearsal core are found and shown by every contact', async () => {
  const row = { id: 'u1', emails: ['ann@example.com'], phoneNumbers: ['+4930123'], providers: ['google'] }
  const rows = [{ ...row, verified: true, created: 5, loginMethods: ['passwordless', 'thirdparty'] as const }]
  const core = { users: async () => ({ rows, next: null }), count: async () => 1 }
  const { users } = await rehearsalPage(core, null, '4930')
  const shown = { id: 'u1', emails: ['ann@example.com'], phoneNumbers: ['+4930123'], createdAt: 5 }
  expect(users).toEqual([{ ...shown, methods: [expect.any(String), 'google'] }])
  expect((await rehearsalPage(core, null, 'bob')).users).toEqual([])
})
