import type { Preset } from './preset.ts'

/** Moodle: mdl_user. Passwords that another system checks are `not cached`. */
export const moodle: Preset = {
  provider: 'moodle',
  title: 'Moodle',
  tables: [
    {
      kind: 'users',
      shape: 'mdl_user',
      reason: 'it has auth, mnethostid and suspended beside the password, as mdl_user has',
      has: ['auth', 'mnethostid', 'username', 'password', 'email', 'suspended', 'deleted'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'email-verified': ['confirmed'],
        phone: ['phone1', 'phone2'],
        'password-hash': ['password'],
        'time-joined': ['timecreated'],
      },
      noPassword: /^(?:not cached|to be generated|restored)$/,
      standing: [
        // The login plugin that refuses every login.
        { column: 'auth', is: /^nologin$/, means: 'disabled' },
        { column: 'suspended', is: /^1$/, means: 'disabled' },
        { column: 'deleted', is: /^1$/, means: 'deleted' },
      ],
      skip: [{ column: 'username', is: /^guest$/, reason: 'The user “guest” stands for visitors and is no person.' }],
    },
  ],
}
