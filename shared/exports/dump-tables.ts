import type { Recognition } from '../mapping/export-format.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import { maxOffers, type Offers } from '../offers.ts'
import { exportFormats, formatOf } from './index.ts'
import { besideLogins, type LoginTable, withAccounts, withKeyOfLogins } from './logins/login-table.ts'
import type { TableSample } from './logins/login-tables.ts'
import { ownTable, scoreOf } from './own-table.ts'
import { holdsPasskeys } from './parts/passkey-rows.ts'
import { recogniseBy } from './recognise.ts'
import { besideStandings, type Standings, standingsOf } from './standing/standings.ts'
import { withoutShared } from './tables/kinds-of-owners.ts'
import { mainTable, namesTables, ownersIn, partsOf, withChosen, withoutOthers } from './tables/product-tables.ts'
import { listed, schemaFirst, tableTerms, type TableTerms } from './tables/table-terms.ts'
import {
  besideDetails,
  detailsBeside,
  isOfAttributes,
  loginsByColumns,
  loginsOfKnown,
  without,
} from './tables/tables-beside.ts'

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
  if (sample !== null)
    return readOwn(sample, samples, withoutShared(allParts, sample, samples), {
      override,
      mapping,
      chosen,
      words,
      unproven,
    })
  if (tables === undefined || main === undefined) return { kind: 'none' }
  const left = chosen === null ? [...(found ?? tables).keys()].filter((table) => !tables.has(table)) : []
  return readKnown(main, samples, { tables, mainSample, words, unproven, left })
}

/** Reads users from the tables of a product. `left`: further tables of it, which may hold other people. */
function readKnown(
  [name, recognition]: readonly [string, Recognition],
  samples: readonly TableSample[],
  {
    tables,
    mainSample,
    words,
    unproven,
    left,
  }: {
    readonly tables: ReadonlyMap<string, Recognition>
    readonly mainSample: TableSample | undefined
    readonly words: TableTerms
    readonly unproven: ReadonlySet<string>
    readonly left: readonly string[]
  },
): DumpReading {
  const shape = `${words.one}${tables.size > 1 ? 's' : ''} ${[...tables.keys()].join(', ')} of a ${words.whole}`
  const names = namesTables(samples, recognition.provider)
  const apart = new Set([...unproven, ...tables.keys()])
  const logins = mainSample === undefined ? [] : loginsOfKnown(mainSample, samples, { tables, unproven: apart })
  const others = without(samples, new Set([...apart, ...names]))
  const details = mainSample === undefined ? [] : detailsBeside(mainSample, others, logins)
  const read = [...tables, ...[...names].map(unread)]
  const standings = standingsBeside(samples, recognition.provider, read, { logins, details })
  // With a single table, the shape already names it.
  const where = tables.size > 1 ? `in its ${words.one} ${name}, ` : ''
  const reason = `${where}${recognition.reason}${besideAll(logins, details, standings, samples)}${besideLeft(left)}`
  return { kind: 'known', tables, names, logins, details, standings, recognition: { ...recognition, shape, reason } }
}

/** Reads users from a table of the operator's own, or from one that the operator calls that of a product. `parts`: tables of a product with logins of its users. */
function readOwn(
  sample: TableSample,
  samples: readonly TableSample[],
  parts: ReadonlyMap<string, Recognition>,
  {
    override,
    mapping,
    chosen,
    words,
    unproven,
  }: {
    readonly override: string | null
    readonly mapping: Mapping | null
    readonly chosen: string | null
    readonly words: TableTerms
    readonly unproven: ReadonlySet<string>
  },
): DumpReading {
  const format = override === null ? undefined : formatOf(override)
  const provider = format?.provider ?? 'generic'
  const others = without(samples, new Set([...unproven, ...parts.keys()]))
  const logins =
    format === undefined ? loginsByColumns(sample, others, (mapping ?? suggestMapping(sample).mapping).columns) : []
  const details = detailsBeside(sample, others, logins, format === undefined)
  const read = [sample.table, ...parts.keys()].map(unread)
  const standings = standingsBeside(samples, provider, read, { logins, details })
  const beside = `${besideParts(parts)}${besideAll(logins, details, standings, samples)}${withoutNames(sample.header, words)}`
  const recognition: Recognition = {
    provider,
    shape: `${words.one} ${sample.table} of a ${words.whole}`,
    reason: `${whyRead(override, chosen, words)}${beside}`,
    role: 'users',
  }
  const rows = { recognition, logins, details, standings }
  return format === undefined
    ? { kind: 'own', ...rows, sample: withKeyOfLogins(withAccounts(sample, logins), logins), parts }
    : { kind: 'known', ...rows, tables: new Map([[sample.table, recognition]]), names: new Set() }
}

/** The states of users in tables that are not read as a whole for something else. Of rows of attributes, some are logins and others states. */
function standingsBeside(
  samples: readonly TableSample[],
  provider: string,
  read: readonly (readonly [string, Recognition | null])[],
  { logins, details }: { readonly logins: readonly LoginTable[]; readonly details: readonly LoginTable[] },
): Standings {
  const attributes = logins.filter(isOfAttributes(samples))
  const joined = [...logins, ...details].map(({ table }) => table)
  const whole = joined.filter((table) => !attributes.some((one) => one.table === table))
  return standingsOf(samples, provider, new Map([...read, ...whole.map(unread)]), attributes)
}

/** A table of which no row has a state. */
function unread(table: string): readonly [string, null] {
  return [table, null]
}

/** The end of a recognition's reason: what the tables beside the users say of them. */
function besideAll(
  logins: readonly LoginTable[],
  details: readonly LoginTable[],
  standings: Standings,
  samples: readonly TableSample[],
): string {
  return `${besideLogins(logins)}${besideDetails(details, samples)}${besideStandings(standings, samples)}`
}

/** Advice for a dump whose rows do not name their columns; empty if they do. */
function withoutNames(header: readonly string[] | null, { whole }: TableTerms): string {
  return header !== null || whole !== 'dump'
    ? ''
    : `; its rows do not name their columns: if another dump does, ${schemaFirst}`
}

function besideLeft(tables: readonly string[]): string {
  if (tables.length === 0) return ''
  const which = tables.length > 1 ? 'one of them' : 'it'
  return `; ${listed(tables)} may hold other people, who are read only if you choose ${which} (--table on the command line)`
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

/** The tables of a dump that the operator can choose from; null if there is only one. */
export function offersOf(samples: readonly TableSample[]): Offers | null {
  if (samples.length < 2) return null
  const parts = samples.slice(0, maxOffers).map((sample) => ({
    name: sample.table.slice(0, 1000),
    likely: scoreOf(sample, null) > 0 || exportFormats.some(({ recognise }) => recognise(sample)?.role === 'users'),
  }))
  return { kind: 'tables', parts }
}
