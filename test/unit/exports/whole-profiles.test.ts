import { describe, expect, test } from 'vitest'
import { readTimeJoined } from '../../../shared/users/time-joined.ts'
import { readTotp } from '../../../shared/users/totp-secret.ts'
import { readMadeUp } from './support.ts'

const at = Date.UTC(2023, 1, 9, 16, 34, 22)
const gold = { plan: 'gold' }

/** The profile of the first user of a sample export; TOTP secrets and the time joined as a core takes them. */
async function profileIn(file: string) {
  const { entries } = await readMadeUp(file)
  const [first] = entries
  const { totp, joined, ...profile } = first?.kind === 'user' ? (first.user.profile ?? {}) : {}
  return {
    ...profile,
    ...(totp === undefined ? {} : { totp: totp.map((secret) => readTotp(secret)) }),
    joined: joined === undefined ? null : readTimeJoined(joined, Date.now()),
  }
}

const app = [{ kind: 'device', secretKey: 'JBSWY3DPEHPK3PXP', period: 30 }]

describe('what an export says of a user besides the logins', () => {
  test.each([
    ['appwrite', { metadata: { prefs: { theme: 'dark' }, labels: ['vip'] } }],
    ['auth0', { metadata: { user_metadata: gold, app_metadata: { seat: 7 } }, roles: ['editor'] }],
    ['authjs', {}],
    ['better-auth', { roles: ['user', 'admin'] }],
    ['clerk', { metadata: { public_metadata: gold, private_metadata: { seat: 7 }, unsafe_metadata: { nick: 'Ann' } } }],
    ['descope', { metadata: { customAttributes: gold }, roles: ['editor'] }],
    ['directus', { totp: app, joined: null }],
    ['discourse', {}],
    ['entra', {}],
    ['firebase', { metadata: { customClaims: gold, customAttributes: { seat: 7 } } }],
    ['frontegg', { metadata: { metadata: gold }, roles: ['Editor'] }],
    ['fusionauth', { metadata: { data: gold }, roles: ['editor'], totp: app }],
    ['ghost', {}],
    ['gigya', { metadata: { data: gold } }],
    ['gitea', {}],
    ['google-workspace', {}],
    ['kratos', { metadata: { metadata_public: gold, metadata_admin: { seat: 7 } }, totp: app }],
    ['logto', { metadata: { custom_data: gold }, totp: app }],
    ['meteor', { metadata: { profile: { nick: 'Ann' } }, roles: ['user'], totp: app }],
    ['moodle', {}],
    ['parse', {}],
    ['scim', { roles: ['editor'] }],
    ['stytch', { metadata: { trusted_metadata: gold, untrusted_metadata: { nick: 'Ann' } } }],
    ['workos', { metadata: { metadata: gold } }],
    ['zitadel', { totp: app }],
  ])('is read from %s', async (provider, profile) => {
    expect(await profileIn(`${provider}/profile.ndjson`)).toEqual({ joined: at, ...profile })
  })

  test.each([
    'aspnet-identity/users.csv',
    'cognito/list-users.json',
    'django/auth-user.csv',
    'drupal/users-field-data.csv',
    'ghost/members.csv',
    'joomla/users.csv',
    'keycloak/realm.json',
    'laravel/users.csv',
    'ldap/profile.ldif',
    'okta/users.json',
    'passport/users.json',
    'phpbb/phpbb-users.csv',
    'pocketbase/users.csv',
    'prestashop/customer.csv',
    'rails/devise-users.csv',
    'strapi/up-users.csv',
    'supabase/users.csv',
    'wordpress/wp-users.csv',
  ])('is when users of %s joined', async (file) => {
    const { entries } = await readMadeUp(file)
    const joined = entries.flatMap((entry) => (entry.kind === 'user' ? (entry.user.profile?.joined ?? []) : []))
    expect([joined.length > 0, joined.filter((text) => readTimeJoined(text, Date.now()) === null)]).toEqual([true, []])
  })

  /** The authenticator apps of every user and part of a sample export. */
  async function appsIn(file: string) {
    const { entries } = await readMadeUp(file)
    return entries.flatMap((entry) => {
      if (entry.kind === 'part') return [(entry.part.totp ?? []).map(readTotp)]
      return entry.kind === 'user' ? [(entry.user.profile?.totp ?? []).map(readTotp)] : []
    })
  }
  const ofDjango = { kind: 'device', secretKey: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', period: 30 }

  test.each([
    // Keys in hexadecimal; the second was never confirmed.
    ['django/totp-devices.csv', [[ofDjango], [{ kind: 'off' }]]],
    ['django/dumpdata-custom.json', [[], [], [], [ofDjango]]],
    ['fusionauth/two-factor-before-1-26.json', [app]],
    // In clear, encrypted by Rails, encrypted by the gem, and switched off.
    ['rails/devise-two-factor.csv', [app, [{ kind: 'encrypted' }], [{ kind: 'encrypted' }], [{ kind: 'off' }]]],
    ['laravel/two-factor.csv', [[{ kind: 'encrypted' }], app]],
  ])('has authenticator apps in %s', async (file, apps) => {
    expect(await appsIn(file)).toEqual(apps)
  })
})
