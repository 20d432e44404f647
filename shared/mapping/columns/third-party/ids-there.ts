import { isDeviceLogin, knownProvider } from '../../../users/known-provider.ts'
import { isEmailAddress } from '../../../users/normalise-email.ts'
import { booleanOf, isTime, textOf, trimmedText } from '../../cell.ts'
import { lastName, splitPath, wordsOf } from '../../names/column-words.ts'
import { isNameOfPerson, isPeopleWord } from '../../names/people-names.ts'
import { isNumberOfPerson } from '../../names/national-ids.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { saysOwnLogin } from '../../entries/identities.ts'
import type { SourceRecord } from '../../export-format.ts'
import { readerOf } from '../../value-at.ts'
import { isUnique } from '../keys/key-values.ts'
import { areFarApart } from '../value-fit.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Columns with the IDs that third parties gave their users. */

/**
 * Whether a column has IDs of third parties in the records that name one in another column, and nothing but email addresses, as Devise has, in
 * the others. An ID that Firebase or a database made is the user's own, unless another column has that one: then third parties write theirs in any form,
 * and so does the directory of a company. `owner`: the other column has the ID of the row's user, or that of the row itself.
 */
export function areIdsThere(
  records: readonly SourceRecord[],
  provider: string,
  path: string,
  owner: 'user' | 'row' | null,
): boolean {
  // One value may be anything, where no standard gives its column that name.
  const least = standards[lastName(path)] === undefined ? 2 : 1
  const [readProvider, readId] = [readerOf(provider), readerOf(path)]
  let there = 0
  for (const record of records) {
    const id = trimmedText(readId(record))
    if (id === '') continue
    const named = textOf(readProvider(record)) ?? ''
    if (named !== '' && isDeviceLogin(named, id)) continue
    const isOwn = named === '' || saysOwnLogin(named)
    const isOfAnyForm = owner === 'user' || (owner === 'row' && knownProvider(named) === null)
    const mayBeThere = isOfAnyForm ? idOfAnyForm.test(id) : idOfAnyLength.test(id) && !ownId.test(id)
    if (isOwn ? !isEmailAddress(id) : !mayBeThere) return false
    if (!isOwn) there += 1
  }
  return there >= least
}

const ownId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|(?=.*[A-Za-z])[A-Za-z0-9]{28})$/

/** Words of names that hold what a third party calls the user. */
const ofIds =
  /^(?:id|uid|data|sub|subject|key|ref|reference|external|extern[oae]?|estern[oa]|foreign|identifier|number|no|nr)$/

/** The column that is filled where the one with providers names a third party, and nowhere else, with another value each time. */
export function idsBeside(
  records: readonly SourceRecord[],
  provider: string,
  profiles: readonly ColumnProfile[],
): ColumnProfile | undefined {
  const filled = (path: string, isNothing: (text: string) => boolean) => {
    const read = readerOf(path)
    const texts = records.map((record) => textOf(read(record)) ?? '')
    return texts.map((text) => text.trim() !== '' && !isNothing(text)).join()
  }
  const [first] = wordsOf(provider)
  const where = filled(provider, saysOwnLogin)
  if (!where.includes('true') || !where.includes('false')) return undefined
  return profiles.find(({ path, values }) => {
    const words = wordsOf(path)
    if (path === provider || !(words[0] === first || words.some((word) => ofIds.test(word)))) return false
    // Deep within the profile at a third party are things of the user, such as the place of a message.
    if (splitPath(path).containers.length > 1) return false
    const isId = ofIds.test(words.at(-1) ?? '') || ofIds.test(words[0] ?? '')
    if (!isId || values.some((value) => isTime(value) && !/^\d{1,21}$/.test(value))) return false
    return (
      new Set(values).size === values.length &&
      values.every((value) => !/\s|^$/.test(value)) &&
      filled(path, () => false) === where
    )
  })
}

/** The path of a file. */
const ofFile = /\/[^/]*\.[A-Za-z]{2,4}$/

const opaque = /^(?=.*\d)(?![0-9a-f]{24}$)[\w.:|=+/-]{6,256}$/

/** Also an early ID, which has few digits. */
const idOfAnyLength = /^(?=.*\d)[\w.:|=+/-]{1,256}$/

/** Also an ID of letters alone. */
const idOfAnyForm = /^[^\s@]{3,256}$|^(?=.*\d)[^\s@]{1,2}$/

/** Whether the values of a column may be ids that third parties gave out: never the same, and none says anything else, or is one of MongoDB. */
export function mayBeThirdPartyId(column: ColumnProfile): boolean {
  const { phone, password, time, otherSecret, ofPicture } = hintsOf(column.path)
  if (phone || password !== null || time || otherSecret || ofPicture || isNameOfPerson(column.path)) return false
  if (isNumberOfPerson(column.path)) return false
  // Facebook counts its users as far as microseconds since 1970.
  const isCounted = (value: string) => /^\d{15,17}$/.test(value.trim())
  return (
    isUnique(column) &&
    column.values.every(
      (value) => isCounted(value) || (opaque.test(value.trim()) && !ofFile.test(value) && booleanOf(value) === null),
    )
  )
}

/** Whether a value has the form of an ID, of any length. */
export function isOpaque(value: string): boolean {
  return idOfAnyLength.test(value.trim())
}

/** The ID of a user of Google. */
export const ofGoogle = /^1\d{20}$/

/** Whether all records name third parties, and their numbers are as long and as far apart as those that GitHub and Twitter give out. */
export function areNumbersThere(provider: ColumnProfile, { values }: ColumnProfile): boolean {
  const numbers = values.map((value) => value.trim())
  return (
    provider.values.length === provider.records &&
    provider.values.every((value) => knownProvider(value) !== null) &&
    numbers.every((number) => /^[1-9]\d{5,18}$/.test(number)) &&
    (numbers.length === 1 || areFarApart(numbers))
  )
}

/** Names of an ID at a third party, by whose they are. */
export const standards: Readonly<Partial<Record<string, string>>> = { sub: 'OpenID Connect', uid: 'OmniAuth' }

/** Whether a column is called the ID of what another one names: `auth_id` beside `auth_provider`, and not `user_id` beside `user_type`. */
export function beginsAlike(path: string, provider: string): boolean {
  const [[first = '', ...rest], [other]] = [wordsOf(splitPath(path).name), wordsOf(splitPath(provider).name)]
  return first === other && rest.length === 1 && ofIds.test(rest[0] ?? '') && !isPeopleWord(first) && first !== 'login'
}
