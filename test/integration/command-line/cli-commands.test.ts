import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandSpecs } from '../../../electron/cli/run-command.ts'
import { app } from '../../../shared/app.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const specs = await commandSpecs()

describe('the command line', () => {
  test('lists its commands when asked for help, and ends with 2 when asked for nothing', async () => {
    const cwd = temporaryFolder()
    const [help, nothing] = [await cli(['--help'], { cwd }), await cli([], { cwd })]
    const commands = specs.filter(({ name, summary }) => !help.out.includes(`\n  ${name.padEnd(18)}${summary}\n`))
    expect([help.code, nothing.code, nothing.out === help.out, commands]).toEqual([0, 2, true, []])
  })

  test.each(specs)('$name --help shows every option with its meaning, and an example', async (spec) => {
    const { code, out } = await cli([spec.name, '--help'], { cwd: temporaryFolder() })
    const text = out.replaceAll(/\s+/g, ' ')
    const missing = Object.entries(spec.options).filter(
      ([name, { help }]) => !text.includes(`--${name} `) || !text.includes(help),
    )
    expect([code, out.startsWith(`${spec.summary}.\n`), missing]).toEqual([0, true, []])
    expect(out).toContain(`\nExamples:\n  user-migration ${spec.name}`)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
    expect(out).not.toContain('\u001B')
  })

  test('--version says the version', async () => {
    expect(await cli(['--version'], { cwd: temporaryFolder() })).toMatchObject({ code: 0, out: `${app.version}\n` })
  })

  test.each([
    ['resum', 'Did you mean resume?'],
    ['verfy', 'Did you mean verify?'],
  ])('%s: the nearest command is named', async (typed, said) => {
    const { code, err } = await cli([typed], { cwd: temporaryFolder() })
    expect([code, err.endsWith(`${said}\n`)]).toEqual([2, true])
  })

  test.each([
    [['run', 'a.csv', '--concurency', '4'], 'There is no option --concurency. Did you mean --concurrency?'],
    [['resume', 'a.migration', '--coer=https://core.example.com'], 'There is no option --coer. Did you mean --core?'],
    [['undo', 'a.migration', '--everything-at-once'], 'There is no option --everything-at-once. Usage: '],
    [['report', 'a.migration', '--S3cr3t-K3y-0123456789'], 'Unknown option. Usage: '],
  ])('%j: the option is named, with the nearest one', async (args, said) => {
    const { code, err } = await cli(args, { cwd: temporaryFolder() })
    expect([code, err.startsWith(said), err.trim().split('\n').length]).toEqual([2, true, 1])
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
