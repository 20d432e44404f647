import type { Guide } from './guide.ts'

export const googleWorkspace: Guide = {
  provider: 'google-workspace',
  title: 'Google Workspace',
  mark: 'Gw',
  files: '1 file',
  steps: [
    {
      title: 'Download the users.',
      text: 'In the Admin console: Directory, Users, Download users. Choose all columns and CSV; you need the right to manage users.',
    },
    {
      title: 'Or list them with the Directory API.',
      text: 'Go on with “nextPageToken”.',
      command: `curl -H "Authorization: Bearer $TOKEN" \\
  "https://admin.googleapis.com/admin\\
/directory/v1/users?customer=my_customer\\
&maxResults=500" -o users-1.json`,
    },
    {
      title: 'Drop the file here.',
      text: 'Suspended and archived users are marked.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'never exported, users log in with Google or a code' },
    { what: 'Social IDs', has: 'partly', note: '“id” of the API is the ID at Google; the CSV has none' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes; large domains longer',
  sources: [
    'https://support.google.com/a/answer/7348070',
    'https://developers.google.com/admin-sdk/directory/reference/rest/v1/users/list',
  ],
  checked: '2026-11-23',
  unconfirmed: 'The page of the API was not at hand; the download of the console was looked up.',
}
