import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { inspect } from '../../support/cli.ts'

/* Clear passwords and user names in tables that have no column names. */

const people = [
  ['Zsolt Kiss', 'zsolt.kiss'],
  ['Anna Semmi', 'anna'],
  ['Béla Szabó', 'bela.szabo'],
  ['Dóra Tóth', 'dora7'],
  ['Emil Varga', 'emil.varga'],
  ['Flóra Papp', 'flora'],
] as const

const askedAbout = async (cells: (at: number) => readonly string[]) => {
  const rows = people.map(([name, local], at) => [name, `${local}@example.com`, ...cells(at)].join(';'))
  const { json, out } = await inspect({ 'users.csv': `${rows.join('\n')}\n` })
  const columns = /"unmapped-hash"/.test(out)
    ? [...new Set(Array.from(out.matchAll(/unmapped-hash:(\d)/g), ([, column]) => column))]
    : []
  return { json, out, columns }
}

const of = (values: readonly string[]) => (at: number) => [values[at % values.length] ?? '']

describe('a column that may hold passwords is asked about', () => {
  test.each([
    ['one for all', ['welcome55']],
    ['one for nearly all', ['titok123', 'titok123', 'titok123', 'titok123', 'nagyapa99', 'pw']],
    ['a word for most and others of their own', ['semmi', 'semmi', 'semmi', 'semmi', 'semmi12345', 'virag4321']],
    ['a sign behind a word', ['Summer!']],
    ['the word for a password itself', ['password']],
    ['the same in another language', ['lozinka']],
  ])('%s', async (_, values) => {
    const { json, out } = await askedAbout(of(values))
    expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'unmapped-hash': 6 } })
    for (const value of values.filter(({ length }) => length > 8)) expect(out).not.toContain(value)
  })
})

describe('a column of other words that come again is not', () => {
  test.each([
    ['languages', ['en-US', 'hu-HU', 'hu-HU']],
    ['places', ['Budapest', 'Győr', 'Saint-Denis']],
    ['zones of time', ['Europe/Budapest']],
    ['hours from Greenwich', ['UTC+1']],
    ['roles', ['ROLE_USER', 'ROLE_USER', 'ROLE_ADMIN2']],
    ['roles with a dash', ['site-admin', 'site-user', 'site-user']],
    ['levels', ['level1', 'level2', 'level2']],
    ['files', ['default1.png']],
    ['sites', ['www.acme1.example']],
    ['dates', ['12-Jan-2020', '12-Jan-2020', '13-Feb-2021']],
    ['colors', ['#ffaa00']],
    ['codes', ['HU4025']],
    ['third parties', ['google-oauth2']],
    ['algorithms', ['bcrypt']],
    ['numbers', ['123456789']],
    ['versions', ['v1.2.3-beta']],
    ['addresses of pages', ['https://acme.example/u1']],
  ])('%s', async (_, values) => {
    expect((await askedAbout(of(values))).columns).toEqual([])
  })
})

test('small words of which some come again are none', async () => {
  expect((await askedAbout(of(['wien', 'graz', 'linz', 'wien']))).columns).toEqual([])
})

describe('the first of several columns holds user names', () => {
  const rows = (names: readonly string[], ...more: readonly (readonly string[])[]) => ({
    'users.csv': names
      .map((name, at) => [name, people[at]?.[0], `u${at}@example.com`, ...more.map((one) => one[at])].join(','))
      .join('\n'),
  })

  test('of letters and digits', async () => {
    const { json } = await inspect(rows(['admin1', 'admin2', 'ThanhNguyen']))
    expect(json).toMatchObject({ users: 3, ready: 3 })
  })

  test('beside passwords, which are asked about alone', async () => {
    const { json } = await inspect(rows(['ann99', 'ben7x', 'cid12'], ['Geheim1!', 'Geheim2!', 'Winter#3']))
    expect(json).toMatchObject({ users: 3, ready: 0 })
    expect(JSON.stringify(json)).not.toContain('unmapped-hash:1')
  })

  test('but not where they have the signs of passwords, are those of many, or could be some', async () => {
    for (const words of [
      ['ann99!', 'ben#7', 'cid12'],
      ['qwerty', 'ben7xyz', 'cid12ab'],
    ])
      expect((await inspect(rows(words))).json).toMatchObject({ ready: 0 })
  })

  test('and rooms are no passwords', async () => {
    const { json } = await inspect(rows(['Anna', 'Ben', 'Cid'], ['A-113', 'B-207', 'C-12']))
    expect(json).toMatchObject({ users: 3, ready: 3 })
  })
})

describe('user names are not asked about', () => {
  test('as the address has them', async () => {
    const { json } = await askedAbout((at) => [people[at]?.[1] ?? ''])
    expect(json).toMatchObject({ users: 6, ready: 6 })
  })
  test('as the names have them, of letters and signs', async () => {
    const names = ['kiss_zsolt', 'semmi.anna', 'szabo.b', 'toth_d', 'varga.emil', 'papp_flora']
    expect((await askedAbout(of(names))).json).toMatchObject({ users: 6, ready: 6 })
  })
  test.each([
    ['one word with a running number', (at: number) => `name${at}`],
    ['with zeros before it', (at: number) => `client_0${at + 1}`],
    ['some of which were removed later', (at: number) => `Member-${at * 3 + 20}`],
    ['beside a word of letters', (at: number) => (at === 0 ? 'admin' : `user${at}`)],
    ['one word for each of two groups', (at: number) => (at % 2 === 0 ? `teacher${at}` : `pupil${at}`)],
  ])('as a program counts them: %s', async (_, name) => {
    expect((await askedAbout((at) => [name(at)])).columns).toEqual([])
    expect((await askedAbout((at) => [name(at), `titok${at * 41 + 17}!`])).columns).toEqual(['4'])
  })
  test('as addresses begin', async () => {
    const rows = ['1;client_01;client01more@example.com', '2;Client03;client03@example.com']
    expect((await inspect({ 'users.csv': `${rows.join('\n')}\n` })).json).toMatchObject({ users: 2, ready: 2 })
  })
  test.each([
    ['the word for a password, counted', (at: number) => `Password${at}`],
    ['one word with numbers made by chance', (at: number) => `Welcome${(at * 2741 + 1009) % 9973}`],
    ['words of their own with a number', (at: number) => `${['sun', 'tree', 'moon'][at % 3]}${at}flower${at * 7}`],
  ])('but passwords are: %s', async (_, value) => {
    expect((await askedAbout((at) => [value(at)])).columns).toEqual(['3'])
  })
  test('beside passwords, with a number behind them', async () => {
    const { columns } = await askedAbout((at) => [`${people[at]?.[1].slice(0, 4)}${at * 7}`, 'welcome55'])
    expect(columns).toEqual(['4'])
  })
  test('but passwords with a number behind the name are, where nothing else may be one', async () => {
    const { json } = await askedAbout((at) => [`${people[at]?.[1].slice(0, 4)}${at * 7 + 10}`])
    expect(json).toMatchObject({ users: 6, ready: 0 })
  })
})

describe('letters of a column without a name', () => {
  test.each(['MF', 'mf', 'MW', 'KM', 'MŽ', 'HM', 'fn', 'LP', 'МЖ'])(
    'are those of men and women and no status: %s',
    async (pair) => {
      const { json, out } = await askedAbout((at) => [pair[at % 2] ?? ''])
      expect(json).toMatchObject({ users: 6, ready: 6 })
      expect(out).not.toContain('status')
    },
  )
  test.each(['AX', 'AF', 'YN'])('may be a status otherwise: %s', async (pair) => {
    expect((await askedAbout((at) => [pair[at % 2] ?? ''])).json).toMatchObject({ users: 6, ready: 0 })
  })
})

const asked = (json: Readonly<Record<string, unknown>> | null) => {
  const findings = z
    .array(z.object({ code: z.string(), group: z.string(), users: z.number() }))
    .parse(json?.['findings'])
  return findings.map(({ code, group, users }) => `${code}:${group} (${users})`)
}

describe('a list of two users without column names', () => {
  const users = [
    ['anna@example.org', 'sommer', '0'],
    ['benedikt@example.org', 'winter', '1'],
  ] as const
  const joined = (sign: string) => `${users.map((cells) => cells.join(sign)).join('\n')}\n`
  const padded = (count: number) =>
    `${[...users, ['carl@example.org', 'herbst', '0']]
      .slice(0, count)
      .map(([email = '', word = '', flag = '']) => `${email.padEnd(26)}${word.padEnd(12)}${flag}`)
      .join('\n')}\n`
  const values = users.map((cells) => `(${cells.map((cell) => `'${cell}'`).join(',')})`)

  test.each([
    ['bars', { 'users.csv': joined('|') }],
    ['tabs', { 'users.tsv': joined('\t') }],
    ['semicolons', { 'users.csv': joined(';') }],
    ['commas', { 'users.csv': joined(',') }],
    ['a word for passwords in the first line', { 'users.csv': joined(',').replace('sommer', 'password') }],
    [
      'yes and no of another language',
      { 'users.csv': joined(',').replaceAll(/,([01])$/gm, (_, flag) => (flag === '0' ? ',nein' : ',ja')) },
    ],
    ['rows that psql copies', { 'users.sql': `COPY users FROM stdin;\n${joined('\t')}\\.\n` }],
    ['rows of a dump', { 'users.sql': `INSERT INTO users VALUES ${values.join(', ')};\n` }],
    ['statements of a dump', { 'users.sql': values.map((row) => `INSERT INTO users VALUES ${row};\n`).join('') }],
  ])('asks what words and flags are: %s', async (_, files) => {
    const { json, out } = await inspect(files)
    expect(json).toMatchObject({ users: 2, ready: 0 })
    const flags = JSON.stringify(files).includes('nein') ? ['ja', 'nein'] : ['0', '1']
    expect(asked(json)).toEqual(['unmapped-hash:2 (2)', ...flags.map((flag) => `unmapped-status:3=${flag} (1)`)])
    expect(json).toMatchObject({ unreadable: 0 })
    for (const word of ['sommer', 'winter']) expect(out).not.toContain(word)
  })

  test.each([
    ['colons', joined(':')],
    ['blanks', joined(' ')],
    ['columns of fixed width', padded(2)],
    ['the same of three users', padded(3)],
  ])('has its passwords before its flags, where no row has quotes: %s', async (_, content) => {
    const { json, out } = await inspect({ 'users.txt': content })
    const count = content.trim().split('\n').length
    expect(json).toMatchObject({ users: count, ready: 0, hashes: { unsupported: { plaintext: count } } })
    expect(asked(json)).toContain('unmapped-status:status=1 (1)')
    for (const word of ['sommer', 'winter']) expect(out).not.toContain(word)
  })

  test('is read by its places where names have blanks within', async () => {
    const rows = users.map(([email, word, flag], at) =>
      [email.padEnd(26), (people[at]?.[0] ?? '').padEnd(16), word.padEnd(12), flag].join(''),
    )
    const { json } = await inspect({ 'users.txt': `${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 2, ready: 0 })
    expect(asked(json)).toEqual(['unmapped-hash:3 (2)', 'unmapped-status:4=0 (1)', 'unmapped-status:4=1 (1)'])
  })

  test('keeps its first user, who has the name of an account in place of an address', async () => {
    const { json } = await inspect({ 'users.csv': `admin,geheim,1\n${joined(',')}` })
    expect(json).toMatchObject({ users: 3, ready: 0, blocked: { 'email-invalid': 1 } })
    expect(asked(json)).toContain('unmapped-hash:2 (3)')
  })

  test.each([
    ['roles', ['admin', 'editor']],
    ['plans', ['free', 'premium']],
    ['forms of address', ['male', 'female']],
    ['names', ['Anna', 'Benedikt']],
    ['names in small letters', ['anna', 'benedikt']],
    ['numbers that are counted', ['1', '2']],
  ])('asks nothing about %s', async (_, words) => {
    const rows = users.map(([email], at) => `${email},${words[at] ?? ''}\n`)
    const { json } = await inspect({ 'users.csv': rows.join('') })
    expect(json).toMatchObject({ users: 2, ready: 2 })
  })
})

describe('numbers that users choose as passwords', () => {
  test.each([
    ['among words', ['12345678', 'titok123', '87654321', '11223344', '1990', 'Nagyapa9!']],
    ['which are simple to keep', ['12345678', '87654321', '111111', '112233', '4711', '123123']],
  ])('are asked about: %s', async (_, values) => {
    const { json, out, columns } = await askedAbout(of(values))
    expect(json, out).toMatchObject({ users: 6, ready: 0 })
    expect(columns).toEqual(['3'])
    for (const value of values) expect(out).not.toContain(value)
  })

  test.each([
    ['given out in order', ['100001', '100002', '100003', '100004', '100005', '100006']],
    ['post codes', ['1010', '8020', '4020', '6020', '5020', '9020']],
    ['codes of shops', ['4711', 'AB-4712', '4713', 'AB-4714', '4715', '4716']],
  ])('are not where they are %s', async (_, values) => {
    expect((await askedAbout(of(values))).columns).toEqual([])
  })
})

describe('a table of few columns without names is never ready with words that nobody asked about', () => {
  const mail = (at: number) => `user${at}@acme.example`
  test.each([
    ['one word for all', ['asd', 'asd'], (at: number, word: string) => [mail(at), word]],
    ['words with a sign among them', ['Sommer!', 'winter', '12345'], (at: number, word: string) => [mail(at), word]],
    [
      'the same beside a name and a number',
      ['sommer', '12345', 'Winter!'],
      (at: number, word: string) => [`${at}`, `Ann Ash${at}`, mail(at), word],
    ],
    [
      'one number for all',
      ['123', '123'],
      (at: number, word: string) => [`${at}`, mail(at), word, at > 1 ? 'admin' : 'user'],
    ],
    [
      'one number for all, twice',
      ['123', '123', '123'],
      (at: number, word: string) => [mail(at), word, word, ['admin', 'user', 'company'][at - 1] ?? ''],
    ],
  ])('%s', async (_, words, row) => {
    const rows = words.map((word, at) => row(at + 1, word).join(';'))
    const { json, out } = await inspect({ 'users.csv': `${rows.join('\n')}\n` })
    expect(json, out).toMatchObject({ ready: 0, blocked: { 'unmapped-hash': words.length } })
    const column = row(1, 'word').indexOf('word') + 1
    expect(out).toContain(`unmapped-hash:${column}`)
  })

  test.each([
    ['names of accounts made of two names', ['Kurt.Ash', 'Rosalind_Birch', 'Oran.Cole90']],
    ['a plan for all', ['basic', 'basic', 'basic']],
    ['states', ['active', 'active', 'active']],
    ['places', ['Bonn', 'Ulm', 'Kiel']],
    ['languages', ['en-US', 'de-DE', 'fr-FR']],
  ])('but not %s', async (_, words) => {
    const rows = words.map((word, at) => `${mail(at)},${word}`)
    const { out } = await inspect({ 'users.csv': `${rows.join('\n')}\n` })
    expect(out).not.toContain('unmapped-hash')
  })
})

describe('digests in several columns without names', () => {
  const digest = (at: number) => `${at}a`.repeat(32)

  test('are asked about, where one may be of user names', async () => {
    const { json } = await inspect({ 'users.tsv': `${digest(1)}\t${digest(2)}\n${digest(3)}\t${digest(4)}\n` })
    expect(JSON.stringify(json)).not.toContain('"becomes":"password-hash"')
    expect(json).toMatchObject({ users: 2, ready: 0 })
    for (const group of ['1', '2'])
      expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'unmapped-hash', group, users: 2 }))
  })

  test('are those of the passwords in one column alone', async () => {
    const rows = [1, 2].map((at) => `u${at}@example.com\t${digest(at)}\n`)
    const { json } = await inspect({ 'users.tsv': rows.join('') })
    expect(JSON.stringify(json)).toContain('"becomes":"password-hash"')
  })
})

describe('digests as sha256sum prints them are password hashes', () => {
  const digest = (at: number) => String(at + 1).repeat(64)

  test.each([
    ['for a text', '  -'],
    ['for bytes', ' *-'],
  ])('%s', async (_, behind) => {
    const rows = people.map(([, local], at) => `${local}@example.com,${digest(at)}${behind}`)
    const { json } = await inspect({ 'users.csv': `${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'unsupported-hash': 6 } })
  })

  test('also of the user name', async () => {
    const rows = people.map((_, at) => `${digest(at)} *-\t${digest(at + 2)} *-`)
    const { json } = await inspect({ 'users.tsv': `${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'hash-without-contact': 6 } })
  })
})

describe('rows of a user name and a clear password', () => {
  const names = ['alice', 'bob', 'carol', 'dave']
  const file = (secrets: readonly string[], more: (at: number) => readonly string[] = () => [], first = names) => ({
    'logins.csv': first.map((name, at) => [name, secrets[at % secrets.length], ...more(at)].join(',')).join('\n'),
  })
  const chosen = ['secret1', 'Tr0ub4dor&3', 'hunter2!', 'letmein99']
  const users = `id,username,email\n${names.map((name, at) => `${at + 40},${name},${name}@acme.example\n`).join('')}`

  test.each([
    ['with digits and signs', chosen],
    ['that most people choose', ['sunshine', '123456', 'qwerty', 'dragon']],
    ['after the word for one', ['password', ...chosen.slice(1)]],
  ])('%s are users, and none is printed', async (_, secrets) => {
    for (const files of [file(secrets), file(secrets, (at) => [at === 0 ? 'admin' : 'user'])]) {
      const { json, out } = await inspect(files)
      expect(json).toMatchObject({ users: 4, unreadable: 0, blocked: { 'hash-without-contact': 4 } })
      expect(out).toContain('it looks like user names')
      for (const secret of chosen) expect(out).not.toContain(secret)
    }
  })

  test('find the users of another file by their names', async () => {
    const { json } = await inspect({ ...file(chosen), 'users.csv': users })
    expect(json).toMatchObject({ users: 4, joined: 4, blocked: { 'unsupported-hash': 4 } })
  })

  test('are asked about where all have one', async () => {
    const { json, out } = await inspect(file(['welcome55']))
    expect(json).toMatchObject({ users: 4, ready: 0 })
    expect(out).toContain('unmapped-hash:2')
  })

  test.each([
    ['codes of one form', ['A4-black-2020', 'B7-white-2021', 'C9-green-2019', 'D2-brown-2020']],
    ['places', ['berlin', 'paris', 'rome', 'vienna']],
    ['days', ['2020-01-02', '2020-02-03', '2020-03-04', '2020-04-05']],
    ['addresses of machines', ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']],
  ])('are none with %s', async (_, words) => {
    expect((await inspect(file(words))).json).toMatchObject({ users: 0, unreadable: 4 })
  })
})
