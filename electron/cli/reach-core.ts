import type { Result } from '../../shared/result.ts'
import type { Session } from '../engine/session/session.ts'
import type { Arguments } from './arguments.ts'
import { type CommandSpec, type OptionSpecs, usageOf } from './command-spec.ts'
import { checkUsers } from './check-users.ts'
import { chooseCore } from './choose-core.ts'
import { confirmFiles } from './confirm-files.ts'
import { connectCore } from './connect-core.ts'
import { exitBadInput, exitStopped, type Io } from './io.ts'
import { openAt, openSession, settle } from './open-migration.ts'
import { progressLine } from './progress-line.ts'
import type { CliParts } from './cli-parts.ts'
import { fail, finish, notRead, unsent } from './send-and-report.ts'
import { apiKeyOption, readApiKey } from './files-from-arguments.ts'
import { jsonOption } from './shared-options.ts'
import { workLine } from './work-line.ts'
import { readAuthorityOption, routeOptions, routeTo } from './route-options.ts'

/** The options of every command that goes on with a migration at its core. */
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
 * Opens a migration, connects its core, and does `work` there; the exit code is that of the first thing in the way. Files
 * after the migration are those of its export, repeated because nobody has chosen them on this machine.
 */
export async function atCore(
  given: Result<Arguments>,
  spec: CommandSpec,
  io: Io,
  parts: CliParts,
  work: (session: Session, given: Arguments) => Promise<number>,
): Promise<number> {
  if (!given.ok) return fail(io, given.error.message)
  const [path, ...files] = given.value.rest
  if (path === undefined) return fail(io, `Name one migration. Usage: ${usageOf(spec)}`)
  const document = openAt(io, path)
  if (!document.ok) return fail(io, document.error.message)
  const session = openSession(document.value, parts, {
    onProgress: progressLine(io, given.value.flag('json')),
    onWork: workLine(io, given.value.flag('json')),
  })
  try {
    const reached = await reachCore(session, given.value, files, io)
    return reached.ok ? await work(session, given.value) : reached.code
  } finally {
    await session.end()
  }
}

type Reached = { readonly ok: true } | { readonly ok: false; readonly code: number }

async function reachCore(session: Session, given: Arguments, files: readonly string[], io: Io): Promise<Reached> {
  const inTheWay = (code: number): Reached => ({ ok: false, code })
  const coreMoved = given.flag('core-moved')
  const named = { address: given.text('core'), moved: coreMoved, allowHttp: given.flag('allow-http') }
  const core = await chooseCore(session, named, io)
  if (!core.ok) return inTheWay(fail(io, core.error.message))
  const confirmed = await confirmFiles(session, files, io)
  if (!confirmed.ok) return inTheWay(fail(io, confirmed.error.message))
  const apiKey = await readApiKey(given, io)
  if (!apiKey.ok) return inTheWay(fail(io, apiKey.error.message))
  const ca = readAuthorityOption(given, io)
  if (!ca.ok) return inTheWay(fail(io, ca.error.message))
  const way = routeTo(core.value.baseUrl, ca.value, io)
  if (!way.ok) return inTheWay(fail(io, way.error.message))
  const read = await settle(session, io.signal)
  if (!read.ok) return inTheWay(notRead(session, read.error, given.flag('json'), io))
  const users = checkUsers(session.document.database)
  if (!users.ok) return inTheWay(fail(io, users.error.message))
  io.err(`Core: ${core.value.baseUrl}\n`)
  const connected = await connectCore(session, { ...core.value, apiKey: apiKey.value, coreMoved, way: way.value }, io)
  if (connected.kind !== 'ready') io.err(`${connected.message}\n`)
  if (connected.kind === 'bad-input') return inTheWay(exitBadInput)
  if (connected.kind === 'stopped') return inTheWay(finish(unsent(session, connected.why), given.flag('json'), io))
  const settled = await session.work.settled()
  return settled.ok ? { ok: true } : inTheWay(fail(io, settled.error.message, exitStopped))
}
