import type { Preset } from './preset.ts'

/** PocketBase: its users, and their logins with third parties. */
export const pocketbase: Preset = {
  provider: 'pocketbase',
  title: 'PocketBase',
  tables: [
    {
      kind: 'users',
      shape: 'users',
      // The administrators have a table of the same form since 0.23.
      otherTable: /^_superusers$/,
      reason: 'it has tokenKey and emailVisibility, as the users of PocketBase have',
      has: ['id', 'email', 'tokenKey', 'emailVisibility', 'verified'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'email-verified': ['verified'],
        'password-hash': ['password', 'passwordHash'],
        'time-joined': ['created'],
      },
      standing: [],
    },
    {
      kind: 'logins',
      shape: '_externalAuths',
      reason: 'it has a provider and the id there for a recordRef, as _externalAuths has',
      has: [['recordRef', 'recordId'], ['collectionRef', 'collectionId'], 'provider', 'providerId'],
      user: ['recordRef', 'recordId'],
      provider: ['provider'],
      userId: ['providerId'],
    },
  ],
}
