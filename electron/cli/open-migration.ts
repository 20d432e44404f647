import { createTemporaryFolder, removeFolder, sizeOf } from '../engine/files/folders.ts'
import { basename, resolve } from 'node:path'
import { ok, problem, type Result } from '../../shared/result.ts'
import { fileTable } from '../engine/document/files.ts'
import { type Document, openDocument } from '../engine/document/open-document.ts'
import { getSetting, setSetting } from '../engine/document/settings.ts'
import type { Database } from '../engine/document/sqlite.ts'
import { usersNamed } from '../engine/queries/users-filter.ts'
import { parseScryptParameters } from '../../shared/hashes/scrypt-parameters.ts'
import { splitMappingFile, type MappingFile } from '../../shared/planning/mapping-file.ts'
import { isStandingAlone, type Mapping } from '../../shared/mapping/mapping.ts'
import type { Choices } from '../../shared/planning/choices.ts'
import { systemClock } from '../engine/runner/clock.ts'
import type { WorkState } from '../engine/session/read-and-plan.ts'
import { type Trust, unconfirmedFile } from '../engine/trust/trust.ts'
import { createSession, type Session, type SessionOptions } from '../engine/session/session.ts'
import { givenMapping } from '../engine/import-pipeline/interpretation/interpretation.ts'
import { sayChecking } from './output/progress-line.ts'
import { holdsNoLogins } from '../engine/document/incomplete-files.ts'
import { filesWithoutUsers } from '../engine/queries/files-without-users.ts'
import type { CliParts } from './cli-parts.ts'
import type { Io } from './io.ts'
import { ofOneFile, type PartOptions } from './options/shared-options.ts'
import { separateFailedLists } from '../engine/import-pipeline/failed-list.ts'

/** `onWork`: how far what is read or planned has come. */
type Watch = Pick<SessionOptions, 'onProgress'> & { readonly onWork?: (work: WorkState) => void }

/** A session of the command line; rehearsals keep their state only while it is open. */
export function openSession(
  document: Document,
  parts: CliParts,
  watch: Watch = {},
): Session & { readonly end: () => Promise<void> } {
  const appFolder = createTemporaryFolder('session')
  const session: Session = createSession(document, {
    appFolder,
    trust: parts.trust,
    startRehearsal: parts.startRehearsal,
    readDrafts: parts.readDrafts,
    onProgress: watch.onProgress,
    onChange: () => watch.onWork?.(session.work.state()),
    // Progress of reading and planning goes there.
    onError: () => undefined,
    clock: parts.clock ?? systemClock,
    random: parts.random ?? Math.random,
    deadlines: parts.deadlines,
  })
  return {
    ...session,
    end: async () => {
      await session.close()
      removeFolder(appFolder)
    },
  }
}

export function openAt(io: Io, path: string): Result<Document> {
  sayChecking(io, path)
  return openDocument(resolve(io.cwd, path))
}

export type ReadInput = {
  readonly cwd: string
  /** Stops the reading. */
  readonly signal?: AbortSignal
  readonly files: readonly string[]
  readonly choices: Choices
  /** Its decisions hold where `choices` has none about the same column. */
  readonly mapping: MappingFile | null
  /** The same of single files, by their paths as they were typed. */
  readonly mappings?: ReadonlyMap<string, MappingFile>
  readonly scryptText: string | null
  /** Source ids or FILE:LINE that the migration is narrowed to. */
  readonly only: readonly string[] | null
  /** The migration that this one follows; nothing: none. */
  readonly baseline?: string | null
  /** Which parts of the files are read. */
  readonly parts?: PartOptions
}

/** The input of a reading, once all of it is known to make sense. */
type Prepared = Pick<ReadInput, 'choices' | 'only' | 'scryptText' | 'baseline'> & {
  /** The mapping of a file, by its absolute path; null: it has none. */
  readonly mappingOf: (path: string) => Mapping | null
  /** Absolute paths of the exports. */
  readonly paths: readonly string[]
  /** The part of each file that is read, by its absolute path. */
  readonly partsOf: PartOptions
}

/** Tells the exports from lists of users that narrow them. Writes nothing. */
export function prepareReading({ cwd, files, ...input }: ReadInput): Result<Prepared> {
  const { scryptText } = input
  const scrypt = scryptText === null ? ok(null) : parseScryptParameters(scryptText)
  if (!scrypt.ok) return scrypt
  const paths = files.map((file) => resolve(cwd, file))
  const baseline = typeof input.baseline === 'string' ? resolve(cwd, input.baseline) : null
  // A failed.csv among the files narrows the migration to its users.
  const sorted = separateFailedLists(paths)
  if (!sorted.ok) return sorted
  const { exports, names } = sorted.value
  const only = input.only === null && names === null ? null : [...(input.only ?? []), ...(names ?? [])]
  if (exports.length === 0)
    return problem('arguments', 'A list of failed users was given without its export. Add the export.')
  const partsOf = new Map([...(input.parts ?? [])].map(([file, parts]) => [resolve(cwd, file), parts]))
  const ofAll = input.mapping === null ? null : splitMappingFile(input.mapping)
  const own = new Map([...(input.mappings ?? [])].map(([file, one]) => [resolve(cwd, file), splitMappingFile(one)]))
  const decided = [ofAll, ...own.values()].map((one) => one?.unmapped)
  const choices = {
    ...input.choices,
    unmapped: Object.fromEntries([...decided, input.choices.unmapped].flatMap((one) => Object.entries(one ?? {}))),
  }
  const mappingOf = (path: string) => (own.get(path) ?? ofAll)?.mapping ?? null
  return ok({ ...input, choices, mappingOf, only, baseline, paths: exports, partsOf })
}

/** Notes in an empty document what is to be read, and how. */
export function recordReading(database: Database, prepared: Prepared): void {
  const { choices, only, paths, mappingOf, scryptText, baseline, partsOf } = prepared
  if (typeof baseline === 'string')
    setSetting(database, 'baseline-pending', { path: baseline, name: basename(baseline) })
  setSetting(database, 'choices', choices)
  setSetting(database, 'user-filter', only === null ? null : [...only])
  const scrypt = scryptText === null ? null : parseScryptParameters(scryptText)
  if (scrypt?.ok === true) setSetting(database, 'scrypt', scrypt.value.parameters)
  for (const path of paths) {
    const [parts, mapping] = [partsOf.get(path), mappingOf(path)]
    for (const id of fileTable.addZipMembers(database, path, basename(path), sizeOf(path) ?? 0, parts?.members ?? [])) {
      if (mapping !== null)
        fileTable.change(database, id, { mapping, provider_override: isStandingAlone(mapping) ? null : givenMapping })
      if (parts !== undefined) fileTable.change(database, id, { table_override: parts.table })
    }
  }
}

/** The paths that were typed are those that may be read. */
export function confirmPaths(trust: Pick<Trust, 'confirmFiles'>, { paths, baseline }: Prepared): void {
  trust.confirmFiles(typeof baseline === 'string' ? [...paths, baseline] : paths)
}

/** Reads and plans the recorded files; a file that cannot be read is a problem of the whole. */
export async function readRecorded(session: Session, prepared: Prepared, signal?: AbortSignal): Promise<Result<null>> {
  const { only } = prepared
  const read = await readAll(session, prepared, signal)
  const { database } = session.document
  const settled = read.ok ? refusedFiles(database) : read
  if (!settled.ok || only === null || only.some((name) => usersNamed(database, name).length > 0)) return settled
  return problem('only-nobody', 'None of the listed users is in this export. Check the list and the files.')
}

/** Reads and plans the recorded files; what cannot be read is left to `refusedFiles`. */
async function readAll(session: Session, prepared: Prepared, signal?: AbortSignal): Promise<Result<null>> {
  const { scryptText } = prepared
  confirmPaths(session.trust, prepared)
  if (scryptText !== null) {
    const scrypt = session.scrypt(scryptText)
    if (!scrypt.ok) return scrypt
  }
  return settleFiles(session, signal)
}

/** Reads files into an empty document and plans those that can be read; the others are left to `refusedFiles`. */
export async function readReadable(session: Session, input: ReadInput): Promise<Result<null>> {
  const prepared = prepareReading(input)
  if (!prepared.ok) return prepared
  recordReading(session.document.database, prepared.value)
  return readAll(session, prepared.value, input.signal)
}

/** Reads files into an empty document and plans them. */
export async function readInto(session: Session, input: ReadInput): Promise<Result<null>> {
  const prepared = prepareReading(input)
  if (!prepared.ok) return prepared
  recordReading(session.document.database, prepared.value)
  return readRecorded(session, prepared.value, input.signal)
}

const never = new AbortController().signal

const cancelled = problem('cancelled', 'Stopped while the export was read. Run resume to continue.')

/** Waits for reading and planning. A file that cannot be read is a problem of the whole, so is the signal. */
export async function settle(session: Session, signal: AbortSignal = never): Promise<Result<null>> {
  const settled = await settleFiles(session, signal)
  return settled.ok ? refusedFiles(session.document.database) : settled
}

async function settleFiles(session: Session, signal: AbortSignal = never): Promise<Result<null>> {
  const stop = () => void session.work.stop()
  signal.addEventListener('abort', stop, { once: true })
  const wanted = getSetting(session.document.database, 'baseline-pending')
  if (wanted !== undefined && !session.trust.knowsFile(wanted.path)) return unconfirmedFile(wanted.name)
  const compared = wanted === undefined ? ok(null) : await session.follow(wanted.path, wanted.name)
  if (signal.aborted) return cancelled
  if (!compared.ok) return compared
  session.work.begin('read')
  const settled = await session.work.settled()
  signal.removeEventListener('abort', stop)
  return signal.aborted ? cancelled : settled
}

/** The files that cannot be read, each with its sentence. */
export function refusedFiles(database: Database): Result<null> {
  const files = fileTable.list(database)
  const unread = files
    .filter((file) => !files.some(({ complete }) => complete) || !holdsNoLogins(file))
    .flatMap(({ name, problem: trouble }) =>
      trouble === null ? [] : [{ ...trouble, text: `${name}: ${trouble.message}` }],
    )
  const [first] = unread
  const areSeveral = files.length > 1
  const hint = areSeveral && unread.some(({ code }) => code === 'table-unknown') ? [ofOneFile('table')] : []
  // Each file that is to be corrected or left out is named at once, so that no further run is needed to find the next.
  return first === undefined
    ? ok(null)
    : problem(
        first.code,
        [...unread.map(({ text }) => text), ...hint, ...filesWithoutUsers(database).map(({ text }) => text)].join(' '),
      )
}
