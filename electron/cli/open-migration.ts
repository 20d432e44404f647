import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { ok, type Result } from '../../shared/result.ts'
import { listFiles } from '../engine/document/files.ts'
import { createDocument, openDocument, type Document } from '../engine/document/open-document.ts'
import { setSetting } from '../engine/document/settings.ts'
import { usersNamed } from '../engine/running/scope.ts'
import type { Mapping } from '../../shared/mapping/mapping.ts'
import type { Choices } from '../../shared/planning/choices.ts'
import { problem } from '../../shared/result.ts'
import { systemClock } from '../engine/running/clock.ts'
import { createSession, type Session, type SessionOptions } from '../engine/session/session.ts'
import type { CliParts } from './cli-parts.ts'
import { isFailedList, namesIn } from './names-in.ts'
import { readSmall } from './read-small.ts'
import { mostNames } from './settings-from-arguments.ts'

type Watch = Partial<Pick<SessionOptions, 'onProgress' | 'onChange'>>

/** A session of the command line; rehearsals keep their state only while it is open. */
export function openSession(
  document: Document,
  parts: CliParts,
  watch: Watch = {},
): Session & { readonly end: () => Promise<void> } {
  const appFolder = mkdtempSync(join(tmpdir(), 'user-migration-'))
  const session = createSession(document, {
    appFolder,
    startRehearsal: parts.startRehearsal,
    readDrafts: parts.readDrafts,
    onProgress: watch.onProgress ?? (() => undefined),
    onChange: watch.onChange ?? (() => undefined),
    // Who waits for reading and planning is told there.
    onTrouble: () => undefined,
    clock: parts.clock ?? systemClock,
    random: parts.random ?? Math.random,
    deadlines: parts.deadlines,
  })
  return {
    ...session,
    end: async () => {
      await session.close()
      rmSync(appFolder, { recursive: true, force: true })
    },
  }
}

export function createAt(cwd: string, path: string): Result<Document> {
  return createDocument(resolve(cwd, path))
}

export function openAt(cwd: string, path: string): Result<Document> {
  return openDocument(resolve(cwd, path))
}

export type ReadInput = {
  readonly cwd: string
  /** Stops the reading. */
  readonly signal?: AbortSignal
  readonly files: readonly string[]
  readonly choices: Choices
  readonly mapping: Mapping | null
  readonly scryptText: string | null
  /** Source ids or FILE:LINE that the migration is narrowed to. */
  readonly only: readonly string[] | null
}

/** Reads files into an empty document and plans them; a file that cannot be read is a problem of the whole. */
export async function readInto(session: Session, input: ReadInput): Promise<Result<null>> {
  const { database } = session.document
  setSetting(database, 'choices', input.choices)
  if (input.scryptText !== null) {
    const scrypt = session.scrypt(input.scryptText)
    if (!scrypt.ok) return scrypt
  }
  const paths = input.files.map((file) => resolve(input.cwd, file))
  // A failed.csv among the files narrows the migration to its users.
  const lists = paths.filter((path) => isFailedList(firstText(path)))
  const names: string[] = [...(input.only ?? [])]
  for (const path of lists) {
    const text = readSmall(path, mostNames)
    if (text === null) return problem('file-too-large', `${basename(path)} is too large for a list of failed users.`)
    for (const name of namesIn(text)) names.push(name)
  }
  const only = input.only === null && lists.length === 0 ? null : names
  setSetting(database, 'only', only)
  const exports = paths.filter((path) => !lists.includes(path))
  if (exports.length === 0)
    return problem('arguments', 'A list of failed users was given without the export that they come from. Add it.')
  session.add(
    exports,
    exports.map((path) => basename(path)),
    input.mapping,
  )
  const settled = await settle(session, input.signal)
  if (!settled.ok || only === null || only.some((name) => usersNamed(database, name).length > 0)) return settled
  return problem('only-nobody', 'None of the users that were named is in this export. Check the list and the files.')
}

const never = new AbortController().signal

/** Waits for reading and planning. A file that cannot be read is a problem of the whole, so is the signal. */
export async function settle(session: Session, signal: AbortSignal = never): Promise<Result<null>> {
  const stop = () => void session.work.stop()
  signal.addEventListener('abort', stop, { once: true })
  session.work.begin('read')
  const settled = await session.work.settled()
  signal.removeEventListener('abort', stop)
  if (signal.aborted) return problem('cancelled', 'Stopped by you while the export was read. Run resume to go on.')
  if (!settled.ok) return settled
  const troubled = listFiles(session.document.database).find((file) => file.problem !== null)
  return troubled === undefined ? ok(null) : problem('file-unreadable', `${troubled.name}: ${troubled.problem ?? ''}`)
}

function firstText(path: string): string {
  try {
    // A pipe would wait for its writer.
    if (!statSync(path).isFile()) return ''
    const head = Buffer.alloc(200)
    const handle = openSync(path, 'r')
    try {
      return head.toString('utf8', 0, readSync(handle, head, 0, head.length, 0))
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}
