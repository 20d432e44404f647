import type { Preset } from './preset.ts'

/** Ghost: its staff, who have passwords, and the members of its sites, who get a link by email. */
export const ghost: Preset = {
  provider: 'ghost',
  title: 'Ghost',
  tables: [
    {
      kind: 'users',
      shape: 'staff',
      reason: 'it has slug and status beside password and profile_image, as Ghost’s staff has',
      has: ['slug', 'email', 'password', 'status', ['profile_image', 'cover_image', 'accessibility', 'tour']],
      columns: { 'source-id': ['id'], email: ['email'], 'password-hash': ['password'], 'time-joined': ['created_at'] },
      standing: [{ column: 'status', is: /^(?:inactive|locked)$/i, means: 'disabled' }],
    },
    {
      kind: 'users',
      shape: 'members',
      reason: 'it has complimentary_plan and labels, or email_count and email_opened_count, as Ghost’s members have',
      has: ['email', ['complimentary_plan', 'email_count'], ['labels', 'email_opened_count']],
      lacks: ['password'],
      columns: { 'source-id': ['id'], email: ['email'], 'time-joined': ['created_at'] },
      standing: [{ column: 'deleted_at', is: /./, means: 'deleted' }],
    },
  ],
}
