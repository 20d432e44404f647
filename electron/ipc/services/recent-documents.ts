import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import * as z from 'zod'
import { migrationSummarySchema } from '../../../shared/ipc/views/document-views.ts'
import type { MigrationSummary, RecentMigration } from '../../../shared/ipc/views.ts'
import { migrationTitle, withoutExtension } from '../../../shared/report/migration-title.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { moveIntoPlace } from '../../engine/files/atomic-file.ts'
import { changedAt, exists, namesIn } from '../../engine/files/folders.ts'
import { isNameTaken } from '../../engine/files/own-file.ts'
import type { Section, SettingsStore } from './settings-store.ts'

/** Recently opened migrations, newest first, and the migrations in the app's own folder. */
export type RecentDocuments = {
  readonly list: () => Promise<readonly RecentMigration[]>
  /** The listed migrations that sent users to a live core, besides the open one: what a later export can be compared with. */
  readonly earlier: (open: string | null) => Promise<readonly RecentMigration[]>
  /** The title of a migration by its path, as the list shows it; the name of its file where it is not listed. */
  readonly title: (path: string) => string
  readonly add: (path: string) => Promise<void>
  /** The path behind an id of `list`; null when nothing is there any more. */
  readonly find: (id: string) => Promise<string | null>
  /** The list knows how this migration stands. */
  readonly isNoted: (path: string) => boolean
  /** Records the summary of a migration for the list. */
  readonly note: (path: string, summary: MigrationSummary) => void
  /** Gives a migration that is not open another name. Problems: `document-missing`, `name-refused`, `name-taken`, `document-in-use`. */
  readonly rename: (id: string, name: string) => Promise<Result<null>>
  /** Takes a migration off the list; its file stays. */
  readonly remove: (id: string) => Promise<void>
}

const maxListed = 12

const noteSchema = z.object({ path: z.string(), at: z.number(), summary: migrationSummarySchema })
type Note = z.infer<typeof noteSchema>
const notes: Section<readonly Note[]> = { name: 'recent-notes', schema: z.array(noteSchema).max(200), initial: [] }
const maxNotes = 100

/** Migrations of the app's own folder that the operator took off the list. */
const hidden: Section<readonly string[]> = { name: 'recent-hidden', schema: z.array(z.string()).max(1000), initial: [] }

const section: Section<readonly string[]> = { name: 'recent', schema: z.array(z.string()).max(200), initial: [] }

/** The name of a document for people: its file's name without the extension. */
export function documentName(path: string): string {
  return withoutExtension(basename(path))
}

/** Keeps the list in the settings of this machine. */
export function createRecentDocuments(
  settings: SettingsStore,
  appFolder: string,
  now: () => number = Date.now,
): RecentDocuments {
  const paths = (): readonly string[] => {
    const known = settings.get(section).filter(exists)
    const off = new Set(settings.get(hidden))
    const all = [...new Set([...known, ...ownDocuments(join(appFolder, 'Migrations'))])]
    return all.filter((path) => !off.has(path)).slice(0, maxListed)
  }

  const entryOf = (path: string, noted: ReadonlyMap<string, Note>): RecentMigration => {
    const note = noted.get(path)
    const at = note?.at ?? changedAt(path) ?? 0
    return { id: idOf(path), name: documentName(path), location: shortFolder(path), at, summary: note?.summary ?? null }
  }
  const find = async (id: string) => paths().find((path) => idOf(path) === id) ?? null

  const notesByPath = () => new Map(settings.get(notes).map((note) => [note.path, note]))
  const list = async () => {
    const noted = notesByPath()
    const entries = paths().map((path) => entryOf(path, noted))
    // The one opened last is the newest before its note is written, however old its file is.
    const [opened] = settings.get(section)
    const age = ({ id, at }: RecentMigration) => (opened !== undefined && id === idOf(opened) ? Number.MAX_VALUE : at)
    return entries.toSorted((one, other) => age(other) - age(one))
  }

  return {
    list,
    earlier: async (open) => {
      const own = open === null ? null : idOf(open)
      return (await list()).filter(
        ({ id, summary }) => id !== own && summary?.started === true && summary.core?.kind === 'live',
      )
    },
    title: (path) => {
      const name = documentName(path)
      const summary = notesByPath().get(path)?.summary
      return summary === undefined ? name : migrationTitle({ ...summary, name, file: summary.file ?? null })
    },
    find,
    isNoted: (path) => settings.get(notes).some((note) => note.path === path),
    note: (path, summary) => {
      settings.change(notes, (saved) =>
        [{ path, at: now(), summary }, ...saved.filter((other) => other.path !== path)].slice(0, maxNotes),
      )
    },
    rename: async (id, wanted) => {
      const path = await find(id)
      if (path === null) return gone
      const name = fileNameOf(wanted)
      if (name === null) return refusedName
      const next = join(dirname(path), `${name}.migration`)
      if (next === path) return ok(null)
      if (isNameTaken(next)) return takenName
      if (['-lock', '-wal', '-shm', '-journal'].some((beside) => isNameTaken(`${path}${beside}`))) return inUse
      try {
        await moveIntoPlace(path, next)
      } catch {
        return notRenamed
      }
      settings.change(section, (saved) => saved.map((other) => (other === path ? next : other)))
      settings.change(notes, (saved) => saved.map((note) => (note.path === path ? { ...note, path: next } : note)))
      return ok(null)
    },
    remove: async (id) => {
      const path = await find(id)
      if (path === null) return
      settings.change(section, (saved) => saved.filter((other) => other !== path))
      settings.change(hidden, (saved) => [path, ...saved.filter((other) => other !== path)].slice(0, 1000))
    },
    add: async (path) => {
      settings.change(hidden, (saved) => saved.filter((other) => other !== path))
      settings.change(section, (saved) => [path, ...saved.filter((other) => other !== path)].slice(0, maxListed))
    },
  }
}

/** Documents of a folder, the one changed last first. */
function ownDocuments(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.migration'))
    .map((name) => ({ path: join(folder, name), at: changedAt(join(folder, name)) ?? 0 }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ path }) => path)
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

/** A name for people as the name of a file; null when a file cannot be called so everywhere. */
function fileNameOf(name: string): string | null {
  const bare = withoutExtension(name.trim()).trim()
  if (bare === '' || bare.length > 100 || bare.startsWith('.') || bare.endsWith('.')) return null
  return /[\\/:*?"<>|\p{C}]/u.test(bare) ? null : bare
}

const gone = problem('document-missing', 'This migration is no longer where it was. Open it from its new place.')
const refusedName = problem(
  'name-refused',
  'A name has 1 to 100 characters, does not begin or end with a dot, and has none of \\ / : * ? " < > |.',
)
const takenName = problem('name-taken', 'There is already a migration of this name in its folder. Choose another name.')
const inUse = problem(
  'document-in-use',
  'This migration is open in another window, or was not closed properly. Open it here and close it, then rename it.',
)
const notRenamed = problem('not-renamed', 'The file could not be renamed. Check that you can write to its folder.')
