import { knownFailure } from '../engine/document/check-document.ts'
import { app } from '../../shared/app.ts'
import { withoutHashes } from '../../shared/mapping/shown/shown-name.ts'
import type { CliParts, Command } from './cli-parts.ts'
import { type CommandSpec, commonOptions, nearestName, usageOf } from './options/command-spec.ts'
import { commandHelp, completionScript, type Emphasis, programHelp, shells } from './options/help-text.ts'
import { exitBadInput, exitDone, exitStopped, type Io, lineOf } from './io.ts'

const completionSpec = {
  name: 'completion',
  operands: shells.join('|'),
  summary: 'Print a completion script for your shell',
  options: {},
  examples: ['bash > /etc/bash_completion.d/user-migration', 'fish > ~/.config/fish/completions/user-migration.fish'],
} as const satisfies CommandSpec

const completionCommand: Command = { spec: completionSpec, run: printCompletion }

/** Every command by its name. Only the one that was typed is loaded. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  fetch: async () => (await import('./commands/fetch.ts')).fetchCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  run: async () => (await import('./commands/run.ts')).migrateCommand,
  resume: async () => (await import('./commands/resume.ts')).resumeCommand,
  retry: async () => (await import('./commands/resume.ts')).retryCommand,
  follow: async () => (await import('./commands/follow.ts')).followCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  'check-password': async () => (await import('./commands/check-password.ts')).checkPasswordCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  undo: async () => (await import('./commands/undo.ts')).undoCommand,
  'remove-hashes': async () => (await import('./commands/remove-hashes.ts')).removeHashesCommand,
  hashes: async () => (await import('./commands/hashes.ts')).hashesCommand,
  'rehearsal-core': async () => (await import('./commands/rehearsal-core.ts')).rehearsalCoreCommand,
  completion: () => Promise.resolve(completionCommand),
  schema: async () => (await import('./commands/schema.ts')).schemaCommand,
}

/** The spec of every command, for help and completion. */
export async function commandSpecs(): Promise<readonly CommandSpec[]> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  return loaded.map(({ spec }) => spec)
}

/** Names of columns, tables and files come from the export and may be password hashes; hashes are removed from all output. */
function withoutSecrets(io: Io): Io {
  return { ...io, out: (text) => io.out(withoutHashes(text)), err: (text) => io.err(withoutHashes(text)) }
}

/** Runs one command and returns the exit code. Errors are one sentence, never a stack trace. */
export async function runCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const [name = '', ...rest] = args
  const bold = emphasisFor(io)
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    io.out(`${programHelp(await commandSpecs(), bold)}\n`)
    return name === '' ? exitBadInput : exitDone
  }
  if (name === '--version') {
    io.out(`${app.version}\n`)
    return exitDone
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    io.err(unknownCommand(name))
    return exitBadInput
  }
  const command = await load()
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
  const names = isOption ? Object.keys(commonOptions).map((name) => `--${name}`) : Object.keys(commands)
  const nearest = nearestName(typed.slice(0, 40), names)
  const what = isOption ? 'option' : 'command'
  return nearest === null
    ? `Unknown ${what}. The ${what}s are: ${names.join(', ')}.\n`
    : `Unknown ${what}. Did you mean ${nearest}?\n`
}

async function printCompletion(args: readonly string[], io: Io): Promise<number> {
  const shell = shells.find((one) => one === args[0])
  if (shell === undefined || args.length > 1) {
    io.err(`Name one shell: ${shells.join(', ')}. Usage: ${usageOf(completionSpec)}\n`)
    return exitBadInput
  }
  io.out(completionScript(shell, await commandSpecs()))
  return exitDone
}

/** Bold on a terminal that shows it (https://no-color.org); plain text otherwise. */
function emphasisFor(io: Io): Emphasis {
  return io.colors === true ? (text) => `\u001B[1m${text}\u001B[22m` : (text) => text
}
