import { ok, problem, type Result } from '../../../shared/result.ts'
import { addZipMembers, changeFile, getFile, zipMemberName, type SourceFile } from './files.ts'
import { forgetRecords } from './forget-records.ts'
import type { Database } from './sqlite.ts'

/** Why these parts of a file cannot be read; otherwise the file. */
export function judgeParts(database: Database, fileId: number, names: readonly string[]): Result<SourceFile> {
  const file = getFile(database, fileId)
  if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
  const offered = new Set(file.offers?.parts.map(({ name }) => name))
  if (names.length === 0 || !names.every((name) => offered.has(name))) {
    return problem('part-unknown', 'The file has no such part. Choose one of those that are listed.')
  }
  if (file.offers?.kind === 'tables' && names.length > 1) {
    return problem('part-unknown', 'Users are read from one table of a file. Choose one.')
  }
  return ok(file)
}

/**
 * The operator chose what is read of a file: one of its tables, or files of a zip archive, of which the second and all later ones
 * become files of the export as well. Nothing happens when `judgeParts` speaks against it.
 */
export function chooseParts(database: Database, fileId: number, names: readonly string[]): void {
  const judged = judgeParts(database, fileId, names)
  if (!judged.ok) return
  const { offers, name, path, size } = judged.value
  const [first = '', ...others] = names
  forgetRecords(database, fileId)
  if (offers?.kind === 'tables') return changeFile(database, fileId, { table_override: first, mapping: null })
  changeFile(database, fileId, { zip_member: first, name: zipMemberName(name, first) })
  if (others.length > 0) addZipMembers(database, path, name, size, others)
}
