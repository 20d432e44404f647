import type { Guide } from './guide.ts'

export const entra: Guide = {
  provider: 'entra',
  title: 'Entra ID',
  mark: 'En',
  files: '1 file for every 999 users',
  steps: [
    {
      title: 'Get a token.',
      text: 'For Microsoft Graph, with the permission User.Read.All. The same holds for external tenants and Azure AD B2C.',
    },
    {
      title: 'List the users.',
      text: 'Name the properties: accountEnabled and identities are not among those that Graph returns by itself. Each page names the next one in “@odata.nextLink”; save it the same way.',
      command: `GRAPH=https://graph.microsoft.com/v1.0
FIELDS=id,userPrincipalName,mail,otherMails
FIELDS=$FIELDS,mobilePhone,accountEnabled
curl -H "Authorization: Bearer $TOKEN" \\
  "$GRAPH/users?\\$select=$FIELDS,identities\\
&\\$top=999" > users-1.json`,
    },
    { title: 'Drop all files here.', text: 'Local accounts, social accounts, and disabled users are read from them.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'no', note: 'never exported, users log in with a code' },
    { what: 'Social IDs', has: 'yes', note: 'in “identities”' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “accountEnabled”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: ['https://learn.microsoft.com/en-us/graph/api/user-list'],
  checked: '2026-11-23',
}
