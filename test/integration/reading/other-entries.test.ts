import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { workbookOf } from '../../support/data/workbook-of.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

async function inspect(content: unknown) {
  const cwd = folderOf({ 'export.json': typeof content === 'string' ? content : JSON.stringify(content) })
  const { code, err, json } = await cli(['inspect', 'export.json', '--json'], { cwd })
  const { out } = await cli(['inspect', 'export.json'], { cwd })
  return { code, err, out, json }
}

const hash = 'argon2$argon2id$v=19$m=102400,t=2,p=8$c29tZXNhbHRzb21lc2FsdA$0123456789012345678901234567890123456789012'
const model = (name: string, pk: number, fields: object) => ({ model: name, pk, fields })

describe('entries that are no users', () => {
  test('of dumpdata are counted by their model, and a user model of the project’s own is read', async () => {
    const { code, json, out } = await inspect([
      model('contenttypes.contenttype', 1, { app_label: 'auth', model: 'user' }),
      model('auth.permission', 1, { name: 'Can add', codename: 'add_user' }),
      model('auth.permission', 2, { name: 'Can change', codename: 'change_user' }),
      model('people.human', 1, { password: hash, last_login: null, email: 'ann@acme.example' }),
      model('people.human', 2, { password: '!', mobile: '+4915112345678', nickname: 'ben' }),
      model('mail.server', 1, { username: 'smtp', password: 'letmein', host: 'mail.acme.example' }),
    ])
    expect(json).toMatchObject({
      records: 6,
      users: 2,
      unreadable: 0,
      other: { 'contenttypes.contenttype': 1, 'auth.permission': 2, 'mail.server': 1 },
      files: [{ other: { 'auth.permission': 2 } }],
    })
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('6 records = 2 users + 0 joined + 0 unmatched + 0 unreadable + 4 other'),
    ])
    expect(out).toContain('not users: auth.permission 2, contenttypes.contenttype 1, mail.server 1')
  })

  test('of dumpdata are those of other models than the users have, whose numbers count apart', async () => {
    const user = { password: hash, last_login: null, is_superuser: false, is_staff: false, is_active: true }
    const { json, out } = await inspect([
      model('auth.user', 1, { ...user, username: 'ann', email: 'ann@acme.example' }),
      model('auth.user', 2, { ...user, username: 'ben', email: 'ben@acme.example' }),
      ...Array.from({ length: 60 }, (_, at) => model('vault.note', at, { text: `${at}` })),
      model('vault.cred_user', 1, { name: 'Shop', username: 'root', password: `AES.1:${'0a1b'.repeat(16)}` }),
      model('vault.mailbox', 2, { email: 'shop@acme.example', password: 'x'.repeat(40) }),
    ])
    expect(json).toMatchObject({
      users: 2,
      ready: 0,
      other: { 'table vault.note': 60, 'table vault.cred_user': 1, 'table vault.mailbox': 1 },
    })
    expect(out).not.toContain('Same source ID')
    expect(out).toContain('not users: table vault.note 60\n')
    expect(out).toContain('not read, with passwords: table vault.cred_user 1, table vault.mailbox 1')
  })

  test('are not told by the role of people, who have both names, and “in the mapping” is said of a given mapping only', async () => {
    const people = [1, 2, 3].map((at) => ({ id: at, type: 'MERCHANT', givenName: `Ann${at}`, familyName: 'Lee' }))
    const { json, out } = await inspect(people)
    expect(json).toMatchObject({ unreadable: 3, other: {} })
    expect(out).not.toContain('The kind of entry')
    const { out: sold } = await inspect([1, 2, 3].map((at) => ({ id: at, type: 'SHOP', town: `Town ${at}` })))
    expect(sold).toContain('type -> The kind of entry (likely: another value of it changes what a record becomes)')
  })

  test('have no columns of users, which are those of its users however far behind they stand', async () => {
    const species = Array.from({ length: 60 }, (_, at) => model('lab.species', at, { tax_id: at, is_hybrid: false }))
    const { out } = await inspect([
      ...species,
      model('auth.user', 1, { username: 'ann', password: hash, last_login: null, email: 'ann@acme.example' }),
    ])
    expect(out).toContain('fields.email -> Email (exact: the format of Django)')
    expect(out).not.toContain('tax_id')
  })

  test('of lines of several kinds are counted by what they call themselves, unless they look like users', async () => {
    const lines = [
      { type: 'user', id: 'u1', email: 'ann@acme.example' },
      { type: 'user', id: 'u2', email: 'ben@acme.example' },
      { type: 'role', id: 'r1', name: 'admin' },
      { type: 'role', id: 'r2', name: 'reader' },
      { type: 'metadata', version: 3 },
      { type: 'user', id: 'u3' },
      { type: 'invitation', id: 'i1', contact: { email: 'cia@acme.example' } },
    ]
    const { json } = await inspect(lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(json).toMatchObject({ records: 7, users: 4, ready: 2, unreadable: 0, other: { role: 2, metadata: 1 } })
  })

  test('of a table are the rows that add up the others, and none with an address', async () => {
    const table = [
      'id;E-Mail;gesperrt',
      '1;ann@acme.example;nein',
      'Total;ben@acme.example;nein',
      'Gesamt: 2;;',
      ';Summe 2;',
      'Total : 2 utilisateurs;;',
      'Razem:;;2',
    ]
    const { json } = await inspect(table.join('\n'))
    expect(json).toMatchObject({ records: 6, users: 2, ready: 2, other: { 'row of totals': 4 } })
  })

  test('rows of totals do not hide the key of the users', async () => {
    const table = [
      'Employee No,Mail',
      '1001,ann@acme.example',
      '1002,ben@acme.example',
      '1003,c@acme.example',
      'Total,3',
    ]
    const { json } = await inspect(table.join('\n'))
    expect(JSON.stringify(json)).toContain('{"column":"Employee No","becomes":"source-id"')
    expect(json).toMatchObject({ records: 4, users: 3, other: { 'row of totals': 1 } })
  })

  test('names of groups above their users do not hide the key of the users, and are none of them', async () => {
    const table = [
      'Staff ID,First name,Mail,Phone ext.,State',
      'Department 1 - Office,,,,',
      '4100,Ann,ann@acme.example,-120,active',
      '4103,Ben,ben@acme.example,-121,active',
      'Works yard,,,,',
      '4106,Cleo,cleo@acme.example,-122,active',
      '4109,Dan,,-123,active',
      'Total: 4,,,,',
    ]
    const expected = { users: 4, unreadable: 0, other: { 'name of a group': 2, 'row of totals': 1 } }
    const { json } = await inspect(table.join('\n'))
    expect(json).toMatchObject(expected)
    expect(JSON.stringify(json)).toContain('{"column":"Staff ID","becomes":"source-id"')
    const rows = table.map((line) => line.split(','))
    const book = workbookOf([{ name: 'Staff', rows }])
    const read = await cli(['inspect', 'book.xlsx', '--json'], { cwd: folderOf({ 'book.xlsx': book }) })
    expect(read.json).toMatchObject(expected)
  })

  test('a person of whom nothing but the name is known is no group', async () => {
    const table = [
      'Full name,Mail,Phone,State',
      'Ann Lee,ann@acme.example,,active',
      'Ben Moss,,,',
      'Cleo Fox,cleo@acme.example,,',
    ]
    expect((await inspect(table.join('\n'))).json).toMatchObject({ users: 2, unreadable: 1, other: {} })
  })

  test('rows of totals do not hide the key of the users in a workbook of several sheets', async () => {
    const users = [1, 2, 3].map((at) => [`M100${at}`, `user${at}@acme.example`])
    const rows = [['Matricule', 'Courriel'], ...users, ['Total : 3 utilisateurs', '']]
    const book = workbookOf([
      { name: 'Utilisateurs', rows },
      {
        name: 'Notes',
        rows: [
          ['Oui', 'peut se connecter'],
          ['Non', 'suspendu'],
        ],
      },
    ])
    const { json } = await cli(['inspect', 'book.xlsx', '--json'], { cwd: folderOf({ 'book.xlsx': book }) })
    expect(json).toMatchObject({ users: 3, other: { 'row of totals': 1 } })
    expect(JSON.stringify(json)).toContain('{"column":"Matricule","becomes":"source-id"')
  })

  test('end inspect and run with exit code 2 where there is nobody besides, and are named', async () => {
    const sessions = [model('sessions.session', 1, { session_data: 'x' }), model('sessions.session', 2, {})]
    const { code, err, json } = await inspect(sessions)
    expect([code, err, json?.['other']]).toEqual([
      2,
      'This export contains no users. It holds 2 × sessions.session.\n',
      { 'sessions.session': 2 },
    ])
  })

  test('are told as a file of their own beside one with users, which is left out', async () => {
    const files = { 'users.csv': 'id,email\n1,ann@acme.example\n', 'sizes.csv': 'colour,size\nred,1\n' }
    const { code, err, json } = await cli(['inspect', ...Object.keys(files), '--json'], { cwd: folderOf(files) })
    expect([code, err]).toEqual([0, 'sizes.csv contains no users. 1 record without a login. It is left out.\n'])
    expect(json).toMatchObject({ records: 2, users: 1, unreadable: 1, ready: 1 })
    const core = await startCore()
    const run = ['run', 'users.csv', 'sizes.csv', '--core', core.baseUrl, '--yes']
    const sent = await cli(run, { cwd: folderOf(files) })
    expect([sent.code, sent.err]).toEqual([0, expect.stringContaining('sizes.csv contains no users.')])
  })

  test.each([
    [
      'sessions of them',
      'sessions.csv',
      'id,user_id,session_token,expires\n7,1,9f8e7d6c-1234-4abc-8def-000000000001,2023-02-01\n',
    ],
    ['settings of them', 'claims.csv', 'Id,UserId,ClaimType,ClaimValue\n1,1,department,sales\n'],
  ])('are told and left out where they are %s', async (_, name, content) => {
    const files = { 'users.csv': 'id,email\n1,ann@acme.example\n', [name]: content }
    const { code, err } = await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })
    expect([code, err]).toEqual([0, expect.stringContaining(`${name} contains no users. It holds 1 ×`)])
  })

  test.each([
    ['second factors', 'UserId,factor_type,factor_data\n1,totp,JBSWY3DPEHPK3PXP\n'],
    ['a status', 'id,label,status\n7,x,blocked\n'],
  ])('are refused as a file of their own where it may say something of users, by %s', async (_, content) => {
    const files = { 'users.csv': 'id,email\n1,ann@acme.example\n', 'list.csv': content }
    const run = ['run', 'users.csv', 'list.csv', '--core', 'http://127.0.0.1:9', '--yes']
    for (const command of [['inspect', 'users.csv', 'list.csv'], run]) {
      const { code, err } = await cli(command, { cwd: folderOf(files) })
      expect([code, err]).toEqual([2, expect.stringContaining('list.csv contains no users.')])
    }
  })
})

test.each([
  { _key: 'users:joindate', value: '1', score: 1500000000000 },
  { key: 'next_user_id', type: 'string', ttl: -1, value: 9, size: 4 },
  { _id: 'z1', _key: 'ip:recent', members: ['1.2.3.4'] },
])('a key with its value beside users is none: %j', async (row) => {
  const users = [1, 2, 3, 4, 5, 6].map((at) => ({ _key: `user:${at}`, uid: at, email: `u${at}@acme.example` }))
  const { json } = await inspect([...users, row].map((one) => JSON.stringify(one)).join('\n'))
  expect(json).toMatchObject({ users: 6, unreadable: 0, other: { 'entry of a key and a value': 1 } })
})

test.each([
  { _id: '_design/_auth', language: 'javascript' },
  { id: '_design/users', key: '_design/users', value: { rev: '1-a' } },
  { _id: '_local/sync', seq: 4 },
])('a program of CouchDB beside users is none: %j', async (row) => {
  const users = [1, 2, 3, 4, 5, 6].map((at) => ({ _id: `org.couchdb.user:${at}`, email: `u${at}@acme.example` }))
  const { json } = await inspect([...users, row].map((one) => JSON.stringify(one)).join('\n'))
  expect(json).toMatchObject({ users: 6, unreadable: 0, other: { 'design document': 1 } })
})

test('what a file of NeDB says of its indexes takes no ID from its users', async () => {
  const users = [1, 2].map((at) => ({ email: `u${at}@acme.example`, _id: `${at}JHV6jXiqwXLwhwO`, password: hash }))
  const index = { $$indexCreated: { fieldName: 'email', unique: true, sparse: false } }
  const { json, out } = await inspect([...users, index].map((one) => `${JSON.stringify(one)}\n`).join(''))
  expect(json, out).toMatchObject({ users: 2, other: { index: 1 } })
  expect(JSON.stringify(json?.['files']), out).toContain('"column":"_id","becomes":"source-id"')
})

test('entries that a number tells apart are named by its field', async () => {
  const lines = [4, 5, 5].map((type, at) => JSON.stringify({ _id: at + 1, type, company: 'Acme' })).join('\n')
  const { json, err } = await inspect(lines)
  expect(json).toMatchObject({ users: 0, other: { 'type 4': 1, 'type 5': 2 } })
  expect(err).toContain('It holds 2 × type 5, 1 × type 4')
})

test.each(['bot', 'service_account'])(
  'an entry of the kind %s is none that cannot be read, though it has a name',
  async (type) => {
    const people = ['ann', 'ben'].map((name) => ({
      type: 'user',
      user: { username: name, email: `${name}@acme.example` },
    }))
    const robot = { type, [type]: { username: 'robo', owner: 'ann' } }
    const { json, out } = await inspect([...people, robot].map((one) => JSON.stringify(one)).join('\n'))
    expect(json).toMatchObject({ records: 3, users: 2, unreadable: 0, other: { [type]: 1 } })
    expect(out).not.toContain('Could not be read')
  },
)
