import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recommendedChange } from '../../../shared/planning/choices.ts'
import { recommendedDecisions } from '../../../renderer/steps/review/decisions/recommended-button.tsx'
import { must } from '../../support/documents.ts'
import { engineWith, type TestEngine } from '../../support/engine.ts'
import { rounds } from '../../support/length.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const md5 = (n: number) => `{MD5}${Buffer.alloc(16, n).toString('base64')}`

const person = fc.record({
  email: fc.constantFrom('own', 'own', 'shared', ''),
  email_verified: fc.constantFrom('true', 'false', ''),
  phone: fc.constantFrom('+4917112345', '12', ''),
  hash: fc.constantFrom('bcrypt', 'md5', 'md5', ''),
  disabled: fc.constantFrom('true', '', ''),
})

/** Is signing in by phone recommended for this user? */
function asksForPhone(engine: TestEngine, id: string): boolean {
  return engine.detail(id).findings.some(({ code }) => code === 'hash-without-email')
}

test('taking all recommended choices settles exactly as many users as was said', async () => {
  let promised = 0
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 16, maxLength: 16 }), async (people) => {
      const users = people.map(({ email, email_verified, phone, hash, disabled }, n) => ({
        id: `u${n}`,
        email: email === 'own' ? `user${n}@example.com` : email === 'shared' ? 'shared@example.com' : '',
        email_verified,
        phone: phone.length > 4 ? `${phone}${String(n).padStart(2, '0')}` : phone,
        phone_verified: '',
        password_hash: hash === 'bcrypt' ? madeUpBcrypt(n) : hash === 'md5' ? md5(n) : '',
        disabled,
      }))
      const engine = await engineWith(users)
      const { choices } = engine.view
      const before = engine.states()
      const { findings, recommended } = engine.query('preview:get', {})
      const taken = recommendedDecisions(findings).map(({ finding }) => finding)
      must(await engine.ask('decisions:update', { choices: recommendedChange(choices, taken) }))
      await engine.settled()
      const after = engine.states()
      const settled = Object.keys(before).filter((id) => before[id] === 'blocked' && after[id] !== 'blocked')
      promised += settled.length
      expect({ decisions: recommended.decisions, users: recommended.users }).toEqual({
        decisions: taken.length,
        users: settled.length,
      })
      const phoneless = people.flatMap(({ phone }, n) => (phone.length > 4 ? [] : [`u${n}`]))
      expect(phoneless.filter((id) => asksForPhone(engine, id))).toEqual([])
    }),
    { numRuns: rounds(4, 60), endOnFailure: true },
  )
  expect(promised).toBeGreaterThan(0)
})
