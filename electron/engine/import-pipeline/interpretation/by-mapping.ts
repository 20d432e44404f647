import { doubtAboutPeople, type LoginTable } from '../../../../shared/exports/logins/login-table.ts'
import { numbersBan } from '../../../../shared/exports/standing/ban-lists.ts'
import { readKeptOut } from '../../../../shared/exports/standing/lists-of-kept-out.ts'
import {
  type Doubt,
  type Doubtful,
  doubtfulColumns,
  isOfStanding,
  saysInWords,
} from '../../../../shared/mapping/columns/doubtful-columns.ts'
import { hasAddresses } from '../../../../shared/mapping/columns/email-columns.ts'
import { madeId } from '../../../../shared/mapping/columns/keys/key-values.ts'
import { namesThing } from '../../../../shared/mapping/columns/keys/key-names.ts'
import { profileColumns } from '../../../../shared/mapping/columns/profile-columns.ts'
import { idColumns } from '../../../../shared/mapping/columns/secrets/ids-like-digests.ts'
import { saysOffByValue } from '../../../../shared/mapping/columns/standing-columns.ts'
import { doubtAbout, isOfOtherThings, type TableDoubt } from '../../../../shared/mapping/columns/table-doubt.ts'
import { isNameOfAccount, maybeProfileKey, profileKey } from '../../../../shared/mapping/entries/sign-in-names.ts'
import { asThing, saysOfUser, stateOfOwner } from '../../../../shared/mapping/entries/thing-rows.ts'
import type { Entry, Recognition, Sample, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import type { Mapping, MappingColumn } from '../../../../shared/mapping/mapping.ts'
import { refersToPerson, refersToProfile } from '../../../../shared/mapping/names/account-names.ts'
import { tableReader } from '../../../../shared/mapping/read-table.ts'
import {
  memberColumn,
  nameOfStandings,
  saysStanding,
  saysStandingOnly,
} from '../../../../shared/mapping/rows/standing-rows.ts'
import type { ColumnUse } from '../../../../shared/mapping/shown/column-report.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest-mapping.ts'
import { mapsLogin } from '../../../../shared/mapping/targets.ts'
import type { User } from '../../../../shared/users/user.ts'
import {
  type FileDecisions,
  type Interpretation,
  isUndecided,
  notationOf,
  valuesOfSample,
  wholeMapping,
} from './interpretation.ts'
import { keysOfRows, noKeys, type RowKeys } from './row-keys.ts'
import { mappedByRows, nameOfTable, type RowsOfTable, rowsOfTable, type FileOrTableSample } from './rows-of-table.ts'

/** `beside`: the tables with logins of its users; `isAlone`: its file has no other table; `hasLabels`: its entries have labels, by which others refer to them. */
type AroundRecords = {
  readonly beside?: readonly LoginTable[]
  readonly isAlone?: boolean
  readonly hasLabels?: boolean
}

/** Records of a table of the operator's own, by its columns. */
export function byMapping(
  recognition: Recognition,
  file: FileDecisions,
  sample: FileOrTableSample,
  { beside = [], isAlone = true, hasLabels = false }: AroundRecords = {},
): Interpretation {
  const suggested = suggestMapping(sample)
  const sampled = suggested.columns.map(({ path }) => path)
  const whole = wholeMapping(file)
  const loginsBeside = beside.length > 0
  const rows = rowsOfTable(sample, suggested.mapping, file, !loginsBeside)
  const ofPeople = rows.kind === 'things-of-people'
  const mapping = whole ?? withColumns(rows.mapping, file.mapping?.columns ?? [])
  const doubt = doubtOf(file, sample, mapping, beside, isAlone) ?? (ofPeople ? doubtAboutThings : null)
  const member = loginsBeside || sample.table !== undefined ? null : memberColumn(sample, mapping)
  const keys = loginsBeside
    ? noKeys
    : keysOfRows(sample, mapping, ofPeople ? null : nameOfTable(sample, file), hasLabels)
  // The status of an order is none of its customer, and that of a membership says by its own words that a member is kept out.
  const isOfThings =
    member !== null || (doubt?.asks === true && sampled.some((path) => namesThing(path) || isOfOtherThings(path)))
  const doubtful = doubtsOfRows(doubtfulColumns(sample, suggested.columns), rows, isOfThings)
  const isListed = rows.kind === 'kept-out' && whole === null
  const bans = isListed ? readKeptOut(mapping, sample, notationOf(sample, mapping)) : null
  const owner = (isListed ? nameOfOwner(mapping) : null) ?? member ?? (loginsBeside ? null : ownerOfStates())
  const isStanding =
    bans !== null || (!loginsBeside && (owner !== null || saysStandingOnly(mapping, sampled, doubtful)))
  const mayBeOther: User['mayBeOther'] = doubt?.asks === true ? (doubt.of ?? true) : undefined
  const notation = {
    ...notationOf(sample, mapping),
    statusColumns: new Set([...doubtful].flatMap(([path, one]) => (saysInWords(one) ? [path] : []))),
    ...(keys.signIn === null || hasLabels ? {} : { signInName: keys.signIn }),
  }
  const options = {
    idColumns: [...idColumns(sample), ...possibleSalts(suggested.columns, mapping)],
    mayBeOther,
    sample,
    sampled,
    loginsBeside,
    notation,
    ofAddresses: hasAddresses(sample, mapping),
    owner,
    idsAlone: idsAlone(suggested.columns, mapping),
  }
  let reader = bans ?? tableReader(mapping, { ...options, doubtful })
  const isOpen = (path: string) =>
    !doubtful.has(path) && mapping.ignored?.includes(path) !== true && !mapping.columns.some((one) => one.path === path)
  const isInSample = valuesOfSample(sample)
  const keyed = keys.withKeys((record) => reader(record))
  const reason = [
    recognition.reason,
    ...(rows.kind === 'kept-out' ? [byNameKeptOut] : []),
    ...(rows.kind === 'things' ? [ofThings] : []),
    ...(member === null ? [] : [memberships]),
    ...(doubt === null ? [] : [doubt.reason]),
  ].join('; ')
  return {
    recognition: { ...recognition, role: isStanding ? 'parts' : recognition.role, reason },
    mapping,
    notation,
    sample,
    wants: () => true,
    ...(keys.addresses === null ? {} : { marking: keys.addresses.uses }),
    ...(rows.kind === 'things' ? { uses: [ofOwner(rows.owner)] } : {}),
    ...(ofPeople && { areThings: true as const }),
    ...(whole !== null || rows.kind === 'users' ? {} : { mappedBy: mappedByRows[rows.kind] }),
    read: rows.kind === 'things' ? withStatesOfOwners(keyed, mapping, { ...options, owner: rows.owner }) : keyed,
    askLate: (path, value) => {
      if (rows.kind === 'things' || bans !== null || (ofPeople && !saysOfUser(path))) return false
      if (!saysOffByValue(path, value) || !isOpen(path) || isInSample(path, value)) return false
      doubtful.set(path, 'late-status')
      reader = tableReader(mapping, { ...options, doubtful })
      return true
    },
    names: null,
    offers: null,
  }

  /** The column that names the user of each row of states; null: the rows are something else. */
  function ownerOfStates(): string | null {
    if (!saysStanding(mapping, doubtful)) return null
    const found = ownerOfStandings(sample, keys.owner)
    if (found !== null || rows.kind === 'things' || ofPeople) return found
    // User names beside columns that are all empty are the names of the users of this file.
    const isFilled = isFilledIn(sample)
    const filled = { ...mapping, columns: mapping.columns.filter(isFilled) }
    const asked = new Map([...doubtful].filter(([path]) => isFilled({ path })))
    return saysStanding(filled, asked) ? nameOfStandings(sample, mapping) : null
  }
}

/** The columns to ask about in such rows: a state of a thing is none of its user. `isOfThings`: rows that are taken for users have things beside them. */
function doubtsOfRows(doubtful: Doubtful, { kind }: RowsOfTable, isOfThings: boolean): Map<string, Doubt> {
  const isAsked = ([path, doubt]: readonly [string, Doubt]) => {
    if (kind === 'kept-out' && numbersBan(path)) return false
    if (!isOfStanding(doubt)) return true
    if (kind === 'things-of-people') return saysOfUser(path)
    return kind !== 'things' && !isOfThings
  }
  return new Map([...doubtful].filter(isAsked))
}

/** The doubt whether a table that was neither chosen nor mapped holds users. `beside`: the tables with their logins. */
function doubtOf(
  file: FileDecisions,
  sample: Sample & { readonly table?: string },
  read: Mapping,
  beside: readonly LoginTable[],
  isAlone: boolean,
) {
  if (!isUndecided(file)) return null
  return beside.length > 0
    ? doubtAboutPeople(sample.table, beside)
    : doubtAbout(sample, read, { table: sample.table, isAlone })
}

function withColumns(mapping: Mapping, more: Mapping['columns']): Mapping {
  const columns = mapping.columns.filter(({ path }) => !more.some((one) => one.path === path))
  return more.length === 0 ? mapping : { ...mapping, columns: [...columns, ...more] }
}

/** Whether a column of a sample has any value. */
function isFilledIn({ records, header }: Sample): (column: { readonly path: string }) => boolean {
  const filled = new Set(
    profileColumns(records, header).flatMap(({ path, values }) => (values.length > 0 ? [path] : [])),
  )
  return ({ path }) => filled.has(path)
}

/** The column that names the user of each row of standings, once each. Profiles may count in numbers of their own. */
function ownerOfStandings(sample: Sample, owners: RowKeys['owner']): string | null {
  const isNamed = owners?.word === profileKey || (owners?.word === maybeProfileKey && refersToPerson(owners.path))
  if (owners === null || !isNamed) return null
  const values = profileColumns(sample.records, sample.header).find(({ path }) => path === owners.path)?.values ?? []
  const areOfUsers = !refersToProfile(owners.path) || values.every((value) => madeId.test(value))
  return areOfUsers && new Set(values).size === values.length ? owners.path : null
}

/** The columns that may be the IDs of users, where the mapping names no ID and no login: at most two, to be named. */
function idsAlone(columns: readonly MappingColumn[], mapping: Mapping): readonly string[] {
  const isNamed = mapsLogin(mapping) || mapping.columns.some(({ target }) => target === 'source-id')
  if (isNamed) return []
  return columns.flatMap(({ path, suggestion }) => (suggestion?.target === 'source-id' ? [path] : [])).slice(0, 2)
}

/** The columns that may hold the salts of the hashes: what looks like a digest there is asked about as a salt, once for all of them. */
function possibleSalts(columns: readonly MappingColumn[], mapping: Mapping): readonly string[] {
  if (!mapping.columns.some(({ target }) => target === 'password-hash')) return []
  return columns.flatMap(({ path, suggestion }) => (suggestion?.target === 'salt' ? [path] : []))
}

const ofThings = 'its rows are orders, tickets or the like, which name users and are none'

const doubtAboutThings: TableDoubt = {
  reason: 'by its name, it holds something other than users, with their addresses: check before you import it',
  asks: true,
}

function ofOwner(column: string): ColumnUse {
  const reason = 'it is called like the ID of a user'
  return { column, becomes: 'The user it belongs to', confidence: 'likely', reason }
}

const byNameKeptOut = 'by its name, it lists people who are kept out'
const memberships = 'its rows say which users of another file are in which groups'

/** Reads rows of things as none of users, but those with a value that may keep out the user of the thing: a ban is of people alone. */
function withStatesOfOwners(
  read: (record: SourceRecord) => Entry,
  mapping: Mapping,
  options: Parameters<typeof tableReader>[1] & { readonly sampled: readonly string[] },
): (record: SourceRecord) => Entry {
  const doubtful = new Map(options.sampled.map((path) => [path, 'late-status'] as const))
  const ofOwner = tableReader(mapping, { ...options, doubtful })
  return (record) => {
    const entry = asThing(read(record))
    return entry.kind === 'aside' ? (stateOfOwner(ofOwner(record)) ?? entry) : entry
  }
}

/** The column of user names that identifies the users in a list of bans; null: it has none. All other columns describe the bans. */
function nameOfOwner({ columns }: Mapping): string | null {
  return columns.find(({ path, target }) => target === 'source-id' && isNameOfAccount(path))?.path ?? null
}
