import type { Guide } from './guide.ts'

export const wordpress: Guide = {
  provider: 'wordpress',
  title: 'WordPress',
  mark: 'Wp',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table of users.',
      text: 'With WP-CLI in the folder of the site; it runs mysqldump with the settings of the site.',
      command: `wp db export users.sql \\
  --tables=$(wp db prefix)users`,
    },
    {
      title: 'Drop the file here.',
      text: 'Spammers and users of a network that were deleted are marked.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: 'bcrypt of plugins is imported; $P$, and $wp$ since 6.8, are not' },
    { what: 'Social IDs', has: 'no', note: 'plugins keep them in tables of their own' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “user_status” and “spam”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://developer.wordpress.org/cli/commands/db/export/',
    'https://make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/',
  ],
  checked: '2026-11-23',
}
