import { expect, test } from 'vitest'
import { profileView } from '../../../../electron/engine/queries/profile-groups.ts'
import { userDetailSchema } from '../../../../shared/ipc/views.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import type { Profile } from '../../../../shared/users/user.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const now = Date.UTC(2026, 0, 1)
const schema = userDetailSchema.shape.profile

function view(profile: Profile, calls: readonly Call[] = []) {
  return schema.parse(profileView(profile, calls, now))
}

test('a user of whom the export says nothing else has no profile', () => {
  expect(profileView(undefined, [], now)).toBeNull()
})

test('metadata is the JSON that is sent, on several lines, with its size of the limit', () => {
  const metadata = { plan: 'gold', address: { city: 'Ulm' } }
  expect(view({ metadata }, [{ kind: 'metadata', metadata }])?.metadata).toEqual({
    json: '{\n  "plan": "gold",\n  "address": {\n    "city": "Ulm"\n  }\n}',
    hidden: 0,
    masked: false,
    size: 40,
    limit: 65_536,
    sent: true,
  })
})

test('metadata that looks secret is masked, and counted with its own size', () => {
  const metadata = { api_token: 'made-up-and-long', inside: [{ pin: 1234 }] }
  const shown = view({ metadata })?.metadata
  expect([shown?.masked, shown?.sent, shown?.size]).toEqual([true, false, JSON.stringify(metadata).length])
  expect(shown?.json).not.toMatch(/made-up|1234/)
})

test('metadata of every size can be shown, and says how much of it is not', () => {
  const metadata = { list: Array.from({ length: 9000 }, (_, place) => place), text: 'long words '.repeat(9) }
  const shown = view({ metadata })?.metadata
  expect([shown?.json.length, shown?.masked, shown?.size]).toEqual([20_000, true, JSON.stringify(metadata).length])
  expect(shown?.hidden).toBeGreaterThan(9000)
})

test('roles are named once, with those that are not sent; TOTP secrets are only counted', () => {
  const calls: readonly Call[] = [
    { kind: 'role', role: 'editor', create: false },
    { kind: 'totp', secretKey: secret, deviceName: 'Imported' },
  ]
  const shown = view({ roles: ['editor', ' editor', 'guest', 'r'.repeat(30_000)], totp: [secret, 'broken'] }, calls)
  expect(shown?.roles.map(({ name, sent }) => `${name.slice(0, 9)} ${sent}`)).toEqual([
    'editor true',
    'guest false',
    'rrrrrrrrr false',
  ])
  expect([shown?.authenticatorApps, shown?.authenticatorAppsSent]).toEqual([2, 1])
  expect(JSON.stringify(shown)).not.toContain(secret)
})

test('the time joined is one time however it is written, or none that can be read', () => {
  const seen = ['2023-02-09T16:34:22Z', '1675960462', 'soon'].map((joined) => view({ joined })?.joined?.at)
  expect(seen).toEqual(['2023-02-09T16:34:22.000Z', '2023-02-09T16:34:22.000Z', null])
})
