import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fetchFile } from '../../electron/engine/fetching/fetch-file.ts'
import { cancelFetch, unfinishedFetch } from '../../electron/engine/fetching/start-fetch.ts'
import { createRandom, type Random, seedOf } from '../fuzz/random.ts'
import { layDatabaseNaming } from '../support/data/hot-journal.ts'
import { rounds } from '../support/length.ts'
import { madeUpSource, madeUpUsers } from '../support/servers/made-up-source.ts'
import { seedOfRun } from '../support/seed.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Canary, makeCanary } from './hostile/canary.ts'

const cases = Number(process.env['HOSTILE_FILES'] ?? rounds(150, 1500))
const run = seedOfRun('HOSTILE_SEED')
const secret = 'Corr3ct-Horse-of-the-old-system'

/** The files that a fetch may find beside its own. */
const endings = ['', '.part', '.fetch', '.fetch-lock', '.fetch-lock-journal', '.fetch-lock-wal'] as const

const replace: Readonly<Record<string, (path: string, canary: Canary, random: Random) => void>> = {
  'a link': (path, { paths }, random) => symlinkSync(random.pick(paths), path),
  'a second name': (path, { folder }, random) => linkSync(join(folder, random.pick(['thesis.txt', 'crm.csv'])), path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a database whose journal names a file': (path, { paths }, random) => layDatabaseNaming(path, random.pick(paths)),
  bytes: (path, _canary, random) => writeFileSync(path, Buffer.alloc(random.below(3000), random.below(256))),
  'a folder': (path) => void execFileSync('mkdir', [path]),
  'nothing but emptiness': (path) => writeFileSync(path, ''),
}

const change: Readonly<Record<string, (path: string, random: Random) => void>> = {
  cut: (path, random) => truncateSync(path, random.below(readFileSync(path).length + 1)),
  grown: (path, random) => appendFileSync(path, Buffer.alloc(random.below(5000), random.below(256))),
  'an address of another': (path) =>
    writeFileSync(path, readFileSync(path, 'latin1').replace('"here"', '"thief"'), 'latin1'),
}

test.skipIf(process.platform === 'win32')(
  'whatever lies beside a fetched file, nothing else changes and no secret goes to another address',
  { timeout: 3_600_000 },
  async () => {
    const counts = new Map<string, number>()
    const faults: string[] = []
    for (let number = 0; number < cases; number += 1) {
      const random = createRandom(seedOf(run, 'fetched', number))
      const folder = temporaryFolder()
      const out = join(folder, 'users.ndjson')
      const canary = makeCanary(join(folder, 'canary'))
      const stop = new AbortController()
      const sent: string[] = []
      const made = madeUpSource([{ users: madeUpUsers(3) }, { users: madeUpUsers(2, 4) }], {
        hear: (what) => void (what === 'page 1' && stop.abort()),
      })
      const source: typeof made = {
        ...made,
        open: (values, secrets, signal, since) => {
          sent.push(`${String(values['place'])} ${secrets['word'] ?? ''}`)
          return made.open(values, secrets, signal, since)
        },
      }
      const order = { source, secrets: { word: secret }, out }
      if (!random.once(3)) {
        await fetchFile({ ...order, settings: { place: 'here' }, resume: false }, { signal: stop.signal })
      }
      const path = `${out}${random.pick(endings)}`
      const isThere = existsSync(path)
      const [name, lay] = isThere && random.once(2) ? pickOf(random, change) : pickOf(random, replace)
      if (!(name in change)) rmSync(path, { recursive: true, force: true })
      lay(path, canary, random)
      const before = canary.state()
      const how = random.pick(['fetch', 'resume', 'resume', 'discard'])
      const where = `case ${number} of run ${run}: ${how}, ${path.slice(out.length) || 'the file'} is ${name}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
      try {
        const signal = AbortSignal.timeout(20_000)
        if (how === 'discard') cancelFetch(out)
        else {
          const settings = how === 'fetch' ? { place: 'here' } : {}
          await fetchFile({ ...order, settings, resume: how === 'resume' }, { signal })
        }
        unfinishedFetch(out)
      } catch (error) {
        faults.push(`${where}: ${error instanceof Error ? error.message.slice(0, 200) : 'thrown'}`)
      }
      if (canary.state() !== before) faults.push(`${where}: a file was changed`)
      if (sent.some((one) => !one.startsWith('here '))) faults.push(`${where}: the secret went to another address`)
      rmSync(folder, { recursive: true, force: true })
    }
    console.log(
      [
        `files beside a fetched file, seed ${run}: ${cases} tried, ${faults.length} got through`,
        ...[...counts].map(([name, count]) => `  ${name}: ${count} tried`),
      ].join('\n'),
    )
    expect(faults).toEqual([])
  },
)

type Lay = (path: string, canary: Canary, random: Random) => void

function pickOf(random: Random, list: Readonly<Record<string, unknown>>): readonly [string, Lay] {
  const names = Object.keys(list)
  const name = names[random.below(names.length)] ?? ''
  const lay = list[name] as (path: string, ...rest: readonly unknown[]) => void
  return [name, (path, canary, given) => (list === change ? lay(path, given) : lay(path, canary, given))]
}
