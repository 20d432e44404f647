import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { buildIfNeeded, root } from '../../scripts/build-if-needed.mjs'
import { thisMachine } from './machine/this-machine.ts'

export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export type CliProcess = {
  /** Ends it as a power cut would. */
  readonly kill: () => void
  readonly interrupt: () => void
  readonly signal: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
}

/** Builds the command line once for all tests of a file. */
export async function buildCli(): Promise<void> {
  await buildIfNeeded()
}

/** Starts the built command line in a process of its own. */
export function startCli(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): CliProcess {
  const { INIT_CWD: _, ...inherited } = process.env
  const child: ChildProcess = spawn(process.execPath, [join(root, 'dist', 'main', 'cli.js'), ...args], {
    cwd,
    env: { ...inherited, USER_MIGRATION_FOLDER: thisMachine, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
  return {
    kill: () => void child.kill('SIGKILL'),
    interrupt: () => void child.kill('SIGINT'),
    signal: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, out, err }))),
  }
}
