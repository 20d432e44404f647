import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretsOf } from '../../../shared/core-api/operations.ts'
import { readReply } from '../../../shared/core-api/reply.ts'
import { nothingKnown } from '../../../shared/core-api/known-text.ts'
import { maxStoredReply, storable } from '../../../shared/core-api/redact.ts'
import { echoForms, madeUpForms, sharedLetters } from '../../support/echo-forms.ts'
import { madeUpArgon2, madeUpScrypt } from '../../support/made-up-csv.ts'

const key = 'sk-live-9fK2pQ7xTz4Lw8Rv3Yb6'
const password = 'Tr0ub4dor&3horse'
const argon2 = `${madeUpArgon2(7).slice(0, -43)}9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ`
const scrypt = madeUpScrypt(3).replace(
  /\$f_scrypt\$[^$]+/,
  '$f_scrypt$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
)
const secrets: Readonly<Record<string, string>> = {
  bcrypt: '$2b$10$Agjo/K.niA.qLT2i9NU7R.BjkKXFg8hq.oJbTHPfiC2yCWTtAbGnC',
  argon2,
  scrypt,
  key,
  password,
}

const told = Object.values(secrets).flatMap((secret) =>
  secret.startsWith('$')
    ? secretsOf('import-hash', { email: 'a@example.com', passwordHash: secret, family: 'bcrypt' }, key)
    : [secret],
)

describe.each(Object.keys(echoForms))('a secret that a core repeats as %s', (name) => {
  const spell = echoForms[name] ?? String
  const around: readonly (readonly [string, string])[] = [
    ['', ''],
    ['{"status":"BAD","message":"x', 'y (see the log)"}'],
  ]

  test.each(Object.keys(secrets))('is not stored: %s', (which) => {
    const secret = secrets[which] ?? ''
    const form = spell(secret)
    for (const [before, after] of around) {
      const stored = storable(before + form + after, told)
      expect(stored.length).toBeLessThanOrEqual(maxStoredReply)
      expect([before, sharedLetters(stored, form) < 10, sharedLetters(stored, secret) < 10]).toEqual([
        before,
        true,
        true,
      ])
    }
  })

  test('is no id of a user', () => {
    const taken = Object.values(secrets).flatMap((secret) => [spell(secret), `u-${spell(secret)}`])
    const ids = taken.map((id) => idsOf({ status: 'OK', user: { id, recipeUserId: id } }))
    expect(ids).toEqual(taken.map(() => [null, null]))
  })
})

test.each(Object.keys(madeUpForms))('of a secret that a core repeats as %s, nothing is stored', (name) => {
  for (const secret of Object.values(secrets)) {
    const form = madeUpForms[name]?.(secret) ?? ''
    const tokens =
      storable(form, told)
        .replace(nothingKnown, '')
        .match(/[\p{L}\p{N}]+/gu) ?? []
    const frame = /^(?:and|title|byte|is|line|log|a)$/
    const numbers = tokens.filter((one) => /^\d{1,5}$/.test(one))
    // A short word of the vocabulary may stand in it by chance.
    const letters = tokens.filter((one) => !frame.test(one) && !numbers.includes(one)).join('')
    expect([letters, letters.length < 4, numbers.length <= 4]).toEqual([letters, true, true])
  }
})

test('ids as cores and providers make them are kept', () => {
  const ids = [
    'fa7a0841-b533-4478-95533-0fde890c3483',
    'auth0|60425dc43519d90068f82973',
    'ann.lee@example.com',
    '108210000000000000101',
    'kYi4Ev_0-xY',
    'us-east-1:b2c3',
  ]
  expect(ids.map((id) => idsOf({ status: 'OK', user: { id, recipeUserId: id } }))).toEqual(ids.map((id) => [id, id]))
})

test('an id of any other form is no id', () => {
  const ids = ['=cmd|x!A1', 'two words', 'line\nbreak', '<b>', 'x'.repeat(129), '\u202Eabc', '']
  expect(ids.map((id) => idsOf({ status: 'OK', user: { id, recipeUserId: id } }))).toEqual(ids.map(() => [null, null]))
})

test('a user who is looked up has no id with a secret in it', () => {
  const users = [key, Buffer.from(key).toString('hex'), 'u-1'].map((id) => ({ id, loginMethods: [] }))
  const reply = { status: 200, contentType: null, headers: {}, body: JSON.stringify({ status: 'OK', users }) }
  const outcome = readReply('look-up', reply, { secrets: [key], now: 0 })
  expect(outcome.kind === 'success' && outcome.users?.map(({ id }) => id)).toEqual(['•••', '•••', 'u-1'])
})

test.each([
  "Field name 'recipeUserId' is invalid in JSON input",
  'Password hash is in invalid BCrypt format',
  'ConnectException: Connection to localhost:5432 refused. Check that the hostname and port are correct',
  '{"status":"EMAIL_ALREADY_EXISTS_ERROR"}',
  'org.postgresql.util.PSQLException: ERROR: duplicate key value violates unique constraint "emailpassword_pkey" (SQLState 23505)',
  '<html><head><title>502 Bad Gateway</title></head><body>nginx/1.24.0</body></html>',
  "java.lang.IllegalStateException: 'firebase_password_hashing_signer_key' cannot be null",
  'E003: email already exists in the tenant',
  'value too long for type character varying(256)',
  'Cannot use feature: multi_tenancy, because the license key is missing',
])('what holds no secret is kept as it is: %s', (text) => {
  expect(storable(text, told)).toBe(text)
})

test.each([
  ['request 4f2c1b7e-9a60-4c39-8c1f at 10:11:12.345Z took 1234 ms', 'request … at 10 … took 1234 ms'],
  ['The domain acme-corp of ann@acme.example is blocked', 'The domain … of … is blocked'],
  ['Argon2 with m=65536,t=3 is not supported', 'Argon2 with … 65536 … 3 is not supported'],
  ['4 8 15 16 23 42', nothingKnown],
  ['Benutzer gesperrt', nothingKnown],
])('what is not known to be harmless is left out: %s', (text, stored) => {
  expect(storable(text, [])).toBe(stored)
})

test('only the letters of the secret are masked where it stands among others', () => {
  const wrapped = `Refused: ${key.slice(0, 12)}\u200b${key.slice(12)}, try again`
  expect(storable(wrapped, [key])).toBe('Refused: •••, try again')
})

test('random text is neither refused nor slow to read, whatever the secret is', () => {
  const random = fc.string({ unit: 'binary', maxLength: 600 })
  const secret = fc.stringMatching(/^[A-Za-z0-9./]{20,60}$/)
  fc.assert(
    fc.property(random, secret, (text, one) => {
      expect(storable(text, [one])).not.toContain('another form')
    }),
    { numRuns: 300 },
  )
})

function idsOf(body: object) {
  const reply = { status: 200, contentType: 'application/json', headers: {}, body: JSON.stringify(body) }
  const outcome = readReply('import-hash', reply, { secrets: told, now: 0 })
  return outcome.kind === 'success' ? [outcome.userId, outcome.recipeUserId] : outcome
}
