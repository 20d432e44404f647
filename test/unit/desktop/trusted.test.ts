import { expect, test } from 'vitest'
import { isAllowedPermission, isOwnAddress, isTrustedSender } from '../../../electron/desktop/page-bridge.ts'

const own = 'app://assistant'

test('only the main frame of our own page is trusted', () => {
  expect(isTrustedSender({ origin: own, parent: null }, own)).toBe(true)
  expect(isTrustedSender(null, own)).toBe(false)
  expect(isTrustedSender({ origin: own, parent: {} }, own)).toBe(false)
  expect(isTrustedSender({ origin: 'https://example.com', parent: null }, own)).toBe(false)
  expect(isTrustedSender({ origin: 'null', parent: null }, own)).toBe(false)
})

test.each([
  ['app://assistant/', true],
  ['app://assistant/index.html?a#b', true],
  ['app://assistant.example.com/', false],
  ['app://assistant@example.com/', false],
  ['app://user@assistant/', false],
  ['https://assistant/', false],
  ['https://example.com/?app://assistant/', false],
  ['file:///etc/passwd', false],
  ['about:blank', false],
  ['', false],
])('%s is ours: %s', (address, expected) => {
  expect(isOwnAddress(address, own)).toBe(expected)
})

test('the clipboard may be written by our page; nothing else is allowed to anybody', () => {
  expect(isAllowedPermission('clipboard-sanitized-write', 'app://assistant/', own)).toBe(true)
  expect(isAllowedPermission('clipboard-sanitized-write', 'https://example.com/', own)).toBe(false)
  for (const permission of ['clipboard-read', 'media', 'geolocation', 'openExternal', 'unknown']) {
    expect(isAllowedPermission(permission, 'app://assistant/', own)).toBe(false)
  }
})
