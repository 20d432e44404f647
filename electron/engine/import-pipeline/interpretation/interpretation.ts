import type { KeyForms } from '../../../../shared/exports/logins/key-forms.ts'
import type { LoginTable } from '../../../../shared/exports/logins/login-table.ts'
import type { StateHistory } from '../../../../shared/exports/standing/latest-states.ts'
import type { PersonVersions } from '../../../../shared/exports/versions/version-columns.ts'
import { dateOrders } from '../../../../shared/mapping/columns/date-orders.ts'
import { profileColumns } from '../../../../shared/mapping/columns/profile-columns.ts'
import { clearColumns } from '../../../../shared/mapping/columns/secrets/password-columns.ts'
import { factorStates } from '../../../../shared/mapping/entries/factor-use.ts'
import type { Notation } from '../../../../shared/mapping/entries/target-sources.ts'
import type {
  Entry,
  Names,
  NamesOfTables,
  Recognition,
  Sample,
  SourceRecord,
} from '../../../../shared/mapping/export-format.ts'
import { isStandingAlone, type Mapping } from '../../../../shared/mapping/mapping.ts'
import type { ColumnUse } from '../../../../shared/mapping/shown/column-report.ts'
import type { Offers } from '../../../../shared/offers.ts'
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
export function isUndecided({ provider_override, mapping, table_override = null }: FileDecisions): boolean {
  return provider_override === null && mapping === null && table_override === null
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
