import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const users = `INSERT INTO mdl_user (id, suspended, email) VALUES (2, 0, 'ann@acme.example'), (3, 0, 'ben@acme.example');
`

test.each(['plugin, name, value, oldvalue', 'module, name, value, created'])(
  'a log of settings with %s does not say that the users who changed them are disabled',
  async (columns) => {
    const log = `INSERT INTO mdl_config_log (id, userid, ${columns}) VALUES (1, 2, 'auth', 'disabled', '1', NULL), (2, 3, 'core', 'enabled', '0', NULL);\n`
    const { json } = await inspect({ 'site.sql': users + log })
    expect(json).toMatchObject({ users: 2, ready: 2, joined: 0 })
  },
)

test('settings of a user still say that the user is disabled', async () => {
  const settings = `INSERT INTO mdl_user_settings (id, userid, name, value) VALUES (1, 2, 'disabled', '1');\n`
  const { json } = await inspect({ 'site.sql': users + settings })
  expect(json).toMatchObject({ users: 2, ready: 1, blocked: { disabled: 1 } })
})

test('the key that opens a thing is no password of a user, unless its row has a user', async () => {
  const keys = `INSERT INTO mdl_enrol (id, courseid, name, password) VALUES (1, 7, 'Self', 'kumquat7'), (2, 8, 'Guest', 'papaya99');\n`
  const { out } = await inspect({ 'site.sql': users + keys })
  expect(out).not.toContain('clear password')
  const owned = await inspect({ 'site.sql': users + keys.replace('courseid', 'userid') })
  expect(owned.out).toMatch(/clear.password|plaintext/)
})
