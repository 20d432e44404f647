import type { Preset, UsersTable } from './preset.ts'

/** Supabase keeps an encrypted_password too. */
const notRails = ['raw_app_meta_data', 'raw_user_meta_data', 'email_confirmed_at', 'instance_id', 'password_hasher']

/** An email that waits for its confirmation (`unconfirmed_email`) is not the user's yet. */
const columns: UsersTable['columns'] = {
  'source-id': ['id', 'uuid', '_id'],
  email: ['email'],
  'email-verified': ['confirmed_at', 'email_confirmed_at', 'email_verified_at'],
  phone: ['phone', 'phone_number', 'phoneNumber', 'mobile', 'mobile_number'],
  'password-hash': ['encrypted_password', 'password_digest'],
  'time-joined': ['created_at'],
}

/** Ruby on Rails: users of Devise or of has_secure_password, and a table of OmniAuth identities. */
export const rails: Preset = {
  provider: 'rails',
  title: 'Ruby on Rails',
  tables: [
    {
      kind: 'users',
      shape: 'users of Devise',
      reason: 'it has encrypted_password and other columns of Devise',
      has: [
        'email',
        'encrypted_password',
        [
          'reset_password_token',
          'reset_password_sent_at',
          'remember_created_at',
          'sign_in_count',
          'current_sign_in_at',
          'confirmed_at',
          'unconfirmed_email',
          'failed_attempts',
          'unlock_token',
          'locked_at',
        ],
      ],
      lacks: notRails,
      columns,
      thirdParties: true,
    },
    {
      kind: 'users',
      shape: 'users with password_digest',
      reason: 'it has password_digest, as has_secure_password wants it',
      has: ['email', 'password_digest'],
      lacks: notRails,
      columns,
      thirdParties: true,
    },
    {
      kind: 'logins',
      shape: 'OmniAuth identities',
      reason: 'it has provider and uid for a user_id',
      has: ['user_id', 'provider', 'uid'],
      lacks: ['extra_data', 'email_verified'],
      user: ['user_id'],
      provider: ['provider'],
      userId: ['uid'],
      email: ['email'],
      // OmniAuth's own "identity" and devise_token_auth's "email" stand for a password.
      own: { is: /^(?:identity|email|developer)$/ },
    },
  ],
}
