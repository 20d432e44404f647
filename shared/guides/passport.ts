import type { Guide } from './guide.ts'

export const passport: Guide = {
  provider: 'passport',
  title: 'Passport.js and MongoDB',
  mark: 'Pa',
  files: '1 file',
  steps: [
    {
      title: 'Export the collection.',
      text: 'With the database tools of MongoDB. The BSON file of mongodump is read as well.',
      command: `mongoexport --uri="$MONGODB_URI" \\
  --collection=users --out=users.json`,
    },
    {
      title: 'Drop the file here.',
      text: '“local.email”, “google.id”, and the like are read.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt where the tutorial was followed' },
    { what: 'Social IDs', has: 'yes', note: 'in an object for each provider' },
    { what: 'Verified flags', has: 'yes', note: 'in “verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “active”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://www.mongodb.com/docs/database-tools/mongoexport/'],
  checked: '2026-11-23',
  unconfirmed: 'Passport stores nothing itself: what an export has depends on the schema of your project.',
}
