import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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

describe('tables of settings by the end of their name', () => {
  test.each(['sys_SystemSet', 'site_config', 'wp_options', 'app_preferences', 'sysparams', 'Einstellungen'])(
    '%s holds an administrator beside people, and addresses of the program',
    async (table) => {
      const admin = `INSERT INTO ${table} (id, admin_login, admin_email, password) VALUES (1, 'admin', 'admin@acme.example', '${madeUpBcrypt(1)}');\n`
      const { json } = await inspect({ 'site.sql': users + admin })
      expect(json).toMatchObject({ users: 2, other: { [`table ${table}`]: 1 } })
      const values = `INSERT INTO ${table} (id, name, value) VALUES (1, 'sender', 'shop@acme.example'), (2, 'reply', 'no-reply@acme.example');\n`
      const { out } = await inspect({ 'site.sql': users + values })
      expect(out).not.toContain('emails in value')
    },
  )

  test('a table of adoptions holds none, and one of preferences of users those of users', async () => {
    const adoptions = `INSERT INTO adoptions (id, name, value) VALUES (1, 'cat', 'cleo@acme.example');\n`
    expect((await inspect({ 'site.sql': users + adoptions })).out).toContain('emails in value')
    const own = `INSERT INTO user_preferences (id, userid, name, value) VALUES (1, 2, 'contact', 'cleo@acme.example');\n`
    expect((await inspect({ 'site.sql': users + own })).out).toContain('emails in value')
  })
})
