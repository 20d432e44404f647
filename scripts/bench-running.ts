import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contest } from './bench-running/against-senders.ts'
import { prepareApp, type AppUnderTest } from './bench-running/app-under-test.ts'
import { readArguments, usage } from './bench-running/bench-arguments.ts'
import { startBenchCore } from './bench-running/bench-core.ts'
import { type Line, printed } from './bench-running/lines.ts'
import { parts } from './bench-running/parts.ts'
import { sendAll } from './bench-running/senders.ts'
import { prepareBulkApp, type BulkApp } from './bench-running/bulk-app.ts'
import { autoExecutor } from './bench-running/auto-executor.ts'
import { bulkImport } from './bench-running/bulk-import.ts'
import { sendByScript } from './bench-running/bulk-script.ts'
import { runRehearsal, startRehearsalProcess } from './bench-running/rehearsal-process.ts'
import { runStub } from './bench-running/stub-core.ts'

/*
 * npm run bench:running -- [--only pool|scripts|auto|memory | --executor bulk|auto] [--users N] [--rounds N]
 * Measures a run against other ways to send the same users, each line with its target. Exit 1 when one is missed.
 */

const program = process.argv[1] ?? ''

/** Another sender, in a process of its own as the app is. Resolves with what it prints. */
function inOwnProcess(role: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = ''
    const child = spawn(process.execPath, [program, '--as', role, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${role} ended with ${code}`))))
  })
}

async function main(args: readonly string[]): Promise<number> {
  const given = readArguments(args)
  if (given === null) {
    console.log(usage)
    return 2
  }
  if (given.as === 'stub') {
    runStub()
    return 0
  }
  if (given.as === 'rehearsal') {
    runRehearsal()
    return 0
  }
  if (given.as === 'bulk-script') {
    process.stdout.write(String(await sendByScript(given.url, given.file)))
    return 0
  }
  if (given.as !== null) {
    await sendAll(given.as, given.url, given.users ?? 1)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-bench-'))
  const cli = join(import.meta.dirname, '../main/cli.js')
  if (given.executor !== null) {
    const core = startRehearsalProcess(program)
    const prepared = new Map<string, Promise<BulkApp>>()
    const prepare = (url: string, users: number) => {
      const app = prepared.get(`${users} ${url}`) ?? prepareBulkApp(cli, folder, url, users)
      prepared.set(`${users} ${url}`, app)
      return app
    }
    const script = async (url: string, file: string) =>
      Number(await inOwnProcess('bulk-script', ['--url', url, '--file', file])) / 1000
    try {
      const lines =
        given.executor === 'auto'
          ? autoExecutor(given, { core, prepare })
          : bulkImport(given, { core, prepare, script })
      return await report(lines)
    } finally {
      core.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const core = await startBenchCore(program)
  const prepared = new Map<number, Promise<AppUnderTest>>()
  const prepare = (users: number) => {
    const app = prepared.get(users) ?? prepareApp(cli, folder, core.url, users)
    prepared.set(users, app)
    return app
  }
  const contest: Contest = {
    core,
    prepare,
    send: async (sender, users) => {
      await inOwnProcess(sender, ['--url', core.url, '--users', String(users)])
    },
  }
  const wanted = Object.entries(parts).filter(([name]) => given.only === null || given.only === name)
  try {
    return await report(linesOf(wanted.map(([, part]) => part({ users: given.users, rounds: given.rounds }, contest))))
  } finally {
    core.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* linesOf(parts: readonly AsyncIterable<Line>[]): AsyncIterable<Line> {
  for (const part of parts) yield* part
}

/** Prints lines as they are measured. Exit code 1: a target was missed. */
async function report(lines: AsyncIterable<Line>): Promise<number> {
  let missed = 0
  for await (const line of lines) {
    if (!line.reached) missed += 1
    console.log(printed(line))
  }
  console.log(missed === 0 ? 'all targets reached' : `${missed} missed`)
  return missed === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
