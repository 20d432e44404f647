import { type CommandSpec, commonOptions, type OptionSpecs, valuesOf } from './command-spec.ts'

/** Shells that a completion script can be made for. */
export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

/** A script that completes commands, options, their fixed values, and files, for a shell to load. */
export function completionScript(shell: Shell, commands: readonly CommandSpec[]): string {
  if (shell === 'fish') return fishScript(commands)
  const bash = bashScript(commands)
  // zsh runs bash's completion functions.
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`
}

function bashScript(commands: readonly CommandSpec[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const options = commands
    .map((command) => `    ${command.name}) options="${flags(allOptions(command)).join(' ')}" ;;\n`)
    .join('')
  const values = commands
    .flatMap((command) =>
      fixedValues(command.options).map(([name, list]) => [`${command.name} --${name}`, list] as const),
    )
    .map(([key, list]) => `    "${key}") values="${list.join(' ')}" ;;\n`)
    .join('')
  return `_user_migration() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" options="" values=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${values}  esac
  case "\${COMP_WORDS[1]}" in
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
  const lines = commands.flatMap((command) => [
    `${complete} -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...Object.entries(allOptions(command)).map(([name, option]) => {
      const values = valuesOf(option)
      const takes = option.type === 'boolean' ? '' : values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r'
      return `${complete} -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${takes} -d ${quoted(option.help)}`
    }),
  ])
  return `${lines.join('\n')}\n`
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
