import { expect, test } from 'vitest'
import {
  correctionFieldOf,
  correctionFrom,
  otherFindings,
  typedFrom,
} from '../../../renderer/components/users/user/correction.ts'
import { correctionInputSchema } from '../../../shared/ipc/requests/user-requests.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'

const user: UserDetail = {
  row: {
    id: 7,
    label: 'ann@example.com',
    sourceId: 'a7',
    email: 'ann@example.com',
    phone: null,
    methods: ['password', 'third party'],
    family: 'bcrypt',
    providers: [],
    tenants: [],
    state: 'failed',
    note: '',
    tries: 1,
    file: 'users.csv',
    line: 8,
    place: 'line 8',
  },
  joined: [],
  emailVerified: true,
  identities: [{ provider: 'windowslive', userId: '42', email: null }],
  profile: null,
  hash: null,
  provable: false,
  passwordCheck: null,
  findings: [],
  calls: [],
  attempts: [],
  correctable: true,
  excludedByHand: false,
  correction: null,
}
const untouched = { ...typedFrom(user), hash: '', giveUpHash: false }

test('fields left as they are correct nothing', () => {
  expect([correctionFrom(user, untouched), correctionFrom(user, { ...untouched, email: ' ann@example.com ' })]).toEqual(
    [null, null],
  )
})

test('only what was changed is sent, and an emptied field means none', () => {
  expect([
    correctionFrom(user, { ...untouched, email: 'ann.lee@example.com' }),
    correctionFrom(user, { ...untouched, email: '', phone: '+4915123456', provider: 'active-directory' }),
  ]).toEqual([{ email: 'ann.lee@example.com' }, { email: null, phone: '+4915123456', provider: 'active-directory' }])
})

test('a hash is replaced by what was typed, or given up, which goes first', () => {
  const hash = ' $2b$10$abcdefghijklmnopqrstuv '
  expect([
    correctionFrom(user, { ...untouched, hash }),
    correctionFrom(user, { ...untouched, hash, giveUpHash: true }),
  ]).toEqual([{ hash: hash.trim() }, { hash: null }])
})

test('a correction made before is what the fields start with', () => {
  const corrected = { ...user, correction: { email: 'new@example.com', phone: null, provider: 'github', hash: false } }
  expect(typedFrom(corrected)).toEqual({ email: 'new@example.com', phone: '', provider: 'github' })
})

test('a correction is what the contract takes', () => {
  const correction = correctionFrom(user, { email: '', phone: '1', provider: 'x', hash: 'h', giveUpHash: false })
  expect(correctionInputSchema.strict().parse(correction)).toEqual(correction)
})

test('a refusal is shown at the field it is about, any other below the form', () => {
  const codes = ['email-invalid', 'phone-invalid', 'provider-invalid', 'hash-invalid', 'already-in-core']
  expect([...codes.map((code) => correctionFieldOf({ code, message: '' })), correctionFieldOf(null)]).toEqual([
    'email',
    'phone',
    'provider',
    'hash',
    null,
    null,
  ])
})

test('a finding that stands at the field to be corrected is not said a second time', () => {
  const invalid = {
    code: 'email-invalid',
    title: 'Invalid email',
    detail: 'The email has no @.',
    blocks: true,
  } as const
  const warned = { ...invalid, code: 'email-unusual', title: 'Unusual email', blocks: false } as const
  expect(otherFindings({ ...user, findings: [invalid, warned] })).toEqual([warned])
  expect(otherFindings({ ...user, correctable: false, findings: [invalid] })).toEqual([invalid])
})
