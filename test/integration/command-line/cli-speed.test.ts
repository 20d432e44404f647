import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { usersOfProvider, usersWithHashes, folderWith } from '../../support/made-up-csv.ts'
import { numbersOf, runUsers } from '../../support/run-users.ts'
import { startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { noon, virtualClock } from '../../support/virtual-clock.ts'

/** Answers look-ups with some users first, then with none. */
function goneAfter(answered: number) {
  return ({ method, path, nth }: CoreRequest) =>
    method === 'GET' || (path.endsWith('/signinup') && nth < answered) ? null : { breakOff: true }
}

describe('--give-up-after', () => {
  test.each([
    ['3', 3],
    ['90', 90],
    ['0', 0],
  ])('%s is how many minutes a core is waited for that went away', async (wait, minutes) => {
    const clock = virtualClock()
    const core = await startScriptedCore(goneAfter(2))
    const running = runUsers(usersOfProvider(12), core.url, ['--concurrency', '1', '--give-up-after', wait], { clock })
    const run = await clock.runUntil(running)
    const waited = Math.floor((clock.now() - noon) / 60_000)
    expect([run.code, run.json?.['stopped'], run.json?.['failed'], waited]).toEqual([4, 'core-unreachable', 0, minutes])
  })

  test.each(['run', 'resume'])('forever is as long as it takes, also for %s', async (command) => {
    const clock = virtualClock()
    let tries = 0
    const core = await startScriptedCore(({ method, path, nth }) => {
      if (method === 'GET' || !path.endsWith('/signinup') || nth < 2 || tries > 60) return null
      tries += 1
      return { breakOff: true }
    })
    const forever = ['--concurrency', '1', '--give-up-after', 'never']
    const first = runUsers(usersOfProvider(6), core.url, command === 'run' ? forever : ['--limit', '1'], { clock })
    const begun = await clock.runUntil(first)
    const run =
      command === 'run' ? begun : await clock.runUntil(begun.next(['resume', 'm.migration', '--json', ...forever]))
    expect([run.code, numbersOf(run)['migrated'], clock.now() - noon > 40 * 60_000]).toEqual([0, 6, true])
  })
})

test('--max-rate bounds the requests of any second, for run and for resume', async () => {
  const clock = virtualClock()
  const at: number[] = []
  const core = await startScriptedCore(({ method }) => {
    if (method !== 'GET') at.push(clock.ticks())
    return null
  })
  const users = usersWithHashes(40)
  const run = await clock.runUntil(runUsers(users, core.url, ['--max-rate', '5', '--limit', '20'], { clock }))
  const resumed = await clock.runUntil(run.next(['resume', 'm.migration', '--json', '--max-rate', '10']))
  const most = (times: readonly number[]) =>
    Math.max(...times.map((from) => times.filter((one) => one >= from && one < from + 1000).length))
  expect([resumed.code, numbersOf(resumed)['migrated'], most(at.slice(0, 20)), most(at.slice(20))]).toEqual([
    0, 40, 5, 10,
  ])
})

describe('options that cannot be', () => {
  test.each([
    ['--max-rate', '0'],
    ['--max-rate', '2.5'],
    ['--max-rate', '10001'],
    ['--max-rate', 'fast'],
    ['--give-up-after', '-1'],
    ['--give-up-after', '1.5'],
    ['--give-up-after', '10081'],
    ['--give-up-after', 'ever'],
    ['--concurrency', '0'],
    ['--concurrency', '257'],
  ])('%s %s: ends with 2 and one sentence, and nothing is sent', async (option, value) => {
    const core = await startScriptedCore()
    const folder = folderWith(usersWithHashes(2))
    const { code, err } = await cli(['run', 'users.csv', '--core', core.url, '--yes', `${option}=${value}`], {
      cwd: folder,
    })
    expect([code, err.startsWith(`${option} takes `), err.trim().split('\n').length, core.requests.length]).toEqual([
      2,
      true,
      1,
      0,
    ])
  })
})

test.each(['run', 'resume', 'retry'])('%s --help says what the options of speed and outages mean', async (command) => {
  const { out } = await cli([command, '--help'], { cwd: temporaryFolder() })
  const text = out.replaceAll(/\s+/g, ' ')
  expect(text).toContain('--concurrency N|auto Users sent at the same time, 1 to 256;')
  expect(text).toContain(
    '--max-rate N|none Maximum requests per second, 1 to 10000 (default: none; on resume as before)',
  )
  const wait = 'Stop after this many minutes without an answer from the core, 0 to 10080'
  expect(text).toContain(`${wait} (default: 10; on resume as before)`)
})
