import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/* Logins of devices and guests beside those at third parties, and the accounts of players. */

const some = Array.from({ length: 24 }, (_, at) => at)
const uuid = (at: number) => `1c9b${1000 + at}-0000-4000-8000-00000000${1000 + at}`
const google = (at: number) => `1${10_000_000_000_000_000_000n + BigInt(at) * 7_919_000_003n}`
const steam = (at: number) => String(76_561_190_000_000_000n + BigInt(at))

/** Users whose platforms come in turn, with the ID there that each says. */
function table(
  columns: readonly [platform: string, id: string],
  logins: readonly (readonly [string, (at: number) => string])[],
) {
  const rows = some.map((at) => {
    const [name, id] = logins[at % logins.length] ?? ['', String]
    return `${at + 1},u${at}@acme.example,${name},${id(at)}`
  })
  return inspect({ 'users.csv': `id,email,${columns.join(',')}\n${rows.join('\n')}\n` })
}

const found = (json: Readonly<Record<string, unknown>> | null | undefined) =>
  ((json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string; readonly users: number }[])
    .filter(({ code }) => code === 'device-login' || code === 'provider-undecided')
    .map(({ code, group, users }) => `${code}:${group} ${users}`)
    .toSorted()

describe('a platform beside the ID of its user', () => {
  test.each([
    ['platform', 'platform_user_id'],
    ['auth_provider', 'provider_user_id'],
    ['platformId', 'platformUserId'],
  ] as const)('is a third party, a device or a guest: %s and %s', async (platform, id) => {
    const { json } = await table(
      [platform, id],
      [
        ['google', google],
        ['ios', uuid],
        ['Android', uuid],
        ['guest', uuid],
      ],
    )
    expect(json).toMatchObject({ ready: 24, loginMethods: { thirdParty: 6, passwordless: 18 } })
    expect(found(json)).toEqual(['device-login:android 6', 'device-login:guest 6', 'device-login:ios 6'])
  })

  test('is asked about where players have their accounts', async () => {
    const { json } = await table(
      ['platformId', 'platformUserId'],
      [
        ['steam', steam],
        ['psn', steam],
        ['device', uuid],
      ],
    )
    expect(json).toMatchObject({ ready: 8, blocked: { 'provider-undecided': 16 } })
    expect(found(json)).toEqual(['device-login:device 8', 'provider-undecided:psn 8', 'provider-undecided:steam 8'])
  })

  test('is nothing of all where it says what the app runs on', async () => {
    for (const [platform, id] of [
      ['platform', 'device_id'],
      ['os', 'device_token'],
      ['platform', 'push_id'],
    ] as const) {
      const { json } = await table(
        [platform, id],
        [
          ['ios', uuid],
          ['android', uuid],
          ['web', uuid],
        ],
      )
      expect([platform, json]).toMatchObject([platform, { ready: 24, loginMethods: { thirdParty: 0 } }])
      expect(found(json)).toEqual([])
    }
  })
})

test('the IDs of a third party that no core has built in are logins of a known table as well', async () => {
  const rows = some.map(
    (at) =>
      `${at + 1},u${at}@acme.example,,2023-01-01 10:00:00,x,${at % 2 === 0 ? google(at) : ''},${at % 2 === 0 ? '' : steam(at)}`,
  )
  const header = 'id,email,password,email_verified_at,remember_token,google_id,steam_id'
  const { json } = await inspect({ 'users.csv': `${header}\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ ready: 12, blocked: { 'provider-undecided': 12 }, loginMethods: { thirdParty: 12 } })
  expect(found(json)).toEqual(['provider-undecided:steam 12'])
})
