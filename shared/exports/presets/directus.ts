import type { Preset } from './preset.ts'

/** Directus: its table of users. */
export const directus: Preset = {
  provider: 'directus',
  title: 'Directus',
  tables: [
    {
      kind: 'users',
      shape: 'directus_users',
      reason: 'it has tfa_secret beside password and external_identifier or last_page, as directus_users has',
      has: ['email', 'password', 'tfa_secret', ['external_identifier', 'last_page']],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'password-hash': ['password'],
        'totp-secret': ['tfa_secret'],
        provider: ['provider'],
        'provider-user-id': ['external_identifier'],
      },
      // Only active users can log in; others are drafts, invited, unverified, suspended or archived.
      standing: [{ column: 'status', is: /^(?!active$)./i, means: 'disabled' }],
    },
  ],
}
