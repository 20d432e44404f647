import { expect, test } from 'vitest'
import { headline, resultSentence } from '../../../shared/report/headline.ts'
import { othersText } from '../../../shared/report/run-share.ts'
import { sumOf, sumRows } from '../../../shared/report/sum-rows.ts'

const counts = { ready: 0, blocked: 0, excluded: 45, existing: 0, sending: 0, migrated: 12, failed: 0, 'in-doubt': 0 }
const totals = { records: 57, users: 57, joined: 0, unmatched: 0, unreadable: 0, other: 0 }

test('users who are unchanged since the earlier migration are named apart from those who are excluded, and sums still add up', () => {
  const later = { ...totals, unchanged: 40 }
  expect([
    headline(counts, later, null),
    resultSentence(counts, later, null),
    othersText({ blocked: 0, excluded: 45, existing: 0 }, 40),
    sumOf(sumRows({ totals: later, counts })),
    sumRows({ totals: later, counts }).flatMap(({ key, value }) => (value > 0 ? [`${key} ${value}`] : [])),
  ]).toEqual([
    '12 migrated · 5 excluded · 40 unchanged',
    '12 of 57 users were migrated; 5 were excluded and 40 are unchanged.',
    '5 excluded, 40 unchanged',
    57,
    ['migrated 12', 'excluded 5', 'unchanged 40'],
  ])
})

test('a first migration names no unchanged users', () => {
  expect([headline(counts, totals, null), sumRows({ totals, counts }).some(({ key }) => key === 'unchanged')]).toEqual([
    '12 migrated · 45 excluded',
    false,
  ])
})
