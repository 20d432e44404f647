import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { jsonCheck } from '../../../../electron/engine/import-pipeline/json-check.ts'
import { rounds } from '../../../support/length.ts'

const schema = z.object({
  name: z.string(),
  email: z.string().nullable().exactOptional(),
  isLogin: z.boolean().exactOptional(),
  standing: z.enum(['active', 'disabled']).exactOptional(),
  factor: z.number().exactOptional(),
  short: z.string().max(2).exactOptional(),
  identities: z.array(z.object({ provider: z.string(), userId: z.string().nullable() })).exactOptional(),
  mayBeOther: z.literal(true).exactOptional(),
})
const passes = jsonCheck(schema)

const value = fc.oneof(
  fc.constantFrom(null, true, false, 'active', 'ab', 'abc', 1, []),
  fc.array(fc.dictionary(fc.constantFrom('provider', 'userId', 'other'), fc.constantFrom(null, 'a', 1))),
)
const keys = [
  'name',
  'email',
  'isLogin',
  'standing',
  'factor',
  'short',
  'identities',
  'mayBeOther',
  'other',
  'constructor',
]
const objects = fc.dictionary(fc.constantFrom(...keys, '__proto__'), value)

test('what the check of a schema lets through is what parsing returns, and it lets through all that parsing returns as it is', () => {
  fc.assert(
    fc.property(fc.oneof(objects, value), (one) => {
      const read: unknown = JSON.parse(JSON.stringify(one))
      const parsed = schema.safeParse(read)
      expect(passes(read)).toBe(parsed.success && JSON.stringify(parsed.data) === JSON.stringify(inOrder(read)))
    }),
    { numRuns: rounds(2000, 20_000) },
  )
})

test('a number of JSON that is none in JavaScript is left to the schema', () => {
  expect(passes(JSON.parse('{"name":"a","factor":1e999}'))).toBe(false)
})

/** The fields of an object in the order of the schema, in which parsing returns them. */
function inOrder(read: unknown): unknown {
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return read
  const order = [...Object.keys(schema.shape), ...Object.keys(read)]
  return Object.fromEntries(
    Object.entries(read)
      .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([key, own]) => [key, key === 'identities' && Array.isArray(own) ? own.map(identityInOrder) : own]),
  )
}

function identityInOrder(read: unknown): unknown {
  if (typeof read !== 'object' || read === null) return read
  const order = ['provider', 'userId', ...Object.keys(read)]
  return Object.fromEntries(
    Object.entries(read).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
  )
}
