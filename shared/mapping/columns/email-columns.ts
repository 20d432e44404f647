import { addressBesideName } from '../../users/address-beside-name.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { booleanOf, contactOf, isTime } from '../cell.ts'
import { isComputedText } from '../../computed-value.ts'
import { lastName } from '../names/column-words.ts'
import { fitOfName } from '../names/name-fit.ts'
import { isOfOtherPeople } from '../names/other-people.ts'
import type { Candidate } from './judge-column.ts'
import type { Sample } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { type ColumnProfile, profileColumns } from './profile-columns.ts'
import { fitOfValues } from './value-fit.ts'

/* Columns of email addresses, by their values. */

/**
 * An address in nearly every record, and hardly one of two users. Where the name has a word for emails, some may be broken, and are to be
 * corrected.
 */
function areEmails({ path, values, records }: ColumnProfile): boolean {
  const isNamed = mentionsEmail(path)
  const addresses = values.filter(isAddress)
  const areEnough = isNamed ? addresses.length * 2 > values.length : addresses.length === values.length
  const areTheirOwn = new Set(addresses).size * 5 >= addresses.length * 4
  return addresses.length > 0 && values.length * 5 >= records * 4 && areEnough && areTheirOwn
}

/** Whether a name has a word for emails, also grown together with others: `workemail`, `Zakelijk e-mailadres`. */
export function mentionsEmail(path: string): boolean {
  return fitOfName('email', path) !== 'none' || /mail|correo|correio|courriel|eposta|почт/u.test(lastName(path))
}

/** Whether a cell is an address, with or without the name of its user, or a list of some. */
function isAddress(value: string): boolean {
  const isOne = (text: string) => isEmailAddress((contactOf(text) ?? '').trim())
  if (addressBesideName(value) !== null) return true
  return isOne(value) && value.split(/[;,|\n]/).every((part) => part.trim() === '' || isOne(part))
}

/** Whether a column holds nothing but addresses, also of other people. */
export function areAddresses({ values }: ColumnProfile): boolean {
  return values.length > 0 && values.every(isAddress)
}

/** Whether a table has a column of nothing but addresses that its mapping does not use: none of its rows is without a login. */
export function hasAddresses({ records, header }: Sample, { columns, ignored = [] }: Mapping): boolean {
  const known = new Set([...columns.map(({ path }) => path), ...ignored])
  return profileColumns(records, header).some(
    (column) => areAddresses(column) && !known.has(column.path) && column.values.length === records.length,
  )
}

/** A column of something else in which some values are addresses: its name says nothing of them. */
export function withAddresses(column: ColumnProfile): Candidate | undefined {
  if (!column.values.some(isAddress)) return undefined
  const values = fitOfValues('email', column)
  const reason = { kind: 'judged', name: 'none', values, numbered: false } as const
  return { column, target: 'email', confidence: 'unsure', reason, rank: 0 }
}

export function areOwnEmails(column: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  if (!areEmails(column) || isOfOtherPeople(column.path)) return false
  return !areMadeUp(column) || !hasRealEmails(column, profiles)
}

/** A column without a name that has addresses of their own, and words for a few accounts without any, such as `admin`. */
export function areMostlyEmails({ values, records }: ColumnProfile): boolean {
  const addresses = values.filter(isAddress)
  const areWords = values.every((value) => isAddress(value) || /^[\p{L}\d._-]{2,30}$/u.test(value.trim()))
  const areTheirOwn = new Set(values).size === values.length
  return values.length === records && addresses.length * 2 > values.length && areWords && areTheirOwn
}

/** A field within an object, whose name may be about something else: `mail.user`, and not `Эл. почта`. */
const isInner = /\.\S|\[/

/** A column called email in any language, and nothing else: texts in it that are no addresses are to be corrected, and not left behind. */
export function isNamedEmail({ path, values }: ColumnProfile): boolean {
  const fit = fitOfName('email', path)
  if (values.length === 0 || !(fit === 'exact' || (fit === 'likely' && !isInner.test(path)))) return false
  const isText = (value: string) => /\p{L}/u.test(value) && booleanOf(value) === null && !isTime(value)
  // An expression of a dump, such as TRIM(...), is no value.
  return values.every((value) => isText(value) && !isComputedText(value))
}

/** Addresses that a product makes of its own IDs, all at one host: nothing arrives there. */
export function areMadeUp({ values }: ColumnProfile): boolean {
  const hosts = new Set(values.map((value) => value.slice(value.indexOf('@') + 1).toLowerCase()))
  return (
    values.length >= 2 && hosts.size === 1 && values.every((value) => /^user-?\d+@|^[0-9a-f-]{32,36}@/i.test(value))
  )
}

/** Whether another column has an address for each of these: Zulip's `delivery_email` beside `email`. */
export function hasRealEmails(made: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  return profiles.some(
    (one) =>
      one.path !== made.path &&
      one.values.length >= made.values.length &&
      areEmails(one) &&
      !areMadeUp(one) &&
      !isOfOtherPeople(one.path),
  )
}
