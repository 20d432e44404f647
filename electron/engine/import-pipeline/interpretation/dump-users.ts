import type { DumpReading, TableSample } from '../../../../shared/exports/dump-tables.ts'
import { formatOf } from '../../../../shared/exports/index.ts'
import { namedRow } from '../../../../shared/exports/known-columns.ts'
import { linkedNames } from '../../../../shared/exports/logins/login-table.ts'
import { withOwnerKeys } from '../../../../shared/exports/logins/login-tables.ts'
import { namedByProduct } from '../../../../shared/exports/logins/names-of-products.ts'
import { standingColumns, standingTables } from '../../../../shared/exports/standing/standings.ts'
import { listed, tableTerms } from '../../../../shared/exports/tables/table-terms.ts'
import { idColumns } from '../../../../shared/mapping/columns/secrets/ids-like-digests.ts'
import { referenceColumns, referenceWord } from '../../../../shared/mapping/entries/references.ts'
import { keyedBy } from '../../../../shared/mapping/entries/sign-in-names.ts'
import { withVerified } from '../../../../shared/mapping/entries/with-verified.ts'
import { withoutComputed } from '../../../../shared/mapping/entries/without-computed.ts'
import type { Entry, Names, Recognition, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { holdsAccounts } from '../../../../shared/mapping/names/people-names.ts'
import { formatReader } from '../../../../shared/mapping/read-table.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import type { OpenedExport } from '../../reading/open-export.ts'
import { byMapping } from './by-mapping.ts'
import type { FileDecisions, Interpretation } from './interpretation.ts'
import { formatUsers } from './known-format.ts'
import { noUsers } from './no-users.ts'
import type { RowsBeside } from './rows-beside.ts'

/* The users of a dump, in a table of the operator's own or in tables of a known product. */

export type Dump = Result<Omit<Interpretation, 'offers'>>
export type DumpSource = Pick<OpenedExport, 'format' | 'emptyTables' | 'queriedTables' | 'elsewhere'>

type DumpParts = {
  readonly file: FileDecisions
  readonly samples: readonly TableSample[]
  readonly source: DumpSource
  readonly beside: RowsBeside
}

/** Reads users in a table of the operator's own, which may have tables of a known product beside it. */
export function ownUsers(
  { sample, parts, recognition, standings }: Extract<DumpReading, { readonly kind: 'own' }>,
  { file, samples, source, beside }: DumpParts,
): Omit<Interpretation, 'offers'> {
  const isChosen = (file.table_override ?? null) !== null
  const empty = isChosen || holdsAccounts(sample.table) ? [] : (source.emptyTables ?? []).filter(holdsAccounts)
  const without = empty.length === 0 ? '' : `; without rows: ${listed(empty)}`
  const reason = `${recognition.reason}${without}${besideQueries(source, (table) => table === sample.table || parts.has(table) || beside.joins(table))}`
  const own = byMapping({ ...recognition, reason }, file, sample, {
    beside: beside.logins,
    isAlone: samples.length === 1,
  })
  const isReferred = standings.size > 0 && beside.logins.length > 0
  const references = isReferred ? referenceColumns(sample, own.mapping, true) : []
  const keyed = references.map((path) => keyedBy(path, referenceWord(path)))
  const readOwn = (record: SourceRecord) =>
    keyed.reduce((entry, withKey) => withKey(entry, record), own.read(record, sample.table))
  const readPart = partReader(parts)
  return {
    ...own,
    standings: { tables: standingTables(standings, samples), columns: standingColumns(standings, samples) },
    logins: beside.joined,
    names: linkedNames(beside.logins),
    wants: (name) => name === sample.table || parts.has(name) || beside.joins(name) || 'count',
    read: (record, name = sample.table, names?: Names) =>
      name === sample.table
        ? withOwnerKeys(withoutComputed(readOwn(record), record), record, beside.joined)
        : withoutComputed(readPart(record, name) ?? beside.read(record, name, names), record),
  }
}

/** Reads users in the tables of a known product. */
export function productUsers(
  { recognition, tables, names: named, standings }: Extract<DumpReading, { readonly kind: 'known' }>,
  { file: { mapping }, samples, source, beside }: DumpParts,
): Dump {
  const product = formatOf(recognition.provider)
  const { users } = beside
  if (product === undefined || users === undefined)
    return problem(noUsers, `This ${tableTerms(source.format).whole} cannot be read.`)
  const read = formatReader(product, idColumns(users))
  const { read: readRow, askLate } = formatUsers(product, users, mapping)
  const readUser = (record: SourceRecord) => readRow(record, recognition)
  const verified = tables.size > 1 ? null : withVerified(users, readUser)
  const withNames = namedByProduct(product, users, readUser)
  const queries = besideQueries(source, (table) => tables.has(table) || beside.joins(table))
  return ok({
    recognition: { ...recognition, reason: `${recognition.reason}${queries}` },
    mapping,
    sample: users,
    standings: { tables: standingTables(standings, samples), columns: standingColumns(standings, samples) },
    logins: beside.joined,
    wants: (table) => tables.has(table) || beside.joins(table) || 'count',
    names: product.names === undefined || named.size === 0 ? null : { tables: named, read: product.names.read },
    read: (record, table, names) => {
      const recognised = table === undefined ? recognition : tables.get(table)
      if (recognised === undefined) {
        // Its names are read, so its descriptions and the like are not taken for logins that were left behind.
        return named.has(table ?? '') ? { kind: 'aside', what: table ?? '' } : beside.read(record, table ?? '')
      }
      const row = table === undefined ? record : namedRow(table, record)
      const isUser = table === users.table
      const plain = withoutComputed((isUser ? readRow : read)(row, recognised, names), row)
      const entry = isUser ? withNames(plain, row) : plain
      const whole = verified === null || !isUser ? entry : verified(entry, row)
      return withProviderKey(withOwnerKeys(whole, row, beside.joined), product.provider, standings)
    },
    askLate,
  })
}

/** The end of a recognition's reason: which tables that are not read have rows that are not in the dump either. */
function besideQueries({ queriedTables = [] }: DumpSource, isRead: (table: string) => boolean): string {
  const tables = queriedTables.filter((table) => !isRead(table))
  if (tables.length === 0) return ''
  const gets = tables.length === 1 ? 'gets' : 'get'
  return `; ${listed(tables)} ${gets} rows by a query (INSERT … SELECT), which only the database can answer`
}

/** A user whose ID alone is the key under which lists of bans find it: of a preset for several products, each has keys of its own. */
function withProviderKey(entry: Entry, provider: string, standings: ReadonlyMap<string, unknown>): Entry {
  if (standings.size === 0 || entry.kind !== 'user' || entry.user.sourceId === null) return entry
  return { ...entry, keys: [...new Set([...entry.keys, `${provider}:${entry.user.sourceId}`])] }
}

/** Reads rows of tables of a known product whose users are in a table of the operator's own; null for rows of other tables. */
function partReader(parts: ReadonlyMap<string, Recognition>): (record: SourceRecord, table: string) => Entry | null {
  const [first] = parts.values()
  const format = first === undefined ? undefined : formatOf(first.provider)
  if (format === undefined) return () => null
  const read = formatReader(format)
  return (record, table) => {
    const recognition = parts.get(table)
    return recognition === undefined ? null : read(namedRow(table, record), recognition)
  }
}
