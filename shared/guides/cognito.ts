import type { Guide } from './guide.ts'

export const cognito: Guide = {
  provider: 'cognito',
  title: 'Cognito',
  mark: 'Cg',
  files: '1 file',
  steps: [
    {
      title: 'List the users.',
      text: 'The AWS CLI reads all pages of the user pool by itself; so does “Fetch…”.',
      command: `aws cognito-idp list-users \\
  --user-pool-id "$USER_POOL_ID" \\
  --output json > cognito-users.json`,
    },
    {
      title: 'Drop the file here.',
      text: 'Attributes, verified emails and phone numbers, linked identities, and disabled users are read from it.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'never exported, users log in with a code' },
    { what: 'Social IDs', has: 'yes', note: 'in “identities”' },
    {
      what: 'Verified flags',
      has: 'yes',
      note: 'in “Attributes.email_verified” and “Attributes.phone_number_verified”',
    },
    { what: 'Disabled users', has: 'yes', note: 'in “Enabled”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://docs.aws.amazon.com/cli/latest/reference/cognito-idp/list-users.html',
    'https://aws.amazon.com/blogs/security/approaches-for-migrating-users-to-amazon-cognito-user-pools/',
  ],
  checked: '2026-11-23',
}
