import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { outdatedPlans } from '../../../../electron/engine/document/plans/outdated-plans.ts'
import { noChoices, type Choices } from '../../../../shared/planning/choices.ts'
import type { User } from '../../../../shared/users/user.ts'
import { rounds } from '../../../support/length.ts'
import { bcrypt, identity, user } from '../../planning/made-users.ts'
import { choose, correct, plan, plansIn, read, withDocument } from './planned-documents.ts'

/** Decisions that exclude the user who is kept out, taken one after the other. */
const decisions: readonly (Partial<Choices> | 'by hand')[] = [
  { otherRows: 'exclude' },
  { disabled: 'exclude' },
  { duplicates: 'exclude' },
  { noLogin: 'exclude' },
  { invalidEmails: 'exclude' },
  'by hand',
]

const email = 'ann@example.com'
const keptOut: fc.Arbitrary<User> = fc
  .record(
    {
      standing: fc.constantFrom('disabled' as const, 'deleted' as const),
      mayBeOther: fc.constantFrom(true as const, 'event' as const, 'person' as const),
      hash: fc.constant({ hash: bcrypt }),
    },
    { requiredKeys: ['standing'] },
  )
  .map((fields) => user({ email, ...fields }))
const namesake = fc.constantFrom(
  user({ email, hash: { hash: bcrypt } }),
  user({ email, emailIsLogin: true }),
  user({ email, identities: [identity('google', '1')] }),
)

test('a user beside one who is kept out stays asked about, whatever excludes the other one and in which order', async () => {
  const taken = fc.shuffledSubarray([...decisions], { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(keptOut, namesake, fc.boolean(), taken, async (out, one, isFirst, order) => {
      await withDocument(async (document) => {
        read(document, isFirst ? [out, one] : [one, out])
        await plan(document)
        let choices = noChoices
        for (const decided of order) {
          if (decided === 'by hand') {
            const id = isFirst ? 1 : 2
            correct(document, id, { excluded: true })
            outdatedPlans.planOne(document.database, id)
          } else await choose(document, (choices = { ...choices, ...decided }))
          const plans = plansIn(document)
          const [other, own] = isFirst ? plans : plans.toReversed()
          expect(own?.state).not.toBe('ready')
          if (other?.state !== 'excluded') continue
          expect(own?.findings.join()).toContain(`1 same-email-out-elsewhere ${out.standing}`)
        }
      })
    }),
    { numRuns: rounds(15, 300) },
  )
})
