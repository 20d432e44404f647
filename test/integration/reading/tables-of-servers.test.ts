import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const monitored = `CREATE TABLE users (userid int, alias varchar(100), name varchar(100), surname varchar(100), passwd char(32), PRIMARY KEY (userid));
INSERT INTO users VALUES (1, 'Admin', 'Ann', 'Ro', '${md5('ann')}'), (2, 'ben', 'Ben', 'Ek', '${md5('ben')}');
`

test.each([
  [
    'that sends by mail, chat and text',
    `CREATE TABLE channel_type (typeid int, description varchar(100), smtp_server varchar(255), smtp_helo varchar(255), gsm_modem varchar(255), username varchar(255), passwd varchar(255), PRIMARY KEY (typeid));
     INSERT INTO channel_type VALUES (1, 'Email', 'mail.example.com', 'example.com', '', '', ''), (2, 'Chat', '', '', '', 'chat@example.com', 'kumquat7'), (3, 'SMS', '', '', '/dev/tty0', '', '');`,
  ],
  [
    'that is reached by host and port',
    "INSERT INTO outgoing (id, host, port, email, password) VALUES (1, 'mail.example.com', 25, 'post@example.com', 'kumquat7');",
  ],
  [
    'without a word for servers',
    "INSERT INTO sender (id, email, password, footer) VALUES (1, 'post@example.com', 'kumquat7', 'Bye'), (2, 'shop@example.com', 'papaya99', 'Bye');",
  ],
])('users with hashes are read, and not the login of a service %s', async (_, service) => {
  const { json, out } = await inspect({ 'all.sql': monitored + service })
  expect(json).toMatchObject({ users: 2, hashes: { unsupported: { md5: 2 } } })
  expect(out).not.toContain('kumquat7')
})

test('a table of servers alone holds no users, and one of people does', async () => {
  const servers =
    "INSERT INTO outgoing (id, smtp_host, smtp_port, email, password) VALUES (1, 'mail.example.com', 25, 'post@example.com', 'kumquat7');"
  const read = (dump: string) => cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': dump }) })
  const { code, err } = await read(servers)
  expect(code).toBe(2)
  expect(err).toContain('No table of this dump looks like users.')
  expect(err).not.toContain('kumquat7')
  expect((await inspect({ 'all.sql': servers.replace('outgoing', 'users') })).json).toMatchObject({ users: 1 })
})
