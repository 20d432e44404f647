import type { Preset } from './preset.ts'

/** Better Auth: its tables user and account; passwords are in the accounts of the provider `credential`. */
export const betterAuth: Preset = {
  provider: 'better-auth',
  title: 'Better Auth',
  tables: [
    ...[
      ['accountId', 'providerId', 'userId'],
      ['account_id', 'provider_id', 'user_id'],
    ].map(
      (has) =>
        ({
          kind: 'logins',
          shape: 'account',
          reason: 'it has accountId and providerId for a userId',
          has,
          user: ['userId', 'user_id'],
          provider: ['providerId', 'provider_id'],
          userId: ['accountId', 'account_id'],
          own: { is: /^credential$/, password: ['password'] },
        }) as const,
    ),
    {
      kind: 'users',
      shape: 'user',
      reason: 'its users have name, image, a yes or no for the verified email and no password, as in Better Auth',
      has: ['id', 'name', 'email', 'image', ['createdAt', 'created_at'], ['updatedAt', 'updated_at']],
      lacks: ['password', 'passwordHash', 'password_hash'],
      values: [{ columns: ['emailVerified', 'email_verified'], are: 'yes-or-no' }],
      columns: {
        'source-id': ['id', '_id'],
        email: ['email'],
        'email-verified': ['emailVerified', 'email_verified'],
        phone: ['phoneNumber', 'phone_number'],
        'phone-verified': ['phoneNumberVerified', 'phone_number_verified'],
        role: ['role'],
        'time-joined': ['createdAt', 'created_at'],
      },
      skip: [{ column: 'id', is: /^$/, reason: 'This record has no id.' }],
      standing: [{ column: 'banned', is: /^(?:1|t|true)$/i, means: 'disabled', until: ['banExpires', 'ban_expires'] }],
    },
  ],
}
