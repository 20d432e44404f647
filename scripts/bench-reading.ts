import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { partNames, parts } from './bench-reading/parts.ts'
import { roleNames, roles } from './bench-reading/roles.ts'
import { measurePass } from './bench-reading/pass.ts'
import { measureStages } from './bench-reading/stages.ts'
import { printed } from './bench-running/lines.ts'

/*
 * npm run bench:reading -- [--only csv|json|ndjson|ldif|sql|sqlite|xlsx|postgresql|way|pass|memory|hashes] [--users N] [--rounds N] [--seed N]
 * Measures how fast and in how much memory exports become planned users, each line with its target. Exit 1 when one is
 * missed.
 */

const usage = `npm run bench:reading -- [--only ${partNames.join('|')}] [--users N] [--rounds N] [--seed N]`
const program = process.argv[1] ?? ''

async function main(args: readonly string[]): Promise<number> {
  const given = readArguments(args)
  if (given === null) {
    console.log(usage)
    return 2
  }
  const { only, users, rounds, seed, as, file } = given
  if (as === 'stages') {
    process.stdout.write(JSON.stringify(await measureStages(file, users)))
    return 0
  }
  if (as === 'pass') {
    process.stdout.write(JSON.stringify(await measurePass(file, rounds)))
    return 0
  }
  if (as !== null) {
    const since = process.cpuUsage()
    const ms = await roles[as]({ file, users, seed })
    const { user, system } = process.cpuUsage(since)
    process.stdout.write(`${ms} ${(user + system) / 1000}`)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-bench-'))
  const cli = join(import.meta.dirname, '../main/cli.js')
  let missed = 0
  try {
    console.log(`${users.toLocaleString('en')} made-up users, seed ${seed}, medians of ${rounds}`)
    for (const name of partNames) {
      if (only !== null && only !== name) continue
      for await (const line of parts[name]({ program, cli, folder, users, rounds, seed })) {
        console.log(typeof line === 'string' ? `      ${line}` : printed(line))
        if (typeof line !== 'string' && !line.reached) missed += 1
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(missed === 0 ? 'all targets reached' : `${missed} missed`)
  return missed === 0 ? 0 : 1
}

/** Null: not understood. With `as` this process plays one role of the bench. */
function readArguments(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const options = { only: text, users: text, rounds: text, seed: text, as: text, file: text }
    const {
      only,
      users = '1000000',
      rounds = '3',
      seed = '7',
      as,
      file = '',
    } = parseArgs({ args: [...args], options }).values
    const part = partNames.find((name) => name === only)
    const role = ([...roleNames, 'stages', 'pass'] as const).find((name) => name === as)
    if ((only !== undefined && part === undefined) || (as !== undefined && role === undefined)) return null
    if (![users, rounds, seed].every((number) => /^[1-9]\d{0,8}$/.test(number))) return null
    return {
      only: part ?? null,
      as: role ?? null,
      file,
      users: Number(users),
      rounds: Number(rounds),
      seed: Number(seed),
    }
  } catch {
    return null
  }
}

process.exitCode = await main(process.argv.slice(2))
