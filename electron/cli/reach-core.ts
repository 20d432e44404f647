import { resolve } from 'node:path'
import { type BaseUrl, coreName, parseBaseUrl } from '../../shared/core-api/base-url.ts'
import type { StopReason } from '../../shared/report/stop-reason.ts'
import { ok, problem, type Result, unreachable } from '../../shared/result.ts'
import { fileTable } from '../engine/document/files.ts'
import type { Document } from '../engine/document/open-document.ts'
import { getSetting } from '../engine/document/settings.ts'
import { targetTable } from '../engine/document/targets.ts'
import { judgeNamedPath } from '../engine/reading/file-problem.ts'
import type { Session } from '../engine/session/session.ts'
import type { ConnectInput } from '../engine/session/session-cores.ts'
import { unconfirmedFiles } from '../engine/trust/trust.ts'
import { requireUsers } from './check-users.ts'
import type { CliParts } from './cli-parts.ts'
import { exitBadInput, exitStopped, type Io, lineOf, isConfirmed } from './io.ts'
import { openAt, openSession, settle } from './open-migration.ts'
import { type Arguments, type CommandSpec, type OptionSpecs, usageOf } from './options/command-spec.ts'
import { apiKeyOption, readApiKey } from './options/files-from-arguments.ts'
import { jsonOption, readAuthorityOption, routeOptions, routeTo, withoutEncryption } from './options/shared-options.ts'
import { progressLine, workLine } from './output/progress-line.ts'
import { fail, notRead } from './send-and-report.ts'

/** Options of every command that continues a migration at its core. */
export const coreOptions = {
  core: {
    type: 'string',
    value: 'URL',
    help: 'Address of the core',
    fallback: 'that of the migration, if it was confirmed on this machine',
    example: '--core https://core.example.com/tenant',
  },
  'core-moved': { type: 'boolean', help: 'The same core has moved to the --core address; states are kept' },
  'allow-http': { type: 'boolean', help: 'Allow an unencrypted address for hashes and the key' },
  ...apiKeyOption,
  ...routeOptions,
  ...jsonOption,
} as const satisfies OptionSpecs

/**
 * Opens a migration, connects its core, and does `work` there; returns the exit code of the first problem. Further
 * positional arguments are the files of its export, repeated because they were never chosen on this machine. `unreached`: prints what
 * the command has to say where the core could not be used, and returns its exit code.
 */
export async function atCore(
  given: Result<Arguments>,
  spec: CommandSpec,
  io: Io,
  parts: CliParts,
  work: (session: Session, given: Arguments) => Promise<number>,
  unreached: (session: Session, given: Arguments, why: string) => number = () => exitStopped,
): Promise<number> {
  if (!given.ok) return fail(io, given.error.message)
  const [path, ...files] = given.value.rest
  if (path === undefined) return fail(io, `Name one migration. Usage: ${usageOf(spec)}`)
  const document = openAt(io, path)
  if (!document.ok) return fail(io, document.error.message)
  const session = openShown(document.value, parts, io, given.value)
  try {
    const stopped = (why: string): number => unreached(session, given.value, why)
    const reached = await reachCore(session, given.value, files, io, stopped)
    return reached.ok ? await work(session, given.value) : reached.code
  } finally {
    await session.end()
  }
}

/** A session whose progress is shown in a line, or as JSON. */
export function openShown(
  document: Document,
  parts: CliParts,
  io: Io,
  given: Arguments,
): ReturnType<typeof openSession> {
  const json = given.flag('json')
  return openSession(document, parts, { onProgress: progressLine(io, json), onWork: workLine(io, json) })
}

type Reached = { readonly ok: true } | { readonly ok: false; readonly code: number }

async function reachCore(
  session: Session,
  given: Arguments,
  files: readonly string[],
  io: Io,
  stopped: (why: string) => number,
): Promise<Reached> {
  const inTheWay = (code: number): Reached => ({ ok: false, code })
  const coreMoved = given.flag('core-moved')
  const named = { address: given.text('core'), moved: coreMoved, allowHttp: given.flag('allow-http') }
  const core = await chooseCore(session, named, io)
  if (!core.ok) return inTheWay(fail(io, core.error.message))
  const confirmed = await confirmFiles(session, files, io)
  if (!confirmed.ok) return inTheWay(fail(io, confirmed.error.message))
  const apiKey = await readApiKey(given, core.value.baseUrl, io)
  if (!apiKey.ok) return inTheWay(fail(io, apiKey.error.message))
  const ca = readAuthorityOption(given, io)
  if (!ca.ok) return inTheWay(fail(io, ca.error.message))
  const route = routeTo(core.value.baseUrl, ca.value, io)
  if (!route.ok) return inTheWay(fail(io, route.error.message))
  const read = await settle(session, io.signal)
  if (!read.ok) return inTheWay(notRead(read.error, io, stopped))
  const users = requireUsers(session.document.database)
  if (!users.ok) return inTheWay(fail(io, users.error.message))
  const connected = await connectCore(
    session,
    { ...core.value, apiKey: apiKey.value, coreMoved, route: route.value },
    io,
  )
  if (connected.kind !== 'ready') io.err(`${connected.message}\n`)
  if (connected.kind === 'bad-input') return inTheWay(exitBadInput)
  if (connected.kind === 'stopped') return inTheWay(stopped(connected.why))
  const settled = await session.work.settled()
  return settled.ok ? { ok: true } : inTheWay(fail(io, settled.error.message, exitStopped))
}

type Named = { readonly name: string; readonly path: string }

/**
 * Confirms the files that a migration names and that were never chosen on this machine: they are repeated on the
 * command line, or the operator is asked about each path. Until then none of them is opened.
 */
async function confirmFiles(session: Session, repeated: readonly string[], io: Io): Promise<Result<null>> {
  const given = new Set(repeated.map((file) => resolve(io.cwd, file)))
  const named = unconfirmed(session)
  const unknown = repeated.find((file) => !isOf(session, resolve(io.cwd, file)))
  if (unknown !== undefined)
    return problem(
      'arguments',
      `${unknown} is not a file of this migration. Use its own files, or start a new migration.`,
    )
  for (const file of named) {
    const judged = judgeNamedPath(file.path)
    if (!judged.ok) return problem(judged.error.code, `${file.path}: ${judged.error.message}`)
    if (!given.has(file.path) && !(await isWanted(file, io))) return unread(named)
    session.trust.confirmFiles([file.path])
  }
  return ok(null)
}

/** The earlier migration that is to be compared is read as well. */
function unconfirmed(session: Session): readonly Named[] {
  const wanted = getSetting(session.document.database, 'baseline-pending')
  const baseline = wanted === undefined || session.trust.knowsFile(wanted.path) ? [] : [wanted]
  return [...unconfirmedFiles(session.document.database, session.trust), ...baseline]
}

function isOf(session: Session, path: string): boolean {
  const { database } = session.document
  const wanted = getSetting(database, 'baseline-pending')
  return wanted?.path === path || fileTable.list(database).some((file) => file.path === path)
}

async function isWanted({ name, path }: Named, io: Io): Promise<boolean> {
  if (io.ask === null) return false
  io.err(lineOf(`This migration refers to ${name} at ${path}, which was not selected on this machine.`))
  return isConfirmed(io, 'Read this file?')
}

function unread(named: readonly Named[]): Result<never> {
  const paths = named.map(({ path }) => path).join(', ')
  return problem(
    'file-unconfirmed',
    `This migration refers to files that were not selected on this machine: ${paths}. If they are yours, add their paths after the migration. Nothing was read.`,
  )
}

type Core = {
  readonly baseUrl: string
  readonly dialect: 'auto' | 'documented' | 'supertokens'
  readonly allowHttp: boolean
}

/** The core as the command line names it. */
type NamedCore = {
  /** `--core`. */
  readonly address: string | undefined
  /** `--core-moved`: the core of the migration has this address by now. */
  readonly moved: boolean
  /** `--allow-http`. */
  readonly allowHttp: boolean
}

/**
 * The core of a resumed migration. The address in the document counts only if it was confirmed on this machine;
 * otherwise it has to be repeated. The same holds for http: to another machine.
 */
async function chooseCore(session: Session, named: NamedCore, io: Io): Promise<Result<Core>> {
  const { database } = session.document
  const target = targetTable.current(database)
  const intended = getSetting(database, 'intended-core')
  if (target?.kind === 'rehearsal') {
    return problem(
      'rehearsal',
      'This migration was last sent to a rehearsal core, which stopped with the app. Continue in the app, or use run.',
    )
  }
  const stored = target?.base_url ?? intended?.baseUrl
  const before = stored === undefined ? null : parseBaseUrl(stored)
  if (before?.ok === false) return before
  const address = named.address ?? (await unconfirmedAddress(session, before?.value ?? null, io))
  const core = address === null ? before : coreAt(address, named.moved ? null : (before?.value ?? null))
  if (core === null) return problem('no-core', 'This migration has no core yet. Add --core with its address.')
  if (!core.ok) return core
  const { url, insecure } = core.value
  const allowHttp = named.allowHttp || session.trust.allowsHttp(url)
  if (insecure && !allowHttp) return problem('needs-confirmation', withoutEncryption)
  return ok({ baseUrl: url, dialect: target?.dialect ?? intended?.dialect ?? 'auto', allowHttp })
}

/** Asks for the address that only the document names; null: it was confirmed here, or there is none. */
async function unconfirmedAddress(session: Session, before: BaseUrl | null, io: Io): Promise<string | null> {
  if (before === null || session.trust.knowsCore(before.url)) return null
  io.err(
    `This migration names the core ${before.url}, which was not confirmed on this machine. Enter its address again to confirm it.\n`,
  )
  return io.ask === null ? '' : io.ask('Address of the core: ', false)
}

function coreAt(address: string, before: BaseUrl | null): Result<BaseUrl> {
  if (address.trim() === '') return problem('core-unconfirmed', 'Confirm it by repeating the address with --core.')
  const wanted = parseBaseUrl(address)
  if (!wanted.ok || before === null || wanted.value.url === before.url) return wanted
  return problem(
    'core-differs',
    `This migration belongs to ${coreName(before.url)}. Use that core, add --core-moved if it has moved, or start a new migration for another core.`,
  )
}

type Connected =
  | { readonly kind: 'ready' }
  /** The address or the way it was asked for cannot be right, as the sentence says. */
  | { readonly kind: 'bad-input'; readonly message: string }
  /** The core cannot be used now, as the sentence says. */
  | { readonly kind: 'stopped'; readonly why: StopReason; readonly message: string }

/** Connects the core of a migration and prints its whole address and its facts; the caller prints a problem. */
export async function connectCore(session: Session, input: ConnectInput, io: Io): Promise<Connected> {
  const address = parseBaseUrl(input.baseUrl)
  if (address.ok) io.err(`Core: ${address.value.url}\n`)
  const { kind, message } = await session.connect({ ...input, confirmed: true, signal: io.signal })
  if (kind === 'unreachable' && io.signal.aborted) return { kind: 'stopped', why: 'cancelled', message: cancelled }
  switch (kind) {
    // Asked for on screen only: here the address was typed as the order itself.
    case 'confirm-live':
    case 'ready':
      io.err(`${message}\n`)
      return { kind: 'ready' }
    case 'key-refused':
      return { kind: 'stopped', why: 'api-key-rejected', message }
    case 'unreachable':
      return { kind: 'stopped', why: 'core-unreachable', message }
    case 'ask':
      return { kind: 'stopped', why: 'wrong-address', message: `${message} ${chooseDialect}` }
    case 'needs-confirmation':
      return { kind: 'bad-input', message: `${message} On the command line the confirmation is --allow-http.` }
    case 'refused':
      return { kind: 'bad-input', message }
    default:
      return unreachable(kind)
  }
}

const cancelled = 'Stopped before the core answered. No users were sent.'
const chooseDialect = 'On the command line that is --dialect documented or --dialect supertokens.'
