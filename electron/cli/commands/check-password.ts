import { isDeepStrictEqual } from 'node:util'
import { parseScryptParameters } from '../../../shared/hashes/scrypt-parameters.ts'
import type { PasswordCheckOutcome } from '../../../shared/ipc/requests/user-requests.ts'
import { problem, type Result } from '../../../shared/result.ts'
import { getScrypt } from '../../engine/document/settings.ts'
import { tryPassword } from '../../engine/password-check/try-password.ts'
import { checkUserPassword } from '../../engine/session/check-user-password.ts'
import type { Session } from '../../engine/session/session.ts'
import { type Arguments, type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { exitBadInput, exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { oneUser, readPassword } from '../post-run.ts'
import { openAt, openSession, settle } from '../open-migration.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { fail } from '../send-and-report.ts'
import { readScryptText } from '../options/files-from-arguments.ts'
import { scryptOption } from '../options/decisions.ts'
import { jsonOption } from '../options/shared-options.ts'

const checkPasswordSpec = {
  name: 'check-password',
  operands: 'DOCUMENT',
  summary: 'Check a known password against the hash to be imported',
  options: {
    user: {
      type: 'string',
      value: 'ID',
      help: 'Source ID or FILE:LINE of the account; required. Prompts for its password',
      example: '--user "auth0|6042"',
    },
    ...scryptOption,
    ...jsonOption,
  },
  examples: ['users.migration --user "auth0|6042"'],
} as const satisfies CommandSpec

const exitCodes: Readonly<Record<PasswordCheckOutcome['outcome'], number>> = {
  match: exitDone,
  mismatch: exitWithFailures,
  'not-checked': exitBadInput,
}

/**
 * Tries the known password of one account against the value that would be sent, and keeps in the migration whether it
 * fits. The password comes from a prompt, or without a terminal from the first line of standard input.
 */
async function checkPassword(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, checkPasswordSpec)
  if (!given.ok) return fail(io, given.error.message)
  const [path, ...others] = given.value.rest
  const name = given.value.text('user')
  if (path === undefined || others.length > 0 || name === undefined)
    return fail(io, `Name one migration and one user. Usage: ${usageOf(checkPasswordSpec)}`)
  const document = openAt(io, path)
  if (!document.ok) return fail(io, document.error.message)
  const session = openSession(document.value, parts)
  try {
    const outcome = await prove(session, given.value, name, io)
    if (!outcome.ok) return fail(io, outcome.error.message, io.signal.aborted ? exitStopped : exitBadInput)
    io.out(given.value.flag('json') ? `${JSON.stringify(outcome.value)}\n` : outcomeText(outcome.value))
    return exitCodes[outcome.value.outcome]
  } finally {
    await session.end()
  }
}

async function prove(session: Session, args: Arguments, name: string, io: Io): Promise<Result<PasswordCheckOutcome>> {
  const { database } = session.document
  const taken = await takeParameters(session, args.text('scrypt-parameters'), io)
  if (!taken.ok) return taken
  const read = await settle(session, io.signal)
  if (!read.ok) return read
  const user = oneUser(database, name)
  if (!user.ok) return user
  const password = await readPassword(io, null)
  if (!password.ok) return password
  return checkUserPassword(database, user.value, password.value, {
    signerKey: session.signerKey(),
    tryPassword,
    now: Date.now,
    isOpen: () => true,
  })
}

/** Keeps the signer key for the check. Parameters that a migration already has stay as they are. */
async function takeParameters(session: Session, file: string | undefined, io: Io): Promise<Result<unknown>> {
  const text = await readScryptText(file, io)
  if (!text.ok || text.value === null) return text
  const parsed = parseScryptParameters(text.value)
  if (!parsed.ok) return parsed
  const known = getScrypt(session.document.database)
  if (known !== null && !isDeepStrictEqual(known, parsed.value.parameters)) {
    return problem(
      'scrypt-parameters-differ',
      'These are not the hash parameters of this migration. Use the original ones, or change them on the Export screen of the app.',
    )
  }
  return session.scrypt(text.value)
}

function outcomeText({ message, advice }: PasswordCheckOutcome): string {
  return `${[message, ...advice.map((sentence) => `- ${sentence}`)].join('\n')}\n`
}

export const checkPasswordCommand = { spec: checkPasswordSpec, run: checkPassword } satisfies Command
