import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const user = (at: number, fields = '') =>
  `  user_${at}:\n    emailAddress (unique): user${at}@acme.example\n    firstName: '<firstName()>'\n${fields}`

test.each([
  ['of one class', 'App\\Entity\\User:', ''],
  ['of a class beside others', 'App\\Entity\\User:', 'App\\Entity\\Product:\n  lamp:\n    id: 7\n    title: Lamp\n'],
  ['of a Java class', 'com.acme.User:', ''],
])('users in fixtures %s are records', async (_, name, others) => {
  const beside = others === '' ? 0 : 1
  const hashed = (at: number) => `    password: '${madeUpBcrypt(at)}'\n`
  const text = `${others}${name}\n${[1, 2, 3].map((at) => user(at, hashed(at))).join('')}`
  expect((await inspect({ 'users.yaml': text })).json).toMatchObject({
    records: 3 + beside,
    users: 3,
    ready: 3,
    hashes: { bcrypt: 3 },
    files: [{ controlTotals: { emails: { counted: 3, accounted: 3 } } }],
  })
})

const hash = (at: number) => `    password: '${madeUpBcrypt(at)}'\n`
const person = (name: string, fields = '') =>
  `  ${name}:\n    email: ${name}@acme.example\n    last_name: ${name}\n${fields}`

test.each([
  ['a namespace', 'App\\Entity\\User', 'App\\Entity\\Customer'],
  ['a bundle, which begins with a sign', '\\AppBundle\\Entity\\User', '\\AppBundle\\Entity\\Customer'],
  ['a namespace with dots', 'App.Entity.User', 'App.Entity.Customer'],
  ['a module', 'app::User', 'app::Customer'],
  ['a package', 'com.acme.User', 'com.acme.Customer'],
])('classes of %s are tables called after their last part', async (_, user, customer) => {
  const users = `${user}:\n${person('ann', hash(1))}${person('ben', hash(2))}`
  const customers = `${customer}:\n${person('cleo', "    user: '@ann'\n")}${person('dora', "    user: '@ben'\n")}`
  for (const text of [users + customers, customers + users])
    expect((await inspect({ 'fixtures.yaml': text })).json).toMatchObject({
      records: 4,
      users: 2,
      hashes: { bcrypt: 2 },
      other: { 'table Customer': 2 },
    })
})

test('people without passwords beside people with them are a table of their own, and groups that are alike are one', async () => {
  const users = `Benutzer:\n${person('ann', hash(1))}${person('ben', hash(2))}`
  const contacts = `Kontakt:\n${person('cleo')}${person('dora')}`
  for (const text of [users + contacts, contacts + users])
    expect((await inspect({ 'fixtures.yaml': text })).json).toMatchObject({
      records: 4,
      users: 2,
      hashes: { bcrypt: 2 },
      other: { 'table Kontakt': 2 },
    })
  const clear = (at: number) => `    password: Tulp-${at}!x\n`
  const groups = `sales:\n${person('ann', clear(1))}support:\n${person('ben', clear(2))}${person('cleo')}`
  expect((await inspect({ 'fixtures.yaml': groups })).json).toMatchObject({ records: 3, users: 3, other: {} })
})

test('a class with one entry is a table, too, and others of the same last part keep their whole names', async () => {
  const text = `locale: en
App\\Entity\\Group:\n  staff:\n    name: Staff\n    users: ['@ann', '@ben']
App\\Entity\\User:\n${person('ann', hash(1))}
App\\Shop\\Contact:\n${person('cleo')}
App\\Mail\\Contact:\n${person('dora')}`
  expect((await inspect({ 'fixtures.yaml': text })).json).toMatchObject({
    records: 4,
    users: 1,
    hashes: { bcrypt: 1 },
    other: { 'table Group': 1, 'table App\\Shop\\Contact': 1, 'table App\\Mail\\Contact': 1 },
  })
})

test('a function in place of a password is a variable', async () => {
  const text = `App\\Entity\\User:\n${[1, 2].map((at) => user(at, '    password: \'<hash("x")>\'\n')).join('')}`
  expect((await inspect({ 'users.yaml': text })).json).toMatchObject({
    users: 2,
    hashes: { unsupported: { variable: 2 } },
  })
})

test.each(['user_{1..10}', 'user_{ann, ben}', 'user_{@group*}'])(
  'the entry %s stands for several, so the file is incomplete',
  async (several) => {
    const made = "    email: 'user<current()>\\@acme.example'\n    password: <hash('x')>\n"
    const text = `App\\Entity\\User:\n${person('ann', hash(1))}  ${several}:\n${made}`
    const cwd = folderOf({ 'fixtures.yaml': text })
    const { out } = await cli(['inspect', 'fixtures.yaml'], { cwd })
    expect((await inspect({ 'fixtures.yaml': text })).json).toMatchObject({
      records: 2,
      users: 1,
      unreadable: 1,
      ready: 1,
    })
    expect(out).toMatch(/INCOMPLETE.* This entry of fixtures stands for several/)
  },
)

test('entries have the values of their templates, which are no users', async () => {
  const base = `  base (template):\n    password: '${madeUpBcrypt(1)}'\n    enabled: false\n`
  const next = `  next (extends base, template):\n    enabled: true\n`
  const users = `${person('ann (extends base)')}${person('ben (extends next)')}`.replaceAll(
    / \(extends \w+\)(?=@|\n)/g,
    '',
  )
  const { json } = await inspect({ 'fixtures.yaml': `App\\Entity\\User:\n${base}${next}${users}` })
  expect(json).toMatchObject({ records: 4, users: 2, unreadable: 2, ready: 1, hashes: { bcrypt: 2 } })
})

test('an email with a variable in it is never sent', async () => {
  const emails = [
    "'user<current()>\\@acme.example'",
    "'user{{ nr }}@acme.example'",
    `user$\{nr}@acme.example`,
    "'u#{n}@acme.example'",
  ]
  const rows = emails.map((email) => `- id: ${email.length}\n  email: ${email}\n`).join('')
  const { json } = await inspect({ 'users.yaml': `users:\n${rows}- id: 3\n  email: "o'neil+a{b@acme.example"\n` })
  expect(json).toMatchObject({ users: 5, ready: 1, blocked: { 'email-invalid': 4 } })
})

test.each([
  ['ERB', 'admin@<%= domain %>'],
  ['Jinja and Liquid', '{{ env.ADMIN_EMAIL }}'],
  ['a shell', `user@$\{DOMAIN}`],
  ['a variable of a shell alone', '$ADMIN_EMAIL'],
  ['a batch file', '%ADMIN_MAIL%'],
  ['a text with numbered places', 'user{0}@acme.example'],
])('an email of a template says what it is and what to do: %s', async (_, email) => {
  const users = [email, 'ben.broken', 'ann@acme.example'].map((one, id) => ({ id, email: one, username: `user${id}` }))
  const { json, out } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 3, ready: 1, blocked: { 'email-invalid': 2 } })
  expect(json?.['findings']).toContainEqual(
    expect.objectContaining({ group: 'not-in-file', users: 1, option: '--decide email-invalid=exclude' }),
  )
  expect(out).toContain('Let the program or database that completes it do so')
})

test.each([
  ['stdClass', false],
  ['User', true],
  ['Member', true],
  ['employe', true],
])(
  'entries under the plain name %s are a table where one of the file is written as Alice writes it',
  async (name, hasOthers) => {
    const base = `  base (template):\n    city: Lund\n    email: 'made<email()>'\n`
    const cleo = `  cleo (extends base):\n    email: cleo@acme.example\n    phone: '+46701740605'\n`
    const dora = `  dora (extends base):\n    phone: '+46701740606'\n  erik (extends base): ~\n`
    const others = !hasOthers ? '' : `Bike:\n  bike_{1..3}:\n    color: red\nCity:\n  lund:\n    title: Lund\n`
    const { json } = await inspect({ 'fixtures.yaml': `${name}:\n${base}${cleo}${dora}${others}` })
    expect(json).toMatchObject({
      records: hasOthers ? 6 : 4,
      users: 3,
      unreadable: hasOthers ? 2 : 1,
      ready: 1,
      blocked: { 'email-invalid': 2 },
      other: hasOthers ? { 'table City': 1 } : {},
    })
  },
)

test.each([
  ['under one name', 'stdClass:\n', '  '],
  ['under two names', 'fixtures:\n  people:\n', '    '],
  ['beside other members', 'version: 1\nteam_a:\n', '  '],
])('the logins of several entries %s are never those of one user', async (_, before, space) => {
  const entry = (name: string, field: string) => `${space}${name}:\n${space}  nr: 4\n${space}  ${field}\n`
  const text = `${before}${entry('ann', "tel: '+46701740605'")}${entry('ben', 'mail: ben@acme.example')}`
  expect((await inspect({ 'people.yaml': text })).json).toMatchObject({ records: 2, users: 2, ready: 2 })
})

test('one user whose fields are in several objects stays one', async () => {
  const text = 'ann:\n  profile:\n    name: Ann\n  contact:\n    mail: ann@acme.example\n    city: Lund\n'
  expect((await inspect({ 'people.yaml': text })).json).toMatchObject({ records: 1, users: 1, ready: 1 })
})

test.each(['App\\Entity\\User', 'App\\Domain\\Member'])(
  'signs of Alice with a backslash before them are plain ones: %s',
  async (name) => {
    const user = (at: number) => `  user_${at}:\n    mail: 'u${at}\\@acme.example'\n    name: '\\$ \\<name\\> \\\\'\n`
    const { json } = await inspect({ 'users.yaml': `${name}:\n${user(1)}${user(2)}` })
    expect(json).toMatchObject({
      users: 2,
      ready: 2,
      files: [{ controlTotals: { emails: { counted: 2, accounted: 2 } } }],
    })
    expect(JSON.stringify(json)).not.toContain('email-unusual')
  },
)

test('elsewhere a backslash stays, and its address is named as unusual', async () => {
  const { json, out } = await inspect({
    'users.yaml': `users:\n  - mail: 'ann\\@acme.example'\n  - mail: ben@acme.example\n`,
  })
  expect(json).toMatchObject({ users: 2 })
  expect(out).toContain('Unusual email')
})

test.each([
  ['a range', 'user{1..10}'],
  ['a list', 'user_{ann, ben}'],
  ['a reference', 'user_{@ann*}'],
  ['a range with a template', 'user_{1..10} (extends base)'],
  ['a key in quotation marks', '"ann"'],
  ['a key in apostrophes', "'ann'"],
  ['a key with an anchor', 'user{1..3}: &first # three'],
])('a namespaced fixture whose first entry is %s is no print of rows', async (_, name) => {
  const first = name.includes(': ') ? name : `${name}:`
  const base = '  base (template):\n    enabled: false\n'
  const cleo = person('cleo (extends base)', hash(2)).replaceAll(/ \(extends \w+\)(?=@|\n)/g, '')
  const fixture = (eol: string) =>
    `App\\Entity\\User:\n  ${first}\n    email: one@acme.example\n${hash(1)}${base}${cleo}${person('dora', hash(3))}`.replaceAll(
      '\n',
      eol,
    )
  const several = name.includes('..') || name.includes(',') || name.includes('@') ? 1 : 0
  for (const eol of ['\n', '\r\n'])
    expect((await inspect({ 'fixtures.yaml': fixture(eol) })).json).toMatchObject({
      records: 4,
      users: 3 - several,
      unreadable: 1 + several,
      ready: 2 - several,
      files: [{ format: 'yaml' }],
    })
})

test('rows that a program prints with their fields indented stay a print', async () => {
  const row = (name: string) =>
    `  User login: ${name}\n  Email address: ${name}@acme.example\n  Account disabled: False\n`
  const text = `--------------\n2 users matched:\n--------------\n${row('ann')}\n${row('ben')}`
  expect((await inspect({ 'users.txt': text })).json).toMatchObject({ records: 2, users: 2 })
})

describe('parameters of fixtures', () => {
  const entries = (password: string) =>
    ['ann', 'ben'].map((name) => person(name, `    password: ${password}\n`)).join('')

  test.each([
    ['before the users', (parameters: string, users: string) => parameters + users],
    ['behind them', (parameters: string, users: string) => users + parameters],
  ])('that stand %s are the values of their users', async (_, joined) => {
    const parameters = `parameters:\n  pw: '${madeUpBcrypt(1)}'\n  domain: acme.example\n`
    const users = `App\\Entity\\User:\n${entries("'<{pw}>'")}`.replaceAll('@acme.example', '@<{domain}>')
    expect((await inspect({ 'fixtures.yaml': joined(parameters, users) })).json).toMatchObject({
      users: 2,
      ready: 2,
      hashes: { bcrypt: 2 },
      files: [{ controlTotals: { unreadHashes: null } }],
    })
  })

  test('are those of users by a template as well, and have dollar signs with a backslash', async () => {
    const text = `parameters:\n  app.pw: '${madeUpBcrypt(1).replaceAll('$', String.raw`\$`)}'
App\\Entity\\User:\n  base (template):\n    password: '<{app.pw}>'\n  ann (extends base):\n    email: ann@acme.example\n`
    expect((await inspect({ 'fixtures.yaml': text })).json).toMatchObject({ users: 1, ready: 1, hashes: { bcrypt: 1 } })
  })

  test.each([
    ['of another file', '', "'<{app.alice.pw}>'"],
    ['of another name', 'parameters:\n  other: x\n', "'<{pw}>'"],
    ['that an expression makes', "parameters:\n  pw: '<sha1(123)>'\n", "'<{pw}>'"],
  ])('%s are variables, and no clear passwords', async (_, parameters, password) => {
    const { json } = await inspect({ 'fixtures.yaml': `${parameters}App\\Entity\\User:\n${entries(password)}` })
    expect(json).toMatchObject({ users: 2, ready: 0, hashes: { unsupported: { variable: 2 } } })
  })

  test('in other files are texts: a password in brackets stays one', async () => {
    const { json } = await inspect({
      'users.csv': 'id,email,password\n1,ann@acme.example,<{a b}>\n2,ben@acme.example,<b>\n',
    })
    expect(JSON.stringify(json)).not.toContain('"variable"')
  })
})
