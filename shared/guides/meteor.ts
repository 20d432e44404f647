import type { Guide } from './guide.ts'

export const meteor: Guide = {
  provider: 'meteor',
  title: 'Meteor and Rocket.Chat',
  mark: 'Me',
  files: '1 file',
  steps: [
    {
      title: 'Export the collection.',
      text: 'The database of Rocket.Chat is called rocketchat by default.',
      command: `mongoexport --uri="$MONGODB_URI" \\
  --collection=users --out=users.json`,
    },
    {
      title: 'Drop the file here.',
      text: 'Emails, their verification, and third-party IDs are read.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'bcrypt over a SHA-256: the core cannot check it' },
    { what: 'Social IDs', has: 'yes', note: 'in “services”' },
    { what: 'Verified flags', has: 'yes', note: 'in “emails.verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “active”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'secrets of authenticator apps are imported, backup codes are not' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.meteor.com/api/accounts',
    'https://www.mongodb.com/docs/database-tools/mongoexport/',
    'https://docs.meteor.com/api/passwords',
    'https://github.com/meteor/meteor/blob/devel/packages/accounts-password/password_server.js',
  ],
  checked: '2026-11-23',
  unconfirmed: 'No page about an export was at hand: the command copies the collection with the tools of its database.',
}
