import { atLeast, median, perSecond, type Line } from './lines.ts'
import type { BulkApp } from './bulk-app.ts'
import type { CoreSpeed, RehearsalProcess } from './rehearsal-process.ts'

export type BulkContest = {
  readonly core: RehearsalProcess
  /** Reads and plans so many users, with old ids and verified emails, for the core at an address. */
  readonly prepare: (url: string, users: number) => Promise<BulkApp>
  /** The users of a file but the first one, by a script. Resolves with the seconds it took. */
  readonly script: (url: string, file: string) => Promise<number>
}

/** The job comes at once, so that the wait for it is left out. */
const often = { intervalMs: 50, parallelism: 2 }
/**
 * As a real core on two processor cores was measured: two calls at once, 5 ms each, are 80 users a second with ids and verified
 * emails; the job takes 0.8 ms for a user.
 */
const asReal: CoreSpeed = { faults: { latencyMs: 5, atOnce: 2 }, bulk: { ...often, msPerUser: 0.8 } }
/** Answers as fast as it can. */
const quick: CoreSpeed = { faults: {}, bulk: often }

export async function* bulkImport(
  { users, rounds }: { readonly users: number | null; readonly rounds: number | null },
  contest: BulkContest,
): AsyncIterable<Line> {
  yield await againstSingle(users ?? 20_000, rounds ?? 3, contest)
  yield await againstScript(users ?? 50_000, rounds ?? 3, contest)
}

async function againstSingle(users: number, rounds: number, { core, prepare }: BulkContest): Promise<Line> {
  const few = Math.max(2, Math.ceil(users / 20))
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
  const app = await prepare(url, users + 1)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await core.restart(quick)
    const byScript = await script(url, app.file)
    theirs.push((await checked(core, users)) / byScript)
    await core.restart(quick)
    const byApp = await app.run('bulk')
    ours.push((await checked(core, users)) / byApp)
  }
  const figures = `${perSecond(median(ours))} to ${perSecond(median(theirs))}, medians of ${rounds}`
  return atLeast('bulk import against a script without a journal', median(ours) / median(theirs), 0.8, figures)
}

async function checked(core: RehearsalProcess, sent: number): Promise<number> {
  const users = await core.count()
  if (users !== sent) throw new Error(`${users} users in the core instead of ${sent}`)
  return users
}
