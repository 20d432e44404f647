import type { MappingView } from '../../../shared/ipc/views.ts'
import { fieldAt } from '../../../shared/exports/field-at.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import type { ColumnCount } from '../../../shared/mapping/count-columns.ts'
import { isSecretTarget } from '../../../shared/mapping/mapping.ts'
import { maskSample } from '../../../shared/mapping/mask-sample.ts'
import { shownName } from '../../../shared/mapping/shown-name.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { decisionsWithoutEffect } from '../../../shared/planning/unmapped.ts'
import { unmappedKey } from '../../../shared/planning/unmapped-key.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { columnsRead } from '../document/columns-read.ts'
import { columnCounts } from '../document/column-counts.ts'
import { getFile } from '../document/files.ts'
import { interpretFile } from '../import-pipeline/interpret-file.ts'
import type { Database } from '../document/sqlite.ts'
import { getChoices } from '../document/settings.ts'
import { unmappedFields } from '../document/unmapped-fields.ts'
import { countNamesOfFile } from '../document/summaries.ts'
import { openExport } from '../reading/open-export.ts'
import { sameFile } from '../reading/same-file.ts'
import { unconfirmedFile } from '../trust/unconfirmed-files.ts'
import { maxShownTenants } from './tenant-views.ts'

/** The columns of a file with samples and suggestions; its first records are read again for it. */
export async function mappingView(
  database: Database,
  fileId: number,
  mayRead: (path: string) => boolean,
): Promise<Result<MappingView>> {
  const file = getFile(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  // A document is untrusted and may name any file of this machine: only files chosen here are shown.
  if (!mayRead(file.path)) return unconfirmedFile(file.name)
  const same = file.digest === null ? ok('') : await sameFile(file)
  if (!same.ok) return same
  const opened = await openExport(file.path, { member: file.zip_member })
  if (!opened.ok) return opened
  const interpreted = interpretFile(file, opened.value)
  if (!interpreted.ok) return interpreted
  const suggested = suggestMapping(interpreted.value.sample)
  const provider = file.recognition?.provider ?? 'generic'
  const format = formatOf(provider)
  const editable = format === undefined || provider === 'generic'
  const counted = columnCounts(database, fileId)
  const counts = new Map((counted?.columns ?? []).map((column) => [column.path, column]))
  const mapping = editable ? (file.mapping ?? suggested.mapping) : null
  const secrets = new Set(mapping?.columns.filter(({ target }) => isSecretTarget(target)).map(({ path }) => path))
  const named = fieldAt(editable ? [] : (format?.fields ?? []))
  const found = new Map(columnsRead(database, fileId)?.columns.map((column) => [column.column, column.becomes]))
  const mapped = new Set(mapping?.columns.map(({ path }) => path))
  const { table } = interpreted.value.sample
  const becomes = (path: string) =>
    mapped.has(path) ? null : (named(path) ?? found.get(path) ?? found.get(`${table}.${path}`) ?? null)
  return ok({
    fileId,
    editable,
    columns: suggested.columns.map((column) => ({
      path: shownName(column.path),
      // Samples of the whole file, where the first records have none.
      samples: masked(counts.get(column.path)?.samples ?? column.samples, secrets.has(column.path)),
      counts: countsOf(counts.get(column.path)),
      suggestion: editable && column.suggestion !== null ? { ...column.suggestion } : null,
      becomes: becomes(column.path),
    })),
    mapping,
    decisions: decisionsOf(database, fileId),
    records: counted?.records ?? null,
    providers: countNamesOfFile(database, 'providers', fileId),
    tenants: countNamesOfFile(database, 'tenants', fileId).slice(0, maxShownTenants),
  })
}

/** Decisions that no file uses belong to all files, so that saving and loading a mapping loses none of them. */
function decisionsOf(database: Database, fileId: number): Choices['unmapped'] {
  const { unmapped } = getChoices(database)
  const fields = unmappedFields(database)
  const kept = new Set([
    ...fields.filter(({ file }) => file === fileId).map(({ code, field }) => unmappedKey(code, field)),
    ...decisionsWithoutEffect(unmapped, fields),
  ])
  return Object.fromEntries(Object.entries(unmapped).filter(([key]) => kept.has(key)))
}

function countsOf(column: ColumnCount | undefined): MappingView['columns'][number]['counts'] {
  return column === undefined ? null : { filled: column.filled, distinct: column.distinct, exact: column.exact }
}

/** What is mapped as a secret is one, whatever its column is called. */
function masked(samples: readonly string[], secret: boolean): string[] {
  return secret ? [...new Set(samples.map((sample) => maskSample('hash', sample)))] : [...samples]
}
