import { expect, test } from 'vitest'
import { correctionFaults, type CorrectionField } from '../../../shared/planning/check-correction.ts'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import { applyCorrection, correctionSchema, type Correction } from '../../../shared/planning/correction.ts'
import type { User } from '../../../shared/users/user.ts'
import { anyContext, bcrypt, identity, pbkdf2, user } from './made-users.ts'

function faults(
  fields: Partial<User>,
  after: Correction,
  changed: readonly CorrectionField[],
  more: { readonly before?: Correction; readonly choices?: Partial<Choices> } = {},
): readonly string[] {
  const found = correctionFaults({
    user: user(fields),
    before: more.before ?? null,
    after,
    changed: new Set(changed),
    choices: { ...noChoices, ...more.choices },
    context: anyContext,
  })
  return found.map(({ field, reason }) => `${field}: ${reason}`)
}

test('a correction may name the ID at a provider that it is about', () => {
  const correction = { identities: [{ provider: 'google.com', userId: 'G1', providerUserId: 'G2' }] }
  expect(correctionSchema.parse(correction)).toEqual(correction)
})

const ann = { sourceId: 'u1', email: 'ann@example.com', hash: { hash: bcrypt } }

test.each<readonly [string, Correction, readonly CorrectionField[], readonly unknown[]]>([
  ['an email', { email: 'ben@example.com' }, ['email'], []],
  ['an email without an @', { email: 'ben' }, ['email'], [expect.stringMatching(/^email: /)]],
  ['an email with two @', { email: 'ben@home@example.com' }, ['email'], ['email: The email has more than one @.']],
  ['an email with a quoted @', { email: '"ben@home"@example.com' }, ['email'], []],
  ['a phone number', { phone: '+4930123456' }, ['phone'], []],
  ['a phone number that is none', { phone: '12' }, ['phone'], [expect.stringMatching(/^phone: /)]],
  ['a hash', { hash: { hash: bcrypt } }, ['hash'], []],
  ['a hash that the core cannot check', { hash: { hash: pbkdf2 } }, ['hash'], [expect.stringMatching(/^hash: /)]],
  ['a text that is no hash', { hash: { hash: 'secret' } }, ['hash'], [expect.stringMatching(/^hash: /)]],
  ['no hash any more', { hash: null }, ['hash'], []],
  ['wrong values that stood there before', { email: 'ben', phone: '12', hash: { hash: 'x' } }, [], []],
  [
    'several wrong values, each in its field',
    { email: 'ben', phone: '12' },
    ['email', 'phone'],
    [expect.stringMatching(/^email: /), expect.stringMatching(/^phone: /)],
  ],
])('a correction to %s is judged field by field', (_, after, changed, expected) => {
  expect(faults(ann, after, changed)).toEqual(expected)
})

test('a phone number without a country is judged with the country that was chosen', () => {
  expect(faults(ann, { phone: '030 123456' }, ['phone'])).toHaveLength(1)
  expect(faults(ann, { phone: '030 123456' }, ['phone'], { choices: { country: 'DE' } })).toEqual([])
})

test('a value that says that there is no password is refused with the way to say so', () => {
  const [fault] = faults(ann, { hash: { hash: '!' } }, ['hash'])
  expect(fault).toMatch(/To import the user without a password, remove the hash\.$/)
})

test.each<readonly [string, Partial<User>, Correction, CorrectionField, readonly unknown[]]>([
  [
    'the email of a user with a password',
    ann,
    { email: null },
    'email',
    [expect.stringMatching(/^email: It cannot be empty: /)],
  ],
  [
    'the only login',
    { email: 'ann@example.com' },
    { email: null },
    'email',
    [expect.stringMatching(/^email: It cannot be empty: /)],
  ],
  [
    'the email of a user with a login at a third party',
    { email: 'ann@example.com', identities: [identity('google', 'g1')] },
    { email: null },
    'email',
    [expect.stringMatching(/^email: It cannot be empty: /)],
  ],
  ['an email beside a phone number', { email: 'ann@example.com', phone: '+4930123456' }, { email: null }, 'email', []],
  ['the phone number of a user with a password', { ...ann, phone: '+4930123456' }, { phone: null }, 'phone', []],
  ['a field that another user lacks too', { hash: { hash: bcrypt } }, { phone: null }, 'phone', []],
])('to remove %s is a fault where the user cannot log in without it', (_, fields, after, field, expected) => {
  expect(faults(fields, after, [field])).toEqual(expected)
})

test('a corrected email or phone number is no longer a verified one, the same one is', () => {
  const verified = user({ email: 'ann@example.com', emailVerified: true, phone: '+4930123456', phoneVerified: true })
  const other = { email: 'ben@example.com', phone: null, hash: { hash: bcrypt } }
  expect(applyCorrection(verified, other)).toEqual({ ...verified, ...other, emailVerified: null, phoneVerified: null })
  expect(applyCorrection(verified, { email: verified.email, phone: verified.phone })).toEqual(verified)
  expect(applyCorrection(verified, {})).toEqual(verified)
})
