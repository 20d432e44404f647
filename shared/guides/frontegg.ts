import type { Guide } from './guide.ts'

export const frontegg: Guide = {
  provider: 'frontegg',
  title: 'Frontegg',
  mark: 'Fr',
  files: '1 file for every page',
  steps: [
    {
      title: 'Get a vendor token.',
      text: 'With the client ID and API key of the environment (Settings, Environment).',
    },
    {
      title: 'List the users of all accounts.',
      text: 'Go on with _offset until a page is empty.',
      command: `curl -H "Authorization: Bearer $TOKEN" \\
  "https://api.frontegg.com/identity\\
/resources/users/v3?_limit=200&_offset=0" \\
  -o users-0.json`,
    },
    {
      title: 'Drop all files here.',
      text: 'Users log in with a code at first.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'not in the reply; ask their support' },
    { what: 'Social IDs', has: 'no', note: 'not in the list of users' },
    { what: 'Verified flags', has: 'yes', note: 'in “verified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “isLocked”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://developers.frontegg.com/guides/management/migrations/api-migration',
    'https://docs.descope.com/migrate/guides/frontegg',
  ],
  checked: '2026-11-23',
  unconfirmed:
    'The page of the users API was not at hand; that passwords cannot be exported is from another vendor’s guide.',
}
