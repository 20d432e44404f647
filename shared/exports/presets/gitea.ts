import type { Preset } from './preset.ts'

/** Gitea and Forgejo: the table user, which also holds organizations. */
export const gitea: Preset = {
  provider: 'gitea',
  title: 'Gitea',
  tables: [
    {
      kind: 'users',
      shape: 'user',
      reason: 'it has lower_name, passwd_hash_algo and login_type beside passwd, as Gitea and Forgejo have',
      has: ['lower_name', 'email', 'passwd', 'passwd_hash_algo', 'login_type'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'password-hash': ['passwd'],
        'hash-algorithm': ['passwd_hash_algo'],
        salt: ['salt'],
        'time-joined': ['created_unix'],
      },
      standing: [
        { column: 'prohibit_login', is: /^(?:1|t|true)$/i, means: 'disabled' },
        { column: 'is_active', is: /^(?:0|f|false)$/i, means: 'disabled' },
      ],
      skip: [{ column: 'type', is: /^[1-9]/, reason: 'This is an organization or a bot and no person.' }],
    },
  ],
}
