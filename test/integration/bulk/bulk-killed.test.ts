import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeDocument, openForReading } from '../../../electron/engine/document/open-document.ts'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { buildCli, startCli } from '../../support/cli-process.ts'
import { usersOfProvider, usersWithHashes, folderWith } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'

beforeAll(buildCli)

const people = [...usersWithHashes(150), ...usersOfProvider(50)]

const common = ['--json', '--executor', 'bulk']
const runArgs = (url: string) => ['run', 'users.csv', '--core', url, '--yes', '--document', 'm.migration', ...common]
const resumeArgs = ['resume', 'm.migration', ...common]

/** Kills the process as soon as the core has seen what it waits for. */
async function killWhen(args: readonly string[], folder: string, isReached: () => boolean): Promise<boolean> {
  const process = startCli(args, folder)
  const ended = process.ended.then(() => true)
  while (!isReached()) if (await Promise.race([ended, wait(4, false)])) return false
  process.kill()
  await process.ended
  return true
}

function openRows(folder: string): number {
  const opened = openForReading(join(folder, 'm.migration'))
  if (!opened.ok) throw new Error(opened.error.message)
  const { rows } = opened.value.database.prepare('SELECT count(*) AS rows FROM bulk_row').get() as { rows: number }
  closeDocument(opened.value)
  return rows
}

type Moment = readonly [name: string, isReached: (core: RehearsalCore) => boolean, job: boolean]

const moments: readonly Moment[] = [
  ['staging', (core) => core.requests()['bulk-stage'] > 0, false],
  ['following', (core) => core.staged().length > 0 && core.requests()['bulk-list'] > 0, false],
  ['settling', (core) => core.staged().length === 0 && core.count() > 0, true],
]

describe('a run by bulk import that is killed', () => {
  test.each(moments)(
    'while %s leaves the core as an undisturbed run does when it is resumed',
    async (_, isReached, job) => {
      const core = await startCore({
        dialect: 'supertokens',
        bulk: { intervalMs: null, parallelism: 2 },
        faults: { latencyMs: 2 },
      })
      const folder = folderWith(people)
      const killed = killWhen(runArgs(core.baseUrl), folder, () => isReached(core))
      if (job) {
        await expect.poll(() => core.staged().length).toBe(200)
        await core.runBulkCron()
      }
      expect(await killed).toBe(true)
      expect(openRows(folder)).toBeGreaterThan(0)
      const resumed = startCli(resumeArgs, folder).ended
      await expect
        .poll(async () => {
          await core.runBulkCron()
          return core.count()
        })
        .toBe(200)
      const last = await resumed
      expect([last.code, JSON.parse(last.out)]).toEqual([
        0,
        expect.objectContaining({ users: 200, migrated: 200, ready: 0, failed: 0, inDoubt: 0, existing: 0 }),
      ])
      const found = usersIn(core)
      expect([new Set(found).size, found.length, core.staged().length, openRows(folder)]).toEqual([200, 200, 0, 0])
      expect([core.requests()['bulk-stage'], core.requests().import, core.requests()['third-party']]).toEqual([1, 0, 0])
    },
  )
})
