import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { engineOf } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Rows that name users by the IDs that these had in an earlier system, while each is also the ID of another user now. */

const numbers = Array.from({ length: 12 }, (_, at) => at + 1)
const old = (n: number) => 13 - n
const csv = (header: string, row: (n: number) => string) => `${header}\n${numbers.map((n) => `${row(n)}\n`).join('')}`
const users = csv('id,legacy_id,email', (n) => `${n},${old(n)},ann${n}@acme.example`)
const hash = madeUpBcrypt

/** The source IDs of users blocked by a list. */
async function banned(list: string) {
  const engine = await engineOf({ 'users.csv': users, 'list.csv': list })
  must(await engine.ask('document:state', {}))
  return engine.users().flatMap(({ sourceId, state }) => (state === 'blocked' ? [sourceId] : []))
}

describe('belong to the user with that earlier ID', () => {
  test.each(['legacy_user_id', 'legacy_id', 'old_user_id', 'LegacyUserId'])('a ban by %s', async (column) => {
    const list = csv(`${column},status`, (n) => `${old(n)},${n === 3 ? 'banned' : 'active'}`)
    expect(await banned(list)).toEqual(['3'])
  })

  test.each(['legacy_user_id', 'legacy_id', 'old_user_id'])('a password by %s', async (column) => {
    const list = csv(`${column},password_hash`, (n) => `${old(n)},${n === 3 ? 'PBKDF2 of somebody' : hash(n)}`)
    const { json } = await inspect({ 'users.csv': users, 'hashes.csv': list })
    expect(json).toMatchObject({ users: 12, joined: 12, hashes: { bcrypt: 11 } })
    expect(await banned(list)).toEqual(['3'])
  })
})

test('nobody gets the password of another where some of the earlier IDs are unknown', async () => {
  const some = users.replaceAll(/^(\d+),\d+,/gm, (line, id: string) => (Number(id) > 6 ? `${id},,` : line))
  const { json } = await inspect({
    'users.csv': some,
    'hashes.csv': csv('legacy_user_id,password_hash', (n) => `${old(n)},${hash(n)}`),
  })
  expect(json).toMatchObject({ joined: 0, loginMethods: { emailPassword: 0 } })
})

test('another file that is added later changes nothing', async () => {
  const list = csv('legacy_user_id,status', (n) => `${old(n)},${n === 3 ? 'banned' : 'active'}`)
  const engine = await engineOf({ 'users.csv': users, 'list.csv': list, 'more.csv': 'id,email\n77,eve@acme.example\n' })
  const [first = { id: 0 }] = engine.view.files.filter(({ name }) => name === 'more.csv')
  must(await engine.ask('export:remove', { fileId: first.id }))
  await engine.settled()
  expect(engine.users().flatMap(({ sourceId, state }) => (state === 'blocked' ? [sourceId] : []))).toEqual(['3'])
})

test.each([
  ['an ID under a plain name', 'user_id'],
  ['an ID of the number of an employee', 'employee_id'],
])('%s is that of the user as before', async (_, column) => {
  const { json } = await inspect({
    'users.csv': users,
    'hashes.csv': csv(`${column},password_hash`, (n) => `${n},${hash(n)}`),
  })
  expect(json).toMatchObject({ joined: 12, hashes: { bcrypt: 12 } })
})

describe('of IDs that some users have now and others had earlier', () => {
  const overlapping = csv('id,legacy_id,email', (n) => `${n},${n + 4},ann${n}@acme.example`)
  const list = (ids: readonly number[]) => `user_id,password_hash\n${ids.map((n) => `${n},${hash(n)}\n`).join('')}`

  test.each([
    ['a few', [5, 6, 15]],
    ['all earlier ones', numbers.map((n) => n + 4)],
  ])('none is joined before the operator decides: %s', async (_, ids) => {
    const { json, out } = await inspect({ 'users.csv': overlapping, 'hashes.csv': list(ids) })
    expect(json, out).toMatchObject({ joined: 0, blocked: { 'same-id-in-files': expect.any(Number) } })
    expect(out).not.toContain('another key of theirs')
  })

  test('those are joined that are IDs of users as they are now', async () => {
    const { json, out } = await inspect({ 'users.csv': overlapping, 'hashes.csv': list(numbers) })
    expect(json, out).toMatchObject({ users: 12, joined: 12, ready: 12 })
  })
})

describe('a mere ID beside users with an old and a new one', () => {
  const pairs = (of: (n: number) => number) => csv('old_id,new_id,email', (n) => `${n},${of(n)},ann${n}@acme.example`)
  const hashes = (of: (n: number) => number) => csv('id,password_hash', (n) => `${of(n)},${hash(n)}`)
  const whole = { users: 12, joined: 12, loginMethods: { emailPassword: 12 } }

  test('is the one that has its values', async () => {
    const apart = pairs((n) => 100 + n)
    for (const list of [hashes((n) => n), hashes((n) => 100 + n)])
      expect((await inspect({ 'users.csv': apart, 'hashes.csv': list })).json).toMatchObject(whole)
    // Some of the old IDs are new ones as well, and the others are not.
    const shifted = pairs((n) => n + 4)
    expect((await inspect({ 'users.csv': shifted, 'hashes.csv': hashes((n) => n) })).json).toMatchObject(whole)
  })

  test('is asked about where both have its values', async () => {
    const files = { 'users.csv': pairs(old), 'hashes.csv': hashes((n) => n) }
    const { json, out } = await inspect(files)
    expect(json, out).toMatchObject({ joined: 0, ready: 0 })
    expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 24 }))
    const joined = await inspect(files, ['--decide', 'same-id-in-files=join'])
    expect(joined.json).toMatchObject(whole)
  })
})
