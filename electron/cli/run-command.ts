import { knownFailure } from '../engine/document/open-document.ts'
import { app } from '../../shared/app.ts'
import { withoutHashes } from '../../shared/mapping/shown-name.ts'
import type { CliParts } from './cli-parts.ts'
import { type CommandSpec, commonOptions, nearestName, usageOf } from './options/command-spec.ts'
import { demoCommand, demoSpec } from './commands/demo.ts'
import { fetchCommand, fetchSpec } from './commands/fetch.ts'
import { followCommand, followSpec } from './commands/follow.ts'
import { hashesCommand, hashesSpec } from './commands/hashes.ts'
import { inspectCommand, inspectSpec } from './commands/inspect.ts'
import { checkPasswordCommand, checkPasswordSpec } from './commands/check-password.ts'
import { rehearsalCoreCommand, rehearsalCoreSpec } from './commands/rehearsal-core.ts'
import { removeHashesCommand, removeHashesSpec } from './commands/remove-hashes.ts'
import { reportCommand, reportSpec } from './commands/report.ts'
import { resumeCommand, resumeSpec, retryCommand, retrySpec } from './commands/resume.ts'
import { runMigration, runSpec } from './commands/run.ts'
import { schemaCommand, schemaSpec } from './commands/schema.ts'
import { undoCommand, undoSpec } from './commands/undo.ts'
import { verifyCommand, verifySpec } from './commands/verify.ts'
import { commandHelp, completionScript, type Emphasis, programHelp, shells } from './options/help-text.ts'
import { exitBadInput, exitDone, exitStopped, type Io, lineOf } from './io.ts'

type Command = {
  readonly spec: CommandSpec
  readonly run: (args: readonly string[], io: Io, parts: CliParts) => Promise<number>
}

const completionSpec = {
  name: 'completion',
  operands: shells.join('|'),
  summary: 'Print a completion script for your shell',
  options: {},
  examples: ['bash > /etc/bash_completion.d/user-migration', 'fish > ~/.config/fish/completions/user-migration.fish'],
} as const satisfies CommandSpec

const commands: readonly Command[] = [
  { spec: demoSpec, run: demoCommand },
  { spec: fetchSpec, run: fetchCommand },
  { spec: inspectSpec, run: inspectCommand },
  { spec: runSpec, run: runMigration },
  { spec: resumeSpec, run: resumeCommand },
  { spec: retrySpec, run: retryCommand },
  { spec: followSpec, run: followCommand },
  { spec: reportSpec, run: reportCommand },
  { spec: checkPasswordSpec, run: checkPasswordCommand },
  { spec: verifySpec, run: verifyCommand },
  { spec: undoSpec, run: undoCommand },
  { spec: removeHashesSpec, run: removeHashesCommand },
  { spec: hashesSpec, run: hashesCommand },
  { spec: rehearsalCoreSpec, run: rehearsalCoreCommand },
  { spec: completionSpec, run: (args, io) => Promise.resolve(completionCommand(args, io)) },
  { spec: schemaSpec, run: (args, io) => Promise.resolve(schemaCommand(args, io)) },
]

/** Every command, as its help shows it. */
export const commandSpecs: readonly CommandSpec[] = commands.map(({ spec }) => spec)

/** Names of columns, tables and files are whatever a file says, a password hash included: none is printed, wherever it came from. */
function withoutSecrets(io: Io): Io {
  return { ...io, out: (text) => io.out(withoutHashes(text)), err: (text) => io.err(withoutHashes(text)) }
}

/** Runs one command and returns the exit code. Errors are one sentence, never a stack trace. */
export async function runCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const [name = '', ...rest] = args
  const bold = emphasisFor(io)
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    io.out(`${programHelp(commandSpecs, bold)}\n`)
    return name === '' ? exitBadInput : exitDone
  }
  if (name === '--version') {
    io.out(`${app.version}\n`)
    return exitDone
  }
  const command = commands.find(({ spec }) => spec.name === name)
  if (command === undefined) {
    io.err(unknownCommand(name))
    return exitBadInput
  }
  if (rest.includes('--help')) {
    const { specs = [] } = command.spec.subcommands ?? {}
    const subcommand = specs.find((spec) => spec.name === `${name} ${rest[0]}`)
    io.out(`${commandHelp(subcommand ?? command.spec, bold)}\n`)
    return exitDone
  }
  try {
    return await command.run(rest, withoutSecrets(io), parts)
  } catch (error) {
    const failure = knownFailure(error)
    if (failure !== null) {
      io.err(lineOf(failure.message))
      return failure.code === 'document-damaged' ? exitBadInput : exitStopped
    }
    const kind = error instanceof Error ? error.name : 'unknown'
    io.err(`Internal error (${kind}). The migration has saved all progress; run resume to continue.\n`)
    if (io.env['USER_MIGRATION_DEBUG'] === '1' && error instanceof Error) io.err(`${error.stack ?? ''}\n`)
    return exitStopped
  }
}

/** The input is not repeated: it may be a key. */
function unknownCommand(typed: string): string {
  const isOption = typed.startsWith('-')
  const names = isOption ? Object.keys(commonOptions).map((name) => `--${name}`) : commandSpecs.map(({ name }) => name)
  const nearest = nearestName(typed.slice(0, 40), names)
  const what = isOption ? 'option' : 'command'
  return nearest === null
    ? `Unknown ${what}. The ${what}s are: ${names.join(', ')}.\n`
    : `Unknown ${what}. Did you mean ${nearest}?\n`
}

function completionCommand(args: readonly string[], io: Io): number {
  const shell = shells.find((one) => one === args[0])
  if (shell === undefined || args.length > 1) {
    io.err(`Name one shell: ${shells.join(', ')}. Usage: ${usageOf(completionSpec)}\n`)
    return exitBadInput
  }
  io.out(completionScript(shell, commandSpecs))
  return exitDone
}

/** Bold on a terminal that shows it (https://no-color.org); plain text otherwise. */
function emphasisFor(io: Io): Emphasis {
  return io.colors === true ? (text) => `\u001B[1m${text}\u001B[22m` : (text) => text
}
