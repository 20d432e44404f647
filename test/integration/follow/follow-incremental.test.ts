import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/runner/clock.ts'
import { cli } from '../../support/cli.ts'
import {
  chance,
  createSource,
  disagreements,
  loginsIn,
  type SourceChange,
  type SourceModel,
} from '../../support/followed-model.ts'
import { rounds } from '../../support/length.ts'
import { createModelSystem, type ModelSystem } from './model-system.ts'
import { startCore } from '../../support/rehearsal.ts'
import { seedOfRun } from '../../support/seed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const hour = 3_600_000
const seed = seedOfRun('FOLLOW_SEED')

type Pass = { readonly kind: string; readonly state: string; readonly listed: number }
type Views = {
  readonly passes: readonly Pass[]
  readonly sums: { readonly addsUp: boolean }
  readonly changeTimes: { readonly name: string; readonly isDistrusted: boolean } | null
}

/** A migrated source in memory that is followed pass by pass. */
async function followed(random: (below: number) => number, users = 30) {
  const folder = temporaryFolder()
  const state = join(folder, 'core.state')
  const core = await startCore({ dialect: 'supertokens', file: state })
  const source = createSource(users, random)
  const system = createModelSystem(source.users.values())
  const surroundings = {
    cwd: folder,
    fetchSources: [system.source],
    clock: { ...systemClock, now: system.now },
  }
  const commands = [
    ['fetch', 'model', '--out', 'users.ndjson'],
    ['run', 'users.ndjson', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--keep-user-ids'],
  ]
  for (const command of commands) {
    const made = await cli(command, surroundings)
    expect([made.code, made.err]).toEqual([0, expect.any(String)])
  }
  const passOnce = async (more: readonly string[] = []) => {
    system.pass(60_000)
    const args = ['follow', 'm.migration', '--from', 'model', '--once', '--json', '--users-sign-in', 'no', ...more]
    const made = await cli(args, surroundings)
    const views = made.json as unknown as Views
    return { ...made, views, last: views.passes.at(-1) }
  }
  /** A pass; where the model has deleted more than a tenth of the users, that is accepted. */
  const pass = async (more: readonly string[] = []) => {
    const made = await passOnce(more)
    return / are missing/.test(made.err) ? await passOnce([...more, '--accept-loss']) : made
  }
  /** The differences between the source and the core. */
  const wrong = () => disagreements(source.users, loginsIn(state), ({ hash }) => [hash])
  return { source, system, pass, passOnce, wrong }
}

/** Makes some changes, whose rows say a moment by chance: in the time zone of their writer, and of when their transaction began. */
function change(
  source: SourceModel,
  system: ModelSystem,
  random: (below: number) => number,
  isTold: (n: number) => boolean = () => true,
) {
  for (let step = random(6); step > 0; step -= 1) {
    const zone = random(2) * 12 * hour
    const began = random(10) * hour
    // Many rows say the same moment.
    const stated = Math.floor((system.now() - zone - began) / hour) * hour
    system.commit(source.step(), isTold(step) ? stated : null)
    if (random(4) === 0) system.pass(random(3) * hour)
  }
}

describe.each(Array.from({ length: rounds(1, 16) }, (_, n) => seed + n))('changes by chance, seed %i', (own) => {
  test('reach the core with every pass, in whatever time zone their times are written, and however late they are committed', async () => {
    const random = chance(own * 3)
    const { source, system, pass, wrong } = await followed(random)
    const kinds: string[] = []
    for (let n = 0; n < rounds(5, 14); n += 1) {
      change(source, system, random)
      const { last } = await pass()
      kinds.push(last?.kind ?? 'none')
      expect([n, last?.kind, last?.state, wrong()]).toEqual([n, last?.kind, 'done', []])
    }
    expect(kinds).toContain('incremental')
    const cut = await pass(['--cut-over'])
    expect([cut.last?.kind, wrong(), cut.views.sums.addsUp]).toEqual(['whole', [], true])
  })

  test('reach the core with the next whole pass where their times do not tell them, and passes are whole from then on', async () => {
    const random = chance(own * 3 + 1)
    const { source, system, pass, wrong } = await followed(random)
    let isDistrusted = false
    for (let n = 0; n < 60 && !isDistrusted; n += 1) {
      change(source, system, random, (step) => step % 2 === 0)
      // Another day: the next pass is a whole one, which alone sees what their times do not tell.
      if (n % 3 === 0) system.pass(80 * hour)
      const { last, views } = await pass()
      if (last?.kind === 'whole') expect([n, wrong()]).toEqual([n, []])
      isDistrusted = views.changeTimes?.isDistrusted === true
    }
    expect(isDistrusted).toBe(true)
    change(source, system, random)
    const after = await pass()
    expect([after.last?.kind, wrong()]).toEqual(['whole', []])
    const cut = await pass(['--cut-over'])
    expect([cut.last?.kind, wrong(), cut.views.sums.addsUp]).toEqual(['whole', [], true])
  })
})

/** Changes by chance, until one leaves a row with a time. */
function aChange({ step }: SourceModel): readonly SourceChange[] {
  const changes: SourceChange[] = []
  while (!changes.some(({ kind }) => kind === 'put')) changes.push(...step())
  return changes
}

/** A followed source after one whole and one incremental pass. */
async function inStep() {
  const made = await followed(chance(seed), 40)
  const first = await made.pass()
  made.system.commit(aChange(made.source), made.system.now())
  const second = await made.pass()
  expect([first.last?.kind, second.last?.kind, made.wrong()]).toEqual(['whole', 'incremental', []])
  return made
}

describe('a pass reads everything', () => {
  test('where change times have gone back, as after a backup was restored', async () => {
    const { source, system, pass, wrong } = await inStep()
    system.restoreTimes(10 * 24 * hour)
    system.commit(aChange(source), system.now() - 9 * 24 * hour)
    const { last } = await pass()
    expect([last?.kind, last?.listed, wrong()]).toEqual(['whole', source.users.size, []])
  })

  test('where the column of change times is not there any more, and where another takes its place', async () => {
    const { source, system, pass, wrong } = await inStep()
    system.say(null)
    system.commit(aChange(source), null)
    const without = await pass()
    system.say('modified_at')
    system.commit(aChange(source), null)
    const other = await pass()
    expect([without.last?.kind, other.last?.kind, wrong()]).toEqual(['whole', 'whole', []])
  })

  test('where a change lies in the future', async () => {
    const { source, system, pass, wrong } = await inStep()
    system.commit(aChange(source), system.now() + 400 * 24 * hour)
    const first = await pass()
    system.commit(aChange(source), system.now())
    const second = await pass()
    expect([first.last?.kind, second.last?.kind, wrong()]).toEqual(['whole', 'whole', []])
  })

  test('where more than a tenth of the users are gone, which it then asks about', async () => {
    const { source, system, passOnce } = await inStep()
    const ids = [...source.users.keys()].slice(0, 8)
    system.commit(
      ids.map((id) => ({ kind: 'delete', id })),
      null,
    )
    const held = await passOnce()
    expect([held.code, held.err]).toEqual([4, expect.stringContaining('are missing')])
  })

  test('each tenth time, and after a day', async () => {
    const { system, pass } = await inStep()
    const kinds: string[] = []
    for (let n = 0; n < 10; n += 1) kinds.push((await pass()).last?.kind ?? '')
    system.pass(25 * hour)
    const { last } = await pass()
    expect([kinds.indexOf('whole'), last?.kind]).toEqual([8, 'whole'])
  })
})
