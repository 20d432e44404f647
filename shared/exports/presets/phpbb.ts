import type { Preset } from './preset.ts'

/** phpBB: phpbb_users, with the visitors and search engines among them. */
export const phpbb: Preset = {
  provider: 'phpbb',
  title: 'phpBB',
  tables: [
    {
      kind: 'users',
      shape: 'phpbb_users',
      reason: 'it has user_type beside user_password, as phpbb_users has',
      has: ['user_id', 'user_type', 'user_email', 'user_password', ['username_clean', 'user_regdate']],
      columns: {
        'source-id': ['user_id'],
        email: ['user_email'],
        'password-hash': ['user_password'],
        'time-joined': ['user_regdate'],
      },
      standing: [{ column: 'user_type', is: /^1$/, means: 'disabled' }],
      skip: [
        {
          column: 'user_type',
          is: /^2$/,
          reason: 'Visitors and search engines have a record of their own (user_type 2) and are no persons.',
        },
      ],
    },
  ],
}
