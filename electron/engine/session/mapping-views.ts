import * as z from 'zod'
import { fieldAt, fieldsIn } from '../../../shared/exports/fields.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import type { DocumentView, MappingView, RecordView } from '../../../shared/ipc/views.ts'
import type { ColumnCount, ColumnCounts } from '../../../shared/mapping/columns/column-counts.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { isSecretTarget } from '../../../shared/mapping/targets.ts'
import { maskSample } from '../../../shared/mapping/shown/mask-sample.ts'
import { previewFormat, previewRecord } from '../../../shared/mapping/shown/preview-record.ts'
import { shownName } from '../../../shared/mapping/shown/shown-name.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { unsureColumns } from '../../../shared/mapping/shown/column-report.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { tenantValue } from '../../../shared/planning/decisions/tenant-decisions.ts'
import { matchTenant, type TenantMatch } from '../../../shared/planning/tenants.ts'
import { unmappedField } from '../../../shared/planning/unmapped-key.ts'
import { decisionsWithoutEffect } from '../../../shared/planning/unmapped.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { knownProvider, providerKey } from '../../../shared/users/known-provider.ts'
import { coreFactsTable } from '../document/core-facts.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import { fileFact, unmappedFields } from '../document/source-facts.ts'
import { type Database, oneNumber, oneRow, sql } from '../document/sqlite.ts'
import { planSummaries } from '../document/plans/summaries.ts'
import { interpretFile } from '../import-pipeline/interpretation/interpret-file.ts'
import { mappingReport } from '../queries/mapping-report.ts'
import { openExport, type OpenedExport } from '../reading/open-export.ts'
import { fileChanged, sameFile } from '../reading/same-file.ts'
import { unconfirmedFile } from '../trust/trust.ts'

/** A document is untrusted and may name any file of this machine: only files chosen here are shown. */
function chosenFile(database: Database, fileId: number, mayRead: (path: string) => boolean): Result<SourceFile> {
  const file = fileTable.get(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  return mayRead(file.path) ? ok(file) : unconfirmedFile(file.name)
}

/** The columns of a file with samples and suggestions; its first records are read again for it. */
export async function mappingView(
  database: Database,
  fileId: number,
  mayRead: (path: string) => boolean,
): Promise<Result<MappingView>> {
  const chosen = chosenFile(database, fileId, mayRead)
  if (!chosen.ok) return chosen
  const file = chosen.value
  // Asked again and again while the file is read.
  const same = file.digest === null || file.digest_bytes !== null ? ok('') : await sameFile(file)
  if (!same.ok) return same
  const opened = await openExport(file.path, { member: file.zip_member })
  if (!opened.ok) return opened
  const interpreted = interpretFile(file, opened.value)
  if (!interpreted.ok) return interpreted
  const suggested = suggestMapping(interpreted.value.sample)
  const provider = file.recognition?.provider ?? 'generic'
  const format = formatOf(provider)
  const editable = format === undefined || provider === 'generic'
  const counted = fileFact(database, fileId, 'column-counts')
  const counts = new Map((counted?.columns ?? []).map((column) => [column.path, column]))
  const mapping = editable ? (file.mapping ?? suggested.mapping) : file.mapping
  const secrets = new Set(mapping?.columns.filter(({ target }) => isSecretTarget(target)).map(({ path }) => path))
  const named = fieldAt(editable || format === undefined ? [] : fieldsIn(format, interpreted.value.sample))
  const titles = columnsRead(database, fileId)
  const mapped = new Set(mapping?.columns.map(({ path }) => path))
  const { table } = interpreted.value.sample
  const report = mappingReport(database, file)
  const notes = new Map(report?.unused.flatMap(({ column, kind, reason }) => (kind ? [[column, reason] as const] : [])))
  const noteOf = (path: string) => {
    const note = notes.get(path)
    return note === undefined ? {} : { note }
  }
  const becomes = (path: string) =>
    mapped.has(path) ? null : ((titles === null ? named(path)?.becomes : titles(path, table)) ?? null)
  const possible = report?.possibleFlags ?? []
  const shown = new Set([...possible.map(({ column }) => column), ...mapped])
  return ok({
    fileId,
    editable,
    columns: [
      ...suggested.columns.map((column) => ({
        path: shownName(column.path),
        // Samples of the whole file, where the first records have none.
        samples: masked(
          counts.get(column.path)?.samples ?? column.samples,
          secrets.has(column.path) || (column.suggestion !== null && isSecretTarget(column.suggestion.target)),
        ),
        counts: countsOf(counts.get(column.path)),
        suggestion: editable ? column.suggestion : null,
        becomes: becomes(column.path),
        ...noteOf(shownName(column.path)),
      })),
      ...joinedColumns(counted)
        .filter(({ path }) => shown.has(path))
        .map((column) => ({
          path: shownName(column.path),
          samples: [...column.samples],
          counts: countsOf(column),
          suggestion: null,
          becomes: null,
        })),
    ],
    mapping,
    decisions: decisionsOf(database, fileId),
    possibleFlags: [...possible],
    unsure: unsureColumns(report?.unused ?? []).map(({ column, mayBe, title }) => ({
      path: column,
      mayBe,
      title,
    })),
    mayBeNoUsers: oneNumber(sql(database, rowsInDoubt), fileId) > 0,
    records: counted?.records ?? null,
    providers: planSummaries.countNamesOfFile(database, 'providers', fileId),
    tenants: planSummaries.countNamesOfFile(database, 'tenants', fileId).slice(0, maxShownTenants),
  })
}

/** Finds the title of what a column became when the file was read, by path and table; null: nothing. Null: the file was not read yet. */
function columnsRead(
  database: Database,
  fileId: number,
): ((path: string, table: string | undefined) => string | null) | null {
  const read = fileFact(database, fileId, 'columns-read')
  if (read === null) return null
  const found = new Map(read.columns.map((column) => [column.column, column.becomes]))
  return (path, table) => found.get(path) ?? found.get(`${table}.${path}`) ?? null
}

const rowsInDoubt = `SELECT EXISTS (SELECT 1 FROM finding CROSS JOIN user ON user.id = finding.user_id
  WHERE finding.code = 'may-be-no-user' AND user.file_id = ?) AS n`

/** Decisions that no file uses belong to all files, so that saving and loading a mapping loses none of them. */
function decisionsOf(database: Database, fileId: number): Choices['unmapped'] {
  const { unmapped } = getChoices(database)
  const fields = unmappedFields(database)
  const kept = new Set([
    ...fields.filter(({ file }) => file === fileId).map(({ code, field }) => unmappedField.key(code, field)),
    ...decisionsWithoutEffect(unmapped, fields),
  ])
  return Object.fromEntries(Object.entries(unmapped).filter(([key]) => kept.has(key)))
}

/** The columns of tables that are joined with the users, named after their table. */
function joinedColumns(counts: ColumnCounts | null): readonly ColumnCount[] {
  return (counts?.joined ?? []).flatMap(({ table, columns }) =>
    columns.map((column) => ({ ...column, path: `${table}.${column.path}` })),
  )
}

function countsOf(column: ColumnCount | undefined): MappingView['columns'][number]['counts'] {
  return column === undefined ? null : { filled: column.filled, distinct: column.distinct, exact: column.exact }
}

/** A column that is mapped or suggested as a secret is secret, whatever its name. */
function masked(samples: readonly string[], secret: boolean): string[] {
  return secret ? [...new Set(samples.map((sample) => maskSample('hash', sample)))] : [...samples]
}

/** A record of a file, and the mapping to try on it; null: the mapping in use. */
type RecordOrder = { readonly fileId: number; readonly index: number; readonly mapping: Mapping | null }

/** One record of a file, read again from its place, with what a mapping makes of it. */
export async function recordView(
  database: Database,
  { fileId, index, mapping }: RecordOrder,
  mayRead: (path: string) => boolean,
): Promise<Result<RecordView>> {
  const chosen = chosenFile(database, fileId, mayRead)
  if (!chosen.ok) return chosen
  const file = chosen.value
  const { total, place } = placeOf(database, fileId, index)
  const view = { index, total, line: place?.line ?? 0, columns: [] }
  if (place === undefined) return ok({ ...view, problem: null })
  // A record of the users has no column of another table.
  const others = new Set(joinedColumns(fileFact(database, fileId, 'column-counts')).map(({ path }) => path))
  const choices = getChoices(database)
  const titles = columnsRead(database, fileId)
  // The document may be closed when the record has been read.
  const found = await recordAt(file, place.byte)
  if (!found.ok) return ok({ ...view, problem: found.error.message })
  const columns = columnsOf(file, found.value, mapping, { choices, titles })
  return ok({ ...view, problem: null, columns: columns.filter(({ path }) => !others.has(path)) })
}

const placeRow = z.object({ line: z.number(), byte: z.number() })

/** Tables that keep the places of records, users first, unreadable records last. */
const kinds = ['user', 'partial_record', 'unreadable'] as const

function placeOf(database: Database, fileId: number, index: number) {
  for (const kind of kinds) {
    const total = oneNumber(sql(database, `SELECT count(*) AS n FROM ${kind} WHERE file_id = ?`), fileId)
    if (total === 0) continue
    const order = kind === 'user' ? 'id' : 'rowid'
    const select = `SELECT line, byte FROM ${kind} WHERE file_id = ? ORDER BY ${order} LIMIT 1 OFFSET ?`
    return { total, place: oneRow(placeRow, sql(database, select), fileId, index) }
  }
  return { total: 0, place: undefined }
}

type FoundRecord = { readonly record: SourceRecord; readonly opened: OpenedExport }

async function recordAt(file: SourceFile, byte: number): Promise<Result<FoundRecord>> {
  const same = file.digest === null ? fileChanged(file.name) : await sameFile(file)
  if (!same.ok) return same
  const opened = await openExport(file.path, { member: file.zip_member })
  if (!opened.ok) return opened
  const record = await opened.value.recordAt(byte)
  return record === null
    ? problem('record-gone', 'This record is no longer in the file. Restore the original file to see it.')
    : ok({ record, opened: opened.value })
}

function columnsOf(
  file: SourceFile,
  { record, opened }: FoundRecord,
  tried: Mapping | null,
  {
    choices: { country, providers },
    titles,
  }: { readonly choices: Choices; readonly titles: ReturnType<typeof columnsRead> },
): RecordView['columns'] {
  const format = formatOf(file.recognition?.provider ?? 'generic')
  const mapping = tried ?? file.mapping
  const choices = {
    country,
    providerName: (source: string) => {
      const chosen = providers[providerKey(source)]
      if (chosen === undefined) return knownProvider(source)
      return chosen.kind === 'name' ? chosen.name : null
    },
  }
  const interpreted = interpretFile({ ...file, mapping }, opened)
  const notation = interpreted.ok ? interpreted.value.notation : undefined
  if (format !== undefined && interpreted.ok) {
    const { read, sample } = interpreted.value
    const fieldOf = fieldAt(fieldsIn(format, sample))
    const reader = {
      read: (each: SourceRecord) => read(each, sample.table),
      becomes: (path: string) => fieldOf(path)?.becomes ?? titles?.(path, sample.table) ?? null,
    }
    return [...previewFormat(record, reader, choices)]
  }
  const own = mapping ?? { version: 1, columns: [], fixedProvider: null }
  return [...previewRecord(record, own, notation === undefined ? choices : { ...choices, notation })]
}

/** Rows and options that a screen can show; with more tenants one decision for all others is the way. */
const maxShownTenants = 500

/** The tenants of the source with what stands for each, and those that the core has. */
export function tenantViews(database: Database): Pick<DocumentView, 'tenants' | 'coreTenants'> {
  const sources = getSetting(database, 'source-tenants') ?? []
  if (sources.length === 0) return { tenants: [], coreTenants: null }
  const [choices, core] = [getChoices(database), coreFactsTable.current(database)]
  return {
    tenants: sources.slice(0, maxShownTenants).map(({ source }) => {
      const match = matchTenant(source, choices, core, sources.length === 1)
      return { source, mapped: mappedTo(match), missing: match.kind === 'missing' }
    }),
    coreTenants: core?.tenants?.filter((tenant) => tenant !== core.ownTenant).slice(0, maxShownTenants) ?? null,
  }
}

function mappedTo(match: TenantMatch): string | null {
  if (match.kind === 'tenant' || match.kind === 'missing')
    return tenantValue(match.id === null ? { kind: 'default' } : { kind: 'name', name: match.id })
  return match.kind === 'excluded' ? 'exclude' : null
}
