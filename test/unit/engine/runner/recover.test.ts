import { describe, expect, test } from 'vitest'
import { countStates } from '../../../../electron/engine/queries/counts.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { claimUsers } from '../../../../electron/engine/runner/claim-users.ts'
import { recoverSending } from '../../../../electron/engine/runner/recover.ts'
import { canLookUp } from '../../../../electron/engine/runner/existing-users.ts'
import { codeOf, importOf, plannedDocument, realTarget, socialOf, someOf } from '../../../support/rounds.ts'
import { noon } from '../../../support/virtual-clock.ts'

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
  return [someOf(countStates(database, planned.target.id)), imported.map((row) => Object.values(row ?? {}))]
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
