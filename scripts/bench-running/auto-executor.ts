import { setTimeout as wait } from 'node:timers/promises'
import { parseBaseUrl } from '../../shared/core-api/base-url.ts'
import { createCoreClient } from '../../electron/engine/core-client/core-client.ts'
import { closeDocument, openDocument } from '../../electron/engine/document/open-document.ts'
import { targetTable } from '../../electron/engine/document/targets.ts'
import { startAutoRound, startBulkRound } from '../../electron/engine/runner/bulk/bulk-round.ts'
import { systemClock } from '../../electron/engine/runner/clock.ts'
import type { Round } from '../../electron/engine/runner/round.ts'
import { startRound } from '../../electron/engine/runner/single-round.ts'
import { atMost, median, type Line } from './lines.ts'
import type { CoreSpeed, RehearsalProcess } from './rehearsal-process.ts'

/** Factor of fewer users and faster time: the 300 s until the core's job become 30 s. */
const scale = 10
const interval = 300_000 / scale
/** Not half a second: a process that has just started is slower than it will be. */
const sampleMs = 1000
/** Maximum of users sent by single calls: their measured speed is extrapolated. */
const maxSingleUsers = 2000

/** A core as a real one was measured: 80 users a second by single calls with ids and verified emails, 0.8 ms a user of the job. */
const asReal: CoreSpeed = {
  faults: { latencyMs: 5, atOnce: 2 },
  bulk: { intervalMs: interval, parallelism: 2, msPerUser: 0.8 },
}

/** How the users of a document are sent. */
const executors = ['single', 'bulk', 'auto'] as const
type Executor = (typeof executors)[number]

export type AutoContest = {
  readonly core: RehearsalProcess
  /** Reads and plans users for the core at an address; resolves with a copy of the document for each call. */
  readonly prepare: (url: string, users: number) => Promise<{ readonly copy: () => string }>
}

/** Rounds, taken in turns: a single run of a few seconds says little on a busy machine. */
const roundsOf = (users: number) => (users > 2000 ? 1 : 5)

type AutoExtent = { readonly users: number | null; readonly rounds: number | null }

/** Sends 2,000, 20,000 and 200,000 users in each way, and compares `auto` with the faster of the others, medians of rounds. */
export async function* autoExecutor(extent: AutoExtent, { core, prepare }: AutoContest): AsyncIterable<Line> {
  let singleSeconds = 0
  for (const users of extent.users === null ? [2000, 20_000, 200_000] : [extent.users]) {
    const few = users / scale
    const url = await core.restart(asReal)
    const { copy } = await prepare(url, few + 1)
    const chosen: string[] = []
    const seconds = async (executor: Executor) => {
      await core.restart(asReal)
      // Half-way between two rounds of the job, which is its mean wait.
      await wait(interval / 2)
      return (await send(copy(), url, { executor, users, onChoice: (why) => chosen.push(why) })) * scale
    }
    const isMeasured = few <= maxSingleUsers || singleSeconds === 0
    const times: Record<Executor, number[]> = { single: [], bulk: [], auto: [] }
    const rounds = extent.rounds ?? roundsOf(users)
    for (let round = 0; round < rounds; round += 1) {
      for (const executor of executors)
        if (executor !== 'single' || isMeasured) times[executor].push(await seconds(executor))
    }
    singleSeconds = isMeasured ? median(times.single) : (singleSeconds * few) / maxSingleUsers
    const [single, bulk, auto] = [singleSeconds, median(times.bulk), median(times.auto)]
    const figures = `${told(auto)}; single calls ${told(single)}, bulk import ${told(bulk)}, medians of ${rounds}; clock ${scale} times as fast, a ${scale}th of the users; the last choice: ${chosen.at(-1) ?? ''}`
    yield atMost(
      `auto : the faster way, ${users.toLocaleString('en')} users`,
      auto / Math.min(single, bulk),
      1.1,
      figures,
    )
  }
}

type Sending = { readonly executor: Executor; readonly users: number; readonly onChoice: (why: string) => void }

async function send(path: string, url: string, { executor, users, onChoice }: Sending): Promise<number> {
  const [opened, base] = [openDocument(path), parseBaseUrl(url)]
  if (!opened.ok) throw new Error(opened.error.message)
  if (!base.ok) throw new Error(base.error.message)
  const { database } = opened.value
  const target = targetTable.current(database)
  if (target === undefined) throw new Error('the document has no core')
  const client = createCoreClient({
    dialect: 'supertokens',
    baseUrl: base.value,
    apiKey: null,
    cdiVersion: '5.4',
    connections: 32,
  })
  const options = {
    database,
    target,
    send: client.send,
    existing: null,
    concurrency: 'auto' as const,
    scoped: false,
    clock: systemClock,
    random: Math.random,
    onCommitted: () => undefined,
    pace: { pollMs: 5000 / scale, lateAfterMs: 2 * interval },
  }
  const since = performance.now()
  const end = await roundOf(executor, options, { users, onChoice }).ended
  const seconds = (performance.now() - since) / 1000
  await client.close()
  closeDocument(opened.value)
  if (end.kind !== 'finished') throw new Error(`${executor}: ${end.kind} ${end.message}`)
  return seconds
}

type Options = Parameters<typeof startBulkRound>[0]

function roundOf(
  executor: Executor,
  options: Omit<Options, 'stage'>,
  { users, onChoice }: Omit<Sending, 'executor'>,
): Round {
  if (executor === 'single') return startRound(options)
  if (executor === 'bulk') return startBulkRound({ ...options, stage: true })
  const size = { users, hasFollowUps: true }
  return startAutoRound({ ...options, size, sampleMs, onChoice })
}

function told(seconds: number): string {
  return `${Math.round(seconds)} s`
}
