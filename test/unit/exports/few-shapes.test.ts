import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import * as z from 'zod'
import { expect, it } from 'vitest'
import { openExport } from '../../../electron/engine/reading/open-export.ts'
import { readStoredUser, writeStoredUser } from '../../../electron/engine/import-pipeline/stored-user.ts'
import { type Call, sentTo } from '../../../shared/planning/call.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import { readOne } from './support.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

/*
 * V8 gives an object a hidden class of its own where a copy gets a field that it lacked (`{ ...user, profile }`), and all that
 * looks at such objects misses its caches: for each user of a large export that is a third of its time.
 */

setFlagsFromString('--allow-natives-syntax')
const isSameClass = z
  .function({ input: [z.unknown(), z.unknown()], output: z.boolean() })
  .implement(runInThisContext('(one, other) => %HaveSameMap(one, other)'))

const repeats = 60
/** The first ones are made before V8 knows what they are. */
const warm = 30
const maxClasses = 4

function hiddenClasses(make: () => unknown): number {
  const made = Array.from({ length: repeats }, make).slice(warm)
  const different: unknown[] = []
  for (const object of made) if (!different.some((one) => isSameClass(one, object))) different.push(object)
  return different.length
}

const files = readdirSync(sampleExports, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:json|ndjson|csv|ldif)$/.test(name),
)

it('makes users of a few hidden classes, however many there are of them', async () => {
  const many: string[] = []
  let read = 0
  for (const name of files) {
    const opened = await openExport(join(sampleExports, name))
    if (!opened.ok) continue
    const recognition = recognise(opened.value.sample)
    if (recognition === null) continue
    for (const record of opened.value.sample.records.slice(0, 3)) {
      const entry = readOne(record, recognition)
      if (entry.kind !== 'user') continue
      read += 1
      const userOf = () => {
        const again = readOne(record, recognition)
        return again.kind === 'user' ? again.user : null
      }
      if (hiddenClasses(userOf) > maxClasses) many.push(name)
      const stored = writeStoredUser(entry.user)
      if (hiddenClasses(() => readStoredUser(stored)) > maxClasses) many.push(`${name}, stored`)
    }
  }
  expect([...new Set(many)]).toEqual([])
  expect(read).toBeGreaterThan(100)
})

const calls: readonly (() => Call)[] = [
  () => ({ kind: 'import', email: 'ann@example.com', passwordHash: '$2b$10$a', family: 'bcrypt' }),
  () => ({
    kind: 'third-party',
    thirdPartyId: 'google',
    thirdPartyUserId: 'g1',
    email: 'ann@example.com',
    isVerified: true,
  }),
  () => ({ kind: 'passwordless', contact: { kind: 'email', email: 'ann@example.com' } }),
  () => ({ kind: 'update', email: 'ann@example.com', phoneNumber: '+4930123456' }),
  () => ({ kind: 'role', role: 'editor', create: true }),
]

it('sends the calls that each user has to a tenant in few hidden classes, with every field in its order', () => {
  for (const make of calls) {
    expect(JSON.stringify(sentTo(make(), 'acme'))).toBe(JSON.stringify({ ...make(), tenant: 'acme' }))
    expect(hiddenClasses(() => sentTo(make(), 'acme'))).toBeLessThanOrEqual(maxClasses)
  }
})
