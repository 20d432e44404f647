import type { Preset } from './preset.ts'

/** WordPress: wp_users, whatever its prefix. Since 6.8 its hashes are bcrypt over something else (`$wp$`). */
export const wordpress: Preset = {
  provider: 'wordpress',
  title: 'WordPress',
  tables: [
    {
      kind: 'users',
      shape: 'wp_users',
      reason: 'it has user_login and user_email with other columns of wp_users',
      has: ['user_login', 'user_email', ['user_pass', 'user_nicename', 'user_registered']],
      columns: {
        'source-id': ['ID', 'id', 'user_id'],
        email: ['user_email'],
        'password-hash': ['user_pass'],
        'time-joined': ['user_registered'],
      },
      standing: [
        // Plugins write 1 (spammer) or 2 (not activated).
        { column: 'user_status', is: /^(?!0?$)/, means: 'disabled' },
        // Columns of networks of sites.
        { column: 'spam', is: /^(?:1|t|true)$/i, means: 'disabled' },
        { column: 'deleted', is: /^(?:1|t|true)$/i, means: 'deleted' },
      ],
    },
  ],
}
