import { expect, test } from 'vitest'
import { fromSystem } from '../../../electron/ipc/services/proxy-of.ts'

const core = 'https://core.example.com'
const env = { HTTPS_PROXY: 'http://env.proxy:3128' }

test.each([
  ['PROXY a.proxy:8080; DIRECT', {}, { kind: 'proxy', proxy: 'http://a.proxy:8080', from: 'system' }],
  ['HTTPS a.proxy:8443', {}, { kind: 'proxy', proxy: 'https://a.proxy:8443', from: 'system' }],
  ['SOCKS5 s.proxy:1080; PROXY a.proxy:8080', {}, { kind: 'proxy', proxy: 'http://a.proxy:8080', from: 'system' }],
  ['DIRECT; PROXY a.proxy:8080', {}, { kind: 'none' }],
  ['DIRECT', {}, { kind: 'none' }],
  ['', {}, { kind: 'none' }],
  ['DIRECT', env, { kind: 'proxy', proxy: 'http://env.proxy:3128', from: 'environment' }],
  ['PROXY a.proxy:8080', env, { kind: 'proxy', proxy: 'http://a.proxy:8080', from: 'system' }],
  ['SOCKS5 s.proxy:1080', {}, { kind: 'unusable', name: 'SOCKS5 s.proxy:1080' }],
  ['SOCKS5 s.proxy:1080; DIRECT', {}, { kind: 'none' }],
  ['SOCKS5 s.proxy:1080', env, { kind: 'proxy', proxy: 'http://env.proxy:3128', from: 'environment' }],
])('the system says "%s", the environment %j', (answer, environment, found) => {
  expect(fromSystem(core, answer, environment)).toEqual(found)
})

test('this machine is reached straight, whatever the system says', () => {
  const own = ['http://127.0.0.1:3567', 'http://localhost:3567', 'not an address']
  expect(own.map((address) => fromSystem(address, 'PROXY a.proxy:8080', env).kind)).toEqual(['none', 'none', 'none'])
})
