import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contest } from './bench-running/against-senders.ts'
import { prepareApp, type AppUnderTest } from './bench-running/app-under-test.ts'
import { readArguments, usage } from './bench-running/bench-arguments.ts'
import { startBenchCore } from './bench-running/bench-core.ts'
import { printed } from './bench-running/lines.ts'
import { parts } from './bench-running/parts.ts'
import { sendAll } from './bench-running/senders.ts'
import { runStub } from './bench-running/stub-core.ts'

/*
 * npm run bench:running -- [--only pool|scripts|auto|memory] [--users N] [--rounds N]
 * Measures a run against other ways to send the same users, each line with its target. Exit 1 when one is missed.
 */

const program = process.argv[1] ?? ''

/** Another sender, in a process of its own as the app is. */
function inOwnProcess(url: string): Contest['send'] {
  return (sender, users) =>
    new Promise((resolve, reject) => {
      const args = [program, '--as', sender, '--url', url, '--users', String(users)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${sender} ended with ${code}`))))
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
  if (given.as !== null) {
    await sendAll(given.as, given.url, given.users ?? 1)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-bench-'))
  const core = await startBenchCore(program)
  const cli = join(import.meta.dirname, '../main/cli.js')
  const prepared = new Map<number, Promise<AppUnderTest>>()
  const prepare = (users: number) => {
    const app = prepared.get(users) ?? prepareApp(cli, folder, core.url, users)
    prepared.set(users, app)
    return app
  }
  const contest: Contest = {
    core,
    prepare,
    send: inOwnProcess(core.url),
  }
  let missed = 0
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (given.only !== null && given.only !== name) continue
      for await (const line of part({ users: given.users, rounds: given.rounds }, contest)) {
        if (!line.reached) missed += 1
        console.log(printed(line))
      }
    }
  } finally {
    core.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(missed === 0 ? 'all targets reached' : `${missed} missed`)
  return missed === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
