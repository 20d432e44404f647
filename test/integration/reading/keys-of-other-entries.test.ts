import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Rows that belong to an entry that is no user are of no user either: they count as other entries, and wait for no user. */

/** Records by what they became, and the kinds of those that are no users. */
async function sums(files: Readonly<Record<string, string>>): Promise<unknown> {
  const { json } = await inspect(files)
  const { users, joined, unmatched, unreadable, other } = json ?? {}
  return { users, joined, unmatched, unreadable, other }
}

const rowOfOther = 'row of an entry that is no user'
const [ann, robot, gone] = [1, 2, 3].map((n) => `b${n}000000-0000-4000-8000-000000000000`)
const secret = '{"value":"7UTuNZTd2S+nJJq8hDkzk0yYDyIBaC0i3DOtTyqSQ3g=","salt":"kDY5GcSXE1ZGkP4L3CqKlQ=="}'
const credential = (user: string | undefined) =>
  `INSERT INTO credential (id, type, user_id, secret_data, credential_data) VALUES ('c-${user}', 'password', '${user}', '${secret}', '{"hashIterations":27500,"algorithm":"pbkdf2-sha256"}');\n`
const keycloakUsers = `INSERT INTO user_entity (id, email, email_constraint, email_verified, enabled, realm_id, username, service_account_client_link) VALUES
('${ann}', 'ann@acme.example', 'ann@acme.example', true, true, 'acme', 'ann', NULL),
('${robot}', NULL, 'x', false, true, 'acme', 'service-account-api', 'client-1');\n`

test('credentials and roles of a service account wait for no user', async () => {
  const roles = `INSERT INTO user_role_mapping (role_id, user_id) VALUES ('r1', '${ann}'), ('r1', '${robot}');\n`
  expect(await sums({ 'kc.sql': `${keycloakUsers}${credential(ann)}${credential(robot)}${roles}` })).toEqual({
    users: 1,
    joined: 2,
    unmatched: 0,
    unreadable: 0,
    other: { 'service account': 1, [rowOfOther]: 2 },
  })
})

test('the credential of a user who is in no file stays unmatched beside them', async () => {
  const dump = `${keycloakUsers}${credential(ann)}${credential(robot)}${credential(gone)}`
  expect(await sums({ 'kc.sql': dump })).toMatchObject({
    users: 1,
    joined: 1,
    unmatched: 1,
    other: { [rowOfOther]: 1 },
  })
})

test('logins and emails of Discourse itself and of staged users wait for no user', async () => {
  const user = (id: number, name: string, staged: string) =>
    `INSERT INTO users (id, username, username_lower, trust_level, active, approved, staged, admin, moderator, suspended_till) VALUES (${id}, '${name}', '${name}', 1, true, true, ${staged}, false, false, NULL);\n`
  const email = (id: number, address: string) =>
    `INSERT INTO user_emails (id, user_id, email, normalized_email, "primary") VALUES (${id + 10}, ${id}, '${address}', '${address}', true);\n`
  const dump = `${user(-1, 'system', 'false')}${user(1, 'ann', 'false')}${user(2, 'ben', 'true')}${email(-1, 'no_email')}${email(1, 'ann@acme.example')}${email(2, 'ben@acme.example')}`
  expect(await sums({ 'discourse.sql': dump })).toMatchObject({
    users: 1,
    joined: 1,
    unmatched: 0,
    unreadable: 0,
    other: { 'system account': 1, 'user who never signed up': 1, [rowOfOther]: 2 },
  })
})

test('the logins of a bot of Zulip in another file wait for no user, whatever the order of the files', async () => {
  const users = `id,password,last_login,is_superuser,email,delivery_email,is_bot,bot_type,is_active,date_joined,full_name
5,,2024-01-01,f,ann@acme.example,ann@acme.example,f,,t,2024-01-01,Ann
6,,2024-01-01,f,bot@acme.example,bot@acme.example,t,1,t,2024-01-01,Bot
`
  const logins = `id,provider,uid,user_id,extra_data
1,google-oauth2,103547991597142000001,5,{}
2,google-oauth2,103547991597142000002,6,{}
`
  const wanted = { users: 1, joined: 1, unmatched: 0, unreadable: 0, other: { bot: 1, [rowOfOther]: 1 } }
  expect(await sums({ 'users.csv': users, 'logins.csv': logins })).toEqual(wanted)
  expect(await sums({ 'logins.csv': logins, 'users.csv': users })).toEqual(wanted)
})

test('a translation of a user, which has the ID of the user, takes no part away', async () => {
  const users = `uid,langcode,default_langcode,name,pass,mail,status,created,access,login,init
7,en,1,ann,$S$E1111111111111111111111111111111111111111111111111111,ann@acme.example,1,1600000000,0,0,ann@acme.example
7,de,0,ann,$S$E1111111111111111111111111111111111111111111111111111,ann@acme.example,1,1600000000,0,0,ann@acme.example
`
  expect(await sums({ 'users.csv': users })).toMatchObject({
    users: 1,
    unreadable: 0,
    other: { 'translation of a user': 1 },
  })
})

test('the account of visitors and bots have a count of their own, and their hashes stand in no record that cannot be read', async () => {
  const guest = `INSERT INTO mdl_user (id, auth, confirmed, deleted, suspended, mnethostid, username, password, email) VALUES
(1, 'manual', 1, 0, 0, 1, 'guest', '${madeUpBcrypt(1)}', 'root@localhost'),
(2, 'manual', 1, 0, 0, 1, 'ann', '${madeUpBcrypt(2)}', 'ann@acme.example');\n`
  const bots = `INSERT INTO phpbb_users (user_id, user_type, group_id, username, username_clean, user_password, user_email) VALUES
(1, 2, 1, 'Anonymous', 'anonymous', '', ''),
(2, 3, 5, 'ann', 'ann', '${madeUpBcrypt(3)}', 'ann@acme.example');\n`
  for (const [dump, kind] of [
    [guest, 'account of visitors'],
    [bots, 'account of visitors or a search engine'],
  ] as const) {
    const { json } = await inspect({ 'dump.sql': dump })
    const { out } = await cli(['inspect', 'dump.sql'], { cwd: folderOf({ 'dump.sql': dump }) })
    expect(json).toMatchObject({ records: 2, users: 1, unreadable: 0, other: { [kind]: 1 } })
    expect(out).toContain(`not users: ${kind} 1`)
    expect(out).not.toMatch(/could not be read|cannot be read|of them unreadable/i)
  }
})
