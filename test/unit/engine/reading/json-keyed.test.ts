import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect, inPieces, openWith, ofPeople, readAll, valuesOf } from './support.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { folderOf } from '../../../support/temporary-folder.ts'
import { openExport } from '../../../../electron/engine/reading/open-export.ts'
import { findKeyedUsers } from '../../../../electron/engine/reading/json/keyed-probe.ts'

const ann = { email: 'ann@acme.example', hash: 'x1' }
const ben = { email: 'ben@acme.example', hash: 'x2' }
const [first, second] = [
  { id: 'u1', ...ann },
  { id: 'u2', ...ben },
]
const keyed = { u1: ann, u2: ben }

/** The records of JSON in a file with a name that tells something. */
async function usersIn(content: object, name: string): Promise<unknown> {
  const opened = await openExport(join(folderOf({ [name]: JSON.stringify(content) }), name))
  return opened.ok ? valuesOf(await collect(opened.value.batches())) : opened.error.code
}

describe('users under keys of their own', () => {
  it.each([
    ['at the top', keyed],
    ['in a member', { users: keyed, version: 2 }],
    ['deeper', { data: { app: { members: keyed } }, generatedAt: 'x' }],
    ['beside a list of something else', { posts: [{ title: 'a' }, { title: 'b' }], users: keyed }],
    [
      'beside other objects',
      { settings: { theme: 'dark' }, posts: { p1: { title: 'a' }, p2: { title: 'b' } }, accounts: keyed },
    ],
    ['in each of several organizations', { acme: { u1: ann }, globex: { u2: ben } }],
    [
      'in a member of each of several',
      { orgs: { acme: { name: 'Acme', users: { u1: ann } }, globex: { users: { u2: ben } } } },
    ],
    ['with objects of their own', { u1: { ...ann, devices: { d1: { token: 'a' } } }, u2: { ...ben, devices: {} } }],
  ])('are read %s', async (_, content) => {
    const found = [expect.objectContaining(first), expect.objectContaining(second)]
    expect(valuesOf(ofPeople(await readAll(JSON.stringify(content))))).toEqual(found)
    expect(valuesOf(ofPeople(await readAll(JSON.stringify(content, null, 2))))).toEqual(found)
  })

  it.each([
    ['digests', (n: number) => `${n}`.repeat(64)],
    ['clear passwords', (n: number) => `gizli${n}`],
  ])('may have only a word of another language for their %s', async (_, secretOf) => {
    const content = {
      ayse: { sifre: secretOf(1), tip: 'ogretmen' },
      can: { sifre: secretOf(2), tip: 'ogrenci' },
      ece: { sifre: secretOf(3), tip: 'ogrenci' },
    }
    const users = Object.entries(content).map(([id, fields]) => ({ id, ...fields }))
    expect(valuesOf(await readAll(JSON.stringify(content)))).toEqual(users)
  })

  it.each([
    ['fields of their own each', { ayse: { sifre: 'gizli1', foto: 'a.png' }, can: { sifre: 'gizli2', dil: 'tr' } }],
    ['the same password', { ayse: { sifre: 'Gizli1!', foto: 'a.png' }, can: { sifre: 'Gizli1!', Foto: '' } }],
  ])('may have only such a word, and %s', async (_, content) => {
    const users = Object.entries(content).map(([id, fields]) => ({ id, ...fields }))
    expect(valuesOf(await readAll(JSON.stringify(content)))).toEqual(users)
  })

  it('may be one alone with a digest under such a word', async () => {
    const user = { sifre: 'ab12'.repeat(16), tip: 'ogretmen' }
    expect(valuesOf(await readAll(JSON.stringify({ ayse: user })))).toEqual([{ id: 'ayse', ...user }])
  })

  it.each([
    ['texts of an app', { giris: { sifre: 'Lütfen girin' }, kayit: { sifre: 'En az sekiz' } }],
    ['texts of one word', { giris: { sifre: 'Şifre', baslik: 'Giriş' }, kayit: { sifre: 'Şifreniz', ad: 'Ad' } }],
    ['settings', { posta: { sifre: 'gizli', sunucu: 'x' }, depo: { sifre: 'gizli2', yol: 'y' } }],
    ['one section of settings', { posta: { sifre: 'gizli' } }],
    ['packages with digests', { left: { hash: 'ab12'.repeat(16) }, right: { hash: 'cd34'.repeat(16) } }],
  ])('are no %s', async (_, content) => {
    const shape = await findKeyedUsers(inPieces(Buffer.from(JSON.stringify(content)), [1000]))
    expect(shape).toBeNull()
  })

  it.each([
    'eposta',
    'e_posta',
    'correo',
    'correo_electronico',
    'courriel',
    'mejl',
    'pochta',
    'sähköposti',
    'почта',
    '邮箱',
  ])('may have their addresses under a word of another language: %s', async (word) => {
    const content = {
      'd3842958-ab7f-4fc2-bae1-cf6633692604': { ad: 'Ann', [word]: 'ann@acme.example' },
      '304400ec-12d9-40c3-95fa-a661a47326f0': { ad: 'Ben', [word]: 'ben@acme.example' },
    }
    const users = Object.entries(content).map(([id, fields]) => ({ id, ...fields }))
    expect(valuesOf(ofPeople(await readAll(JSON.stringify(content))))).toEqual(users)
    const named = { ann: content['d3842958-ab7f-4fc2-bae1-cf6633692604'], ben: users[1] }
    expect(ofPeople(await readAll(JSON.stringify({ kullanicilar: named, ayarlar: { tema: 'koyu' } })))).toHaveLength(2)
    const parts = {
      u1: { ad: 'Ann', contacto: { [word]: 'ann@acme.example' } },
      u2: { ad: 'Ben', contacto: { [word]: 'b@acme.example' } },
    }
    expect(valuesOf(ofPeople(await readAll(JSON.stringify(parts))))).toEqual([
      { id: 'u1', ...parts.u1 },
      { id: 'u2', ...parts.u2 },
    ])
    const list = { toplam: 2, kullanicilar: users, ayarlar: [{ tema: 'koyu' }, { tema: 'acik' }] }
    expect(valuesOf(ofPeople(await readAll(JSON.stringify(list))))).toEqual(users)
  })

  it.each([
    ['labels of a form', { giris: { eposta: 'E-posta', ad: 'Ad' }, kayit: { eposta: 'E-posta adresiniz', ad: 'Ad' } }],
    ['one section of settings', { ayarlar: { eposta: 'bilgi@acme.example' }, tema: { renk: 'mavi' } }],
  ])('are no %s with such a word', async (_, content) => {
    expect(await findKeyedUsers(inPieces(Buffer.from(JSON.stringify(content)), [1000]))).toBeNull()
  })

  it('is no object of one user that has a hash under a name that is not known', async () => {
    const user = { tunnus: 'ann', sala: madeUpBcrypt(1) }
    expect(valuesOf(await readAll(JSON.stringify(user)))).toEqual([user])
  })

  it('say which of several objects holds them, under a name that no field has', async () => {
    const content = { admins: { u1: ann }, users: { u2: ben } }
    expect(valuesOf(await readAll(JSON.stringify(content)))).toEqual([
      { group: 'admins', ...first },
      { group: 'users', ...second },
    ])
    const inGroups = { acme: { u1: { ...ann, group: 'x' } }, globex: { u2: { ...ben, group: 'y' } } }
    expect(valuesOf(await readAll(JSON.stringify(inGroups)))).toEqual([
      { _group: 'acme', ...first, group: 'x' },
      { _group: 'globex', ...second, group: 'y' },
    ])
  })

  it('are those of the objects called after people, and not of others beside them', async () => {
    const content = {
      grades: { k1: { sum: 1 }, k2: { sum: 2 } },
      fees: [{ sum: 1 }],
      settings: { name: 'School', email: 'office@acme.example' },
      students: { k1: { ...ann }, k2: { hash: 'x' } },
      users: { u1: { username: 'boss', password: 'x1' }, u2: { username: 'head', password: 'x2' } },
    }
    const opened = await openWith(JSON.stringify(content))
    expect(opened.tables?.map(({ name, records }) => [name, records.length])).toEqual([
      ['users', 4],
      ['grades', 2],
      ['fees', 1],
    ])
    expect(opened.sample.records.slice(0, 4)).toEqual([
      { group: 'students', id: 'k1', ...ann },
      { group: 'students', id: 'k2', hash: 'x' },
      { group: 'users', id: 'u1', username: 'boss', password: 'x1' },
      { group: 'users', id: 'u2', username: 'head', password: 'x2' },
    ])
  })

  it('may have their logins in a part of any name, which is not the user', async () => {
    const content = { ann: { full: 'Ann', pw: ann }, ben: { full: 'Ben', pw: ben } }
    const found = [
      { id: 'ann', full: 'Ann', pw: ann },
      { id: 'ben', full: 'Ben', pw: ben },
    ]
    expect(valuesOf(await readAll(JSON.stringify(content)))).toEqual(found)
    expect(valuesOf(await readAll(JSON.stringify({ data: content })))).toEqual(found)
    const deeper = { ann: { auth: { local: ann } }, ben: { auth: { local: ben } } }
    expect(valuesOf(await readAll(JSON.stringify(deeper)))).toEqual([
      { id: 'ann', auth: { local: ann } },
      { id: 'ben', auth: { local: ben } },
    ])
  })

  it('may be one with a password hash and no other name, beside what says something of the file', async () => {
    const password = madeUpBcrypt(1)
    expect(valuesOf(await readAll(JSON.stringify({ _version: 2, boss: { active: true, password } })))).toEqual([
      { id: 'boss', active: true, password },
    ])
    const both = { _version: 2, boss: { password }, ann: { password, settings: { email: null } } }
    expect(valuesOf(await readAll(JSON.stringify(both)))).toEqual([
      { id: 'boss', password },
      { id: 'ann', password, settings: { email: null } },
    ])
    for (const one of [{ login: { user: 'boss', password } }, { gui: { port: 1, password } }])
      expect(valuesOf(await readAll(JSON.stringify(one)))).toEqual([one])
  })

  it.each([
    ['digests', ['ab12'.repeat(16), 'cd34'.repeat(16), 'ef56'.repeat(16)], 'a.json'],
    ['clear passwords', ['Geheim1!', 'Geheim2!', 'Winter#3'], 'a.json'],
    ['words of a file called after people', ['geheim1', 'sommer22', 'qwerty'], 'kullanicilar.json'],
    ['words of a file called after passwords', ['abc', 'def', 'ghi'], 'passwords.json'],
  ])('are names with nothing but %s', async (_, [one = '', two = '', three = ''], name) => {
    const passwords = { david: one, 'bob.roe': two, eva_of_wonderland: three }
    const users = Object.entries(passwords).map(([username, password]) => ({ username, password }))
    expect(await usersIn(passwords, name)).toEqual(users)
    expect(await usersIn({ version: 2, users: passwords }, name)).toEqual(users)
  })

  it('have keys of one kind, which a single one does not change', async () => {
    const id = '3f2504e0-4f89-11d3-9a0c-0305e82c3301'
    expect(await usersIn({ 'admin-1': 'ab12'.repeat(16), [id]: 'cd34'.repeat(16) }, 'a.json')).toEqual([
      { id: 'admin-1', password: 'ab12'.repeat(16) },
      { id, password: 'cd34'.repeat(16) },
    ])
  })

  it('may be one name with a digest in a file called after people', async () => {
    const password = 'ab12'.repeat(16)
    expect(await usersIn({ boss: password }, 'users.json')).toEqual([{ username: 'boss', password }])
  })

  it.each([
    ['digests of files', { 'app.js': 'ab12'.repeat(16), 'lib/x.css': 'cd34'.repeat(16) }],
    ['digests of one thing', { md5: 'ab12'.repeat(8), sha1: 'ab12'.repeat(10) }],
    ['texts of an app', { hello: 'Hello!', bye: 'Goodbye!' }],
    ['versions of packages', { react: '^18.2.0', vite: '^8.0.1' }],
    ['settings', { theme: 'dark1!', host: 'db2!' }],
    ['secrets of a program', { apiKey: 'abc123!', CLIENT_ID: 'def456!' }],
    ['roles of users', { ann: 'admin', bob: 'editor' }],
    ['addresses of users', { ann: 'ann1@acme.example', bob: 'bob2@acme.example' }],
  ])('are none in %s', async (_, content) => {
    expect(await findKeyedUsers(inPieces(Buffer.from(JSON.stringify(content)), [1000]), 'users')).toBeNull()
  })

  it('keep their key as what it is', async () => {
    const byEmail = { 'ann@acme.example': { id: 1, password: 'x' }, 'ben@acme.example': { id: 2, password: 'y' } }
    expect(valuesOf(await readAll(JSON.stringify(byEmail)))).toEqual([
      { email: 'ann@acme.example', id: 1, password: 'x' },
      { email: 'ben@acme.example', id: 2, password: 'y' },
    ])
    const own = { a: { id: 1, ...ann }, b: { id: 2, ...ben } }
    expect(valuesOf(await readAll(JSON.stringify(own)))).toEqual([
      { key: 'a', id: 1, ...ann },
      { key: 'b', id: 2, ...ben },
    ])
  })

  it('have their keys under one name, which no field of theirs has', async () => {
    const some = { a: { ...ann }, b: { id: 2, ...ben } }
    expect(valuesOf(await readAll(JSON.stringify(some)))).toEqual([
      { key: 'a', ...ann },
      { key: 'b', id: 2, ...ben },
    ])
    const moved = { 'ann@acme.example': { email: 'ann@new.example', hash: 'x1' }, 'ben@acme.example': { hash: 'x2' } }
    expect(valuesOf(await readAll(JSON.stringify(moved)))).toEqual([
      { id: 'ann@acme.example', email: 'ann@new.example', hash: 'x1' },
      { id: 'ben@acme.example', ...ben },
    ])
  })

  it('are texts of JSON under an ID each, as LoopBack keeps them', async () => {
    const models = { User: { '1': JSON.stringify({ id: 1, ...ann }), '2': JSON.stringify({ id: 2, ...ben }) } }
    const content = { ids: { User: 3 }, models: { ...models, Token: { '1': JSON.stringify({ id: 'a', ttl: 5 }) } } }
    expect(valuesOf(await readAll(JSON.stringify(content, null, 2)))).toEqual([
      { key: '1', id: 1, ...ann },
      { key: '2', id: 2, ...ben },
    ])
  })

  it('are password hashes under an ID each', async () => {
    const [one, other] = [madeUpBcrypt(1), madeUpBcrypt(2)]
    for (const [a, b] of [
      ['1001', '1002'],
      ['0f8fad5b-d9cb-469f-a165-708677289501', '0f8fad5b-d9cb-469f-a165-708677289502'],
    ])
      expect(valuesOf(await readAll(JSON.stringify({ [String(a)]: one, [String(b)]: other }, null, 1)))).toEqual([
        { id: a, password: one },
        { id: b, password: other },
      ])
    expect(valuesOf(await readAll('{"1": "one", "2": "two"}'))).toHaveLength(1)
  })

  it('are under their address whatever they have', async () => {
    const byEmail = { 'ann@acme.example': { hash: 'x', locked: true }, 'ben@acme.example': { secret: 'y' } }
    expect(valuesOf(await readAll(JSON.stringify(byEmail)))).toEqual([
      { email: 'ann@acme.example', hash: 'x', locked: true },
      { email: 'ben@acme.example', secret: 'y' },
    ])
  })

  it.each([
    {
      organizations: [
        { id: 1, name: 'Acme', members: [first] },
        { id: 2, name: 'Globex', members: [second] },
      ],
    },
    [{ id: 1, name: 'Acme', employees: [first, second] }],
    {
      data: {
        clubs: [
          { title: 'Acme', mitglieder: [first] },
          { title: 'Globex', mitglieder: [second] },
        ],
      },
    },
  ])('are members of each of several organizations: %j', async (content) => {
    expect(valuesOf(await readAll(JSON.stringify(content)))).toEqual([
      { tenant: expect.stringMatching(/^(?:1|Acme)$/), ...first },
      { tenant: expect.stringMatching(/^(?:[12]|Globex)$/), ...second },
    ])
  })

  it.each([
    [
      { id: 1, emails: [{ email: 'ann@acme.example' }] },
      { id: 2, emails: [{ email: 'ben@acme.example' }] },
    ],
    [
      { username: 'ann', members: [first] },
      { username: 'ben', members: [second] },
    ],
  ])('are not what belongs to one user: %j %j', async (...users) => {
    expect(valuesOf(await readAll(JSON.stringify(users)))).toEqual(users)
  })

  it.each([
    ['at the top', { 'ann@acme.example': '$2b$x', 'ben@acme.example': '$2b$y' }],
    ['in a member', { users: { 'ann@acme.example': '$2b$x', 'ben@acme.example': '$2b$y' } }],
  ])('are an address and a secret %s', async (_, content) => {
    const expected = [
      { email: 'ann@acme.example', password: '$2b$x' },
      { email: 'ben@acme.example', password: '$2b$y' },
    ]
    expect(valuesOf(await readAll(JSON.stringify(content, null, 1)))).toEqual(expected)
    const yaml = (level: object, indent = ''): string =>
      Object.entries(level)
        .map(([name, value]: [string, unknown]) =>
          typeof value === 'object' && value !== null
            ? `${indent}${name}:\n${yaml(value, '  ')}`
            : `${indent}${name}: ${String(value)}\n`,
        )
        .join('')
    expect(valuesOf(await readAll(yaml(content)))).toEqual(expected)
  })

  it('are found again at their place, and thirty are thirty', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, { email: `u${at}@acme.example` }]))
    const text = JSON.stringify({ users: many }, null, 1)
    const opened = await openWith(text)
    const records = await readAll(text)
    const last = typeof records === 'string' ? undefined : records.at(-1)
    expect(records).toHaveLength(30)
    expect(await opened.recordAt(last?.offset ?? 0)).toEqual({ id: 'k29', email: 'u29@acme.example' })
  })

  it('that are cut off are said to be, behind those that are whole', async () => {
    const text = JSON.stringify({ users: keyed })
    expect(valuesOf(await readAll(text.slice(0, -12)))).toEqual([first, expect.stringContaining('cut')])
  })

  it('are not seen in one user, in pages of users and in lists', async () => {
    const others = [
      {
        id: 1,
        email: 'a@acme.example',
        profile: { email: 'b@acme.example' },
        contacts: { home: { phone: '1' }, work: { phone: '2' } },
      },
      { users: [ann, ben], byId: keyed },
    ]
    expect(
      await Promise.all(others.map(async (one) => valuesOf(ofPeople(await readAll(JSON.stringify(one)))))),
    ).toEqual([[others[0]], [ann, ben]])
    expect(await findKeyedUsers(inPieces(Buffer.from('[{"email":"a@acme.example"}]'), [7]))).toBeNull()
  })
})

describe('JSON of several tables, as phpMyAdmin writes it', () => {
  const tables = [
    { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for PHPMyAdmin' },
    { type: 'database', name: 'shop' },
    { type: 'table', name: 'options', database: 'shop', data: [{ name: 'a' }] },
    { type: 'table', name: 'users', database: 'shop', data: [ann, ben] },
  ]

  it('is read by its tables, whichever part of it is there', async () => {
    for (const content of [tables, tables.slice(2), tables.slice(1)]) {
      const opened = await openWith(JSON.stringify(content, null, 1))
      expect(opened.tables?.map(({ name }) => name)).toEqual(['options', 'users'])
      expect(valuesOf(await readAll(JSON.stringify(content)))).toEqual([{ name: 'a' }, ann, ben])
    }
    expect(valuesOf(await readAll(JSON.stringify(tables[3])))).toEqual([ann, ben])
  })
})

describe('a list of realms', () => {
  it.each([
    [
      'small ones',
      [
        { realm: 'a', users: [ann] },
        { realm: 'b', users: [ben] },
      ],
    ],
    [
      'with an id first',
      [
        { id: '1', realm: 'a', users: [ann] },
        { id: '2', realm: 'b', users: [ben] },
      ],
    ],
    ['whose first one has no users', [{ realm: 'c' }, { realm: 'a', users: [ann] }, { realm: 'b', users: [ben] }]],
  ])('is read by its users: %s', async (_, content) => {
    const records = valuesOf(await readAll(JSON.stringify(content)))
    expect(records).toEqual(
      expect.arrayContaining([
        { realm: 'a', ...ann },
        { realm: 'b', ...ben },
      ]),
    )
  })
})

it('prices beside a list of users are no hashes under names', async () => {
  const content = { prices: { small: '$5', large: '$9' }, users: [{ email: ann.email }, { email: ben.email }] }
  expect(valuesOf(await readAll(JSON.stringify(content, null, 1)))).toEqual([
    { email: ann.email },
    { email: ben.email },
  ])
})
