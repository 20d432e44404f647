import type { Preset } from './preset.ts'

/** Drupal: users_field_data, or the table users of Drupal 7. */
export const drupal: Preset = {
  provider: 'drupal',
  title: 'Drupal',
  tables: [
    {
      kind: 'users',
      shape: 'users_field_data',
      reason: 'it has mail and pass with other columns of Drupal’s users',
      has: ['mail', 'pass', ['uid', 'name'], ['status', 'init', 'langcode', 'access', 'login']],
      columns: { 'source-id': ['uid'], email: ['mail'], 'password-hash': ['pass'], 'time-joined': ['created'] },
      standing: [{ column: 'status', is: /^(?:0|f|false)$/i, means: 'disabled' }],
      skip: [
        { column: 'uid', is: /^0$/, reason: 'The user with uid 0 stands for visitors and is no person.' },
        {
          column: 'default_langcode',
          is: /^(?:0|f|false)$/i,
          reason: 'This is a translation of a user who is in the table by itself.',
        },
      ],
    },
  ],
}
