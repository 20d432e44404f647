import type { Guide } from './guide.ts'

export const firebase: Guide = {
  provider: 'firebase',
  title: 'Firebase',
  mark: 'Fb',
  files: '2 files',
  steps: [
    {
      title: 'Export the users.',
      text: 'With the Firebase CLI; it needs the permission firebaseauth.users.get. It leaves out logins by SAML and OpenID Connect, and users of tenants. “Fetch…” gets users and hash parameters with a service account, each tenant into a file of its own.',
      command: `firebase auth:export users.json \\
  --format=json --project "$PROJECT_ID"`,
    },
    {
      title: 'Save the hash parameters.',
      text: 'In the Firebase console: Authentication, Users, the menu above the list, Password hash parameters. Save the hash_config block as a text file.',
    },
    { title: 'Drop both files here.', text: 'Then put the signer key into your core, as the app describes.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'with the parameters of step 2' },
    { what: 'Social IDs', has: 'partly', note: 'in “providerUserInfo”: ten providers such as Google and Apple' },
    { what: 'Verified flags', has: 'yes', note: 'in “emailVerified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “disabled”; Review asks about them' },
    { what: 'MFA', has: 'no', note: '“mfaInfo” has no secrets, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://firebase.google.com/docs/cli/auth',
    'https://github.com/firebase/firebase-tools/blob/main/src/accountExporter.ts',
  ],
  checked: '2026-11-23',
}
