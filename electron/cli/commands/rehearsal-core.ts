import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { noFaults, parseFaults, type Faults } from '../../engine/rehearsal/faults/faults.ts'
import { startRehearsalCore, type RehearsalOptions } from '../../engine/rehearsal/rehearsal-core.ts'

/** What the command takes from its surroundings. */
export type RehearsalCoreIo = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly env: NodeJS.ProcessEnv
  /** Relative paths follow this folder. */
  readonly cwd: string
  /** Ends the command. */
  readonly signal: AbortSignal
}

export const rehearsalCoreUsage =
  'rehearsal-core [--port N] [--dialect documented|supertokens] [--api-key-file FILE] [--signer-key-file FILE] ' +
  '[--file FILE] [--faults JSON|FILE] [--base-path PATH]'

/**
 * Runs an embedded core until the signal aborts. Prints one line with its address. Keys come from files or from
 * USER_MIGRATION_API_KEY and USER_MIGRATION_SIGNER_KEY, never from arguments.
 * Exit codes: 0 ended by the signal, 1 could not start, 2 arguments that cannot be used.
 */
export async function rehearsalCoreCommand(args: readonly string[], io: RehearsalCoreIo): Promise<number> {
  const options = readOptions(args, io)
  if (!options.ok) {
    io.err(`${options.error.message}\n`)
    return 2
  }
  const core = await startRehearsalCore(options.value)
  if (!core.ok) {
    io.err(`${core.error.message}\n`)
    return 1
  }
  io.out(`Rehearsal core (${options.value.dialect}) on ${core.value.baseUrl}\n`)
  await aborted(io.signal)
  await core.value.stop()
  return 0
}

function readOptions(args: readonly string[], io: RehearsalCoreIo): Result<RehearsalOptions> {
  const values = parse(args)
  if (!values.ok) return values
  const given = values.value
  const port = given.port === undefined ? 0 : Number(given.port)
  if (!/^\d{1,5}$/.test(given.port ?? '0') || port > 65_535) {
    return problem('arguments', '--port takes a number from 0 (any free port) to 65535.')
  }
  const dialect = given.dialect ?? 'documented'
  if (dialect !== 'documented' && dialect !== 'supertokens') {
    return problem('arguments', '--dialect takes documented or supertokens.')
  }
  const apiKey = readSecret('API key', given['api-key-file'], io.env['USER_MIGRATION_API_KEY'], io.cwd)
  if (!apiKey.ok) return apiKey
  const signerKey = readSecret('signer key', given['signer-key-file'], io.env['USER_MIGRATION_SIGNER_KEY'], io.cwd)
  if (!signerKey.ok) return signerKey
  const faults = readFaults(given.faults, io.cwd)
  if (!faults.ok) return faults
  const file = given.file === undefined ? {} : { file: resolve(io.cwd, given.file) }
  return ok({
    port,
    dialect,
    apiKey: apiKey.value,
    signerKey: signerKey.value,
    faults: faults.value,
    basePath: given['base-path'] ?? '',
    ...file,
  })
}

type Given = {
  readonly port?: string
  readonly dialect?: string
  readonly 'api-key-file'?: string
  readonly 'signer-key-file'?: string
  readonly file?: string
  readonly faults?: string
  readonly 'base-path'?: string
}

function parse(args: readonly string[]): Result<Given> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        dialect: { type: 'string' },
        'api-key-file': { type: 'string' },
        'signer-key-file': { type: 'string' },
        file: { type: 'string' },
        faults: { type: 'string' },
        'base-path': { type: 'string' },
      },
    })
    return ok(values)
  } catch {
    // The parser's own words would repeat an argument, and somebody may have typed a key.
    return problem('arguments', `These arguments cannot be used. Usage: ${rehearsalCoreUsage}`)
  }
}

function readSecret(name: string, path: string | undefined, set: string | undefined, cwd: string) {
  const text = path === undefined ? ok(set ?? '') : readText(path, cwd)
  if (!text.ok) return text
  const secret = text.value.trim()
  if (!/^[\u0021-\u007e]*$/.test(secret)) {
    return problem('arguments', `The ${name} must be one line of ASCII characters without spaces.`)
  }
  return ok(secret === '' ? null : secret)
}

function readFaults(given: string | undefined, cwd: string): Result<Faults> {
  if (given === undefined) return ok(noFaults)
  const text = given.trimStart().startsWith('{') ? ok(given) : readText(given, cwd)
  if (!text.ok) return text
  try {
    return parseFaults(JSON.parse(text.value))
  } catch {
    return problem('arguments', '--faults takes a JSON object, or a file that holds one.')
  }
}

function readText(path: string, cwd: string): Result<string> {
  try {
    return ok(readFileSync(resolve(cwd, path), 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    return problem('arguments', `${path} cannot be read (${code}).`)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
