import { expect, it } from 'vitest'
import { bcrypt, blocked, outline, plan, ready } from './made-users.ts'

const phone = '+14155552671'
const email = 'ann@example.com'

it('a dummy contact is read as none, whatever else lets the user in', () => {
  expect([
    outline(plan({ email: 'none@none', phone })),
    outline(plan({ email, phone: '0000000000' })),
    outline(plan({ email: 'n/a', hash: { hash: bcrypt } })),
    outline(plan({ email: 'test@test.com', phone })),
    outline(plan({ email: 'test@test.com', hash: { hash: bcrypt } })),
  ]).toEqual([
    ready([`code ${phone}`], ['dummy-contact:email']),
    ready([`code ${email}`], ['dummy-contact:phone']),
    blocked(['dummy-contact:email', '!hash-without-contact']),
    ready([`code ${phone}`], ['dummy-contact:email']),
    ready(['import test@test.com bcrypt'], ['email-odd']),
  ])
})

it('a contact that the operator entered is no dummy', () => {
  expect([
    outline(plan({ email: 'none@none' }, {}, { email: 'none@acme.example' })),
    outline(plan({ email: 'none@none' }, {}, { email })),
  ]).toEqual([ready(['code none@acme.example']), ready([`code ${email}`])])
})
