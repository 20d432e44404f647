import { count, counted } from '../../../shared/format.ts'

/** An action on users, as buttons and questions name it. */
type UserAction =
  | 'Start migration of'
  | 'Start with'
  | 'Migrate'
  | 'Migrate the other'
  | 'Resume with'
  | 'Retry'
  | 'Correct'
  | 'Decide for'
  | 'Exclude'
  | 'Look up'
  | 'Remove'
  | 'Send'

/** `Retry 13 users`: the label of an action with the number of users it is about. `asks`: a question follows. */
export function userAction(action: UserAction, users: number, asks: '' | '…' = ''): string {
  return `${action} ${action === 'Migrate the other' ? count(users) : counted(users, 'user')}${asks}`
}

/** `Exclude: 13 users`: the label of an action whose words do not end with the users. */
export function actionAbout(label: string, users: number): string {
  return `${label}: ${counted(users, 'user')}`
}
