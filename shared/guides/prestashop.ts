import type { Guide } from './guide.ts'

export const prestashop: Guide = {
  provider: 'prestashop',
  title: 'PrestaShop',
  mark: 'Pr',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table.',
      text: 'The prefix may be another than ps_. The export of the back office has no hashes.',
      command: `mysqldump --no-create-info \\
  --complete-insert \\
  --result-file=customers.sql \\
  -p "$DATABASE" ps_customer`,
    },
    {
      title: 'Drop the file here.',
      text: 'Guests are counted and left out.',
    },
  ],
  facts: [
    {
      what: 'Password hashes',
      has: 'partly',
      note: 'bcrypt is imported; MD5 with the cookie key, older and still accepted, is not',
    },
    { what: 'Social IDs', has: 'no', note: 'modules keep them in tables of their own' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “active”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://github.com/PrestaShop/PrestaShop/blob/develop/install-dev/data/db_structure.sql',
    'https://github.com/PrestaShop/PrestaShop/blob/develop/src/Core/Crypto/Hashing.php',
  ],
  checked: '2026-11-23',
}
