import { parseArgs } from 'node:util'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { type CommandSpec, commonOptions, type OptionSpecs, usageOf } from './command-spec.ts'
import { nearestName } from './nearest-name.ts'

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

/** A sentence about the first option that the command does not have. What may be a secret is not repeated. */
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
