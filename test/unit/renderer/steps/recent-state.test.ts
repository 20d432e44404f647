import { describe, expect, test } from 'vitest'
import {
  interrupted,
  progressParts,
  recentTitle,
  recentState,
  whenText,
} from '../../../../renderer/steps/start/recent-list.tsx'
import { likelyEarlier } from '../../../../renderer/steps/export/baseline-card.tsx'
import { leftText } from '../../../../renderer/components/texts/format.ts'
import type { MigrationSummary, RecentMigration } from '../../../../shared/ipc/views.ts'

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

test('a later export is compared with the newest migration from its source, else with the newest', () => {
  const from = (id: string, source: string) => entry(id, summary({ started: true, sources: [source] }))
  const migrations = [from('k', 'Keycloak'), from('d2', 'Django'), from('d1', 'Django')]
  expect([
    likelyEarlier(migrations, ['Django'])?.id,
    likelyEarlier(migrations, ['Okta'])?.id,
    likelyEarlier([], ['Okta']),
  ]).toEqual(['d2', 'k', undefined])
})

describe('a recent migration', () => {
  const paused = summary({ started: true, migrated: 35_120, ready: 14_880 })
  const decide = summary({ users: 12_554, blocked: 573, excluded: 37, ready: 11_944 })

  test.each([
    [null, 'Draft'],
    [summary({ users: 1204, ready: 1204, core: null }), 'Draft'],
    [decide, '573 need a decision'],
    [summary({ blocked: 1 }), '1 needs a decision'],
    [summary({}), 'Ready'],
    [paused, 'Paused'],
    [summary({ started: true, migrated: 49_987, failed: 13, ready: 0 }), '13 failed'],
    [summary({ started: true, migrated: 50_000, ready: 0 }), 'Finished'],
    [summary({ started: true, undone: true }), 'Undone'],
  ])('says how it stands (%#)', (one, state) => {
    expect(recentState(one).label).toBe(state)
  })

  test('that was interrupted says how long the rest takes', () => {
    expect([null, 0.2, 59, 1320, 5340, 7000, 90_000].map(leftText)).toEqual([
      '',
      'About 1 second left',
      'About 59 seconds left',
      'About 22 minutes left',
      'About 89 minutes left',
      'About 2 hours left',
      'About 25 hours left',
    ])
  })

  test('is called after what it holds', () => {
    const titles = [
      recentTitle({ ...entry('migration 2026-11-21 14.05', summary({})) }),
      recentTitle(entry('Globex members', summary({}))),
      recentTitle(entry('migration 2026-11-21 14.05', null)),
    ]
    expect(titles).toEqual(['Auth0 · 50,000 users · example', 'Globex members', 'migration 2026-11-21 14.05'])
  })

  test('that was interrupted is the one to continue, the newest of several', () => {
    const undone = summary({ started: true, undone: true })
    const list = [entry('a', decide), entry('u', undone), entry('b', paused), entry('c', paused)]
    expect([interrupted(list)?.id, interrupted([entry('a', decide)]), interrupted([])]).toEqual(['b', null, null])
  })

  test('has a bar whose parts add up to its users', () => {
    for (const one of [paused, decide, summary({}), { ...decide, started: true, migrated: 11_000, failed: 944 }]) {
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
