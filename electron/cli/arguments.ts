import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ok, problem, type Result } from '../../shared/result.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** What was on the command line: options by name, then the rest. */
export type Arguments = {
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
  readonly rest: readonly string[]
}

/** Parses a command's arguments. `usage` is shown with a mistake. */
export function parseArguments(args: readonly string[], options: Options, usage: string): Result<Arguments> {
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
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
    const what = code.includes('UNKNOWN_OPTION')
      ? 'An option is not known.'
      : 'An option lacks its value, or has one that it does not take.'
    return problem('arguments', `${what} Usage: user-migration ${usage}`)
  }
}
