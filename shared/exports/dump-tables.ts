import { attributeColumns } from '../mapping/rows/attribute-rows.ts'
import { namesOfColumns } from '../mapping/first-records.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import type { Recognition, SourceRecord } from '../mapping/export-format.ts'
import { maxOffers, type Offers } from '../offers.ts'
import { withPlainKeys } from '../mapping/entries/plain-keys.ts'
import { exportFormats, formatOf } from './index.ts'
import { namedRow } from './known-columns.ts'
import { withoutSchema, wordsOf } from '../mapping/names/column-words.ts'
import { holdsRequests, isNamedFormer, isOfStaff } from '../mapping/names/people-names.ts'
import { lackedBy, lackedByEntries, type LoginTable, loginTables, type TableSample } from './logins/login-tables.ts'
import { besideLogins, withAccounts, withKeyOfLogins } from './logins/login-table.ts'
import { attributesOfNames } from './logins/attribute-tables.ts'
import { withOwnRows, withoutRowsOfOthers, withoutShared } from './tables/kinds-of-owners.ts'
import { linkedAddresses } from './logins/linked-logins.ts'
import { ownTable, scoreOf } from './own-table.ts'
import { holdsPasskeys, passkeyTables } from './parts/passkey-rows.ts'
import { roleTables } from './parts/role-tables.ts'
import { recogniseBy } from './recognise.ts'
import { socialTables } from './logins/social-tables.ts'
import { lackVerified, lackVerifiedOf, verifiedTables } from './logins/verified-tables.ts'
import { besideHistories, historyTables } from './standing/history-tables.ts'
import { besideStandings, saidDisabledIn, type Standings, standingsOf } from './standing/standings.ts'
import { listed, schemaFirst, tableTerms, type TableTerms } from './tables/table-terms.ts'

export type { TableSample }

/** The tables of a dump that are read. `recognition` describes the file as a whole. */
export type DumpReading =
  | {
      readonly kind: 'known'
      readonly recognition: Recognition
      readonly tables: ReadonlyMap<string, Recognition>
      /** Tables that name objects to which the others refer by id. */
      readonly names: ReadonlySet<string>
      readonly logins: readonly LoginTable[]
      /** Tables without logins that say more of the users: their states over time, and their roles. */
      readonly details: readonly LoginTable[]
      readonly standings: Standings
    }
  /** A custom table, read through a mapping. `parts`: a known product's tables of logins that belong to its users. */
  | {
      readonly kind: 'own'
      readonly recognition: Recognition
      readonly sample: TableSample
      readonly parts: ReadonlyMap<string, Recognition>
      readonly logins: readonly LoginTable[]
      /** Tables without logins that say more of the users: their states over time, and their roles. */
      readonly details: readonly LoginTable[]
      readonly standings: Standings
    }
  /** No table looks like users. */
  | { readonly kind: 'none' }

/**
 * Finds the tables of users in a dump, and the tables that add to them. Only one provider's tables are read, because tables that look like
 * another's (profiles, a copy) would duplicate users. `override`: the provider that the operator chose, or `generic`. `mapping`: the
 * mapping of a custom table. `chosen`: the table that the operator chose. `unproven`: tables without logins of the users, as reading them
 * has shown; `settled`: the table that held the users before that.
 */
export function readDump(
  samples: readonly TableSample[],
  override: string | null,
  mapping: Mapping | null,
  {
    chosen = null,
    words = tableTerms(null),
    unproven = new Set(),
    settled = null,
  }: {
    readonly chosen?: string | null
    readonly words?: TableTerms
    readonly unproven?: ReadonlySet<string>
    readonly settled?: string | null
  } = {},
): DumpReading {
  const passkeys = new Set(
    samples.filter((one) => one.table !== chosen && holdsPasskeys(one)).map(({ table }) => table),
  )
  const formats = exportFormats.filter(({ provider }) => override === null || provider === override)
  const known = formats.map((format) => {
    const each = new Map(
      samples.flatMap((sample) => {
        const recognition = passkeys.has(sample.table) ? null : recogniseBy(format, sample)
        return recognition === null ? [] : [[sample.table, recognition] as const]
      }),
    )
    return format.together?.(each) ?? each
  })
  const found = known.find((one) => mainTable(one)?.[1].role === 'users') ?? known.find(({ size }) => size > 0)
  const ofProduct =
    chosen === null ? found && withoutOthers(found, samples) : known.flatMap((one) => withChosen(one, chosen))[0]
  const main = ofProduct === undefined ? undefined : mainTable(ofProduct)
  const mainSample = main?.[1].role === 'users' ? samples.find(({ table }) => table === main[0]) : undefined
  const tables = ofProduct && withoutShared(ofProduct, mainSample, samples)
  // A product's logins without a recognised table of users: that table was altered.
  const allParts = partsOf(known, main, override)
  const ownSample = (): TableSample | null => {
    if (chosen !== null) return samples.find(({ table }) => table === chosen) ?? null
    const others = samples.filter(({ table }) => !allParts.has(table))
    return ownTable(others, mapping, ownersIn(samples, allParts), unproven, settled)
  }
  // All tables are judged only if no users are recognised, because that takes time.
  const sample = main?.[1].role === 'users' ? null : ownSample()
  if (tables !== undefined && main !== undefined && sample === null) {
    const shape = `${words.one}${tables.size > 1 ? 's' : ''} ${[...tables.keys()].join(', ')} of a ${words.whole}`
    const names = namesTables(samples, main[1].provider)
    const logins =
      mainSample === undefined
        ? []
        : loginsOfKnown(mainSample, samples, { tables, unproven: new Set([...unproven, ...tables.keys()]) })
    const others = without(samples, new Set([...unproven, ...tables.keys(), ...names]))
    const details = mainSample === undefined ? [] : detailsBeside(mainSample, others, logins)
    const joined = [...logins, ...details].map(({ table }) => table)
    const attributes = logins.filter(isOfAttributes(samples))
    const whole = joined.filter((table) => !attributes.some((one) => one.table === table))
    const read = new Map([...tables, ...[...names, ...whole].map((table) => [table, null] as const)])
    const standings = standingsOf(samples, main[1].provider, read, attributes)
    // With a single table, the shape already names it.
    const where = tables.size > 1 ? `in its ${words.one} ${main[0]}, ` : ''
    const left = chosen === null ? [...(found ?? tables).keys()].filter((table) => !tables.has(table)) : []
    const reason = `${where}${main[1].reason}${besideLogins(logins)}${besideDetails(details, samples)}${besideStandings(standings, samples)}${besideLeft(left)}`
    return { kind: 'known', tables, names, logins, details, standings, recognition: { ...main[1], shape, reason } }
  }
  if (sample === null) return { kind: 'none' }
  const parts = withoutShared(allParts, sample, samples)
  const format = override === null ? undefined : formatOf(override)
  const others = without(samples, new Set([...unproven, ...parts.keys()]))
  const logins =
    format === undefined ? loginsByColumns(sample, others, (mapping ?? suggestMapping(sample).mapping).columns) : []
  const details = detailsBeside(sample, others, logins, format === undefined)
  const attributes = logins.filter(isOfAttributes(samples))
  const whole = [...logins, ...details].filter((one) => !attributes.includes(one)).map(({ table }) => table)
  const read = new Map([sample.table, ...parts.keys(), ...whole].map((table) => [table, null]))
  const standings = standingsOf(samples, format?.provider ?? 'generic', read, attributes)
  const rest = besideStandings(standings, samples) + withoutNames(sample.header, words)
  const recognition: Recognition = {
    provider: format?.provider ?? 'generic',
    shape: `${words.one} ${sample.table} of a ${words.whole}`,
    reason: `${whyRead(override, chosen, words)}${besideParts(parts)}${besideLogins(logins)}${besideDetails(details, samples)}${rest}`,
    role: 'users',
  }
  return format === undefined
    ? {
        kind: 'own',
        recognition,
        sample: withKeyOfLogins(withAccounts(sample, logins), logins),
        parts,
        logins,
        details,
        standings,
      }
    : {
        kind: 'known',
        recognition,
        tables: new Map([[sample.table, recognition]]),
        names: new Set(),
        logins,
        details,
        standings,
      }
}

/** Advice for a dump whose rows do not name their columns; empty if they do. */
function withoutNames(header: readonly string[] | null, { whole }: TableTerms): string {
  return header !== null || whole !== 'dump'
    ? ''
    : `; its rows do not name their columns: if another dump does, ${schemaFirst}`
}

/**
 * The tables of one product that are read together. The operator may choose tables of other people: former users, administrators and requests, by the
 * name of the table, users of another installation, and a table with another address for an ID of the first, or with another ID for an address.
 */
function withoutOthers(
  tables: ReadonlyMap<string, Recognition>,
  samples: readonly TableSample[],
): ReadonlyMap<string, Recognition> {
  const users = [...tables].filter(([, { role }]) => role === 'users').map(([table]) => table)
  if (users.length < 2) return tables
  const ordinary = users.filter((table) => !isNamedFormer(table) && !isOfStaff(table) && !holdsRequests(table))
  const emails = new Map(users.map((table) => [table, emailsById(table, tables.get(table), samples)]))
  const kept = (ordinary.length === 0 ? users : ordinary).reduce<readonly string[]>((before, table) => {
    const own = emails.get(table) ?? new Map<string, string>()
    const isOther = (one: string) => isOtherInstallation(one, table, samples) || meet(emails.get(one) ?? new Map(), own)
    return before.some(isOther) ? before : [...before, table]
  }, [])
  return new Map([...tables].filter(([table, { role }]) => role !== 'users' || kept.includes(table)))
}

/**
 * Whether two tables have the same columns, of another version at most, and one name behind the prefix of an installation: `jos_users` and
 * `abc_users`.
 */
function isOtherInstallation(one: string, other: string, samples: readonly TableSample[]): boolean {
  const names = [one, other].map(withoutSchema)
  // A prefix may have no line below it: `abusers`, with the columns of `jos_users`.
  const last = names
    .map((name) => wordsOf(name).at(-1) ?? '')
    .toSorted((first, second) => first.length - second.length)[0]
  if (new Set(names).size < 2 || !names.every((name) => last !== undefined && name.toLowerCase().endsWith(last)))
    return false
  const columns = [one, other].map((table) => {
    const sample = samples.find((any) => any.table === table)
    return new Set(sample === undefined ? [] : namesOfColumns(sample))
  })
  const [fewer, most] = columns.toSorted((first, second) => first.size - second.size)
  return fewer !== undefined && [...fewer].every((name) => most?.has(name) === true)
}

/** Whether an ID has another address in the other table, or an address another ID. */
function meet(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  const ids = new Map([...one].map(([id, email]) => [email, id]))
  return [...other].some(([id, email]) => (one.get(id) ?? email) !== email || (ids.get(email) ?? id) !== id)
}

/** The addresses of the first users of a table of a known product. */
function emailsById(
  table: string,
  recognition: Recognition | undefined,
  samples: readonly TableSample[],
): ReadonlyMap<string, string> {
  const format = recognition === undefined ? undefined : formatOf(recognition.provider)
  if (recognition === undefined || format === undefined) return new Map()
  const records = samples.find((sample) => sample.table === table)?.records ?? []
  return new Map(
    records.flatMap((record) => {
      const entry = format.read(namedRow(table, record), recognition)
      if (entry.kind !== 'user' || entry.user.sourceId === null || entry.user.email === null) return []
      return [[entry.user.sourceId, entry.user.email.trim().toLowerCase()] as const]
    }),
  )
}

function besideLeft(tables: readonly string[]): string {
  if (tables.length === 0) return ''
  const which = tables.length > 1 ? 'one of them' : 'it'
  return `; ${listed(tables)} may hold other people, who are read only if you choose ${which} (--table on the command line)`
}

/** Tables with logins that the users of a known product have in none of its own tables. */
function loginsOfKnown(
  users: TableSample,
  samples: readonly TableSample[],
  { tables, unproven }: { readonly tables: ReadonlyMap<string, Recognition>; readonly unproven: ReadonlySet<string> },
): readonly LoginTable[] {
  const entries = samples.flatMap(({ table, records }) => {
    const recognition = tables.get(table)
    const format = recognition === undefined ? undefined : formatOf(recognition.provider)
    return recognition === undefined || format === undefined
      ? []
      : records.map((record) => format.read(namedRow(table, record), recognition))
  })
  const all = samples.filter(({ table }) => table === users.table || !unproven.has(table))
  const others = withOwnRows(users, all)
  const logins = loginTables(users, others, lackedByEntries(entries))
  return tablesBeside(users, others, logins, lackVerifiedOf(entries)).map((one) => withoutRowsOfOthers(one, users, all))
}

function loginsByColumns(
  users: TableSample,
  all: readonly TableSample[],
  columns: Mapping['columns'],
): readonly LoginTable[] {
  const others = withOwnRows(users, all)
  const found = loginTables(users, others, lackedBy(columns))
  const hasEmail = [...columns, ...found.flatMap((one) => one.columns)].some(({ target }) => target === 'email')
  const logins = hasEmail ? found : [...found, ...linkedAddresses(users, others)]
  return tablesBeside(users, others, logins, lackVerified(columns)).map((one) => withoutRowsOfOthers(one, users, all))
}

/** Tables of logins, of third-party logins and of verified addresses; each table once, unless its rows are of several kinds. */
function tablesBeside(
  users: TableSample,
  others: readonly TableSample[],
  logins: readonly LoginTable[],
  isVerifiedLacked: boolean,
): readonly LoginTable[] {
  const verified = isVerifiedLacked ? verifiedTables(users, others) : []
  const all = [...logins, ...socialTables(users, others), ...verified]
  return all.flatMap((one, at) => {
    const before = all.slice(0, at).filter(({ table }) => table === one.table)
    if (!before.every(({ isPart, owner }) => isPart === true && owner === one.owner)) return []
    const isOpen = (record: SourceRecord) => !before.some(({ counts }) => counts(record))
    return before.length === 0 ? [one] : [{ ...one, counts: (record) => isOpen(record) && one.counts(record) }]
  })
}

/** The end of a recognition's reason: what these tables say of the users, and which of their roles keep people out. */
function besideDetails(details: readonly LoginTable[], samples: readonly TableSample[]): string {
  const roles = details.filter(({ history }) => history === undefined)
  const saysOff = ({ table, read }: LoginTable) =>
    samples
      .find((one) => one.table === table)
      ?.records.some((record) => {
        const entry = read(record)
        return entry?.kind === 'part' && entry.part.standing !== undefined
      }) === true
  const off = roles.filter(saysOff).map(({ table }) => table)
  const passkeys = samples.filter((one) => holdsPasskeys(one) && !details.some(({ table }) => table === one.table))
  return `${besideHistories(details)}${besideLogins(roles)}${saidDisabledIn(off)}${besidePasskeys(passkeys)}`
}

/** The end of a recognition's reason: tables of passkeys of which the rows name no user. */
function besidePasskeys(samples: readonly TableSample[]): string {
  const tables = samples.map(({ table }) => table)
  return tables.length === 0
    ? ''
    : `; ${listed(tables)} ${tables.length === 1 ? 'has' : 'have'} passkeys, which stay behind`
}

/** The tables that have no login of these users and say more of them; `withRoles`: their own product says nothing of their roles. */
function detailsBeside(
  users: TableSample,
  all: readonly TableSample[],
  logins: readonly LoginTable[],
  withRoles = false,
): readonly LoginTable[] {
  const others = withOwnRows(users, without(all, new Set(logins.map(({ table }) => table))))
  const histories = historyTables(users, others)
  const roles = [...passkeyTables(users, others), ...(withRoles ? roleTables(users, others) : [])]
  const rest = roles.filter(({ table }) => !histories.some((one) => one.table === table))
  return [...histories, ...rest, ...attributesOfNames(users, others)].map((one) => withoutRowsOfOthers(one, users, all))
}

/** Whether a table of logins has them in rows of attributes, of which others may say who is disabled. */
function isOfAttributes(samples: readonly TableSample[]): (login: LoginTable) => boolean {
  const tables = samples.filter((sample) => attributeColumns(namesOfColumns(sample)) !== null).map(({ table }) => table)
  return ({ table, link }) => link === undefined && tables.includes(table)
}

function without(samples: readonly TableSample[], tables: ReadonlySet<string>): readonly TableSample[] {
  return samples.filter(({ table }) => !tables.has(table))
}

/** The tables that name objects for the tables of this product. */
function namesTables(samples: readonly TableSample[], provider: string): ReadonlySet<string> {
  const names = formatOf(provider)?.names
  return new Set(names === undefined ? [] : samples.filter(names.isTable).map(({ table }) => table))
}

/** The tables of logins of a product, if its table of users is not recognised. */
function partsOf(
  known: readonly ReadonlyMap<string, Recognition>[],
  main: readonly [string, Recognition] | undefined,
  override: string | null,
): ReadonlyMap<string, Recognition> {
  if (main?.[1].role === 'users' || (override !== null && formatOf(override) !== undefined)) return new Map()
  const found = known.find(({ size }) => size > 0) ?? []
  return new Map([...found].filter(([, { role }]) => role === 'parts'))
}

/** The IDs of users that the first rows of these tables refer to. */
function ownersIn(samples: readonly TableSample[], parts: ReadonlyMap<string, Recognition>): ReadonlySet<string> {
  return new Set(
    samples.flatMap(({ table, records }) => {
      const recognition = parts.get(table)
      const format = recognition === undefined ? undefined : formatOf(recognition.provider)
      if (recognition === undefined || format === undefined) return []
      return records.flatMap((record) => {
        const entry = format.read(record, recognition)
        return entry.kind === 'part' ? withPlainKeys(entry, format.provider).keys.slice(-1) : []
      })
    }),
  )
}

function besideParts(parts: ReadonlyMap<string, Recognition>): string {
  const [first] = parts.values()
  const title = first === undefined ? undefined : formatOf(first.provider)?.title
  return title === undefined ? '' : `, and ${listed([...parts.keys()])} of ${title} adds logins to its users`
}

function whyRead(override: string | null, chosen: string | null, { one }: TableTerms): string {
  if (override !== null) return 'you said so'
  return chosen === null ? `of its ${one}s this one looks most like users` : 'you chose it'
}

/** The tables of a product after the operator chose one: users are read from that table only, parts from all. */
function withChosen(found: ReadonlyMap<string, Recognition>, chosen: string): ReadonlyMap<string, Recognition>[] {
  if (found.get(chosen)?.role !== 'users') return []
  return [new Map([...found].filter(([table, { role }]) => table === chosen || role === 'parts'))]
}

/** The tables of a dump that the operator can choose from; null if there is only one. */
export function offersOf(samples: readonly TableSample[]): Offers | null {
  if (samples.length < 2) return null
  const parts = samples.slice(0, maxOffers).map((sample) => ({
    name: sample.table.slice(0, 1000),
    likely: scoreOf(sample, null) > 0 || exportFormats.some(({ recognise }) => recognise(sample)?.role === 'users'),
  }))
  return { kind: 'tables', parts }
}

/** The first table of users, else the first table of parts. */
function mainTable(tables: ReadonlyMap<string, Recognition>): readonly [string, Recognition] | undefined {
  const all = [...tables]
  return all.find(([, { role }]) => role === 'users') ?? all[0]
}
