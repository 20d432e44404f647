import { namesNoUser } from '../../mapping/columns/keys/key-values.ts'
import { isNameOfAccount } from '../../mapping/entries/sign-in-names.ts'
import type { Notation } from '../../mapping/entries/target-sources.ts'
import type { Entry, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { booleanOf, isTime, trimmedText } from '../../mapping/cell.ts'
import { timeToCome } from '../../mapping/end-of-account.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import { namesKeyOfPerson, namesOwner, refersToAccount } from '../../mapping/names/account-names.ts'
import { wordsOf } from '../../mapping/names/column-words.ts'
import { isActorWord } from '../../mapping/names/standing/reason-names.ts'
import { listsKeptOut } from '../../mapping/names/standing/kept-out-names.ts'
import { tableReader } from '../../mapping/read-table.ts'
import { anyEmailKey } from '../../mapping/rows/standing-rows.ts'
import { loginTargets, type MappingTarget, mapsLogin, standingTargets } from '../../mapping/targets.ts'
import { valueAt } from '../../mapping/value-at.ts'
import { endsBan, judgeBanColumns, numbersBan, saysBanIsOn } from './ban-lists.ts'

/**
 * The mapping of a list of accounts that are kept out. Every user in it is disabled; where its columns say when a ban ends or whether it
 * still holds, only users with a ban that holds are. Null: the file lists something else. `name`: of its file or table.
 */
export function mappingOfKeptOut(mapping: Mapping, sample: Sample, name: string): Mapping | null {
  if (!listsKeptOut(name)) return null
  // The first ban may be one that never ends.
  const columns = sample.header ?? [...new Set(sample.records.flatMap((record) => Object.keys(record)))]
  const named = columns.filter(refersToAccount)
  const [referring = []] = [named, columns.filter(namesOwner), columns.filter(namesKeyOfPerson)].filter(
    (some) => some.length > 0,
  )
  const hasLogins = mapsLogin(mapping)
  const userName = hasLogins ? undefined : nameColumn(sample, columns)
  const mapped = (target: MappingTarget) => mapping.columns.some((one) => one.target === target)
  // Users with passwords, of which each has an ID, may be the first of all.
  const hasOther = userName !== undefined || (mapped('email') && !mapped('password-hash'))
  const isOfBan = (path: string) => numbersBan(path) || (hasOther && countsRows(sample, path))
  const ownId = mapping.columns.find(({ path, target }) => target === 'source-id' && !isOfBan(path))?.path
  // The ID of a ban says nothing of its user where another column does.
  const isReferring = referring.length === 1 && (ownId === undefined || !refersToAccount(ownId))
  const owner = isReferring ? referring[0] : (ownId ?? userName)
  const judged = columns.length === 1 ? 'bans' : judgeBanColumns(columns, owner, wordsOf(name))
  if (judged === 'others' || (judged === 'maybe' && !hasLogins)) return null
  const held = whenHeld(sample, columns)
  const isObjectId = (column: string) =>
    sample.records.some((record) => typeof valueAt(record, `${column}.$oid`) === 'string')
  const path = owner !== undefined && isObjectId(owner) ? `${owner}.$oid` : owner
  const told = [...(path === undefined ? [] : [{ path, target: 'source-id' as const }]), ...held]
  const others = mapping.columns.filter(
    ({ path, target }) =>
      target !== 'source-id' &&
      // The address of the one who banned is that of another user.
      !(loginTargets.includes(target) && wordsOf(path).some(isActorWord)) &&
      !told.some((one) => one.path === path) &&
      !(held.length > 0 && standingTargets.includes(target)),
  )
  const { constants = [] } = mapping
  const forAll = held.length > 0 ? constants : [...constants, { target: 'disabled' as const, value: 'true' }]
  return { ...mapping, columns: [...told, ...others], ...(forAll.length === 0 ? {} : { constants: forAll }) }
}

/**
 * Reads the rows of such a list that name their users by an ID or, where they have none, by an email, as bans of accounts and of addresses do
 * (`phpbb_banlist`); null: each row has an email, or none has an ID of a user.
 */
export function readKeptOut(
  mapping: Mapping,
  { records }: Sample,
  notation: Notation,
): ((record: SourceRecord) => Entry) | null {
  const pathOf = (target: MappingTarget) => mapping.columns.find((one) => one.target === target)?.path
  const [owner, email] = [pathOf('source-id'), pathOf('email')]
  if (owner === undefined || email === undefined || !refersToAccount(owner)) return null
  const textAt = (record: SourceRecord, path: string) => trimmedText(valueAt(record, path))
  if (records.every((record) => textAt(record, email) !== '')) return null
  const columns = mapping.columns.filter(({ path }) => path !== owner && path !== email)
  const read = tableReader({ ...mapping, columns, ignored: [...(mapping.ignored ?? []), email] }, { owner, notation })
  return (record) => {
    const id = textAt(record, owner)
    if (!namesNoUser(id) && id !== '') return read(record)
    const address = textAt(record, email).toLowerCase()
    if (address === '') return { kind: 'aside', what: 'ban of no account' }
    const entry = read({ ...record, [owner]: address })
    return entry.kind === 'part' ? { ...entry, keys: [`${anyEmailKey}${address}`] } : entry
  }
}

/** Whether a column numbers the rows of a list, which says nothing of their users: `id`, 1, 2, 3. */
function countsRows({ records }: Sample, column: string): boolean {
  return !refersToAccount(column) && records.every((record, at) => trimmedText(record[column]) === `${at + 1}`)
}

/** The column of the names that users sign in with, in a list that has no other login of theirs: the only one, or one that is called so. */
function nameColumn(sample: Sample, columns: readonly string[]): string | undefined {
  const areNames = (column: string) =>
    sample.records.every((record) => /^\S{1,64}$/.test(trimmedText(record[column]))) &&
    !sample.records.some((record) => address.test(trimmedText(record[column])))
  return columns.find((column) => (columns.length === 1 || isNameOfAccount(column)) && areNames(column))
}

/** An address of a machine. */
const address = /^\d{1,3}(?:\.(?:\d{1,3}|\*)){3}(?:\/\d+)?$|^[\da-f]{0,4}(?::[\da-f]{0,4}){2,}/i

/** The columns by which a ban holds, with the values that say so; none: it is not said. */
function whenHeld(sample: Sample, columns: readonly string[]): Mapping['columns'] {
  const valuesOf = (column: string) => [...new Set(sample.records.map((record) => trimmedText(record[column])))]
  const on = columns.find(saysBanIsOn)
  const target = 'disabled' as const
  if (on !== undefined) {
    const yes = valuesOf(on).filter((value) => booleanOf(value) === true)
    return [{ path: on, target, values: yes.length > 0 ? yes : ['true', '1'] }]
  }
  return columns.filter(endsBan).map((path) => {
    const words = valuesOf(path).filter((value) => !isTime(value) && booleanOf(value) !== true)
    return { path, target, values: [...new Set(['', ...words, timeToCome])].slice(0, maxValues) }
  })
}

const maxValues = 50
