import { describe, expect, test } from 'vitest'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { createClaimQueue } from '../../../../electron/engine/runner/claim-queue.ts'
import { claimUsers } from '../../../../electron/engine/runner/claim-users.ts'
import { canLookUp } from '../../../../electron/engine/runner/existing-users.ts'
import { recoverSending } from '../../../../electron/engine/runner/recover.ts'
import { codeOf, importOf, imports, plannedDocument, realTarget, socialOf, someOf } from '../../../support/rounds.ts'
import { noon, turns } from '../../../support/virtual-clock.ts'

/** A queue on a disk that confirms when it is told; `claimed` counts users that were claimed and not handed out. */
function queueOf(users: number) {
  const { document, target } = plannedDocument(imports(users))
  const { database } = document
  const wakeUps: (() => void)[] = []
  let handedOut = 0
  const queue = createClaimQueue(database, {
    targetId: target.id,
    scoped: false,
    held: new Set(),
    lookUps: { canLookUp: false, existing: null },
    now: () => 0,
    setTimer: (_ms, wake) => {
      queueMicrotask(wake)
      return () => undefined
    },
    walSync: {
      sync: () => new Promise<void>((resolve) => void wakeUps.push(resolve)),
      end: () => Promise.resolve(),
    },
    onChange: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  return {
    take: (count: number) => {
      for (let n = 0; n < count; n++) if (queue.next() !== undefined) handedOut += 1
    },
    confirm: async () => {
      for (const resolve of wakeUps.splice(0)) resolve()
      await turns()
    },
    claimed: () => userCounts.states(database, target.id).sending - handedOut,
  }
}

test('128 users are claimed ahead where the disk keeps up', async () => {
  const { take, confirm, claimed } = queueOf(1000)
  take(1)
  await confirm()
  const seen: number[] = []
  for (let n = 0; n < 60; n++) {
    take(10)
    await confirm()
    seen.push(claimed())
  }
  expect(Math.max(...seen) <= 128).toBe(true)
})

test('more are claimed ahead where the disk is slower than the core, but never more than 256', async () => {
  const { take, confirm, claimed } = queueOf(3000)
  const seen: number[] = []
  for (let n = 0; n < 12; n++) {
    take(300)
    seen.push(claimed())
    await confirm()
  }
  expect([Math.max(...seen) > 128, Math.max(...seen) <= 256]).toEqual([true, true])
})

const minutes = 60_000
const plans = [[importOf('user1@example.com')], [socialOf('g1')], [codeOf('user3@example.com')]]

/** Dies right after three users were claimed at noon, and is opened again some time later by the clock on the wall. */
function reopened(later: number, target = {}, existing: 'skip' | 'overwrite' = 'overwrite') {
  const planned = plannedDocument(plans, target)
  const { database } = planned.document
  const claim = { targetId: planned.target.id, limit: 64, after: 0, held: new Set<string>(), scoped: false, now: noon }
  claimUsers(database, { ...claim, lookUps: { canLookUp: canLookUp(planned.target), existing } })
  recoverSending(database, planned.target.id, 'dialect' in target, noon + later)
  const imported = sql(database, "SELECT state, status FROM call WHERE kind = 'import'").all()
  return [someOf(userCounts.states(database, planned.target.id)), imported.map((row) => Object.values(row ?? {}))]
}

const again = [{ ready: 3 }, [['todo', null]]]
const forgotten = [{ ready: 2, 'in-doubt': 1 }, [['in-doubt', null]]]
const lookedUp = [{ ready: 3 }, [['todo', 'reconcile-first']]]

describe('what was under way when the app died', () => {
  test.each([0, 1, 9.9])('is sent again %d minutes later', (later) => {
    expect([reopened(later * minutes), reopened(later * minutes, realTarget)]).toEqual([again, again])
  })

  test.each([10.1, 60, 60 * 24 * 365])(
    'is sent again %d minutes later, except a hash import, which is looked up or unknown',
    (later) => {
      expect([reopened(later * minutes), reopened(later * minutes, realTarget)]).toEqual([forgotten, lookedUp])
    },
  )

  test.each([-0.5, -5, -60])(
    'in the future (by %d minutes) was written by a clock that was set back since: nobody knows when that was',
    (later) => {
      expect([reopened(later * minutes), reopened(later * minutes, realTarget)]).toEqual([forgotten, lookedUp])
    },
  )

  test.each([0, 9.9, 10.1, 60, -60])(
    'is to be sent for the first time where it is looked up first, %d minutes later',
    (later) => {
      expect(reopened(later * minutes, realTarget, 'skip')).toEqual([{ ready: 3 }, [['todo', 'not-applied']]])
    },
  )

  test('a moment in the future is only the clock being trimmed', () => {
    expect(reopened(-900)).toEqual(again)
  })
})

test('users that were sent before are claimed in turns with others, so that those who fail do not all come first', () => {
  const { document, target } = plannedDocument(imports(12))
  const claim = {
    targetId: target.id,
    after: 0,
    held: new Set<string>(),
    scoped: false,
    now: noon,
    lookUps: { canLookUp: true, existing: 'skip' },
  } as const
  const sent = claimUsers(document.database, { ...claim, limit: 6 })
  sql(document.database, "UPDATE progress SET state = 'ready'").run()
  const next = claimUsers(document.database, { ...claim, limit: 8, after: sent.last })
  const rest = claimUsers(document.database, { ...claim, limit: 8, after: next.last })
  expect([next, rest].map(({ users: claimed }) => claimed.map(({ id }) => id))).toEqual([
    [7, 1, 8, 2, 9, 3, 10, 4],
    [11, 5, 12, 6],
  ])
})
