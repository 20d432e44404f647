import { expect, test } from 'vitest'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import {
  describeCheck,
  documentedIsReady,
  keyRefused,
  supertokensIsReady,
  unreachableBecause,
} from '../../../shared/core-api/check-result.ts'
import { must } from '../../support/documents.ts'

const baseUrl = must(parseBaseUrl('https://core.example.com'))
const lines = (check: Parameters<typeof describeCheck>[0]) =>
  describeCheck(check).facts.map(
    ({ label, value, good }) => `${good === null ? '?' : good ? '+' : '-'} ${label}: ${value}`,
  )

test('a core that was found says its key, its interface and what it can do', () => {
  const at = { baseUrl, appUrl: baseUrl.appUrl, latencyMs: 12.4, unknownTenant: false }
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
      '? Interface: documented, as far as can be told; confirmed with the first user',
      '+ Can take: password hashes, provider logins, passwordless',
      '? Cannot: look up existing users',
    ],
  ])
})

test('what is in the way says what to do about it', () => {
  const refused = keyRefused('a key')
  const unreachable = unreachableBecause('Nobody answers there.')
  expect([
    lines(refused),
    lines(unreachable),
    describeCheck(refused).steps.length,
    describeCheck(unreachable).steps.length,
  ]).toEqual([['+ Reachable: yes', '- API key: refused'], ['- Reachable: no'], 2, 2])
})
