import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asideShare, othersText, percentText, pilotShare, runShare } from '../../../shared/report/run-share.ts'
import { noCounts as none } from '../../support/data/made-up-views.ts'

describe('how far a migration is', () => {
  test('is told of the users whom runs are about; the others are named beside it', () => {
    const share = runShare({ ...none, migrated: 10, ready: 73, blocked: 1, excluded: 2 })
    expect([share.migrated, share.total, share.percent, othersText(share.others)]).toEqual([
      10,
      83,
      12,
      '1 needs a decision, 2 excluded',
    ])
  })

  test('is not a hundred percent while somebody failed, is sent or is in doubt', () => {
    const ends = [{ failed: 1 }, { sending: 1 }, { 'in-doubt': 1 }, { ready: 1 }]
    expect([percentText(0, 0), percentText(10, 0), percentText(999, 99)]).toEqual(['0%', '<1%', '99%'])
    expect(ends.map((rest) => runShare({ ...none, migrated: 999_999, ...rest }).percent)).toEqual([99, 99, 99, 99])
    expect([runShare({ ...none, migrated: 7, blocked: 3 }).percent, runShare(none).percent]).toEqual([100, 0])
  })

  test('leaves nobody out: its users and the others are all there are', () => {
    const n = fc.nat(1000)
    const all = fc.record({
      ready: n,
      blocked: n,
      excluded: n,
      existing: n,
      sending: n,
      migrated: n,
      failed: n,
      'in-doubt': n,
    })
    fc.assert(
      fc.property(all, (counts) => {
        const { total, others } = runShare(counts)
        const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
        expect(total + sum(Object.values(others))).toBe(sum(Object.values(counts)))
      }),
    )
  })
})

describe('how far a pilot is', () => {
  const counts = { ...none, migrated: 8, failed: 1, sending: 2, ready: 1124 }
  const pilot = {
    state: 'running',
    lastOrder: { kind: 'some', interrupted: false },
    target: 20,
    finished: 9,
    counts,
  } as const

  test('is told of its own users while it is under way, paused or stopped', () => {
    const share = { sent: 9, total: 20, percent: 45, ready: 9, others: 1115 }
    expect((['running', 'paused', 'stopped'] as const).map((state) => pilotShare({ ...pilot, state }))).toEqual([
      share,
      share,
      share,
    ])
  })

  test('is no matter of a run of all users, nor of a pilot that is over', () => {
    expect([
      pilotShare({ ...pilot, lastOrder: { kind: 'all', interrupted: false } }),
      pilotShare({ ...pilot, state: 'finished' }),
    ]).toEqual([null, null])
  })
})

test('users set aside are counted once, whatever the document calls them meanwhile', () => {
  const n = fc.nat(50)
  fc.assert(
    fc.property(n, n, n, (setAside, sending, ready) => {
      const share = asideShare({ setAside, counts: { ...none, sending, ready } })
      expect([share.aside, share.aside + share.sending + share.ready]).toEqual([
        Math.min(setAside, sending + ready),
        sending + ready,
      ])
    }),
  )
})
