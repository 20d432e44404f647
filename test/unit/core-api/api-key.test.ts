import { expect, test } from 'vitest'
import { parseApiKey } from '../../../shared/core-api/base-url.ts'

test.each([
  ['made-up-key', 'made-up-key'],
  ['  made-up-key\r\n', 'made-up-key'],
  ['\uFEFFmade-up-key\n', 'made-up-key'],
  ['made up = key', 'made up = key'],
  ['', null],
  [' \n', null],
])('%j is read as %j', (text, key) => {
  expect(parseApiKey(text)).toEqual({ ok: true, value: key })
})

test.each([
  ['made-up\nkey', 'key-with-line-breaks'],
  ['made-up\r\nkey', 'key-with-line-breaks'],
  ['made-up\u0000key', 'key-with-odd-characters'],
  ['made-up\tkey', 'key-with-odd-characters'],
  ['made-up-kéy', 'key-with-odd-characters'],
  ['made-up\u200bkey', 'key-with-odd-characters'],
  ['made-up'.repeat(1000), 'key-too-long'],
])('%j is refused as %s, without repeating it', (text, code) => {
  const parsed = parseApiKey(text)
  expect(parsed.ok ? 'accepted' : parsed.error.code).toBe(code)
  expect(JSON.stringify(parsed)).not.toContain('made-up')
})
