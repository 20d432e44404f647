import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildIfNeeded, root } from '../../../scripts/build-if-needed.mjs'
import { madeUpUsers } from '../../../scripts/bench-reading/made-up-users.ts'
import { noPostgres } from '../../support/servers/postgres-server.ts'
import { isLong } from '../../support/test-config.ts'

/** Processor time of each stage against csv-parse on the same file of 40,000 users; taken up when one gets better. */
const usual: Readonly<Record<string, number>> = {
  records: 0.39,
  users: 0.2,
  plans: 1.05,
  rows: 0.8,
  indexes: 0.25,
  Review: 0.18,
}

/** The lines that it prints; a missed target, which a handful of users cannot reach, is no fault here. */
async function bench(...args: string[]): Promise<readonly string[]> {
  const program = join(root, 'dist', 'tools', 'bench-reading.js')
  const ended = await promisify(execFile)(process.execPath, [program, ...args]).catch((error: unknown) => error)
  const out = typeof ended === 'object' && ended !== null && 'stdout' in ended ? String(ended.stdout) : ''
  return out.trimEnd().split('\n')
}

describe('the bench of reading', { timeout: 600_000 }, () => {
  beforeAll(() => buildIfNeeded(), 120_000)

  it('prints each measured figure with its target', async () => {
    const forms = ['NDJSON', 'LDIF', 'SQL', 'SQLite', 'XLSX', ...(noPostgres === null ? ['PostgreSQL'] : [])]
    const lines = await bench('--users', '500', '--rounds', '1')
    const measured = lines.slice(1, -1).filter((line) => !line.startsWith('      '))
    expect(
      measured.map((line) => /^(?:pass|MISS) {2}([^:]+?)(?:, own processor time for a user)?(?: ?:|$)/.exec(line)?.[1]),
    ).toEqual([
      'CSV to planned rows',
      'JSON array to planned rows',
      ...forms.flatMap((form) => [`${form} to planned rows`, `peak memory, ${form}`]),
      'stages, planned again after a decision about a tenth',
      'stages, planned again after a decision about three of five',
      'stages, planned again after a core of the same interface',
      'stages, planned again after what may change any plan and changes none',
      'stages, planned again after a core of another interface',
      'pass over unchanged users of a file',
      'peak memory, pass',
      ...(noPostgres === null ? ['pass over unchanged users of a table of PostgreSQL'] : []),
      'peak memory, csv',
      'peak memory, csv',
      'peak memory, json',
      'peak memory, json',
      'hash verdicts on one core',
    ])
    expect(measured.filter((line) => !/target (?:>=|<=|<) [\d.,]+/.test(line))).toEqual([])
  })

  it.runIf(isLong)(
    'finds that no stage from a chosen file to Review takes half as much again as it did',
    async () => {
      const lines = await bench('--only', 'way', '--users', '40000', '--rounds', '3')
      const found = lines.flatMap((line) => {
        const [, stage, figure] = /stages, (\w+) : csv-parse: (-?[\d.]+)/.exec(line) ?? []
        return stage === undefined ? [] : [[stage, Number(figure)] as const]
      })
      expect(found.map(([stage]) => stage)).toEqual(Object.keys(usual))
      expect(found.filter(([stage, figure]) => figure > 1.5 * (usual[stage] ?? 0))).toEqual([])
    },
    400_000,
  )

  it('says how it is called when it is called otherwise', async () => {
    expect(await bench('--users', 'many')).toEqual([expect.stringContaining('npm run bench:reading')])
  })

  it('makes up the same users for the same seed', () => {
    expect([...madeUpUsers(50, 7)]).toEqual([...madeUpUsers(60, 7)].slice(0, 50))
  })
})
