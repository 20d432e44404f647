import { spawn } from 'node:child_process'
import { copyFileSync, createWriteStream, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'
import { madeUpUser } from './made-up-users.ts'

/** The command line of the app with a document of users who keep their old ids and verified emails. */
export type BulkApp = {
  /** Sends all users but the first one, from a copy of the document. Resolves with the seconds it sent. */
  readonly run: (executor: 'single' | 'bulk') => Promise<number>
  /** The export that these users came from. */
  readonly file: string
  /** A fresh copy of the document, the same place each time. */
  readonly copy: () => string
}

const result = z.object({ sendingSeconds: z.number() })

/** Reads and plans `count` users; the first one is sent, so that what is left is `resume`: nothing but sending. */
export async function prepareBulkApp(cli: string, folder: string, url: string, count: number): Promise<BulkApp> {
  const master = join(folder, `bulk-${count}-${new URL(url).port}.migration`)
  const users = join(folder, `bulk-${count}.csv`)
  await writeUsers(users, count)
  const toCore = ['--core', url, '--json']
  const keep = ['--keep-user-ids', '--verify-emails']
  await runCli(cli, ['run', users, '--document', master, '--limit', '1', '--yes', ...keep, ...toCore])
  const copy = join(folder, 'under-test.migration')
  const remove = () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${copy}${ending}`, { force: true })
  }
  const makeCopy = () => {
    remove()
    copyFileSync(master, copy)
    return copy
  }
  return {
    file: users,
    copy: makeCopy,
    run: async (executor) => {
      makeCopy()
      try {
        const told = await runCli(cli, ['resume', copy, '--executor', executor, ...toCore])
        return result.parse(JSON.parse(told)).sendingSeconds
      } finally {
        remove()
      }
    },
  }
}

async function writeUsers(path: string, count: number): Promise<void> {
  const file = createWriteStream(path)
  file.write('id,mail,verified,password_hash\n')
  for (let number = 1; number <= count; number += 1) {
    const { email, hash } = madeUpUser(number)
    if (!file.write(`u${number},${email},true,${hash}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

function runCli(cli: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2000)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`the app ended with ${code}: ${errors} ${out.slice(-500)}`)),
    )
  })
}
