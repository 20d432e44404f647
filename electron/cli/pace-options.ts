import { ok, problem, type Result } from '../../shared/result.ts'
import type { RunOrder } from '../engine/session/run-control.ts'
import type { Arguments } from './arguments.ts'

/** How fast a command sends. */
export const paceOptions = { concurrency: { type: 'string' }, 'max-rate': { type: 'string' } } as const

export const paceUsage = '[--concurrency N|auto] [--max-rate N]'

export type PaceOrder = Required<Pick<RunOrder, 'concurrency' | 'maxRate'>>

export function readPace(args: Arguments): Result<PaceOrder> {
  const concurrency = args.text('concurrency') ?? 'auto'
  if (concurrency !== 'auto' && !isWithin(concurrency, 256)) {
    return problem('arguments', '--concurrency takes auto or a number from 1 to 256.')
  }
  const maxRate = args.text('max-rate')
  if (maxRate !== undefined && !isWithin(maxRate, 10_000)) {
    return problem('arguments', '--max-rate takes a number of requests per second, from 1 to 10000.')
  }
  return ok({
    concurrency: concurrency === 'auto' ? 'auto' : Number(concurrency),
    maxRate: maxRate === undefined ? null : Number(maxRate),
  })
}

function isWithin(text: string, most: number): boolean {
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most
}
