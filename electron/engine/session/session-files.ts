import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { fileTable } from '../document/files.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import type { Database } from '../document/sqlite.ts'
import { judgeNamedPath } from '../reading/file-problem.ts'
import type { Trust } from '../trust/trust.ts'
import type { BackgroundWork } from './background-work.ts'

/** The source files of a migration: which are read, and that the operator wants them read. */
export type SessionFiles = {
  /** `mapping`: how to read all of them, whatever they look like. */
  readonly add: (paths: readonly string[], names: readonly string[], mapping?: Mapping | null) => Result<DocumentView>
  /** The operator wants a file read that the document names. */
  readonly confirmFile: (fileId: number) => Result<DocumentView>
}

export function createSessionFiles(
  database: Database,
  trust: Trust,
  work: BackgroundWork,
  touch: () => void,
  view: () => DocumentView,
): SessionFiles {
  const read = () => {
    work.begin('read')
    touch()
    return ok(view())
  }
  return {
    add: (paths, names, mapping = null) => {
      const gone = hashesRemovedProblem(database)
      if (gone !== null) return gone
      // They were chosen here, for this migration.
      trust.confirmFiles(paths)
      const added = fileTable.addExports(database, paths, names, mapping)
      return added.ok ? read() : added
    },
    confirmFile: (fileId) => {
      const file = fileTable.get(database, fileId)
      if (file === undefined) return problem('file-unknown', 'This file is no longer part of the migration.')
      const judged = judgeNamedPath(file.path)
      if (!judged.ok) return judged
      trust.confirmFiles([file.path])
      return read()
    },
  }
}
