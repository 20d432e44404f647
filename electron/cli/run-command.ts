import { describeFailure } from '../engine/document/open-document.ts'
import type { CliParts } from './cli-parts.ts'
import { demoCommand } from './commands/demo.ts'
import { hashesCommand } from './commands/hashes.ts'
import { inspectCommand, inspectUsage } from './commands/inspect.ts'
import { proveCommand, proveUsage } from './commands/prove.ts'
import { rehearsalCoreCommand, rehearsalCoreUsage } from './commands/rehearsal-core.ts'
import { removeHashesCommand, removeHashesUsage } from './commands/remove-hashes.ts'
import { reportCommand, reportUsage } from './commands/report.ts'
import { resumeCommand, resumeUsage, retryCommand, retryUsage } from './commands/resume.ts'
import { runCommandUsage, runMigration } from './commands/run.ts'
import { undoCommand, undoUsage } from './commands/undo.ts'
import { verifyCommand, verifyUsage } from './commands/verify.ts'
import { exitBadInput, exitDone, exitStopped, type Io } from './io.ts'
import { paceHelp } from './pace-options.ts'

type Command = {
  readonly usage: string
  /** What some of its options mean, a line each. */
  readonly help?: readonly string[]
  readonly run: (args: readonly string[], io: Io, parts: CliParts) => Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  inspect: { usage: inspectUsage, run: inspectCommand },
  run: { usage: runCommandUsage, help: paceHelp, run: runMigration },
  resume: { usage: resumeUsage, help: paceHelp, run: resumeCommand },
  retry: { usage: retryUsage, help: paceHelp, run: retryCommand },
  verify: { usage: verifyUsage, run: verifyCommand },
  undo: { usage: undoUsage, run: undoCommand },
  'remove-hashes': { usage: removeHashesUsage, run: removeHashesCommand },
  report: { usage: reportUsage, run: reportCommand },
  prove: { usage: proveUsage, run: proveCommand },
  hashes: { usage: 'hashes FILE [--scrypt-parameters F] [--json]', run: hashesCommand },
  'rehearsal-core': { usage: rehearsalCoreUsage, run: rehearsalCoreCommand },
  demo: { usage: 'demo', run: demoCommand },
}

/** Runs one command and returns the exit code. Errors are one sentence, never a stack trace. */
export async function runCommand(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    io.out(`Moves users from an old auth provider into an authentication core.\n\n${usages()}`)
    return name === '' ? exitBadInput : exitDone
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    io.err(`There is no command of that name. The commands are: ${Object.keys(commands).join(', ')}.\n`)
    return exitBadInput
  }
  if (rest.includes('--help')) {
    io.out(`user-migration ${[command.usage, ...(command.help ?? [])].join('\n  ')}\n`)
    return exitDone
  }
  try {
    return await command.run(rest, io, parts)
  } catch (error) {
    const failure = describeFailure(error).error
    if (failure.code === 'document-damaged') {
      io.err(`${failure.message}\n`)
      return exitBadInput
    }
    const kind = error instanceof Error ? error.name : 'unknown'
    io.err(
      `Something inside the program went wrong (${kind}); what was done is kept in the migration. Run resume to continue.\n`,
    )
    if (io.env['USER_MIGRATION_DEBUG'] === '1' && error instanceof Error) io.err(`${error.stack ?? ''}\n`)
    return exitStopped
  }
}

function usages(): string {
  return Object.values(commands)
    .map((command) => `  user-migration ${command.usage}\n`)
    .join('')
}
