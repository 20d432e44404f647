import {
  type CommandSpec,
  commonOptions,
  type OptionSpec,
  type OptionSpecs,
  valuesOf,
  withSubcommands,
} from './command-spec.ts'

/** Puts a heading into the style of the terminal. */
export type Emphasis = (text: string) => string

const width = 100

/** The help of the program: what it is, its commands and their examples, a line each. */
export function programHelp(commands: readonly CommandSpec[], bold: Emphasis): string {
  const column = Math.max(...commands.map(({ name }) => name.length)) + 4
  return [
    'Migrates users from an old auth provider to an authentication core.',
    section(bold('Usage:'), ['user-migration COMMAND [options]']),
    section(
      bold('Commands:'),
      commands.map(({ name, summary }) => name.padEnd(column) + summary),
    ),
    section(bold('Options:'), optionLines(commonOptions)),
    section(bold('Examples:'), [
      'user-migration demo',
      'user-migration inspect users.json.gz hashes.ndjson',
      'user-migration run users.json.gz hashes.ndjson --core https://core.example.com --api-key-file key.txt',
      'user-migration run --help',
    ]),
  ].join('\n')
}

/** The help of one command: every option with its meaning, its default and an example. */
export function commandHelp(spec: CommandSpec, bold: Emphasis): string {
  const { name, operands, summary, options, examples, subcommands } = spec
  const usage = ['user-migration', name, operands, '[options]'].filter((part) => part !== '').join(' ')
  return [
    `${summary}.`,
    section(bold('Usage:'), [usage]),
    ...(subcommands === undefined
      ? []
      : [section(bold(`${subcommands.title}:`), commandLines(name, subcommands.specs))]),
    section(bold('Options:'), optionLines({ ...options, help: commonHelp })),
    section(
      bold('Examples:'),
      examples.map((example) => `user-migration ${name} ${example}`.trimEnd()),
    ),
  ].join('\n')
}

/** Lists the subcommands of a command, each with its summary. */
function commandLines(name: string, specs: readonly CommandSpec[]): readonly string[] {
  const named = specs.map((spec) => ({ word: spec.name.slice(name.length + 1), summary: spec.summary }))
  const column = Math.max(...named.map(({ word }) => word.length)) + 4
  return named.map(({ word, summary }) => word.padEnd(column) + summary)
}

const commonHelp: OptionSpec = { type: 'boolean', help: 'Show this help' }

function section(title: string, lines: readonly string[]): string {
  return `\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`.trimEnd()
}

function optionLines(options: OptionSpecs): readonly string[] {
  const named = Object.entries(options).map(([name, option]) => ({ head: headOf(name, option), option }))
  const column = Math.min(34, Math.max(...named.map(({ head }) => head.length)) + 2)
  return named.flatMap(({ head, option }) => {
    const example = option.example === undefined ? [] : [`e.g. ${option.example}`]
    const [first = '', ...others] = [...wrap(describe(option), width - column - 2), ...example]
    const indent = ' '.repeat(column)
    const start = head.length + 2 > column ? [head, indent + first] : [head.padEnd(column) + first]
    return [...start, ...others.map((line) => indent + line)]
  })
}

function headOf(name: string, { type, value }: OptionSpec): string {
  return type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`
}

function describe({ help, multiple, fallback }: OptionSpec): string {
  const repeat = multiple === true ? '; may be repeated' : ''
  const standard = fallback === undefined ? '' : ` (default: ${fallback})`
  return `${help}${repeat}${standard}`
}

function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** Shells that a completion script can be made for. */
export const shells = ['bash', 'zsh', 'fish'] as const

type Shell = (typeof shells)[number]

/** A script that completes commands, options, their fixed values, and files, for a shell to load. */
export function completionScript(shell: Shell, commands: readonly CommandSpec[]): string {
  if (shell === 'fish') return fishScript(commands)
  const bash = bashScript(commands)
  // zsh runs bash's completion functions.
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`
}

function bashScript(commands: readonly CommandSpec[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const specs = withSubcommands(commands)
  const subcommands = commands
    .filter(({ subcommands }) => subcommands !== undefined)
    .map((command) => `    ${command.name}) subcommands="${subcommandsOf(command).join(' ')}" ;;\n`)
    .join('')
  const options = specs
    .map((command) => `    "${command.name}") options="${flags(allOptions(command)).join(' ')}" ;;\n`)
    .join('')
  const values = specs
    .flatMap((command) =>
      fixedValues(command.options).map(([name, list]) => [`${command.name} --${name}`, list] as const),
    )
    .map(([key, list]) => `    "${key}") values="${list.join(' ')}" ;;\n`)
    .join('')
  return `_user_migration() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" options="" values="" subcommands=""
  local command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case "$command" in
${subcommands}  esac
  if [ -n "$subcommands" ] && [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W "$subcommands --help" -- "$word"))
    return
  fi
  if [ -n "$subcommands" ]; then command="$command \${COMP_WORDS[2]}"; fi
  case "$command $previous" in
${values}  esac
  case "$command" in
${options}  esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [ "\${word:0:1}" = "-" ]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  else compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _user_migration user-migration
`
}

function fishScript(commands: readonly CommandSpec[]): string {
  const complete = 'complete -c user-migration'
  const lines = withSubcommands(commands).flatMap((command) => [
    `${complete} ${fishPlace(command)} -f -a ${lastWord(command)} -d ${quoted(command.summary)}`,
    ...Object.entries(allOptions(command)).map(([name, option]) => {
      const values = valuesOf(option)
      const takes = option.type === 'boolean' ? '' : values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r'
      return `${complete} -n '${fishSeen(command)}' -l ${name}${takes} -d ${quoted(option.help)}`
    }),
  ])
  return `${lines.join('\n')}\n`
}

/** The condition under which fish offers a command: first, or after its parent command. */
function fishPlace({ name }: CommandSpec): string {
  const [first] = name.split(' ')
  return first === name ? '-n __fish_use_subcommand' : `-n '__fish_seen_subcommand_from ${first}'`
}

function fishSeen({ name }: CommandSpec): string {
  return name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ')
}

function lastWord({ name }: CommandSpec): string {
  return name.slice(name.indexOf(' ') + 1)
}

function subcommandsOf({ subcommands }: CommandSpec): readonly string[] {
  return (subcommands?.specs ?? []).map(lastWord)
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}

function allOptions({ options }: CommandSpec): OptionSpecs {
  return { ...options, ...commonOptions }
}

function flags(options: OptionSpecs): readonly string[] {
  return Object.keys(options).map((name) => `--${name}`)
}

function fixedValues(options: OptionSpecs): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(options)
    .map(([name, option]) => [name, valuesOf(option)] as const)
    .filter(([, values]) => values.length > 0)
}
