import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* The IDs of documents of MongoDB, in the forms of its extended JSON. */

const uuid = (at: number) => `7f3c2a10-1111-4222-8333-00000000000${at}`
const base64Of = (at: number) => Buffer.from(uuid(at).replaceAll('-', ''), 'hex').toString('base64')
const users = (ids: readonly unknown[]) => JSON.stringify(ids.map((_id, at) => ({ _id, email: `u${at}@acme.example` })))

test.each([
  ['$uuid', [1, 2, 3].map((at) => ({ $uuid: uuid(at) }))],
  ['$binary', [1, 2, 3].map((at) => ({ $binary: { base64: base64Of(at), subType: '04' } }))],
  ['$binary of old versions', [1, 2, 3].map((at) => ({ $binary: base64Of(at), $type: '04' }))],
])('a UUID is the ID of its user, as other files have it: %s', async (_, ids) => {
  const { json, out } = await inspect({
    'users.json': users(ids),
    'hashes.csv': `user_id,password\n${[1, 2, 3].map((at) => `${uuid(at)},${madeUpBcrypt(at)}`).join('\n')}\n`,
  })
  expect(json, out).toMatchObject({ users: 3, joined: 3, ready: 3, loginMethods: { emailPassword: 3 } })
})

test('documents with IDs in several forms have each their own', async () => {
  const ids = [
    '64b7f0c2a1b2c3d4e5f60718',
    { $oid: '64b7f0c2a1b2c3d4e5f60719' },
    42,
    { $oid: '64b7f0c2a1b2c3d4e5f60720' },
  ]
  const { json, out } = await inspect({ 'users.json': users(ids) })
  expect(json, out).toMatchObject({
    users: 4,
    ready: 4,
    findings: expect.arrayContaining([expect.objectContaining({ code: 'new-id', users: 4 })]),
  })
  expect(out).not.toContain('records have one')
})

test.each([
  ['an ID that comes again', [{ $oid: '64b7f0c2a1b2c3d4e5f60719' }, '64b7f0c2a1b2c3d4e5f60719', 'x']],
  ['a document without one', [{ $oid: '64b7f0c2a1b2c3d4e5f60719' }, 'a1', null]],
])('no ID is taken where there is %s', async (_, ids) => {
  const { json } = await inspect({ 'users.json': users(ids) })
  expect(JSON.stringify(json?.['findings'])).not.toContain('"new-id"')
})
