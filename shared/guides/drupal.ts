import type { Guide } from './guide.ts'

export const drupal: Guide = {
  provider: 'drupal',
  title: 'Drupal',
  mark: 'Dr',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: 'With Drush in the folder of the site, or with mysqldump. A relative path starts at the Drupal root. In Drupal 7 the table is called users.',
      command: `drush sql:dump --result-file=users.sql \\
  --tables-list=users_field_data`,
    },
    {
      title: 'Drop the file here.',
      text: 'Translations of users and the visitor (uid 0) are left out. Users who have not logged in since the upgrade to 10.1 still have the older hash.',
    },
  ],
  facts: [
    {
      what: 'Password hashes',
      has: 'partly',
      note: 'bcrypt (since 10.1) and Argon2id (12) are imported, older $S$ is not',
    },
    { what: 'Social IDs', has: 'no', note: 'modules keep them in tables of their own' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “status”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://www.drush.org/latest/commands/sql_dump/',
    'https://github.com/drupal/drupal/blob/11.x/core/lib/Drupal/Core/Password/PhpPassword.php',
    'https://www.drupal.org/docs/develop/core-modules-and-themes/core-modules/password-compatibility-module',
    'https://dri.es/drupal-12-switches-to-argon2id',
  ],
  checked: '2026-11-23',
}
