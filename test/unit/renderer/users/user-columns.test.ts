import { expect, test } from 'vitest'
import { methodsOf } from '../../../../renderer/components/users/columns.tsx'

test('login methods are words, and third-party logins the names of their providers', () => {
  expect([
    methodsOf({ methods: ['password', 'third-party'], providers: ['google', 'samlp'] }),
    methodsOf({ methods: ['third-party'], providers: [] }),
    methodsOf({ methods: ['passwordless'], providers: [] }),
    methodsOf({ methods: [], providers: [] }),
  ]).toEqual(['Password, google, samlp', 'Third party', 'Passwordless', 'None'])
})
