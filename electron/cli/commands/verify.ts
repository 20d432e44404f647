import type { KnownAccount } from '../../engine/post-run/verify-users.ts'
import { importedLogin } from '../../engine/queries/post-run-view.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { targetTable } from '../../engine/document/targets.ts'
import { verifiedText } from '../../../shared/report/post-run-text.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { awaitPostRun, namedText, oneUser, readPassword, savePostRun } from '../post-run.ts'
import { type CommandSpec, parseArguments } from '../options/command-spec.ts'
import { exitDone, exitStopped, exitWithFailures, type Io } from '../io.ts'
import { atCore, coreOptions } from '../reach-core.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { fail } from '../send-and-report.ts'
import { outcomeOptions } from '../options/shared-options.ts'

const verifySpec = {
  name: 'verify',
  operands: 'DOCUMENT [FILE...]',
  summary: 'Look up the migrated users in the core and sign in with a known account (supertokens cores)',
  options: {
    ...coreOptions,
    sample: {
      type: 'string',
      value: 'N',
      help: 'Look up N users only',
      fallback: 'all of them',
      example: '--sample 100',
    },
    'sign-in': {
      type: 'string',
      value: 'ID',
      help: 'Source ID or FILE:LINE of an account whose password you know; prompts for it',
      example: '--sign-in "auth0|6042"',
    },
    ...outcomeOptions('verified.csv'),
  },
  examples: ['users.migration --sample 100 --sign-in "auth0|6042"'],
} as const satisfies CommandSpec

/**
 * Looks up the migrated users, all of them or a sample, and lets one known account sign in; what is found is kept for
 * the report. The account's password comes from a prompt, or without a terminal from the first line of standard input.
 */
function verifyMigration(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  return atCore(parseArguments(args, verifySpec), verifySpec, io, parts, async (session, given) => {
    const { database } = session.document
    const sample = given.text('sample')
    if (sample !== undefined && !/^[1-9]\d{0,8}$/.test(sample))
      return fail(io, '--sample takes a number of users, 1 or more.')
    const account = await accountNamed(database, given.text('sign-in'), io)
    if (!account.ok) return fail(io, account.error.message)
    const order = { sample: sample === undefined ? null : Number(sample), account: account.value }
    const found = await awaitPostRun(session, session.postRun.verify(order), io)
    if (!found.ok) return fail(io, found.error.message, exitStopped)
    io.out(given.flag('json') ? `${JSON.stringify(found.value)}\n` : `${verifiedText(found.value)}\n`)
    const { stopped, missing, unanswered, signIn } = found.value
    if (!given.flag('json')) io.err(namedText(database, ['verify', 'missing'], missing, 'the report names all'))
    const saved = await savePostRun(database, 'verify', given, io)
    if (!saved.ok) return fail(io, saved.error.message)
    if (stopped !== null) return exitStopped
    const isSound = missing + unanswered === 0 && (signIn === null || signIn === 'works')
    return isSound ? exitDone : exitWithFailures
  })
}

async function accountNamed(
  database: Database,
  name: string | undefined,
  io: Io,
): Promise<Result<KnownAccount | null>> {
  if (name === undefined) return ok(null)
  const user = oneUser(database, name)
  if (!user.ok) return user
  const core = targetTable.current(database)
  const login = core === undefined ? null : importedLogin(database, core.id, user.value)
  if (core === undefined || login === null)
    return problem('not-imported', 'No password of that user was imported into this core, so it cannot sign in.')
  const password = await readPassword(io, core.base_url)
  return password.ok ? ok({ ...login, password: password.value }) : password
}

export const verifyCommand = { spec: verifySpec, run: verifyMigration } satisfies Command
