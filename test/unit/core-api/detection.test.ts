import { expect, test } from 'vitest'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { countedUsers, describeCheck, detect } from '../../../shared/core-api/check-result.ts'
import { documentedIsReady, supertokensIsReady } from '../../../electron/engine/core-client/check-connection.ts'
import { chooseCdiVersion, isAtLeast } from '../../../shared/core-api/dialects.ts'
import { must } from '../../support/documents.ts'

const noTenant =
  'AppId or tenantId not found => Tenant with the following connectionURIDomain, appId and tenantId combination not found: (, public, north)\n'

test.each([
  [200, '{"versions":["2.14","5.4"]}', { kind: 'supertokens', versions: ['2.14', '5.4'] }],
  [200, '{"versions":[]}', { kind: 'unclear' }],
  [200, '{"versions":"5.4"}', { kind: 'unclear' }],
  [200, '{"status":"OK"}', { kind: 'unclear' }],
  [200, 'Hello\n', { kind: 'unclear' }],
  [200, '<html>welcome</html>', { kind: 'unreachable', why: 'html' }],
  [201, '{"versions":["5.4"]}', { kind: 'unclear' }],
  [204, '', { kind: 'unclear' }],
  [301, '', { kind: 'unclear' }],
  [400, 'Invalid Json Input', { kind: 'unclear' }],
  [400, noTenant, { kind: 'ask-one-up', why: 'tenant-not-found' }],
  [401, 'Invalid API key', { kind: 'key-refused' }],
  [402, 'Cannot use feature', { kind: 'unclear' }],
  [403, 'Only public tenantId can call this app specific API', { kind: 'ask-one-up', why: 'forbidden' }],
  [404, 'Not found', { kind: 'documented' }],
  [404, '', { kind: 'documented' }],
  [404, '{"message":"no route"}', { kind: 'documented' }],
  [404, '<!doctype html><p>The tenant page was not found</p>', { kind: 'unreachable', why: 'html' }],
  [405, 'Method not supported', { kind: 'documented' }],
  [408, '', { kind: 'unreachable', why: 'busy' }],
  [418, 'teapot', { kind: 'unclear' }],
  [429, '', { kind: 'unreachable', why: 'busy' }],
  [500, 'java.lang.IllegalStateException', { kind: 'unreachable', why: 'server-error' }],
  [503, '<html>', { kind: 'unreachable', why: 'html' }],
])('HTTP %i with %j', (status, body, detection) => {
  expect(detect({ status, contentType: null, headers: {}, body })).toEqual(detection)
})

test.each([
  [['2.9', '2.21', '2.14'], '2.21'],
  [['3.0', '2.21', '5.4', '5.10', '5.2'], '5.4'],
  [['5.6', '5.5', '6.0'], '5.6'],
  [['2.6', '4.1', '6.0', '', 'x', '5'], null],
  [[], null],
])('of %j the highest that is known is %s', (offered, chosen) => {
  expect(chooseCdiVersion(offered)).toBe(chosen)
})

test('versions are compared as numbers', () => {
  expect([
    isAtLeast('2.21', '2.9'),
    isAtLeast('2.9', '2.11'),
    isAtLeast('4.0', '4.0'),
    isAtLeast('3.1', '4.0'),
  ]).toEqual([true, false, true, false])
})

const baseUrl = must(parseBaseUrl('https://core.example.com'))
const lines = (check: Parameters<typeof describeCheck>[0]) =>
  describeCheck(check).facts.map(
    ({ label, value, good }) => `${good === null ? '?' : good ? '+' : '-'} ${label}: ${value}`,
  )

test('a core that was found says its key, its interface and what it can do', () => {
  const at = { baseUrl, appUrl: baseUrl.appUrl, latencyMs: 12.4 }
  expect([lines(supertokensIsReady(['4.0', '5.2'], at)), lines(documentedIsReady(baseUrl, 3, false))]).toEqual([
    [
      '+ Reachable: yes, encrypted',
      '+ Answers in: 12 ms',
      '+ API key: accepted',
      '+ Interface: SuperTokens, version 5.2',
      '+ Can take: password hashes, provider logins, passwordless, old user IDs, verified emails, look up existing users',
    ],
    [
      '+ Reachable: yes, encrypted',
      '+ Answers in: 3 ms',
      '? API key: will be confirmed with the first user',
      '? Interface: probably documented; confirmed with the first user',
      '+ Can take: password hashes, provider logins, passwordless',
      '? Cannot: look up existing users',
    ],
  ])
})

test('no key is called accepted where none was given', () => {
  const at = { baseUrl, appUrl: baseUrl.appUrl, latencyMs: 12.4, withoutKey: true } as const
  const open = supertokensIsReady(['5.2'], at)
  expect([lines(open)[2], open.message]).toEqual([
    '+ API key: not asked for',
    'A SuperTokens core, interface 5.2. It asks for no API key. Existing users can be looked up before anything is sent.',
  ])
})

test('a core that counts its users says how many there are', () => {
  const ready = { ...documentedIsReady(baseUrl, 3, false), users: 12_480 }
  const counted = (body: string, status = 200) => countedUsers({ status, body, contentType: null, headers: {} })
  expect([lines(ready).find((line) => line.includes('Users')), counted('{"status":"OK","count":312}')]).toEqual([
    '? Users now: 12,480',
    312,
  ])
  expect([counted('{"status":"OK","count":-1}'), counted('<html>'), counted('{}', 401)]).toEqual([null, null, null])
})

test('what is in the way says what to do about it', () => {
  const refused = { kind: 'key-refused', message: '' } as const
  const unreachable = { kind: 'unreachable', message: '' } as const
  expect([
    lines(refused),
    lines(unreachable),
    describeCheck(refused).steps.length,
    describeCheck(unreachable).steps.length,
  ]).toEqual([['+ Reachable: yes', '- API key: refused'], ['- Reachable: no'], 2, 2])
})

test('an answer that is no core’s is no missing answer: what to check is its log, not the way there', () => {
  const answered = { kind: 'unreachable', message: '', status: 500 } as const
  expect(lines(answered)).toEqual(['+ Reachable: yes', '- Answer: HTTP 500'])
  expect(describeCheck(answered).steps.join(' ')).not.toContain('VPN')
})
