import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Contest } from './against-senders.ts'
import { atMost, median, perSecond, type Line } from './lines.ts'

type Sample = { readonly requests: number; readonly mib: number }

const everyMs = 100

/** The memory of the process that sends, while its first and its last tenth of the users leave. */
export async function flatMemory(users: number, { core, prepare }: Contest): Promise<Line> {
  const app = await prepare(users)
  await core.begin({ serviceMs: 0, knee: null })
  const samples: Sample[] = []
  const watch = { over: false }
  let watching: Promise<void> = Promise.resolve()
  await app.run(32, (pid) => {
    watching = (async () => {
      while (!watch.over) {
        const requests = await core.count()
        const mib = residentMib(pid)
        if (requests > 0 && mib !== null) samples.push({ requests, mib })
        await wait(everyMs)
      }
    })()
  })
  watch.over = true
  await watching
  const part = Math.min(100_000, Math.ceil(users / 10))
  const sent = (await core.read()).requests
  const first = samples.filter(({ requests }) => requests <= part).map(({ mib }) => mib)
  const last = samples.filter(({ requests }) => requests > sent - part && requests < sent).map(({ mib }) => mib)
  const { ms } = await core.read()
  const rate = perSecond((sent * 1000) / ms)
  const figures = `${Math.round(median(last))} MiB in the last ${part.toLocaleString('en')} to ${Math.round(median(first))} MiB in the first, medians; ${sent.toLocaleString('en')} users at ${rate}`
  return atMost('memory, resident', median(last) / median(first), 1.1, figures)
}

/** Null: the process is gone. */
function residentMib(pid: number): number | null {
  try {
    const status = `/proc/${pid}/status`
    const kib = existsSync(status)
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return kib === undefined ? null : Number(kib) / 1024
  } catch {
    return null
  }
}
