import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { parseBaseUrl } from '../../shared/core-api/base-url.ts'
import { maxBulkUsers, type BulkPerson } from '../../shared/core-api/bulk-person.ts'
import { requestBuilder } from '../../shared/core-api/build-request.ts'
import { madeUpUser } from './made-up-users.ts'

/** What an operator would write: stages users 2 to `count`, as many in a request as the core takes, and waits for the job. */
export async function sendByScript(url: string, count: number): Promise<void> {
  const base = parseBaseUrl(url)
  if (!base.ok) throw new Error(base.error.message)
  const build = requestBuilder('supertokens', { baseUrl: base.value, apiKey: null, cdiVersion: '5.4' })
  const pool = new Pool(url, { connections: 1 })
  const ask = async (request: ReturnType<typeof build>): Promise<unknown> => {
    const { method, headers, body } = request
    const reply = await pool.request({ path: request.url.slice(url.length), method, headers, body })
    return reply.body.json()
  }
  for (let from = 2; from <= count; from += maxBulkUsers) {
    const length = Math.min(maxBulkUsers, count - from + 1)
    await ask(build('bulk-stage', { users: Array.from({ length }, (_, index) => personOf(from + index)) }))
  }
  const left = async () => {
    const reply = await ask(build('bulk-count', { status: null }))
    return typeof reply === 'object' && reply !== null && 'count' in reply ? reply.count : 0
  }
  while ((await left()) !== 0) await wait(50)
  await pool.close()
}

function personOf(number: number): BulkPerson {
  const { email, hash } = madeUpUser(number)
  return {
    externalUserId: `u${number}`,
    methods: [{ recipe: 'emailpassword', email, passwordHash: hash, family: 'bcrypt', isVerified: true }],
  }
}
