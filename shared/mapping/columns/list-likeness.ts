import type { Mapping } from '../mapping.ts'
import { refersToAccount } from '../names/account-names.ts'
import { lastName, splitPath, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { namesPlace } from '../names/place-names.ts'
import { isNameOfPerson } from '../names/people-names.ts'
import { isContactTarget } from '../targets.ts'
import { comesAgain } from './keys/key-values.ts'
import type { ColumnProfile } from './profile-columns.ts'

/* Lists of a shop or a site whose rows have the contact of a person and are none of users: postal addresses, messages, subscriptions. */

/** The column by which a table without passwords is such a list; null: it is none. */
export function listColumn(profiles: readonly ColumnProfile[], columns: Mapping['columns']): string | null {
  const isContact = ({ path }: ColumnProfile) =>
    columns.some((one) => one.path === path && isContactTarget(one.target)) ||
    isNameOfPerson(path) ||
    hintsOf(path).phone
  const others = profiles.filter((one) => !isContact(one))
  return addressOfOwner(profiles, columns) ?? messageIn(others) ?? subscriptionIn(others)
}

/** Postal addresses of which an account may have several: the column of the account, or the one that says which of them is the first. */
function addressOfOwner(profiles: readonly ColumnProfile[], columns: Mapping['columns']): string | null {
  const isOwnEmail = ({ path, values }: ColumnProfile) =>
    columns.some((one) => one.path === path && one.target === 'email') && new Set(values).size === values.length
  if (profiles.filter(({ path }) => namesPlace(path)).length < enoughPlaces || profiles.some(isOwnEmail)) return null
  const owner = profiles.find((one) => (refersToAccount(one.path) || isOfProfile(one.path)) && comesAgain(one))
  return (owner ?? profiles.find(({ path }) => saysFirst.test(lastName(path))))?.path ?? null
}

const enoughPlaces = 2
const saysFirst = /^(?:is)?(?:default|primary)(?:(?:shipping|billing)?(?:address)?)$/

function isOfProfile(path: string): boolean {
  return wordsOf(splitPath(path).name).join(' ') === 'profile id'
}

/** The text of a visitor, beside nothing but a contact for the answer. */
function messageIn(others: readonly ColumnProfile[]): string | null {
  const isMessage = ({ path, values }: ColumnProfile) =>
    ofMessages.test(lastName(path)) && values.filter((value) => /\S\s+\S/.test(value.trim())).length * 2 > values.length
  const message = others.find(isMessage)
  const isPlain = ({ path }: ColumnProfile) => ofMessages.test(lastName(path)) || ofRows.test(lastName(path))
  return message !== undefined && others.every(isPlain) ? message.path : null
}

/** When an address was put on a list, beside nothing but where that was. A flag alone may be a setting of a user. */
function subscriptionIn(others: readonly ColumnProfile[]): string | null {
  const time = others.find(({ path }) => ofSubscription.test(lastName(path)))
  const isPlain = ({ path }: ColumnProfile) =>
    ofSubscription.test(lastName(path)) || ofRows.test(lastName(path)) || ofListing.test(lastName(path))
  return time !== undefined && others.every(isPlain) ? time.path : null
}

const ofMessages =
  /^(?:subject|message|body|comments?|question|inquiry|enquiry|feedback|betreff|nachricht|anliegen|asunto|mensaje|sujet|assunto|mensagem|oggetto|messaggio)(?:text|body)?$/
const ofSubscription = /^(?:un)?subscri(?:bed|ption)(?:at|on|date|time)?$/
/** Columns of any such list: its key, its times, its source, and whether a row is settled. */
const ofRows =
  /^(?:id|uuid|_?id|(?:created|updated|submitted|received|sent|read|replied|answered)(?:at|on|date|time)?|date|time|timestamp|ip(?:address)?|useragent|source|page|url|referr?er|lang(?:uage)?|locale|topic|category|type|status|state|is(?:read|resolved|archived|answered|replied|spam)|resolved|archived|consent|gdpr(?:consent)?)$/
const ofListing =
  /^(?:is)?(?:active|enabled|subscribed|confirmed)$|^(?:confirm|unsubscribe|subscription)(?:ation)?(?:token|key|hash)$|^(?:list|campaign|tags?|segment|frequency|preferences?)(?:id|name)?$/
