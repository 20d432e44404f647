import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const mail = (at: number) => `u${at}@acme.example`

test.each([
  ['_id', ['a1', 'a2', 'a2', 'a4'], (id: string): unknown => id],
  ['id', ['1', '2', '2', '4'], Number],
  ['_id.$oid', ['a', 'b', 'b', 'd'], (id: string): unknown => ({ $oid: id.repeat(24) })],
])('two people who share an ID keep it and are told: %s', async (column, ids, write) => {
  const [name = ''] = column.split('.')
  const lines = ids.map((id, at) => JSON.stringify({ [name]: write(id), email: mail(at) }))
  for (const text of [`[${lines.join(',')}]`, lines.join('\n')]) {
    const { json, out } = await inspect({ 'users.json': text })
    const shared = { code: 'same-id-elsewhere', users: 2 }
    expect(json, column).toMatchObject({
      users: 4,
      ready: 4,
      findings: expect.arrayContaining([expect.objectContaining(shared)]),
    })
    expect(out).toMatch(/"column": "[^"]+",\s+"becomes": "source-id"/)
  }
})

test.each([
  ['group_id', ['1', '1', '2', '3']],
  ['id', ['1', '1', '1', '1', '1', '2']],
])('an ID of something else that comes again is none: %s', async (column, ids) => {
  const rows = ids.map((id, at) => `${mail(at)},${id}\n`)
  const { out } = await inspect({ 'users.csv': `email,${column}\n${rows.join('')}` })
  expect(out).not.toContain(`This column may be a key of the users`)
})
