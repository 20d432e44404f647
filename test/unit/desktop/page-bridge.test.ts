import { expect, test } from 'vitest'
import { migrationIn } from '../../../electron/desktop/open-requests.ts'
import {
  createOfferedFiles,
  isAllowedPermission,
  isOwnAddress,
  isTrustedSender,
} from '../../../electron/desktop/page-bridge.ts'

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

test.each([
  [['electron', '.', '--no-sandbox'], null],
  [['app', 'acme.migration'], '/home/ada/acme.migration'],
  [['electron', '.', '--flag=x.migration', '/srv/acme.MIGRATION'], '/srv/acme.MIGRATION'],
  [['acme.migration'], null],
])('the command line %j opens %s', (argv, expected) => {
  expect(migrationIn(argv, '/home/ada')).toBe(expected)
})

test('the page gets an id for a dropped file and cannot name one by its path', () => {
  const offered = createOfferedFiles()
  const answer = offered.offer(['/srv/users.csv'])
  const ids = answer.ok ? answer.value : []
  expect(offered.find(ids)).toEqual([{ path: '/srv/users.csv', name: 'users.csv' }])
  expect(ids[0]).not.toContain('users')
  expect(offered.find(['/srv/users.csv'])).toBeNull()
})

test.each([[[]], [['']], [['relative.csv']], [[7]], ['/srv/users.csv'], [null]])('%j is no list of files', (paths) => {
  expect(createOfferedFiles().offer(paths)).toMatchObject({ ok: false, error: { code: 'not-files' } })
})
