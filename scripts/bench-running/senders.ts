import { Pool } from 'undici'
import { requestBuilder } from '../../shared/core-api/build-request.ts'
import { parseBaseUrl } from '../../shared/core-api/base-url.ts'
import { madeUpUser } from './made-up-users.ts'

/** Ways to send the users without this app: a bare pool, and what an operator would write. */
export const senders = ['pool', 'loop', 'limited'] as const
export type Sender = (typeof senders)[number]

const poolConnections = 32

/** The limit of the peers that use p-limit. */
const limited = 9

/** Sends users 1 to `count` as hash imports, one request each, and resolves when all are answered. */
export async function sendAll(sender: Sender, url: string, count: number): Promise<void> {
  const request = importsTo(url)
  switch (sender) {
    case 'pool': {
      const pool = new Pool(url, { connections: poolConnections })
      await inParallel(poolConnections, count, async (number) => {
        const { path, headers, body } = request(number)
        const reply = await pool.request({ path, method: 'POST', headers, body })
        await reply.body.json()
      })
      return pool.close()
    }
    case 'loop':
    case 'limited':
      return inParallel(sender === 'loop' ? 1 : limited, count, async (number) => {
        const { path, headers, body } = request(number)
        const reply = await fetch(url + path, { method: 'POST', headers, body })
        await reply.json()
      })
  }
}

/** Exactly what the app sends in the `documented` dialect. */
function importsTo(url: string) {
  const base = parseBaseUrl(url)
  if (!base.ok) throw new Error(base.error.message)
  const build = requestBuilder('documented', { baseUrl: base.value, apiKey: null })
  return (number: number) => {
    const { email, hash } = madeUpUser(number)
    const { url: to, headers, body } = build('import-hash', { email, passwordHash: hash, family: 'bcrypt' })
    return { path: to.slice(url.length), headers, body: body ?? '' }
  }
}

async function inParallel(many: number, count: number, send: (number: number) => Promise<void>): Promise<void> {
  let next = 1
  const worker = async () => {
    while (next <= count) {
      const number = next
      next += 1
      await send(number)
    }
  }
  await Promise.all(Array.from({ length: many }, worker))
}
