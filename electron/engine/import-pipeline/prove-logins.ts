import type { LoginTable } from '../../../shared/exports/login-tables.ts'
import { textOf } from '../../../shared/mapping/cell.ts'
import { isEnough } from '../../../shared/exports/owner-columns.ts'
import { chooseRows, type Superseded } from '../../../shared/exports/logins/several-rows.ts'
import { type LatestStates, latestStates } from '../../../shared/exports/standing/latest-states.ts'
import { namedRow } from '../../../shared/exports/known-columns.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import { createClaimIndex } from './fast/claim-index.ts'
import type { Interpretation } from './interpretation.ts'

/** Result of reading the tables of logins and the histories of states whole. */
export type LoginProof = {
  /** Tables that hold no login of the users. */
  readonly unproven: ReadonlySet<string>
  /** Rows that do not count, of users with several. */
  readonly superseded: Superseded
  /** The rows that count of each history, by its table; empty: its file has no tables. */
  readonly latest: ReadonlyMap<string, LatestStates>
  /** The table of the users whose logins were proven. */
  readonly users?: string
}

/** The proof before any row was read. */
export const noProof: LoginProof = { unproven: new Set(), superseded: new Map(), latest: new Map() }

/**
 * Finds the latest rows of histories, and the tables of logins that do not have one row for each user: whose column names a user twice, unless it may, or users that are not there. A
 * wrong one would give a user the password of another, so all of their rows are read before any is used.
 */
export async function proveLogins(
  source: Pick<OpenedExport, 'batches' | 'size'>,
  { logins = [], history }: Pick<Interpretation, 'logins' | 'history'>,
): Promise<LoginProof> {
  if (logins.length === 0 && history === undefined) return noProof
  const proofs = logins.map((login) => createProof(login, source.size))
  const tables = new Set(logins.flatMap(({ table, of, link }) => [link?.table ?? table, of]))
  const histories = history === undefined ? [] : [[history.table, history] as const]
  const ofTables = logins.flatMap((one) => (one.history === undefined ? [] : [[one.table, one.history] as const]))
  const latest = new Map([...histories, ...ofTables].map(([table, one]) => [table, latestStates(one)]))
  for await (const batch of source.batches((table) => tables.has(table) || latest.has(table))) {
    for (const raw of batch) {
      if (raw.kind !== 'record') continue
      const { table = '' } = raw
      const row = table === '' ? raw.value : namedRow(table, raw.value)
      for (const proof of proofs) proof.add(row, table)
      latest.get(table)?.add(row)
    }
  }
  return {
    latest,
    unproven: new Set(proofs.filter(({ isProven }) => !isProven()).map(({ table }) => table)),
    superseded: new Map(proofs.flatMap(({ table, superseded }) => keysOf(table, superseded()))),
  }
}

function keysOf(table: string, keys: ReadonlySet<string> | null) {
  return keys === null || keys.size === 0 ? [] : [[table, keys] as const]
}

/** Bytes of a row with little beside its key. */
const smallRow = 80

type Row = Parameters<LoginTable['counts']>[0]

function createProof(login: LoginTable, size: number) {
  const { of, key, isRepeated = false, share = 'nearly-all', attribute, choice } = login
  const { table: rowsOf, owner, counts } = login.link ?? login
  const owners = createClaimIndex(size / smallRow)
  const attributes = createClaimIndex(attribute === undefined ? 1 : size / smallRow)
  const users = createClaimIndex(size / smallRow)
  const chosen = choice === undefined ? null : chooseRows(choice)
  let [rows, matched] = [0, 0]
  let isUnique = true
  const note = (index: typeof owners, other: typeof users, id: string) => {
    isUnique &&= !index.isKnown(id) && index.note(id)
    if (other.isKnown(id)) matched += 1
  }
  return {
    table: login.table,
    add: (row: Row, from: string) => {
      if (!isUnique) return
      const isOfUser = from === of
      const id = textOf(row[isOfUser ? key : owner])?.trim() ?? ''
      if (id === '' || (!isOfUser && (from !== rowsOf || !counts(row)))) return
      if (isOfUser) return note(users, owners, id)
      chosen?.add(id, row)
      if ((isRepeated || chosen !== null) && owners.isKnown(id)) return
      if (attribute !== undefined) {
        const own = JSON.stringify([attribute.of(row), id])
        isUnique &&= !attributes.isKnown(own) && attributes.note(own)
        if (owners.isKnown(id)) return
      }
      rows += 1
      note(owners, users, id)
    },
    isProven: () => isUnique && isEnough(matched, rows, share) && chosen?.superseded() !== null,
    superseded: () => chosen?.superseded() ?? null,
  }
}
