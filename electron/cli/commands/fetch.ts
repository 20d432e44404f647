import { resolve } from 'node:path'
import { bytes, counted } from '../../../shared/format.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import type { FetchOutcome } from '../../engine/fetching/fetch-outcome.ts'
import type { AnyFetchSource, FetchValues } from '../../engine/fetching/source.ts'
import { fetchSources } from '../../engine/fetching/sources/index.ts'
import { fetchHere, settingsFor } from '../../engine/fetching/start-fetch.ts'
import { fetchSeal, type Seal } from '../../engine/trust/trust-store.ts'
import type { CliParts, Command } from '../cli-parts.ts'
import { type Arguments, type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { fetchLine } from '../output/progress-line.ts'
import { fetchSpecOf, givenSettings, readFetchSecrets, sourceSpec, unknownSource } from '../options/fetch-spec.ts'
import { exitBadInput, exitDone, exitStopped, type Io } from '../io.ts'
import { fail } from '../send-and-report.ts'

const fetchSpec: CommandSpec = fetchSpecOf(fetchSources)

/**
 * Fetches the users of an old system into a file, which is then read like any export. Ctrl-C pauses; `--resume`
 * continues, also after the process was killed.
 */
async function fetchUsers(args: readonly string[], io: Io, parts: CliParts): Promise<number> {
  const sources = parts.fetchSources ?? fetchSources
  const [name = '', ...rest] = args
  const source = sources.find((one) => one.name === name)
  if (source === undefined)
    return fail(
      io,
      unknownSource(name, sources, (names) => `Name a source: ${names}. Usage: ${usageOf(fetchSpec)}`),
    )
  const given = parseArguments(rest, sourceSpec(source))
  if (!given.ok) return fail(io, given.error.message)
  const seal = parts.trust === undefined ? undefined : fetchSeal(parts.trust)
  const order = readOrder(source, given.value, io, seal)
  if (!order.ok) return fail(io, order.error.message)
  const { destination } = order.value
  if (destination !== null) io.err(`Server: ${destination}\n`)
  const secrets = destination === null ? ok({}) : await readFetchSecrets(source.secrets, destination, given.value, io)
  if (!secrets.ok) return fail(io, secrets.error.message)

  const quiet = given.value.flag('json')
  const line = fetchLine(io, quiet)
  const start = fetchHere(sources, { clock: parts.clock, random: parts.random, seal })
  const handle = start({ ...order.value, source: name, secrets: secrets.value }, line.show)
  const pause = () => handle.pause()
  io.signal.addEventListener('abort', pause)
  if (io.signal.aborted) pause()
  const outcome = await handle.done
  io.signal.removeEventListener('abort', pause)
  line.end()
  if (outcome.kind === 'fetched') {
    if (quiet) {
      const { kind: _kind, ...result } = outcome
      io.out(`${JSON.stringify(result, null, 2)}\n`)
    } else io.out(fetchedText(outcome))
    return exitDone
  }
  if (outcome.kind === 'failed') fail(io, outcome.sentence)
  const next = nextText(outcome, name, order.value.out, io.cwd)
  return next === '' ? stopCode(outcome) : fail(io, next, stopCode(outcome))
}

type Order = {
  readonly out: string
  readonly resume: boolean
  /** The given settings; an unfinished fetch has its own. */
  readonly settings: FetchValues
  /** Where the secrets go; null: nothing is sent. */
  readonly destination: string | null
}

function readOrder(source: AnyFetchSource, given: Arguments, io: Io, seal: Seal | undefined): Result<Order> {
  const usage = `Usage: ${usageOf(sourceSpec(source))}`
  if (given.rest.length > 0) return problem('arguments', `These arguments cannot be used. ${usage}`)
  const file = given.text('out')
  if (file === undefined || file === '') return problem('arguments', `Name a file with --out FILE. ${usage}`)
  const out = resolve(io.cwd, file)
  const resume = given.flag('resume')
  const settings = givenSettings(source, given, io.cwd, (option) => option)
  const all = settingsFor(source, { out, resume, settings }, seal)
  if (!all.ok) return problem('arguments', `${all.error.message} ${usage}`)
  return ok({ out, resume, settings, destination: all.value === null ? null : source.destination(all.value) })
}

function fetchedText(outcome: Extract<FetchOutcome, { kind: 'fetched' }>): string {
  const { users, path, bytes: size, sha256, repeated, changed, parameters, notes } = outcome
  return [
    `${counted(users, 'user')} in ${path} (${bytes(size)})`,
    `SHA-256: ${sha256}`,
    ...(repeated === 0 ? [] : [repeatedText(repeated, changed)]),
    ...(parameters === null ? [] : [`Parameters: ${parameters}`]),
    ...notes,
    '',
  ].join('\n')
}

function repeatedText(repeated: number, changed: number): string {
  const meanwhile = changed === 0 ? '' : `, ${counted(changed, 'user')} changed meanwhile`
  return `${counted(repeated, 'user')} came more than once and ${repeated === 1 ? 'was' : 'were'} written once, as first seen${meanwhile}`
}

/** The number of users so far, and how to continue the fetch; empty where it cannot continue. */
function nextText(
  outcome: Exclude<FetchOutcome, { kind: 'fetched' }>,
  source: string,
  out: string,
  cwd: string,
): string {
  if (outcome.kind === 'cancelled') return 'Canceled.'
  const next = `Continue with: user-migration fetch ${source} --out ${quoted(out, cwd)} --resume`
  if (outcome.kind === 'paused') return `Paused after ${counted(outcome.users, 'user')}. ${next}`
  return outcome.resumable ? `${counted(outcome.users, 'user')} saved. ${next}` : ''
}

/** The path as it would be typed in the same folder. */
function quoted(out: string, cwd: string): string {
  const path = out.startsWith(`${cwd}/`) ? out.slice(cwd.length + 1) : out
  return /^[\w./\\:-]+$/.test(path) ? path : `"${path}"`
}

function stopCode(outcome: FetchOutcome): number {
  const isBadInput =
    outcome.kind === 'failed' &&
    ['bad-settings', 'file-exists', 'nothing-to-resume', 'part-damaged', 'not-encrypted'].includes(outcome.code)
  return isBadInput ? exitBadInput : exitStopped
}

export const fetchCommand = { spec: fetchSpec, run: fetchUsers } satisfies Command
