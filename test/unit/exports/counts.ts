import * as z from 'zod'
import { cli } from '../../support/cli.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'
import { sum, totalsSchema } from '../../support/totals.ts'

const numbers = z.record(z.string(), z.number())
const schema = totalsSchema.extend({
  files: z.array(z.object({ provider: z.string(), records: z.number(), unreadable: z.number() })),
  loginMethods: numbers,
  hashes: z.record(z.string(), z.union([z.number(), numbers])),
})

/**
 * The counts of `inspect` for sample exports that are loaded together: provider, records, login methods, hashes, and
 * users that are ready, blocked or excluded; zeros left out. Fails when a sum does not hold.
 */
export async function countsOf(...files: readonly string[]): Promise<string> {
  const cwd = sampleExports
  const { json, err } = await cli(['inspect', ...files, '--json'], { cwd })
  const found = schema.parse(json ?? { problem: err })
  const { records, users, joined, unmatched, unreadable, other, ready, blocked, excluded } = found
  if (records !== users + joined + unmatched + unreadable + sum(other)) throw new Error('the records do not add up')
  if (users !== ready + sum(blocked) + excluded) throw new Error('the users do not add up')
  const { unsupported, ...carried } = found.hashes
  const hashes = { ...carried, ...(typeof unsupported === 'object' ? unsupported : {}) }
  const providers = [...new Set(found.files.map(({ provider }) => provider))].join(' ')
  const counted = [
    { users, joined, unmatched, unreadable, ...other },
    found.loginMethods,
    hashes,
    { ready, ...blocked, excluded },
  ]
  return [providers, ...counted.map(inWords)].join(' | ').replaceAll(/ +/g, ' ').trim()
}

function inWords(counts: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(counts).filter(([, count]) => count !== 0)
  return kept.map(([name, count]) => `${name} ${String(count)}`).join(', ')
}
