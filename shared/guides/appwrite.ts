import type { Guide } from './guide.ts'

export const appwrite: Guide = {
  provider: 'appwrite',
  title: 'Appwrite',
  mark: 'Ap',
  files: '1 file for every page',
  steps: [
    {
      title: 'Create an API key.',
      text: 'In the console: Overview, Integration, API keys, with the scope users.read.',
    },
    {
      title: 'List the users.',
      text: 'Go on with the query “cursorAfter” and the last ID of a page. Without a limit, a page has 25 users.',
      command: `curl -G "$APPWRITE_ENDPOINT/users" \\
  -H "X-Appwrite-Project: $PROJECT_ID" \\
  -H "X-Appwrite-Key: $API_KEY" \\
  --data-urlencode \\
  'queries[]={"method":"limit",
   "values":[100]}' \\
  -o users-1.json`,
    },
    {
      title: 'Drop all files here.',
      text: 'Hash, algorithm, and options are read from each user.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: '“password” with “hash” and “hashOptions”' },
    { what: 'Social IDs', has: 'partly', note: 'in a list of their own: /users/identities' },
    { what: 'Verified flags', has: 'yes', note: 'in “emailVerification” and “phoneVerification”' },
    { what: 'Disabled users', has: 'yes', note: 'in “status”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'cannot be imported, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://appwrite.io/docs/references/cloud/server-rest/users',
    'https://github.com/appwrite/appwrite/blob/main/src/Appwrite/Utopia/Response/Model/User.php',
    'https://appwrite.io/docs/advanced/platform/api-keys',
  ],
  checked: '2026-11-23',
}
