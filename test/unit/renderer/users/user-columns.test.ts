import { expect, test } from 'vitest'
import { methodsOf } from '../../../../renderer/components/users/columns.tsx'

const waiting = { state: 'blocked', methods: [], providers: [], family: 'none', email: null, phone: null } as const

test('a user who waits for a decision has the login methods that the export gives, in words', () => {
  expect([
    methodsOf({ ...waiting, family: 'unsupported:md5', email: 'ann@example.com' }),
    methodsOf({ ...waiting, family: 'bcrypt', providers: ['windowslive'] }),
    methodsOf({ ...waiting, providers: ['samlp'], email: 'bo@example.com' }),
    methodsOf({ ...waiting, phone: '+14155550123' }),
    methodsOf(waiting),
    methodsOf({ ...waiting, state: 'excluded', family: 'bcrypt' }),
    methodsOf({ ...waiting, state: 'ready', methods: ['password', 'third-party'], providers: ['google'] }),
  ]).toEqual(['Password', 'Password, windowslive', 'samlp', 'Passwordless', 'None', 'None', 'Password, google'])
})
