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
  expect([stopReasonMessage('core-unreachable', page), stopReasonMessage('forbidden', page)]).toEqual([
    expect.stringMatching(/saved\. A web page was returned instead of an answer\.$/),
    expect.stringMatching(/continue\. A web page was returned instead of an answer\.$/),
  ])
})

test('a report without an open user tells whether all are in the core', () => {
  expect([noneOpenText({ ready: 0, sending: 0 }), noneOpenText({ ready: 871, sending: 1 })]).toEqual([
    'None: every user who was read is migrated, or was in the core before.',
    'No user failed or needs a decision. 872 users are not sent yet.',
  ])
})
