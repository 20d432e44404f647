import { expect, test } from 'vitest'
import { noticeOf } from '../../../electron/desktop/notices.ts'
import { titleOf } from '../../../electron/desktop/title-words.ts'

const counts = { ready: 0, blocked: 0, excluded: 0, present: 0, sending: 0, migrated: 12_480, failed: 1, unknown: 0 }
const quiet = { stopped: null, counts, note: '' }

test('the end of a run is told in numbers', () => {
  expect(noticeOf('running', { ...quiet, state: 'finished' })).toEqual({
    title: 'The migration is finished',
    body: '12,480 users migrated, 1 user failed. The report is ready.',
  })
})

test('a run that stops by itself says why, in our words and not in those of the core', () => {
  const note = 'The core refused the API key. Enter the right key, then continue. It said: ada@example.com'
  expect(noticeOf('waiting', { ...quiet, state: 'stopped', stopped: 'key', note })).toEqual({
    title: 'The migration stopped and waits for you',
    body: 'The core refused the API key. 12,480 users migrated, 1 user failed.',
  })
})

test.each([
  ['running', 'running', null],
  ['running', 'paused', null],
  ['running', 'stopped', 'cancelled'],
  ['idle', 'finished', null],
  ['finished', 'finished', null],
] as const)('from %s to %s (%s) there is nothing to tell', (before, state, stopped) => {
  expect(noticeOf(before, { ...quiet, state, stopped })).toBeNull()
})

test('the title names the migration, with a dot while it is not saved', () => {
  const path = '/srv/acme users.migration'
  expect([titleOf(null, false, 'App'), titleOf(path, false, 'App'), titleOf(path, true, 'App')]).toEqual([
    'App',
    'acme users - App',
    '• acme users - App',
  ])
})
