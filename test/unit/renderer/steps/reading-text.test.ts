import { expect, test } from 'vitest'
import { secondsLeftOf } from '../../../../electron/engine/session/progress-view.ts'
import { readingText } from '../../../../renderer/steps/export/files/file-parts.tsx'
import { byReason } from '../../../../renderer/steps/export/list-dialogs.tsx'

const text = (done: number, total: number, secondsLeft: number | null) =>
  readingText({ kind: 'reading', done, total, reading: { fileId: 1, records: 6480, secondsLeft } })

test('the reading of a file says how far it is and how long it still takes', () => {
  expect([text(62, 100, 9), text(1, 100, 1), text(5, 100, 130), text(0, 0, null), text(120, 100, null)]).toEqual([
    { percent: 'Reading 62%', left: 'About 9 seconds left' },
    { percent: 'Reading 1%', left: 'About 1 second left' },
    { percent: 'Reading 5%', left: 'About 2 minutes left' },
    { percent: 'Reading', left: '' },
    { percent: 'Reading 100%', left: '' },
  ])
})

test('the time left follows from the pace so far, and is not said before there is one', () => {
  expect([
    secondsLeftOf(50, 100, 9000),
    secondsLeftOf(1, 100, 9000),
    secondsLeftOf(50, 100, 900),
    secondsLeftOf(100, 100, 9000),
    secondsLeftOf(0, 0, 9000),
  ]).toEqual([9, null, null, 1, null])
})

test('the reason that skipped records share stands once above them', () => {
  const skipped = (line: number, kind: 'unmatched' | 'unreadable', reason: string) =>
    ({ kind, line, byte: line * 90, place: `line ${line}`, reason }) as const
  const records = [
    skipped(4, 'unreadable', 'It is cut off.'),
    skipped(7, 'unmatched', 'No user has the ID “9”.'),
    skipped(9, 'unreadable', 'It is cut off.'),
  ]
  expect(byReason(records).map(({ reason, records: group }) => [reason, group.map(({ line }) => line)])).toEqual([
    ['It is cut off.', [4, 9]],
    ['No user found: No user has the ID “9”.', [7]],
  ])
})
