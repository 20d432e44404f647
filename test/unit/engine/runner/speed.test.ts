import { expect, test } from 'vitest'
import { beginRound, imports, plannedDocument, type Sent } from '../../../support/rounds.ts'
import { maxInASecond } from '../../../support/max-in-a-second.ts'
import { turns, virtualClock } from '../../../support/virtual-clock.ts'

test('a run under a ceiling says so, and is let go by another speed in the middle', async () => {
  const clock = virtualClock()
  const begun = beginRound({ ...plannedDocument(imports(60)), clock, concurrency: 4, maxRate: 5 })
  await clock.advance(4000)
  const under = { ...begun.round.stats() }
  begun.round.tell({ kind: 'speed', speed: { concurrency: 8, maxRate: null } })
  const { sent } = await begun.finish()
  expect([
    under.slowed,
    maxInASecond(sent.map(({ at }) => at).filter((at) => at < clock.now() - clock.ticks() + 4000)) <= 5,
    begun.round.stats().limit,
    begun.round.stats().slowed,
  ]).toEqual(['rate-limit', true, 8, null])
})

test('another concurrency counts for the next user, and lets those under way end', async () => {
  const clock = virtualClock()
  const open: (() => void)[] = []
  const script = (_sent: Sent) => new Promise<null>((resolve) => void open.push(() => resolve(null)))
  const begun = beginRound({ ...plannedDocument(imports(40)), clock, script, concurrency: 1, existing: 'overwrite' })
  const answerAll = async () => {
    await turns()
    for (const answer of open.splice(0)) answer()
    await turns()
  }
  await answerAll()
  const before = open.length
  begun.round.tell({ kind: 'speed', speed: { concurrency: 6, maxRate: null } })
  await turns()
  const after = open.length
  begun.round.tell({ kind: 'speed', speed: { concurrency: 2, maxRate: null } })
  await answerAll()
  expect([before, after, open.length]).toEqual([1, 6, 2])
  begun.round.tell({ kind: 'cancel' })
  await answerAll()
})
