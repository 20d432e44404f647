import { expect, it } from 'vitest'
import { readUser } from '../support.ts'

const row = {
  id: '2',
  auth: 'email',
  mnethostid: '1',
  username: 'ann',
  password: '',
  email: 'ann@acme.example',
  suspended: '0',
  deleted: '0',
}

it.each([
  ['email', '1', true],
  ['email', '0', false],
  ['manual', '1', null],
  ['ldap', '1', null],
  ['manual', '0', false],
])(
  'an account of the method %s with confirmed %s has an address that is verified: %s',
  (auth, confirmed, isVerified) => {
    expect(readUser({ ...row, auth, confirmed }).emailVerified).toBe(isVerified)
  },
)
