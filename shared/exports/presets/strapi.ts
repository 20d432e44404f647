import type { Preset } from './preset.ts'

/** Strapi: the users of its users-permissions plugin. */
export const strapi: Preset = {
  provider: 'strapi',
  title: 'Strapi',
  tables: [
    {
      kind: 'users',
      shape: 'up_users',
      reason: 'it has provider, confirmed and blocked beside the password, as Strapi’s users have',
      has: ['email', 'provider', 'password', 'confirmed', 'blocked', ['reset_password_token', 'resetPasswordToken']],
      columns: {
        'source-id': ['id', 'document_id', 'documentId'],
        email: ['email'],
        'email-verified': ['confirmed'],
        'password-hash': ['password'],
        'time-joined': ['created_at', 'createdAt'],
      },
      standing: [{ column: 'blocked', is: /^(?:1|t|true)$/i, means: 'disabled' }],
      // The provider user ID is not kept, so users who log in with one are named.
      thirdParties: true,
    },
  ],
}
