import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { startRehearsalCore, type RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { buildCli, startCli } from '../../support/cli-process.ts'
import { cli } from '../../support/cli.ts'
import { chance, createSource, disagreements, loginsIn } from '../../support/followed-model.ts'
import { followedSystems } from '../../support/servers/followed-systems.ts'
import { rounds } from '../../support/length.ts'
import { seedOfRun } from '../../support/seed.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const reportSchema = z.object({
  rows: z.array(z.object({ sourceId: z.string().nullable(), userState: z.string().nullable() })),
})
const seed = seedOfRun('FOLLOW_SEED')
const kills = rounds(1, 5)
const wantedPasses = rounds(3, 8)

beforeAll(buildCli)

/** A core that goes down and comes up again at the same address with what it had. */
async function startDurableCore(file: string) {
  const begin = async (port: number): Promise<RehearsalCore> => {
    const core = await startRehearsalCore({
      dialect: 'supertokens',
      apiKey: null,
      signerKey: null,
      file,
      port,
      faults: { latencyMs: [0, 3] },
    })
    if (!core.ok) throw new Error(core.error.message)
    return core.value
  }
  let core = await begin(0)
  const port = Number(new URL(core.baseUrl).port)
  onTestFinished(() => core.stop())
  return {
    baseUrl: core.baseUrl,
    requests: () => Object.values(core.requests()).reduce((sum, n) => sum + n, 0),
    stop: () => core.stop(),
    start: async () => {
      core = await begin(port)
    },
  }
}

/** A clock of the day for a process and its workers: up to three days off, and set anew five times a second. */
function jumpingClock(folder: string, random: (below: number) => number): NodeJS.ProcessEnv {
  const offsets = Array.from({ length: 8 }, () => random(2 * 72 * 3_600_000) - 72 * 3_600_000)
  const code = `const real = Date, begun = real.now(), offsets = ${JSON.stringify(offsets)}
    const now = () => real.now() + offsets[Math.floor((real.now() - begun) / 200) % offsets.length]
    globalThis.Date = class extends real {
      constructor(...args) { if (args.length === 0) super(now()); else super(...args) }
      static now() { return now() }
    }`
  return { NODE_OPTIONS: `--require ${fileIn(folder, 'clock.cjs', code)}` }
}

/** A listing that lost users is read whole; of few passes each may be one. */
const kindsOfPass = ['whole', 'incremental'].slice(0, rounds(1, 2))
const systems = rounds(1, followedSystems.length)

describe.each(followedSystems.slice(0, systems))('$name that changes all the time while it is followed', (kind) => {
  test.skipIf(kind.skipped !== null)(
    `core and source agree user by user after kills under clocks that jump, with the source and the core down in between (${kills} kills, FOLLOW_SEED=${seed})`,
    async () => {
      const random = chance(seed)
      const folder = temporaryFolder()
      const state = join(folder, 'core.state')
      const core = await startDurableCore(state)
      const source = createSource(60, random)
      const system = await kind.begin(source.users.values())
      onTestFinished(() => system.stop())
      const env = { USER_MIGRATION_SOURCE_PASSWORD: system.password }
      const surroundings = { cwd: folder, env }
      const fetched = await cli(['fetch', system.source, ...system.options, '--out', system.file], surroundings)
      expect([fetched.code, fetched.err]).toEqual([0, expect.stringContaining('Server: ')])
      const run = ['run', system.file, '--core', core.baseUrl, '--yes', '--json', '--document', 'm.migration']
      const ran = await cli([...run, '--keep-user-ids'], surroundings)
      expect([ran.code, ran.json?.['migrated']]).toEqual([0, 60])

      const follow = ['follow', 'm.migration', '--every', '1s', '--users-sign-in', 'no', '--give-up-after', '1']
      const named = [...follow, '--from', system.source, ...system.options]
      let writing = true
      let fault: 'none' | 'source' = 'none'
      const writer = async () => {
        while (writing) {
          const changes = fault === 'source' ? [] : source.step()
          // A write that was interrupted when the source went down is repeated afterwards.
          while (
            changes.length > 0 &&
            !(await system.write(changes).then(
              () => true,
              () => false,
            ))
          )
            await wait(20)
          await wait(20)
        }
      }
      const written = writer()
      const passes = async () => {
        const made = await cli(
          ['report', 'm.migration', '--format', 'json', '--out', `r${random(1_000_000_000)}.json`],
          { cwd: folder },
        )
        return made.code
      }
      let heard = 0
      for (let n = 0; n < kills; n += 1) {
        const process = startCli(named, folder, { ...env, ...jumpingClock(folder, random) })
        const killAt = core.requests() + 10 + random(60)
        const ended = process.ended.then(() => true)
        while (core.requests() < killAt && !(await Promise.race([ended, wait(5, false)])));
        process.kill()
        heard += (await process.ended).out.split('Pass ').length - 1
      }
      expect(await passes()).toBe(0)
      // The source goes down, and with the next pass the core.
      fault = 'source'
      await wait(50)
      await system.crash()
      const without = await startCli([...follow, '--once'], folder, env).ended
      await system.start()
      fault = 'none'
      await core.stop()
      const away = await startCli([...follow, '--once'], folder, env).ended
      await core.start()
      expect([without.code, away.code]).toEqual([4, 4])
      const onePass = async () => {
        const once = await startCli([...follow, '--once'], folder, env).ended
        // The writer deletes more than a tenth of the users sooner or later.
        return once.code === 4 ? await startCli([...follow, '--once', '--accept-loss'], folder, env).ended : once
      }
      for (; heard < wantedPasses - 2; heard += 1) {
        const once = await onePass()
        expect([0, 3], once.err).toContain(once.code)
      }
      writing = false
      await written
      await onePass()
      const cut = await startCli([...follow, '--cut-over', '--accept-loss', '--json'], folder, env).ended
      expect([0, 3], cut.err).toContain(cut.code)
      const end = JSON.parse(cut.out) as {
        ended: string
        sums: { addsUp: boolean }
        passes: { kind: string }[]
        cutOver: { verified: object }
      }
      const logins = loginsIn(state)
      const ownIds = (await system.ownIds?.()) ?? null
      const wanted = new Map(
        [...source.users.values()].map((user) => {
          const id = ownIds?.get(user.id) ?? user.id
          return [id, { ...user, id }]
        }),
      )
      await cli(['report', 'm.migration', '--format', 'json', '--unmasked', '--out', 'end.json'], { cwd: folder })
      const reported = reportSchema.parse(JSON.parse(readFileSync(join(folder, 'end.json'), 'utf8')))
      const stateOf = new Map(reported.rows.map(({ sourceId, userState }) => [sourceId, userState]))
      const ever = ownIds === null ? source.ever : new Set(logins.map(({ sourceId }) => sourceId))
      expect([
        disagreements(wanted, logins, ({ hash }) => [hash]),
        logins.filter(({ sourceId }) => !ever.has(sourceId)),
        logins
          .filter(({ sourceId }) => stateOf.get(sourceId) !== 'migrated')
          .map((login) => [stateOf.get(login.sourceId), login]),
        end.ended,
        end.sums.addsUp,
        end.passes.length >= wantedPasses - 2,
        kindsOfPass.filter((read) => !end.passes.some(({ kind: made }) => made === read)),
        end.cutOver.verified,
      ]).toEqual([
        [],
        [],
        [],
        'cut-over',
        true,
        true,
        [],
        expect.objectContaining({ looked: logins.length, found: logins.length, missing: 0 }),
      ])
    },
    rounds(120_000, 1_800_000),
  )
})
