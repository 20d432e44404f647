import type { Guide } from './guide.ts'

export const parse: Guide = {
  provider: 'parse',
  title: 'Parse and Back4App',
  mark: 'Ps',
  files: '1 file',
  steps: [
    {
      title: 'Export the class _User.',
      text: 'From the database: the API never returns hashes. On Back4App, the dashboard exports a class as JSON.',
      command: `mongoexport --uri="$MONGODB_URI" \\
  --collection=_User --out=users.json`,
    },
    {
      title: 'Drop the file here.',
      text: 'IDs at third parties are read, guests are not.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt, in “_hashed_password”' },
    { what: 'Social IDs', has: 'yes', note: 'in “_auth_data_…” or “authData”' },
    { what: 'Verified flags', has: 'yes', note: 'in “emailVerified”' },
    { what: 'Disabled users', has: 'no', note: 'not in the usual export' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.parseplatform.org/rest/guide/#users',
    'https://www.mongodb.com/docs/database-tools/mongoexport/',
    'https://github.com/parse-community/parse-server/blob/alpha/src/Adapters/Storage/Mongo/MongoTransform.js',
  ],
  checked: '2026-11-23',
  unconfirmed: 'Back4App’s page about the export of a class was not at hand: look for “bcryptPassword” in the file.',
}
