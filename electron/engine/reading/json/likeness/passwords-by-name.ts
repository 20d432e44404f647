import { isCommonPassword } from '../../../../../shared/mapping/columns/secrets/common-passwords.ts'
import { mayComeAgain } from '../../../../../shared/mapping/columns/secrets/password-likeness.ts'
import { isLoginName, namesRoles } from '../../../../../shared/mapping/names/column-words.ts'
import { hintsOf } from '../../../../../shared/mapping/names/name-hints.ts'
import { isAboutOtherThing } from '../../../../../shared/mapping/names/other-things.ts'
import { isNameOfPerson, isPeopleWord, mentionsPeople } from '../../../../../shared/mapping/names/people-names.ts'
import { isEmailAddress } from '../../../../../shared/users/normalise-email.ts'
import { isDigest } from './login-in-list.ts'
import { namesUsers } from './user-likeness.ts'

/* Objects whose keys are users and whose values are their passwords: `{"ann": "5e88…", "bob": "6ca1…"}`. */

type Member = readonly [key: string, text: string]

/**
 * Whether the members of an object are names of users with their passwords. Digests of one length say so by themselves, and so do clear passwords
 * with letters, digits and signs; other words do where the object is called after people or passwords, or, at the top, the file.
 */
export function arePasswordsByName(members: readonly Member[], container: string, file = container): boolean {
  const [first, ...others] = members
  if (first === undefined || members.some(([key, text]) => !mayBeName(key) || !mayBePassword(text))) return false
  const texts = members.map(([, text]) => text)
  const ofPeople = namesUsers(container) || /^(?:credentials?|logins?)$/i.test(container)
  const ofPasswords = [container, ...(ofPeople ? [file] : [])].some((name) => hintsOf(name).password !== null)
  const isNamed = ofPeople || ofPasswords
  const areDigests = texts.every((text) => isDigest(text) && text.length === first[1].length)
  if (others.length === 0) return areDigests && (isNamed || isPeopleWord(first[0].toLowerCase()))
  if (areDigests) return new Set(texts).size * 2 > texts.length
  const chosen = texts.filter((text) => (mayComeAgain(text) && !exclaimed.test(text)) || isCommonPassword(text))
  if (ofPasswords) return true
  if (isNamed) return chosen.length * 2 >= texts.length
  const mixed = texts.filter((text) => /\d/.test(text) && /[!#$%&*+?@^~=]/.test(text))
  return chosen.length === texts.length && mixed.length * 2 >= texts.length
}

/** A word of a text: `Hello!` */
const exclaimed = /^\p{L}+[!?]+$/u

/** Whether a key may be the name or the ID of a user, and is no name of a field, a file or a setting. */
export function mayBeName(key: string): boolean {
  if (!/^[^\s/\\:]{1,64}$/.test(key) || isEmailAddress(key)) return false
  const { password, phone, provider, time, otherSecret, token, otherDigest, secondFactor, keyPair, ofPicture } =
    hintsOf(key.replaceAll('.', '_'))
  const isField = [phone, time, otherSecret, token, otherDigest, secondFactor, keyPair, ofPicture].includes(true)
  if (isField || password !== null || provider !== null) return false
  if (/^[A-Z][A-Z\d]*_[A-Z\d_]*$/.test(key) || ofFile.test(key) || ofField.test(key)) return false
  const isWord = isNameOfPerson(key) || isLoginName(key) || namesRoles(key) || isAboutOtherThing(key)
  return !isWord || mentionsPeople(key)
}

const ofFile =
  /\.(?:[cm]?[jt]sx?|css|html?|json|map|png|jpe?g|gif|svg|webp|ico|woff2?|ttf|wasm|zip|gz|tgz|txt|md|xml|ya?ml|py|rb|php|java|jar|so|dll|exe|lock|lua|sql|csv|pdf)$/i
/** Names of contacts and IDs. `david` ends with the same letters. */
const ofField = /mail|user_?name|^(?:id|uid|guid|uuid|oid|pk)$|[_-]id$|[_-]pk$/i

/** Whether a text may be a password: one word, and no address. */
export function mayBePassword(text: string): boolean {
  return /^\S{1,200}$/.test(text) && !isEmailAddress(text)
}
