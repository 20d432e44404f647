import { parseArgs } from 'node:util'
import { ok, problem, type Result } from '../../../shared/result.ts'

/** One option of a command: parsing, help and shell completion are made from it. */
export type OptionSpec = {
  readonly type: 'string' | 'boolean'
  /** May be given several times. */
  readonly multiple?: true
  /** The name of its value in the help, e.g. `FILE`, or its values: `auto|documented|supertokens`. */
  readonly value?: string
  /** Its effect, without a full stop. */
  readonly help: string
  /** The default value. */
  readonly fallback?: string
  /** An example; every option that takes a value has one. */
  readonly example?: string
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** A command as its help shows it. */
export type CommandSpec = {
  readonly name: string
  /** The operands after its name, e.g. `FILE...`; empty: none. */
  readonly operands: string
  /** One line for the list of commands, without a full stop. */
  readonly summary: string
  readonly options: OptionSpecs
  /** Arguments after the name of the command, without the program. */
  readonly examples: readonly string[]
  /** Commands of this command, named by its first argument, each with options of its own: `fetch postgresql`. */
  readonly subcommands?: { readonly title: string; readonly specs: readonly CommandSpec[] }
}

/** The commands, each followed by its subcommands. */
export function withSubcommands(specs: readonly CommandSpec[]): readonly CommandSpec[] {
  return specs.flatMap((spec) => [spec, ...(spec.subcommands?.specs ?? [])])
}

/** Options of every command. They are answered before the command runs. */
export const commonOptions: OptionSpecs = {
  help: { type: 'boolean', help: 'Show the options of a command, with their defaults and an example' },
  version: { type: 'boolean', help: 'Show the version' },
}

/** How a command is called, for the sentence about a mistake. */
export function usageOf({ name, operands }: Pick<CommandSpec, 'name' | 'operands'>): string {
  return `${['user-migration', name, operands, '[options]'].filter((part) => part !== '').join(' ')}. See user-migration ${name} --help.`
}

/** The values that an option takes, where its help names them all. */
export function valuesOf({ value }: OptionSpec): readonly string[] {
  return value !== undefined && /^[a-z][a-z-]*(\|[a-z-]+)+$/.test(value) ? value.split('|') : []
}

/** Parsed command line: options by name, then positional arguments. */
export type Arguments = {
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
  readonly rest: readonly string[]
}

type ParserOption = { type: 'string' | 'boolean'; multiple: boolean }

/** Parses the arguments of a command. A mistake is answered with the nearest option and the usage, never with a value. */
export function parseArguments(args: readonly string[], spec: CommandSpec): Result<Arguments> {
  const options: Record<string, ParserOption> = {}
  for (const [name, { type, multiple = false }] of Object.entries(spec.options)) options[name] = { type, multiple }
  const unknown = unknownOption(args, { ...commonOptions, ...options })
  if (unknown !== null) return problem('arguments', `${unknown} Usage: ${usageOf(spec)}`)
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    const value = (name: string): unknown => values[name]
    return ok({
      text: (name) => {
        const one = value(name)
        return typeof one === 'string' ? one : undefined
      },
      texts: (name) => {
        const many = value(name)
        return Array.isArray(many) ? many.filter((one) => typeof one === 'string') : []
      },
      flag: (name) => value(name) === true,
      rest: positionals,
    })
  } catch (error) {
    return problem('arguments', `${wrongValue(error, spec.options)} Usage: ${usageOf(spec)}`)
  }
}

/** A sentence about the option whose value is missing or not wanted. Only names of options are repeated. */
function wrongValue(error: unknown, options: OptionSpecs): string {
  const name = /--([a-z-]+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
  const option = options[name]
  if (option === undefined) return 'An option is missing its value, or was given one it does not take.'
  return option.type === 'boolean'
    ? `--${name} takes no value.`
    : `--${name} needs a value: ${option.value ?? 'VALUE'}.`
}

/** A sentence about the first option that the command does not have. A possible secret is not repeated. */
function unknownOption(args: readonly string[], options: Readonly<Record<string, unknown>>): string | null {
  const end = args.indexOf('--')
  for (const argument of end < 0 ? args : args.slice(0, end)) {
    const name = /^--([^=]*)/.exec(argument)?.[1]
    if (name === undefined || Object.hasOwn(options, name)) continue
    const named = /^[a-z][a-z-]{0,29}$/.test(name) ? `There is no option --${name}.` : 'Unknown option.'
    const nearest = nearestName(name.slice(0, 40), Object.keys(options))
    return nearest === null ? named : `${named} Did you mean --${nearest}?`
  }
  return null
}

/** The name nearest to `typed`, if the distance is that of a typing mistake; null otherwise. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, distance: editDistance(typed, name) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= Math.max(2, Math.floor(best.name.length / 3)) ? best.name : null
}

/** Levenshtein distance: insertions, removals and replacements of one letter. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
