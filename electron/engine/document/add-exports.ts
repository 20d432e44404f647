import { sizeOf } from '../files/folders.ts'
import { basename } from 'node:path'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { separateFailedLists } from '../import-pipeline/failed-list.ts'
import { addFile, changeFile } from './files.ts'
import { addUserFilter } from './user-filter.ts'
import type { Database } from './sqlite.ts'

/**
 * Notes files to be read; a list of failed users among them narrows the migration instead. `names`: what to call them;
 * `mapping`: how to read all of them, whatever they look like. Problem: `file-too-large`.
 */
export function addExports(
  database: Database,
  paths: readonly string[],
  names: readonly string[],
  mapping: Mapping | null,
): Result<null> {
  const sorted = separateFailedLists(paths)
  if (!sorted.ok) return sorted
  const named = (path: string) => names[paths.indexOf(path)] ?? basename(path)
  if (sorted.value.names !== null) addUserFilter(database, sorted.value.names, sorted.value.lists.map(named))
  for (const path of sorted.value.exports) {
    const id = addFile(database, path, named(path), sizeOf(path) ?? 0)
    if (mapping !== null) changeFile(database, id, { mapping, provider_override: 'generic' })
  }
  return ok(null)
}
