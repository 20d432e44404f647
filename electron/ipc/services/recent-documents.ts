import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import * as z from 'zod'
import { privateFolder } from './app-folder.ts'

export type RecentDocument = { readonly id: string; readonly name: string; readonly location: string }

/** The migrations that were open lately, newest first, and those in the app's own folder. */
export type RecentDocuments = {
  readonly list: () => Promise<readonly RecentDocument[]>
  readonly add: (path: string) => Promise<void>
  /** The path behind an id of `list`; null when nothing is there any more. */
  readonly find: (id: string) => Promise<string | null>
}

const most = 12
const storeSchema = z.array(z.string()).max(200)

/** The name of a document for people: its file's name without the extension. */
export function documentName(path: string): string {
  return basename(path).replace(/\.migration$/i, '')
}

/** Keeps the list in `recent.json` of the app's folder. A damaged list counts as empty. */
export function createRecentDocuments(appFolder: string): RecentDocuments {
  const store = join(appFolder, 'recent.json')

  const remembered = async (): Promise<readonly string[]> => {
    try {
      return storeSchema.parse(JSON.parse(await readFile(store, 'utf8')))
    } catch {
      return []
    }
  }

  const paths = async (): Promise<readonly string[]> => {
    const known = (await remembered()).filter((path) => existsSync(path))
    return [...new Set([...known, ...(await ownDocuments(join(appFolder, 'Migrations')))])].slice(0, most)
  }

  return {
    list: async () =>
      (await paths()).map((path) => ({ id: idOf(path), name: documentName(path), location: shortFolder(path) })),
    find: async (id) => (await paths()).find((path) => idOf(path) === id) ?? null,
    add: async (path) => {
      const list = [path, ...(await remembered()).filter((other) => other !== path)].slice(0, most)
      await privateFolder(appFolder)
      const draft = `${store}.${randomUUID()}`
      await writeFile(draft, JSON.stringify(list), { mode: 0o600 })
      await rename(draft, store)
    },
  }
}

/** Documents of a folder, the one changed last first. */
async function ownDocuments(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.migration'))
      .map(async (name) => {
        const path = join(folder, name)
        return { path, at: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
      }),
  )
  return files.toSorted((a, b) => b.at - a.at).map(({ path }) => path)
}

function idOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32)
}

/** The folder of a path, with the home folder as `~`. */
function shortFolder(path: string): string {
  const folder = dirname(path)
  const home = homedir()
  return folder === home || folder.startsWith(home + sep) ? `~${folder.slice(home.length)}` : folder
}
