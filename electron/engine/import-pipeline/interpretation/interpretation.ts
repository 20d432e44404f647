import { addressRows, withContactRank } from '../../../../shared/exports/logins/address-rows.ts'
import type { KeyForms } from '../../../../shared/exports/logins/key-forms.ts'
import { labelKey } from '../../../../shared/mapping/entries/label-key.ts'
import {
  calledColumn,
  calledKey,
  describedBy,
  isNameOfAccount,
  possibleNameColumn,
  possibleNameKey,
  profileColumn,
  profileKey,
  signInColumn,
  signInKey,
  withKeysOf,
} from '../../../../shared/mapping/entries/sign-in-names.ts'
import type { StateHistory } from '../../../../shared/exports/standing/latest-states.ts'
import type { PersonVersions } from '../../../../shared/exports/versions/version-columns.ts'
import { numbersBan } from '../../../../shared/exports/standing/ban-lists.ts'
import { mappingOfKeptOut, readKeptOut } from '../../../../shared/exports/standing/lists-of-kept-out.ts'
import { referenceColumns, referenceWord } from '../../../../shared/mapping/entries/references.ts'
import { doubtAboutPeople, type LoginTable } from '../../../../shared/exports/logins/login-table.ts'
import type {
  Entry,
  Names,
  NamesOfTables,
  Recognition,
  Sample,
  SourceRecord,
} from '../../../../shared/mapping/export-format.ts'
import { dateOrders } from '../../../../shared/mapping/columns/date-orders.ts'
import { hasAddresses } from '../../../../shared/mapping/columns/email-columns.ts'
import { doubtfulColumns, isOfStanding, saysInWords } from '../../../../shared/mapping/columns/doubtful-columns.ts'
import { saysEnabled, stemOfFile, withoutSchema } from '../../../../shared/mapping/names/column-words.ts'
import {
  areThingsOfPeople,
  asThing,
  ownerOfThings,
  saysOfUser,
  stateOfOwner,
  ofThingsOfPeople,
  withoutStates,
} from '../../../../shared/mapping/entries/thing-rows.ts'
import { doubtAbout, isOfOtherThings, type TableDoubt } from '../../../../shared/mapping/columns/table-doubt.ts'
import { idColumns } from '../../../../shared/mapping/columns/secrets/ids-like-digests.ts'
import { clearColumns } from '../../../../shared/mapping/columns/secrets/password-columns.ts'
import { madeId } from '../../../../shared/mapping/columns/keys/key-values.ts'
import { namesThing } from '../../../../shared/mapping/columns/keys/key-names.ts'
import { refersToProfile } from '../../../../shared/mapping/names/account-names.ts'
import { profileColumns } from '../../../../shared/mapping/columns/profile-columns.ts'
import { saysOffByValue } from '../../../../shared/mapping/columns/standing-columns.ts'
import type { ColumnUse } from '../../../../shared/mapping/shown/column-report.ts'
import { isStandingAlone, type Mapping, type MappingColumn } from '../../../../shared/mapping/mapping.ts'
import { tableReader } from '../../../../shared/mapping/read-table.ts'
import {
  nameOfStandings,
  memberColumn,
  saysStanding,
  saysStandingOnly,
} from '../../../../shared/mapping/rows/standing-rows.ts'
import { isContactTarget, mapsLogin } from '../../../../shared/mapping/targets.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest-mapping.ts'
import { factorStates } from '../../../../shared/mapping/entries/factor-use.ts'
import type { Notation } from '../../../../shared/mapping/entries/target-sources.ts'
import type { Offers } from '../../../../shared/offers.ts'
import type { User } from '../../../../shared/users/user.ts'
import type { WantsTable } from '../../reading/sql/sql-statements.ts'

/** The operator's decisions about a file; null: none. */
export type FileDecisions = {
  /** The name of the file, which may tell what the file holds: a list of banned users in `banned_users.csv`. */
  readonly name?: string
  readonly provider_override: string | null
  readonly mapping: Mapping | null
  /** The table of a dump, or the sheet of a workbook, that users are read from. */
  readonly table_override?: string | null
}

/** In place of a provider: the operator gave a mapping with the file, whatever it is. */
export const givenMapping = 'given mapping'

/** How the records of one file become entries. */
export type Interpretation = {
  readonly recognition: Recognition
  /** Of a table of the operator's own, all that is read of it; of a known format, what is read besides. */
  readonly mapping: Mapping | null
  /** Of a table of the operator's own. */
  readonly notation?: Notation
  /** The first records of what the users are read from. */
  readonly sample: Sample
  /** Of a file whose rows are no users: what its columns become; of all others, the mapping or the format says it. */
  readonly uses?: readonly ColumnUse[]
  /** Of a file with a row for each state that a user had: how its rows are in order. `table`: the one that has them; empty: its file has no tables. */
  readonly history?: StateHistory & { readonly table: string }
  /** Its rows are things of users by its name, such as sessions, of which a user has several. */
  readonly areThings?: true
  /** Of rows whose mapping follows from what they are, without one of the operator's: why it maps a column, and why no other one. */
  readonly mappedBy?: { readonly mapped: string; readonly others: string }
  /** Of a file of addresses: the column that says which one of a user counts. */
  readonly marking?: readonly ColumnUse[]
  /** Of a table with several versions of each user: how these are in order. */
  readonly versions?: PersonVersions
  /** Of a dump: the tables that are read; rows of the others are counted. */
  readonly wants: WantsTable
  readonly read: (record: SourceRecord, table: string | undefined, names?: Names) => Entry
  /** Has `read` ask about a column by a value that comes late in it. Answers whether it does from now on. */
  readonly askLate?: (path: string, value: string) => boolean
  /** Of a dump: tables that disable users, such as lists of bans. */
  readonly standings?: { readonly tables: ReadonlySet<string>; readonly columns: readonly ColumnUse[] }
  /** Of a dump: the tables that hold names which `read` needs, and how their rows say them; null: there are none. */
  readonly names: { readonly tables: ReadonlySet<string>; readonly read: NamesOfTables['read'] } | null
  /** Of a dump: tables that hold a login of its users each. */
  readonly logins?: readonly LoginTable[]
  /** Of a dump: columns of these tables that name its users by IDs in another form. */
  readonly keyForms?: KeyForms
  /** Its tables, where there are several. */
  readonly offers: Offers | null
}

/** Whether the operator chose neither what a file is nor what is read of it. */
function isUndecided({ provider_override, mapping, table_override = null }: FileDecisions): boolean {
  return provider_override === null && mapping === null && table_override === null
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

export function notationOf(sample: Sample, mapping: Mapping): Notation {
  return {
    dateOrders: dateOrders(sample),
    clearColumns: clearColumns(sample, mapping),
    factorStates: factorStates(() => profileColumns(sample.records, sample.header), mapping),
  }
}

/** Whether a value of a column is in the sample, by which that column was judged. */
export function valuesOfSample({ records, header }: Sample): (path: string, value: string) => boolean {
  let values: ReadonlyMap<string, readonly string[]> | null = null
  return (path, value) => {
    values ??= new Map(profileColumns(records, header).map((column) => [column.path, column.values]))
    return values.get(path)?.includes(value) === true
  }
}

/** The mapping of a table, where it maps more than the standing of users. */
export function wholeMapping({ mapping }: FileDecisions): Mapping | null {
  return mapping === null || isStandingAlone(mapping) ? null : mapping
}

function withColumns(mapping: Mapping, more: Mapping['columns']): Mapping {
  const columns = mapping.columns.filter(({ path }) => !more.some((one) => one.path === path))
  return more.length === 0 ? mapping : { ...mapping, columns: [...columns, ...more] }
}

/** The same mapping without flags of memberships and roles that hold today. A ban is of the user alone. */
function withoutActiveFlags(mapping: Mapping): Mapping {
  const isFlag = ({ path, target }: Mapping['columns'][number]) => target === 'disabled' && saysEnabled(path)
  return { ...mapping, columns: mapping.columns.filter((column) => !isFlag(column)) }
}

const memberships = 'its rows say which users of another file are in which groups'

/** Whether a column of a sample has any value. */
function isFilledIn({ records, header }: Sample): (column: { readonly path: string }) => boolean {
  const filled = new Set(
    profileColumns(records, header).flatMap(({ path, values }) => (values.length > 0 ? [path] : [])),
  )
  return ({ path }) => filled.has(path)
}

/** The column that names the user of each row of standings, once each. Profiles may count in numbers of their own. */
function ownerOfStandings(sample: Sample, owners: ReturnType<typeof profileColumn>): string | null {
  if (owners === null || owners.word !== profileKey) return null
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

function nameOf({ table }: Sample & { readonly table?: string }, { name = '' }: FileDecisions): string {
  return table === undefined ? stemOfFile(name) : withoutSchema(table)
}

function ofOwner(column: string): ColumnUse {
  const reason = 'it is called like the ID of a user'
  return { column, becomes: 'The user it belongs to', confidence: 'likely', reason }
}

const byNameKeptOut = 'by its name, it lists people who are kept out'
const mappedByKeptOut = {
  mapped: 'the file lists people who are kept out',
  others: 'not needed in a list of people who are kept out',
}
const mappedByMembers = {
  mapped: 'its rows say which users are in which groups or have which roles',
  others: 'it is said of a group or a role, and not of the user',
}
const mappedByThings = { mapped: 'its rows are things of users', others: 'it is said of a thing, and not of its user' }

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
  sample: Sample & { readonly table?: string },
  { beside = [], isAlone = true, hasLabels = false }: AroundRecords = {},
): Interpretation {
  const suggested = suggestMapping(sample)
  const kept =
    file.provider_override === null
      ? mappingOfKeptOut(suggested.mapping, sample, sample.table ?? file.name ?? '')
      : null
  const whole = wholeMapping(file)
  const ownerOfThing =
    whole === null && kept === null && beside.length === 0
      ? ownerOfThings(sample, suggested.mapping, nameOf(sample, file))
      : null
  const areThings = ownerOfThing !== null
  const ofPeople =
    isUndecided(file) &&
    kept === null &&
    beside.length === 0 &&
    areThingsOfPeople(suggested.mapping, nameOf(sample, file))
  const areMembers = kept === null && !areThings && !ofPeople && memberColumn(sample, suggested.mapping) !== null
  const own =
    kept ??
    (areThings
      ? withoutStates(suggested.mapping, nameOf(sample, file))
      : ofPeople
        ? ofThingsOfPeople(suggested.mapping, sample)
        : areMembers
          ? withoutActiveFlags(suggested.mapping)
          : suggested.mapping)
  const mapping = whole ?? withColumns(own, file.mapping?.columns ?? [])
  const loginsBeside = beside.length > 0
  const doubt = doubtOf(file, sample, mapping, beside, isAlone) ?? (ofPeople ? doubtAboutThings : null)
  const sampled = suggested.columns.map(({ path }) => path)
  const member = loginsBeside || sample.table !== undefined ? null : memberColumn(sample, mapping)
  const reason = [
    recognition.reason,
    ...(kept === null ? [] : [byNameKeptOut]),
    ...(areThings ? [ofThings] : []),
    ...(member === null ? [] : [memberships]),
    ...(doubt === null ? [] : [doubt.reason]),
  ].join('; ')
  const addresses = loginsBeside || ofPeople ? null : addressRows(sample, mapping, nameOf(sample, file), hasLabels)
  const names = loginsBeside || addresses !== null ? null : signInColumn(sample, mapping)
  const called = loginsBeside || addresses !== null || names !== null ? null : calledColumn(sample, mapping)
  const possible = loginsBeside || addresses !== null || names !== null ? null : possibleNameColumn(sample, mapping)
  const owners = loginsBeside ? null : (addresses?.owner ?? profileColumn(sample, mapping, hasLabels))
  // The status of an order is none of its customer, and that of a membership says by its own words that a member is kept out.
  const isOfThings =
    areThings ||
    member !== null ||
    ofPeople ||
    (doubt?.asks === true && sampled.some((path) => namesThing(path) || isOfOtherThings(path)))
  const doubtful = new Map(
    [...doubtfulColumns(sample, suggested.columns)].filter(
      ([path, one]) =>
        !(kept !== null && numbersBan(path)) && (!isOfThings || !isOfStanding(one) || (ofPeople && saysOfUser(path))),
    ),
  )
  const isOfStandings = !loginsBeside && saysStanding(mapping, doubtful)
  const named = () => (areThings || ofPeople || !holdsStandings() ? null : nameOfStandings(sample, mapping))
  // User names beside columns that are all empty are the names of the users of this file.
  const holdsStandings = () => {
    const isFilled = isFilledIn(sample)
    const columns = mapping.columns.filter(isFilled)
    return saysStanding({ ...mapping, columns }, new Map([...doubtful].filter(([path]) => isFilled({ path }))))
  }
  const keptOut = kept === null || whole !== null ? null : nameOfOwner(mapping)
  const owner = keptOut ?? member ?? (isOfStandings ? (ownerOfStandings(sample, owners) ?? named()) : null)
  const bans = kept === null || whole !== null ? null : readKeptOut(mapping, sample, notationOf(sample, mapping))
  const isStanding =
    bans !== null || (!loginsBeside && (owner !== null || saysStandingOnly(mapping, sampled, doubtful)))
  const role = isStanding ? 'parts' : recognition.role
  const mayBeOther: User['mayBeOther'] = doubt?.asks === true ? (doubt.of ?? true) : undefined
  const notation = {
    ...notationOf(sample, mapping),
    statusColumns: new Set([...doubtful].flatMap(([path, doubt]) => (saysInWords(doubt) ? [path] : []))),
    ...(names === null || hasLabels ? {} : { signInName: names }),
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
  const plain = (record: SourceRecord) => reader(record)
  const described = owners === null && !loginsBeside ? describedBy(sample, mapping) : null
  const referring = described === null ? plain : withKeysOf(described, labelKey, plain)
  const owned = owners === null ? referring : withKeysOf(owners.path, owners.word, plain)
  const references = loginsBeside ? [] : referenceColumns(sample, mapping)
  const referenced = references.reduce((inner, path) => withKeysOf(path, referenceWord(path), inner), owned)
  const hasContacts = !loginsBeside && mapping.columns.some(({ target }) => isContactTarget(target))
  const ranked = hasContacts ? withContactRank(addresses, sample, referenced) : referenced
  const all = possible === null ? ranked : withKeysOf(possible, possibleNameKey, ranked)
  const read = areThings ? withStatesOfOwners(all, mapping, { ...options, owner: ownerOfThing }) : all
  return {
    recognition: { ...recognition, role, reason },
    mapping,
    notation,
    sample,
    wants: () => true,
    ...(addresses === null ? {} : { marking: addresses.uses }),
    ...(ownerOfThing === null ? {} : { uses: [ofOwner(ownerOfThing)] }),
    ...(ofPeople && { areThings: true as const }),
    ...(whole !== null || (kept === null && !areThings && !ofPeople && !areMembers)
      ? {}
      : { mappedBy: kept !== null ? mappedByKeptOut : areMembers ? mappedByMembers : mappedByThings }),
    read:
      names !== null
        ? withKeysOf(names, signInKey, read)
        : called !== null
          ? withKeysOf(called, calledKey, read)
          : read,
    askLate: (path, value) => {
      if (areThings || bans !== null || (ofPeople && !saysOfUser(path))) return false
      if (!saysOffByValue(path, value) || !isOpen(path) || isInSample(path, value)) return false
      reader = tableReader(mapping, { ...options, doubtful: doubtful.set(path, 'late-status') })
      return true
    },
    names: null,
    offers: null,
  }
}

/** The column of user names that identifies the users in a list of bans; null: it has none. All other columns describe the bans. */
function nameOfOwner({ columns }: Mapping): string | null {
  return columns.find(({ path, target }) => target === 'source-id' && isNameOfAccount(path))?.path ?? null
}
