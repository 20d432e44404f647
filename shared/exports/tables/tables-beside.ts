import { attributeColumns } from '../../mapping/rows/attribute-rows.ts'
import type { Recognition, SourceRecord } from '../../mapping/export-format.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import { formatOf } from '../index.ts'
import { namedRow } from '../known-columns.ts'
import { attributesOfNames } from '../logins/attribute-tables.ts'
import { linkedAddresses } from '../logins/linked-logins.ts'
import { besideLogins } from '../logins/login-table.ts'
import { lackedBy, lackedByEntries, type LoginTable, loginTables, type TableSample } from '../logins/login-tables.ts'
import { socialTables } from '../logins/social-tables.ts'
import { lackVerified, lackVerifiedOf, verifiedTables } from '../logins/verified-tables.ts'
import { holdsPasskeys, passkeyTables } from '../parts/passkey-rows.ts'
import { roleTables } from '../parts/role-tables.ts'
import { besideHistories, historyTables } from '../standing/history-tables.ts'
import { saidDisabledIn } from '../standing/standings.ts'
import { withOwnRows, withoutRowsOfOthers } from './kinds-of-owners.ts'
import { listed } from './table-terms.ts'

/* The tables beside the users: their logins, verified addresses, roles and earlier states. */

/** Tables with logins that the users of a known product have in none of its own tables. */
export function loginsOfKnown(
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

export function loginsByColumns(
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

/** The tables that have no login of these users and say more of them; `withRoles`: their own product says nothing of their roles. */
export function detailsBeside(
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
export function isOfAttributes(samples: readonly TableSample[]): (login: LoginTable) => boolean {
  const tables = samples.filter((sample) => attributeColumns(namesOfColumns(sample)) !== null).map(({ table }) => table)
  return ({ table, link }) => link === undefined && tables.includes(table)
}

/** The end of a recognition's reason: what these tables say of the users, and which of their roles keep people out. */
export function besideDetails(details: readonly LoginTable[], samples: readonly TableSample[]): string {
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

export function without(samples: readonly TableSample[], tables: ReadonlySet<string>): readonly TableSample[] {
  return samples.filter(({ table }) => !tables.has(table))
}
