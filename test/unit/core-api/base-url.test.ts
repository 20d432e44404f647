import { assert, property, webUrl } from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseBaseUrl, parseApiKey, parseBaseUrl } from '../../../shared/core-api/base-url.ts'

test('an address keeps its own path and loses what makes no difference', () => {
  const spellings = [
    'https://core.example.com/prefix/appid-shop/north',
    '  https://core.example.com/prefix/appid-shop/north/  ',
    'HTTPS://Core.Example.COM:443/prefix/appid-shop/north//',
    'https://core.example.com/x/../prefix/./appid-shop/north',
  ]
  const one = { ok: true, value: 'https://core.example.com/prefix/appid-shop/north' }
  expect(spellings.map(normaliseBaseUrl)).toEqual([one, one, one, one])
})

test('addresses of different cores stay different', () => {
  const different = [
    'https://core.example.com',
    'http://core.example.com',
    'https://core.example.com:3567',
    'https://core.example.com/north',
    'https://core.example.com/North',
  ]
  expect(new Set(different.map((address) => JSON.stringify(normaliseBaseUrl(address)))).size).toBe(different.length)
})

test.each([
  ['https://core.example.com', { appUrl: '', parentUrl: null }],
  ['https://core.example.com/north', { appUrl: '/north', parentUrl: '' }],
  ['https://core.example.com/prefix/north', { appUrl: '/prefix/north', parentUrl: '/prefix' }],
  ['https://core.example.com/appid-shop', { appUrl: '/appid-shop', parentUrl: null }],
  ['https://core.example.com/appid-shop/north', { appUrl: '/appid-shop', parentUrl: '/appid-shop' }],
  [
    'https://core.example.com/prefix/AppID-Shop/north',
    { appUrl: '/prefix/AppID-Shop', parentUrl: '/prefix/AppID-Shop' },
  ],
])('%s: which part may be the tenant', (address, { appUrl, parentUrl }) => {
  const origin = 'https://core.example.com'
  expect(parseBaseUrl(address)).toEqual({
    ok: true,
    value: {
      url: address,
      origin,
      appUrl: origin + appUrl,
      parentUrl: parentUrl === null ? null : origin + parentUrl,
      insecure: false,
    },
  })
})

test.each([
  ['', 'address-empty'],
  ['   ', 'address-empty'],
  ['core.example.com', 'address-without-protocol'],
  ['core.example.com:3567/north', 'address-without-protocol'],
  ['//core.example.com', 'address-without-protocol'],
  ['mailto:ann@example.com', 'address-without-protocol'],
  ['ftp://core.example.com', 'address-protocol'],
  ['file:///etc/passwd', 'address-protocol'],
  ['ws://core.example.com', 'address-protocol'],
  ['https://', 'address-invalid'],
  ['https://core.example.com:99999', 'address-invalid'],
  ['https://co re.example.com', 'address-invalid'],
  ['https://core.example.com\nhttps://other.example.com', 'address-invalid'],
  ['https://core\t.example.com', 'address-invalid'],
  ['https://ann:made-up@core.example.com', 'address-user-info'],
  ['https://@core.example.com', 'address-user-info'],
  ['https://core.example.com/?key=made-up', 'address-query'],
  ['https://core.example.com?', 'address-query'],
  ['https://core.example.com/#top', 'address-fragment'],
  ['https://core.example.com#', 'address-fragment'],
])('%j is refused as %s', (address, code) => {
  const parsed = parseBaseUrl(address)
  expect(parsed.ok ? 'accepted' : parsed.error.code).toBe(code)
  expect(JSON.stringify(parsed)).not.toContain('made-up')
})

test.each([
  ['http://core.example.com', true],
  ['http://192.168.1.5:3567', true],
  ['http://0.0.0.0:3567', true],
  ['http://127.0.0.1.example.com', true],
  ['http://localhost.example.com', true],
  ['http://localhost:3567', false],
  // Node asks the network for such a name.
  ['http://core.localhost', true],
  ['http://localhost.', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://127.0.0.1:3567/north', false],
  ['http://127.1.2.3', false],
  ['http://[::1]:3567', false],
  ['https://core.example.com', false],
])('%s can be read on the network: %s', (address, insecure) => {
  const parsed = parseBaseUrl(address)
  expect(parsed.ok && parsed.value.insecure).toBe(insecure)
})

test('normalising twice changes nothing more', () => {
  assert(
    property(webUrl({ withFragments: false, withQueryParameters: false }), (address) => {
      const once = normaliseBaseUrl(address)
      expect(once.ok && normaliseBaseUrl(once.value)).toEqual(once)
    }),
  )
})

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
