import { expect, test } from 'vitest'
import { noOtherHolder, planColumns, settlePlan } from '../../../../electron/engine/import-pipeline/plan-columns.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { unmappedField } from '../../../../shared/planning/unmapped-key.ts'
import type { User } from '../../../../shared/users/user.ts'
import { anyContext, identity, user } from '../../planning/made-users.ts'

const key = unmappedField.key('unmapped-provider-id', 'fb')

/** The providers that the table filters this user by. */
function providersOf(identities: User['identities'], decision: 'import' | 'exclude'): string {
  const unmapped = [
    { kind: 'provider-user-id', field: 'fb', value: '1002003004', provider: 'facebook', asks: true },
  ] as const
  const one = user({ email: 'ann@example.com', identities, unmapped })
  const choices = { ...noChoices, unmapped: { [key]: decision } }
  const { plan } = settlePlan(one, null, { choices, context: anyContext }, noOtherHolder)
  return planColumns(one, plan, { passwordClaim: 0 }, false).facet[3]
}

test('a provider user ID that a decision imports counts among the providers of its user', () => {
  expect([
    providersOf([], 'exclude'),
    providersOf([], 'import'),
    // An ID at another third party is another login, one at the same is none.
    providersOf([identity('google', '1')], 'import'),
    providersOf([identity('facebook', '1')], 'import'),
  ]).toEqual(['', ',facebook,', ',google,facebook,', ',facebook,'])
})
