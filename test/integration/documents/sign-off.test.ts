import { expect, test } from 'vitest'
import { engineOf } from '../../support/engine.ts'

test('storing what is signed keeps the signature, and another note takes it back', async () => {
  const engine = await engineOf({ 'users.csv': 'id,email\nu1,u1@example.com\n' })
  const printed = { project: 'Shop', operator: 'Marta' }
  const stored = async (note: string, sign: boolean) => {
    await engine.ask('report:sign-off', { ...printed, note, sign })
    return engine.query('report:get', {}).signOff.signedAt
  }
  const signedAt = await stored('Ticket 1', true)
  expect(signedAt).not.toBeNull()
  expect(await stored('Ticket 1', false)).toBe(signedAt)
  expect(await stored('Ticket 2', false)).toBeNull()
})
