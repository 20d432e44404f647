import type { Guide } from './guide.ts'

export const keycloak: Guide = {
  provider: 'keycloak',
  title: 'Keycloak',
  mark: 'Kc',
  files: '1 file or more',
  steps: [
    {
      title: 'Export the realm.',
      text: 'Stop all nodes first, or run it on a copy of the database; it needs the same database settings as the server. It writes one file for every 50 users; larger files take much longer.',
      command: `bin/kc.sh export --dir export \\
  --realm "$REALM" --users different_files`,
    },
    { title: 'Drop the files here.', text: 'All files that end in -users-0.json, -users-1.json, and so on.' },
  ],
  facts: [
    { what: 'Password hashes', has: 'yes', note: 'Argon2 is imported, PBKDF2 is not' },
    { what: 'Social IDs', has: 'yes', note: 'in “federatedIdentities”' },
    { what: 'Verified flags', has: 'yes', note: 'in “emailVerified”' },
    { what: 'Disabled users', has: 'yes', note: 'in “enabled”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'secrets of authenticator apps are imported, other factors are not' },
  ],
  time: 'minutes, while Keycloak is stopped',
  sources: ['https://www.keycloak.org/server/importExport'],
  checked: '2026-11-23',
}
