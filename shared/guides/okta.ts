import type { Guide } from './guide.ts'

export const okta: Guide = {
  provider: 'okta',
  title: 'Okta',
  mark: 'Ok',
  files: '1 file or more',
  steps: [
    {
      title: 'Create an API token.',
      text: 'In the Admin Console: Security, API, Tokens. Its owner must be able to see all users.',
    },
    {
      title: 'List the users.',
      text: 'Each page has 200 users; the header “link” has the address of the next page. Deactivated users come only by the second command. “Fetch…” reads all of this.',
      command: `curl -D links-1.txt \\
  "https://$DOMAIN/api/v1/users?limit=200" \\
  -H "Authorization: SSWS $TOKEN" \\
  -o users-1.json
curl -G -D links-2.txt \\
  "https://$DOMAIN/api/v1/users" \\
  --data-urlencode \\
  'filter=status eq "DEPROVISIONED"' \\
  -H "Authorization: SSWS $TOKEN" \\
  -o users-2.json`,
    },
    {
      title: 'Drop all files here.',
      text: 'The report “Okta Password Health” (Reports, sent by email) is read as well: it has logins and statuses only.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'never returned, users log in with a code' },
    { what: 'Social IDs', has: 'partly', note: '“credentials.provider” names the source, not the ID' },
    { what: 'Verified flags', has: 'yes', note: 'in “credentials.emails.status”' },
    { what: 'Disabled users', has: 'yes', note: 'in “status”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://help.okta.com/en-us/Content/Topics/reports/okta-password-health-report.htm',
    'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/',
    'https://github.com/okta/okta-management-openapi-spec',
    'https://support.okta.com/help/s/article/list-all-deactivated-users-using-api',
  ],
  checked: '2026-11-23',
}
