import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from '../../../shared/app.ts'
import { inTurn } from '../../../shared/in-turn.ts'
import type { DocumentView, MigrationSummary, ProgressView } from '../../../shared/ipc/views.ts'
import { titledFiles } from '../../../shared/report/migration-title.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Engine, InternalRequests } from '../../engine/engine-api.ts'
import { freePath } from '../../engine/files/atomic-file.ts'
import { exists, makePrivateFolder } from '../../engine/files/folders.ts'
import type { Host } from '../host.ts'
import { createSignerKeys } from './secret-store.ts'

/** The open document. Changes are serialized: a second request waits for the first. */
export type Documents = {
  /** Makes an empty document in the app's folder and opens it. */
  readonly fresh: () => Promise<Result<DocumentView>>
  readonly open: (path: string) => Promise<Result<DocumentView>>
  readonly close: () => Promise<Result<Record<string, never>>>
  /** Makes sure that some document is open. */
  readonly ensure: () => Promise<Result<unknown>>
  /** Records the summary of the open document for the list of recent ones. */
  readonly note: () => Promise<void>
  /** The path of the open document. */
  readonly path: () => Promise<string | null>
  /** The path of the open document, and whether it has unsaved work: a file is read, or users are planned or sent. */
  readonly standing: () => Promise<{ readonly path: string | null; readonly unsaved: boolean }>
  /** Users are being sent right now. */
  readonly running: () => Promise<boolean>
}

const busy = problem(
  'run-in-progress',
  'A migration is running. Pause or cancel it first, then open another migration.',
)

export function createDocuments(engine: Engine, host: Host): Documents {
  const signerKeys = createSignerKeys(engine, host.keys)
  const oneByOne = inTurn()

  const standing: Documents['standing'] = async () => {
    const result = await engine.internal('internal:path', {})
    return result.ok ? result.value : { path: null, unsaved: false }
  }
  const path = async (): Promise<string | null> => (await standing()).path

  const running = async (): Promise<boolean> => {
    const progress = await engine.invoke('run:progress', {})
    return progress.ok && ['running', 'pausing', 'waiting'].includes(progress.value.state)
  }

  /** The start page shows the state of the open migration. */
  const note = async (): Promise<void> => {
    const [open, state] = [await path(), await engine.invoke('document:state', {})]
    const progress = await engine.invoke('run:progress', {})
    if (open === null || !state.ok || state.value === null) return
    host.recent.note(open, migrationSummary(state.value, progress.ok ? timeLeft(progress.value) : null))
  }

  /** Closes the open document and opens another; on failure, reopens the former one. */
  const replace = async (
    wanted: string,
    channel: 'internal:open' | 'internal:create',
  ): Promise<Result<DocumentView>> => {
    const former = await path()
    if (former !== null) {
      if (await running()) return busy
      await note()
      const closed = await engine.internal('internal:close', {})
      if (!closed.ok) return closed
    }
    const opened = await signerKeys.restore(await engine.internal(channel, { path: wanted }))
    if (opened.ok) {
      if (former !== null) await host.forgetFiles?.()
      await host.recent.add(wanted)
      host.recent.note(wanted, migrationSummary(opened.value, null))
    } else if (former !== null) await engine.internal('internal:open', { path: former })
    return opened
  }

  const create = async (): Promise<Result<DocumentView>> =>
    replace(freshPath(await privateFolder(host.appFolder, 'Migrations'), host.now()), 'internal:create')

  return {
    path,
    note,
    standing,
    running,
    fresh: () => oneByOne(create),
    open: (wanted) => oneByOne(() => replace(wanted, 'internal:open')),
    close: () =>
      oneByOne(async () => {
        await note()
        const closed = await engine.internal('internal:close', {})
        if (!closed.ok) return closed
        await host.forgetFiles?.()
        return ok({})
      }),
    ensure: () => oneByOne(async () => ((await path()) === null ? create() : ok(null))),
  }
}

/** A readable name that is not taken: `migration 2026-11-21 14.05.migration`, then ` (2)` and so on. */
function freshPath(folder: string, now: Date): string {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return freePath(
    folder,
    `migration ${day} ${two(now.getHours())}.${two(now.getMinutes())}`,
    'migration',
    (path) => !exists(path),
  )
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Shortest run whose speed is meaningful, ms. */
const minElapsedMs = 5000

/** Estimated milliseconds until all ready users are sent, at the average speed of all runs at this core; null: unknown. */
export function timeLeft({ counts, elapsedMs }: Pick<ProgressView, 'counts' | 'elapsedMs'>): number | null {
  const users = counts.migrated + counts.failed + counts['in-doubt']
  const left = counts.ready + counts.sending
  return left === 0 || users === 0 || elapsedMs < minElapsedMs ? null : (left * elapsedMs) / users
}

/** The summary of a migration on the start page. */
export function migrationSummary(
  { files, target, totals, counts, started, undone, fetched }: InternalRequests['internal:facts']['output'],
  leftMs: number | null,
): MigrationSummary {
  const { sources, file } = titledFiles(files)
  return {
    sources: sources.slice(0, 40),
    file: file?.slice(0, 1000) ?? null,
    core: target === null ? null : { kind: target.kind, name: target.name.slice(0, 1000) },
    users: totals.users,
    migrated: counts.migrated,
    failed: counts.failed + counts['in-doubt'],
    blocked: counts.blocked,
    excluded: counts.excluded + counts.existing,
    ready: counts.ready + counts.sending,
    started,
    ...(undone === undefined ? {} : { undone: true }),
    ...(fetched === undefined ? {} : { fetched }),
    ...(leftMs === null ? {} : { leftMs }),
  }
}

/** Where the app keeps its own files. `USER_MIGRATION_FOLDER` overrides it. */
export function appFolderOf(): string {
  const { env, platform } = process
  const own = env.USER_MIGRATION_FOLDER
  if (own !== undefined && own !== '') return own
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), app.name)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', app.name)
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), app.name)
}

/** The message for an app folder that cannot be created, with the way out. */
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
