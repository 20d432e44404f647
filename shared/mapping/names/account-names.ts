import { lastName, splitPath, wordsOf } from './column-words.ts'
import { isCountedPerson, isPeopleWord, isUserWord } from './people-names.ts'

/** Columns by whose values rows of another table refer to an account. */

const accountSuffix =
  /^(?:id|ids|ref|fk|key|no|nr|uid|guid|uuid|ban|banned|blocked|suspended|the|target|offender|subject|affected|punished)$/
/** Columns that name the account which bans, and not the banned one. */
const actor = /^(?:by|admin|moderator|mod|staff|creator|author|issuer|actor|from|blocker|operator|blocking|blockee)$/

/** Whether a column names the account that made or changed a row, and none that the row is about: `created_by`, `author`. */
export function namesMaker(column: string): boolean {
  return wordsOf(column).some((word) => maker.test(word))
}

const maker = /^(?:by|creator|author|editor|issuer)$/

/** Whether a column names an account by its words: `user_id`, `member`; not `banned_by`. */
export function refersToAccount(column: string): boolean {
  const words = wordsOf(column)
  // A name to sign in with, which may be a number as well.
  const isLogin = words.length === 1 && /^logins?$/.test(words[0] ?? '')
  if (isLogin || words.some((word) => actor.test(word))) return false
  return (
    words.some((word) => namesAccount(word)) &&
    words.every((word, at) => namesAccount(word) || accountSuffix.test(word) || (at === 0 && ownSystem.test(word)))
  )
}

/** Before the word for an account, the system itself and none beside it: `auth_user_id`, `app_user_id`; not `sso_user_id`. */
const ownSystem = /^(?:auth|app|sys|system|site|portal|core)$/

function namesAccount(word: string): boolean {
  return /^(?:uid|u|person|logins?)$/.test(word) || isPeopleWord(word.replace(/^(?:ban|id)(?=.{3})|(?<=.{3})id$/g, ''))
}

/**
 * Whether a column numbers a thing by its name and those beside it: an account at a bank, `Account` beside `IBAN`, or a meter. Such a number
 * is neither the key of a user nor a reference to one.
 */
export function numbersThing(path: string, beside: readonly string[]): boolean {
  const words = wordsOf(splitPath(path).name)
  if (words.some((word) => ofMeter.test(word))) return true
  return words.some((word) => ofAccount.test(word)) && areBeside(path, beside, ofBank)
}

const ofMeter =
  /^(?:(?:gas|water|power|smart|electricity)?meters?|(?:strom|gas|wasser)?z(?:ae|a)hler(?:nummer|nr)?|compteur|contador|contatore|licznik)$/
const ofAccount =
  /^(?:a?cc(?:oun)?t|(?:bank)?konto(?:nummer|nr|nra)?|konta|compte|cuenta|conta|conto|rekening(?:nummer)?)$/
const ofBank = /^(?:\w*bank\w*|iban|bic|swift|blz|sortcode|routing|aba|ifsc|clabe|rib|banco|banque|banca)$/

/** Whether a column has the numbers by which another party knows people as its customers: `customer_no` beside `supplier`. */
export function isOfCustomerElsewhere(path: string, beside: readonly string[]): boolean {
  const words = wordsOf(splitPath(path).name)
  const isNumber = words.some((word) => /^(?:ids?|no|nr|num|number|nummer|numero|code|ref)$/.test(word))
  if (!isNumber || !words.some(isPeopleWord)) return false
  // `id_proveedor` is that of a supplier or of a provider of logins, and `id_usuario` beside it that of a user here.
  return words.some((word) => ofSupplier.test(word)) || (!words.some(isUserWord) && areBeside(path, beside, ofSupplier))
}

const ofSupplier =
  /^(?:suppliers?|vendors?|lieferant(?:en)?|fournisseurs?|proveedor(?:es)?|fornitor[ei]|leveranciers?|dostawc[ay]|insurers?|insurance|versicherung|versicherer|utility|netzbetreiber|airline|carrier)$/

function areBeside(path: string, beside: readonly string[], words: RegExp): boolean {
  const says = (other: string) => [...wordsOf(splitPath(other).name), lastName(other)].some((word) => words.test(word))
  return beside.some((other) => other !== path && says(other))
}

/** Whether a column has the ID of a user by its name alone, whatever the table is about: `user_id`, `userUuid`. */
export function isOfUser(column: string): boolean {
  return /^(?:users?|usr)(?:id|uid|guid|uuid|fk|ref)?$|^id(?:user|usuario|utilisateur)$/.test(lastName(column))
}

/**
 * Whether a column refers to a person by its name, where the rows are no users themselves: to an account, to the owner, or to what people
 * have one of each, `profile_id`, `identity`.
 */
export function refersToPerson(path: string): boolean {
  const { name } = splitPath(path)
  return isOfUser(path) || refersToAccount(name) || namesOwner(path) || refersToProfile(path)
}

/** Whether a column has the IDs of people that the rows are about: one that refers to a person, or the ID within an object that stands for one, `user.id`. */
export function hasIdsOfPeople(path: string): boolean {
  return refersToPerson(path) || isIdOfPerson(path)
}

/** Whether a path is the ID within an object that stands for a person: `user.id`, `owner._id`. */
export function isIdOfPerson(path: string): boolean {
  const { containers, name } = splitPath(path)
  const [around = '', ...more] = containers
  return around !== '' && more.length === 0 && /^_?(?:id|uuid|guid)$/i.test(name) && refersToPerson(around)
}

/** Whether a column is about people by its words, whatever else they say: `linked_patient_id`, `employee_code`. */
export function namesPeople(path: string): boolean {
  const { name } = splitPath(path)
  return refersToPerson(path) || wordsOf(name).some((word) => isPeopleWord(word) || isCountedPerson(word))
}

/** Whether a column names the owner of a row, in a word that is said of people and firms alike: `owner_id`. */
export function namesOwner(path: string): boolean {
  return namesOneOf(owners, splitPath(path).name) || belongs.test(wordsOf(splitPath(path).name).join(''))
}

/** Whether a column refers to what a user has one of, which may count in numbers of its own. */
export function refersToProfile(path: string): boolean {
  return namesOneOf(profiles, splitPath(path).name)
}

function namesOneOf(nouns: RegExp, name: string): boolean {
  const [noun = '', ...others] = wordsOf(name.replace(/(?<=[a-z]{5})ids?$/, ' id')).filter((word) => word !== 'id')
  return nouns.test(noun) && others.every((word) => accountSuffix.test(word))
}

const owners =
  /^(?:owner|holder|titular|titulaire|titolare|propriet(?:aire|ari[oa])|propietari[oa]|besitzer|inhaber|eigentumer|eigenaar|dono|wlasciciel|agare|eier)$/
/** Phrases that say whose a row is, as one word. */
const belongs = /^(?:belongsto|gehoertzu|gehortzu|appartienta|perteneceal?|appartieneal?|pertence(?:ao?)?|hoortbij)$/
const profiles = /^(?:profile?|perfil|profilo|identity)$/

/** Whether a name is that of a person with the word for a key: `MemberKey`, `cod_cliente`, `Personalnummer`. */
export function namesKeyOfPerson(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const isKey = (word: string) => isKeyWord(word) || /^(?:cod|codigo|codice|kod|nro)$/.test(word)
  const [people, keys] = [words.filter(isPeopleWord), words.filter(isKey)]
  return (
    (people.length > 0 && keys.length === 1 && words.every((word) => people.includes(word) || isKey(word))) ||
    /^(?:personal|mitarbeiter|mitglieds?|kunden|benutzer|matrikel)(?:nummer|nr|id)$/.test(lastName(path))
  )
}

/** Whether a word of a name means a key or a number: `id`, `uuid`, `code`. */
export function isKeyWord(word: string): boolean {
  return keyWord.test(word)
}

const keyWord = /^(?:ids?|pk|key|no|nr|num|number|nummer|numero|code|ref|uid|guid|uuid|oid|kennung)$/
