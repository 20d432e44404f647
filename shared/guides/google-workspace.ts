import type { Guide } from './guide.ts'

export const googleWorkspace: Guide = {
  provider: 'google-workspace',
  title: 'Google Workspace',
  mark: 'Gw',
  files: '1 file',
  steps: [
    {
      title: 'Download the users.',
      text: 'In the Admin console: Directory, Users, Download users. Choose all user info columns and CSV, and set no filter: it narrows the file. You need the right to manage users.',
    },
    {
      title: 'Or list them with the Directory API.',
      text: 'Its token needs the scope admin.directory.user.readonly. Go on with “nextPageToken”. Deleted users are not among them.',
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
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “Status [READ ONLY]” and “suspended”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes; large domains longer',
  sources: [
    'https://support.google.com/a/answer/7348070',
    'https://developers.google.com/admin-sdk/directory/reference/rest/v1/users/list',
  ],
  checked: '2026-11-23',
  unconfirmed: 'The largest page that the API allows was not found in the copy of its page that was read.',
}
