import type { CallState, UserState } from '../planning/call.ts'

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

/** What each state of a request is called. */
export const callStateTitles: Readonly<Record<CallState, string>> = {
  todo: 'Not sent',
  sending: stateTitles.sending,
  done: 'Done',
  failed: stateTitles.failed,
  'in-doubt': stateTitles['in-doubt'],
}

/** The state of `users` users within a sentence: `needs a decision`, `need a decision`, `excluded`. */
export function stateInSentence(state: UserState, users: number): string {
  if (state === 'blocked') return users === 1 ? 'needs a decision' : 'need a decision'
  const title = stateTitles[state]
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`
}
