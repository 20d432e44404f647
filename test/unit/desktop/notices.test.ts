import { expect, test } from 'vitest'
import { noticeOf, titleOfWindow } from '../../../electron/desktop/notices.ts'

const counts = {
  ready: 0,
  blocked: 0,
  excluded: 0,
  existing: 0,
  sending: 0,
  migrated: 12_480,
  failed: 1,
  'in-doubt': 0,
}
const quiet = { stopped: null, counts, note: '', startedAt: 7 }

test('the end of a run is told in numbers', () => {
  expect(noticeOf(null, { ...quiet, state: 'finished' })).toEqual({
    title: 'Migration finished',
    body: '12,480 users migrated, 1 user failed. The report is ready.',
  })
})

test('a run that stops by itself says why, in our words and not in those of the core', () => {
  const note = 'The core refused the API key. Enter the right key, then continue. It said: ada@example.com'
  expect(noticeOf(3, { ...quiet, state: 'stopped', stopped: 'api-key-rejected', note })).toEqual({
    title: 'Migration stopped: action needed',
    body: 'The core refused the API key. 12,480 users migrated, 1 user failed.',
  })
})

test.each([
  ['running', null, 7, 3],
  ['paused', null, 7, 3],
  ['stopped', 'cancelled', 7, 3],
  ['finished', null, null, 3],
  ['finished', null, 7, 7],
] as const)(
  'of a run that is %s (%s), begun at %s, nothing is told to who was told of %s',
  (state, stopped, startedAt, told) => {
    expect(noticeOf(told, { ...quiet, state, stopped, startedAt })).toBeNull()
  },
)

test('the title names the migration, with a dot while it is not saved', () => {
  const path = '/srv/acme users.migration'
  expect([
    titleOfWindow(null, false, 'App'),
    titleOfWindow(path, false, 'App'),
    titleOfWindow(path, true, 'App'),
  ]).toEqual(['App', 'acme users - App', '• acme users - App'])
})
