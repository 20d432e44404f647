import { isEmailAddress } from '../../users/normalise-email.ts'
import { fitOfName } from '../names/name-hints.ts'
import type { ColumnProfile } from './profile-columns.ts'

/* Columns of email addresses, by their values. */

/** Words of columns that hold addresses of other people. A contact alone is that of the user whose row it is; one of something else is another person. */
export const ofOtherPeople =
  /manager|boss|super|parent|father|mother|guardian|spouse|emergency|friend|roster|.contact|contact(?!(?:o|no|nr|num|number|_?info|_?details)?$)|refer|sponsor|billing|invoice|support|sales|owner|creat|updat|modif|(?:^|_)by$|recovery|backup|altern|secondary|second|old|previous|prev|reply|sender|from|\bto\b|chef|vorgesetzt|eltern/i

/** An address of its own in nearly every record. Where the name says so, a few may be broken, and are to be corrected. */
export function areEmails({ path, values, records }: ColumnProfile): boolean {
  const whole = values.filter((value) => isEmailAddress(value.trim())).length
  const isEnough = fitOfName('email', path) === 'none' ? whole === values.length : whole * 5 >= values.length * 4
  return values.length > 0 && values.length * 5 >= records * 4 && isEnough && new Set(values).size === values.length
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
      !ofOtherPeople.test(one.path),
  )
}
