import { providerTitle } from '../../../shared/exports/index.ts'
import type { FileView } from '../../../shared/ipc/views.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import type { Database } from '../document/sqlite.ts'

/** The provider of a file and its part in the migration, as the screens show them. */
export function recognizedAs(
  recognition: SourceFile['recognition'],
): Pick<FileView, 'provider' | 'providerTitle' | 'role'> {
  if (recognition === null) return { provider: null, providerTitle: '', role: 'users' }
  const { provider, role } = recognition
  return { provider, providerTitle: providerTitle(provider), role }
}

/** The files as the title of their migration needs them. */
export function titledFilesOf(
  database: Database,
): readonly Pick<FileView, 'name' | 'provider' | 'providerTitle' | 'role'>[] {
  return fileTable.list(database).map(({ name, recognition }) => ({ name, ...recognizedAs(recognition) }))
}
