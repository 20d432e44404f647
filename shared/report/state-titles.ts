import type { UserState } from '../planning/call.ts'

/** What each state of a user is called: on screen, on the command line and in reports. */
export const stateTitles: Readonly<Record<UserState, string>> = {
  ready: 'Ready',
  blocked: 'Needs a decision',
  excluded: 'Excluded',
  existing: 'Already in the core',
  sending: 'Sending',
  migrated: 'Migrated',
  failed: 'Failed',
  'in-doubt': 'In doubt',
}
