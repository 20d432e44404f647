import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Variables of psql, which a command on a line of its own assigns: `\set`. */

const table = 'CREATE TABLE users (id int, email text, password text, status text);\n'
const row = (values: string) => `INSERT INTO users VALUES (${values});\n`
const hash = madeUpBcrypt(3)

test('a value that a command assigns is that of the rows which use it', async () => {
  const dump = [
    `\\set hash '${hash}'\n\\set domain acme.example\n\\set uid 41\n\\set state 'ban' ned\n`,
    table,
    row(`:uid, 'ann@' || :'domain', :'hash', 'active'`),
    row(`42, 'bob@acme.example', :'hash', :'state'`),
  ].join('')
  const { json, out } = await inspect({ 'users.sql': dump })
  expect(json).toMatchObject({ users: 2, ready: 1, blocked: { disabled: 1 }, hashes: { bcrypt: 2 } })
  expect(out).not.toContain('unread-hashes')
})

test('the latest value counts, and one that is taken back is none', async () => {
  const dump = [
    table,
    `\\set state active\n`,
    row(`1, 'a@acme.example', '${hash}', :'state'`),
    `\\set state banned\n`,
    row(`2, 'b@acme.example', '${hash}', :'state'`),
    `\\unset state\n`,
    row(`3, 'c@acme.example', '${hash}', :'state'`),
  ].join('')
  const { json } = await inspect({ 'users.sql': dump })
  expect(json).toMatchObject({ users: 3, ready: 1, blocked: { disabled: 1, 'unmapped-status': 1 } })
})

test.each([
  ['in a branch', `\\if :isTest\n\\set hash '${madeUpBcrypt(4)}'\n\\endif\n`],
  ['with escapes', `\\set hash '\\x24'\n`],
  ['of another variable', `\\set hash :other\n`],
  ['by a query', `SELECT 'x' AS hash \\gset\n`],
])('a value that only psql knows is none: %s', async (_, command) => {
  const dump = `\\set hash '${hash}'\n${command}${table}${row(`1, 'a@acme.example', :'hash', 'active'`)}`
  const { json } = await inspect({ 'users.sql': dump })
  expect(json).toMatchObject({ users: 1, ready: 0, hashes: { bcrypt: 0 } })
})

test('a hash in a variable that no row uses is told', async () => {
  const dump = `\\set admin_hash '${madeUpBcrypt(4)}'\n${table}${row(`1, 'a@acme.example', '${hash}', 'active'`)}`
  expect((await inspect({ 'users.sql': dump })).out).toContain('unread-hashes')
})
