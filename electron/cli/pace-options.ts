import { mostAtOnce, mostPerSecond } from '../../shared/bridge/speed.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import type { RunOrder } from '../engine/session/run-control.ts'
import type { Arguments } from './arguments.ts'

/** How fast a command sends, and how long it waits for a core that does not answer. */
export const paceOptions = {
  concurrency: { type: 'string' },
  'max-rate': { type: 'string' },
  wait: { type: 'string' },
} as const

export const paceUsage = '[--concurrency N|auto] [--max-rate N] [--wait MINUTES|forever]'

/** What the words of the usage mean, a line each. */
export const paceHelp = [
  '--concurrency  users sent at once, 1 to 256; auto finds what the core bears (the default)',
  '--max-rate     the most requests in any one second, 1 to 10000; without it there is no ceiling',
  '--wait         minutes without any answer of the core after which the run stops, 0 to 10080; 10 when it is not given',
] as const

export type PaceOrder = Required<Pick<RunOrder, 'concurrency' | 'maxRate' | 'patienceMs'>>

/** Scripts have to end: without any answer of the core for so many minutes, a run on the command line stops. */
const usualWait = '10'
const longestWait = 7 * 24 * 60

export function readPace(args: Arguments): Result<PaceOrder> {
  const concurrency = args.text('concurrency') ?? 'auto'
  if (concurrency !== 'auto' && !isWithin(concurrency, mostAtOnce)) {
    return problem('arguments', '--concurrency takes auto or a number from 1 to 256.')
  }
  const maxRate = args.text('max-rate')
  if (maxRate !== undefined && !isWithin(maxRate, mostPerSecond)) {
    return problem('arguments', '--max-rate takes a number of requests per second, from 1 to 10000.')
  }
  const minutes = args.text('wait') ?? usualWait
  if (minutes !== 'forever' && minutes !== '0' && !isWithin(minutes, longestWait)) {
    return problem('arguments', `--wait takes a number of minutes from 0 to ${longestWait}, or forever.`)
  }
  return ok({
    patienceMs: minutes === 'forever' ? Infinity : Number(minutes) * 60_000,
    concurrency: concurrency === 'auto' ? 'auto' : Number(concurrency),
    maxRate: maxRate === undefined ? null : Number(maxRate),
  })
}

function isWithin(text: string, most: number): boolean {
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most
}
