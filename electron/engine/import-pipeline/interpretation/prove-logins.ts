import type { LoginTable } from '../../../../shared/exports/logins/login-tables.ts'
import { trimmedText } from '../../../../shared/mapping/cell.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { inKeyForms, noKeyForms, plainId } from '../../../../shared/exports/logins/key-forms.ts'
import { isEnough } from '../../../../shared/exports/tables/owner-columns.ts'
import { chooseRows, type Superseded } from '../../../../shared/exports/logins/several-rows.ts'
import { type LatestStates, latestStates } from '../../../../shared/exports/standing/latest-states.ts'
import type { LatestVersions } from '../../../../shared/exports/versions/latest-versions.ts'
import { personKeys } from '../../../../shared/exports/versions/row-facts.ts'
import { countVersions } from '../../../../shared/exports/versions/read-versions.ts'
import type { PersonVersions } from '../../../../shared/exports/versions/version-columns.ts'
import { namedRow } from '../../../../shared/exports/known-columns.ts'
import type { OpenedExport } from '../../reading/open-export.ts'
import { createClaimIndex } from '../fast/claim-index.ts'
import type { Interpretation } from './interpretation.ts'
import { lastName } from '../../../../shared/mapping/names/column-words.ts'
import { isCalled } from '../../../../shared/mapping/names/name-fit.ts'

/** Result of reading the tables of logins and the histories of states whole. */
export type LoginProof = {
  /** Tables that hold no login of the users. */
  readonly unproven: ReadonlySet<string>
  /** Rows that do not count, of users with several. */
  readonly superseded: Superseded
  /** The rows that count of each history, by its table; empty: its file has no tables. */
  readonly latest: ReadonlyMap<string, LatestStates>
  /** The rows that count of users with several; null: all of them, because each user has one row; absent: not read. */
  readonly versions?: LatestVersions | null
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
  source: Pick<OpenedExport, 'batches' | 'size' | 'tables'>,
  {
    logins = [],
    history,
    versions,
    sample,
    keyForms = noKeyForms,
  }: Pick<Interpretation, 'logins' | 'history' | 'versions' | 'sample' | 'keyForms'>,
): Promise<LoginProof> {
  if (logins.length === 0 && history === undefined && versions === undefined) return noProof
  const { table: ofUsers = '' } = sample
  const mayRepeat = (of: string) => versions !== undefined && of === ofUsers
  const proofs = logins.map((login) =>
    createProof(login, source.size, {
      mayRepeat: mayRepeat(login.of),
      hasOtherForm: keyForms.has(rowsOf(login)),
      tenants: tenantsOf(login, source),
    }),
  )
  const comeAgain =
    versions !== undefined && (versions.kind === 'log' || (await personsComeAgain(source, versions, sample)))
  const latestOfUsers = comeAgain ? countVersions(versions) : null
  const tables = new Set(logins.flatMap((login) => [rowsOf(login), login.of]))
  const histories = history === undefined ? [] : [[history.table, history] as const]
  const ofTables = logins.flatMap((one) => (one.history === undefined ? [] : [[one.table, one.history] as const]))
  const latest = new Map([...histories, ...ofTables].map(([table, one]) => [table, latestStates(one)]))
  const isRead = (table: string) => tables.has(table) || latest.has(table) || mayRepeat(table)
  for await (const batch of source.batches(isRead)) {
    for (const raw of batch) {
      if (raw.kind !== 'record') continue
      const { table = '' } = raw
      const written = rowOf(table, raw.value)
      const columns = keyForms.get(table)
      const row = columns === undefined ? written : inKeyForms(columns, written)
      for (const proof of proofs) proof.add(row, table, written)
      latest.get(table)?.add(row)
      if (table === ofUsers) latestOfUsers?.add(row)
    }
  }
  return {
    latest,
    ...(versions === undefined ? {} : { versions: latestOfUsers?.areVersions() === true ? latestOfUsers : null }),
    unproven: new Set(proofs.filter(({ isProven }) => !isProven()).map(({ table }) => table)),
    superseded: new Map(proofs.flatMap(({ table, superseded }) => keysOf(table, superseded()))),
  }
}

/** The table whose rows name the users of logins. */
function rowsOf({ table, link }: LoginTable): string {
  return link?.table ?? table
}

function rowOf(table: string, record: SourceRecord): SourceRecord {
  return table === '' ? record : namedRow(table, record)
}

/** Whether the key of a person comes again, in the sample or behind it: most tables with a number of versions have one row for each person. */
async function personsComeAgain(
  source: Pick<OpenedExport, 'batches' | 'size'>,
  versions: PersonVersions,
  { records, table: ofUsers = '' }: Interpretation['sample'],
): Promise<boolean> {
  const keyOf = personKeys(versions)
  const sampled = records.map(keyOf)
  if (new Set(sampled).size < sampled.length) return true
  const known = createClaimIndex(source.size / smallRow)
  for await (const batch of source.batches((table) => table === ofUsers))
    for (const raw of batch) {
      const isOne = raw.kind === 'record' && (raw.table ?? '') === ofUsers
      const key = isOne ? keyOf(rowOf(ofUsers, raw.value)) : null
      if (key !== null && (known.isKnown(key) || !known.note(key))) return true
    }
  return false
}

function keysOf(table: string, keys: ReadonlySet<string> | null) {
  return keys === null || keys.size === 0 ? [] : [[table, keys] as const]
}

/** Bytes of a row with little beside its key. */
const smallRow = 80

type Row = Parameters<LoginTable['counts']>[0]

/** The columns with a tenant that a table with one login of each user and the table of users have in common. */
function tenantsOf(login: LoginTable, { tables = [] }: Pick<OpenedExport, 'tables'>): readonly string[] {
  const { owner, key, of, isRepeated = false } = login
  const columnsOf = (table: string) => tables.find(({ name }) => name === table)?.columns ?? []
  const theirs = new Set(columnsOf(of))
  const common = isRepeated ? [] : columnsOf(rowsOf(login)).filter((column) => theirs.has(column))
  return common.filter((column) => column !== owner && column !== key && namesTenant(column))
}

type ProofOptions = {
  /** Users may have several rows. */
  readonly mayRepeat: boolean
  /** The rows name users by IDs in another form. */
  readonly hasOtherForm: boolean
  /** Columns with the tenant of a row in both tables. */
  readonly tenants: readonly string[]
}

function createProof(login: LoginTable, size: number, { mayRepeat, hasOtherForm, tenants }: ProofOptions) {
  const { of, key, isRepeated = false, share = 'nearly-all', attribute, choice, ended } = login
  const { table: rowsOf, owner, counts } = login.link ?? login
  const owners = createClaimIndex(size / smallRow)
  const attributes = createClaimIndex(attribute === undefined ? 1 : size / smallRow)
  const users = createClaimIndex(size / smallRow)
  const chosen = choice === undefined ? null : chooseRows(choice)
  const forms = hasOtherForm ? proofOfForms(size) : null
  const [usersIn, ownersIn] = [
    createClaimIndex(tenants.length > 0 ? size / smallRow : 1),
    createClaimIndex(tenants.length > 0 ? size / smallRow : 1),
  ]
  /** Whether the other table has the ID in another tenant: each tenant counts its users. */
  const isOfOtherTenant = (row: Row, id: string, isOfUser: boolean) => {
    if (tenants.length === 0) return false
    const tenant = JSON.stringify(tenants.map((column) => trimmedText(row[column])))
    const [own, others, all] = isOfUser ? [usersIn, ownersIn, owners] : [ownersIn, usersIn, users]
    return !own.note(`${id}\n${tenant}`) || (all.isKnown(id) && !others.isKnown(`${id}\n${tenant}`))
  }
  let [rows, matched] = [0, 0]
  let isUnique = true
  const note = (index: typeof owners, other: typeof users, id: string) => {
    isUnique &&= !index.isKnown(id) && index.note(id)
    if (other.isKnown(id)) matched += 1
  }
  return {
    table: login.table,
    add: (row: Row, from: string, written: Row) => {
      if (!isUnique) return
      const isOfUser = from === of
      const column = isOfUser ? key : owner
      const id = trimmedText(row[column])
      if (id === '' || (!isOfUser && (from !== rowsOf || !counts(row) || ended?.hasEnded(row) === true))) return
      isUnique = forms?.mayBe(id, isOfUser ? null : trimmedText(written[column])) !== false
      if (isOfOtherTenant(row, id, isOfUser)) isUnique = false
      if (isOfUser) return mayRepeat && users.isKnown(id) ? undefined : note(users, owners, id)
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

/**
 * Finds out whether each ID in another form is that of one user alone: no other user has it as it is written, no two users have IDs that differ in their
 * form, and no row has another form of one that was there before.
 */
function proofOfForms(size: number) {
  const users = createClaimIndex(size / smallRow)
  const plain = createClaimIndex(size / smallRow)
  const owners = createClaimIndex(size / smallRow)
  const asWritten = createClaimIndex(size / smallRow)
  const changed = createClaimIndex(size / smallRow)
  return {
    /** `written`: the ID as the row of a login has it; null: the row is that of a user. */
    mayBe: (id: string, written: string | null): boolean => {
      if (written === null) {
        const { kind, text } = plainId(id) ?? { kind: '', text: id }
        const isOther = plain.isKnown(`${kind} ${text}`) && !users.isKnown(id)
        return !isOther && !changed.isKnown(id) && users.note(id) && plain.note(`${kind} ${text}`)
      }
      const isOther = owners.isKnown(id) && !asWritten.isKnown(written)
      const isOfOther = written !== id && users.isKnown(written)
      if (isOther || isOfOther || !owners.note(id) || !asWritten.note(written)) return false
      return written === id || changed.note(written)
    },
  }
}

/** Whether a column has the tenant of a row: each tenant may count its users on its own. */
function namesTenant(column: string): boolean {
  return isCalled('tenant', column) || ofTenants.test(lastName(column))
}

const ofTenants =
  /^(?:tenant|org|organi[sz]ation|realm|company|site|shop|store|mandant|workspace|instance)(?:id|key|code|no|nr|uuid|name)?$/
