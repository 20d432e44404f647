import { describe, expect, test } from 'vitest'
import { readTimeJoined } from '../../../shared/users/time-joined.ts'
import { readTotp } from '../../../shared/users/totp-secret.ts'
import { readMadeUp } from './support.ts'

const at = Date.UTC(2023, 1, 9, 16, 34, 22)
const gold = { plan: 'gold' }

/** What the first user of a sample export has besides its logins; TOTP secrets and the time joined as a core takes them. */
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
    ['fusionauth', { metadata: { data: gold }, roles: ['editor'] }],
    ['ghost', {}],
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
})
