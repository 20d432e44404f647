import { expect, test } from 'vitest'
import { plainSuccess } from '../../../../../shared/core-api/outcome.ts'
import { startAutoRound } from '../../../../../electron/engine/runner/bulk/bulk-round.ts'
import type { Send } from '../../../../../electron/engine/runner/step.ts'
import { importOf, plannedDocument, realTarget, roundOptions } from '../../../../support/rounds.ts'
import { virtualClock } from '../../../../support/virtual-clock.ts'

/** How a run of 2,000 users goes by `auto` on a core whose single calls take so long at a time. */
async function runAuto(callMs: (ticks: number) => number) {
  const clock = virtualClock()
  const { document, target } = plannedDocument(
    Array.from({ length: 200 }, (_, at) => [importOf(`user${at}@example.com`)]),
    realTarget,
  )
  const requested = new Set<string>()
  const send: Send = (operation) => {
    requested.add(operation)
    const ms = callMs(clock.ticks())
    const outcome =
      operation === 'look-up' ? { ...plainSuccess, users: [] } : { ...plainSuccess, userId: 'id', count: 0 }
    return new Promise((resolve) => clock.setTimer(ms, () => resolve({ outcome, httpStatus: 200, ms })))
  }
  const told: string[] = []
  const round = startAutoRound({
    ...roundOptions(document, target, send, clock),
    size: { users: 2000, hasFollowUps: true },
    onChoice: (why) => told.push(`${why.split(':')[0]} at ${clock.ticks()}`),
  })
  const isStaged = () => requested.has('bulk-count')
  void round.ended.catch(() => undefined)
  await clock.runUntil(Promise.race([round.ended, staged(isStaged, clock)]))
  round.tell({ kind: 'cancel' })
  await clock.runUntil(round.ended)
  return { told, isStaged: isStaged() }
}

async function staged(isStaged: () => boolean, clock: ReturnType<typeof virtualClock>): Promise<void> {
  while (!isStaged()) await new Promise<void>((resolve) => clock.setTimer(500, resolve))
}

test('auto does not take a slow start for the speed of the core', async () => {
  const { told, isStaged } = await runAuto((ticks) => (ticks < 5000 ? 250 : 12))
  expect([told, isStaged]).toEqual([['Single calls at 0'], false])
})

test('auto takes bulk import where single calls stay slow', async () => {
  const { told, isStaged } = await runAuto(() => 250)
  // The rate is measured from the middle of the first five seconds on, and a doubtful choice takes twice the time.
  expect([told, isStaged]).toEqual([['Single calls at 0', 'Bulk import at 12500'], true])
})
