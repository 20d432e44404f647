import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('the command line', () => {
  test('lists its commands when asked for help, and ends with 2 when asked for nothing', async () => {
    const cwd = temporaryFolder()
    const [help, nothing] = [await cli(['--help'], { cwd }), await cli([], { cwd })]
    const commands = ['inspect', 'run', 'resume', 'retry', 'report', 'rehearsal-core', 'demo']
    expect([help.code, nothing.code, commands.filter((name) => !help.out.includes(`user-migration ${name}`))]).toEqual([
      0,
      2,
      [],
    ])
  })

  test.each(['run', 'resume', 'retry', 'report', 'inspect'])('%s --help prints its usage', async (command) => {
    const { code, out } = await cli([command, '--help'], { cwd: temporaryFolder() })
    expect([code, out.startsWith(`user-migration ${command} `), out.split('\n  --').length]).toEqual([
      0,
      true,
      ['run', 'resume', 'retry'].includes(command) ? 4 : 1,
    ])
  })

  test.each(['runn', 'constructor', '__proto__', '--version-of-nothing'])('%s is no command', async (command) => {
    const { code, out, err } = await cli([command], { cwd: temporaryFolder() })
    expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1])
  })
})

describe('the demo', () => {
  test('migrates the sample export, and leaves only its reports behind', async () => {
    const cwd = temporaryFolder()
    const { code, out } = await cli(['demo'], { cwd })
    const reports = /Report: (.+)/.exec(out)?.[1]?.trim() ?? ''
    const report: unknown = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))
    const left = readdirSync(join(reports, '..'))
    expect([[0, 3].includes(code), readdirSync(cwd), left, existsSync(join(reports, 'report.csv')), report]).toEqual([
      true,
      [],
      ['report'],
      true,
      expect.objectContaining({ summary: expect.objectContaining({ addsUp: true }) as unknown }),
    ])
  })
})
