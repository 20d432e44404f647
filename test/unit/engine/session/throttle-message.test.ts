import { expect, test } from 'vitest'
import { throttleMessage } from '../../../../electron/engine/session/throttle-message.ts'

test('what slows a run is a sentence', () => {
  const speed = { concurrency: 'auto', maxRate: 1 } as const
  expect([
    throttleMessage({ slowed: 'rate-limit', limit: 8 }, { ...speed, maxRate: 1500 }),
    throttleMessage({ slowed: 'rate-limit', limit: 8 }, speed),
    throttleMessage({ slowed: 'backpressure', limit: 1 }, speed),
    throttleMessage({ slowed: 'latency', limit: 8 }, speed),
    throttleMessage({ slowed: 'replacing', limit: 8 }, speed).slice(0, 52),
    throttleMessage({ slowed: null, limit: 8 }, speed),
  ]).toEqual([
    'Held at 1,500 requests per second, as you set it.',
    'Held at 1 request per second, as you set it.',
    'The core asked for fewer requests, so one user is sent at once; a few more are tried from time to time.',
    'The core takes much longer to answer than before, so only 8 users are sent at once to spare it.',
    'At most three password hashes are imported at once: ',
    '',
  ])
})
