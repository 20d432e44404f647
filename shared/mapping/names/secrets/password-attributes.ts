import { textOf } from '../../cell.ts'
import type { SourceRecord } from '../../export-format.ts'
import { refersToAccount } from '../account-names.ts'
import { isLoginName } from '../column-words.ts'

/* Rows of a user, an attribute and its value, as FreeRADIUS keeps them: `ann`, `Cleartext-Password`, `:=`, and the password. */

const ofAttribute = /^(?:attr(?:ibute)?)(?:_?name)?$/i
const ofValue = /^(?:attr(?:ibute)?_?)?val(?:ue)?$/i
const password =
  /^(?:(?:clear-?text|plain-?text|user|crypt|s?md5|s?sha\d{0,3}|ssha-?\d{0,3}|sha\d?-\d{3}|nt|lm|pbkdf2)[-_ ]?)?password(?:-with-header)?$/i

/** Whether a column holds the value of an attribute that is the password of the user in the same row. */
export function holdsPasswordOf(record: SourceRecord, column: string): boolean {
  if (!ofValue.test(column)) return false
  const names = Object.keys(record)
  const attribute = names.find((name) => ofAttribute.test(name))
  if (attribute === undefined || !password.test(textOf(record[attribute])?.trim() ?? '')) return false
  return names.some((name) => isLoginName(name) || refersToAccount(name))
}
