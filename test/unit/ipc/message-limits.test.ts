import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinMessageLimits } from '../../../electron/ipc/ipc-router.ts'

const ring: Record<string, unknown> = {}
ring['itself'] = ring

test.each([
  ['a map', new Map()],
  ['a date', { at: new Date() }],
  ['a buffer', { bytes: new Uint8Array(1) }],
  ['an error', new Error('made up')],
  ['a big integer', { id: 1n }],
  ['a ring', ring],
  ['a text of more than 4 Mi characters', { text: 'x'.repeat(4 * 1024 ** 2 + 1) }],
  ['many texts that are too much together', { texts: Array.from({ length: 50 }, () => 'x'.repeat(100_000)) }],
  ['more values than can be chosen', { ids: Array.from({ length: 250_001 }, (_, index) => index) }],
  ['an array that is mostly holes', { ids: Array.from({ length: 250_001 }) }],
  ['names longer than all texts may be', { [`x${'y'.repeat(4 * 1024 ** 2)}`]: 1 }],
  ['a tower of arrays', JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown],
])('%s is not borne', (_what, message) => {
  expect(isWithinMessageLimits(message)).toBe(false)
})

test('a hundred thousand chosen users are borne', () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index)
  expect(isWithinMessageLimits({ scope: { kind: 'users', ids }, concurrency: 'auto', ticks: [] })).toBe(true)
})

test('whatever JSON can say in a few words is borne', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => isWithinMessageLimits(value)))
})
