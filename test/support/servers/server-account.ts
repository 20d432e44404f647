import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The account that servers of tests run as: root may not run a database, every other account runs its own. */
export const serverAccount: { readonly uid?: number; readonly gid?: number } =
  process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

type ServerFolder = {
  readonly path: string
  /** Writes a file that the account alone can read, and returns its path. */
  readonly write: (name: string, text: string) => string
  readonly remove: () => void
}

/** A folder that belongs to that account; the caller removes it. */
export function serverFolder(): ServerFolder {
  const path = mkdtempSync(join(tmpdir(), 'user-migration-server-'))
  give(path)
  const write = (name: string, text: string): string => {
    const file = join(path, name)
    writeFileSync(file, text, { mode: 0o600 })
    give(file)
    return file
  }
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Gives a file or folder to that account. */
export function give(path: string): void {
  const { uid, gid } = serverAccount
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** Where a program of a server lies; null: it is not installed here. */
export function findProgram(name: string): string | null {
  const versions = '/usr/lib/postgresql'
  const ofVersions = existsSync(versions) ? readdirSync(versions).map((one) => join(versions, one, 'bin')) : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...ofVersions,
    '/usr/sbin',
    '/usr/local/sbin',
    '/usr/libexec',
  ]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
