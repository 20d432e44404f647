import type { Result } from '../../../../shared/result.ts'
import type { LoginTable } from '../../../../shared/exports/logins/login-table.ts'
import { lookupName, lookupRows, mayBeLookup } from '../../../../shared/exports/standing/lookup-rows.ts'
import type { TableSample } from '../../../../shared/exports/tables/table-keys.ts'
import { openExport, type OpenedExport } from '../../reading/open-export.ts'
import { asResult } from '../../reading/file-problem.ts'
import { fileWithoutLogins } from '../../reading/refusals/file-kind.ts'
import { type Around, interpretFile, isSuggested, tableSamples } from './interpret-file.ts'
import type { FileDecisions, Interpretation } from './interpretation.ts'
import { noUsers, withUnread } from './no-users.ts'
import { type LoginProof, noProof, proveLogins } from './prove-logins.ts'

/** How often the tables of a dump are read before it is read without any table of logins. */
const maxRounds = 5

/**
 * Interprets a file without the tables that look like logins of its users and are not, as all of their rows show. Without these, another table
 * may have the logins, or the users where theirs has nothing else: no table is joined before its own rows were read.
 */
export async function interpretProven(
  stored: FileDecisions,
  source: OpenedExport,
  signal: AbortSignal,
  around?: Around,
): Promise<Result<Interpretation>> {
  const file = isSuggested(stored, source) ? { ...stored, mapping: null } : stored
  const first = interpretFile(file, source, noProof, around)
  const isRead =
    !first.ok && (first.error.code === fileWithoutLogins || (first.error.code === noUsers && source.format === 'sql'))
  if (isRead) {
    const told = await asResult(() => withUnread(first.error, source, tableSamples(source)), signal)
    return told.ok ? { ok: false, error: told.value } : told
  }
  return interpretWith(file, source, first, signal, around)
}

async function interpretWith(
  file: FileDecisions,
  source: OpenedExport,
  first: Result<Interpretation>,
  signal: AbortSignal,
  around: Around | undefined,
): Promise<Result<Interpretation>> {
  let interpreted = first
  let unproven: ReadonlySet<string> = noProof.unproven
  let proven: ReadonlySet<string> = new Set()
  let versions: LoginProof['versions']
  for (let round = 0; round < maxRounds; round += 1) {
    if (!interpreted.ok) return interpreted
    const { value } = interpreted
    const logins = value.logins ?? []
    const isHistoryRead = (value.history === undefined && value.versions === undefined) || round > 0
    if (isHistoryRead && logins.every((login) => proven.has(joinText(login)))) return interpreted
    const proof = await asResult(() => proveLogins(source, value), signal)
    if (!proof.ok) return proof
    const found = proof.value
    const isEmpty = [found.unproven, found.superseded, found.latest].every(({ size }) => size === 0)
    if (isEmpty && found.versions === undefined) return interpreted
    proven = new Set(logins.filter(({ table }) => !found.unproven.has(table)).map(joinText))
    unproven = new Set([...unproven, ...found.unproven])
    if (found.versions !== undefined) versions = found.versions
    const { table } = value.sample
    const users = table === undefined ? {} : { users: table }
    interpreted = interpretFile(file, source, { ...found, unproven, ...users, ...known(versions) }, around)
  }
  return interpretFile(file, source, { ...withoutTables(source), ...known(versions) }, around)
}

function known(versions: LoginProof['versions']): Pick<LoginProof, 'versions'> {
  return versions === undefined ? {} : { versions }
}

/** The proof that no table holds logins of the users. */
function withoutTables({ tables = [] }: OpenedExport): LoginProof {
  return { ...noProof, unproven: new Set(tables.map(({ name }) => name)) }
}

/** By what the rows of a table refer to the users. */
function joinText({ table, owner, of, key, link }: LoginTable): string {
  return JSON.stringify([table, owner, of, key, link?.table, link?.owner])
}

/** A file that may be a lookup table for the values in others. */
export type LookupFile = { readonly path: string; readonly name: string; readonly zip_member: string | null }

/** Bytes of a lookup table: more say more than words for a few values. */
const maxSize = 64 * 1024
/** Files are opened for each file that is read. */
const maxFiles = 12

/** Whether a file may be a lookup table. */
export function isLookupFile({ name, size }: { readonly name: string; readonly size: number }): boolean {
  return size <= maxSize && mayBeLookup(name)
}

/** The rows of those that are lookup tables; what cannot be read is told when it is read itself. */
export async function lookupsIn(files: readonly LookupFile[], signal: AbortSignal): Promise<readonly TableSample[]> {
  const found: TableSample[] = []
  for (const { path, name, zip_member: member } of files.slice(0, maxFiles)) {
    const opened = await openExport(path, { signal, member })
    if (!opened.ok) continue
    const { sample, tables = [] } = opened.value
    const samples = tables.length > 0 ? tableSamples(opened.value) : [{ ...sample, table: lookupName(name) }]
    found.push(...samples.filter((one) => lookupRows(one, one.table, false) !== null))
  }
  return found
}
