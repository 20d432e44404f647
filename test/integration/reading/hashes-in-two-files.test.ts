import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpArgon2, madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const some = [1, 2, 3, 4, 5, 6]
const name = (at: number) => ['anna', 'bert', 'cleo', 'dora', 'emil', 'fritz', 'gerda'][at - 1] ?? `name${at}`
const mail = (at: number) => `${name(at)}@acme.example`
const each = (row: (at: number) => string, of: readonly number[] = some) => of.map((at) => `${row(at)}\n`).join('')
const digest = (text: string) => createHash('md5').update(text).digest('hex')

/** Hashes without a known password, another one for each person. */
const md5Crypt = (at: number) => `$1$saltsalt$${String(at).repeat(22)}`
const second = (at: number) => madeUpBcrypt(100 + at)

const htpasswd = each((at) => `${name(at)}:${madeUpBcrypt(at)}`)
const htdigest = each((at) => `${name(at)}:Members:${digest(name(at))}`)
const ldif = each(
  (at) =>
    `dn: uid=${name(at)},ou=people,dc=acme,dc=example\nobjectClass: inetOrgPerson\nuid: ${name(at)}\nmail: ${mail(at)}\nuserPassword: {SSHA}${Buffer.from(`salted digest of ${at}!!!!!!`).toString('base64')}\n`,
)
const withEntryIds = ldif.replaceAll(
  /^uid: (\w+)$/gm,
  (line, uid: string) => `${line}\nentryUUID: 7e57c0de-0000-4abc-8def-${digest(uid).slice(0, 12)}`,
)
const realm = each((at) => `${name(at)}: ${madeUpBcrypt(at)},member`)
const passwd = each((at) => `${name(at)}:${md5Crypt(at)}:${1000 + at}:100:${name(at)}:/home/${name(at)}:/bin/sh`)
const shadow = each((at) => `${name(at)}:${madeUpBcrypt(at)}:19000:0:99999:7:::`)
const users = `id,username,email,password\n${each((at) => `${at},${name(at)},${mail(at)},${second(at)}`)}`

const wordpress = `ID,user_login,user_pass,user_nicename,user_email,user_registered,user_status,display_name\n${each(
  (at) => `${at},${name(at)},${second(at)},${name(at)},${mail(at)},2021-01-05 10:00:00,0,${name(at)}`,
)}`
const drupal = `CREATE TABLE users_field_data (uid int, langcode varchar(12), name varchar(60), pass varchar(255), mail varchar(254), status tinyint, created int, access int, login int, init varchar(254), default_langcode tinyint);
${each(
  (at) =>
    `INSERT INTO users_field_data VALUES (${at},'en','${name(at)}','${second(at)}','${mail(at)}',1,1600000000,${1_700_000_000 + at},${1_700_000_500 + at},'${mail(at)}',1);`,
)}`
const strapi = JSON.stringify(
  some.map((at) => ({
    id: at,
    username: name(at),
    email: mail(at),
    provider: 'local',
    password: second(at),
    resetPasswordToken: null,
    confirmed: true,
    blocked: false,
  })),
)
const smf = `id_member,member_name,passwd,email_address,is_activated,date_registered\n${each(
  (at) => `${at},${name(at)},${second(at)},${mail(at)},1,1600000000`,
)}`

const decided = (answer: string) => ['--decide', `same-id-in-files=${answer}`]
const told = (json: Readonly<Record<string, unknown>> | null, code: string) =>
  (Array.isArray(json?.['findings']) ? json['findings'] : []).filter((one: { code?: string }) => one.code === code)

/** `both`: the core can check the hashes of both, so that only the operator can tell which is the current one. */
const sets = [
  ['.htpasswd and .htdigest', false, { 'site.htpasswd': htpasswd, 'site.htdigest': htdigest }],
  ['a directory and a realm', false, { 'people.ldif': ldif, 'realm.properties': realm }],
  ['a directory with IDs of entries and a realm', false, { 'people.ldif': withEntryIds, 'realm.properties': realm }],
  ['passwd and shadow', false, { passwd, shadow }],
  ['a table with emails and .htpasswd', true, { 'users.csv': users, 'site.htpasswd': htpasswd }],
  ['a table of WordPress and .htpasswd', true, { 'wp_users.csv': wordpress, 'site.htpasswd': htpasswd }],
  ['a dump of Drupal and .htpasswd', true, { 'drupal.sql': drupal, 'site.htpasswd': htpasswd }],
  ['users of Strapi and .htdigest', false, { 'users.json': strapi, 'site.htdigest': htdigest }],
] as const

describe('passwords of the same people in two files', () => {
  test.each(sets)('are those of one user each: %s', async (_, both, files) => {
    for (const order of [Object.entries(files), Object.entries(files).toReversed()]) {
      const { json } = await inspect(Object.fromEntries(order))
      expect(json).toMatchObject({ records: 12, users: 6, joined: 6, unmatched: 0, hashes: { bcrypt: 6, none: 0 } })
      expect(told(json, 'second-hash')).toMatchObject([{ users: 6, blocks: both }])
    }
  })

  test.each(sets)('never become those of another person: %s', async (_, _both, files) => {
    for (const order of [Object.entries(files), Object.entries(files).toReversed()]) {
      for (const found of await usersOf(Object.fromEntries(order))) {
        const person = some.find((at) => [madeUpBcrypt(at), second(at)].includes(found.hash?.hash ?? ''))
        if (found.email !== null) expect(found.email).toBe(mail(person ?? 0))
        else expect([name(person ?? 0), `${1000 + (person ?? 0)}`, null]).toContain(found.sourceId)
      }
    }
  })

  test('of which the core can check both wait for the operator, who sees both files', async () => {
    const [first, other] = [Object.entries({ 'users.csv': users }), Object.entries({ 'site.htpasswd': htpasswd })]
    const before = await usersOf(Object.fromEntries([...first, ...other]))
    expect(before.map(({ hash }) => hash?.hash)).toEqual(some.map(second))
    const { json, out } = await inspect(Object.fromEntries([...first, ...other]))
    expect(json).toMatchObject({ ready: 0, blocked: { 'second-hash': 6 }, loginMethods: { emailPassword: 6 } })
    expect(told(json, 'second-hash')).toMatchObject([{ group: 'site.htpasswd: password beside users.csv: password' }])
    expect(out).toContain('do not say which is newer')
    const swapped = await inspect(Object.fromEntries([...other, ...first]))
    expect(told(swapped.json, 'second-hash')).toMatchObject([
      { group: 'users.csv: password beside site.htpasswd: password' },
    ])
  })

  test('are asked about only of those whose hashes differ', async () => {
    const partly = each((at) => `${name(at)}:${at < 3 ? madeUpBcrypt(at) : second(at).replace('$2b$', '$2y$')}`)
    const { json } = await inspect({ 'users.csv': users, 'site.htpasswd': partly })
    expect(json).toMatchObject({ users: 6, joined: 6, ready: 4, blocked: { 'second-hash': 2 } })
  })

  test.each([
    ['users.csv', 'old.htpasswd', 'mapped'],
    ['users.bak.csv', 'site.htpasswd', 'this'],
    ['users-2024-05-01.csv', 'users-20240201.htpasswd', 'mapped'],
    ['users-2024-02-01.csv', 'users_2024_05_01.htpasswd', 'this'],
  ])('are proposed from the file that is newer by its name: %s beside %s', async (table, list, answer) => {
    const { out } = await inspect({ [table]: users, [list]: htpasswd })
    expect(out).toContain(`Proposed: “${answer}”.`)
  })

  test('may be decided either way', async () => {
    const files = { 'users.csv': users, 'site.htpasswd': htpasswd }
    for (const answer of ['this', 'mapped']) {
      const choice = ['--decide', `second-hash:site.htpasswd: password beside users.csv: password=${answer}`]
      const { json } = await inspect(files, choice)
      expect(json).toMatchObject({ ready: 6, hashes: { bcrypt: 6 } })
      expect(told(json, 'second-hash')).toMatchObject([{ chosen: answer }])
    }
  })

  test('that are the same are no question', async () => {
    const same = each((at) => `${name(at)}:${second(at)}`)
    const { json } = await inspect({ 'users.csv': users, 'site.htpasswd': same })
    expect(json).toMatchObject({ users: 6, joined: 6, ready: 6 })
    expect(told(json, 'second-hash')).toEqual([])
  })

  test('of three files are those of one user as well', async () => {
    const argon = each((at) => `${name(at)}:${madeUpArgon2(at)}`)
    const { json } = await inspect({ 'a.htpasswd': htpasswd, 'b.htdigest': htdigest, 'c.txt': argon })
    expect(json).toMatchObject({ users: 6, joined: 12, hashes: { bcrypt: 6, argon2: 0 } })
    const emails = `username,email\n${each((at) => `${name(at)},${mail(at)}`)}`
    const whole = await inspect({ 'a.htpasswd': htpasswd, 'b.htdigest': htdigest, 'users.csv': emails })
    expect(whole.json).toMatchObject({ users: 6, joined: 12, ready: 6, loginMethods: { emailPassword: 6 } })
  })

  test('leave a user locked whom one of the two files locks, and ask where one of them says that there is none', async () => {
    const locked = shadow.replace(`${name(2)}:`, `${name(2)}:!`)
    const { json } = await inspect({ passwd, shadow: locked })
    expect(json).toMatchObject({ users: 6, joined: 6 })
    const [one] = (await usersOf({ passwd, shadow: locked })).filter(({ standing }) => standing !== 'active')
    expect(one?.standing).toBe('disabled')
    const without = shadow.replace(madeUpBcrypt(3), '!')
    const asked = await inspect({ 'a.htpasswd': htpasswd, shadow: without })
    expect(told(asked.json, 'second-hash')).toContainEqual(expect.objectContaining({ users: 1, blocks: true }))
  })
})

describe('names in two lists of passwords', () => {
  test.each([
    ['of which only some are the same', each((at) => `${name(at)}:Members:${digest(name(at))}`, [5, 6, 7, 8])],
    ['of which one is the same', `${name(1)}:Members:${digest('other')}\n`],
    [
      'of which all are the same, and the other list has many more',
      each((at) => `${name(at)}:R:${digest('x')}`, [1, 2]),
    ],
    ['that are spelled otherwise', each((at) => `${name(at).toUpperCase()}:Members:${digest(name(at))}`)],
  ])('%s are asked about, and joined by decision alone', async (_, other) => {
    const files = { 'a.htpasswd': htpasswd, 'b.htdigest': other }
    const rows = other.trim().split('\n')
    const shared = rows.filter((row) => some.some((at) => row.toLowerCase().startsWith(`${name(at)}:`))).length
    const open = await inspect(files)
    expect(open.json).toMatchObject({ users: 6 + rows.length, joined: 0, ready: 0 })
    expect(told(open.json, 'same-id-in-files')).toMatchObject([{ users: 2 * shared, blocks: true }])
    const joined = await inspect(files, decided('join'))
    expect(joined.json).toMatchObject({ users: 6 + rows.length - shared, joined: shared })
    expect(told(joined.json, 'same-id-in-files')).toEqual([])
    const apart = await inspect(files, decided('separate'))
    expect(apart.json).toMatchObject({ users: 6 + rows.length, joined: 0 })
  })

  test('are asked about where a known product has another name for most', async () => {
    const other = each((at) => `${at < 3 ? name(at) : `other${at}`}:${madeUpBcrypt(at)}`)
    const open = await inspect({ 'wp_users.csv': wordpress, 'site.htpasswd': other })
    expect(open.json).toMatchObject({ users: 12, joined: 0 })
    expect(told(open.json, 'same-id-in-files')).toMatchObject([{ users: 2, blocks: true }])
  })

  test('of a known product that names its users in small letters alone are asked about', async () => {
    const { json } = await inspect({
      'smf.csv': smf,
      'site.htpasswd': htpasswd.replaceAll(/^\w/gm, (one) => one.toUpperCase()),
    })
    expect(json).toMatchObject({ users: 12, joined: 0 })
    expect(told(json, 'same-id-in-files')).toMatchObject([{ users: 6, blocks: true }])
  })

  test('of other people are no question', async () => {
    const other = each((at) => `other${at}:Members:${digest(name(at))}`)
    const { json } = await inspect({ 'a.htpasswd': htpasswd, 'b.htdigest': other })
    expect(json).toMatchObject({ users: 12, joined: 0 })
    expect(told(json, 'same-id-in-files')).toEqual([])
  })
})

describe('one email in two files, each with a hash, of which the core can check one', () => {
  const system = (ids: string, header: string, hash: (at: number) => string, of: readonly number[]) =>
    `${header}\n${each((at) => `${ids}${at},${mail(at)},${hash(at)}`, of)}`
  const old = system('1', 'user_id,email,password', (at) => digest(`old ${at}`), some)
  const current = system('9', 'account_no,email,password_hash', madeUpBcrypt, some.slice(1))

  test.each([
    ['the old file first', { 'a_old.csv': old, 'b_new.csv': current }],
    ['the new file first', { 'a_new.csv': current, 'b_old.csv': old }],
  ])('blocks both until that is decided: %s', async (_, files) => {
    const twice = 2 * (some.length - 1)
    const { json } = await inspect(files)
    expect(json).toMatchObject({ joined: 0, ready: 0, blocked: { 'same-id-in-files': twice } })
    const joined = await inspect(files, ['--decide', 'same-id-in-files=join'])
    expect(joined.json).toMatchObject({ users: some.length, joined: some.length - 1, ready: some.length - 1 })
    // The older list alone has the first one.
    expect(joined.json).toMatchObject({ blocked: { 'may-be-no-user': 1 } })
    const apart = await inspect(files, ['--decide', 'same-id-in-files=separate'])
    expect(apart.json).toMatchObject({ joined: 0, ready: some.length - 1 })
  })

  test('asks which password counts where the core can check both', async () => {
    const other = system('1', 'user_id,email,password', second, some)
    const { json } = await inspect({ 'a.csv': other, 'b.csv': current })
    expect(json).toMatchObject({ ready: 1, joined: some.length - 1, blocked: { 'second-hash': some.length - 1 } })
    expect(JSON.stringify(json?.['findings'])).not.toContain('same-id-in-files')
  })
})

describe('one email in two files that number their rows themselves, of which one has the passwords', () => {
  const portal = `login_no,owner_kind,login,password_hash,locked\n${each((at) => `${500 + at},C,${mail(at)},${madeUpBcrypt(at)},0`)}`
  const clients = (of: readonly number[], more = '') =>
    `client_no,name,city,email,blocked\n${each((at) => `${at},${name(at)},Acme,${mail(at)},no`, of)}99,zoe,Acme,zoe@acme.example,no\n${more}`

  test.each([
    ['the contacts first', 'a_users.csv', 'b_portal.csv'],
    ['the passwords first', 'b_users.csv', 'a_portal.csv'],
  ])('blocks both users of an email until that is decided: %s', async (_, first, second) => {
    const files = { [first]: clients(some.slice(2)), [second]: portal }
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 11, joined: 0, ready: 3, blocked: { 'same-id-in-files': 8 } })
    const joined = await inspect(files, decided('join'))
    expect(joined.json).toMatchObject({ users: 7, joined: 4, ready: 7, blocked: {}, hashes: { bcrypt: 6, none: 1 } })
    const apart = await inspect(files, decided('separate'))
    expect(apart.json).toMatchObject({ users: 11, joined: 0, ready: 11 })
  })

  test('leaves the rows of several people with one mailbox blocked, as none of them is known to have the account', async () => {
    const child = '7,tim,Acme,anna@acme.example,no\n'
    const files = { 'users.csv': clients([1, 2], child), 'portal.csv': portal }
    const { json } = await inspect(files, decided('join'))
    expect(json).toMatchObject({ joined: 1, blocked: { 'same-id-in-files': 3 } })
  })

  test('is no question of rows that were deleted, of other emails, nor of rows that may be no users', async () => {
    const gone = clients(some)
      .replaceAll(/(?<!zoe@.*),no$/gm, ',yes')
      .replace('blocked', 'deleted')
    const others = clients(some).replaceAll('@acme.example', '@other.example')
    const letters = clients(some).replaceAll(/,(?:blocked|no)$/gm, '')
    for (const file of [gone, others, letters]) {
      const { json } = await inspect({ 'clients.csv': file, 'portal.csv': portal })
      expect(told(json, 'same-id-in-files')).toEqual([])
    }
  })
})

describe('one email in two files, each with a hash that the core can check', () => {
  const table = (hash: (at: number) => string, first = 1) =>
    `id,email,password_hash\n${each((at) => `${first + at},${mail(at)},${hash(at)}`)}`
  const list = (hash: (at: number) => string) => each((at) => `${mail(at)}:${hash(at)}`)
  const partly = (at: number) => (at < 3 ? second(at) : madeUpBcrypt(at))

  test.each([
    ['a list before a table', { 'site.htpasswd': list(madeUpBcrypt), 'users.csv': table(partly) }],
    ['a table before a list', { 'users.csv': table(partly), 'site.htpasswd': list(madeUpBcrypt) }],
    ['tables of two days', { 'monday.csv': table(madeUpBcrypt), 'friday.csv': table(partly) }],
    ['two lists', { 'a.htpasswd': list(madeUpBcrypt), 'b.htpasswd': list(partly) }],
  ])('is one user, of whom only another password is asked about: %s', async (_, files) => {
    const { json, out } = await inspect(files)
    expect(json, out).toMatchObject({ users: 6, joined: 6, ready: 4, blocked: { 'second-hash': 2 } })
    expect(out).not.toContain('duplicate')
  })

  test('keeps the ID of the table, whichever file is first', async () => {
    for (const files of [
      { 'site.htpasswd': list(madeUpBcrypt), 'users.csv': table(partly) },
      { 'users.csv': table(partly), 'site.htpasswd': list(madeUpBcrypt) },
    ])
      expect((await usersOf(files)).map(({ sourceId }) => sourceId)).toEqual(['2', '3', '4', '5', '6', '7'])
  })

  test('is asked about where one of the files locks it, and stays locked where both do', async () => {
    const withStatus = (of: readonly number[]) =>
      `id,email,password_hash,disabled\n${each((at) => `${at},${mail(at)},${madeUpBcrypt(at)},${of.includes(at) ? 1 : 0}`)}`
    const one = await inspect({ 'a.csv': withStatus([]), 'b.csv': withStatus([6]) })
    expect(told(one.json, 'same-id-in-files'), one.out).toMatchObject([{ users: 2, blocks: true }])
    const both = await inspect({ 'a.csv': withStatus([6]), 'b.csv': withStatus([6]) })
    expect(both.json, both.out).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
  })

  test.each([
    ['numbers of their own', 500],
    ['the numbers of others', 2],
  ])('is one user, with the ID of the newer file, where an old and a present list have %s', async (_, first) => {
    const [old, present] = [table(second, first), table(madeUpBcrypt)]
    for (const files of [
      { 'users.csv': present, 'users_old.csv': old },
      { 'backup_users.csv': old, 'users.csv': present },
    ]) {
      const { json, out } = await inspect(files)
      expect(json, out).toMatchObject({ users: 6, joined: 6, ready: 0, blocked: { 'second-hash': 6 } })
      expect(out).toContain('Proposed:')
      const users = await usersOf(files)
      expect(users.map(({ sourceId }) => Number(sourceId)).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7])
    }
    const { json } = await inspect({ 'a.csv': table(madeUpBcrypt), 'b.csv': table(madeUpBcrypt, first) })
    expect(json).toMatchObject({ users: 6, joined: 6, ready: 6 })
  })

  test('is asked about in both files where one of them locks the user, whatever its IDs', async () => {
    const withStatus = (first: number, of: number) =>
      `id,email,password_hash,disabled\n${each((at) => `${first + at},${mail(at)},${second(at)},${at === of ? 1 : 0}`)}`
    const files = { 'a.csv': withStatus(1, 0), 'b.csv': withStatus(500, 6) }
    const { json, out } = await inspect(files)
    expect(json, out).toMatchObject({ users: 7, ready: 5, blocked: { 'same-id-in-files': 1, disabled: 1 } })
    const joined = await inspect(files, decided('join'))
    expect(joined.json, joined.out).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
  })

  test('is asked about in both files where one has it twice, as nothing tells which password counts', async () => {
    const twice = `${list(madeUpBcrypt)}${mail(2)}:${second(2)}\n`
    const { json } = await inspect({ 'users.csv': table(madeUpBcrypt), 'site.htpasswd': twice })
    expect(json).toMatchObject({ joined: 5, ready: 5, blocked: { 'same-id-in-files': 2, duplicate: 1 } })
  })

  test('of an old list alone waits, as its user may have been removed since', async () => {
    const old = `${table(second, 500)}900,zoe@acme.example,${madeUpBcrypt(9)}\n`
    for (const files of [
      { 'users.csv': table(madeUpBcrypt), 'users_old.csv': old },
      { 'backup_users.csv': old, 'users.csv': table(madeUpBcrypt) },
      { 'users-2024-06-01.csv': table(madeUpBcrypt), 'users-2021-06-01.csv': old },
    ]) {
      const { json, out } = await inspect(files)
      expect(json, out).toMatchObject({ users: 7, ready: 0, blocked: { 'may-be-no-user': 1 } })
      expect(out).not.toContain('zoe')
    }
    const months = { 'users-2024-05-01.csv': table(madeUpBcrypt), 'users-2024-06-01.csv': table(madeUpBcrypt, 7) }
    const later = months['users-2024-06-01.csv'].replaceAll('@acme', '@other').replace('anna@other', 'anna@acme')
    const { json } = await inspect({ ...months, 'users-2024-06-01.csv': later })
    expect(json).toMatchObject({ users: 11, ready: 11 })
  })
})

describe('a name that comes again in a list of hashes', () => {
  const people = `username,email\n${each((at) => `${name(at)},${mail(at)}`)}`
  test.each([
    ['in .htpasswd', { 'site.htpasswd': `${htpasswd}${name(2)}:${second(2)}\n` }],
    [
      'more often than any other',
      { 'site.htpasswd': `${htpasswd}${[1, 2, 3, 4, 5, 6, 7].map((at) => `${name(2)}:${second(at)}\n`).join('')}` },
    ],
    [
      'in a table',
      { 'hashes.csv': `login,password\n${each((at) => `${name(at)},${madeUpBcrypt(at)}`)}${name(2)},${second(2)}\n` },
    ],
  ])('leaves no user of another file without a password unasked: %s', async (_, files) => {
    const { json, out } = await inspect({ 'people.csv': people, ...files })
    expect(json, out).toMatchObject({ ready: 0 })
    expect(out).toContain('same-id-in-files')
  })
})

test.each(['username', 'login', 'id'])(
  'a file of Dovecot is joined by its names with the addresses of another one: %s',
  async (column) => {
    const names = ['ann', 'bob', 'cid']
    const { json, out } = await inspect({
      'users.passwd': names.map((name, at) => `${name}:{BLF-CRYPT}${madeUpBcrypt(at)}::::::\n`).join(''),
      'users.csv': `${column},email\n${names.map((name) => `${name},${name}@acme.example\n`).join('')}`,
    })
    expect(json, out).toMatchObject({ users: 3, joined: 3, loginMethods: { emailPassword: 3 } })
  },
)

test.each([
  ['username', 'name', 'email,username'],
  ['login', 'user', 'login,email,name'],
  ['登录的用户名', '角色', 'username,email'],
])('user names join passwords with addresses beside names of people: %s and %s', async (user, other, header) => {
  const of = (path: string, at: number) => {
    if (path === 'email') return mail(at)
    return path === 'name' || path === other ? `Person ${at}` : name(at)
  }
  const row = (columns: readonly string[]) => (at: number) => columns.map((path) => of(path, at)).join(',')
  const { json } = await inspect({
    'passwords.csv': `${user},password,${other}\n${each((at) => `${name(at)},${madeUpBcrypt(at)},Person ${at}`)}`,
    'addresses.csv': `${header}\n${each(row(header.split(',')))}`,
  })
  expect(json).toMatchObject({ users: 6, joined: 6, ready: 6, hashes: { bcrypt: 6 } })
})
