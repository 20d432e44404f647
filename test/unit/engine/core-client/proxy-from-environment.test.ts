import { expect, test } from 'vitest'
import { httpProxy, proxyFromEnvironment } from '../../../../electron/engine/core-client/route.ts'

/** The proxy itself; null: none is named. */
function proxyOf(...named: Parameters<typeof proxyFromEnvironment>): string | null {
  const found = proxyFromEnvironment(...named)
  return found.kind === 'none' ? null : found.kind === 'proxy' ? found.proxy : `unusable ${found.name}`
}

const env = { HTTPS_PROXY: 'http://ann:secret@secure.proxy:3128', http_proxy: 'plain.proxy:8080' }

test('the proxy follows the scheme of the address; capital letters count first', () => {
  const found = ['https://core.example.com/app', 'http://core.example.com'].map((url) => proxyOf(url, env))
  expect(found).toEqual(['http://ann:secret@secure.proxy:3128', 'http://plain.proxy:8080'])
  expect(proxyOf('https://a.test', { https_proxy: 'http://small', HTTPS_PROXY: 'http://large' })).toBe('http://large')
  expect(proxyOf('https://a.test', { all_proxy: 'http://all:1' })).toBe('http://all:1')
})

test('this machine is never reached through a proxy', () => {
  const own = ['http://localhost:3567', 'https://127.0.0.1', 'http://127.9.9.9:1/x', 'http://[::1]:4567']
  expect(own.map((url) => proxyOf(url, { ...env, ALL_PROXY: 'http://all' }))).toEqual(own.map(() => null))
})

test.each([
  ['example.com', true, 'the domain takes out all below it'],
  ['.example.com', true, 'a dot in front changes nothing'],
  ['*.example.com', true, 'neither does a star'],
  ['CORE.example.COM', true, 'capitals do not matter'],
  ['other.test, core.example.com:443', true, 'a list, with the port that fits'],
  ['core.example.com:8443', false, 'another port'],
  ['ample.com', false, 'the end of a name is no domain'],
  ['*', true, 'everything'],
  ['', false, 'nothing'],
])('NO_PROXY=%s takes core.example.com out: %s (%s)', (list, out) => {
  const found = proxyOf('https://core.example.com/app', { ...env, NO_PROXY: list })
  expect(found === null).toBe(out)
})

test('addresses of six and four parts are taken out as they are written', () => {
  const list = '10.0.0.7,[fd00::1]:443,fd00::2'
  const urls = ['https://10.0.0.7', 'https://10.0.0.77', 'https://[fd00::1]', 'https://[fd00::2]', 'https://[fd00::3]']
  const found = urls.map((url) => proxyOf(url, { ...env, NO_PROXY: list }) === null)
  expect(found).toEqual([true, false, true, true, false])
})

test('what is no HTTP proxy is none', () => {
  expect(['socks5://a:1', 'ftp://a', '://', 'http://', 'proxy:3128/path'].map(httpProxy)).toEqual([
    null,
    null,
    null,
    null,
    'http://proxy:3128',
  ])
})

test.each([
  'http://us%er:pa%ss@proxy.example:3128',
  'http://user:100%@proxy.example',
  'socks5://proxy.example:1080',
  'socks://proxy.example',
  '://',
  'http://',
  'http://[::1',
  'http://proxy.example:99999',
  'ftp://proxy.example',
])('a proxy that cannot be used (%s) is named by its variable, never passed over', (named) => {
  for (const variable of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) {
    const found = proxyFromEnvironment('https://core.example.com', { [variable]: named })
    expect(found).toEqual({ kind: 'unusable', name: variable.toUpperCase() })
  }
  // A host in NO_PROXY needs no proxy.
  expect(proxyOf('https://core.example.com', { HTTPS_PROXY: named, NO_PROXY: 'example.com' })).toBeNull()
})
