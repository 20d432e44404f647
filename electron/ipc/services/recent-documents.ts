import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import * as z from 'zod'
import type { Section, SettingsStore } from './settings-store.ts'

export type RecentDocument = { readonly id: string; readonly name: string; readonly location: string }

/** The migrations that were open lately, newest first, and those in the app's own folder. */
export type RecentDocuments = {
  readonly list: () => Promise<readonly RecentDocument[]>
  readonly add: (path: string) => Promise<void>
  /** The path behind an id of `list`; null when nothing is there any more. */
  readonly find: (id: string) => Promise<string | null>
}

const maxListed = 12

const section: Section<readonly string[]> = { name: 'recent', schema: z.array(z.string()).max(200), initial: [] }

/** The name of a document for people: its file's name without the extension. */
export function documentName(path: string): string {
  return basename(path).replace(/\.migration$/i, '')
}

/** Keeps the list in the settings of this machine. */
export function createRecentDocuments(settings: SettingsStore, appFolder: string): RecentDocuments {
  const paths = async (): Promise<readonly string[]> => {
    const known = settings.get(section).filter((path) => existsSync(path))
    return [...new Set([...known, ...(await ownDocuments(join(appFolder, 'Migrations')))])].slice(0, maxListed)
  }

  return {
    list: async () =>
      (await paths()).map((path) => ({ id: idOf(path), name: documentName(path), location: shortFolder(path) })),
    find: async (id) => (await paths()).find((path) => idOf(path) === id) ?? null,
    add: async (path) => {
      settings.change(section, (saved) => [path, ...saved.filter((other) => other !== path)].slice(0, maxListed))
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
