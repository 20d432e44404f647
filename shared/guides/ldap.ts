import type { Guide } from './guide.ts'

export const ldap: Guide = {
  provider: 'ldap',
  title: 'LDAP',
  mark: 'Ld',
  files: '1 file',
  steps: [
    {
      title: 'Search for the people.',
      text: 'As an administrator who may read userPassword: without that right it is missing without a warning. On the server itself, slapcat does the same.',
      command: `ldapsearch -H "$LDAP_URL" -x -W \\
  -D "$BIND_DN" -b "$BASE_DN" \\
  -E pr=500/noprompt -o ldif-wrap=no \\
  "(objectClass=person)" \\
  uid mail mobile userPassword > users.ldif`,
    },
    {
      title: 'Drop the file here.',
      text: 'OpenLDAP, 389 Directory Server, and ForgeRock Directory Services write the same form.',
    },
  ],
  facts: [
    { what: 'Password hashes', has: 'partly', note: '{BCRYPT}, {ARGON2}, and {CRYPT} with bcrypt; {SSHA} is not' },
    { what: 'Social IDs', has: 'no', note: 'a directory has none' },
    { what: 'Verified flags', has: 'no', note: 'not in the usual export, so no email counts as verified' },
    { what: 'Disabled users', has: 'yes', note: 'in “userAccountControl” and “nsAccountLock”; Review asks about them' },
    { what: 'MFA', has: 'no', note: 'not included, users enroll again' },
  ],
  time: 'minutes',
  sources: [
    'https://www.openldap.org/software/man.cgi?query=ldapsearch',
    'https://access.redhat.com/documentation/en-us/red_hat_directory_server/11/html/administration_guide/ldap-tools-examples',
  ],
  checked: '2026-11-23',
  unconfirmed: 'The options of ldapsearch were read in its usage text, as its manual page was not at hand.',
}
