import { listFiles, type SourceFile } from '../document/files.ts'
import type { Database } from '../document/sqlite.ts'
import { problem, type Result } from '../../../shared/result.ts'
import type { Trust } from './trust.ts'

/** The file still has to be read, and nothing is known to be in the way. */
export function isUnread(file: SourceFile): boolean {
  return !file.complete && file.problem === null
}

/** The document names a file to be read that was never chosen on this machine. */
export function isUnconfirmed(file: SourceFile, trust: Pick<Trust, 'knowsFile'>): boolean {
  return isUnread(file) && !trust.knowsFile(file.path)
}

export function unconfirmedFiles(database: Database, trust: Pick<Trust, 'knowsFile'>): readonly SourceFile[] {
  return listFiles(database).filter((file) => isUnconfirmed(file, trust))
}

/** The way out for a file that is not opened. */
export function unconfirmedFile(name: string): Result<never> {
  return problem(
    'file-unconfirmed',
    `${name} was not chosen on this machine, so it is not opened. Confirm it on the Export screen, or add the file yourself.`,
  )
}
