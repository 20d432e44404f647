import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rehearsalCoreCommand } from '../../../electron/cli/commands/rehearsal-core.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('the demo follows a source for three passes, and cuts over with sums that add up', async () => {
  const { code, out } = await cli(['demo', '--follow'], { cwd: temporaryFolder() })
  expect([
    code,
    out.match(/^Pass \d: .*$/gm)?.map((line) => line.replace(/ \(.*/, '')),
    /Cut over after 4 passes/.test(out),
  ]).toEqual([
    0,
    [
      'Pass 1: 2 new users, 1 changed email or phone',
      'Pass 2: 1 new user, 1 changed password',
      'Pass 3: 1 new user, 1 changed email or phone, 1 no longer in the source',
      'Pass 4: nothing new',
    ],
    true,
  ])
})

test('a rehearsal core has a source that changes by itself', async () => {
  const folder = temporaryFolder()
  const stop = new AbortController()
  let out = ''
  const write = (text: string) => {
    out += text
    if (out.includes('signed up')) stop.abort()
  }
  const args = ['--source', 'customers.csv', '--source-every', '1']
  const code = await rehearsalCoreCommand.run(args, {
    out: write,
    err: write,
    env: {},
    cwd: folder,
    signal: stop.signal,
  })
  const again = await rehearsalCoreCommand.run(args, {
    out: write,
    err: write,
    env: {},
    cwd: folder,
    signal: stop.signal,
  })
  const lines = readFileSync(join(folder, 'customers.csv'), 'utf8').trimEnd().split('\n')
  expect([code, again, lines.length, lines[0]]).toEqual([0, 2, 83, 'customer_id,email,password_hash'])
})
