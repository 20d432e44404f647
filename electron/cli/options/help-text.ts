import type { CommandSpec, OptionSpec, OptionSpecs } from './command-spec.ts'
import { commonOptions } from './command-spec.ts'

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

/** The commands of a command: what is typed after its name, and what each does. */
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
