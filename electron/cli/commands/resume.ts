import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '../../../shared/ipc/requests/run-requests.ts'
import { noChoices } from '../../../shared/planning/choices.ts'
import { inheritedExclusions } from '../../../shared/planning/decisions/excluded-before.ts'
import { parseChange } from '../../../shared/planning/decisions/choices-schema.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { incompleteFiles } from '../../engine/document/incomplete-files.ts'
import { userCounts } from '../../engine/queries/counts.ts'
import { targetTable } from '../../engine/document/targets.ts'
import { clearUserFilter } from '../../engine/document/facets.ts'
import { usersNamed } from '../../engine/queries/users-filter.ts'
import { lastRun } from '../../engine/session/run-audit.ts'
import type { Session } from '../../engine/session/session.ts'
import { inheritedDecisions } from '../../engine/session/delta-baseline.ts'
import { type Arguments, type CommandSpec, type OptionSpecs, parseArguments } from '../options/command-spec.ts'
import { exitStopped, type Io } from '../io.ts'
import { speedOptions, readSpeed } from '../options/speed-options.ts'
import { checkWhole } from '../check-users.ts'
import { atCore, coreOptions } from '../reach-core.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { executorText, fail, finish, send, unsent } from '../send-and-report.ts'
import { getChoices } from '../../engine/document/settings.ts'
import { readChoices, decisionOptions } from '../options/decisions.ts'
import { incompleteOption } from '../options/shared-options.ts'

/** The same for a migration that was begun: what is not given stays as it was decided. */
const laterDecisionOptions: OptionSpecs = Object.fromEntries(
  Object.entries(decisionOptions)
    // The parameters are read with the export.
    .filter(([name]) => name !== 'scrypt-parameters')
    .map(([name, spec]) => [name, name === 'decide' ? spec : { ...spec, fallback: 'as decided before' }]),
)

const options = {
  ...coreOptions,
  ...speedOptions,
  ...incompleteOption,
  ...laterDecisionOptions,
} as const satisfies OptionSpecs

const resumeSpec = {
  name: 'resume',
  operands: 'DOCUMENT [FILE...]',
  summary: 'Continue a stopped migration',
  options: {
    ...options,
    all: { type: 'boolean', help: 'Send all users, including those not listed by --only' },
  },
  examples: ['users.migration', 'users.migration --concurrency 4 --max-rate 50'],
} as const satisfies CommandSpec

const retrySpec = {
  name: 'retry',
  operands: 'DOCUMENT [FILE...]',
  summary: 'Send failed users again, all or selected ones',
  options: {
    ...options,
    user: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'Source ID or FILE:LINE of a user',
      fallback: 'all failed users',
      example: '--user "auth0|6042"',
    },
  },
  examples: ['users.migration', 'users.migration --user "auth0|6042"'],
} as const satisfies CommandSpec

/**
 * Continues a stopped migration from any step. A migration narrowed by a list stays narrowed, unless all users are
 * requested.
 */
function resumeMigration(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const given = parseArguments(args, resumeSpec)
  return goOn(given, io, parts, resumeSpec, ({ flag }, database) => {
    if (flag('all')) clearUserFilter(database)
    return ok({ scope: { kind: 'all' }, retry: false })
  })
}

/** Sends failed users again: all of them, or those that are named. */
function retryUsers(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  return goOn(parseArguments(args, retrySpec), io, parts, retrySpec, (given, database) => {
    const names = given.texts('user')
    if (names.length === 0) return ok({ scope: { kind: 'failed' }, retry: true })
    const ids = names.flatMap((name) => usersNamed(database, name))
    return ids.length === 0
      ? problem(
          'user-unknown',
          'This migration has no user with that ID. Use a source ID or FILE:LINE, as in failed.csv.',
        )
      : ok({ scope: { kind: 'users', ids }, retry: true })
  })
}

type What = (given: Arguments, database: Database) => Result<{ readonly scope: Scope; readonly retry: boolean }>

function goOn(given: Result<Arguments>, io: Io, parts: CliParts, spec: CommandSpec, what: What): Promise<number> {
  return atCore(
    given,
    spec,
    io,
    parts,
    async (session, args) => {
      const { database } = session.document
      const pace = readSpeed(args, { ...lastRun.speed(database), ...lastRun.giveUp(database) })
      if (!pace.ok) return fail(io, pace.error.message)
      const decided = await decide(session, args)
      if (!decided.ok) return fail(io, decided.error.message)
      if (args.flag('allow-incomplete')) incompleteFiles.acceptTruncations(database)
      if (args.flag('exclude-tables')) incompleteFiles.excludeTables(database)
      const whole = checkWhole(database)
      if (!whole.ok) return fail(io, whole.error.message)
      const order = what(args, database)
      if (!order.ok) return fail(io, order.error.message)
      const { ready, failed } = userCounts.states(database, targetTable.current(database)?.id ?? null)
      const { scope, retry } = order.value
      const users = scope.kind === 'users' ? scope.ids.length : retry ? failed : ready
      io.err(executorText(session, { ...pace.value, retry }, users))
      const sent = await send(session, { ...order.value, ...pace.value }, io)
      if (!sent.ok) return fail(io, sent.error.message, exitStopped)
      return finish(sent.value, args.flag('json'), io)
    },
    (session, args, why) => finish(unsent(session, why), args.flag('json'), io),
  )
}

/** Takes the decisions that are given here; what is not given stays as it was decided. */
async function decide(session: Session, args: Arguments): Promise<Result<null>> {
  const { database } = session.document
  const before = getChoices(database)
  const choices = readChoices(args, before)
  const alone = readChoices(args, noChoices)
  if (!choices.ok) return choices
  if (!alone.ok) return alone
  // An inherited exclusion that is given here holds for new users too.
  const inherited = inheritedExclusions(alone.value, inheritedDecisions(database).choices)
  const confirmed = Object.fromEntries(inherited.map(({ name }) => [name, 'exclude'] as const))
  const excludedBefore = { ...choices.value.excludedBefore, ...confirmed }
  const changes = Object.entries({ ...choices.value, excludedBefore }).filter(
    ([key, value]) => !isDeepStrictEqual(value, Object.entries(before).find(([name]) => name === key)?.[1]),
  )
  const change = parseChange(Object.fromEntries(changes))
  if (changes.length > 0 && change !== null) {
    const taken = session.choose(change)
    if (!taken.ok) return taken
  }
  return session.work.settled()
}

export const resumeCommand = { spec: resumeSpec, run: resumeMigration } satisfies Command

export const retryCommand = { spec: retrySpec, run: retryUsers } satisfies Command
