import { expect, it, vi } from 'vitest'
import { collect, openWith } from './support.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'

const parsed = vi.hoisted(() => ({ texts: 0 }))
vi.mock(import('../../../../electron/engine/reading/yaml/parse-yaml.ts'), async (original) => {
  const parser = await original()
  const parseYaml: typeof parser.parseYaml = (text) => {
    parsed.texts += 1
    return parser.parseYaml(text)
  }
  return { ...parser, parseYaml }
})

it.each([
  ['a list', '- id: 1\n  email: a@acme.example\n- id: 2\n  email: b@acme.example\n', 2],
  ['two lists', 'users:\n- {id: 1, email: a@acme.example}\nteams:\n- {id: 1, name: a}\n', 2],
  ['users by paths', `accounts.ann.name: Ann\naccounts.ann.password: ${madeUpBcrypt(1)}\n`, 1],
])('YAML is parsed once to open it and once to read it: %s', async (_, text, records) => {
  parsed.texts = 0
  const opened = await openWith(text)
  expect(parsed.texts).toBe(1)
  expect(await collect(opened.batches())).toHaveLength(records)
  expect(parsed.texts).toBe(2)
})
