import { resolve } from 'node:path'
import type { AnyFetchSource, FetchOption, FetchSecret, FetchValues } from '../../engine/fetching/source.ts'
import { type Arguments, type CommandSpec, nearestName, type OptionSpec, type OptionSpecs } from './command-spec.ts'
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
    help: `File with the ${lowered(label)}`,
    fallback: document === true ? `${variable}${none}` : `${variable}, or a prompt${none}`,
    example: `--${fileOption} ${fileOption.replace(/-file$/, '')}.${document === true ? 'json' : 'txt'}`,
  }
}

/** `Password` becomes `password`; a name such as `API key` stays. */
export function lowered(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
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
