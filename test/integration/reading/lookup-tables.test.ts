import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { startEngine } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const some = Array.from({ length: 30 }, (_, at) => at + 1)
const kindOf = (at: number) => (at === 7 ? 3 : at % 15 === 2 ? 2 : 1)
const users = (column: string) =>
  `INSERT INTO users (id, email, password, ${column}) VALUES ${some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${kindOf(at)})`).join(', ')};\n`
const lookup = (table: string, words: readonly string[], isCounted = false) =>
  isCounted
    ? `INSERT INTO ${table} (description) VALUES ${words.map((word) => `('${word}')`).join(', ')};\n`
    : `INSERT INTO ${table} (id, label) VALUES ${words.map((word, at) => `(${at + 1}, '${word}')`).join(', ')};\n`

async function asked(dump: string) {
  const { json } = await inspect({ 'all.sql': dump })
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string }[]
  return findings.filter(({ code }) => code === 'may-keep-out' || code === 'unmapped-status').length > 0
}

test.each([
  ['document_type', ['Identity card', 'Passport', 'Residence permit']],
  ['membership_kind', ['Gold', 'Silver', 'Bronze']],
])(
  'numbers that a table of the dump names are not asked about where no word says who is kept out: %s',
  async (name, words) => {
    expect(await asked(`${users(`${name}_id`)}${lookup(name, words)}`)).toBe(false)
    expect(await asked(`${users(`${name}_id`)}${lookup(name, words, true)}`)).toBe(false)
  },
)

test('numbers are asked about where a word may say so, a row is missing, or nothing names them', async () => {
  const column = users('document_type_id')
  expect(await asked(`${column}${lookup('document_type', ['Passport', 'Blocked', 'Identity card'])}`)).toBe(true)
  expect(await asked(`${column}${lookup('document_type', ['Passport', 'Identity card'])}`)).toBe(true)
  expect(await asked(`${column}${lookup('colors', ['Red', 'Green', 'Blue'])}`)).toBe(true)
  expect(await asked(column)).toBe(true)
})

test.each([
  ['state_id beside the key of a city', 'city_id, state_id', '69, 2', false],
  ['user_state_id beside that of a country', 'country_id, user_state_id', '1, 2', false],
  ['state beside a city, which may be a status', 'city_id, state', '69, 2', true],
  ['state_id alone', 'team_id, state_id', '69, 2', true],
  ['estado_id beside a city in words', 'cidade, estado_id', "'Belo Horizonte', 2", false],
  ['id_estado beside a postal code', 'cep, id_estado', "'30110', 2", false],
  ['estado_id beside a key of a group', 'grupo_id, estado_id', '69, 2', true],
])('%s', async (_, columns, cells, is) => {
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${cells})`)
  expect(await asked(`INSERT INTO users (id, email, password, ${columns}) VALUES ${rows.join(', ')};\n`)).toBe(is)
})

test.each(['estado_id', 'id_estado', 'state_id'])('beside a status, %s says where a user lives', async (column) => {
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${kindOf(at)}, 7)`)
  const { json } = await inspect({
    'all.sql': `INSERT INTO users (id, email, password, ${column}, status) VALUES ${rows.join(', ')};\n`,
  })
  const found = JSON.stringify(json?.['findings'])
  expect(found).toContain('status=7')
  expect(found).not.toContain(column)
})

test('a key of states whose table says who is blocked is none of a place', async () => {
  const dump = `${users('estado_id')}${lookup('estados', ['Activo', 'Bloqueado', 'Moroso'])}`
  expect(await asked(dump)).toBe(true)
})

test('a number of a status is asked about where the table that names it says neither that it lets users in nor where they live', async () => {
  const states = [
    'Jalisco',
    'Puebla',
    'Sonora',
    'Colima',
    'Nayarit',
    'Oaxaca',
    'Tabasco',
    'Yucatan',
    'Sinaloa',
    'Durango',
  ]
  const of = async (words: readonly string[]) => {
    const { json } = await inspect({ 'all.sql': `${users('estado_id')}${lookup('estados', words)}` })
    return ((json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[])
      .filter(({ code }) => code === 'unmapped-status')
      .map(({ group }) => group)
      .toSorted()
  }
  expect(await of(states)).toEqual([])
  expect(await of(['Activo', 'Moroso', 'Inactivo'])).toEqual(['estado_id=2 (Moroso)'])
  expect(await of(['Nuevo', 'Moroso', 'En mora'])).toEqual([
    'estado_id=1 (Nuevo)',
    'estado_id=2 (Moroso)',
    'estado_id=3 (En mora)',
  ])
})

type Lookup = { readonly column: string; readonly table: string; readonly key: string; readonly more?: string }

const codes = ['A', 'G', 'X']
const codeOf = (at: number) => codes[kindOf(at) - 1]

/** A dump whose users have codes that another table names; `words`: the names of A (27 users), G (2) and X (1). */
function coded({ column, table, key, more = '' }: Lookup, words: readonly string[]): string {
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', '${codeOf(at)}')`)
  const named = words.map((word, at) => `('${codes[at]}', '${word}')`)
  return `CREATE TABLE users (id int, email varchar(90), password varchar(90), ${column} varchar(9)${more});
INSERT INTO users (id, email, password, ${column}) VALUES ${rows.join(', ')};
INSERT INTO ${table} (${key}, descr) VALUES ${named.join(', ')};
`
}

/** The values that are asked about, and how many users are disabled. */
async function standingIn(dump: string) {
  const { json } = await inspect({ 'all.sql': dump })
  const findings = (json?.['findings'] ?? []) as readonly { code: string; group: string; users: number }[]
  return {
    asked: findings.filter(({ code }) => code === 'unmapped-status').map(({ group }) => group),
    disabled: findings.find(({ code }) => code === 'disabled')?.users ?? 0,
  }
}

test.each<[string, Lookup]>([
  ['the same name as its key', { column: 'status_kz', table: 'kunden_status', key: 'status_kz' }],
  ['the names of its table and its key', { column: 'status_kz', table: 'kunden_status', key: 'kz' }],
  ['the name of its table', { column: 'status_id', table: 'statuses', key: 'code' }],
  ['the name of its table alone', { column: 'status', table: 'user_status', key: 'kuerzel' }],
  ['the same in the plural', { column: 'estado', table: 'estados', key: 'sigla' }],
  [
    'a foreign key to it',
    {
      column: 'status_code',
      table: 'list_values',
      key: 'short',
      more: ', FOREIGN KEY (status_code) REFERENCES list_values (short)',
    },
  ],
])('a lookup table settles the codes that its words name, and the others are asked about: %s', async (_, lookup) => {
  const { column } = lookup
  expect(await standingIn(coded(lookup, ['aktiv', 'gesperrt', 'Interessent']))).toEqual({
    asked: [`${column}=X (Interessent)`],
    disabled: 2,
  })
  expect(await standingIn(coded(lookup, ['actif', 'prospect', 'bloqué']))).toEqual({
    asked: [`${column}=G (prospect)`],
    disabled: 1,
  })
  expect(await standingIn(coded(lookup, ['activo', 'bloqueado', 'inactivo']))).toEqual({ asked: [], disabled: 3 })
})

test('codes are asked about where no table, two tables or a table without one of them name them', async () => {
  const column = 'status_kz'
  const [one, two] = [
    coded({ column, table: 'kunden_status', key: 'kz' }, ['aktiv', 'gesperrt', 'gekündigt']),
    `INSERT INTO bestell_status (kz, descr) VALUES ('A', 'gesperrt'), ('G', 'aktiv'), ('X', 'aktiv');\n`,
  ]
  const all = { asked: ['status_kz=A', 'status_kz=G', 'status_kz=X'], disabled: 0 }
  expect((await standingIn(`${one}${two}`)).asked.toSorted()).toEqual(all.asked)
  expect((await standingIn(one.replace("('X', 'gekündigt')", "('Y', 'gekündigt')"))).asked.toSorted()).toEqual(
    all.asked,
  )
  expect((await standingIn(one.replaceAll('kunden_status', 'farben'))).asked.toSorted()).toEqual(all.asked)
})

/** The questions about values, and how many users are disabled, of a dump whose users have 1 in most rows, 0 in two and 2 in one. */
async function levelsIn(column: string, rest: string) {
  const level = (at: number) => (at === 7 ? 2 : at % 15 === 2 ? 0 : 1)
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${level(at)})`)
  const name = column.split(' ')[0] ?? ''
  return standingIn(
    `CREATE TABLE users (id int, email varchar(90), password varchar(90),\n${column});\nINSERT INTO users (id, email, password, ${name}) VALUES ${rows.join(', ')};\n${rest}`,
  )
}

/** A lookup table with the words for 0, 1 and 2. */
const named = (table: string, words: readonly string[], columns = 'id, name') =>
  `INSERT INTO ${table} (${columns}) VALUES ${words.map((word, at) => `(${at}, ${word})`).join(', ')};\n`

test.each([
  ['level int', named('levels', ["'Banned'", "'Member'", "'Admin'"])],
  ['level int, FOREIGN KEY (level) REFERENCES levels (id)', named('levels', ["'Banned'", "'Member'", "'Admin'"])],
  ['group_id int', named('user_groups', ["'gesperrt'", "'Mitglied'", "'Admin'"], 'id, bezeichnung')],
  ['id_nivel int', named('niveles', ["'Bloqueado'", "'Socio'", "'Jefe'"], 'id, nombre')],
  [
    'rank_id int',
    named('ranks', ["'R0', 'Banned users'", "'R1', 'Members'", "'R2', 'Can block users'"], 'id, name, description'),
  ],
  [
    'level_cd int',
    named('codes', ["'USER_LEVEL', 'Banned'", "'USER_LEVEL', 'Member'", "'USER_LEVEL', 'Admin'"], 'code, type, label') +
      named('codes', ["'COLOR', 'Red'", "'COLOR', 'Blue'"], 'code, type, label'),
  ],
  ["enabled int COMMENT '0=disabled, 1=enabled, 2=guest'", ''],
  ["state int COMMENT '0=banned, 1=active, 2=guest'", ''],
  ['state int, -- 0: gesperrt, 1: aktiv, 2: Gast\n x int', ''],
])(
  'users of a level, a group or a state whose word says that they are kept out are disabled: %s',
  async (column, rest) => {
    expect((await levelsIn(column, rest)).disabled).toBe(2)
  },
)

/** How many users are disabled, deleted and asked about, of a dump whose users have 1 in most rows and 0 in two. */
async function flagged(column: string, comment: string) {
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${at % 15 === 2 ? 0 : 1})`)
  const { json } = await inspect({
    'all.sql': `CREATE TABLE users (id int, email text, password text, ${column} int COMMENT '${comment}');\nINSERT INTO users VALUES ${rows.join(', ')};\n`,
  })
  const findings = (json?.['findings'] ?? []) as readonly { code: string; users: number }[]
  const users = (wanted: string) => findings.find(({ code }) => code === wanted)?.users ?? 0
  return { disabled: users('disabled'), deleted: users('deleted'), asked: users('unmapped-status') }
}

test.each([
  ['is_account_non_locked', '1 = not locked, 0 = locked', { disabled: 2 }],
  ['is_account_non_locked', '帐户是否被锁定(1 未锁定，0已锁定)', { disabled: 2 }],
  ['is_locked', '0=locked,1=unlocked', { disabled: 2 }],
  ['is_locked', '0=unlocked,1=locked', { disabled: 28 }],
  ['status', '1 = not deleted, 0 = deleted', { deleted: 2 }],
  ['is_deleted', '1:未删除 0:已删除', { deleted: 2 }],
  ['activo', '1 = no bloqueado, 0 = bloqueado', { disabled: 2 }],
  ['status', '1: не заблокирован, 0: заблокирован', { disabled: 2 }],
  ['durum', '1 = engelli değil, 0 = engelli', { disabled: 2 }],
  ['flag', '1：停止していない 0：停止', { disabled: 2 }],
  ['status', '1=active, 0=not active', { disabled: 2 }],
])('a word that a comment negates says the opposite of the word alone: %s, %s', async (column, comment, told) => {
  expect(await flagged(column, comment)).toEqual({ disabled: 0, deleted: 0, asked: 0, ...told })
})

test.each([
  [
    'tier int, FOREIGN KEY (tier) REFERENCES lookup_values (id)',
    named('lookup_values', ["'Account disabled'", "'Normal'", "'Gold'"]),
    'tier=0 (Account disabled)',
  ],
  ['level int', named('access_levels', ["'Banned'", "'Member'", "'Admin'"]), 'level=0 (Banned)'],
  ["level int COMMENT '0=banned, 1=member, 2=admin'", '', 'level=0 (banned)'],
])(
  'a word of another table or of a comment that may say so is asked about, and shown: %s',
  async (column, rest, question) => {
    expect(await levelsIn(column, rest)).toEqual({ asked: [question], disabled: 0 })
  },
)

test.each([
  ['plan_id int', named('plans', ["'Closed'", "'Pro'", "'Team'"])],
  ['category_id int', named('categories', ["'Banned books'", "'Novels'", "'Poems'"])],
  ['country_id int', named('countries', ["'Chad'", "'Peru'", "'Iran'"])],
  ['department_id int', named('departments', ["'Archiv'", "'Sales'", "'IT'"])],
  ['occupation_id int', named('occupations', ["'Retired'", "'Engineer'", "'Student'"])],
  [
    'role_id int',
    named(
      'roles',
      ["'Helper', 'Can delete users'", "'Member', 'Reads'", "'Admin', 'May block accounts'"],
      'id, name, description',
    ),
  ],
  ["level int COMMENT '0=beginner, 1=member, 2=master'", ''],
])('a word for something else than being kept out asks nothing: %s', async (column, rest) => {
  expect(await levelsIn(column, rest)).toEqual({ asked: [], disabled: 0 })
})

test('a word that only the operator knows stands in the question about its value', async () => {
  const dump = `${users('status_id')}${lookup('statuses', ['Active', 'Prospect', 'Suspended'])}`
  expect(await standingIn(dump)).toEqual({ asked: ['status_id=2 (Prospect)'], disabled: 1 })
})

describe('words for values in a file of their own', () => {
  const level = (at: number) => (at === 7 ? 2 : at % 15 === 2 ? 0 : 1)
  const rowsOf = (column: string) =>
    `id,email,password,${column}\n${some.map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},${level(at)}\n`).join('')}`
  const dumped = (column: string) =>
    `INSERT INTO users (id, email, password, ${column}) VALUES ${some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${level(at)})`).join(', ')};\n`
  const words = 'id,name\n0,Banned\n1,Member\n2,Admin\n'
  const rights = ['passwordexpires', 'canview', 'canpost', 'canedit', 'canupload', 'cansearch', 'canvote', 'canwarn']
  const withRights = ['0,Banned users', '1,Member', '2,Admin']
    .map((row) => `${row}${',0'.repeat(rights.length)}\n`)
    .join('')
    .replace(/^/, `usergroupid,title,${rights.join(',')}\n`)

  test.each([
    [{ 'users.csv': rowsOf('level'), 'levels.csv': words }],
    [{ 'user_groups.csv': words.replace('name', 'title'), 'people.csv': rowsOf('group_id') }],
    [{ 'users.sql': dumped('level'), 'levels.sql': named('levels', ["'Banned'", "'Member'", "'Admin'"]) }],
    [
      {
        'accounts.csv': rowsOf('status_id'),
        'statuses.json': '[{"id":0,"label":"gesperrt"},{"id":1,"label":"aktiv"},{"id":2,"label":"freigeschaltet"}]',
      },
    ],
    [{ 'users.csv': rowsOf('group_id'), 'phpbb_groups.csv': words.replace('id,name', 'group_id,group_name') }],
    [{ 'mybb_users.csv': rowsOf('usergroup'), 'mybb_usergroups.csv': words.replace('id,name', 'gid,title') }],
    [{ 'members.csv': rowsOf('id_group'), 'smf_membergroups.csv': words.replace('id,name', 'id_group,group_name') }],
    [{ 'user.csv': rowsOf('usergroupid'), 'usergroup.csv': withRights }],
  ])('disable users as in a table of a dump, whichever file comes first: %j', async (files) => {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 30, ready: 28, unreadable: 0, blocked: { disabled: 2 } })
  })

  test.each([
    [{ 'users.csv': rowsOf('plan_id'), 'plans.csv': words }],
    [{ 'users.csv': rowsOf('level'), 'levels.csv': words.replace('Banned', 'Beginner') }],
    [{ 'users.csv': rowsOf('group_id'), 'product_groups.csv': words }],
  ])('say nothing of things, and nothing where no word does: %j', async (files) => {
    const { json } = await inspect(files)
    expect(json?.['blocked']).not.toHaveProperty('disabled')
  })

  test('are no reason to remove their file', async () => {
    const { code, err } = await inspect({ 'users.csv': rowsOf('level'), 'levels.csv': words })
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })
})

test('a heading that explains its codes is asked about', async () => {
  const { json } = await inspect({
    'users.csv': `id,email,password,level (0=banned; 1=user)\n${some.map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},${at % 15 === 2 ? 0 : 1}\n`).join('')}`,
  })
  expect(json).toMatchObject({ ready: 28, blocked: { 'unmapped-status': 2 } })
})

test.each([
  ['level int', 'levels'],
  ['level int, FOREIGN KEY (level) REFERENCES levels (id)', 'levels'],
])('a level that none of the first users has is read by its words: %s', async (column, table) => {
  const rows = Array.from({ length: 80 }, (_, at) => [at + 1, at > 70 ? '0' : 'NULL'] as const).map(
    ([id, value]) => `(${id}, 'user${id}@acme.example', '${madeUpBcrypt(id)}', ${value})`,
  )
  const dump = `CREATE TABLE users (id int, email varchar(90), password varchar(90),\n${column});\nINSERT INTO users (id, email, password, level) VALUES ${rows.join(', ')};\n`
  expect((await standingIn(dump + named(table, ["'Banned'", "'Member'"]))).disabled).toBe(9)
})

test.each([
  ['status.csv', 'id,status', ['1,active', '2,banned', '3,active']],
  ['status.csv', 'id,status', ['1,active', '2,banned']],
  ['states.csv', 'user_id,state', ['1,active', '2,banned', '3,active']],
])(
  'a file with the states of users is no lookup table, whatever it is called: %s with %s',
  async (name, header, rows) => {
    const people = [1, 2, 3].map((id) => `${id},ann${id},ann${id}@acme.example,${madeUpBcrypt(id)}\n`)
    const { json } = await inspect({
      'users.csv': `id,username,email,password\n${people.join('')}`,
      [name]: `${header}\n${rows.join('\n')}\n`,
    })
    expect(json).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 } })
  },
)

test('names that users sign in with are no values of a lookup table', async () => {
  const { json } = await inspect({
    'users.csv': `id,username,email,password\n1,ann1,ann1@acme.example,${madeUpBcrypt(1)}\n2,ann2,ann2@acme.example,${madeUpBcrypt(2)}\n`,
    'user_status.csv': 'username,status_name\nann1,active\nann2,banned\n',
  })
  expect(json).toMatchObject({ joined: 2, unreadable: 0, other: {}, ready: 1, blocked: { disabled: 1 } })
})

test('words for values that are added after the users are asked about where one keeps people out', async () => {
  const engine = await startEngine()
  const rows = some.map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},${at % 15 === 2 ? 0 : 1}\n`)
  fileIn(engine.folder, 'users.csv', `id,email,password,level\n${rows.join('')}`)
  fileIn(engine.folder, 'levels.csv', 'id,name\n0,Banned\n1,Member\n')
  await engine.add('users.csv')
  const { files } = await engine.add('levels.csv')
  const tables = files.map(({ unreadTables }) => unreadTables?.tables.map(({ table }) => table) ?? [])
  expect(tables).toEqual([[], ['levels']])
})

test.each([
  ['a table', `${users('status_id')}${lookup('statuses', ['active', 'pending', 'active'])}`],
  [
    'a comment on the column',
    `CREATE TABLE users (id int, email text, password text, status int COMMENT '1=active, 2=unconfirmed, 3=active');\n${users('status')}`,
  ],
])('users who have not come in yet are asked about where the word is in %s', async (_, dump) => {
  const { json } = await inspect({ 'all.sql': dump })
  expect(json).toMatchObject({ ready: 28, blocked: { 'unmapped-status': 2 } })
  expect(JSON.stringify(json?.['findings'])).toMatch(/=2 \((?:pending|unconfirmed)\)/)
})

test('a table with a column of the same name and IDs alone says of no value what it means', async () => {
  const statistics = `INSERT INTO player_statistics (id, streak) VALUES ('cmlijpsi8000o9ze6pomdvz42', 1), ('cmlijpsij000q9ze667ewz37y', 2), ('cmlijpsij000q9ze667ewz38z', 3);\n`
  const { json } = await inspect({ 'all.sql': `${users('streak')}${statistics}` })
  expect(JSON.stringify(json)).not.toContain('says what its values mean')
})

describe('a status of the same name in a table of other things', () => {
  const dump = (states: readonly [number, number], type = 'tinyint NOT NULL') =>
    `CREATE TABLE users (id int, email varchar(80), durum ${type});
INSERT INTO users VALUES (1, 'ann@acme.example', ${states[0]}), (2, 'bob@acme.example', ${states[1]});
CREATE TABLE urunler (urun_id int, ad varchar(80), durum tinyint NOT NULL DEFAULT 1);
INSERT INTO urunler VALUES (1, 'Saat', 1), (2, 'Kalem', 0);
`

  test('leaves the default of all users the one of new users', async () => {
    const { json, out } = await inspect({ 'all.sql': dump([1, 1], 'tinyint NOT NULL DEFAULT 1') })
    expect(json).toMatchObject({ ready: 2, blocked: {} })
    expect(out).toContain('its default “1”, which new users get')
  })

  test('names no value of the users by its rows', async () => {
    const { json, out } = await inspect({ 'all.sql': dump([1, 0]) })
    expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 2 } })
    expect(out).not.toMatch(/Saat|Kalem/)
  })

  test('is the key of a table that it is the first column of, or that is called after states', async () => {
    const first = dump([1, 0])
      .replace('urun_id int, ad varchar(80), durum', 'durum')
      .replace(' DEFAULT 1', ', ad varchar(80)')
    const { out } = await inspect({
      'all.sql': first.replace("(1, 'Saat', 1), (2, 'Kalem', 0)", "(1, 'Saat'), (0, 'Kalem')"),
    })
    expect(out).toContain('durum=1 (Saat)')
    const named = dump([1, 0]).replaceAll('urunler', 'user_status')
    expect((await inspect({ 'all.sql': named })).out).toContain('durum=1 (Saat)')
  })
})

test('a table of password hashes with the names of users says of no name what it means', async () => {
  const hashes = some.slice(0, 9).map((at) => `('u${at}', '${madeUpBcrypt(at)}')`)
  const rows = some.slice(0, 9).map((at) => `(${at + 40}, 'u${at}', 'user${at}@acme.example')`)
  const { json } = await inspect({
    'all.sql': `INSERT INTO users (id, username, email) VALUES ${rows.join(', ')};\nINSERT INTO credentials (username, secret) VALUES ${hashes.join(', ')};\n`,
  })
  expect(JSON.stringify(json)).not.toContain('says what its values mean')
})
