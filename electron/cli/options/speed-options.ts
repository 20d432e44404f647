import { defaultStopRule, maxAtOnce, maxInARow, maxPerSecond } from '../../../shared/ipc/run-limits.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { executors } from '../../../shared/core-api/choose-executor.ts'
import type { RunOrder } from '../../engine/session/run-round.ts'
import type { Arguments, OptionSpecs } from './command-spec.ts'

/** Options for the request rate, the outage timeout, and the number of failures that stops a run. */
export const speedOptions = {
  concurrency: {
    type: 'string',
    value: 'N|auto',
    help: 'Users sent at the same time, 1 to 256; auto adapts concurrency to what the core can handle',
    fallback: 'auto',
    example: '--concurrency 4',
  },
  'max-rate': {
    type: 'string',
    value: 'N|none',
    help: 'Maximum requests per second, 1 to 10000',
    fallback: 'none; on resume as before',
    example: '--max-rate 50',
  },
  executor: {
    type: 'string',
    value: 'auto|single|bulk',
    help: 'How users are sent: by single calls, by the bulk import of a SuperTokens core, or auto, whichever finishes sooner',
    fallback: 'auto; on resume as before',
    example: '--executor auto',
  },
  'give-up-after': {
    type: 'string',
    value: 'MINUTES|never',
    help: 'Stop after this many minutes without an answer from the core, 0 to 10080',
    fallback: '10; on resume as before',
    example: '--give-up-after 60',
  },
  'stop-after-failures': {
    type: 'string',
    value: 'N|never',
    help: 'Stop when this many users in a row fail, for any reason',
    fallback: '50',
    example: '--stop-after-failures 20',
  },
  'stop-above-failure-rate': {
    type: 'string',
    value: 'PERCENT',
    help: 'Stop when more than this percentage of users fails, 1 to 100, checked after the first 50 users',
    fallback: 'no limit',
    example: '--stop-above-failure-rate 5',
  },
} as const satisfies OptionSpecs

export type SpeedOrder = Required<Pick<RunOrder, 'concurrency' | 'maxRate' | 'giveUpAfterMs' | 'stopRule'>> &
  Pick<RunOrder, 'executor'>

/** Scripts must end: a run on the command line stops after this many minutes without a reply. */
const defaultWait = '10'
const maxWait = 7 * 24 * 60

/** `before`: the settings of the resumed run; an option overrides each of them. */
export function readSpeed(
  args: Arguments,
  before: Pick<RunOrder, 'maxRate' | 'giveUpAfterMs'> = {},
): Result<SpeedOrder> {
  const concurrency = args.text('concurrency') ?? 'auto'
  if (concurrency !== 'auto' && !isWithin(concurrency, maxAtOnce)) {
    return problem('arguments', '--concurrency takes auto or a number from 1 to 256.')
  }
  const maxRate = args.text('max-rate')
  if (maxRate !== undefined && maxRate !== 'none' && !isWithin(maxRate, maxPerSecond)) {
    return problem('arguments', '--max-rate takes a number of requests per second from 1 to 10000, or none.')
  }
  const { maxRate: rateBefore = null, giveUpAfterMs: waitBefore = Number(defaultWait) * 60_000 } = before
  const minutes = args.text('give-up-after')
  if (minutes !== undefined && minutes !== 'never' && minutes !== '0' && !isWithin(minutes, maxWait)) {
    return problem('arguments', `--give-up-after takes a number of minutes from 0 to ${maxWait}, or never.`)
  }
  const named = args.text('executor')
  const executor = executors.find((one) => one === named)
  if (named !== undefined && executor === undefined)
    return problem('arguments', '--executor takes auto, single or bulk.')
  const inARow = args.text('stop-after-failures') ?? String(defaultStopRule.inARow)
  if (inARow !== 'never' && !isWithin(inARow, maxInARow)) {
    return problem('arguments', `--stop-after-failures takes a number of users from 1 to ${maxInARow}, or never.`)
  }
  const percent = args.text('stop-above-failure-rate')
  if (percent !== undefined && !isWithin(percent, 100)) {
    return problem('arguments', '--stop-above-failure-rate takes a percentage from 1 to 100.')
  }
  return ok({
    ...(executor === undefined ? {} : { executor }),
    stopRule: {
      inARow: inARow === 'never' ? null : Number(inARow),
      percent: percent === undefined ? null : Number(percent),
    },
    giveUpAfterMs: minutes === undefined ? waitBefore : minutes === 'never' ? Infinity : Number(minutes) * 60_000,
    concurrency: concurrency === 'auto' ? 'auto' : Number(concurrency),
    maxRate: maxRate === undefined ? rateBefore : maxRate === 'none' ? null : Number(maxRate),
  })
}

function isWithin(text: string, most: number): boolean {
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most
}
