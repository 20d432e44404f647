import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { rounds } from '../support/length.ts'
import { madeUpCsv, usersWithHashes, usersWithoutHash } from '../support/made-up-csv.ts'
import { seedOfRun } from '../support/seed.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { createRandom, seedOf, type Random } from './random.ts'
import { corruptBytes } from './corrupt-bytes.ts'

const variants = Math.min(Number(process.env['FUZZ_VARIANTS'] ?? rounds(12, 150)), 400)
const run = seedOfRun('FUZZ_SEED')

/** A migration with users that went over, one that failed, one that is not sent, and a record that is none. */
async function migration(folder: string): Promise<Buffer> {
  const refuse = { status: 400, body: 'bad request' }
  const core = await startScriptedCore(({ body }) => (body['email'] === 'user2@example.com' ? refuse : null))
  fileIn(folder, 'users.csv', `${madeUpCsv([...usersWithHashes(8), ...usersWithoutHash(4)])}77\n`)
  const args = ['run', 'users.csv', '--core', core.url, '--yes', '--json', '--limit', '11', '--document', 'm.migration']
  const { code } = await cli(args, { cwd: folder })
  expect(code).toBe(3)
  return readFileSync(join(folder, 'm.migration'))
}

function corrupt(document: Buffer, random: Random): Buffer {
  const ways = Object.values(corruptBytes)
  if (random.once(3)) return ways[random.below(ways.length)]?.(document, random) ?? document
  const corrupted = Buffer.from(document)
  for (let bytes = 1 + random.below(6); bytes > 0; bytes -= 1)
    corrupted[random.below(corrupted.length)] = random.below(256)
  return corrupted
}

const header = 100
const commands = [
  ['report', 'd.migration', '--format', 'csv', '--out', 'report.csv'],
  ['report', 'd.migration', '--format', 'json', '--out', 'report.json', '--unmasked'],
  ['resume', 'd.migration', '--json'],
] as const

test('a damaged migration is refused in one line and left as it is, or read as far as it goes', async () => {
  const folder = temporaryFolder()
  const document = await migration(folder)
  const faults: string[] = []
  const codes = new Map<number, number>()
  for (let number = 0; number < variants; number += 1) {
    const corrupted = corrupt(document, createRandom(seedOf(run, 'document', number)))
    for (const [index, args] of commands.entries()) {
      const cwd = join(folder, `${number}-${index}`)
      mkdirSync(cwd)
      writeFileSync(join(cwd, 'd.migration'), corrupted)
      const { code, err } = await cli(args, { cwd })
      codes.set(code, (codes.get(code) ?? 0) + 1)
      const left = readdirSync(cwd).filter((name) => !/^(?:d\.migration|report\.(?:csv|json))$/.test(name))
      const lines = err.split('\n').length - 1
      // Opening a file and closing it again counts in its header.
      const after = readFileSync(join(cwd, 'd.migration')).subarray(header)
      const changed = code === 2 && lines === 1 && !after.equals(corrupted.subarray(header))
      if (/Internal error|^\s+at /m.test(err) || left.length > 0 || changed || ![0, 2, 3, 4].includes(code)) {
        faults.push(`document ${number} of run ${run}, ${args[0]}: ${code} ${err.slice(0, 200)} ${left.join(' ')}`)
      }
    }
  }
  const list = [...codes].map(([code, times]) => `code ${code}: ${times}`).join(', ')
  console.log(`documents: ${variants} variants of run ${run}, ${list}, ${faults.length} faults`)
  expect(faults).toEqual([])
  expect(codes.has(2)).toBe(true)
})
