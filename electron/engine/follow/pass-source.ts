import { extname, join } from 'node:path'
import type { PassSource } from '../../../shared/follow/follow-settings.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { SourceFile } from '../document/files.ts'
import type { ChangesAsked, ListedChanges } from '../fetching/fetch-outcome.ts'
import type { FetchSecrets } from '../fetching/source.ts'
import type { StartFetch } from '../fetching/start-fetch.ts'
import { describeFile, filesIn } from '../files/export-file.ts'
import { createTemporaryFolder, removeFolder, sizeOf } from '../files/folders.ts'
import type { Clock } from '../runner/clock.ts'
import { fileName, type FollowedFiles } from './followed-files.ts'

/** A file of a listing, and the one of the first reading that it is read like. */
export type ListedFile = { readonly like: SourceFile; readonly path: string; readonly size: number }

/** A listing of the source as files. */
export type Listing = {
  readonly files: readonly ListedFile[]
  /** The moment of which it is; Unix epoch, milliseconds. */
  readonly readAt: number
  /** Null: the source does not say when its users were changed. */
  readonly changes: ListedChanges | null
  /** Removes its temporary files. */
  readonly remove: () => void
}

export type ListOptions = {
  readonly startFetch: StartFetch
  readonly secrets: FetchSecrets
  readonly clock: Pick<Clock, 'now'>
  readonly signal: AbortSignal
  readonly likes: FollowedFiles
  readonly wanted: ChangesAsked
  readonly onProgress: (users: number) => void
}

/**
 * Gets a listing of the source: by fetching it into a private folder, or as the files that are there. A fetch that is stopped
 * begins anew with the next pass, so that a listing is of one moment wherever the source has snapshots.
 */
export function listSource(source: PassSource, options: ListOptions): Promise<Result<Listing>> {
  return source.kind === 'fetch' ? fetched(source, options) : found(source.path, options.likes)
}

async function fetched(
  { source, settings }: Extract<PassSource, { kind: 'fetch' }>,
  { startFetch, secrets, clock, signal, likes, wanted, onProgress }: ListOptions,
): Promise<Result<Listing>> {
  const [like, ...others] = likes
  if (others.length > 0)
    return problem(
      'follow-several-files',
      'This migration was read from several files, and a system is fetched into one. Follow the folder of the files.',
    )
  const folder = createTemporaryFolder('follow')
  const remove = () => removeFolder(folder)
  const ending = extname(like.name)
  const path = join(folder, `users${/^\.\w{1,8}$/.test(ending) ? ending : ''}`)
  const readAt = clock.now()
  const order = { source, settings, secrets, out: path, resume: false, changes: wanted }
  const handle = startFetch(order, ({ users }) => onProgress(users))
  const cancel = () => handle.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const outcome = await handle.done
  signal.removeEventListener('abort', cancel)
  if (outcome.kind === 'fetched') {
    const file = { like: { ...like, zip_member: null }, path, size: outcome.bytes }
    return ok({ files: [file], readAt, changes: outcome.changes, remove })
  }
  remove()
  if (outcome.kind === 'failed') return problem(`source-${outcome.code}`, outcome.sentence)
  return problem('follow-stopped', 'The pass was stopped while users were fetched. Nothing was changed.')
}

/** The file itself; the newest of a folder; of several, each by its name in the folder. */
async function found(path: string, likes: FollowedFiles): Promise<Result<Listing>> {
  try {
    const { kind, changedAt } = await describeFile(path)
    const names = new Set(likes.map(fileName))
    if (kind === 'file')
      return names.size === 1 ? ok(listingOf(likes.map((like) => ({ like, path, changedAt })))) : onlyOne
    if (kind !== 'folder') return notThere
    return names.size === 1 ? await newest(path, likes) : await byName(path, likes)
  } catch {
    return notThere
  }
}

const maxNames = 100_000

async function newest(folder: string, likes: FollowedFiles): Promise<Result<Listing>> {
  const ending = extname(fileName(likes[0]))
  const isDump = (name: string) => !name.startsWith('.') && extname(name) === ending
  const files = await filesIn(folder, isDump, maxNames)
  const [last] = files.toSorted((one, other) => other.changedAt - one.changedAt || (one.path < other.path ? 1 : -1))
  return last === undefined ? nothingYet : ok(listingOf(likes.map((like) => ({ like, ...last }))))
}

async function byName(folder: string, likes: FollowedFiles): Promise<Result<Listing>> {
  const names = new Set(likes.map(fileName))
  const there = await filesIn(folder, (name) => names.has(name), maxNames)
  const files = likes.flatMap((like) =>
    there.flatMap((one) => (one.path === join(folder, fileName(like)) ? [{ like, ...one }] : [])),
  )
  return files.length === likes.length ? ok(listingOf(files)) : notAll
}

/** It is as old as its oldest file. */
function listingOf(files: readonly (Omit<ListedFile, 'size'> & { readonly changedAt: number })[]): Listing {
  return {
    files: files.map(({ like, path }) => ({ like, path, size: sizeOf(path) ?? 0 })),
    readAt: Math.round(Math.min(...files.map(({ changedAt }) => changedAt))),
    changes: null,
    remove: () => undefined,
  }
}

const notThere = problem('source-unreachable', 'The file or folder that is followed is not there. Nothing was changed.')
const nothingYet = problem(
  'source-unreachable',
  'The folder that is followed has no file with the ending of the first export yet. Nothing was changed.',
)
const onlyOne = problem(
  'follow-several-files',
  'This migration was read from several files. Follow the folder in which they are replaced, each under its name.',
)
const notAll = problem(
  'source-unreachable',
  'The folder that is followed does not have every file of the first export under its name. Nothing was changed.',
)
