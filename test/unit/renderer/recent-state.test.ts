import { describe, expect, test } from 'vitest'
import {
  interrupted,
  progressParts,
  progressText,
  recentState,
  whenText,
} from '../../../renderer/steps/start/recent-state.ts'
import type { MigrationSummary, RecentMigration } from '../../../shared/ipc/views.ts'

const summary = (change: Partial<MigrationSummary>): MigrationSummary => ({
  sources: ['Auth0'],
  core: { kind: 'live', name: 'core.example.com' },
  users: 50_000,
  migrated: 0,
  failed: 0,
  blocked: 0,
  excluded: 0,
  ready: 50_000,
  started: false,
  ...change,
})
const entry = (id: string, one: MigrationSummary | null): RecentMigration => ({
  id,
  name: id,
  location: '~',
  at: 0,
  summary: one,
})

describe('a recent migration', () => {
  const paused = summary({ started: true, migrated: 35_120, ready: 14_880 })
  const decide = summary({ users: 12_554, blocked: 573, excluded: 37, ready: 11_944 })

  test.each([
    [null, 'Draft', 'No users yet'],
    [summary({ users: 1204, ready: 1204, core: null }), 'Draft', '1,204 users read'],
    [decide, 'Needs decisions', '573 of 12,554 need a decision'],
    [summary({}), 'Ready', '50,000 users read'],
    [paused, 'Paused', '35,120 of 50,000 migrated'],
    [summary({ started: true, migrated: 49_987, failed: 13, ready: 0 }), '13 failed', '49,987 of 50,000 migrated'],
    [summary({ started: true, migrated: 50_000, ready: 0 }), 'Finished', '50,000 of 50,000 migrated'],
  ])('says how it stands (%#)', (one, state, text) => {
    expect([recentState(one).label, progressText(one)]).toEqual([state, text])
  })

  test('that was interrupted is the one to continue, the newest of several', () => {
    const list = [entry('a', decide), entry('b', paused), entry('c', paused)]
    expect([interrupted(list)?.id, interrupted([entry('a', decide)]), interrupted([])]).toEqual(['b', null, null])
  })

  test('has a bar whose parts add up to its users', () => {
    for (const one of [paused, decide, summary({})]) {
      expect(progressParts(one).reduce((sum, { users }) => sum + users, 0)).toBe(one.users)
    }
    expect([progressParts(null), progressParts(paused).map(({ fill }) => fill)]).toEqual([[], ['ok', 'rest']])
  })
})

test('days are named as people name them', () => {
  const now = new Date(2026, 10, 22, 9, 15).getTime()
  const at = (...date: readonly [number, number, number, number, number]) => whenText(new Date(...date).getTime(), now)
  expect([at(2026, 10, 22, 9, 5), at(2026, 10, 21, 23, 59), at(2026, 10, 3, 10, 20), at(2025, 11, 31, 0, 7)]).toEqual([
    'Today, 09:05',
    'Yesterday, 23:59',
    'Nov 3, 10:20',
    'Dec 31, 2025, 00:07',
  ])
})
