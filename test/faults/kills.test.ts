import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { closeDocument, openForReading } from '../../electron/engine/document/open-document.ts'
import { allRows } from '../../electron/engine/document/sqlite.ts'
import { buildCli, startCli, type Ended } from '../support/cli-process.ts'
import { rounds, someOf } from '../support/length.ts'
import { folderWith } from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { chance } from './fault.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { addsUp, everyKind, resumeArgs, runArgs, seed, statesIn, undisturbed } from './migration.ts'

const each = 40
const wantedKills = Number(process.env['FAULTS_KILLS'] ?? rounds(4, 100))

beforeAll(buildCli)

/**
 * Bulk import has far fewer requests than single calls, so a kill comes after fewer of them, and after some it is left alone.
 * `early`: how many of the first kills come while the files are read; `timed`: how many of the others after some time.
 */
const ways = [
  { dialect: 'documented', executor: 'single', share: 2, requests: 150, most: Infinity, early: 0.8, timed: 0.4 },
  { dialect: 'supertokens', executor: 'single', share: 2, requests: 150, most: Infinity, early: 0.8, timed: 0.4 },
  { dialect: 'supertokens', executor: 'bulk', share: 20, requests: 8, most: 4, early: 0.1, timed: 0 },
] as const
type KillMethod = (typeof ways)[number]

describe.each(someOf(ways, 1))('a run to a $dialect core by $executor that is killed at any moment', (way) => {
  const { dialect, executor, share } = way
  test(`leaves everything as an undisturbed one, however often (${wantedKills / share} kills, FAULTS_SEED=${seed})`, async () => {
    // By single calls: bulk import has to leave the same.
    const wanted = await undisturbed(dialect, each)
    const sum = { kills: 0, early: 0, inCore: 0, migrations: 0 }
    while (sum.kills < wantedKills / share) {
      const killed = await killedRun(way, chance(seed, `${dialect} ${executor}`, sum.migrations))
      sum.kills += killed.kills
      sum.early += killed.early
      sum.inCore += killed.inCore
      sum.migrations += 1
      expect({ ...killed.outcome, dialect }).toEqual({ ...wanted, again: [], dialect })
    }
    console.log(
      `${dialect}, ${executor}: ${sum.kills} kills over ${sum.migrations} migrations of ${5 * each} users, ` +
        `${sum.early} of them before everything was read, ${sum.inCore} while users might be in the core's list; ` +
        `FAULTS_SEED=${seed}`,
    )
  })
})

/** One migration from its first start to its end, killed on the way again and again. */
async function killedRun(way: KillMethod, luck: number) {
  const core = await startCore({ dialect: way.dialect, bulk: { intervalMs: 200, parallelism: 2 } })
  const proxy = await startFaultProxy(core.baseUrl)
  const folder = folderWith(everyKind(each))
  const again: string[] = []
  let kills = 0
  let early = 0
  let inCore = 0
  for (;;) {
    const isLeft = kills >= way.most
    const ended = await killedOnce(way, folder, proxy, isLeft, (what) => chance(luck, kills, what))
    again.push(...proxy.sentAgain.splice(0))
    if (ended.signal !== 'SIGKILL') {
      const json = outcomeIn(ended)
      if (ended.code === 2 && /never started/.test(ended.err)) removeAsTold(folder, ended.err)
      else {
        const outcome = { code: ended.code, addsUp: addsUp(json), states: statesIn(folder), core: usersIn(core), again }
        if (ended.code !== 0) console.log(ended.err)
        expect([core.staged(), core.requests()['bulk-stage'] > 0]).toEqual([[], way.executor === 'bulk'])
        await core.stop()
        return { kills, early, inCore, outcome }
      }
    } else {
      kills += 1
      const left = leftIn(folder)
      if (left === null) early += 1
      if ((left?.inCore ?? 0) > 0) inCore += 1
      proxy.done(left?.done ?? [])
    }
  }
}

/** Does what the sentence says, and nothing more. */
function removeAsTold(folder: string, sentence: string): void {
  for (const ending of ['', ...(sentence.match(/-(?:journal|wal|shm)\b/g) ?? [])]) {
    rmSync(join(folder, `m.migration${ending}`), { force: true })
  }
}

/**
 * Starts or resumes it, and kills it some moments after it began to read, after some time, or after some requests; it
 * may be faster than that.
 */
async function killedOnce(
  way: KillMethod,
  folder: string,
  proxy: FaultProxy,
  isLeft: boolean,
  draw: (what: string) => number,
): Promise<Ended> {
  const path = join(folder, 'm.migration')
  const isNew = !existsSync(path)
  const process = startCli([...(isNew ? runArgs(proxy.url) : resumeArgs), '--executor', way.executor], folder)
  if (isLeft) return process.ended
  const ended = process.ended.then(() => true)
  const until = async (isTime: () => boolean) => {
    while (!isTime() && !(await Promise.race([ended, wait(4, false)])));
  }
  const killAt = proxy.arrived() + 1 + Math.floor(draw('requests') * way.requests)
  if (isNew && draw('how') < way.early) {
    await until(() => existsSync(path))
    await Promise.race([ended, wait(draw('time') * 60)])
  } else if (draw('how') < way.timed) await Promise.race([ended, wait(150 + draw('time') * 700)])
  else await until(() => proxy.arrived() >= killAt)
  process.kill()
  return process.ended
}

function outcomeIn({ out }: Ended): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(out) as Record<string, unknown>
  } catch {
    return {}
  }
}

const doneRow = z.object({ key: z.string() })
const unreadRow = z.object({ complete: z.number() })
const listedRow = z.object({ users: z.number() })

type Left = {
  /** Calls that are done by the document, as requests. */
  readonly done: readonly string[]
  /** Users that may be in the core's list. */
  readonly inCore: number
}

/** The document after a kill; null while its files are not read to their end. */
function leftIn(folder: string): Left | null {
  const document = openForReading(join(folder, 'm.migration'))
  if (!document.ok) return null
  const { database } = document.value
  try {
    const files = allRows(unreadRow, database.prepare('SELECT complete FROM file'))
    if (files.length === 0 || files.some(({ complete }) => complete === 0)) return null
    const rows = allRows(doneRow, database.prepare("SELECT key FROM call WHERE state = 'done'"))
    const [listed] = allRows(listedRow, database.prepare('SELECT count(*) AS users FROM bulk_row'))
    return { done: rows.map(({ key }) => requestOf(key)), inCore: listed?.users ?? 0 }
  } finally {
    closeDocument(document.value)
  }
}

/** `import:a@b.c` and so on, as the proxy names requests. */
function requestOf(key: string): string {
  const [kind = '', ...rest] = key.split(':')
  if (kind === 'passwordless') return `consume ${rest.at(-1)}`
  return `${kind} ${kind === 'update' ? rest[0] : rest.at(-1)}`
}
