import { expect, test } from 'vitest'
import { httpProxy, proxyFromEnvironment } from '../../../../electron/engine/core-client/proxy-from-environment.ts'

const env = { HTTPS_PROXY: 'http://ann:secret@secure.proxy:3128', http_proxy: 'plain.proxy:8080' }

test('the proxy follows the scheme of the address; capital letters count first', () => {
  const found = ['https://core.example.com/app', 'http://core.example.com'].map((url) => proxyFromEnvironment(url, env))
  expect(found).toEqual(['http://ann:secret@secure.proxy:3128', 'http://plain.proxy:8080'])
  expect(proxyFromEnvironment('https://a.test', { https_proxy: 'http://small', HTTPS_PROXY: 'http://large' })).toBe(
    'http://large',
  )
  expect(proxyFromEnvironment('https://a.test', { all_proxy: 'http://all:1' })).toBe('http://all:1')
})

test('this machine is never reached through a proxy', () => {
  const own = [
    'http://localhost:3567',
    'https://127.0.0.1',
    'http://127.9.9.9:1/x',
    'http://[::1]:4567',
    'http://a.localhost',
  ]
  expect(own.map((url) => proxyFromEnvironment(url, { ...env, ALL_PROXY: 'http://all' }))).toEqual(own.map(() => null))
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
  const found = proxyFromEnvironment('https://core.example.com/app', { ...env, NO_PROXY: list })
  expect(found === null).toBe(out)
})

test('addresses of six and four parts are taken out as they are written', () => {
  const list = '10.0.0.7,[fd00::1]:443,fd00::2'
  const urls = ['https://10.0.0.7', 'https://10.0.0.77', 'https://[fd00::1]', 'https://[fd00::2]', 'https://[fd00::3]']
  const found = urls.map((url) => proxyFromEnvironment(url, { ...env, NO_PROXY: list }) === null)
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
