import { mostAtOnce, mostPerSecond } from '../../shared/bridge/speed.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import type { RunOrder } from '../engine/session/run-control.ts'
import type { Arguments } from './arguments.ts'
import type { OptionSpecs } from './command-spec.ts'

/** How fast a command sends, and how long it waits for a core that does not answer. */
export const paceOptions = {
  concurrency: {
    type: 'string',
    value: 'N|auto',
    help: 'Users sent at the same time, 1 to 256; auto adapts concurrency to what the core can handle',
    fallback: 'auto',
  },
  'max-rate': {
    type: 'string',
    value: 'N',
    help: 'Requests in any one second at most, 1 to 10000',
    fallback: 'no limit',
  },
  wait: {
    type: 'string',
    value: 'MINUTES|forever',
    help: 'Stop when the core has not answered for so many minutes, 0 to 10080',
    fallback: '10',
  },
} as const satisfies OptionSpecs

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
