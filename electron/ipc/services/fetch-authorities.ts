import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FetchAuthority } from '../../../shared/ipc/requests/fetch-requests.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { readAuthorityFile } from '../../engine/core-client/authority.ts'
import { writeFileAtomically } from '../../engine/files/atomic-file.ts'
import { exists, makePrivateFolder } from '../../engine/files/folders.ts'
import type { PickedFile } from '../host.ts'

/**
 * Certificates of private authorities that were chosen for fetching. Each is kept in the app's folder, where a fetch that is resumed
 * later finds it, also when it came through a browser; a page knows it by an ID, not by a path.
 */
export function createFetchAuthorities(appFolder: string) {
  const folder = join(appFolder, 'fetch-authorities')
  const pathOf = (id: string) => join(folder, `${id}.pem`)
  return {
    keep: async ({ path, name }: PickedFile): Promise<Result<FetchAuthority>> => {
      const read = readAuthorityFile(path, 'This file')
      if (!read.ok) return read
      const { pem, names } = read.value
      const id = createHash('sha256').update(pem).digest('hex')
      makePrivateFolder(folder)
      writeFileAtomically(pathOf(id), [pem])
      return ok({ id, file: name.slice(0, 1000), names: names.slice(0, 100) })
    },
    /** The path of one that was kept; null: it is not there. */
    find: (id: string): string | null => (exists(pathOf(id)) ? pathOf(id) : null),
  }
}
