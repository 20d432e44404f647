import type { Preset } from './preset.ts'

/** What other frameworks have in their tables of logins. */
const ofOthers = ['identity_data', 'account_id', 'provider_account_id', 'uid', 'subject']

/** Laravel: its table of users, with the columns that Socialite projects add, and a table of social accounts. */
export const laravel: Preset = {
  provider: 'laravel',
  title: 'Laravel',
  tables: [
    {
      kind: 'users',
      shape: 'table of users',
      reason: 'it has password beside remember_token or email_verified_at, as Laravel’s users have',
      has: ['email', 'password', ['remember_token', 'email_verified_at']],
      lacks: ['is_superuser'],
      columns: {
        'source-id': ['id', 'uuid', '_id'],
        email: ['email'],
        'email-verified': ['email_verified_at'],
        phone: ['phone', 'phone_number', 'phoneNumber', 'mobile', 'mobile_number'],
        'password-hash': ['password'],
        'time-joined': ['created_at'],
        // Fortify encrypts it; packages like google2fa need not.
        'totp-secret': ['two_factor_secret', 'google2fa_secret'],
      },
      totpInUse: ['google2fa_enabled'],
      thirdParties: true,
    },
    ...[
      // Without the tokens of a login, a table with an email is one of users, with the ids at a provider beside the rest.
      { has: [], lacks: ['email', 'mail', 'email_address', 'password', 'password_hash', 'phone'] },
      { has: [['token', 'access_token', 'refresh_token']], lacks: [] },
    ].map(
      ({ has, lacks }) =>
        ({
          kind: 'logins',
          shape: 'social accounts',
          reason: 'it has a provider and the id there for a user_id, as with Socialite',
          has: ['user_id', ['provider', 'provider_name'], ['provider_id', 'provider_user_id'], ...has],
          lacks: [...ofOthers, ...lacks],
          user: ['user_id'],
          provider: ['provider', 'provider_name'],
          userId: ['provider_user_id', 'provider_id'],
          email: ['email'],
        }) as const,
    ),
  ],
}
