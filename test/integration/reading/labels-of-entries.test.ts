import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

test('the name before an entry of YAML is told as such, and no column is made up', async () => {
  const { out } = await inspect({ 'users.yaml': 'ann:\n  email: ann@acme.example\nben:\n  email: ben@acme.example\n' })
  expect(out).toContain('the name before each entry, which the file does not call so')
})

test('a field that is called so is none', async () => {
  const text = '- username: ann\n  email: ann@acme.example\n- username: ben\n  email: ben@acme.example\n'
  expect((await inspect({ 'users.yaml': text })).out).not.toContain('the name before each entry')
})

test('addresses with the scheme of a link are emails', async () => {
  const { json } = await inspect({ 'users.csv': 'id,kontakt\n1,mailto:ann@acme.example\n2,mailto:ben@acme.example\n' })
  expect(json).toMatchObject({ users: 2, ready: 2 })
})

test('a table with a row for each field is refused with a way out', async () => {
  const { code, err } = await inspect({
    'users.csv': 'id,1,2\nemail,ann@acme.example,ben@acme.example\nname,Ann,Ben\n',
  })
  expect(code).toBe(2)
  expect(err).toContain('transpose')
})
