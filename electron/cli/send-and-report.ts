import { resolve } from 'node:path'
import { type Executor, minUsersToChoose } from '../../shared/core-api/choose-executor.ts'
import { dialects } from '../../shared/core-api/dialects.ts'
import { counted } from '../../shared/format.ts'
import { decisions } from '../../shared/planning/choices.ts'
import { executorTexts } from '../../shared/planning/describe-executors.ts'
import { besideExistingText } from '../../shared/report/state-titles.ts'
import { stopReasonMessage } from '../../shared/report/stop-reason.ts'
import { ok, problem, type Problem, type Result } from '../../shared/result.ts'
import { getChoices } from '../engine/document/settings.ts'
import { type Database, oneNumber, sql } from '../engine/document/sqlite.ts'
import { type Target, targetTable } from '../engine/document/targets.ts'
import { makeWritableFolder } from '../engine/files/folders.ts'
import { userCounts } from '../engine/queries/counts.ts'
import { executorFacts } from '../engine/queries/planned-facts.ts'
import { findingGroups } from '../engine/queries/preview.ts'
import { stopWithinMs } from '../engine/runner/cut-short.ts'
import { writeReports } from '../engine/reporting/write-report.ts'
import { lastRun, retryExecutor, sentBySince } from '../engine/session/run-audit.ts'
import type { RunOrder } from '../engine/session/run-round.ts'
import type { Session } from '../engine/session/session.ts'
import { exitBadInput, exitDone, exitStopped, exitWithFailures, type Io, lineOf } from './io.ts'
import { runResult, type RunResult, runResultText } from './output/run-result.ts'
import { savingLine } from './output/progress-line.ts'

/** More findings are counted, not named. */
const maxNamed = 20

/** Findings with a sentence of their own after a run. */
const saidElsewhere: ReadonlySet<string> = new Set(['existing-user', 'signer-key-not-confirmed'])

/** Why users were not sent: each finding that blocks some, and how it is decided. Empty where no user is blocked. */
function blockedText(database: Database, users: number): string {
  if (users <= 0) return ''
  const groups = findingGroups(database, getChoices(database), null, userCounts.facets(database)).filter(
    ({ code, blocks }) => blocks && !saidElsewhere.has(code),
  )
  const lines = groups
    .slice(0, maxNamed)
    .map(({ code, group, title, users: n, meaning }) =>
      lineOf(`- ${title} (${counted(n, 'user')}). ${meaning} ${wayOut(decisions.waysFor({ code, group }))}`),
    )
  const more = groups.length - maxNamed
  return [
    `${counted(users, 'user was', 'users were')} not sent because a finding has to be decided first. Decide with resume and the options named here, or in the app:\n`,
    ...lines,
    ...(more > 0
      ? [`- and ${counted(more, 'more finding')}; open the migration in the app, or inspect the files.\n`]
      : []),
  ].join('')
}

function wayOut(options: string): string {
  return options === '' ? 'Correct these users on screen (Review), or in the export.' : `Option: ${options}.`
}

/** The result of a run. `left`: users that a run left although it was not stopped, such as a held hash family. */
type Sent = { readonly result: RunResult; readonly left: number }

/** Sends what an order asks for and waits for its end; Ctrl-C finishes what is in flight first. */
export async function send(session: Session, order: RunOrder, io: Io): Promise<Result<Sent>> {
  const connection = session.connection()
  if (!connection.ok) return connection
  if (io.signal.aborted) return ok(unsent(session, 'cancelled'))
  const { database } = session.document
  const executor = executorOf(session, order)
  const lastId = lastRun.id(database)
  const started = session.run.start(connection.value.target, connection.value.open, { ...order, executor })
  if (!started.ok) return started
  const cancel = () => void session.run.tell({ kind: 'cancel', withinMs: stopWithinMs })
  io.signal.addEventListener('abort', cancel, { once: true })
  const end = await session.run.ended()
  io.signal.removeEventListener('abort', cancel)
  const { kind } = connection.value.target
  if (end?.stop !== undefined && end.stop !== null) io.err(`${stopReasonMessage(end.stop, end.message, kind)}\n`)
  const choice = session.run.executorChoice()
  const { note, target, finished } = session.run.view()
  if (choice !== '' && target >= minUsersToChoose) io.err(`${choice}\n`)
  if (end?.stop === null && note !== '') io.err(`${note}\n`)
  const waiting = userCounts.waiting(database, connection.value.target.id)
  if (waiting > 0) {
    io.err(
      `${counted(waiting, 'user')} already ${waiting === 1 ? 'exists' : 'exist'} in the core. Decide with resume ${decisions.waysOf('existing-user')}.\n`,
    )
  }
  const held = countHeldForKey(database)
  io.err(signerKeyText(held, connection.value.target))
  const result = runResult(database, session.run.sums(), end?.stop ?? null, {
    requested: executor,
    used: sentBySince(database, lastId),
    why: choice === '' ? null : choice,
  })
  if (result.besideExisting !== undefined) io.err(`${besideExistingText(result.besideExisting)}\n`)
  io.err(blockedText(database, result.blocked - waiting - held))
  const left = Math.max(0, target - finished) + waiting
  if (result.stopped === null) io.err(notAskedFor(result.ready - left))
  return ok({ result, left })
}

/** The executor: as requested, else that of the run before. */
function executorOf({ document }: Session, { executor, retry }: Pick<RunOrder, 'executor' | 'retry'>): Executor {
  if (executor !== undefined) return executor
  return retry ? retryExecutor(document.database) : (lastRun.executor(document.database).executor ?? 'auto')
}

/**
 * The executor for this many users and the reason; empty if single calls are the only choice and no executor was
 * requested.
 */
export function executorText(session: Session, order: Pick<RunOrder, 'executor' | 'retry'>, users: number): string {
  const { database } = session.document
  const executor = executorOf(session, order)
  const facts = executorFacts(database, targetTable.current(database), getChoices(database))
  if (users === 0 || (facts.obstacle !== null && executor === 'auto')) return ''
  return [executorTexts.sentence(facts, users, executor), ...executorTexts.notes(facts, executor)]
    .map((line) => `${line}\n`)
    .join('')
}

/** A partial run that went well says that users are left, because its exit code does not. */
function notAskedFor(ready: number): string {
  if (ready <= 0) return ''
  const subject = counted(ready, 'user is', 'users are')
  return `${subject} ready and not sent yet, because this run was narrowed. To send everybody: resume DOCUMENT --all\n`
}

function countHeldForKey(database: Database): number {
  const count = "SELECT count(*) AS n FROM finding WHERE code = 'signer-key-not-confirmed' AND blocks = 1"
  return oneNumber(sql(database, count))
}

/** Names the core setting that blocked users depend on. */
function signerKeyText(users: number, { dialect }: Target): string {
  if (users === 0) return ''
  const subject = counted(users, 'user is', 'users are')
  return `${subject} blocked until the core has the signer key. Set ${dialects[dialect].signerKeySetting} in the core, then confirm it: in the app, or with --scrypt-parameters and --yes in a new run.\n`
}

/** The result when no run began. */
export function unsent(session: Session, stopped: string): Sent {
  return { result: runResult(session.document.database, session.run.sums(), stopped), left: 0 }
}

/** A migration that could not be read, or that was stopped while it was. `stopped`: the exit code of the second. */
export function notRead(problem: Problem, io: Io, stopped: (why: string) => number): number {
  io.err(lineOf(problem.message))
  return problem.code === 'cancelled' ? stopped('cancelled') : exitBadInput
}

/** Prints the outcome and turns it into an exit code. */
export function finish({ result, left }: Sent, json: boolean, io: Io): number {
  io.out(json ? `${JSON.stringify(result)}\n` : runResultText(result))
  if (result.stopped !== null) return exitStopped
  return needsDecision(result) || left > 0 ? exitWithFailures : exitDone
}

/** Whether a user is neither in the core nor excluded, and needs a decision. */
function needsDecision({ failed, inDoubt, blocked }: RunResult): boolean {
  return failed > 0 || inDoubt > 0 || blocked > 0
}

/** Makes the folder for the reports. */
export function makeReportFolder(folder: string, io: Io): Result<null> {
  const path = resolve(io.cwd, folder)
  return makeWritableFolder(path)
    ? ok(null)
    : problem(
        'report-not-saved',
        `Cannot write reports to the folder ${folder}. Choose a folder that you can write to.`,
      )
}

/** Writes all reports into a folder, with emails and phone numbers masked. The list for mailing cannot be masked, so a hint names it instead. */
export async function reportInto(session: Session, folder: string, io: Io, quiet = false): Promise<Result<null>> {
  const made = makeReportFolder(folder, io)
  if (!made.ok) return made
  const { database } = session.document
  const users = userCounts.withoutPassword(database, targetTable.current(database)?.id ?? null)
  if (users > 0) io.err(mailingHint(users))
  return writeReports(database, true, resolve(io.cwd, folder), false, {
    onProgress: quiet ? undefined : savingLine(io),
  })
}

/** Says how to write the list for mailing, which no command writes by default. */
export function mailingHint(users: number): string {
  const subject = counted(users, 'user has', 'users have')
  return `${subject} no usable password. For a list with full addresses: report DOCUMENT --format users-without-password --unmasked --out FILE\n`
}

export function fail(io: Io, message: string, code = exitBadInput): number {
  io.err(lineOf(message))
  return code
}
