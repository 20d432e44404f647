import { counted, inSentence } from '../format.ts'
import { hashFamily } from '../hashes/family-title.ts'
import type { StateCounts, Totals } from '../ipc/views/core-views.ts'
import type { UserState } from '../planning/call.ts'
import { decisions } from '../planning/choices.ts'

/** Titles of the states of a user: on screen, on the command line and in reports. */
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

/** The state of `users` users within a sentence: `needs a decision`, `need a decision`, `excluded`. */
export function stateInSentence(state: UserState, users: number): string {
  if (state === 'blocked') return users === 1 ? 'needs a decision' : 'need a decision'
  return inSentence(stateTitles[state])
}

/** Users of a later export who are as the earlier migration sent them; they are counted in `excluded`, and named apart. */
export function unchangedOf(
  { unchanged = 0 }: Pick<Totals, 'unchanged'>,
  { excluded }: Pick<StateCounts, 'excluded'>,
): number {
  return Math.min(unchanged, excluded)
}

/** An earlier user of the export has the same email, phone number or account at a provider. */
const duplicateTitle = 'Same login as an earlier user'

/** A finding as the cause that holds users back, in a few words: `PBKDF2 hashes`, `Provider “samlp”`. */
export function causeTitle({
  code,
  group,
  title,
}: {
  readonly code: string
  readonly group: string
  readonly title: string
}): string {
  if (code === 'unsupported-hash') return hashFamily.hashes(group)
  if (code === 'provider-undecided') return `Provider “${group}”`
  if (code === 'duplicate') return duplicateTitle
  return title
}

/** Says that people with one login method in the core got a second user by another one; empty if there are none. */
export function besideExistingText(users: number): string {
  if (users === 0) return ''
  const subject = counted(users, 'migrated user was', 'migrated users were')
  return `${subject} in the core before by one login method, and got a separate user by another one: a sign-in by that one lands in a new account. To change that, undo the run and decide it before you resume (${decisions.waysOf('besideExisting')}).`
}
