import { counted } from '../format.ts'
import { maskContactsIn } from '../users/mask-contact.ts'

/** As many records of each kind are named; further ones are counted. */
export const maxNamed = 10

type Placed = {
  /** Where it is in its file, as people find it; empty: it was fetched. */
  readonly place: string
}

/** The records of a listing that no user came from. */
export type UnusedRecords = {
  /** Records that have the key of another one and say something else, or have no key. */
  readonly unclear: number
  /** One for each such key, the first ones. `key`: the ID, or the contact of a user without one; empty: there is none. */
  readonly keys: readonly (Placed & { readonly key: string })[]
  readonly unreadable: number
  /** The first unreadable ones. */
  readonly reasons: readonly (Placed & { readonly reason: string })[]
}

/** Which records of a listing were not used, why, and the way out, as sentences; empty: all were used. */
export function unusedText({ unclear, keys, unreadable, reasons }: UnusedRecords): string {
  const isOne = unclear === 1
  const without = keys.some(({ key }) => key === '') ? (isOne ? ', or has no ID' : ', or have no ID') : ''
  const shared = `${counted(unclear, 'record')} ${isOne ? 'shares its ID with another one and differs' : 'share their ID with another one and differ'} from it${without}`
  const named = keys.map(({ key, place }) => beside(key === '' ? 'no ID' : `ID ${maskContactsIn(key)}`, place))
  const read = reasons.map(({ reason, place }) => beside(reason.replace(/\.$/, ''), place))
  const parts = [
    unclear === 0
      ? ''
      : `${shared}, so it is not known which is right. Nothing is sent for ${listOf(named, keys.length === maxNamed)}. Give each user an ID of their own in the source, then make another pass.`,
    unreadable === 0
      ? ''
      : `${counted(unreadable, 'record')} could not be read: ${listOf(read, unreadable > reasons.length)}.`,
  ]
  return parts.filter((text) => text !== '').join(' ')
}

function beside(what: string, place: string): string {
  return place === '' ? what : `${what} (${place})`
}

function listOf(names: readonly string[], goesOn: boolean): string {
  return [...names, ...(goesOn ? ['and others'] : [])].join('; ')
}
