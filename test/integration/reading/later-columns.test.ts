import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = Array.from({ length: 120 }, (_, at) => at)
const columnsOf = (json: Readonly<Record<string, unknown>> | null) => JSON.stringify(json?.['files'])

describe('columns that only later records have are shown with what they become', () => {
  test('of a known format', async () => {
    const users = some.map((at) => ({
      localId: `u${at}`,
      createdAt: '1700000000000',
      lastSignedInAt: '1700000000000',
      ...(at < 90 ? {} : { email: `user${at}@acme.example`, passwordHash: 'c29tZQ==', salt: 'c2FsdA==' }),
    }))
    const { json } = await inspect({ 'users.json': JSON.stringify({ users }) })
    for (const name of ['email', 'passwordHash', 'salt']) expect(columnsOf(json)).toContain(`"column":"${name}"`)
  })

  test.each(['json', 'ndjson'])('of a list of the operator’s own in %s', async (form) => {
    const users = some.map((at) => ({
      id: at + 1,
      email: `user${at}@acme.example`,
      password: madeUpBcrypt(at),
      ...(at === 99 ? { twoFactorKey: 'JBSWY3DPEHPK3PXP' } : {}),
    }))
    const text = form === 'json' ? JSON.stringify(users) : users.map((user) => JSON.stringify(user)).join('\n')
    const { json } = await inspect({ [`users.${form}`]: text })
    expect(columnsOf(json)).toContain('twoFactorKey')
  })
})

test('of a file with thousands of names, not every record is shown', async () => {
  const users = some.map((at) => ({ id: at + 1, email: `user${at}@acme.example`, [`field${at}`]: 'x' }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(columnsOf(json)).toContain('field60')
  expect(columnsOf(json)).not.toContain('field110')
})
