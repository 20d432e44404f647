import { expect, test } from 'vitest'
import { apiAddress } from '../../../../electron/engine/fetching/web/address.ts'
import { nextLink } from '../../../../electron/engine/fetching/web/pages.ts'
import { isNearlySpent, waitSeconds } from '../../../../electron/engine/fetching/web/web-client.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

test.each([
  [{ 'retry-after': '30' }, 30],
  [{ 'retry-after': '0' }, 1],
  [{ 'retry-after': 'Mon, 23 Nov 2026 12:01:00 GMT' }, 60],
  [{ 'x-rate-limit-reset': String(now / 1000 + 20) }, 21],
  // The server's clock is a minute ahead of this machine's.
  [{ 'x-rate-limit-reset': String(now / 1000 + 80), date: 'Mon, 23 Nov 2026 12:01:00 GMT' }, 21],
  [{ 'x-ratelimit-reset': '15' }, 15],
  [{ 'x-ratelimit-reset': '10, 60' }, 10],
  [{ 'x-rate-limit-reset': String(now / 1000 - 100) }, 1],
  [{ 'x-rate-limit-reset': 'soon' }, null],
  [{}, null],
])('%j asks to wait %s seconds', (headers, seconds) => {
  expect(waitSeconds(headers, now)).toBe(seconds)
})

test('a rate limit is nearly spent when less than a tenth is left', () => {
  const left = (remaining: string) => ({ 'x-rate-limit-limit': '600', 'x-rate-limit-remaining': remaining })
  expect([left('60'), left('59'), left('0'), {}].map(isNearlySpent)).toEqual([false, true, true, false])
})

test.each([
  ['<https://a.example/api?after=x&limit=2>; rel="next"', 'after=x&limit=2'],
  ['<https://a.example/api?limit=2>; rel="self", <https://b.example/?after=%20y>; rel="next"', 'after=%20y'],
  [['<https://a.example/?a=1>; rel="self"', '<https://a.example/?a=2>; rel="next"'], 'a=2'],
  ['</admin/identities?page_token=z>; title="x"; rel=next', 'page_token=z'],
  ['<https://a.example/?a=1>; rel="prev next"', 'a=1'],
  ['<https://a.example/?a=1>; rel="nextish"', 'none'],
  ['<https://a.example/>; rel="next"', 'unreadable'],
  ['<https://a.example/?a=1 HTTP/1.1>; rel="next"', 'unreadable'],
  ['no link at all', 'none'],
  [undefined, 'none'],
])('the next page of %j is %s', (header, query) => {
  const link = nextLink(header)
  expect(link.kind === 'next' ? link.query : link.kind).toBe(query)
})

test.each([
  ['example.okta.com', 'https://example.okta.com'],
  ['https://sso.example.com/auth//', 'https://sso.example.com/auth'],
  ['http://127.0.0.1:4434/', 'http://127.0.0.1:4434'],
  ['http://kratos:4434', 'not-encrypted'],
  ['https://me:key@example.com', 'bad-settings'],
  ['https://example.com/?key=1', 'bad-settings'],
  ['ftp://example.com', 'bad-settings'],
  ['', 'bad-settings'],
])('the address %j becomes %s', (text, expected) => {
  const address = apiAddress(text, false)
  expect(address.ok ? address.value : address.error.code).toBe(expected)
  if (!address.ok) expect(address.error.message).not.toContain('key')
})

test('an address that is not encrypted is taken when the operator allows it', () => {
  expect(apiAddress('http://kratos:4434', true)).toEqual({ ok: true, value: 'http://kratos:4434' })
})
