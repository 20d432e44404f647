import { expect, test } from 'vitest'
import { parseArguments, valuesOf, withSubcommands } from '../../../electron/cli/options/command-spec.ts'
import { migrateCommand } from '../../../electron/cli/commands/run.ts'
import { commandSpecs } from '../../../electron/cli/run-command.ts'
import { decisionOptions, readChoices } from '../../../electron/cli/options/decisions.ts'
import { rehearsalCoreCommand } from '../../../electron/cli/commands/rehearsal-core.ts'
import { parseFaults } from '../../../electron/engine/rehearsal/faults/faults.ts'
import { noChoices } from '../../../shared/planning/choices.ts'

/** Those whose help names every value. */
const named = Object.entries(decisionOptions).filter(([, option]) => valuesOf(option).length > 0)
const decisions = named.map(([name]) => name)

test.each(named.flatMap(([name, option]) => valuesOf(option).map((value) => [name, value] as const)))(
  'the help of --%s names %s, and the option takes it',
  (name, value) => {
    const args = parseArguments(['users.csv', `--${name}`, value], migrateCommand.spec)
    expect(args.ok && readChoices(args.value, noChoices).ok).toBe(true)
  },
)

test.each(decisions)('--%s takes nothing else', (name) => {
  const args = parseArguments(['users.csv', `--${name}`, 'something-else'], migrateCommand.spec)
  expect(args.ok && readChoices(args.value, noChoices).ok).toBe(false)
  expect(decisions).toEqual(expect.arrayContaining(['on-existing', 'on-changed', 'on-taken-id', 'unsupported-hash']))
})

test.each(withSubcommands(await commandSpecs()))(
  'every option of $name that takes a value has an example that the command takes',
  (spec) => {
    for (const [name, { type, example }] of Object.entries(spec.options)) {
      if (type === 'boolean') continue
      const [option, value] = (example ?? '').split(/ (.*)/, 2)
      expect(option).toBe(`--${name}`)
      expect(parseArguments([`--${name}`, value ?? ''], spec).ok).toBe(true)
    }
  },
)

test('the faults in the help of the rehearsal core are faults that it takes', () => {
  const [, typed] = /^--faults '(.*)'$/.exec(rehearsalCoreCommand.spec.options.faults.example) ?? []
  const unknown = parseFaults({ failEvery: 10 })
  expect(parseFaults(JSON.parse(typed ?? ''))).toEqual({ ok: true, value: { rules: [{ kind: '500', every: 10 }] } })
  expect(unknown.ok ? '' : unknown.error.message).toContain(typed)
})

test('a mistake names the option, what it takes and the usage, and repeats no value', () => {
  const sentences = [['--core'], ['--json=secret'], ['--core', '--json'], ['--cor', 'x']].map((args) => {
    const parsed = parseArguments(args, migrateCommand.spec)
    return parsed.ok ? 'taken' : parsed.error.message.replace(/ Usage: .*/, '')
  })
  expect(sentences).toEqual([
    '--core needs a value: URL.',
    '--json takes no value.',
    '--core needs a value: URL.',
    'There is no option --cor. Did you mean --core?',
  ])
})
