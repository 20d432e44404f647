import { expect, test } from 'vitest'
import { parseArguments } from '../../../electron/cli/arguments.ts'
import { valuesOf } from '../../../electron/cli/command-spec.ts'
import { runSpec } from '../../../electron/cli/commands/run.ts'
import { readChoices } from '../../../electron/cli/settings-from-arguments.ts'

const decisions = ['on-existing', 'on-changed', 'on-taken-id', 'unsupported-hash'] as const

test.each(decisions.flatMap((name) => valuesOf(runSpec.options[name]).map((value) => [name, value] as const)))(
  'the help of --%s names %s, and the option takes it',
  (name, value) => {
    const args = parseArguments(['users.csv', `--${name}`, value], runSpec)
    expect(args.ok && readChoices(args.value).ok).toBe(true)
  },
)

test.each(decisions)('--%s takes nothing else', (name) => {
  const args = parseArguments(['users.csv', `--${name}`, 'something-else'], runSpec)
  expect(args.ok && readChoices(args.value).ok).toBe(false)
  expect(valuesOf(runSpec.options[name]).length).toBeGreaterThan(1)
})
