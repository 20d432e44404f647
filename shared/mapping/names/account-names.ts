import { lastName, wordsOf } from './column-words.ts'
import { isPeopleWord } from './people-names.ts'

/** Columns by whose values rows of another table refer to an account. */

const accountSuffix =
  /^(?:id|ids|ref|fk|key|no|nr|uid|guid|uuid|ban|banned|blocked|suspended|the|target|offender|subject|affected|punished)$/
/** Columns that name the account which bans, and not the banned one. */
const actor = /^(?:by|admin|moderator|mod|staff|creator|author|issuer|actor|from|blocker|operator|blocking|blockee)$/

/** Whether a column names an account by its words: `user_id`, `member`; not `banned_by`. */
export function refersToAccount(column: string): boolean {
  const words = wordsOf(column)
  if (words.some((word) => actor.test(word))) return false
  return (
    words.some((word) => namesAccount(word)) && words.every((word) => namesAccount(word) || accountSuffix.test(word))
  )
}

function namesAccount(word: string): boolean {
  return /^(?:uid|u|person|logins?)$/.test(word) || isPeopleWord(word.replace(/^(?:ban|id)(?=.{3})|(?<=.{3})id$/g, ''))
}

/** Whether a column has the ID of a user by its name alone, whatever the table is about: `user_id`, `userUuid`. */
export function isOfUser(column: string): boolean {
  return /^(?:users?|usr)(?:id|uid|guid|uuid|fk|ref)?$|^id(?:user|usuario|utilisateur)$/.test(lastName(column))
}
