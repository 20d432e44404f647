import type { Preset } from './preset.ts'

/** Google Workspace: the users that the Admin console downloads or its Directory API lists, without passwords. */
export const googleWorkspace: Preset = {
  provider: 'google-workspace',
  title: 'Google Workspace',
  tables: [
    {
      kind: 'users',
      shape: 'users of the Admin console',
      reason: 'it has the columns of the Admin console; Google never gives out password hashes',
      has: ['Email Address [Required]', ['Org Unit Path [Required]', 'Status [READ ONLY]']],
      columns: {
        email: ['Email Address [Required]'],
        phone: ['Recovery Phone [MUST BE IN THE E.164 FORMAT]', 'Mobile Phone'],
      },
      standing: [{ column: 'Status [READ ONLY]', is: /^(?:suspended|archived)$/i, means: 'disabled' }],
    },
    {
      kind: 'users',
      shape: 'users of the Directory API',
      reason: 'its users have a primaryEmail beside suspended or isAdmin; Google never gives out password hashes',
      has: ['primaryEmail', ['suspended', 'isAdmin', 'orgUnitPath']],
      columns: {
        'source-id': ['id'],
        email: ['primaryEmail'],
        phone: ['recoveryPhone'],
        'time-joined': ['creationTime'],
      },
      standing: [
        { column: 'suspended', is: 'yes', means: 'disabled' },
        { column: 'archived', is: 'yes', means: 'disabled' },
        { column: 'deletionTime', is: /./, means: 'deleted' },
      ],
    },
  ],
}
