import { called, take } from '../columns/beside-columns.ts'
import { knownProvider, namesOwnLogin } from '../../users/known-provider.ts'
import { textOf } from '../cell.ts'
import type { Candidate } from '../columns/judge-column.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import type { SourceRecord } from '../export-format.ts'
import { lastName, withinOf } from '../names/column-words.ts'
import { isOfGames, thirdPartyOf } from '../names/third-party-names.ts'
import {
  areAccountsThere,
  isIdThere,
  isNamedIdThere,
  isNamedService,
  isOfDeals,
  isTableOfSignIn,
} from '../rows/third-party-rows.ts'
import { readerOf } from '../value-at.ts'

/* Logins at third parties in entries of a list or in an object of their own: the provider and the ID there stand beside each other. */

type Login = { readonly provider: ColumnProfile; readonly id: ColumnProfile }

/** Adds the provider and the ID beside it, where no others are taken. */
export function addListedLogin(
  records: readonly SourceRecord[],
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
): void {
  const sure = [...chosen.values()].filter(({ confidence }) => confidence !== 'unsure')
  const own = sure.find(({ target }) => target === 'source-id')?.column.path
  const login = profiles.flatMap((provider) => loginOf(provider, profiles, records, own) ?? [])[0]
  if (login === undefined) return
  const { provider, id } = login
  const isOther = ({ target, column: { path } }: Candidate) =>
    (target === 'provider' && path !== provider.path) ||
    (target === 'provider-user-id' && path !== id.path) ||
    ((path === provider.path || path === id.path) && target !== 'provider' && target !== 'provider-user-id')
  if (sure.some(isOther)) return
  for (const [column, target, beside] of [
    [provider, 'provider', id],
    [id, 'provider-user-id', provider],
  ] as const) {
    take(chosen, column, target, called(`beside “${beside.path}”`))
  }
}

function loginOf(
  provider: ColumnProfile,
  profiles: readonly ColumnProfile[],
  records: readonly SourceRecord[],
  own: string | undefined,
): Login | null {
  const within = withinOf(provider.path)
  const list = within.replaceAll(/\[0\]|\.$/g, '')
  const isNamed = namesProviders(provider)
  if (within === '' || isOfDeals(list) || ofOtherThings.test(list)) return null
  if (!isNamed && !(provider.values.length > 0 && provider.values.every((value) => knownProvider(value) !== null)))
    return null
  if (itself.test(lastName(list))) return null
  const isOfSignIn = isTableOfSignIn(list) || ofAccounts.test(list)
  const isOwn = (path: string) => {
    const [readId, readOwn] = [readerOf(path), readerOf(own ?? '')]
    return own !== undefined && records.every((record) => isSame(textOf(readId(record)), textOf(readOwn(record))))
  }
  const mayBeId = ({ path, values }: ColumnProfile) =>
    path.startsWith(within) &&
    path !== provider.path &&
    !/[.[]/.test(path.slice(within.length)) &&
    values.length > 0 &&
    values.every((value) => /^\S{1,256}$/.test(value) && !value.includes('@')) &&
    !isOwn(path)
  const beside = profiles.filter(mayBeId)
  const named = beside.find(({ path }) => isNamedIdThere(path))
  const ofList = isOfSignIn ? (beside.find(({ path }) => isIdThere(path)) ?? beside.find(isPlainId)) : undefined
  // In any language, accounts there show by the form of their IDs.
  const read = readerOf(provider.path)
  const entries = records.filter((record) => textOf(read(record)) !== null)
  const areThere = ({ path }: ColumnProfile) => areAccountsThere(entries, { provider: provider.path, id: path })
  const isOpen = !isTwofold(provider.path, profiles)
  const id = (isNamed ? (named ?? ofList) : undefined) ?? (isOpen ? beside.find(areThere) : undefined)
  return id === undefined ? null : { provider, id }
}

/** Whether some users have several entries and others one, which XML has under a path without a position: both have to be mapped. */
export function isTwofold(path: string, profiles: readonly ColumnProfile[]): boolean {
  const plain = (one: string) => one.replaceAll('[0]', '')
  return profiles.some((one) => one.path !== path && plain(one.path) === plain(path))
}

/** An entry without a login says nothing of whose the others are. */
function isSame(id: string | null, own: string | null): boolean {
  return id === null || id === own
}

/** Lists of accounts that a user has elsewhere. */
const ofAccounts = /account|linked|provider|sns/i
/** An object that describes the third party: the ID in it is that of the third party, as in `identityProvider` of PingOne. */
const itself = /^(?:identity|auth|login|social)?(?:provider|idp|connection)$/
/** Lists of pages and people, and what a program does for its user. */
const ofOtherThings = /link(?!ed)|url|media|page|handle|contact|follow|friend|device|webhook|integration|avatar|photo/i

/** Whether a field has names of providers: a word that no one knows is one where the field says so. */
function namesProviders({ path, values }: ColumnProfile): boolean {
  const name = lastName(path)
  if (!isNamedService(path) && !/^(?:social|auth|login)?platform(?:name)?$/.test(name)) return false
  const words = values.map((value) => value.trim()).filter((value) => !namesOwnLogin(value))
  const isWord = (word: string) => /^[a-z][\w .-]{1,39}$/i.test(word)
  const isKnown = (word: string) => knownProvider(word) !== null || thirdPartyOf(word) !== null || isOfGames(word)
  return words.length > 0 && words.every(isWord) && (/provider|idp/.test(name) || words.some(isKnown))
}

/** Without another ID in the entry, this one is the user's there, unless the rows of the list were counted. */
function isPlainId({ path, values }: ColumnProfile): boolean {
  return (
    /^(?:id|user_?id|account_?id|id_?str)$/i.test(lastName(path)) && !values.every((value) => /^\d{1,5}$/.test(value))
  )
}
