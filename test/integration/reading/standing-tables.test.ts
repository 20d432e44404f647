import { describe, expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const users = `INSERT INTO users (id, email, password) VALUES
  (1, 'ann@acme.example', '${madeUpBcrypt(1)}'), (2, 'ben@acme.example', '${madeUpBcrypt(2)}');
`
const wordpress = `INSERT INTO wp_users (ID, user_login, user_pass, user_nicename, user_email, user_registered, user_status) VALUES
  (1, 'ann', '${madeUpBcrypt(1)}', 'ann', 'ann@acme.example', '2020-01-01', 0),
  (2, 'ben', '${madeUpBcrypt(2)}', 'ben', 'ben@acme.example', '2020-01-01', 0);
`
const meta = (...pairs: readonly string[]) =>
  `${wordpress}INSERT INTO wp_usermeta (umeta_id, user_id, meta_key, meta_value) VALUES (1, 1, 'nickname', 'ann'), ${pairs.map((pair, at) => `(${at + 2}, 2, ${pair})`).join(', ')};\n`

async function inspected(dump: string) {
  const { json } = await inspect({ 'all.sql': dump })
  const files = json?.['files'] as readonly { unreadTables: unknown }[]
  return { ready: json?.['ready'], blocked: json?.['blocked'], unreadTables: files[0]?.unreadTables }
}

async function isSaidIn(dump: string): Promise<boolean> {
  const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': dump }) })
  return out.includes('who is disabled may be said in')
}

const oneIsDisabled = { ready: 1, blocked: { disabled: 1 }, unreadTables: [] }
const allAreReady = { ready: 2, blocked: {}, unreadTables: [] }

test.each([
  ['user_settings', 'owner_id', 'is_active', ['1', '0']],
  ['account_flags', 'owner', 'banned', ["'no'", "'yes'"]],
])('a table called after users keeps out those that it names as owners: %s', async (table, owner, flag, [yes, no]) => {
  const flags = `INSERT INTO ${table} (id, ${owner}, ${flag}) VALUES (1, 2, ${yes}), (2, 1, ${no});`
  expect(await inspected(users + flags)).toEqual(oneIsDisabled)
})

test.each([
  ['user_status', 'user_id', 'status', ["'active'", "'banned'"]],
  ['account_states', 'account_id', 'is_active', ['1', '0']],
])(
  'a dump with nothing but the states of users in another file keeps these out: %s',
  async (table, owner, flag, [yes, no]) => {
    const flags = `INSERT INTO ${table} (id, ${owner}, ${flag}) VALUES (1, 2, ${yes}), (2, 1, ${no});`
    for (const files of [
      { 'a.sql': users, 'b.sql': flags },
      { 'a.sql': flags, 'b.sql': users },
    ])
      expect((await inspect(files)).json).toMatchObject({ ready: 1, blocked: { disabled: 1 } })
  },
)

test.each([
  ['bannissements', 'appartient_a'],
  ['banimentos', 'dono'],
  ['baneos', 'propietario'],
  ['sospensioni', 'titolare'],
  ['schorsingen', 'eigenaar'],
  ['kontosperren', 'gehoert_zu'],
  ['suspensions', 'belongs_to'],
  ['bans', 'owner'],
])('a list of bans keeps out those that it names as owners in any language: %s of %s', async (table, owner) => {
  const bans = `INSERT INTO ${table} (id, ${owner}) VALUES (1, 2);`
  expect(await inspected(users + bans)).toEqual(oneIsDisabled)
})

test.each([
  ['stati', 'id, titolare, stato', ["'attivo'", "'bloccato'"]],
  ['kontostatus', 'id, kunde_nr, status', ["'aktiv'", "'gesperrt'"]],
  ['user_status', 'id, usr, state', ["'active'", "'banned'"]],
])('a table of states keeps out those that it names: %s', async (table, columns, [yes, no]) => {
  const states = `INSERT INTO ${table} (${columns}) VALUES (1, 2, ${yes}), (2, 1, ${no});`
  expect(await inspected(users + states)).toEqual(oneIsDisabled)
})

describe('bans in a dump that name their users', () => {
  const bans = (table: string, columns: string, row: string) =>
    `${users}INSERT INTO ${table} (${columns}) VALUES (${row});\n`

  test.each([
    ['bans', 'id, email_address, reason', "7, 'Ben@acme.example', 'spam'"],
    ['sperren', 'mailadresse, grund, gesperrt_von', "'ben@acme.example', 'Spam', 1"],
    ['blokir', 'surel, alasan', "'ben@acme.example', 'spam'"],
    ['lista_negra', 'usuario_id', '2'],
    ['daftar_hitam', 'user_id, alasan', "2, 'spam'"],
  ])('by address or ID keep them out: %s (%s)', async (table, columns, row) => {
    expect(await inspected(bans(table, columns, row))).toEqual(oneIsDisabled)
  })

  test('by the address of another person keep none of them out and are asked about, as by a name', async () => {
    const ofOther = await inspected(bans('bans', 'email, reason', "'eve@acme.example', 'spam'"))
    expect(ofOther).toMatchObject({ ready: 2, blocked: {}, unreadTables: [{ table: 'bans' }] })
    const moderator = bans('bans', 'user_id, banned_by_email', "2, 'ann@acme.example'")
    expect(await inspected(moderator)).toEqual(oneIsDisabled)
    const { unreadTables } = await inspected(bans('bannissements', 'pseudo, motif', "'ben', 'spam'"))
    expect(unreadTables).toMatchObject([{ table: 'bannissements' }])
  })

  test('are no lists of colours', async () => {
    expect(await inspected(bans('listas', 'email, negra', "'ben@acme.example', 1"))).toEqual(allAreReady)
  })
})

test('a state of a student is that of the student, in a dump of students', async () => {
  const states = "INSERT INTO student_status (id, student, status) VALUES (1, 2, 'active'), (2, 1, 'banned');"
  expect(await inspected(users.replace('users', 'students') + states)).toEqual(oneIsDisabled)
})

test('a table of punishments that does not say of what kind they are is asked about', async () => {
  const punished = "INSERT INTO punishments (id, user_id, since, until) VALUES (1, 2, '2024-01-01', NULL);"
  expect((await inspected(users + punished)).unreadTables).toMatchObject([{ table: 'punishments' }])
  const ended = "INSERT INTO punishments (id, user_id, since, until) VALUES (1, 2, '2019-01-01', '2020-01-01');"
  expect(await inspected(users + ended)).toEqual(allAreReady)
})

test('a dump of orders beside the users is none of these', async () => {
  const orders = 'INSERT INTO orders (id, user_id, status) VALUES (1, 2, 1), (2, 1, 0);'
  expect((await inspect({ 'a.sql': users, 'b.sql': orders })).json).toMatchObject({ ready: 2, blocked: {} })
})

describe('attributes of a shop', () => {
  const shop = (table: string) =>
    `INSERT INTO shop_eav_attribute (attribute_id, entity_type_id, attribute_code, backend_type) VALUES (42, 3, 'is_active', 'int');
     INSERT INTO shop_customer_entity (entity_id, entity_type_id, email, password_hash) VALUES
       (1, 1, 'ann@acme.example', '${madeUpBcrypt(1)}'), (2, 1, 'ben@acme.example', '${madeUpBcrypt(2)}');
     INSERT INTO ${table} (value_id, entity_type_id, attribute_id, entity_id, value) VALUES (1, 3, 42, 1, 1), (2, 3, 42, 2, 0);`

  test('keep customers out', async () => {
    expect(await inspected(shop('shop_customer_entity_int'))).toMatchObject({ ready: 1 })
  })

  test.each(['shop_catalog_category_entity_int', 'shop_catalog_product_entity_int'])(
    'say nothing of customers where they are of other things: %s',
    async (table) => {
      expect(await inspected(shop(table))).toMatchObject({ ready: 2, blocked: {} })
    },
  )
})

describe('who is kept out by another table of a dump', () => {
  test.each([
    ['a setting of a plugin', meta("'ja_disable_user', '1'")],
    ['a setting that says inactive', meta("'account_status', 'inactive'")],
    ['a setting of a plugin that approves users', meta("'pw_user_status', 'denied'")],
    ['a role', meta(`'wp_capabilities', 'a:1:{s:7:"blocked";b:1;}'`)],
    ['a list of bans', `${users}INSERT INTO bans (id, user_id, banned_by, reason) VALUES (1, 2, 1, 'spam');`],
    [
      'a list with times',
      `${users}INSERT INTO x_banlist (ban_id, ban_userid, ban_end) VALUES (1, 2, 0), (2, 1, 1600000000);`,
    ],
    ['a list by a name grown together', `${users}INSERT INTO userban (userid, liftdate) VALUES (2, 0);`],
    [
      'a list whose columns have a prefix',
      `${users}INSERT INTO bans (sb_id, sb_user, sb_by, sb_end) VALUES (1, 2, 1, 0);`,
    ],
    [
      'users blocked as MediaWiki does',
      `${users}INSERT INTO ipblocks (ipb_id, ipb_address, ipb_user, ipb_by_actor, ipb_expiry) VALUES (1, 'Ben', 2, 1, 'infinity'), (2, '192.0.2.1', 0, 1, 'infinity'), (3, 'Ann', 1, 1, '20200101000000');`,
    ],
    [
      'a list with the beginning that all tables have',
      `${users.replaceAll('INTO users', 'INTO my_forum_users')}INSERT INTO my_forum_banlist (ban_id, ban_userid, ban_ip, ban_end) VALUES (1, 2, '', 0);`,
    ],
    [
      'users of a product that shares its entry with others',
      `INSERT INTO user (user_id, user_name, user_password, user_email, user_token, user_email_authenticated) VALUES
        (1, 'Ann', '${madeUpBcrypt(1)}', 'ann@acme.example', 'c1', '20240101000000'), (2, 'Ben', '${madeUpBcrypt(2)}', 'ben@acme.example', 'c2', '20240101000000');
        INSERT INTO block_target (bt_id, bt_user, bt_count) VALUES (1, 2, 1);`,
    ],
    ['accounts by another name', `${users}INSERT INTO suspended_accounts (account, since) VALUES (2, '2024-01-01');`],
    [
      'accounts at one site of several',
      `${users}INSERT INTO site_users (site_id, user_id, blocked) VALUES (1, 2, 1), (1, 1, 0);`,
    ],
    [
      'accounts at one app of several',
      `${users}INSERT INTO app_users (app_id, user_id, blocked) VALUES (1, 2, 1), (1, 1, 0);`,
    ],
    ['profiles with a status', `${users}INSERT INTO user_profiles (user_id, is_active) VALUES (1, 1), (2, 0);`],
    ['a role in a table of roles', `${users}INSERT INTO role_user (user_id, role) VALUES (1, 'admin'), (2, 'banned');`],
    [
      'a role that a table of roles names',
      `${users}INSERT INTO roles (id, name) VALUES (1, 'member'), (7, 'ROLE_BANNED'); INSERT INTO user_roles (user_id, role_id) VALUES (1, 1), (2, 7);`,
    ],
    [
      'a role of their own that a table of roles names',
      `${users.replaceAll("', '", "', 1, '").replace("example', 1", "example', 2").replace('email,', 'email, usergroupid,')}INSERT INTO usergroup (usergroupid, title) VALUES (1, 'Banned Users'), (2, 'Mitglied');`,
    ],
    [
      'a state that a table of statuses names',
      `${users}INSERT INTO statuses (id, name) VALUES (1, 'Active'), (3, 'Deleted'); INSERT INTO user_details (user_id, status_id) VALUES (1, 1), (2, 3);`,
    ],
    [
      'a group of members that a table of groups names',
      `INSERT INTO x_core_groups (g_id, g_name) VALUES (3, 'Members'), (5, 'Banned');INSERT INTO x_core_members (member_id, email, password, member_group_id) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}', 3), (2, 'ben@acme.example', '${madeUpBcrypt(2)}', 5);`,
    ],
    [
      'a role whose ID has a name of its own in both tables',
      `${users}INSERT INTO role (rid, name, weight) VALUES (2, 'authenticated user', 1), (5, 'blocked member', 3);INSERT INTO users_roles (uid, rid) VALUES (1, 2), (2, 5);`,
    ],
    ['a German setting', meta("'konto_gesperrt', 'ja'")],
    ['a Polish setting whose no disables', meta("'aktywny', 'nie'")],
    ['a Spanish status', meta("'estado', 'suspendido'")],
    ['a Russian status', meta("'статус', 'заблокирован'")],
    ['a setting with the time of the ban', meta("'banned_at', '2024-01-01 10:00:00'")],
    ['a setting with a time that is not over', meta("'banned_until', '2999-01-01 10:00:00'")],
    ['a Polish list', `${users}INSERT INTO zablokowani (uzytkownik_id, powod) VALUES (2, 'spam');`],
    ['a German list', `${users}INSERT INTO gesperrte_benutzer (benutzer_id, seit) VALUES (2, '2024-01-01');`],
    ['another Polish list', `${users}INSERT INTO zbanowani (id, uzytkownik_id) VALUES (1, 2);`],
    ['a suspension in Polish', meta("'status', 'zawieszony'")],
    [
      'a list of sanctions',
      `${users}INSERT INTO sanctions (id, user_id, type, expires_at) VALUES (1, 1, 'warning', NULL), (2, 2, 'ban', '2999-01-01');`,
    ],
    [
      'a flag with a value',
      `${users}INSERT INTO user_flags (user_id, flag, value) VALUES (1, 'beta', 1), (2, 'suspended', 1);`,
    ],
    ['a flag alone', `${users}INSERT INTO user_flags (user_id, flag) VALUES (1, 'beta'), (2, 'suspended');`],
    [
      'a ban with its target and its moderator',
      `${users}INSERT INTO bans (id, target_user_id, moderator_id) VALUES (1, 2, 1);`,
    ],
    [
      'a list with the groups that its users had before',
      `${users}INSERT INTO x_banned (uid, gid, oldgroup, oldtitle, admin, dateline, bantime, lifted, reason) VALUES (2, 7, 2, '', 1, 1700000000, '---', 0, 'spam');`,
    ],
    [
      'a list with addresses of machines and what else is kept out',
      `${users}INSERT INTO blocks (b_id, b_user, b_ip, b_expiry, b_reason, b_auto, b_mail, b_talk, b_site) VALUES (1, 2, '', 'infinity', 'spam', 0, 1, 1, 1);`,
    ],
    ['a Portuguese list', `${users}INSERT INTO usuarios_bloqueados (id_usuario, motivo) VALUES (2, 'spam');`],
    ['a Japanese list', `${users}INSERT INTO 退会者 (ユーザーid) VALUES (2);`],
    ['German profiles', `${users}INSERT INTO benutzer_profil (benutzer_id, aktiv) VALUES (1, 'ja'), (2, 'nein');`],
    [
      'members in Indonesian',
      `${users}INSERT INTO anggota (id, user_id, nama, status_keanggotaan) VALUES (1, 1, 'Ann', 'aktif'), (2, 2, 'Ben', 'suspended');`,
    ],
    ['a role in Italian', `${users}INSERT INTO ruoli_utente (user_id, role) VALUES (1, 'admin'), (2, 'sospeso');`],
  ])('is disabled: %s', async (_, dump) => {
    expect(await inspected(dump)).toEqual(oneIsDisabled)
  })

  test.each([
    ['other settings', meta("'ja_disable_user', '0'", "'disable_comments', 'true'", "'tgmpa_dismissed_notice', '1'")],
    [
      'orders and articles that are off',
      `${users}INSERT INTO status (id, name) VALUES (1, 'New'), (3, 'Deleted'), (4, 'Blocked');INSERT INTO orders (id, user_id, status_id) VALUES (1, 2, 3);INSERT INTO articles (id, user_id, status_id) VALUES (1, 2, 4), (2, 1, 1);`,
    ],
    ['users who do not want to see others', `${users}INSERT INTO blocks (blocker_id, blocked_user_id) VALUES (1, 2);`],
    [
      'blocks of pages with an author',
      `${users.replace('INTO users', 'INTO x_common_member')}INSERT INTO x_common_block (bid, blockclass, name, title, summary, uid, username, styleid, picwidth, script, shownum, cachetime, dateline) VALUES (1, 'list', '', '', '', 2, 'ben', 0, 300, 'list', 10, 3600, 0);`,
    ],
    [
      'blocks of a chain with who found them',
      `${users}INSERT INTO blocks (height, hash, previous, nonce, difficulty, user_id, created_at) VALUES (1, 'ab', 'cd', 7, 3, 2, '2024-01-01');`,
    ],
    [
      'users who do not want to see others, by one ID',
      `${users}INSERT INTO user_blocks (id, user_id, blocked_id, created_at) VALUES (1, 1, 2, '2024-01-01');`,
    ],
    [
      'pages that a user has locked while writing',
      `${users.replace('INTO users', 'INTO x_members')}INSERT INTO x_lock (page, revision, title, language, uid, at) VALUES ('home', 3, 'Home', 'en', 2, 1700000000);`,
    ],
    ['addresses of machines', `${users}INSERT INTO blocked_ips (ip, reason) VALUES ('10.0.0.1', 'spam');`],
    [
      'bans that are over',
      `${users}INSERT INTO bans (user_id, expires_at, lifted) VALUES (1, '2020-01-01', NULL), (2, NULL, 1);`,
    ],
    [
      'bans in German that are over',
      `${users}INSERT INTO bans (user_id, grund, bis) VALUES (2, 'Spam', '2020-01-01');`,
    ],
    [
      'bans in Portuguese that are over',
      `${users}INSERT INTO bans (user_id, motivo, fim) VALUES (2, 'Spam', '2020-01-01');`,
    ],
    [
      'what else has a status',
      `${users}INSERT INTO subscriptions (user_id, status, active) VALUES (2, 'suspended', 0);`,
    ],
    [
      'roles by the addresses of users',
      `INSERT INTO authorities (username, authority) VALUES ('Ann@acme.example', 'ADMIN');${users}`,
    ],
    ['boxes that a user closed', meta(`'closedpostboxes_dashboard', '1'`, `'dismissed_wp_pointers', '1'`)],
    [
      'a sanction that is over',
      `${users}INSERT INTO punishments (user_id, type, expires) VALUES (2, 'ban', '2020-01-01');`,
    ],
    ['companies that are closed', `${users}INSERT INTO companies (id, status) VALUES (1, 'closed');`],
    ['accounts of which none is off', `${users}INSERT INTO accounts (id, suspended_at) VALUES (1, NULL), (2, NULL);`],
    ['a setting with a time that is over', meta("'banned_until', '2020-01-01 10:00:00'")],
    ['a German setting that says no', meta("'gesperrt', 'nein'")],
    ['addresses of machines that users had', `${users}INSERT INTO ip_bans (user_id, ip) VALUES (2, '10.0.0.1');`],
    [
      'roles of active users',
      `${users}INSERT INTO user_roles (user_id, role) VALUES (1, 'archivist'), (2, 'blogger');`,
    ],
    ['roles of guests', `${users}INSERT INTO user_roles (user_id, role) VALUES (1, 'admin'), (2, 'guest');`],
  ])('is nobody: %s', async (_, dump) => {
    expect(await inspected(dump)).toEqual(allAreReady)
  })

  test('is asked about where only a name says who it is', async () => {
    const { unreadTables } = await inspected(`${users}INSERT INTO banned_users (login) VALUES ('ben');`)
    expect(unreadTables).toEqual([{ table: 'banned_users', columns: [{ column: 'login', kind: 'status', rows: 1 }] }])
  })

  test.each([
    ['a list that says something else as well', 'blocks (id, user_id, server, level)', "(1, 2, 'eu', 3)"],
    ['a list of one room', 'bans (id, user_id, room_id)', '(1, 2, 5)'],
  ])('is asked about where a table may be one of bans: %s', async (_, into, row) => {
    const { ready, unreadTables } = await inspected(`${users}INSERT INTO ${into} VALUES ${row};`)
    const [table] = into.split(' ')
    expect(ready).toBe(2)
    expect(unreadTables).toEqual([{ table, columns: [{ column: 'user_id', kind: 'status', rows: 1 }] }])
  })

  test('is shown with the column that says it', async () => {
    const dump = `${users}INSERT INTO bans (id, user_id, reason) VALUES (1, 2, 'spam'); INSERT INTO user_profiles (user_id, is_active) VALUES (1, 1), (2, 0);`
    const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': dump }) })
    expect(out).toContain('bans.user_id -> Disabled')
    expect(out).toContain('user_profiles.is_active -> Disabled when no')
  })

  test.each([
    ['programs', 'x_apiclients (id, name, is_active, app_token)', "(1, 'local', 0, 'k1')"],
    ['services', 'webservice_account (id, description, active, `key`)', "(1, 'local', 0, 'k1')"],
  ])('is not asked about because of accounts of %s', async (_, into, row) => {
    const dump = `${users}INSERT INTO ${into} VALUES ${row};`
    expect(await isSaidIn(dump)).toBe(false)
    expect(await inspected(dump)).toEqual(allAreReady)
  })

  test.each([
    ['a chart of accounts', 'x_ledgeraccount (id, account_number, label, active)', "(1, '411', 'Sales', 0)"],
    ['companies that sales people call accounts', 'accounts (id, name, employees, deleted)', "(1, 'Acme', '2', 1)"],
    ['programs that sign in', 'clients (id, client_id, enabled, redirect_uris)', "(1, 'console', 'false', '/*')"],
    ['programs of a user', 'oauth_clients (id, user_id, name, secret, revoked)', "(1, 2, 'console', 'k1', 1)"],
    ['meetings that users were invited to', 'meetings_users (id, meeting_id, user_id, deleted)', '(1, 7, 2, 1)'],
    ['changes of customers', 'log_customers (id, email, active)', "(1, 'ben@acme.example', 0)"],
  ])('is not asked about because of %s', async (_, into, row) => {
    const dump = `${users}INSERT INTO ${into} VALUES ${row};`
    expect(await isSaidIn(dump)).toBe(false)
    expect((await inspected(dump)).ready).toBe(2)
  })

  test('is asked about, or known, where customers have the addresses of users, or users belong to a tenant', async () => {
    const customers = "INSERT INTO customers (id, email, active) VALUES (1, 'ben@acme.example', 0);"
    expect(await isSaidIn(users + customers)).toBe(true)
    const tenants = 'INSERT INTO tenant_users (id, tenant_id, user_id, is_active) VALUES (1, 7, 2, 0);'
    expect(await inspected(users + tenants)).toEqual(oneIsDisabled)
  })

  test('of customers without a login is not asked about beside staff', async () => {
    const dump = `${users.replace('INTO users', 'INTO x_staff')}INSERT INTO x_user (id, org_id, status, name) VALUES (1, 1, 0, 'Cid');`
    expect(await isSaidIn(dump)).toBe(false)
  })

  test('is asked about where the users refer to accounts that say it', async () => {
    const { unreadTables } = await inspected(
      `${users}INSERT INTO accounts (id, username, suspended_at) VALUES (11, 'ann', NULL), (12, 'ben', '2024-01-01');`,
    )
    expect(unreadTables).toEqual([
      { table: 'accounts', columns: [{ column: 'suspended_at', kind: 'status', rows: 1 }] },
    ])
  })

  test('of other people with passwords of their own is not asked about, although one of them is a user as well', async () => {
    const columns = 'id_customer, email, passwd, active'
    const one = (id: number) => `(${id}, '${id === 1 ? 'ann' : 'ben'}@acme.example', '${madeUpBcrypt(id)}', 1)`
    const dump = `INSERT INTO customers (${columns}) VALUES ${one(1)}, ${one(2)};
INSERT INTO employees (id_employee, email, passwd, active) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(8)}', 0);`
    expect(await isSaidIn(dump)).toBe(false)
    expect((await inspected(dump)).unreadTables).toEqual([
      { table: 'employees', columns: [{ column: 'passwd', kind: 'password-hash', rows: 1 }] },
    ])
    // Without a salt of each, one person has the same hash in both.
    const same = `${dump.slice(0, -1)}, (2, 'cid@acme.example', '${madeUpBcrypt(9)}', 0), (3, 'ben@acme.example', '${madeUpBcrypt(2)}', 1);`
    expect(await isSaidIn(same)).toBe(false)
  })

  test.each([
    ['roles', "INSERT INTO assigned_roles (id, user_id, role) VALUES (1, 1, 'editor'), (2, 2, 'admin');", false],
    [
      'roles that keep out',
      "INSERT INTO assigned_roles (id, user_id, role) VALUES (1, 1, 'editor'), (2, 2, 'banned');",
      true,
    ],
    [
      'groups',
      "INSERT INTO auth_groups_users (id, user_id, `group`, created_at) VALUES (1, 1, 'user', '2024-01-01');",
      false,
    ],
    ['a status', 'INSERT INTO user_profiles (id, user_id, is_active) VALUES (1, 1, 1), (2, 2, 1);', true],
  ])('is named with the table of %s only where it says so', async (_, rows, says) => {
    expect(await isSaidIn(`${users}${rows}`)).toBe(says)
  })

  test('of an administrator with another kind of password is not asked about', async () => {
    const user = "(1, 'boss@acme.example', 'e10adc3949ba59abbe56e057f20f883e', 0)"
    expect(await isSaidIn(`${users}INSERT INTO \`user\` (id, email, password, status) VALUES ${user};`)).toBe(false)
  })

  test('is asked about beside the hashes in the same table', async () => {
    const { unreadTables } = await inspected(
      `${users}INSERT INTO members_old (id, pass, blocked) VALUES (11, '${madeUpBcrypt(7)}', 1);`,
    )
    expect(unreadTables).toEqual([
      {
        table: 'members_old',
        columns: [
          { column: 'pass', kind: 'password-hash', rows: 1 },
          { column: 'blocked', kind: 'status', rows: 1 },
        ],
      },
    ])
  })
})

test('a table of which every row is asked about is none of those that are read', async () => {
  const asked = `${users}INSERT INTO blocked_logins (login) VALUES ('ben');\nINSERT INTO bans (id, user_id, reason) VALUES (1, 2, 'spam');\n`
  const { json } = await inspect({ 'all.sql': asked })
  expect(json).toMatchObject({ files: [{ mapping: { tables: ['users', 'bans'] } }] })
})

test.each([
  ['anggota', 'id_anggota'],
  ['members', 'member_id'],
])('the key of a table of people refers to no users: %s', async (table, key) => {
  const columns = `${key} int PRIMARY KEY, nama varchar(50), status varchar(20)`
  const dump = `${users}CREATE TABLE ${table} (${columns});\nINSERT INTO ${table} VALUES (1, 'Dewi', 'nonaktif'), (2, 'Eko', 'aktif');\n`
  expect((await inspected(dump)).blocked).not.toHaveProperty('disabled')
})

test('a status in a table of members shows by its values, whatever it is called', async () => {
  const three = `${users}INSERT INTO users (id, email, password) VALUES (3, 'cat@acme.example', '${madeUpBcrypt(3)}');`
  const rows = (column: string, ...values: readonly string[]) =>
    `${three}INSERT INTO member_info (user_id, ${column}) VALUES ${values.map((value, at) => `(${at + 1}, '${value}')`).join(', ')};`
  expect(await inspected(rows('kondisi', 'aktif', 'suspended', 'aktif'))).toMatchObject({ blocked: { disabled: 1 } })
  for (const other of [
    rows('kondisi', 'baik', 'rusak', 'baik'),
    rows('subscription', 'active', 'suspended', 'active'),
    rows('marital', 'single', 'closed', 'single'),
  ])
    expect(await inspected(other)).toMatchObject({ ready: 3, blocked: {} })
})

describe('a table of those who left, with the number that the users have', () => {
  const staff = [4001, 4002, 4003, 4004, 4005]
  const number = (column: string, rows: readonly string[], more = '') =>
    `INSERT INTO mitarbeiter (${column}, name, email, aktiv) VALUES ${staff.map((one) => `(${one}, 'N${one}', 'n${one}@acme.example', 'ja')`).join(', ')};\n` +
    `INSERT INTO ${more === '' ? 'ausgeschieden' : more} (${column}, name, email, datum, grund) VALUES ${rows.join(', ')};\n`
  const left = (id: number, mail = `n${id}@acme.example`) => `(${id}, 'N${id}', '${mail}', '2024-05-01', 'Rente')`
  const disabledIn = async (dump: string) => {
    const { json } = await inspect({ 'all.sql': dump })
    return { users: json?.['users'], ...(json?.['blocked'] as object) }
  }

  test.each([
    ['personalnr', 'ausgeschieden'],
    ['matricola', 'former_employees'],
    ['employee_no', 'leavers'],
  ])('keeps out who is in both: %s in %s', async (column, table) => {
    expect(await disabledIn(number(column, [left(3901), left(4003)], table))).toEqual({ users: 5, disabled: 1 })
  })

  test('keeps out nobody whose number has another address there, by numbers of the rows, or in a table of something else', async () => {
    expect(await disabledIn(number('personalnr', [left(4003, 'x@acme.example')]))).not.toHaveProperty('disabled')
    expect(await disabledIn(number('nr', [left(4003, 'x@acme.example')]))).not.toHaveProperty('disabled')
    expect(await disabledIn(number('nr', [left(4001, 'n4003@acme.example')]))).toEqual({ users: 5, disabled: 1 })
    expect(await disabledIn(number('personalnr', [left(4003)], 'schulungen'))).not.toHaveProperty('disabled')
  })
})

describe('a table of any name with one row for each user', () => {
  const row = (table: string, columns: string, cells: string) =>
    `${users}INSERT INTO ${table} (${columns}) VALUES (1, ${cells.replaceAll(/\w+\/(\w+)/g, '$1')}), (2, ${cells.replaceAll(/(\w+)\/\w+/g, '$1')});\n`

  test.each([
    ['user_setting', 'user_id, is_enabled, max_login', '0/1, 10'],
    ['preferences', 'user_id, is_active', '0/1'],
    ['discipline_book', 'user_id, banned, remark', "1/0, 'x'"],
    ['moderacao', 'user_id, suspended', '1/0'],
  ])('keeps out whom it says is out: %s', async (table, columns, cells) => {
    expect(await inspected(row(table, columns, cells))).toEqual(oneIsDisabled)
  })

  test.each([
    ['acces', 'user_id, blocked', '1/0', 'blocked'],
    ['kontrolle', 'user_id, gesperrt_seit, locked', 'NULL/NULL, 1/0', 'locked'],
    ['app_validating', 'user_id, new_reg, email_chg', '1/0, 0', 'user_id'],
    ['pending_registrations', 'user_id, code, completed', "'x', 0/1", 'user_id'],
    ['pendientes_aprobacion', 'user_id, aprobado', '0/1', 'user_id'],
  ])('is asked about where it may say so: %s', async (table, columns, cells, column) => {
    const { unreadTables } = await inspected(row(table, columns, cells))
    expect(unreadTables).toMatchObject([{ table, columns: [{ column, kind: 'status', rows: 1 }] }])
  })

  test.each([
    ['newsletter', 'user_id, enabled', '0/1'],
    ['two_factor', 'user_id, enabled, locked', '0/1, 1/0'],
    ['wallets', 'user_id, blocked', '1/0'],
    ['access_points', 'user_id, device_id, blocked', '5, 1/0'],
    ['pending_orders', 'user_id, total', '5'],
    ['waiting_room', 'user_id, place', '5'],
    ['payments', 'user_id, status', "'failed'/'ok'"],
    ['login_log', 'user_id, locked', '1/0'],
  ])('says nothing of users where it is about something else: %s', async (table, columns, cells) => {
    expect(await inspected(row(table, columns, cells))).toMatchObject(allAreReady)
  })
})

test.each([
  [
    'fields of a form, which a switch shows in the account',
    `INSERT INTO shop_userfields (name, type, value, account, locked_by) VALUES ('email', 'emailaddress', NULL, 1, 0), ('agreed', 'checkbox', NULL, 0, 0);`,
  ],
  [
    'settings beside the editor who locks one',
    `INSERT INTO shop_settings (name, value, user_id, locked_by) VALUES ('theme', 'dark', 1, 0), ('theme', 'light', 2, 0);`,
  ],
  [
    'updates of a program for sites that count from 0',
    `INSERT INTO x1_updates (update_id, type, client_id, data) VALUES ${Array.from({ length: 60 }, (_, at) => `(${at + 400}, 'package', ${at % 2}, '')`).join(', ')};`,
  ],
])('nobody is said to be disabled in %s', async (_, table) => {
  expect(await inspected(users + table)).toEqual(allAreReady)
  expect(await isSaidIn(users + table)).toBe(false)
})

test('updates of a program are named among the tables that are not read', async () => {
  const updates = `INSERT INTO x1_updates (update_id, type, client_id, data) VALUES ${Array.from({ length: 60 }, (_, at) => `(${at + 400}, 'package', 0, '')`).join(', ')};`
  const { json } = await inspect({ 'all.sql': users + updates })
  expect(json).toMatchObject({ files: [{ mapping: { tables: ['users'] } }] })
})
