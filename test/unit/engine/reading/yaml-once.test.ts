import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { collect, fileWith, inPieces, valuesOf } from './support.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { findLayout } from '../../../../electron/engine/reading/find-layout.ts'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { readYaml } from '../../../../electron/engine/reading/yaml/yaml-file.ts'

it.each([
  ['a list', '- id: 1\n  email: a@acme.example\n- id: 2\n  email: b@acme.example\n', 2],
  ['two lists', 'users:\n- {id: 1, email: a@acme.example}\nteams:\n- {id: 1, name: a}\n', 2],
  ['users by paths', `accounts.ann.name: Ann\naccounts.ann.password: ${madeUpBcrypt(1)}\n`, 1],
])('YAML is read once to find its layout, its first records and its content: %s', async (_, text, records) => {
  const bytes = Buffer.from(text)
  let times = 0
  const content = () => {
    times += 1
    return inPieces(bytes, [bytes.length])
  }
  const layout = await findLayout({ bytes, whole: true, broken: null }, content, {})
  expect(layout?.parsed?.whole).toBeTypeOf('object')
  expect(layout?.parsed === undefined ? [] : await collect(layout.parsed.first)).toHaveLength(records)
  expect(times).toBe(1)
})

it('a text is parsed once, however often its records are read, and another one anew', async () => {
  const read = (text: string) => inPieces(Buffer.from(text), [100])
  const text = '- id: 1\n  email: a@acme.example\n- id: 2\n  email: "b@acme.example\n- id: 3\n  email: c@acme.example\n'
  const file = await readYaml(read(text))
  expect(await readYaml(read(text), file)).toBe(file)
  expect(await readYaml(read(`\uFEFF${text}`), file)).not.toBe(file)
  expect(await readYaml(read(`${text}- id: 4\n`), file)).not.toBe(file)
})

it('YAML that changed after it was opened is read as it is now', async () => {
  const path = fileWith('- id: 1\n  email: a@acme.example\n- id: 2\n  email: b@acme.example\n')
  const opened = await openExport(path)
  writeFileSync(path, '- id: 1\n  email: a@acme.example\n- id: 3\n  email: c@acme.example\n')
  expect(valuesOf(opened.ok ? await collect(opened.value.batches()) : [])).toEqual([
    { id: '1', email: 'a@acme.example' },
    { id: '3', email: 'c@acme.example' },
  ])
})
