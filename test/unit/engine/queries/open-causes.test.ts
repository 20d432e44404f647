import { expect, test } from 'vitest'
import { nextAction } from '../../../../electron/engine/queries/open-causes.ts'

test('a cause says what can be done, and that its users can be corrected where that ends it', () => {
  expect([
    nextAction('email-invalid', ''),
    nextAction('hash-without-contact', ''),
    nextAction('no-login', ''),
    nextAction('provider-undecided', 'samlp'),
  ]).toEqual([
    'Correct them, or exclude them.',
    'Correct them, or exclude them.',
    'Correct them, or exclude them.',
    'Choose the provider in the core, or exclude them.',
  ])
})
