import { counted } from '../format.ts'
import { decisions } from '../planning/choices.ts'

/** Says that people with one login method in the core got a second user by another one; empty if there are none. */
export function besideExistingText(users: number): string {
  if (users === 0) return ''
  const subject = counted(users, 'migrated user was', 'migrated users were')
  return `${subject} in the core before by one login method, and got a separate user by another one: a sign-in by that one lands in a new account. To change that, undo the run and decide it before you resume (${decisions.waysOf('besideExisting')}).`
}
