import { splitPath, wordsOf } from '../column-words.ts'
import { namesGuardianConsent } from '../other-things.ts'
import { isPeopleWord } from '../people-names.ts'

/* Names of columns whose values may read like the state of an account, and are none: consents, and names of things. */

/** Words for a consent of the user, which may be taken back: `cookie_consent`. */
const ofOwnConsent =
  /^(?:consents?|cookies?|opt|optin|optout|gdpr|dsgvo|rgpd|lgpd|einwilligung\p{L}*|consentements?|consentimientos?|consentimentos?|consensi|consenso|toestemming\p{L}*|zgod[ay]|zgody|onay|согласи[ея])$/u

/** Whether a column says what its user agreed to, or lets a program do, by its name: `push_permission`, and not `permission_level`, which is like a role. */
export function namesConsent(column: string): boolean {
  const words = wordsOf(splitPath(column).name)
  const isOfProgram =
    words.some(isPermission) && words.some((word) => !isPermission(word) && !ofRole.test(word) && !isPeopleWord(word))
  return (isOfProgram || words.some((word) => ofOwnConsent.test(word))) && !namesGuardianConsent(column)
}

function isPermission(word: string): boolean {
  return /^permissions?$/.test(word)
}

const ofRole =
  /^(?:levels?|roles?|groups?|types?|kind|status|state|access|login|app|system|site|the|id|ids|name|code|set|profile)$/

const ofNames =
  /(?:^| )(?:team|company|product|project|band|artist|song|book|movie|game|file|page|site|channel|guild|clan|city|street)(?: name)?$|^(?:job |page |post )?title$|^(?:occupation|profession|beruf|slogan|motto|bio|nick(?:name)?|(?:display|screen|first|last|full|user) name|name)$/

/** Places in a list, and objects around the fields of a user. */
const ofRecord =
  /^(?:\d+|users?|profile|attributes|data|info|details|custom|fields|meta|metadata|personal|person|account|properties)$/

/** Whether a column has the names of things, works or occupations, which may be any word: `team_name`, `title`. */
export function holdsNames(column: string): boolean {
  const { containers, name } = splitPath(column)
  const words = wordsOf(name)
  // `team.name` is that of a team, and `role.name` that of a role.
  const around = words.length === 1 ? wordsOf(containers.at(-1) ?? '').filter((word) => !ofRecord.test(word)) : []
  return ofNames.test([...around, ...words].join(' '))
}
