import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

async function read(column: string, tenantOf: (at: number) => string, args: readonly string[] = []) {
  const some = Array.from({ length: 60 }, (_, at) => at)
  const rows = some.map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},${tenantOf(at)}`)
  const { json } = await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` }, args)
  return json ?? {}
}

test.each(['tenant_id', 'organizationId', 'mandant_id', 'workspace_id'])(
  'users of several tenants are asked about, so that they do not meet in one: %s',
  async (column) => {
    const three = (at: number) => `${(at % 3) + 1}`
    expect(await read(column, three)).toMatchObject({ ready: 0, blocked: { 'tenant-undecided': 60 } })
    expect(await read(column, three, ['--other-tenants', 'default'])).toMatchObject({ ready: 60 })
  },
)

test('also where the file has them one after the other', async () => {
  const sorted = (at: number) => (at < 50 ? '1' : '2')
  expect(await read('tenant_id', sorted)).toMatchObject({ ready: 0, blocked: { 'tenant-undecided': 60 } })
})

test('the only tenant of a file asks nothing, nor does one of some users', async () => {
  expect(await read('tenant_id', () => '7')).toMatchObject({ ready: 60 })
  expect(await read('tenant_id', (at) => (at % 2 === 0 ? '7' : ''))).toMatchObject({ ready: 60 })
})

test('a number of its own for every user, and departments, are no tenants', async () => {
  expect(await read('org_id', (at) => `${900 + at}`)).toMatchObject({ ready: 60 })
  expect(await read('department_id', (at) => `${at % 3}`)).toMatchObject({ ready: 60 })
})
