import { atLeast, median, perSecond, toKnow, type Line } from './lines.ts'
import type { BulkApp } from './bulk-app.ts'
import type { CoreSpeed, RehearsalProcess } from './rehearsal-process.ts'

export type BulkContest = {
  readonly core: RehearsalProcess
  /** Reads and plans users, with old ids and verified emails, for the core at an address. */
  readonly prepare: (url: string, users: number) => Promise<BulkApp>
  /** The users of a file but the first one, by a script. Resolves with the seconds it took. */
  readonly script: (url: string, file: string) => Promise<number>
}

/** The job comes at once, so that the wait for it is left out. */
const atOnce = { intervalMs: 50, parallelism: 2 }
/**
 * As a real core on two processor cores was measured: two calls at once, 5 ms each, are 80 users a second with ids and verified
 * emails; the job takes 0.8 ms for a user.
 */
const asReal: CoreSpeed = { faults: { latencyMs: 5, atOnce: 2 }, bulk: { ...atOnce, msPerUser: 0.8 } }
/** Answers as fast as it can. */
const quick: CoreSpeed = { faults: {}, bulk: atOnce }

/** From this many users on one round is enough: other load evens out, and each round takes minutes. */
const manyUsers = 200_000
/** Single calls take 13 ms a user however many there are, so that no more of them are sent than tell their rate. */
const maxSingleUsers = 2000

export async function* bulkImport(
  { users, rounds }: { readonly users: number | null; readonly rounds: number | null },
  contest: BulkContest,
): AsyncIterable<Line> {
  const often = rounds ?? ((users ?? 0) < manyUsers ? 3 : 1)
  yield await againstSingle(users ?? 20_000, often, contest)
  yield await againstScript(users ?? 50_000, often, contest)
}

async function againstSingle(users: number, rounds: number, { core, prepare }: BulkContest): Promise<Line> {
  const few = Math.min(maxSingleUsers, Math.max(2, Math.ceil(users / 20)))
  const url = await core.restart(asReal)
  const [bulkApp, singleApp] = [await prepare(url, users), await prepare(url, few)]
  const rate = async (app: BulkApp, executor: 'bulk' | 'single', sent: number) => {
    await core.restart(asReal)
    const seconds = await app.run(executor)
    return (await checked(core, sent)) / seconds
  }
  const bulk: number[] = []
  const single: number[] = []
  for (let round = 0; round < rounds; round++) {
    single.push(await rate(singleApp, 'single', few - 1))
    bulk.push(await rate(bulkApp, 'bulk', users - 1))
  }
  const figures = `${perSecond(median(bulk))} to ${perSecond(median(single))}, medians of ${rounds}`
  return atLeast(
    'bulk import against single calls, ids and verified emails',
    median(bulk) / median(single),
    10,
    figures,
  )
}

async function againstScript(users: number, rounds: number, { core, prepare, script }: BulkContest): Promise<Line> {
  const url = await core.restart(quick)
  const app = await prepare(url, users)
  const sent = users - 1
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await core.restart(quick)
    const byScript = await script(url, app.file)
    theirs.push((await checked(core, sent)) / byScript)
    await core.restart(quick)
    const byApp = await app.run('bulk')
    ours.push((await checked(core, sent)) / byApp)
  }
  const figures = `${perSecond(median(ours))} to ${perSecond(median(theirs))}, medians of ${rounds}`
  return toKnow('bulk import against a script without a journal', median(ours) / median(theirs), figures)
}

async function checked(core: RehearsalProcess, sent: number): Promise<number> {
  const users = await core.count()
  if (users !== sent) throw new Error(`${users} users in the core instead of ${sent}`)
  return users
}
