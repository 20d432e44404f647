import { spawn } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeExport } from './made-up-users.ts'

/** The command line of the app, built as it ships, with one document of made-up users. */
export type AppUnderTest = {
  /** Sends all users but the first one, from a copy of the document. `watch` gets the process id, `exitCode` is expected. */
  readonly run: (concurrency: number | 'auto', watch?: (pid: number) => void, exitCode?: number) => Promise<void>
}

/** Reads and plans `count` users; the first one is sent, so that what is left is `resume`: nothing but sending. */
export async function prepareApp(cli: string, folder: string, coreUrl: string, count: number): Promise<AppUnderTest> {
  const master = join(folder, `users-${count}.migration`)
  const users = join(folder, `users-${count}.csv`)
  await writeExport(users, count)
  const toCore = ['--core', coreUrl, '--json']
  // An operator who has not decided about existing users imports three at a time.
  const decided = ['--on-existing', 'overwrite']
  await runCli(cli, [
    'run',
    users,
    '--document',
    master,
    '--dialect',
    'documented',
    '--limit',
    '1',
    '--yes',
    ...decided,
    ...toCore,
  ])
  rmSync(users)
  return {
    run: async (concurrency, watch, exitCode) => {
      const copy = join(folder, 'under-test.migration')
      copyFileSync(master, copy)
      try {
        await runCli(cli, ['resume', copy, '--concurrency', String(concurrency), ...toCore], watch, exitCode)
      } finally {
        for (const ending of ['', '-wal', '-shm']) rmSync(`${copy}${ending}`, { force: true })
      }
    },
  }
}

function runCli(
  cli: string,
  args: readonly string[],
  watch: (pid: number) => void = () => undefined,
  exitCode = 0,
): Promise<void> {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-2000)))
  if (child.pid !== undefined) watch(child.pid)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === exitCode ? resolve() : reject(new Error(`the app ended with ${code}: ${errorOutput}`)),
    )
  })
}
