import { expect, it } from 'vitest'
import { collect, inPieces } from './support.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { findLayout } from '../../../../electron/engine/reading/find-layout.ts'

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
