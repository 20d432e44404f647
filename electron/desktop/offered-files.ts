import { randomUUID } from 'node:crypto'
import { basename, isAbsolute } from 'node:path'
import * as z from 'zod'
import type { PickedFile } from '../ipc/host.ts'
import { ok, problem } from '../../shared/result.ts'
import type { Result } from '../../shared/result.ts'

/**
 * Files dropped on the window. The page gets an id for each and never a path, so that it can only name files that the
 * operator gave it.
 */
export type OfferedFiles = {
  /** Paths from the preload; the page's own code cannot make them up. */
  readonly offer: (paths: unknown) => Result<readonly string[]>
  readonly find: (ids: readonly string[]) => readonly PickedFile[] | null
}

const pathsSchema = z.array(z.string().min(1).max(4096)).min(1).max(500)

export function createOfferedFiles(): OfferedFiles {
  const files = new Map<string, PickedFile>()
  return {
    offer: (paths) => {
      const parsed = pathsSchema.safeParse(paths)
      if (!parsed.success || !parsed.data.every((path) => isAbsolute(path))) {
        return problem('not-files', 'Only files on disk can be added. Save it as a file first, then drop it here.')
      }
      return ok(
        parsed.data.map((path) => {
          const id = randomUUID()
          files.set(id, { path, name: basename(path) })
          return id
        }),
      )
    },
    find: (ids) => {
      const found = ids.map((id) => files.get(id))
      return found.every((file) => file !== undefined) ? found : null
    },
  }
}
