import { randomUUID } from 'node:crypto'
import { makePrivateFolder, removeFolder } from '../engine/files/folders.ts'
import { dirname, join } from 'node:path'
import type { PickedFile } from '../ipc/host.ts'

/** Files on their way to the operator; each can be fetched once. */
export type Downloads = {
  /** A place to write a file of this name to, in a folder of its own. */
  readonly place: (name: string) => Promise<string>
  /** Makes a written file fetchable under an id. */
  readonly ready: (file: PickedFile) => string
  /** The file behind an id, which is void from now on. */
  readonly take: (id: string) => PickedFile | null
  readonly done: (file: PickedFile) => Promise<void>
}

export function createDownloads(folder: string): Downloads {
  const files = new Map<string, PickedFile>()
  return {
    place: async (name) => {
      const own = join(folder, randomUUID())
      makePrivateFolder(own)
      return join(own, name)
    },
    ready: (file) => {
      const id = randomUUID()
      files.set(id, file)
      return id
    },
    take: (id) => {
      const file = files.get(id) ?? null
      files.delete(id)
      return file
    },
    done: async ({ path }) => removeFolder(dirname(path)),
  }
}
