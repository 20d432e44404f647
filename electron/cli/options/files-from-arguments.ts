import { resolve } from 'node:path'
import { parseApiKey } from '../../../shared/core-api/base-url.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Arguments, OptionSpecs } from './command-spec.ts'
import { askSecret, type Io } from '../io.ts'
import { readNamedText } from '../../engine/files/named-file.ts'

/** Where `readApiKey` finds the key of the core. */
export const apiKeyOption = {
  'api-key-file': {
    type: 'string',
    value: 'FILE',
    help: 'File with the API key',
    fallback: 'USER_MIGRATION_API_KEY, or a prompt',
    example: '--api-key-file key.txt',
  },
} as const satisfies OptionSpecs

/** The key of the core at `baseUrl` from `--api-key-file`, the environment or a prompt; null: none is sent. Never from an argument. */
export async function readApiKey(args: Arguments, baseUrl: string, io: Io): Promise<Result<string | null>> {
  const file = args.text('api-key-file')
  if (file !== undefined) {
    const text = await readArgumentFile(file, io, 16_384, 'API key')
    return text.ok ? parseApiKey(text.value) : text
  }
  const fromEnvironment = io.env['USER_MIGRATION_API_KEY']
  if (fromEnvironment !== undefined) return parseApiKey(fromEnvironment)
  const typed = await askSecret(io, { what: 'API key', to: baseUrl, isOptional: true })
  return typed === null ? ok(null) : parseApiKey(typed)
}

/** A small text file or pipe named on the command line. */
export async function readArgumentFile(file: string, io: Io, maxBytes: number, what: string): Promise<Result<string>> {
  const read = await readNamedText(resolve(io.cwd, file), maxBytes, io.signal)
  if (read.kind === 'text') return ok(read.text)
  return read.kind === 'too-large'
    ? problem('file-too-large', `${file} is too large to be the ${what}. Check the file.`)
    : problem('file-vanished', `Cannot read the ${what} from ${file}. Check the path.`)
}

/** The hash parameters in a file that an argument names; null: none is named. */
export async function readScryptText(file: string | undefined, io: Io): Promise<Result<string | null>> {
  return file === undefined ? ok(null) : readArgumentFile(file, io, 65_536, 'hash parameters')
}
