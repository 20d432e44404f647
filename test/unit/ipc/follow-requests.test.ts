import { expect, test } from 'vitest'
import { isInterval } from '../../../shared/follow/follow-settings.ts'
import { followRequests } from '../../../shared/ipc/requests/follow-requests.ts'

const { input } = followRequests['follow:start']

test.each([
  ['a second', 1 / 60, true],
  ['a week', 7 * 24 * 60, true],
  ['a millisecond', 1 / 60_000, false],
  ['nothing', 0, false],
  ['less than nothing', -1, false],
  ['more than a week', 7 * 24 * 60 + 1, false],
  ['no number', Number.NaN, false],
])('an interval of %s is taken by page and command line alike: %f minutes, %s', (_, everyMinutes, taken) => {
  const order = { source: 'file', everyMinutes, signIn: 'can', secrets: {}, address: null, cutOver: false }
  expect([input.safeParse(order).success, isInterval(everyMinutes)]).toEqual([taken, taken])
})
