import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStoredCalls } from '../../../../electron/engine/document/stored-calls.ts'
import type { Call } from '../../../../shared/planning/call.ts'

const text = fc.string()
const tenant = fc.option(fc.constantFrom('acme', 'beta-2'), { nil: undefined })
const family = fc.constantFrom('bcrypt', 'argon2', 'firebase-scrypt')

const call: fc.Arbitrary<Call> = fc
  .oneof(
    fc.record({ kind: fc.constant('import'), email: text, passwordHash: text, family, tenant }),
    fc.record({ kind: fc.constant('verify-email'), email: text, tenant }),
    fc.record({ kind: fc.constant('map-id'), externalUserId: text }),
    fc.record({ kind: fc.constant('link'), method: text }),
    fc.record({ kind: fc.constant('role'), role: text, create: fc.boolean(), tenant }),
    fc.record({
      kind: fc.constant('passwordless'),
      contact: fc.record({ kind: fc.constant('email'), email: text }),
      tenant,
    }),
  )
  // As the document has them: what is undefined is not there.
  .map((one) => JSON.parse(JSON.stringify(one)))

test('calls are read as they were written, and what is not theirs is left behind', () => {
  fc.assert(
    fc.property(fc.array(call), (calls) => {
      expect(readStoredCalls(JSON.stringify(calls))).toEqual(calls)
      const more = calls.map((one) => ({ ...one, planted: 'x' }))
      expect(readStoredCalls(JSON.stringify(more))).toEqual(calls)
    }),
  )
})

test.each([
  ['no list', { kind: 'map-id', externalUserId: 'x' }],
  ['an unknown kind', [{ kind: 'erase', email: 'a@example.com' }]],
  ['a number for an email', [{ kind: 'verify-email', email: 7 }]],
  ['an unknown family', [{ kind: 'import', email: 'a@example.com', passwordHash: 'x', family: 'md5' }]],
  ['a hash that is missing', [{ kind: 'import', email: 'a@example.com', family: 'bcrypt' }]],
  ['a number for a hash', [{ kind: 'import', email: 'a@example.com', passwordHash: 7, family: 'bcrypt' }]],
  ['a number for an old ID', [{ kind: 'map-id', externalUserId: 7 }]],
  ['no old ID', [{ kind: 'map-id' }]],
  ['a tenant that is none', [{ kind: 'verify-email', email: 'a@example.com', tenant: '../users' }]],
  ['nothing', [null]],
])('%s is refused', (_, stored) => {
  expect(() => readStoredCalls(JSON.stringify(stored))).toThrow()
})
