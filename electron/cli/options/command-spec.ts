/** One option of a command: parsing, help and shell completion are made from it. */
export type OptionSpec = {
  readonly type: 'string' | 'boolean'
  /** May be given several times. */
  readonly multiple?: true
  /** What its value is called in the help, e.g. `FILE`, or its values: `auto|documented|supertokens`. */
  readonly value?: string
  /** What it does, without a full stop. */
  readonly help: string
  /** What holds when it is not given. */
  readonly fallback?: string
  /** How it is given; every option that takes a value has one. */
  readonly example?: string
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** A command as its help shows it. */
export type CommandSpec = {
  readonly name: string
  /** What stands after its name, e.g. `FILE...`; empty: nothing. */
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
