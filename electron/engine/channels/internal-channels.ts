import { basename } from 'node:path'
import { sizeOf } from '../files/folders.ts'
import { readPlainFile, readHead } from '../files/named-file.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { createDocument, openDocument, removeDocument, withSnapshot, type Document } from '../document/open-document.ts'
import { judgeNewPlace, judgePlace } from '../document/lock.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import { copyDatabase } from '../files/own-database.ts'
import { createPrivateFile, hasErrorCode } from '../files/own-file.ts'
import type { Database } from '../document/sqlite.ts'
import type { InternalChannel, InternalRequests, ReportChannel } from '../engine-api.ts'
import { migrationFacts } from '../session/document-view.ts'
import type { Session } from '../session/session.ts'
import type { OpenMigration } from './open-migration.ts'

export type InternalAnswers = {
  readonly [C in Exclude<InternalChannel, ReportChannel>]: (
    input: InternalRequests[C]['input'],
  ) => Promise<Result<unknown>> | Result<unknown>
}

/** Requests of main alone. `begin` opens a document in place of the one before; `end` closes it. */
export function internalChannels(
  { session, withSession, atRest }: OpenMigration,
  begin: (open: () => Result<Document>) => Promise<Result<unknown>>,
  end: () => Promise<void>,
  offerPlace: (session: Session, path: string) => void,
): InternalAnswers {
  return {
    'internal:create': ({ path }) => begin(() => createDocument(path)),
    'internal:open': ({ path }) => {
      const open = session()
      const place = judgePlace(path)
      return open !== null && place.ok && open.document.path === place.value
        ? ok(open.view())
        : begin(() => openDocument(path))
    },
    'internal:close': async () => {
      await end()
      return ok({ closed: true })
    },
    'internal:save-signer-key': ({ key }) =>
      withSession((open) => {
        open.holdSignerKey(key)
        return ok(open.view())
      }),
    'internal:identity': () => {
      const open = session()
      return ok({ id: open === null ? null : (getSetting(open.document.database, 'document-id') ?? null) })
    },
    'internal:core-connection': ({ origin, route, apiKey }) =>
      withSession((open) => {
        open.access(origin, route, apiKey)
        return ok({})
      }),
    'internal:fetched-from': ({ source, settings }) =>
      withSession((open) => {
        const from = { kind: 'fetch', source, settings: { ...settings } } as const
        setSetting(open.document.database, 'fetched-from', from)
        open.trust.confirmSource(from)
        return ok({})
      }),
    'internal:follow-place': ({ path }) =>
      withSession((open) => {
        offerPlace(open, path)
        return ok({})
      }),
    'internal:sleep': () => {
      session()?.suspendGuard.sleep()
      return ok({})
    },
    'internal:wake': async () => {
      await session()?.suspendGuard.wake()
      return ok({})
    },
    'internal:path': () => {
      const open = session()
      const unsaved = open !== null && (open.work.state().kind !== 'idle' || open.run.running())
      return ok({ path: open?.document.path ?? null, unsaved })
    },
    'internal:add': ({ paths, names }) => atRest('adding files', (open) => addFiles(open, paths, names)),
    'internal:set-baseline': ({ path, name }) =>
      atRest('comparing with another migration', (open) => open.follow(path, name)),
    'internal:facts': ({ path }) => migrationFacts(path),
    'internal:scrypt-file': ({ path }) =>
      atRest('changing the hash parameters', (open) => readSmallFile(path, (text) => open.scrypt(text))),
    'internal:signer-key': () => ok({ key: session()?.signerKey() ?? null }),
    'internal:backup': ({ path }) => withSession((open) => backup(open, path)),
  }
}

/** Adds exports; a file of hash parameters among them is taken as what it is. */
function addFiles(open: Session, paths: readonly string[], names: readonly string[]): Result<unknown> {
  const parameters = paths.filter(isHashParameters)
  for (const path of parameters) {
    const taken = readSmallFile(path, (text) => open.scrypt(text))
    if (!taken.ok) return taken
  }
  const exports = paths.filter((path) => !parameters.includes(path))
  if (exports.length === 0) return ok(open.view())
  return open.add(
    exports,
    exports.map((path) => names[paths.indexOf(path)] ?? basename(path)),
  )
}

function readSmallFile(path: string, use: (text: string) => Result<unknown>): Result<unknown> {
  const read = readPlainFile(path, 65_536)
  if (read.kind === 'bytes') return use(read.bytes.toString('utf8'))
  return read.kind === 'too-large'
    ? problem('file-too-large', 'The file is too large for a hash_config block.')
    : problem('file-vanished', 'The file cannot be read. Choose it again.')
}

async function backup(open: Session, wanted: string): Promise<Result<unknown>> {
  const place = judgeNewPlace(wanted)
  if (!place.ok) return place
  const path = place.value
  try {
    createPrivateFile(path)
  } catch (error) {
    return hasErrorCode(error, 'EEXIST')
      ? problem('document-exists', 'A file with this name already exists. Choose another name.')
      : copyNotSaved
  }
  // From a snapshot of its own: SQLite refuses to copy a connection that is writing at this moment.
  const saved = await withSnapshot(open.document.path, (snapshot) => copyTo(path, snapshot), { pages: false })
  if (saved.ok) return ok({ bytes: sizeOf(path) ?? 0 })
  removeDocument(path)
  return copyProblem(saved)
}

/** Why a copy could not be saved; names a full disk, because another folder on it does not help. */
export function copyProblem({ error }: ReturnType<typeof problem>): ReturnType<typeof problem> {
  return error.code === 'disk-full' ? noSpaceForCopy : copyNotSaved
}

const noSpaceForCopy = problem(
  'disk-full',
  'The disk is full, so the copy was not saved. It needs as much space as the migration. Free some space, or choose another disk.',
)

async function copyTo(path: string, snapshot: Database): Promise<Result<null>> {
  // The first query fixes the snapshot.
  snapshot.prepare('SELECT count(*) FROM sqlite_master').get()
  await copyDatabase(snapshot, path)
  return ok(null)
}

const copyNotSaved = problem(
  'copy-not-saved',
  'The copy could not be saved there. Choose a folder that exists and that you can write to.',
)

/** Whether a file is the `hash_config` block of a Firebase project, also as JSON; false if it cannot be read. */
function isHashParameters(path: string): boolean {
  return /^\uFEFF?\s*(?:hash_config\s*\{|\{\s*"hash_config")/.test(readHead(path, 64).toString('utf8'))
}
