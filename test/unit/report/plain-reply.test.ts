import { expect, test } from 'vitest'
import { noneOpenText } from '../../../shared/report/headline.ts'
import { plainReply, stopReasonMessage } from '../../../shared/report/stop-reason.ts'

const page = '<html> <head><title>503 Service Temporarily Unavailable</title></head> </html>'

test('a web page is never shown raw, wherever a reply is quoted', () => {
  expect([plainReply(page), plainReply(' <!DOCTYPE html>'), plainReply('value too long for this column')]).toEqual([
    'A web page was returned instead of an answer.',
    'A web page was returned instead of an answer.',
    'value too long for this column',
  ])
  expect([stopReasonMessage('core-unreachable', page, 'live'), stopReasonMessage('forbidden', page, 'live')]).toEqual([
    expect.stringMatching(/saved\. A web page was returned instead of an answer\.$/),
    expect.stringMatching(/continue\. A web page was returned instead of an answer\.$/),
  ])
})

test('a key that a rehearsal refuses is right: what helps is to turn the simulated failure off', () => {
  const live = stopReasonMessage('api-key-rejected', 'Invalid API key', 'live')
  const rehearsed = stopReasonMessage('api-key-rejected', 'Invalid API key', 'rehearsal')
  expect([live, rehearsed]).toEqual([
    'The core refused the API key. Enter the correct key, then continue. No users were lost. The core said: Invalid API key',
    'The core refused the API key. This failure is simulated: resume once it is turned off. No users were lost.',
  ])
  // Only the simulated key is known to be right.
  expect(stopReasonMessage('disk-full', '', 'rehearsal')).toBe(stopReasonMessage('disk-full', '', 'live'))
})

test('a report without an open user tells whether all are in the core', () => {
  expect([noneOpenText({ ready: 0, sending: 0 }), noneOpenText({ ready: 871, sending: 1 })]).toEqual([
    'None: every user who was read is migrated, or was in the core before.',
    'No user failed or needs a decision. 872 users are not sent yet.',
  ])
})
