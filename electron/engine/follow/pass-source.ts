import { join } from 'node:path'
import { extname } from 'node:path'
import type { PassSource } from '../../../shared/follow/follow-settings.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { FetchSecrets } from '../fetching/source.ts'
import type { StartFetch } from '../fetching/start-fetch.ts'
import { describeFile } from '../files/export-file.ts'
import { namesIn, removeFolder, sizeOf } from '../files/folders.ts'
import { createTemporaryFolder } from '../files/temporary-folder.ts'
import type { Clock } from '../runner/clock.ts'

/** A listing of the source as a file. */
export type Listing = {
  readonly path: string
  readonly size: number
  /** The moment of which it is; Unix epoch, milliseconds. */
  readonly readAt: number
  /** Removes its temporary files. */
  readonly remove: () => void
}

export type ListOptions = {
  readonly startFetch: StartFetch
  readonly secrets: FetchSecrets
  readonly clock: Pick<Clock, 'now'>
  readonly signal: AbortSignal
  /** The name of the export that was read first: a listing has its ending. */
  readonly like: string
  readonly onProgress: (users: number) => void
}

/**
 * Gets a listing of the source: by fetching it into a private folder, or as the file that is there. A fetch that is stopped
 * begins anew with the next pass, so that a listing is of one moment wherever the source has snapshots.
 */
export function listSource(source: PassSource, options: ListOptions): Promise<Result<Listing>> {
  return source.kind === 'fetch' ? fetched(source, options) : newest(source.path, options.like)
}

async function fetched(
  { source, settings }: Extract<PassSource, { kind: 'fetch' }>,
  { startFetch, secrets, clock, signal, like, onProgress }: ListOptions,
): Promise<Result<Listing>> {
  const folder = createTemporaryFolder('follow')
  const remove = () => removeFolder(folder)
  const ending = extname(like)
  const path = join(folder, `users${/^\.\w{1,8}$/.test(ending) ? ending : ''}`)
  const readAt = clock.now()
  const handle = startFetch({ source, settings, secrets, out: path, resume: false }, ({ users }) => onProgress(users))
  const cancel = () => handle.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const outcome = await handle.done
  signal.removeEventListener('abort', cancel)
  if (outcome.kind === 'fetched') return ok({ path, size: outcome.bytes, readAt, remove })
  remove()
  if (outcome.kind === 'failed') return problem(`source-${outcome.code}`, outcome.sentence)
  return problem('follow-stopped', 'The pass was stopped while users were fetched. Nothing was changed.')
}

const maxNames = 100_000

/** The file itself, or the newest of a folder. */
async function newest(path: string, like: string): Promise<Result<Listing>> {
  try {
    const found = await describeFile(path)
    if (found.kind === 'file') return ok(listingOf(path, found.changedAt))
    if (found.kind !== 'folder') return notThere
    const names = namesIn(path)
      .slice(0, maxNames)
      .filter((name) => !name.startsWith('.') && extname(name) === extname(like))
    const files: { path: string; changedAt: number }[] = []
    for (const name of names) {
      const inside = join(path, name)
      const { kind, changedAt } = await describeFile(inside)
      if (kind === 'file') files.push({ path: inside, changedAt })
    }
    const [last] = files.toSorted((one, other) => other.changedAt - one.changedAt || (one.path < other.path ? 1 : -1))
    return last === undefined ? nothingYet : ok(listingOf(last.path, last.changedAt))
  } catch {
    return notThere
  }
}

function listingOf(path: string, changedAt: number): Listing {
  return { path, size: sizeOf(path) ?? 0, readAt: Math.round(changedAt), remove: () => undefined }
}

const notThere = problem('source-unreachable', 'The file or folder that is followed is not there. Nothing was changed.')
const nothingYet = problem(
  'source-unreachable',
  'The folder that is followed has no file with the ending of the first export yet. Nothing was changed.',
)
