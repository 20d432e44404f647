import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Pool } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from '../../../../electron/engine/core-client/exchange.ts'

/** A server that breaks every connection off in the middle of its reply. */
async function brokenServer(status: number): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(`HTTP/1.1 ${status} Made up\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf`)
      socket.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function exchanged(status: number) {
  const origin = await brokenServer(status)
  const pool = new Pool(origin)
  onTestFinished(() => pool.destroy())
  const request = { origin, path: '/', method: 'POST', headers: {}, body: null } as const
  return exchange(pool, request, { headersMs: 10_000, bodyMs: 10_000 })
}

test.each([300, 302, 400, 401, 403, 405, 429, 500])(
  'a reply with status %d that breaks off keeps what came: its status says what it means',
  async (status) => {
    expect(await exchanged(status)).toMatchObject({ kind: 'reply', reply: { status, body: 'half' } })
  },
)

test.each([
  [200, 'unexpected-reply'],
  [299, 'unexpected-reply'],
  [404, 'reset'],
])('a reply with status %d that breaks off is a failure: its meaning was in its body', async (status, why) => {
  expect(await exchanged(status)).toMatchObject({ kind: 'failure', httpStatus: status, failure: { why } })
})
