import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/build-if-needed.mjs'
import { buildCli } from '../support/cli-process.ts'
import { rounds } from '../support/length.ts'
import { usersWithHashes, folderWith } from '../support/made-up-csv.ts'
import { thisMachine } from '../support/machine/this-machine.ts'

beforeAll(buildCli)

/** Megabytes of addresses that the system gives a process: too few for some parts of Node, enough for it to begin. */
const limits = [1500, 3000, 8000, 12_000].slice(0, rounds(1, 4))

test.skipIf(process.platform !== 'linux')(
  'S16: a limit of memory ends a command with a sentence, not with a stack',
  () => {
    const folder = folderWith(usersWithHashes(2))
    const through: string[] = []
    let tried = 0
    for (const limit of limits) {
      const run = (script: string) =>
        spawnSync('bash', ['-c', `ulimit -v ${limit * 1024}; ${script}`], {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, USER_MIGRATION_FOLDER: thisMachine },
        })
      // Where Node itself does not begin, there is nothing of ours to speak.
      if (run(`"${process.execPath}" -e 0`).status !== 0) continue
      for (const args of ['inspect users.csv', 'run users.csv --core http://127.0.0.1:9 --yes', '--help']) {
        const { status, stderr } = run(`"${process.execPath}" "${join(root, 'dist', 'main', 'cli.js')}" ${args}`)
        tried += 1
        if (/\n\s+at \S/.test(stderr)) through.push(`${limit} MB, ${args}, ${String(status)}: ${stderr.slice(0, 300)}`)
      }
    }
    console.log(`S16 commands under a limit of memory: ${tried} tried, ${through.length} got through`)
    expect([tried > 0, through]).toEqual([true, []])
  },
)
