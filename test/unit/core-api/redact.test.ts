import * as fc from 'fast-check'
import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withheldReply } from '../../../shared/core-api/known-text.ts'
import { secretsOf } from '../../../shared/core-api/operations.ts'
import { maxStoredReply, redact, storable, withoutSecrets } from '../../../shared/core-api/redact.ts'
import { readReply } from '../../../shared/core-api/reply.ts'
import { echoForms, madeUpForms, sharedLetters } from '../../support/data/echo-forms.ts'
import { madeUpArgon2, madeUpScrypt } from '../../support/made-up-csv.ts'
import { rounds } from '../../support/length.ts'
import { anyCharacter } from '../../support/data/any-character.ts'

const key = 'Made-Up/Key+0123=<456>'
const quoted = 'with "quotes" & \\slashes/'

/** Every way in which a core, a proxy or an error page may spell a value that it received. */
const spellings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.toUpperCase(),
  'in JSON': (secret) => JSON.stringify(secret),
  'in JSON inside JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
  'in JSON with escaped slashes': (secret) => JSON.stringify(secret).replaceAll('/', String.raw`\/`),
  'in JSON that is safe for HTML': (secret) => JSON.stringify(secret).replace(/[=<>&']/g, toUnicodeEscape),
  'in JSON, all by number': (secret) => secret.replace(/[^]/g, toUnicodeEscape),
  'in a url': (secret) => encodeURIComponent(secret),
  'in a url, in lower case': (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'in a url inside a url': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in a form': (secret) => new URLSearchParams({ secret }).toString(),
  'in HTML': (secret) => secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'in HTML by name': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64url': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64, one byte in': (secret) => Buffer.from(`:${secret}.`).toString('base64'),
  'in base64, two bytes in': (secret) => Buffer.from(`::${secret}..`).toString('base64url'),
  'in hex': (secret) => Buffer.from(secret).toString('hex'),
}

test.each(Object.keys(spellings))('a secret is taken out %s', (name) => {
  const spell = spellings[name] ?? String
  const cleaned = [key, quoted].map((secret) => redact(`before ${spell(secret)} after`, [secret]))
  for (const text of cleaned) {
    expect(text).toMatch(/^before .*•••.* after$/)
    // Nothing of it is left but, in base64, the letters that hold a neighbour's bits too.
    expect(text.replace(/^before | after$/g, '').replace('secret', '').length).toBeLessThan(14)
  }
})

test('no secret survives, whatever it is and wherever it stands', () => {
  const secret = string({ minLength: 4, maxLength: 40, unit: 'grapheme-ascii' })
  const spelling = constantFrom(...Object.values(spellings))
  assert(
    property(secret, string(), string(), spelling, (secret, before, after, spell) => {
      const text = redact(before + spell(secret) + after, [secret])
      expect(text).not.toContain(secret)
    }),
  )
})

test('of several secrets the longest goes first, so that no rest of it stays', () => {
  expect(redact('key-one-and-two', ['key-one', 'key-one-and-two'])).toBe('•••')
})

test('the long parts of a hash are secrets of their own', () => {
  const passwordHash = '$f_scrypt$bWFkZS11cC1oYXNoLXZhbHVl$bWFkZS11cC1zYWx0$m=14$r=8$s=Bw=='
  const secrets = secretsOf(
    'import-hash',
    { email: 'ann@example.com', passwordHash, family: 'firebase-scrypt' },
    'made-up-key',
  )
  expect(secrets).toEqual([passwordHash, 'bWFkZS11cC1oYXNoLXZhbHVl', 'bWFkZS11cC1zYWx0', 'made-up-key'])
  expect(redact('hash bWFkZS11cC1oYXNoLXZhbHVl salt bWFkZS11cC1zYWx0 key made-up-key', secrets)).toBe(
    'hash ••• salt ••• key •••',
  )
})

test.each([
  [
    '{"status":"OK","linkCode":"abc_DEF-1","userInputCode":"003700"}',
    '{"status":"OK","linkCode":"•••","userInputCode":"•••"}',
  ],
  [
    '{"preAuthSessionId":"abc","deviceId":"GOE/8Q==","linkCode":"w3ju',
    '{"preAuthSessionId":"•••","deviceId":"•••","linkCode":"•••',
  ],
  [String.raw`{"error":"{\"linkCode\":\"abc\"}"}`, String.raw`{"error":"{\"linkCode\":"•••"}"}`],
  ['{"userInputCode": 123456}', '{"userInputCode": "•••}'],
  ['{"password":"not this"}', '{"password":"•••"}'],
  ['see https://x.example/verify?preAuthSessionId=abc#def', 'see https://x.example/verify?preAuthSessionId=•••'],
  ['linkCode: abc is too old', 'linkCode: ••• is too old'],
  ['cannot read $2b$12$abcdefghijklmnopqrstuv, sorry', 'cannot read •••, sorry'],
  ['cannot read $argon2id$v=19$m=16,t=2,p=1$c2FsdA$aGFzaA', 'cannot read •••,t=2,p=1$c2FsdA$aGFzaA'],
])('codes go by their name and hashes by their look: %s', (text, expected) => {
  expect(redact(text, [])).toBe(expected)
})

test.each([
  "Field name 'recipeUserId' is invalid in JSON input",
  "preAuthSessionId and deviceId doesn't match",
  'Please provide exactly one of linkCode or deviceId+userInputCode',
  'Password hash is in invalid BCrypt format',
])('what holds no secret stays: %s', (text) => {
  expect(redact(text, [key])).toBe(text)
})

test('a text that is shown is on one line, without control characters, and at most 500 characters', () => {
  expect(withoutSecrets('\u001b[31mone\r\n\ttwo\u202e \u0000three\u0007\n', [])).toBe('[31mone two three')
  const long = withoutSecrets('🙂'.repeat(5000), [])
  expect([long.length <= maxStoredReply, long.endsWith('🙂…')]).toEqual([true, true])
})

test('a secret is taken out before the text is cut, so that no half of it stays', () => {
  const text = withoutSecrets('x'.repeat(490) + key, [key])
  expect(text).toBe('x'.repeat(490) + '•••')
})

test('a long secret goes whole, and leaves no half where a very long text is cut', () => {
  const secret = Array.from({ length: 3000 }, (_, at) => at.toString(36).padStart(3, 'z')).join('')
  expect(redact(`before ${secret} after`, [secret])).toMatch(/^before •+ after$/)
  const parts = [0, 3000, 6000].map((at) => secret.slice(at, at + 3000))
  for (const before of [0, 100, 400, 32_700]) {
    const text = withoutSecrets(`${'x'.repeat(before)}${secret.repeat(20)}`, [secret])
    expect(text).toMatch(/^x*•*…?$/)
    expect(withoutSecrets(`${'x'.repeat(before)}${parts.join(' ').repeat(20)}`, parts)).toMatch(/^x*[• ]*…?$/)
  }
})

test('a text made to be slow to search is still quick', { timeout: 5_000 }, () => {
  const hostile = [String.raw`\\`.repeat(500_000), '%25'.repeat(300_000), '"linkCode"' + ' '.repeat(1_000_000)]
  for (const text of hostile) expect(withoutSecrets(text, [key]).length).toBeLessThanOrEqual(maxStoredReply)
})

function toUnicodeEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const hiddenSecretsKey = 'sk-live-9fK2pQ7xTz4Lw8Rv3Yb6'
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
  key: hiddenSecretsKey,
  password,
}

const told = Object.values(secrets).flatMap((secret) =>
  secret.startsWith('$')
    ? secretsOf('import-hash', { email: 'a@example.com', passwordHash: secret, family: 'bcrypt' }, hiddenSecretsKey)
    : [secret],
)

describe.each(Object.keys(echoForms))('a secret that a core repeats as %s', (name) => {
  const spell = echoForms[name] ?? String
  const wrappings: readonly (readonly [string, string])[] = [
    ['', ''],
    ['{"status":"BAD","message":"x', 'y (see the log)"}'],
  ]

  test.each(Object.keys(secrets))('is not stored: %s', (which) => {
    const secret = secrets[which] ?? ''
    const form = spell(secret)
    for (const [before, after] of wrappings) {
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
        .replace(withheldReply, '')
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
  const users = [hiddenSecretsKey, Buffer.from(hiddenSecretsKey).toString('hex'), 'u-1'].map((id) => ({
    id,
    loginMethods: [],
  }))
  const reply = { status: 200, contentType: null, headers: {}, body: JSON.stringify({ status: 'OK', users }) }
  const outcome = readReply('look-up', reply, { secrets: [hiddenSecretsKey], now: 0 })
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
  'INPUT_USER_IS_NOT_A_PRIMARY_USER',
])('what holds no secret is kept as it is: %s', (text) => {
  expect(storable(text, told)).toBe(text)
})

test.each([
  ['request 4f2c1b7e-9a60-4c39-8c1f at 10:11:12.345Z took 1234 ms', 'request … at 10 … took 1234 ms'],
  ['The domain acme-corp of ann@acme.example is blocked', 'The domain … of … is blocked'],
  ['Argon2 with m=65536,t=3 is not supported', 'Argon2 with … 65536 … 3 is not supported'],
  ['4 8 15 16 23 42', withheldReply],
  ['Benutzer gesperrt', withheldReply],
])('what is not known to be harmless is left out: %s', (text, stored) => {
  expect(storable(text, [])).toBe(stored)
})

test('only the letters of the secret are masked where it stands among others', () => {
  const wrapped = `Refused: ${hiddenSecretsKey.slice(0, 12)}\u200b${hiddenSecretsKey.slice(12)}, try again`
  expect(storable(wrapped, [hiddenSecretsKey])).toBe('Refused: •••, try again')
})

test('random text is neither refused nor slow to read, whatever the secret is', () => {
  const random = fc.string({ unit: anyCharacter, maxLength: 600 })
  const secret = fc.stringMatching(/^[A-Za-z0-9./]{20,60}$/)
  fc.assert(
    fc.property(random, secret, (text, one) => {
      expect(storable(text, [one])).not.toContain('another form')
    }),
    { numRuns: rounds(100, 300) },
  )
})

function idsOf(body: object) {
  const reply = { status: 200, contentType: 'application/json', headers: {}, body: JSON.stringify(body) }
  const outcome = readReply('import-hash', reply, { secrets: told, now: 0 })
  return outcome.kind === 'success' ? [outcome.userId, outcome.recipeUserId] : outcome
}
