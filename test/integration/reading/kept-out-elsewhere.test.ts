import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const lines = (header: string, row: (at: number) => string) => `${[header, ...some.map(row)].join('\n')}\n`
const plain = lines('id,email,password', (at) => `${at},${mail(at)},${madeUpBcrypt(at)}`)
const withFlag = (flag: string, off: string, on: string) =>
  lines(`id,email,password,${flag}`, (at) => `${at},${mail(at)},${madeUpBcrypt(at)},${at === 2 ? off : on}`)

test.each([
  ['a status that is read', withFlag('is_active', 'no', 'yes'), []],
  ['a status that is asked about', withFlag('ativo', '0', '1'), ['--decide', 'unmapped-status:ativo=0=disabled']],
])('users of two files are asked about where one file says who is kept out: %s', async (_, flagged, decided) => {
  for (const files of [
    { 'a.csv': plain, 'b.csv': flagged },
    { 'b.csv': flagged, 'c.csv': plain },
  ]) {
    const open = await inspect(files, decided)
    expect(open.json?.['findings']).toContainEqual(
      expect.objectContaining({ code: 'same-id-in-files', users: 2, blocks: true }),
    )
    const joined = await inspect(files, [...decided, '--decide', 'same-id-in-files=join'])
    expect(joined.json).toMatchObject({ users: 6, joined: 6, ready: 5, blocked: { disabled: 1 } })
  }
})

const two = [`1,${mail(2)},${madeUpBcrypt(1)},2024-01-05 10:00:00`, `9,${mail(2)},${madeUpBcrypt(2)},`]
const three = (column: string, rows: readonly string[]) => ({
  'a.csv': `id,email,password,${column}\n5,${mail(1)},${madeUpBcrypt(1)},\n${rows.join('\n')}\n`,
})

test.each([
  ['disabled', 'disabled_at', ['--decide', 'disabled=exclude']],
  ['deleted', 'deleted_at', []],
])('a user with the email of one who is %s is asked about, wherever it stands', async (status, column, args) => {
  for (const rows of [two, two.toReversed()]) {
    const files = three(column, rows)
    const asked = await inspect(files, args)
    expect(asked.json).toMatchObject({ users: 3, ready: 1, excluded: 1, blocked: { 'same-email-out-elsewhere': 1 } })
    const decide = (answer: string) =>
      inspect(files, [...args, '--decide', `same-email-out-elsewhere:${status}=${answer}`])
    expect((await decide('migrate')).json).toMatchObject({ users: 3, ready: 2, excluded: 1 })
    expect((await decide('exclude')).json).toMatchObject({ users: 3, ready: 1, excluded: 2 })
  }
})

test('a user with the email of one who is disabled is asked about before that is decided, and not once that one is migrated', async () => {
  const files = three('disabled_at', two.toReversed())
  expect((await inspect(files)).json).toMatchObject({ ready: 1, blocked: { 'same-email-out-elsewhere': 1 } })
  const { json } = await inspect(files, ['--decide', 'disabled=migrate'])
  expect(json).toMatchObject({ ready: 2, blocked: { duplicate: 1 } })
})

test.each([
  ['an email alone', withFlag('disabled', 'yes', 'no'), ['--decide', 'disabled=exclude'], 5],
  [
    'another tenant',
    `id,email,password,deleted_at,tenant\n${[`1,${mail(2)},${madeUpBcrypt(1)},2024-01-05,north`, `2,${mail(2)},${madeUpBcrypt(2)},,south`].join('\n')}\n`,
    ['--other-tenants', 'default'],
    1,
  ],
  [
    'another email',
    `id,email,password,deleted_at\n1,${mail(1)},${madeUpBcrypt(1)},2024-01-05\n2,${mail(2)},${madeUpBcrypt(2)},\n`,
    [],
    1,
  ],
])('nobody is asked about who has %s', async (_, file, args, ready) => {
  const { json } = await inspect({ 'a.csv': file }, args)
  expect(json).toMatchObject({ ready, excluded: 1 })
  expect(JSON.stringify(json)).not.toContain('same-email-out-elsewhere')
})

test('profiles to which users refer by numbers of their own say which of them are disabled', async () => {
  const rows = (row: (at: number) => string) => some.map((at) => `(${row(at)})`).join(', ')
  const users = rows((at) => `${at}, '${mail(at)}', '${madeUpBcrypt(at)}', ${100 + at * 7}`)
  const dump = (name: string, column: string) =>
    `CREATE TABLE users (id int PRIMARY KEY, email text, password text, profile_id int);\nCREATE TABLE ${name} (id int PRIMARY KEY, ${column} text, status text);\n` +
    `INSERT INTO users VALUES ${users};\nINSERT INTO ${name} VALUES ${rows((at) => `${100 + at * 7}, 'Word ${at}', '${at === 2 ? 'blocked' : 'active'}'`)};\n`
  const told = 'disabled users in status (1 row)'
  expect((await inspect({ 'dump.sql': dump('profiles', 'full_name') })).out).toContain(told)
  expect((await inspect({ 'dump.sql': dump('profiles', 'rights') })).out).not.toContain(told)
  expect((await inspect({ 'dump.sql': dump('parcels', 'full_name') })).out).not.toContain(told)
})
