import { join } from 'node:path'
import * as z from 'zod'
import { cli } from '../../support/cli.ts'

const numbers = z.record(z.string(), z.number())
const schema = z.object({
  files: z.array(z.object({ provider: z.string(), records: z.number(), unreadable: z.number() })),
  records: z.number(),
  users: z.number(),
  joined: z.number(),
  unmatched: z.number(),
  unreadable: z.number(),
  other: numbers,
  loginMethods: numbers,
  hashes: z.record(z.string(), z.union([z.number(), numbers])),
  ready: z.number(),
  blocked: numbers,
  excluded: z.number(),
})

/** What `inspect` counts in sample exports that are loaded together; zeros left out. Fails when a sum does not hold. */
export async function countsOf(...files: readonly string[]): Promise<object> {
  const cwd = join(import.meta.dirname, '../../fixtures/exports')
  const { json, err } = await cli(['inspect', ...files, '--json'], { cwd })
  const found = schema.parse(json ?? { problem: err })
  const { records, users, joined, unmatched, unreadable, other, ready, blocked, excluded } = found
  const stopped = Object.values(blocked).reduce((sum, n) => sum + n, 0)
  const others = Object.values(other).reduce((sum, n) => sum + n, 0)
  if (records !== users + joined + unmatched + unreadable + others) throw new Error('the records do not add up')
  if (users !== ready + stopped + excluded) throw new Error('the users do not add up')
  const { unsupported, ...hashes } = found.hashes
  return withoutZeros({
    providers: [...new Set(found.files.map(({ provider }) => provider))].join(),
    records: { users, joined, unmatched, unreadable, other },
    calls: found.loginMethods,
    hashes: { ...hashes, ...(typeof unsupported === 'object' ? unsupported : {}) },
    ready,
    blocked,
    excluded,
  })
}

function withoutZeros(counts: object): object {
  const kept = Object.entries(counts).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const inside: unknown = typeof value === 'object' && value !== null ? withoutZeros(value) : value
    const empty = inside === 0 || (typeof inside === 'object' && inside !== null && Object.keys(inside).length === 0)
    return empty ? [] : [[name, inside]]
  })
  return Object.fromEntries(kept)
}
