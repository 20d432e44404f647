import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { Pool } from 'undici'
import * as z from 'zod'
import { maxBulkUsers } from '../../shared/core-api/bulk-person.ts'

const user = z.object({ id: z.string(), mail: z.string(), verified: z.string(), password_hash: z.string() })

/**
 * The script that an operator would write: reads the users of a file, stages them unchanged, as many in a request as
 * the core takes, waits until none is in its list, and asks whether one failed. Answers the milliseconds from the first
 * byte of the file to that answer. The first user is left out, because the app has sent it already.
 */
export async function sendByScript(url: string, file: string): Promise<number> {
  const since = performance.now()
  const pool = new Pool(url, { connections: 1 })
  const ask = async (method: 'GET' | 'POST', path: string, body: string | null = null): Promise<unknown> => {
    const headers = { 'cdi-version': '5.4', 'content-type': 'application/json; charset=utf-8' }
    const reply = await pool.request({ method, path, headers, body })
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${await reply.body.text()}`)
    return reply.body.json()
  }
  let users: object[] = []
  const stage = async () => {
    const body = JSON.stringify({ users })
    users = []
    await ask('POST', '/bulk-import/users', body)
  }
  const rows = createReadStream(file).pipe(parse({ columns: true, from: 2 }))
  for await (const row of rows) {
    users.push(personOf(user.parse(row)))
    if (users.length === maxBulkUsers) await stage()
  }
  if (users.length > 0) await stage()
  while ((await countOf(ask('GET', '/bulk-import/users/count'))) > 0) await wait(50)
  const failed = await countOf(ask('GET', '/bulk-import/users/count?status=FAILED'))
  if (failed > 0) throw new Error(`${failed} users failed`)
  await pool.close()
  return performance.now() - since
}

const counted = z.object({ count: z.number() })

async function countOf(reply: Promise<unknown>): Promise<number> {
  return counted.parse(await reply).count
}

function personOf({ id, mail, verified, password_hash }: z.infer<typeof user>): object {
  const method = { recipeId: 'emailpassword', email: mail, passwordHash: password_hash, hashingAlgorithm: 'bcrypt' }
  return { externalUserId: id, loginMethods: [{ ...method, isVerified: verified === 'true' }] }
}
