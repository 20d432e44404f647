import type { Guide } from './guide.ts'

export const scim: Guide = {
  provider: 'scim',
  title: 'SCIM',
  mark: 'Sc',
  files: '1 file for every page',
  steps: [
    {
      title: 'Get a token.',
      text: 'From the settings for provisioning of the system that serves SCIM.',
    },
    {
      title: 'List the users.',
      text: 'Go on with startIndex until totalResults is reached. A server may return fewer than count asks for.',
      command: `curl -H "Authorization: Bearer $TOKEN" \\
  "$SCIM_URL/Users?startIndex=1&count=100" \\
  -o users-1.json`,
    },
    {
      title: 'Drop all files here.',
      text: 'The primary email is used.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'SCIM never returns a password' },
    { what: 'Social IDs', has: 'no', note: 'SCIM has none' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “active”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://datatracker.ietf.org/doc/html/rfc7644#section-3.4.2'],
  checked: '2026-11-23',
  unconfirmed:
    'Whether your system serves SCIM is for its documentation to say; that passwords are never returned was not looked up again.',
}
