import { readPlainFile } from '../../engine/files/named-file.ts'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { writeFileAtomically } from '../../engine/files/atomic-file.ts'
import { isNameTaken } from '../../engine/files/own-file.ts'
import { createChangingSource, initialUsers } from '../../engine/sample/changing-source.ts'
import { lineOf } from '../io.ts'
import type { Command } from '../cli-parts.ts'
import { type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { exampleFaults, noFaults, parseFaults, type Faults } from '../../engine/rehearsal/faults/faults.ts'
import { startRehearsalCore, type RehearsalOptions } from '../../engine/rehearsal/rehearsal-core.ts'

/** The surroundings of the command. */
type RehearsalCoreIo = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly env: NodeJS.ProcessEnv
  /** Relative paths follow this folder. */
  readonly cwd: string
  /** Ends the command. */
  readonly signal: AbortSignal
}

const rehearsalCoreSpec = {
  name: 'rehearsal-core',
  operands: '',
  summary: 'Start a core for rehearsals on this machine',
  options: {
    port: { type: 'string', value: 'N', help: 'Port on 127.0.0.1', fallback: 'any free port', example: '--port 4567' },
    dialect: {
      type: 'string',
      value: 'documented|supertokens',
      help: 'Interface of the core',
      fallback: 'documented',
      example: '--dialect supertokens',
    },
    'api-key-file': {
      type: 'string',
      value: 'FILE',
      help: 'File with the API key that clients must send',
      fallback: 'USER_MIGRATION_API_KEY, else none',
      example: '--api-key-file key.txt',
    },
    'signer-key-file': {
      type: 'string',
      value: 'FILE',
      help: 'File with the signer key for Firebase scrypt hashes',
      fallback: 'USER_MIGRATION_SIGNER_KEY, else none',
      example: '--signer-key-file signer.txt',
    },
    file: {
      type: 'string',
      value: 'FILE',
      help: 'Keep its users in this file',
      fallback: 'in memory',
      example: '--file core.state',
    },
    faults: {
      type: 'string',
      value: 'JSON|FILE',
      help: 'Failures to simulate',
      example: `--faults '${exampleFaults}'`,
    },
    'bulk-cron': {
      type: 'string',
      value: 'SECONDS|off',
      help: 'Interval of the bulk import job',
      fallback: 'at start and every 300 seconds',
      example: '--bulk-cron 10',
    },
    'no-license': { type: 'boolean', help: 'Refuse account linking, tenants, and TOTP, like a core without a license' },
    source: {
      type: 'string',
      value: 'FILE',
      help: 'Write a sample export into this file and keep changing it, to be followed',
      example: '--source customers.csv',
    },
    'source-every': {
      type: 'string',
      value: 'SECONDS',
      help: 'Time between changes of the source',
      fallback: '10',
      example: '--source-every 3',
    },
    'base-path': { type: 'string', value: 'PATH', help: 'Base path of the core', example: '--base-path /tenant' },
  },
  examples: ['--port 4567', '--port 4567 --dialect supertokens --source customers.csv'],
} as const satisfies CommandSpec

/**
 * Runs an embedded core until the signal aborts. Prints one line with its address. Keys come from files or from
 * USER_MIGRATION_API_KEY and USER_MIGRATION_SIGNER_KEY, never from arguments.
 * Exit codes: 0 ended by the signal, 1 could not start, 2 arguments that cannot be used.
 */
async function runRehearsalCore(args: readonly string[], io: RehearsalCoreIo): Promise<number> {
  const fail = (message: string, code: number) => {
    io.err(lineOf(message))
    return code
  }
  const options = readOptions(args, io)
  if (!options.ok) return fail(options.error.message, 2)
  const source = readSource(args, io.cwd)
  if (!source.ok) return fail(source.error.message, 2)
  const core = await startRehearsalCore(options.value)
  if (!core.ok) return fail(core.error.message, 1)
  io.out(`Rehearsal core (${options.value.dialect}) on ${core.value.baseUrl}\n`)
  const failed = source.value === null ? null : await changeSource(source.value, io)
  if (failed === null) await aborted(io.signal)
  await core.value.stop()
  return failed === null ? 0 : fail(failed, 1)
}

function readOptions(args: readonly string[], io: RehearsalCoreIo): Result<RehearsalOptions> {
  const given = parseArguments(args, rehearsalCoreSpec)
  if (!given.ok) return given
  const { text, flag, rest } = given.value
  if (rest.length > 0)
    return problem('arguments', `These arguments cannot be used. Usage: ${usageOf(rehearsalCoreSpec)}`)
  const port = Number(text('port') ?? '0')
  if (!/^\d{1,5}$/.test(text('port') ?? '0') || port > 65_535) {
    return problem('arguments', '--port takes a number from 0 (any free port) to 65535.')
  }
  const dialect = text('dialect') ?? 'documented'
  if (dialect !== 'documented' && dialect !== 'supertokens') {
    return problem('arguments', '--dialect takes documented or supertokens.')
  }
  const apiKey = readSecret('API key', text('api-key-file'), io.env['USER_MIGRATION_API_KEY'], io.cwd)
  if (!apiKey.ok) return apiKey
  const signerKey = readSecret('signer key', text('signer-key-file'), io.env['USER_MIGRATION_SIGNER_KEY'], io.cwd)
  if (!signerKey.ok) return signerKey
  const faults = readFaults(text('faults'), io.cwd)
  if (!faults.ok) return faults
  const cron = text('bulk-cron')
  if (cron !== undefined && cron !== 'off' && !/^\d{1,5}(?:\.\d{1,3})?$/.test(cron)) {
    return problem('arguments', '--bulk-cron takes a number of seconds, or off.')
  }
  const unlicensed = { accountLinking: false, multiTenancy: false, mfa: false }
  const file = text('file')
  return ok({
    port,
    dialect,
    apiKey: apiKey.value,
    signerKey: signerKey.value,
    faults: faults.value,
    basePath: text('base-path') ?? '',
    ...(flag('no-license') ? { features: unlicensed } : {}),
    ...(cron === undefined ? {} : { bulk: { intervalMs: cron === 'off' ? null : Number(cron) * 1000 } }),
    ...(file === undefined ? {} : { file: resolve(io.cwd, file) }),
  })
}

type SourceOrder = { readonly path: string; readonly everyMs: number }

/** The order for a source that changes automatically; null: none. An existing file stays as it is. */
function readSource(args: readonly string[], cwd: string): Result<SourceOrder | null> {
  const given = parseArguments(args, rehearsalCoreSpec)
  if (!given.ok) return given
  const { text } = given.value
  const [file, every] = [text('source'), text('source-every') ?? '10']
  if (file === undefined) return ok(null)
  if (!/^[1-9]\d{0,4}$/.test(every)) return problem('arguments', '--source-every takes a number of seconds, 1 or more.')
  const path = resolve(cwd, file)
  if (isNameTaken(path)) return problem('arguments', `${file} is there already. Choose another name for --source.`)
  return ok({ path, everyMs: Number(every) * 1000 })
}

/** Writes the source and changes it until the signal aborts. Null, or why it could not be written. */
async function changeSource({ path, everyMs }: SourceOrder, io: RehearsalCoreIo): Promise<string | null> {
  const source = createChangingSource()
  const write = () => {
    try {
      writeFileAtomically(path, [source.csv()])
      return true
    } catch {
      return false
    }
  }
  const cannot = `The source cannot be written to ${path}. Check the folder and the space on its disk.`
  if (!write()) return cannot
  io.out(lineOf(`Source of ${initialUsers} users that changes every ${everyMs / 1000} s: ${path}`))
  for (;;) {
    await wait(everyMs, undefined, { signal: io.signal }).catch(() => undefined)
    if (io.signal.aborted) return null
    const done = source.step()
    if (!write()) return cannot
    io.out(`${done}\n`)
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
    return problem('arguments', `--faults takes a JSON object, or a file that holds one. An example: ${exampleFaults}`)
  }
}

function readText(path: string, cwd: string): Result<string> {
  const read = readPlainFile(resolve(cwd, path), 1_048_576)
  if (read.kind === 'bytes') return ok(read.bytes.toString('utf8'))
  return problem('arguments', read.kind === 'too-large' ? `${path} is too large.` : `${path} cannot be read.`)
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

export const rehearsalCoreCommand = { spec: rehearsalCoreSpec, run: runRehearsalCore } satisfies Command
