import type { Sample } from '../../mapping/export-format.ts'
import { booleanOf, isTime, trimmedText } from '../../mapping/cell.ts'
import { timeToCome } from '../../mapping/end-of-account.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import { namesOwner, refersToAccount } from '../../mapping/names/account-names.ts'
import { isSignInName, wordsOf } from '../../mapping/names/column-words.ts'
import { listsKeptOut } from '../../mapping/names/standing/kept-out-names.ts'
import { mapsLogin, standingTargets } from '../../mapping/targets.ts'
import { judgeBanColumns } from './ban-lists.ts'
import { endsBan, saysBanIsOn } from './standing-tables.ts'

/**
 * The mapping of a list of accounts that are kept out. Every user in it is disabled; where its columns say when a ban ends or whether it
 * still holds, only users with a ban that holds are. Null: the file lists something else. `name`: of its file or table.
 */
export function mappingOfKeptOut(mapping: Mapping, sample: Sample, name: string): Mapping | null {
  if (!listsKeptOut(name)) return null
  const columns = namesOfColumns(sample)
  const named = columns.filter(refersToAccount)
  const referring = named.length > 0 ? named : columns.filter(namesOwner)
  const ownId = mapping.columns.find(({ target }) => target === 'source-id')?.path
  const hasLogins = mapsLogin(mapping)
  const userName = hasLogins ? undefined : nameColumn(sample, columns)
  // The ID of a ban says nothing of its user where another column does.
  const isReferring = referring.length === 1 && (ownId === undefined || !refersToAccount(ownId))
  const owner = isReferring ? referring[0] : (ownId ?? userName)
  const judged = columns.length === 1 ? 'bans' : judgeBanColumns(columns, owner, wordsOf(name))
  if (judged === 'others' || (judged === 'maybe' && !hasLogins)) return null
  const held = whenHeld(sample, columns)
  const told = [...(owner === undefined ? [] : [{ path: owner, target: 'source-id' as const }]), ...held]
  const others = mapping.columns.filter(
    ({ path, target }) =>
      target !== 'source-id' &&
      !told.some((one) => one.path === path) &&
      !(held.length > 0 && standingTargets.includes(target)),
  )
  const { constants = [] } = mapping
  const forAll = held.length > 0 ? constants : [...constants, { target: 'disabled' as const, value: 'true' }]
  return { ...mapping, columns: [...told, ...others], ...(forAll.length === 0 ? {} : { constants: forAll }) }
}

/** The column of the names that users sign in with, in a list that has no other login of theirs: the only one, or one that is called so. */
function nameColumn(sample: Sample, columns: readonly string[]): string | undefined {
  const areNames = (column: string) =>
    sample.records.every((record) => /^\S{1,64}$/.test(trimmedText(record[column]))) &&
    !sample.records.some((record) => address.test(trimmedText(record[column])))
  return columns.find((column) => (columns.length === 1 || isSignInName(column, true)) && areNames(column))
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
