import { resolve } from 'node:path'
import { isInterval, type FollowSettings, type PassSource } from '../../../shared/follow/follow-settings.ts'
import type { FollowView } from '../../../shared/follow/follow-view.ts'
import type { SignIn } from '../../../shared/follow/pass-changes.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { getSetting, setSetting } from '../../engine/document/settings.ts'
import type { AnyFetchSource, FetchSecrets, FetchValues } from '../../engine/fetching/source.ts'
import { fetchSources } from '../../engine/fetching/sources/index.ts'
import { fetchHere } from '../../engine/fetching/start-fetch.ts'
import {
  confirmedSettings,
  followObstacle,
  startFollower,
  usualFollowing,
  type FollowEnd,
} from '../../engine/follow/follower.ts'
import { readDrafts } from '../../engine/import-pipeline/read-drafts.ts'
import { stopWithinMs } from '../../engine/runner/cut-short.ts'
import { systemClock } from '../../engine/runner/clock.ts'
import type { Session } from '../../engine/session/session.ts'
import { lastRun } from '../../engine/session/run-audit.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { type Arguments, type CommandSpec, type OptionSpecs, parseArguments } from '../options/command-spec.ts'
import { givenSettings, readFetchSecrets, sourceSpec, unknownSource } from '../options/fetch-spec.ts'
import { followText, viewOf } from '../output/follow-text.ts'
import { exitDone, exitStopped, exitWithFailures, type Io, lineOf } from '../io.ts'
import { namedText } from '../post-run.ts'
import { atCore, coreOptions } from '../reach-core.ts'
import { fail, makeReportFolder, reportInto } from '../send-and-report.ts'
import { readSpeed } from '../options/speed-options.ts'

const ownOptions = {
  every: {
    type: 'string',
    value: 'TIME',
    help: 'Time from the beginning of a pass to the next, such as 30s, 10m or 2h',
    fallback: 'as before, else 10m',
    example: '--every 10m',
  },
  source: {
    type: 'string',
    value: 'PATH',
    help: 'File that is replaced, or folder where newer dumps appear',
    fallback: 'the source of the passes before',
    example: '--source dumps',
  },
  from: {
    type: 'string',
    value: 'SOURCE',
    help: 'System to fetch from, with the options of fetch SOURCE; those that this command has itself begin with --source-, such as --source-ca-file',
    fallback: 'the source of the passes before',
    example: '--from postgresql --host db.example.com --database app --user reader --table users',
  },
  'users-sign-in': {
    type: 'string',
    value: 'yes|no',
    help: 'Can users sign in at the core already? With yes, changed passwords are held: a newer one there is never replaced',
    fallback: 'as before, else yes',
    example: '--users-sign-in no',
  },
  'accept-loss': {
    type: 'boolean',
    help: 'Accept once that the source lists far fewer users, or other IDs',
  },
  'remove-gone': {
    type: 'boolean',
    help: 'Remove users who left the source from the core, where this migration created them (supertokens cores); each pass then reads everything',
  },
  once: { type: 'boolean', help: 'Make one pass and end' },
  'cut-over': { type: 'boolean', help: 'Make the last pass, look up all users in the core, and end following' },
  report: {
    type: 'string',
    value: 'FOLDER',
    help: 'Write the reports into this folder at the cut-over',
    example: '--report out',
  },
  'max-rate': {
    type: 'string',
    value: 'N|none',
    help: 'Requests per second at most',
    fallback: 'as before',
    example: '--max-rate 50',
  },
  'give-up-after': {
    type: 'string',
    value: 'MINUTES',
    help: 'Minutes without an answer from the core after which a pass ends; the next pass continues',
    fallback: '1',
    example: '--give-up-after 5',
  },
} as const satisfies OptionSpecs

const followSpec = {
  name: 'follow',
  operands: 'DOCUMENT',
  summary: 'Keep a migrated core in step with its source, pass by pass, until the cut-over',
  options: { ...ownOptions, ...coreOptions },
  examples: [
    'users.migration --from auth0 --domain example.eu.auth0.com --client-id AbCd1234 --every 10m',
    'users.migration --source dumps --once',
    'users.migration --cut-over --report out',
  ],
} as const satisfies CommandSpec

/** The command with the options of every source: the source is known only once the arguments are parsed. */
function wholeSpec(sources: readonly AnyFetchSource[]): CommandSpec {
  const more: Record<string, OptionSpecs[string]> = {}
  for (const source of sources) {
    for (const [name, spec] of Object.entries(sourceSpec(source).options)) more[ownName(name)] ??= spec
  }
  return { ...followSpec, options: { ...more, ...followSpec.options } }
}

/** The name of a source's option in this command. */
function ownName(name: string): string {
  return Object.hasOwn(followSpec.options, name) ? `source-${name}` : name
}

/**
 * Follows the source of a migration: each pass lists it, sends the changes, and waits. Ctrl-C pauses; the same command
 * continues. Exit codes: 0 a pass, a pause or the cut-over went well, 2 bad input, 3 users are held or failed at the
 * end, 4 a pass failed.
 */
function followSource(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const sources = parts.fetchSources ?? fetchSources
  const spec = wholeSpec(sources)
  return atCore(parseArguments(args, spec), followSpec, io, parts, async (session, given) => {
    const { database } = session.document
    const report = given.text('report')
    const folder = report === undefined ? ok(null) : makeReportFolder(report, io)
    if (!folder.ok) return fail(io, folder.error.message)
    const settings = readSettings(session, given, sources, io)
    if (!settings.ok) return fail(io, settings.error.message)
    const before = getSetting(database, 'follow')
    setSetting(database, 'follow', settings.value)
    const obstacle = followObstacle(session)
    if (!obstacle.ok) {
      if (before !== undefined) setSetting(database, 'follow', before)
      return fail(io, obstacle.error.message)
    }
    const secrets = await secretsFor(settings.value.source, given, sources, io)
    if (!secrets.ok) return fail(io, secrets.error.message)
    session.trust.confirmFollowing(settings.value)
    const speed = readSpeed(given, { ...lastRun.speed(database), ...lastRun.giveUp(database) })
    if (!speed.ok) return fail(io, speed.error.message)
    const giveUpAfterMs = given.text('give-up-after') === undefined ? 60_000 : (speed.value.giveUpAfterMs ?? 60_000)
    io.err(
      settings.value.signIn === 'can'
        ? 'Users may sign in at the core already, so changed passwords are held. If they cannot yet: --users-sign-in no.\n'
        : 'Users cannot sign in at the core yet, so changed passwords are sent. Once they can: --users-sign-in yes.\n',
    )
    const json = given.flag('json')
    let told: string | null = null
    const follower = startFollower(
      {
        session,
        readDrafts: parts.readDrafts ?? readDrafts,
        startFetch: fetchHere(sources, { clock: parts.clock, random: parts.random }),
        clock: parts.clock ?? systemClock,
        secrets: secrets.value,
        speed: { ...speed.value, giveUpAfterMs },
      },
      {
        once: given.flag('once'),
        asks: false,
        cutOver: given.flag('cut-over'),
        acceptsLoss: given.flag('accept-loss'),
        removesGone: given.flag('remove-gone'),
      },
      {
        onState: (state) => {
          const left = state.kind === 'waiting' ? state.nextAt - (parts.clock ?? systemClock).ticks() : 0
          if (left > 0) io.err(`Next pass in ${followText.interval(left)}. Ctrl-C pauses.\n`)
          if (state.kind === 'cutting-over') io.err('Looking up all users in the core.\n')
        },
        onPass: (pass) => {
          if (!pass.ok) io.err(lineOf(pass.error.message))
          if (!json) io.out(followText.lastPass(viewOf(session)))
          told = pass.ok ? null : pass.error.message
        },
        onLate: () => io.err('This pass took longer than the interval; the next one begins at once. Ctrl-C pauses.\n'),
      },
    )
    const pause = () => follower.pause(stopWithinMs)
    io.signal.addEventListener('abort', pause, { once: true })
    if (io.signal.aborted) pause()
    const end = await follower.ended
    io.signal.removeEventListener('abort', pause)
    return await conclude(session, end, told, given, io)
  })
}

/** `told`: the problem of the last pass, which has already been printed. */
async function conclude(
  session: Session,
  end: FollowEnd,
  told: string | null,
  given: Arguments,
  io: Io,
): Promise<number> {
  const json = given.flag('json')
  const view = viewOf(session)
  if (json) io.out(`${JSON.stringify({ ended: end.kind, ...view })}\n`)
  else if (end.kind === 'once' || end.kind === 'cut-over') io.err(followText.openChanges(session, given.rest[0] ?? ''))
  switch (end.kind) {
    case 'paused':
      io.err('Paused. Run the same command to continue.\n')
      return exitDone
    case 'stopped':
      if (end.problem.message !== told) io.err(lineOf(end.problem.message))
      io.err(
        given.flag('cut-over')
          ? 'Not cut over. Run the same command to try again.\n'
          : 'Stopped. Run the same command to continue.\n',
      )
      return exitStopped
    case 'once':
      if (!end.pass.ok) return exitStopped
      return needsOperator(view) ? exitWithFailures : exitDone
    case 'cut-over': {
      if (!json) io.out(followText.cutOver(view))
      const missing = end.cutOver.verified?.missing ?? 0
      if (!json) io.err(namedText(session.document.database, ['verify', 'missing'], missing, 'the report names all'))
      const folder = given.text('report')
      const written = folder === undefined ? ok(null) : await reportInto(session, folder, io, json)
      if (!written.ok) return fail(io, written.error.message)
      const { verified } = end.cutOver
      const isSound = verified === null || verified.missing + verified.unanswered === 0
      return isSound && !needsOperator(view) ? exitDone : exitWithFailures
    }
  }
}

function needsOperator({ since, passes }: FollowView): boolean {
  if ((passes.at(-1)?.unused?.unclear ?? 0) > 0) return true
  return since.some(({ states }) => (states.held ?? 0) + (states.failed ?? 0) + (states.waiting ?? 0) > 0)
}

/** Settings of this call override settings of earlier passes. */
function readSettings(
  session: Session,
  given: Arguments,
  sources: readonly AnyFetchSource[],
  io: Io,
): Result<FollowSettings> {
  const stored = getSetting(session.document.database, 'follow')
  const before = confirmedSettings(session)
  const source = readSource(given, sources, io, { stored, before })
  if (!source.ok) return source
  const every = given.text('every')
  const everyMinutes = every === undefined ? (before ?? usualFollowing).everyMinutes : minutesOf(every)
  if (everyMinutes === null) return problem('arguments', '--every takes a time such as 30s, 10m or 2h, up to 7 days.')
  const answer = given.text('users-sign-in')
  if (answer !== undefined && answer !== 'yes' && answer !== 'no')
    return problem('arguments', '--users-sign-in takes yes or no.')
  const signIn: SignIn = answer === undefined ? (before ?? usualFollowing).signIn : answer === 'yes' ? 'can' : 'not-yet'
  return ok({ source: source.value, everyMinutes, signIn, file: stored?.file ?? null })
}

function minutesOf(text: string): number | null {
  const [, digits = '', unit = ''] = /^(\d{1,6})(s|m|h)$/.exec(text) ?? []
  const minutes = Number(digits) * (unit === 's' ? 1 / 60 : unit === 'h' ? 60 : 1)
  return unit !== '' && isInterval(minutes) ? minutes : null
}

/** `stored`: the settings in the document; `before`: the same if they were made on this machine. */
type SettingsBefore = { readonly stored: FollowSettings | undefined; readonly before: FollowSettings | undefined }

function readSource(
  given: Arguments,
  sources: readonly AnyFetchSource[],
  io: Io,
  { stored, before }: SettingsBefore,
): Result<PassSource> {
  const [path, from] = [given.text('source'), given.text('from')]
  if (path !== undefined && from !== undefined) return problem('arguments', 'Give either --source or --from.')
  if (path !== undefined) return ok({ kind: 'path', path: resolve(io.cwd, path) })
  if (from !== undefined) {
    const source = sources.find(({ name }) => name === from)
    if (source === undefined)
      return problem(
        'arguments',
        unknownSource(from, sources, (names) => `--from takes a source: ${names}.`),
      )
    const settings = givenSettings(source, given, io.cwd, ownName)
    const wrong = source.judge(settings)
    return wrong === null ? ok({ kind: 'fetch', source: from, settings }) : problem('arguments', wrong)
  }
  if (before !== undefined) return ok(before.source)
  if (stored === undefined)
    return problem('arguments', 'Name the source: --source PATH, or --from SOURCE with the options of fetch SOURCE.')
  return problem(
    'source-unconfirmed',
    stored.source.kind === 'path'
      ? 'The file or folder that this migration follows was not named on this machine. Confirm it with --source.'
      : `The source of this migration was not named on this machine, so no password goes there. Confirm it with --from ${stored.source.source} and all of its options.`,
  )
}

async function secretsFor(
  source: PassSource,
  given: Arguments,
  sources: readonly AnyFetchSource[],
  io: Io,
): Promise<Result<FetchSecrets>> {
  if (source.kind === 'path') {
    io.err(lineOf(`Source: ${source.path}`))
    return ok({})
  }
  const known = sources.find(({ name }) => name === source.source)
  if (known === undefined) return problem('arguments', 'This version cannot fetch from the source of this migration.')
  const settings: FetchValues = source.settings
  const destination = known.destination(settings)
  if (destination === null) return problem('arguments', known.judge(settings) ?? unusable)
  io.err(`Source: ${destination}\n`)
  return readFetchSecrets(known.secrets, destination, given, io)
}

const unusable = 'The settings of this source cannot be used. Give them again with --from.'

export const followCommand = { spec: followSpec, run: followSource } satisfies Command
