import { knownProvider } from '../../../users/known-provider.ts'
import { isLoginName, lastName, splitPath, wordsOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { isKeyWord, isOfCustomerElsewhere, numbersThing } from '../../names/account-names.ts'
import { isIdOfMongo } from '../../names/ids/id-names.ts'
import { isCountedPerson, isPeopleWord } from '../../names/people-names.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Names of keys: the person, the account or the thing that they number. */

/** Whether the last word of a name is that of a key, also of a glued one: `userid`. */
export function namesKey(word: string): boolean {
  return isKeyWord(word) || gluedKey.test(word)
}

const gluedKey = /^\w+(?:id|nr|no)$/

/** Whether a column is called the name with which users sign in. */
export function isLoginNameOrAccount(path: string): boolean {
  return /^account_?name$/.test(lastName(path)) || isLoginName(path)
}

/** Whether a column is called like what people sign in with, or like people: Cognito makes user names itself. `bare`: its name without what all share. */
export function namesLogin(path: string, bare = path): boolean {
  return isLoginNameOrAccount(path) || wordsOf(splitPath(bare).name).some(isPeopleWord)
}

/** Numbers of rows, which the next export gives to others. */
export const namesRow =
  /^(?:|no|nr|num|number|numero|nummer|lfd\w*|laufende\w*|lp|pos\w*|row\w*|line\w*|zeile\w*|rank\w*|rang|seq\w*|index|idx|order|count|sno|srno|slno|stt|序号|序號|年|year|age)$/u

/** The same by a name that says so, whatever its last word: `Lfd. Nr.` */
export const countsRows =
  /^(?:lfd|laufende|lp$|row|line|zeile|rank|rang|seq|index$|idx$|column\d+$|sno$|srno$|slno$|stt$|序号$|序號$)/u

/** Keys that programs sign in with. */
export const keyOfAccess =
  /(?:auth|api|access|rss|feed|session|secret|private|activation|encryption|encrypt|crypt|cipher)key$/

/** Whether a column is called the number of people, and nothing more: `Member No`. */
export function numbersPeople(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const isPerson = (word: string) => isPeopleWord(word) || isCountedPerson(word)
  return (
    words.length > 1 &&
    !numbersAccount(path) &&
    words.some(isPerson) &&
    words.every((word) => isPerson(word) || /^(?:id|no|nr|num|number|nummer|numero|code)$/.test(word))
  )
}

/** A header may end with a dot itself: `Kd-Nr.` */
export function isInner(path: string): boolean {
  return path.includes('[') || splitPath(path).containers.length > 0
}

/** Whether a column is called like a secret other than a password, such as a code. */
export function isSecretName(path: string): boolean {
  return hintsOf(path).otherSecret && !namesPeople(path)
}

/** The code of a person is none to sign in with: `Employee Code`. */
function namesPeople(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return words.length === 2 && words[1] === 'code' && isPeopleWord(words[0] ?? '')
}

/** Whether a column has numbers that a bank or another party gave out, by its name and those beside it. */
export function isNumberElsewhere(path: string, beside: readonly string[]): boolean {
  return numbersThing(path, beside) || isOfCustomerElsewhere(path, beside)
}

/** The number of a person, with the noun first, as in Romance languages: `numero_utilisateur`, `codigo_cliente`. */
export function isNumberOf([first = '', ...others]: readonly string[]): boolean {
  const nouns = others.filter((word) => !/^(?:de|del|della|do|da|du|d|l|la|le|el)$/.test(word))
  return nouns.length > 0 && /^(?:no|nr|num|numero|number|code|codigo|codice)$/.test(first) && nouns.every(isPeopleWord)
}

/** Whether a key is that of a thing by its name: `address_id`, `stripe_customer_id`. A number for people alone, or an older one, may be theirs. */
export function namesThing(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const nouns = words.filter((word) => !namesKey(word) || word === 'ref')
  if (
    nouns.length === 0 ||
    words.length < 2 ||
    nouns.some((word) => ofUsers.test(word) || knownProvider(word) !== null)
  )
    return false
  return (
    /^(?:id|fk|ref)$/.test(words.at(-1) ?? '') &&
    nouns.some((word) => /^[a-z]+$/.test(word) && !isPeopleWord(word) && !isCountedPerson(word))
  )
}

/**
 * Whether a key is that of a thing which no user is: a role, a kind or a place, `role_id`, `id_profile`, or what a user did last,
 * `id_last_order`. The first column may be the own key of a table of such things.
 */
export function namesOtherThing(path: string, [first]: readonly ColumnProfile[]): boolean {
  // `groupid` is one word, as `adminid` and `roleid` are.
  const words = wordsOf(splitPath(path).name).flatMap((word) => /^(\w{4,})(ids?)$/.exec(word)?.slice(1) ?? word)
  const nouns = words.filter((word) => !/^(?:ids?|fk|ref)$/.test(word))
  const [last = ''] = nouns.slice(-1)
  if (nouns.length === words.length || path === first?.path) return false
  return thing.test(last) || (/^(?:last|latest|current|default|parent|first)$/.test(nouns[0] ?? '') && nouns.length > 1)
}

const thing =
  /^(?:admins?|rol(?:e|le|a|es)?|ruolo|papel|profile?|perfil|profilo|(?:user|member|ext|admin)?groups?|grupo|gruppe|groupe|gruppo|grupa|types?|tipo|typ|kind|status|statut|stat[eo]|estado|shops?|stores?|tienda|loja|lang|language|idioma|langue|lingua|country|pais|pays|land|city|ciudad|ville|region|category|categoria|categorie|department|departamento|departement|abteilung|branch|sucursal|filial|position|level|nivel|niveau|plan|tier|theme|currency|image|avatar|photo|picture|address|timezone|messages?|orders?|permission|team|tenant)$/

/** Whether a key is the number of an account by its name, which is one of a bank or a contract as well: `account_number`, `Kontonummer`. */
export function numbersAccount(path: string): boolean {
  return /^(?:(?:no|nr|num|numero)(?:de|di|da|del)?)?(?:account|acct|konto|compte|cuenta|conta|conto|rekening)(?:no|nr|num|number|nummer)?$/.test(
    lastName(path),
  )
}

/** Whether a column numbers rooms, tables or beds by its name, each of which another user has later: `Room No`. */
export function numbersRoom(path: string): boolean {
  return /^(?:(?:no|nr|num|numero)(?:de|di|da|do)?)?(?:hostel|dorm)?(?:room|hostel|table|desk|bed|zimmer|tisch|chambre|habitacion|mesa|quarto|stanza|kamer|pokoj)(?:no|nr|num|number|nummer)?$/.test(
    lastName(path),
  )
}

/** Whether a column of which a few values come again is the ID of its records by its plain name. Where more than a tenth do, it is the ID of something else. */
export function isOwnId(
  path: string,
  { filled, distinct }: { readonly filled: number; readonly distinct: number },
): boolean {
  return (/^_?(?:id|uuid|guid|uid)$/i.test(path) || isIdOfMongo(path)) && filled - distinct <= Math.max(1, filled / 10)
}

/** Whether a number is that of a thing by its name, unless nothing else counts the users: `car_number` beside `card_number`. */
export function isNumberOfThing(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const nouns = words.filter((word) => !namesKey(word))
  const isNumber = /^(?:no|nr|num|number|nummer|numero|code)$/.test(words.at(-1) ?? '')
  return (
    isNumber &&
    nouns.length > 0 &&
    !nouns.some((word) => isPeopleWord(word) || isCountedPerson(word) || ofUsers.test(word))
  )
}

/** Words of keys that users have in other systems, and the services that check passwords for others. */
const ofUsers =
  /^(?:ext|extern|external|legacy|old|previous|alt|src|source|origin|original|foreign|sso|saml|idp|oidc|auth|ldap|ad|azure|entra|sub|subject|provider|login|object|global|public|unique|remote|import|personal|personnel|identity|federation|federated|firebase|cognito|supabase|supertokens|keycloak|fusionauth|clerk|workos|stytch|kinde|descope|frontegg|kratos|zitadel|logto|authentik|casdoor|onelogin|jumpcloud|userpool)$/

/** Whether a name is that of the ID that another service gave to a user, without a word for an ID: `cognito_sub`, `FederationIdentifier`. */
export function namesSubject(path: string): boolean {
  const words = wordsOf(splitPath(path).name).flatMap(
    (word) => /^(federation)(identifier)$/.exec(word)?.slice(1) ?? word,
  )
  return (
    /^(?:sub|subject|identifier)$/.test(words.at(-1) ?? '') && words.slice(0, -1).some((word) => ofUsers.test(word))
  )
}
