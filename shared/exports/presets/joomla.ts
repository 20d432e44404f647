import type { Preset } from './preset.ts'

/** Joomla: its table of users, whatever its prefix. */
export const joomla: Preset = {
  provider: 'joomla',
  title: 'Joomla',
  tables: [
    {
      kind: 'users',
      shape: 'users',
      reason: 'it has block, sendEmail and registerDate beside the password, as Joomla’s users have',
      has: ['username', 'email', 'password', 'block', 'sendEmail', 'registerDate'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'password-hash': ['password'],
        'time-joined': ['registerDate'],
      },
      standing: [{ column: 'block', is: /^1$/, means: 'disabled' }],
    },
  ],
}
