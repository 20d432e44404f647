import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Tables whose first line is a record, and that no line names the columns of. */

const sha = (at: number) => `${at}591a6d40bf420404a011733cfb7b190d62c65bf0bcda32b57b277d9ad9f146e`
const salt = (at: number) => `${at}f4dcc3b5aa765d61d8327deb882cf99`

describe('no secret of the first line is printed as a name', () => {
  test.each([
    ['behind a tab', 'ann\tFr0g!pond\nben\tTr33?house\n', 'Fr0g!pond'],
    ['behind a bar', 'ann|Fr0g!pond\nben|Tr33?house\n', 'Fr0g!pond'],
    ['behind a blank', 'ann Fr0g!pond\nben Tr33?house\n', 'Fr0g!pond'],
    ['behind a semicolon', 'ann;Fr0g!pond\nben;Tr33?house\n', 'Fr0g!pond'],
    ['a word', 'ann,autumn\nann1,4321\nben,winter\n', 'autumn'],
    ['between dashes', '0001-Ann Lee-Old Town-admin-ann-froggy\n0002-Ben Ray-New Town-user-ben-9999\n', 'froggy'],
    ['a digest with roles', `ann:${sha(1)}:0a1b2c3d4e5f6a7b:SALES,HR\nben:${sha(2)}:1a1b2c3d4e5f6a7c:HR\n`, 'a591a6d4'],
    ['a digest in a line alone', `ann / ${sha(1)} / SALES\n`, 'a591a6d4'],
    ['a hash of DES', 'ann:ab01FAX.bQRSU:660:660:staff:0:0:Ann:/home/ann:/bin/csh\n', 'FAX.bQRSU'],
    ['beside a known name', 'login;Fr0g!pond\nann;abc\nben;def\n', 'Fr0g!pond'],
  ])('%s', async (_, content, secret) => {
    const cwd = folderOf({ 'list.txt': content })
    for (const args of [
      ['inspect', 'list.txt'],
      ['inspect', 'list.txt', '--json'],
    ]) {
      const { out, err } = await cli(args, { cwd })
      expect(out + err).not.toContain(secret)
    }
  })
})

test.each(['c1,c2', 'Column 1,Column 2', 'field_0,field_1'])(
  'names that count the columns are no user: %s',
  async (names) => {
    const { json } = await inspect({ 'users.csv': `${names}\n1,ann\n2,ben\n` })
    expect(json).toMatchObject({ records: 2 })
  },
)

test('the first user of a list without names is kept', async () => {
  const lines = ['Ann Lee|alee|APP_Users', 'Ben Ray|bray|APP_Users', 'Cid Fox|cfox|APP_Users']
  const { json } = await inspect({ 'users.txt': `${lines.join('\n')}\n` })
  expect(json).toMatchObject({ records: 3, unreadable: 3 })
})

test('a salt beside a longer digest is its salt, and no hash of its own', async () => {
  const line = (at: number) => `user${at}:${salt(at)}:${sha(at)}:${at % 2 === 0 ? 'TELLER' : 'PREMIUM_CLIENT'}`
  const { json, out } = await inspect({ passwd: `${[1, 2, 3, 4].map(line).join('\n')}\n` })
  expect(json).toMatchObject({ records: 4, hashes: { unsupported: { sha: 4 } } })
  expect(out).not.toContain('second-hash')
})

describe('a status without a name is asked about', () => {
  const table = (words: readonly string[]) => words.map((word, at) => `Ann,user${at}@example.com,${word}`).join('\n')
  test.each([
    ['English', ['ACTIVE', 'PASSIVE', 'ACTIVE', 'ACTIVE'], 'PASSIVE'],
    ['Danish', ['aktiv', 'passiv', 'aktiv', 'aktiv'], 'passiv'],
    ['French', ['actif', 'bloqué', 'actif', 'actif'], 'bloqué'],
    ['Polish', ['aktywny', 'zablokowany', 'aktywny', 'aktywny'], 'zablokowany'],
    ['Hungarian', ['aktív', 'letiltva', 'aktív', 'aktív'], 'letiltva'],
    ['Turkish', ['aktif', 'pasif', 'aktif', 'aktif'], 'pasif'],
  ])('in %s', async (_, words, off) => {
    const { json, out } = await inspect({ 'users.csv': `${table(words)}\n` })
    expect(json).toMatchObject({ users: 4, ready: 3 })
    expect(out).toMatch(new RegExp(`3=${off}|"disabled": 1`))
  })

  test('below the first records', async () => {
    const words = Array.from({ length: 70 }, () => 'ACTIVE').with(65, 'PASSIVE')
    const { json } = await inspect({ 'users.csv': `${table(words)}\n` })
    expect(json).toMatchObject({ users: 70, ready: 69, blocked: { 'unmapped-status': 1 } })
  })

  test('and roles are not', async () => {
    const { json } = await inspect({ 'users.csv': `${table(['admin', 'user', 'user', 'user'])}\n` })
    expect(json).toMatchObject({ users: 4, ready: 4 })
  })
})

test('numbers of phones without a name, as people of one country write them, are mentioned', async () => {
  const numbers = ['51973360', '23232323', '64646464', '24242424', '23232323']
  const lines = numbers.map((number, at) => `Ann${at},user${at}@example.com,${number}`)
  const { out } = await inspect({ 'users.csv': `${lines.join('\n')}\n` })
  expect(out).toContain('all samples could be phone numbers')
  const counted = numbers.map((_, at) => `Ann${at},user${at}@example.com,${5197336 + at}`)
  expect((await inspect({ 'users.csv': `${counted.join('\n')}\n` })).out).not.toContain('could be phone numbers')
})

test('clear passwords beside phone numbers are asked about', async () => {
  const lines = ['Khoa,0341122333,Nest5!', 'Hai,0343344555,Hill7!', 'Tri,0345566774,Lake9!', 'An,0345599777,Moss2!']
  const { json, out } = await inspect({ 'users.csv': `${lines.join('\n')}\n` })
  expect(json).toMatchObject({ users: 4, ready: 0 })
  expect(out).toContain('unmapped-hash:3')
  expect(out).not.toContain('Nest5!')
})

test('blocks of a name and a password are records', async () => {
  const blocks = ['ann', 'ben', 'cid'].map((name) => `user: ${name}@example.com\r\npassword: 58${name}\r\n\r\n`)
  expect((await inspect({ 'users.txt': blocks.join('') })).json).toMatchObject({ records: 3, users: 3 })
})

test('lines that PHP serialized are told as such', async () => {
  const line = (name: string) => `a:2:{s:5:"email";s:${name.length + 12}:"${name}@example.com";s:4:"name";s:3:"Ann";}`
  expect((await inspect({ 'users.txt': `${line('ann')}\n${line('ben')}\n` })).err).toContain('PHP serialized')
  expect((await inspect({ 'users.txt': line('ann') })).err).toContain('PHP serialized')
})

test('a field within a cell is asked about only where its name says that it keeps users out', async () => {
  const table = (field: string) =>
    Array.from(
      { length: 20 },
      (_, at) =>
        `${at + 1}\tnick${at}\t${madeUpBcrypt(at)}\tuser${at}@example.com\t\ta:1:{s:${field.length}:"${field}";i:${at % 3 === 0 ? 0 : 1};}\n`,
    ).join('')
  expect((await inspect({ 'users.tsv': table('contact') })).json).toMatchObject({ users: 20, ready: 20 })
  for (const field of ['banned', 'active'])
    expect((await inspect({ 'users.tsv': table(field) })).json).toMatchObject({ users: 20, ready: 0 })
})

test('a line with an address above rows without names is no title', async () => {
  const lines = [
    'Team~team@example.com',
    'Team;Red;ann@example.com',
    'Team;Red;ben@example.com',
    'Team;Blue;cid@example.com',
  ]
  expect((await inspect({ 'list.csv': `${lines.join('\n')}\n` })).json).toMatchObject({ records: 4, users: 3 })
})

describe('many flags without names', () => {
  const row = (flags: (at: number, column: number) => number) => (at: number) =>
    [at + 1, `user${at}@example.com`, ...Array.from({ length: 14 }, (_, column) => flags(at, column))].join(',')
  const table = (line: (at: number) => string) => `${Array.from({ length: 20 }, (_, at) => line(at)).join('\n')}\n`

  test('are no questions, and those that set few users apart are named', async () => {
    const even = row((at, column) => (at * 7 + column * 3) % 2)
    const rare = row((at, column) => (column === 4 ? Number(at === 3) : (at * 7 + column * 3) % 2))
    expect((await inspect({ 'users.csv': table(even) })).json).toMatchObject({ users: 20, ready: 20 })
    const { json, out } = await inspect({ 'users.csv': table(rare) })
    expect(json).toMatchObject({ users: 20, ready: 20 })
    expect(out).toContain('7: 0 (19), 1 (1). Not used. Does it keep people out?')
  })

  test('are asked about where they are few', async () => {
    const line = (at: number) => `${at + 1},user${at}@example.com,${at % 2},${Number(at === 3)}`
    expect((await inspect({ 'users.csv': table(line) })).json).toMatchObject({ users: 20, ready: 0 })
  })
})

describe('hashes of Argon2 without quotation marks', () => {
  const argon2 = (at: number) =>
    `$argon2id$v=19$m=64,t=2,p=1$${Buffer.from(`salt of user ${at}`).toString('base64').replaceAll('=', '')}$${Buffer.alloc(32, at).toString('base64').replaceAll('=', '')}`
  test.each([
    ['behind an address', (at: number) => `user${at}@example.com,${argon2(at)}`],
    ['between other values', (at: number) => `${at},user${at}@example.com,${argon2(at)},Ann`],
    ['behind a name', (at: number) => `user_${'abc'[at - 1]},${argon2(at)}`],
    ['behind a semicolon', (at: number) => `${at};user${at}@example.com;${argon2(at)}`],
    ['behind a blank', (at: number) => `user${at}@example.com ${argon2(at)}`],
    ['behind a name and a blank', (at: number) => `${at} user_${'abc'[at - 1]} ${argon2(at)}`],
  ])('are in one cell: %s', async (_, line) => {
    const { json, out } = await inspect({ 'users.csv': `${[1, 2, 3].map(line).join('\n')}\n` })
    expect(json, out).toMatchObject({ records: 3, users: 3, unreadable: 0, hashes: { argon2: 3 } })
  })
})

test('an address before a hash in YAML is a key, and no name with a blank behind it', async () => {
  const lines = [1, 2, 3].map((at) => `user${at}@example.com: ${madeUpBcrypt(at)}`)
  const { json, out } = await inspect({ 'users.yml': `${lines.join('\n')}\n` })
  expect(json, out).toMatchObject({ users: 3, ready: 3, hashes: { bcrypt: 3 } })
})
