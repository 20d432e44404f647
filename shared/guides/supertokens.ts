import type { Guide } from './guide.ts'

export const supertokens: Guide = {
  provider: 'supertokens',
  title: 'SuperTokens',
  mark: 'Su',
  files: '1 file',
  steps: [
    {
      title: 'Dump the table of passwords.',
      text: 'The list of users of the API has no hashes. On the managed service, contact SuperTokens: they check who you are and hand out the data of your database. This table is read like one of your own: user_id, email, and password_hash are mapped by their names.',
      command: `pg_dump "$DATABASE_URL" --data-only \\
  --table=emailpassword_users \\
  --file=supertokens.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'The JSON that was made for SuperTokens’ bulk import is recognized as such. Users of third parties go into that, or into a CSV with provider and ID.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'bcrypt or Argon2' },
    { what: 'Social IDs', has: 'partly', note: 'in the JSON of bulk import; “thirdparty_users” as a CSV' },
    { what: 'Verified flags', has: 'yes', note: 'in “loginMethods.isVerified” and “loginMethods.verified”' },
    { what: 'Disabled users', has: 'no', note: 'not in the usual export' },
    { what: 'MFA', has: 'partly', note: 'TOTP in “totpDevices” of the JSON of bulk import' },
  ],
  time: 'minutes',
  sources: [
    'https://supertokens.com/docs/migration/account-migration',
    'https://supertokens.com/docs/community/migration/away-from-st',
  ],
  checked: '2026-11-23',
}
