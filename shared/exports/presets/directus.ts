import type { Preset } from './preset.ts'

/** Directus: its table of users. */
export const directus: Preset = {
  provider: 'directus',
  title: 'Directus',
  tables: [
    {
      kind: 'users',
      shape: 'directus_users',
      reason: 'it has external_identifier and tfa_secret beside provider and password, as directus_users has',
      has: ['email', 'password', 'provider', 'external_identifier', 'tfa_secret'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'password-hash': ['password'],
        provider: ['provider'],
        'provider-user-id': ['external_identifier'],
      },
      standing: [{ column: 'status', is: /^(?:suspended|archived)$/i, means: 'disabled' }],
    },
  ],
}
