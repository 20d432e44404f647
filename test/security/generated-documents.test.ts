import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectClosed } from '../../electron/engine/document/sqlite.ts'
import { createRandom, seedOf, type Random } from '../fuzz/random.ts'
import { cli } from '../support/cli.ts'
import { rounds } from '../support/length.ts'
import { madeUpCsv, usersWithHashes, usersWithoutHash } from '../support/made-up-csv.ts'
import { seedOfRun } from '../support/seed.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { attacks } from './hostile/attack.ts'
import { canaryText, makeCanary, startStranger } from './hostile/canary.ts'
import type { Mutation, Place } from './hostile/mutation.ts'
import { schemaMutations } from './hostile/schema-mutations.ts'
import { sidecarMutations } from './hostile/sidecar-mutations.ts'
import { valueMutations } from './hostile/value-mutations.ts'
import { startWatchdog } from './hostile/watchdog.ts'

const documents = Number(process.env['HOSTILE_DOCUMENTS'] ?? rounds(12, 150))
const run = seedOfRun('HOSTILE_SEED')
const only = process.env['HOSTILE_ONLY']

/** A migration with users that went over, one that failed, and one that is not sent. */
async function ownMigration(folder: string, machine: string): Promise<string> {
  const core = await startScriptedCore(({ body }) =>
    body['email'] === 'user2@example.com' ? { status: 400, body: 'bad request' } : null,
  )
  fileIn(folder, 'users.csv', madeUpCsv([...usersWithHashes(5), ...usersWithoutHash(3)]))
  const args = ['run', 'users.csv', '--core', core.url, '--yes', '--json', '--limit', '7', '--document', 'm.migration']
  const { code } = await cli(args, { cwd: folder, machine })
  expect(code).toBe(3)
  return join(folder, 'm.migration')
}

/** The same mutation in another way where SQLite refuses the first one. */
function mutate(mutation: Mutation, base: string, place: Place, random: Random): boolean {
  for (let tries = 0; tries < 8; tries += 1) {
    rmSync(place.folder, { recursive: true, force: true })
    mkdirSync(place.folder, { recursive: true })
    copyFileSync(base, place.path)
    try {
      mutation.apply(place, random)
      return true
    } catch {
      // The next numbers choose another one.
    }
  }
  return false
}

/** Does a file of the document's folder hold what only the canary does? */
function stole(folder: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => {
    const path = join(folder, name)
    return lstatSync(path).isFile() && readFileSync(path).includes(canaryText)
  })
}

const counts = new Map<string, { made: number; refused: number; opened: number }>()
/** Changes of values differ most from one to the next. */
const mutations = [...schemaMutations, ...sidecarMutations, ...valueMutations, ...valueMutations, ...valueMutations]

test('a migration that was made to harm has no effect outside of itself', { timeout: 7_200_000 }, async () => {
  const folder = temporaryFolder()
  const [own, strange] = [join(folder, 'own-machine'), join(folder, 'strange-machine')]
  const base = await ownMigration(folder, own)
  const canary = makeCanary(join(folder, 'canary'))
  const { port, visits } = await startStranger()
  const before = canary.state()
  const watchdog = startWatchdog()
  const faults: string[] = []
  const names = Object.keys(attacks)
  for (let number = 0; number < documents; number += 1) {
    if (only !== undefined && number !== Number(only)) continue
    const random = createRandom(seedOf(run, 'hostile', number))
    const mutation = mutations[(number + run) % mutations.length]
    if (mutation === undefined) continue
    const attackNames = random.once(2)
      ? ['open', random.pick(['report', ...names])]
      : [random.pick(['report', ...names])]
    const place: Place = { folder: join(folder, 'case'), path: join(folder, 'case', 'd.migration'), canary, port }
    const count = counts.get(mutation.name) ?? { made: 0, refused: 0, opened: 0 }
    counts.set(mutation.name, count)
    if (!mutate(mutation, base, place, random)) continue
    count.made += 1
    const machine = random.once(2) ? own : strange
    const cwd = join(folder, 'work')
    rmSync(cwd, { recursive: true, force: true })
    mkdirSync(cwd)
    fileIn(cwd, 'own.csv', madeUpCsv(usersWithHashes(2)))
    for (const name of attackNames) {
      const where = `document ${number} of run ${run}, ${mutation.name}, ${name}`
      watchdog.say(where)
      try {
        const outcome = await attacks[name]?.(place.path, cwd, machine)
        count[outcome?.refused == null ? 'opened' : 'refused'] += 1
        if (mutation.refused && outcome?.refused == null) faults.push(`${where}: it was opened`)
        if (outcome?.shown.includes(canaryText) === true) faults.push(`${where}: a file was shown`)
      } catch (error) {
        faults.push(`${where}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 500) : 'thrown'}`)
      }
      await collectClosed()
      if (canary.state() !== before) faults.push(`${where}: a file was changed`)
      if (visits() > 0) faults.push(`${where}: somebody was visited`)
      if (stole(place.folder) || stole(cwd)) faults.push(`${where}: a file was taken`)
      if ('polluted' in {}) faults.push(`${where}: the prototype was changed`)
    }
    if (canary.state() !== before || visits() > 0) break
  }
  watchdog.stop()
  const made = [...counts.values()].reduce((sum, count) => sum + count.made, 0)
  console.log(
    [
      `hostile migrations, seed ${run}: ${made} of ${documents} tried, ${faults.length} got through`,
      ...[...counts].map(
        ([name, { made, refused, opened }]) => `  ${name}: ${made} made, ${refused} refused, ${opened} opened`,
      ),
    ].join('\n'),
  )
  expect(faults).toEqual([])
  // Links and pipes can be made on Windows by administrators only, or not at all.
  if (only === undefined && documents >= mutations.length && process.platform !== 'win32') {
    expect([...counts].filter(([, count]) => count.made === 0).map(([name]) => name)).toEqual([])
  }
})
