import type { Mapping } from '../mapping/mapping.ts'
import type { MappingTarget } from '../mapping/targets.ts'
import { fitOfName } from '../mapping/names/name-hints.ts'
import { mentionsPeople } from '../mapping/names/people-names.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import type { Recognition, SourceRecord } from '../mapping/export-format.ts'
import { maxOffers, type Offers } from '../offers.ts'
import { textOf } from '../mapping/cell.ts'
import { withPlainKeys } from '../mapping/plain-keys.ts'
import { valueAt } from '../mapping/value-at.ts'
import { hasHashes } from './hash-columns.ts'
import { exportFormats, formatOf } from './index.ts'
import {
  besideLogins,
  extendsUsers,
  lackedBy,
  lackedByUsers,
  type LoginTable,
  loginTables,
  scoreOfLogins,
  tablesOfOthers,
  type TableSample,
} from './login-tables.ts'
import { recogniseBy } from './recognise.ts'
import { standingTable, type StandingTable } from './standing-tables.ts'
import { listed, tableTerms, type TableTerms, withoutNames } from './table-terms.ts'

export type { TableSample }

/** Tables that disable users, such as lists of bans. */
type Standings = ReadonlyMap<string, StandingTable>

/** Which tables of a dump are read. `recognition` is that of the file as a whole. */
type DumpReading =
  | {
      readonly kind: 'known'
      readonly recognition: Recognition
      readonly tables: ReadonlyMap<string, Recognition>
      /** Tables without users whose names the others refer to. */
      readonly names: ReadonlySet<string>
      readonly logins: readonly LoginTable[]
      readonly standings: Standings
    }
  /** One table of the operator's own, through a mapping. `parts`: tables of logins of a known product that belong to its users. */
  | {
      readonly kind: 'own'
      readonly recognition: Recognition
      readonly sample: TableSample
      readonly parts: ReadonlyMap<string, Recognition>
      readonly logins: readonly LoginTable[]
      readonly standings: Standings
    }
  /** No table looks like users. */
  | { readonly kind: 'none' }

/**
 * Finds the tables of users in a dump, and those that add to them. Only one provider's tables are read: what looks like
 * another's beside them (profiles, a copy) would make two users of one. `said`: the operator's word, a provider or
 * `generic`; null: none. `mapping`: how to read a table of the operator's own, where that was decided. `chosen`: the
 * table that the operator named; null: none. `unproven`: tables that hold no login of the users, as reading them has shown.
 */
export function readDump(
  samples: readonly TableSample[],
  override: string | null,
  mapping: Mapping | null,
  {
    chosen = null,
    words = tableTerms(null),
    unproven = new Set(),
  }: {
    readonly chosen?: string | null
    readonly words?: TableTerms
    readonly unproven?: ReadonlySet<string>
  } = {},
): DumpReading {
  const formats = exportFormats.filter(({ provider }) => override === null || provider === override)
  const known = formats.map(
    (format) =>
      new Map(
        samples.flatMap((sample) => {
          const recognition = recogniseBy(format, sample)
          return recognition === null ? [] : [[sample.table, recognition] as const]
        }),
      ),
  )
  const tables =
    chosen === null
      ? (known.find((found) => mainTable(found)?.[1].role === 'users') ?? known.find(({ size }) => size > 0))
      : known.flatMap((found) => withChosen(found, chosen))[0]
  const main = tables === undefined ? undefined : mainTable(tables)
  // Logins whose users nothing recognises: the product's own table of users was altered.
  const parts = partsOf(known, main, override)
  const ownSample = (): TableSample | null => {
    if (chosen !== null) return samples.find(({ table }) => table === chosen) ?? null
    const others = samples.filter(({ table }) => !parts.has(table))
    return ownTable(others, mapping, ownersIn(samples, parts), unproven)
  }
  // All tables are judged only where no users are recognized: that takes time.
  const sample = main?.[1].role === 'users' ? null : ownSample()
  if (tables !== undefined && main !== undefined && sample === null) {
    const shape = `${words.one}${tables.size > 1 ? 's' : ''} ${[...tables.keys()].join(', ')} of a ${words.whole}`
    const names = namesTables(samples, main[1].provider)
    const ofUsers = samples.find(({ table }) => table === main[0])
    const logins =
      tables.size > 1 || main[1].role !== 'users' || ofUsers === undefined
        ? []
        : loginTables(
            ofUsers,
            without(samples, unproven),
            lackedByUsers(ofUsers, (record) => formatOf(main[1].provider)?.read(record, main[1])),
          )
    const read = new Map([
      ...tables,
      ...[...names, ...logins.map(({ table }) => table)].map((table) => [table, null] as const),
    ])
    const standings = standingsOf(samples, main[1].provider, read)
    const reason = `in its ${words.one} ${main[0]}, ${main[1].reason}${besideLogins(logins)}${besides(samples, read, standings)}`
    return { kind: 'known', tables, names, logins, standings, recognition: { ...main[1], shape, reason } }
  }
  if (sample === null) return { kind: 'none' }
  const format = override === null ? undefined : formatOf(override)
  const others = without(samples, new Set([...unproven, ...parts.keys()]))
  const logins =
    format === undefined
      ? loginTables(sample, others, lackedBy((mapping ?? suggestMapping(sample).mapping).columns))
      : []
  const read = new Map(
    [sample.table, ...parts.keys(), ...logins.map(({ table }) => table)].map((table) => [table, null]),
  )
  const standings = standingsOf(samples, format?.provider ?? 'generic', read)
  const rest = besides(samples, read, standings) + withoutNames(sample.header, words)
  const recognition: Recognition = {
    provider: format?.provider ?? 'generic',
    shape: `${words.one} ${sample.table} of a ${words.whole}`,
    reason: `${whyRead(override, chosen, words)}${besideParts(parts)}${besideLogins(logins)}${rest}`,
    role: 'users',
  }
  return format === undefined
    ? { kind: 'own', recognition, sample, parts, logins, standings }
    : {
        kind: 'known',
        recognition,
        tables: new Map([[sample.table, recognition]]),
        names: new Set(),
        logins,
        standings,
      }
}

function without(samples: readonly TableSample[], tables: ReadonlySet<string>): readonly TableSample[] {
  return samples.filter(({ table }) => !tables.has(table))
}

/** The tables that name objects for the tables of this product. */
function namesTables(samples: readonly TableSample[], provider: string): ReadonlySet<string> {
  const names = formatOf(provider)?.names
  return new Set(names === undefined ? [] : samples.filter(names.isTable).map(({ table }) => table))
}

/** Tables of logins of one product of which no table of users is recognised. */
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

/** The tables of one product when one of them was chosen: its users are read from that one alone, what adds to them from all. */
function withChosen(found: ReadonlyMap<string, Recognition>, chosen: string): ReadonlyMap<string, Recognition>[] {
  if (found.get(chosen)?.role !== 'users') return []
  return [new Map([...found].filter(([table, { role }]) => table === chosen || role === 'parts'))]
}

/** The tables of a dump for the operator to choose from; null: there is only one. */
export function offersOf(samples: readonly TableSample[]): Offers | null {
  if (samples.length < 2) return null
  const parts = samples.slice(0, maxOffers).map((sample) => ({
    name: sample.table.slice(0, 1000),
    likely: scoreOf(sample, null) > 0 || exportFormats.some(({ recognise }) => recognise(sample)?.role === 'users'),
  }))
  return { kind: 'tables', parts }
}

/** The first table of users; of parts when there are only those. */
function mainTable(tables: ReadonlyMap<string, Recognition>): readonly [string, Recognition] | undefined {
  const all = [...tables]
  return all.find(([, { role }]) => role === 'users') ?? all[0]
}

const worth: Readonly<Partial<Record<MappingTarget, number>>> = {
  email: 4,
  'password-hash': 3,
  phone: 1,
  'source-id': 1,
  'email-verified': 1,
}

/** The table that users can best be made of: by the mapping where there is one, else by what its columns look like. */
function ownTable(
  samples: readonly TableSample[],
  mapping: Mapping | null,
  owners: ReadonlySet<string>,
  unproven: ReadonlySet<string>,
): TableSample | null {
  const others = without(samples, unproven)
  const children = mapping === null ? tablesOfOthers(others) : new Set()
  const judged = samples.map((sample) => ({
    sample,
    score:
      mapping === null && children.has(sample.table)
        ? 0
        : scoreOf(sample, mapping) + scoreOfOwners(sample, owners) + (mapping === null ? ofLogins(sample, others) : 0),
  }))
  // Of two tables of the same people, the one that the other refers to has what says whether they may log in.
  const isFirst = ({ sample, score }: (typeof judged)[number]) =>
    mapping !== null || score === 0 || !judged.some((one) => one.score > 0 && extendsUsers(sample, one.sample))
  const best = judged.filter(isFirst).toSorted((one, other) => other.score - one.score)[0]
  return best === undefined || best.score === 0 ? null : best.sample
}

/** Users whose logins are in other tables, beside what they have themselves. */
function ofLogins(sample: TableSample, others: readonly TableSample[]): number {
  const score = scoreOfLogins(sample, others, (kind) => worth[kind] ?? 0)
  return score === 0 || isOfAdministrators(sample) ? 0 : score + ownWorth(sample)
}

/** The worth of columns that would not make a table one of users alone. */
function ownWorth(sample: TableSample): number {
  if (scoreOf(sample, null) > 0) return 0
  const columns = suggestMapping(sample).mapping.columns
  return columns.reduce((sum, { target }) => sum + (worth[target] ?? 0), mentionsPeople(sample.table) ? 2 : 0)
}

const signInName =
  /^(?:user_?(?:name|_?login|_?id)?|login(?:_?name)?|nick(?:_?name)?|benutzer(?:name)?|usuario|utilisateur|account(?:_?name)?|handle)$/i
const signInTime = /last_?(?:log|sign|seen|visit|access|activ)|login|logged_?in|sign_?in/i
/** Targets that only an account has. */
const ofAccount: ReadonlySet<MappingTarget> = new Set([
  'disabled',
  'email-verified',
  'phone-verified',
  'provider-user-id',
])

function scoreOf(sample: TableSample, mapping: Mapping | null): number {
  if (mapping !== null) return mapping.columns.filter(({ path }) => isColumn(sample.records[0], path)).length
  if (isOfAdministrators(sample)) return 0
  const mapped = suggestMapping(sample).mapping.columns
  const targets = mapped.map(({ target }) => target)
  const named = mentionsPeople(sample.table) ? 2 : 0
  const columns = Object.keys(sample.records[0] ?? {})
  const hasCredential = targets.includes('password-hash') || hasHashes(sample)
  if (!targets.includes('email') && !targets.includes('phone')) {
    // People who sign in by a name alone.
    return hasCredential && columns.some((column) => signInName.test(column)) ? 1 + named : 0
  }
  // Orders and contacts have addresses as well.
  if (
    named === 0 &&
    !hasCredential &&
    !targets.some((target) => ofAccount.has(target)) &&
    !columns.some((column) => signInTime.test(column))
  )
    return 0
  // A column recognized by its values alone is worth half of one that its name confirms.
  const worthOf = ({ target, path }: Mapping['columns'][number]) =>
    (worth[target] ?? 0) * (fitOfName(target, path) === 'none' ? 0.5 : 1)
  return mapped.reduce((sum, column) => sum + worthOf(column), named)
}

/** The users of logins are the people among whose IDs the owners of the logins are. */
function scoreOfOwners(sample: TableSample, owners: ReadonlySet<string>): number {
  if (owners.size === 0) return 0
  // An unsure column counts as well: its table is read, and the operator decides about the column.
  const suggested = suggestMapping(sample).columns.flatMap(({ path, suggestion }) =>
    suggestion === null ? [] : [{ path, target: suggestion.target }],
  )
  const ids = suggested.filter(({ target }) => target === 'source-id').map(({ path }) => path)
  const isContact = suggested.some(({ target }) => target === 'email' || target === 'phone')
  const isOwner = (record: SourceRecord) => ids.some((path) => owners.has(`id:${textOf(valueAt(record, path)) ?? ''}`))
  return isContact && sample.records.some(isOwner) ? ofOwners : 0
}

/** More than all columns of another table are worth. */
const ofOwners = 20

/** PocketBase keeps administrators beside its users. They are read only if the operator chooses their table. */
function isOfAdministrators({ table, records }: TableSample): boolean {
  return /(?:^|\.)_(?:admins|superusers)$/.test(table) && isColumn(records[0], 'tokenKey')
}

function isColumn(record: SourceRecord | undefined, path: string): boolean {
  return record !== undefined && Object.keys(record).some((name) => path === name || path.startsWith(`${name}.`))
}

/** Unread tables that disable users. */
function standingsOf(samples: readonly TableSample[], provider: string, read: ReadonlyMap<string, unknown>): Standings {
  return new Map(
    samples.flatMap((sample) => {
      const standing = read.has(sample.table) ? null : standingTable(sample, provider, [...read.keys()])
      return standing === null ? [] : [[sample.table, standing] as const]
    }),
  )
}

/** The further tables of a dump that are read, and those that are not. */
function besides(samples: readonly TableSample[], read: ReadonlyMap<string, unknown>, standings: Standings): string {
  const told = standings.size === 0 ? '' : `; who is disabled may be said in ${listed([...standings.keys()])}`
  const others = samples.map(({ table }) => table).filter((table) => !read.has(table) && !standings.has(table))
  return told + leftAside(others)
}

function leftAside(others: readonly string[]): string {
  return others.length === 0 ? '' : `; ${listed(others)} ${others.length === 1 ? 'is' : 'are'} not read`
}
