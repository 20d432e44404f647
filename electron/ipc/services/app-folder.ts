import { makePrivateFolder } from '../../engine/files/folders.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'

const name = 'User Migration Assistant'

type Env = Readonly<Record<string, string | undefined>>

/** Where the app keeps its own files. `USER_MIGRATION_FOLDER` overrides it. */
export function appFolderOf(env: Env = process.env, platform: string = process.platform, home = homedir()): string {
  const own = env.USER_MIGRATION_FOLDER
  if (own !== undefined && own !== '') return own
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), name)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  return join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), name)
}

/** Why the app cannot begin when its folder cannot be made, with the way out. */
export function noFolderText(folder: string): string {
  return (
    `The app cannot create or write to its folder ${folder}. ` +
    'Free some disk space, change the permissions, or set USER_MIGRATION_FOLDER to another folder.'
  )
}

/** Makes a folder that only its owner can read, with all folders above it. */
export async function privateFolder(...parts: readonly string[]): Promise<string> {
  const folder = join(...parts)
  makePrivateFolder(folder)
  return folder
}
