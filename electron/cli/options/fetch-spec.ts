import { resolve } from 'node:path'
import { inSentence } from '../../../shared/format.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type {
  AnyFetchSource,
  FetchOption,
  FetchSecret,
  FetchSecrets,
  FetchValues,
} from '../../engine/fetching/source.ts'
import { askSecret, type Io } from '../io.ts'
import { type Arguments, type CommandSpec, nearestName, type OptionSpec, type OptionSpecs } from './command-spec.ts'
import { readArgumentFile } from './files-from-arguments.ts'
import { jsonOption } from './shared-options.ts'

/** Options of `fetch` whatever the source. */
const fetchOptions = {
  out: {
    type: 'string',
    value: 'FILE',
    help: 'File for the users; required. It must not exist yet',
    example: '--out users.ndjson',
  },
  resume: { type: 'boolean', help: 'Continue an unfinished fetch to this file; its options are remembered' },
  ...jsonOption,
} as const satisfies OptionSpecs

/** The command line of one source, made from its tables. */
export function sourceSpec(source: AnyFetchSource): CommandSpec {
  const own = source.options.map((option) => [option.name, optionSpec(option)] as const)
  const secrets = source.secrets.map((secret) => [secret.fileOption, secretSpec(secret)] as const)
  return {
    name: `fetch ${source.name}`,
    operands: '',
    summary: source.summary,
    options: { ...Object.fromEntries(own), ...Object.fromEntries(secrets), ...fetchOptions },
    examples: [`${source.example} --out users.ndjson`.trim(), '--out users.ndjson --resume'],
  }
}

/** The command with all its sources. */
export function fetchSpecOf(sources: readonly AnyFetchSource[]): CommandSpec {
  return {
    name: 'fetch',
    operands: 'SOURCE',
    summary: 'Fetch the users of an old system into an export file',
    options: fetchOptions,
    examples: [...sources.slice(0, 2).map(({ name, example }) => `${name} ${example} --out users.ndjson`), '--help'],
    subcommands: { title: 'Sources', specs: sources.map(sourceSpec) },
  }
}

function optionSpec({ kind, hint, required, fallback, example, value, choices, name }: FetchOption): OptionSpec {
  const help = required ? `${hint}; required` : hint
  if (kind === 'checkbox') return { type: 'boolean', help }
  return {
    type: 'string',
    help,
    value: choices?.join('|') ?? value ?? placeholders[kind],
    ...(fallback === undefined ? {} : { fallback }),
    ...(example === undefined ? {} : { example: `--${name} ${example}` }),
  }
}

const placeholders = { text: 'TEXT', choice: 'TEXT', number: 'N', file: 'FILE' } as const

function secretSpec({ label, variable, fileOption, required, document }: FetchSecret): OptionSpec {
  const none = required ? '' : ', else none'
  return {
    type: 'string',
    value: 'FILE',
    help: `File with the ${inSentence(label)}`,
    fallback: document === true ? `${variable}${none}` : `${variable}, or a prompt${none}`,
    example: `--${fileOption} ${fileOption.replace(/-file$/, '')}.${document === true ? 'json' : 'txt'}`,
  }
}

/** The options of a source that were given; `nameOf`: how the command names them. */
export function givenSettings(
  { options }: AnyFetchSource,
  given: Arguments,
  cwd: string,
  nameOf: (option: string) => string,
): FetchValues {
  const settings: Record<string, string | boolean> = {}
  for (const { name, kind } of options) {
    const value = kind === 'checkbox' ? given.flag(nameOf(name)) || undefined : given.text(nameOf(name))
    if (value !== undefined) settings[name] = kind === 'file' && typeof value === 'string' ? resolve(cwd, value) : value
  }
  return settings
}

/** The input is not repeated, because it may be a key. `otherwise`: advice where no option has a similar name. */
export function unknownSource(
  typed: string,
  sources: readonly AnyFetchSource[],
  otherwise: (names: string) => string,
): string {
  const names = sources.map(({ name }) => name)
  const nearest = typed.startsWith('-') ? null : nearestName(typed.slice(0, 40), names)
  return nearest === null ? otherwise(names.join(', ')) : `Unknown source. Did you mean ${nearest}?`
}

/** Larger than any key or service account. */
const maxSecret = 65_536

/** The secrets that go to `destination`, each from its file, the environment or a prompt; never from an argument. */
export async function readFetchSecrets(
  wanted: readonly FetchSecret[],
  destination: string,
  args: Arguments,
  io: Io,
): Promise<Result<FetchSecrets>> {
  const found: Record<string, string> = {}
  for (const secret of wanted) {
    const text = await readSecret(secret, destination, args, io)
    if (!text.ok) return text
    if (text.value === '') {
      if (secret.required) return missing(secret)
      continue
    }
    if (secret.document !== true && /[\r\n]/.test(text.value))
      return problem('arguments', `The ${inSentence(secret.label)} must be one line. Check where it comes from.`)
    found[secret.name] = text.value
  }
  return ok(found)
}

async function readSecret(secret: FetchSecret, to: string, args: Arguments, io: Io): Promise<Result<string>> {
  const file = args.text(secret.fileOption)
  if (file !== undefined) {
    const text = await readArgumentFile(file, io, maxSecret, inSentence(secret.label))
    // A line end at the end of the file is its editor's; spaces may belong to a password.
    return text.ok ? ok(text.value.replace(/\r?\n$/, '')) : text
  }
  const set = io.env[secret.variable]
  if (set !== undefined) return ok(set)
  if (secret.document === true) return ok('')
  return ok((await askSecret(io, { what: secret.label, to, isOptional: !secret.required })) ?? '')
}

function missing({ label, variable, fileOption }: FetchSecret): Result<never> {
  return problem('arguments', `The ${inSentence(label)} is missing. Set ${variable}, or use --${fileOption} FILE.`)
}
