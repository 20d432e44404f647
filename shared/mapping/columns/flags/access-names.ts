import { booleanOf } from '../../cell.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import { splitPath, wordsOf } from '../../names/column-words.ts'
import { isAbout } from '../../names/other-things.ts'
import { isPeopleWord } from '../../names/people-names.ts'

/** Words of names of columns that often say who may use an account, beside those that are asked about anyway. */
const ofAccess =
  /^(?:publish\w*|visib\w*|approv\w*|valid|accept\w*|admit\w*|allow\w*|grant\w*|access\w*|zugang\w*|auth\w*|kind|type|typ|tipo|art|flag\w*|uac|perm\w*|hidden|trash\w*|spam\w*|bot|robot|system|service|guest|staged|mode|hold|held|ok|good|eligible|member\w*|presence|in_?use|use|uso|can|may|live|alive|frozen|standing|zustand|kennz\w*|kz|acct|account\w*|stat\w*)$/

/** Whether a name often says who may use an account. */
export function isOfAccess(column: string): boolean {
  return isAbout(column, ofAccess)
}

/** Verbs of permissions and preferences: with something else than the account behind them, they are about that, as `user_allow_pm`, `use_custom_image`. */
const ofPermission = /^(?:uses?|using|allow\w*|accept\w*|can|may|permit\w*|grant\w*|erlaub\w*|darf|puede|peut|pode)$/

const ofEntry =
  /^(?:log|sign|in|on|to|login|signin|logon|enter|entry|connect|is|has|was|the|fla?g|fl|yn|yesno|at|gb|div|ind|cd|code|\d+)$/

/** Whether a name says what its users may do with something else, or use: `allow_pm`, `use_markdown`, and not `may_log_in` or `use_yn`. */
export function permitsThing(column: string): boolean {
  const words = wordsOf(splitPath(column).name)
  const at = words.findIndex((word) => ofPermission.test(word))
  return (
    at !== -1 && words.slice(at + 1).some((word) => !ofAccess.test(word) && !ofEntry.test(word) && !isPeopleWord(word))
  )
}

/** Privileges: those who have them sign in. */
const ofPrivilege =
  /^(?:admin\w*|super\w*|staff|owner|found\w*|root|moderator|vip\w*|premium|pro|roles?|beta|early|tester|developer|privileg\w*|(?:has|is)?(?:special|extra|full|advanced|elevated|higher|additional)(?:rights?|permissions?|access)|sonderrechte|droitsspeciaux|permisosespeciales|permessispeciali)$/

/** Whether a column names what only some who sign in may do. */
export function namesPrivilege(column: string): boolean {
  return isAbout(column, ofPrivilege)
}

const ofBareAccess =
  /^(?:(?:has|user|account|app|portal|web|system|login|log_?in|sign_?in)_?)?(?:access|login|log_?in|sign_?in|logon|zugang|zugriff|anmeldung|acceso|acc[eè]s|accesso|acesso|connexion|toegang|dostep|erisim)$/i

/** Whether a column called access or login has nothing but yes and no in words; digits may count logins or be a level. */
export function saysWhoHasAccess({ path, values }: Pick<ColumnProfile, 'path' | 'values'>): boolean {
  const { containers, name } = splitPath(path)
  if (containers.length > 0 || !ofBareAccess.test(name) || values.length === 0) return false
  return values.every((value) => booleanOf(value) !== null && /^\p{L}/u.test(value.trim()))
}
