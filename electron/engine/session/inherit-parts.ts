import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { addZipMembers, changeFile, listFiles, zipMemberName, type SourceFile } from '../document/files.ts'
import { forgetRecords } from '../document/forget-records.ts'
import type { Database } from '../document/sqlite.ts'
import { interpretFile } from '../import-pipeline/interpret-file.ts'
import { openExport } from '../reading/open-export.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import type { Offers } from '../../../shared/offers.ts'

/** A part that is read of a file because the earlier migration read it. */
export type InheritedPart = { readonly file: number; readonly part: string }

/**
 * Reads the same table, sheet or zip members as the earlier migration, where nothing was chosen here. A table that the later
 * file lacks is asked for, and so are members of an archive. `isOpen`: nothing was decided about the file that would be lost.
 */
export async function inheritParts(
  database: Database,
  baseline: Database,
  isOpen: (file: SourceFile) => boolean,
): Promise<readonly InheritedPart[]> {
  const before = listFiles(baseline)
  // Nothing is opened for a migration that read every file whole.
  if (before.every((file) => file.table_override === null && file.zip_member === null)) return []
  const inherited: InheritedPart[] = []
  for (const file of listFiles(database)) {
    if (file.table_override !== null || file.zip_member !== null || !isOpen(file)) continue
    const { offers, mapping } = await offersOf(file)
    // A mapping that is not the one suggested is a decision about the table that is read now.
    if (offers === null || !(file.mapping === null || isDeepStrictEqual(file.mapping, mapping))) continue
    const wanted = chosenBefore(file, before, offers.kind)
    const [first] = wanted
    if (first === undefined) continue
    const offered = new Set(offers.parts.map(({ name }) => name))
    const isOffered = wanted.every((name) => offered.has(name))
    if (offers.kind === 'zip-files' && !isOffered) continue
    forgetRecords(database, file.id)
    if (offers.kind === 'tables') changeFile(database, file.id, { table_override: first, mapping: null })
    else takeMembers(database, file, first, wanted.slice(1))
    if (isOffered) inherited.push(...wanted.map((part) => ({ file: file.id, part })))
  }
  return inherited
}

function takeMembers(database: Database, file: SourceFile, first: string, others: readonly string[]): void {
  changeFile(database, file.id, { zip_member: first, name: zipMemberName(file.name, first) })
  if (others.length === 0) return
  const { mapping, provider_override } = file
  for (const id of addZipMembers(database, file.path, file.name, file.size, others))
    changeFile(database, id, { mapping, provider_override })
}

/** What can be chosen of a file, and the mapping that is suggested for what is read of it. */
async function offersOf(
  file: SourceFile,
): Promise<{ readonly offers: Offers | null; readonly mapping: Mapping | null }> {
  const opened = await openExport(file.path)
  if (!opened.ok) return { offers: opened.error.offers ?? null, mapping: null }
  const interpreted = interpretFile({ ...file, mapping: null }, opened.value)
  return interpreted.ok ? interpreted.value : { offers: interpreted.error.offers ?? null, mapping: null }
}

/** What was chosen of the file of this name; of another one, only when no other choice was made. */
function chosenBefore(file: SourceFile, before: readonly SourceFile[], kind: Offers['kind']): readonly string[] {
  const choices = new Map<string, string[]>()
  for (const { path, table_override: table, zip_member: member } of before) {
    const part = kind === 'tables' ? table : member
    if (part !== null) choices.set(path, [...(choices.get(path) ?? []), part])
  }
  const same = [...choices].filter(([path]) => basename(path) === basename(file.path))
  const found = same.length > 0 ? same : [...choices]
  return found.length === 1 ? (found[0]?.[1] ?? []) : []
}
