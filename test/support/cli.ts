import { runCommand } from '../../electron/cli/run-command.ts'
import type { AnyFetchSource } from '../../electron/engine/fetching/source.ts'
import type { ReadDrafts } from '../../electron/engine/import-pipeline/read-drafts.ts'
import type { Clock } from '../../electron/engine/runner/clock.ts'
import type { Timeouts } from '../../electron/engine/core-client/core-client.ts'
import { createTrustStore } from '../../electron/engine/trust/trust-store.ts'
import { startRehearsalHere } from './rehearsal-here.ts'
import { thisMachine } from './machine/this-machine.ts'
import { folderOf } from './temporary-folder.ts'

export type CliRun = {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Standard output as the one JSON object that `--json` prints; null when it is none. */
  readonly json: Readonly<Record<string, unknown>> | null
}

export type CliSurroundings = {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  /** Answers questions like an operator at a terminal; undefined: there is no terminal. */
  readonly answer?: (question: string) => string
  /** The first line of standard input. */
  readonly input?: string
  readonly clock?: Clock
  /** Hears standard error as it is written. */
  readonly hear?: (text: string) => void
  readonly deadlines?: Partial<Timeouts>
  readonly readDrafts?: ReadDrafts
  readonly fetchSources?: readonly AnyFetchSource[]
  /** The folder of this machine's confirmations; another folder is another machine. */
  readonly machine?: string
}

/** Runs a command in this process and catches what it prints. Retries do not wait: chance always draws zero. */
export async function cli(args: readonly string[], surroundings: CliSurroundings): Promise<CliRun> {
  const {
    cwd,
    env = {},
    signal = new AbortController().signal,
    answer,
    input,
    clock,
    deadlines,
    readDrafts,
    fetchSources,
    hear,
    machine = thisMachine,
  } = surroundings
  let out = ''
  let err = ''
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => {
      err += text
      hear?.(text)
    },
    env: { USER_MIGRATION_DEBUG: '1', ...env },
    cwd,
    signal,
    ask: answer === undefined ? null : (question: string) => Promise.resolve(answer(question)),
    firstLine: () => Promise.resolve(input ?? null),
  }
  const parts = {
    trust: createTrustStore(machine),
    startRehearsal: startRehearsalHere,
    random: () => 0,
    deadlines,
    ...(readDrafts === undefined ? {} : { readDrafts }),
    ...(clock === undefined ? {} : { clock }),
    fetchSources,
  }
  const code = await runCommand(args, io, parts)
  return { code, out, err, json: parsed(out) }
}

/** Inspects files of a folder of their own, as `--json` prints it. */
export function inspect(
  files: Readonly<Record<string, string | Uint8Array>>,
  more: readonly string[] = [],
): Promise<CliRun> {
  return cli(['inspect', ...Object.keys(files), '--json', ...more], { cwd: folderOf(files) })
}

function parsed(text: string): CliRun['json'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
