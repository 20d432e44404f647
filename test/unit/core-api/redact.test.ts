import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { secretsOf } from '../../../shared/core-api/operations.ts'
import { maxStoredReply, redact, withoutSecrets } from '../../../shared/core-api/redact.ts'

const key = 'Made-Up/Key+0123=<456>'
const quoted = 'with "quotes" & \\slashes/'

/** Every way in which a core, a proxy or an error page may spell what it got. */
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
    const text = withoutSecrets(`${'x'.repeat(before)}${secret.repeat(300)}`, [secret])
    expect(text).toMatch(/^x*•*…?$/)
    expect(withoutSecrets(`${'x'.repeat(before)}${parts.join(' ').repeat(300)}`, parts)).toMatch(/^x*[• ]*…?$/)
  }
})

test('a text made to be slow to search is still quick', { timeout: 5_000 }, () => {
  const hostile = [String.raw`\\`.repeat(500_000), '%25'.repeat(300_000), '"linkCode"' + ' '.repeat(1_000_000)]
  for (const text of hostile) expect(withoutSecrets(text, [key]).length).toBeLessThanOrEqual(maxStoredReply)
})

function toUnicodeEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
