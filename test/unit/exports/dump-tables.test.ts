import { computedValue } from '../../../shared/computed-value.ts'
import { describe, expect, it, test } from 'vitest'
import { readDump, type TableSample } from '../../../shared/exports/dump-tables.ts'
import { listed, tableTerms } from '../../../shared/exports/tables/table-terms.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

function table(name: string, record: Record<string, unknown>): TableSample {
  return { table: name, header: Object.keys(record), records: [record] }
}

const authUsers = table('auth.users', {
  id: 'u1',
  email: 'ann@example.com',
  encrypted_password: '',
  raw_app_meta_data: '{}',
})
const identities = table('auth.identities', { id: 'i1', user_id: 'u1', provider: 'google', identity_data: '{}' })
const copy = table('public.users', { id: '1', email: 'ann@example.com', password: 'x', remember_token: null })
const posts = table('posts', { id: '1', title: 'Hello', body: 'World' })
const people = table('people', {
  id: '1',
  mail: 'ann@example.com',
  pw: '$2b$10$abcdefghijklmnopqrstuuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2',
})
const letters = table('newsletter', { id: '1', email: 'ann@example.com' })

const administrators = table('_admins', {
  id: 'a1',
  email: 'root@example.com',
  tokenKey: 'x',
  passwordHash: '$2b$10$abcdefghijklmnopqrstuuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2',
})

describe('a dump', () => {
  it('does not take the administrators of PocketBase for its users, unless they are chosen', () => {
    expect(readDump([posts, administrators], null, null)).toEqual({ kind: 'none' })
    const chosen = readDump([posts, administrators], null, null, { chosen: '_admins' })
    expect(chosen).toMatchObject({ kind: 'own', sample: { table: '_admins' } })
  })

  it('is read as one provider: its users and their parts, and nobody else', () => {
    const reading = readDump([posts, copy, identities, authUsers], null, null)
    expect(reading).toEqual({
      kind: 'known',
      tables: new Map([
        ['auth.identities', expect.objectContaining({ provider: 'supabase', role: 'parts' })],
        ['auth.users', expect.objectContaining({ provider: 'supabase', role: 'users' })],
      ]),
      names: new Set(),
      standings: new Map(),
      logins: [],
      details: [],
      recognition: {
        provider: 'supabase',
        shape: 'tables auth.identities, auth.users of a dump',
        // Tables that are not read are counted beside it.
        reason: expect.stringMatching(/^in its table auth\.users, (?!.*posts)/),
        role: 'users',
      },
    })
  })

  it('is read as what the operator says', () => {
    const reading = readDump([posts, copy, identities, authUsers], 'laravel', null)
    expect(reading.kind === 'known' && [...reading.tables.keys()]).toEqual(['public.users'])
    expect(readDump([posts, letters, people], 'laravel', null)).toEqual({
      kind: 'known',
      tables: new Map([['people', expect.objectContaining({ provider: 'laravel' })]]),
      names: new Set(),
      standings: new Map(),
      logins: [],
      details: [],
      recognition: expect.objectContaining({
        provider: 'laravel',
        reason: 'you said so',
      }),
    })
  })

  it('of parts only is parts', () => {
    const reading = readDump([posts, identities], null, null)
    expect(reading.kind === 'known' && reading.recognition.role).toBe('parts')
  })

  it('that nobody knows is read from the table that looks most like users, through a mapping', () => {
    const own = { provider: 'generic', shape: 'table people of a dump', role: 'users' }
    const reason = 'of its tables this one looks most like users'
    expect(readDump([posts, letters, people], null, null)).toEqual({
      kind: 'own',
      sample: people,
      parts: new Map(),
      standings: new Map(),
      logins: [],
      details: [],
      recognition: { ...own, reason },
    })
    const wanted = readDump([letters, copy], 'generic', null)
    expect(wanted.kind === 'own' && [wanted.sample, wanted.recognition.reason]).toEqual([copy, 'you said so'])
  })

  it('is read from the table that a given mapping is made for', () => {
    const mapping = mappingOf({ title: 'email' })
    const reading = readDump([letters, posts, people], 'generic', mapping)
    expect(reading.kind === 'own' && reading.sample).toBe(posts)
  })

  it('without a table of users is none', () => {
    expect(readDump([posts], null, null)).toEqual({ kind: 'none' })
    expect(readDump([], null, null)).toEqual({ kind: 'none' })
  })
})

test('the administrators of PocketBase are not its users', () => {
  const record = { id: 'a', email: 'a@acme.example', tokenKey: 't', emailVisibility: 0, verified: 1, password: 'x' }
  const samples = ['_superusers', 'users'].map((table) => ({ table, header: Object.keys(record), records: [record] }))
  const read = readDump(samples, null, null)
  expect(read.kind === 'known' ? [...read.tables.keys()] : read.kind).toEqual(['users'])
})

test('many names are listed in part', () => {
  expect(listed(Array.from({ length: 14 }, (_, index) => `t${index}`))).toBe(
    't0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11 and 2 more',
  )
})

test('other people with addresses of their own do not disable users of the same IDs, and rows that may be of either are asked about', () => {
  const hash = '$2b$10$abcdefghijklmnopqrstuuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2'
  const staff = table('be_users', { uid: 1, email: 'root@example.com', password: hash, disable: 0 })
  const members = table('fe_users', { uid: 1, email: 'ann@example.com', password: hash, disable: 1 })
  const details = table('user_details', { uid: 1, disable: 1 })
  const reading = readDump([staff, members, details], null, null, { chosen: 'be_users' })
  if (reading.kind !== 'own') throw new Error('It is no table of users.')
  const standings = [members, details].map(({ table: name, records: [record = {}] }) =>
    reading.standings.get(name)?.read(record),
  )
  expect(standings).toEqual([
    undefined,
    expect.objectContaining({ kind: 'aside', logins: [{ column: 'uid', kind: 'status' }] }),
  ])
})

test('a table named after people with password hashes holds users, whatever their names are called', () => {
  const users = table('users', { name: '@ann:acme.example', password_hash: madeUpBcrypt(1), is_guest: '0' })
  const rooms = table('rooms', { name: '!x:acme.example', password_hash: madeUpBcrypt(2) })
  expect(readDump([rooms, users], null, null)).toMatchObject({ kind: 'own', sample: { table: 'users' } })
  expect(readDump([rooms], null, null)).toEqual({ kind: 'none' })
})

test('companies with the IDs of addresses are no users beside a table of users with passwords', () => {
  const companies = table('accounts', { id: '5f5e42', name: 'Acme', phone_office: '+493055501' })
  const addresses = table('email_addresses', { id: '5f5e42', email_address: 'info@acme.example' })
  const users = table('users', { id: '1', user_name: 'admin', user_hash: madeUpBcrypt(1) })
  expect(readDump([companies, addresses, users], null, null)).toMatchObject({ kind: 'own', sample: { table: 'users' } })
})

test.each(['users_backup_2020', 'users_old', 'bak_users', 'users_copy'])(
  'users of today come before more rows of a copy of them: %s',
  (copy) => {
    const row = (at: number) => ({ id: `${at}`, email: `u${at}@acme.example`, password: madeUpBcrypt(at) })
    const former: TableSample = { table: copy, header: null, records: [row(1), row(2)] }
    expect(readDump([former, table('users', row(1))], null, null)).toMatchObject({ sample: { table: 'users' } })
    expect(readDump([former], null, null)).toMatchObject({ sample: { table: copy } })
  },
)

describe('tables of one product that hold other people', () => {
  const devise = (name: string, id = name) =>
    table(name, { id, email: `ann@${name}.example`, encrypted_password: madeUpBcrypt(1), locked_at: null })
  const read = (samples: readonly TableSample[], chosen: string | null = null) => {
    const reading = readDump(samples, null, null, { chosen })
    return reading.kind === 'known' ? [...reading.tables.keys()] : []
  }

  test.each(['public.users_archive', 'usuarios_antiguos', 'admin_users'])('are left to the operator: %s', (other) => {
    const tables = [devise(other), devise('a.users'), devise('b.users')]
    expect(read(tables)).toEqual(['a.users', 'b.users'])
    expect(read(tables, other)).toEqual([other])
    expect(read(tables.slice(0, 1))).toEqual([other])
    expect(readDump(tables, null, null)).toMatchObject({
      recognition: { reason: expect.stringContaining(`; ${other} may hold other people`) },
    })
  })

  test('are left to the operator where they have another address under the same ID', () => {
    const tables = [devise('a.users', '1'), devise('b.users', '1')]
    expect(read(tables)).toEqual(['a.users'])
    expect(read(tables, 'b.users')).toEqual(['b.users'])
  })

  test('are left to the operator where they have another ID under the same address', () => {
    const former = { ...devise('a.users', '1'), table: 'b.users' }
    const tables = [devise('a.users', '1'), { ...former, records: former.records.map((one) => ({ ...one, id: '7' })) }]
    expect(read(tables)).toEqual(['a.users'])
  })

  test('are left to the operator where they are of another installation, by the prefix of its tables', () => {
    expect(read([devise('u6_users'), devise('x9_users')])).toEqual(['u6_users'])
    expect(read([devise('users'), devise('dev_users')])).toEqual(['users'])
    expect(read([devise('ayusers'), devise('ay_users')])).toEqual(['ayusers'])
    expect(read([devise('users_2023'), devise('users_2024')])).toEqual(['users_2023', 'users_2024'])
  })
})

test('a column that says password and nothing else makes a table one of accounts, whatever is in it', () => {
  const people = table('korisnici', { id: '6', kname: 'ann', passw: '123', email: 'ann@acme.example' })
  expect(readDump([people], null, null)).toMatchObject({ kind: 'own', sample: { table: 'korisnici' } })
  expect(suggestMapping(people).mapping.columns).toContainEqual({ path: 'passw', target: 'password-hash' })
  const inRoutine = table('USERS', { user_role: 'p_role', email: computedValue('TRIM'), password: computedValue() })
  expect(readDump([inRoutine], null, null)).toEqual({ kind: 'none' })
  const other = table('x1', { id: '6', passw: '123', email: 'ann@acme.example' })
  expect(readDump([other], null, null)).toMatchObject({ kind: 'own', sample: { table: 'x1' } })
})

describe('a table of people with a credential holds the users', () => {
  const own = (sample: TableSample) =>
    expect(readDump([posts, sample], null, null)).toMatchObject({ kind: 'own', sample: { table: sample.table } })

  test('where all columns begin with the same letters', () => {
    const users = table('users', { uID: '1', uAccount: 'news', uPassWord: 'x12345', uName: 'Ann', uGrade: '2017' })
    own(users)
    expect(suggestMapping(users).mapping.columns).toContainEqual({ path: 'uPassWord', target: 'password-hash' })
    own(table('members', { mid: '1', mname: 'ann', mpass: 'x12345', mstate: '1' }))
  })

  test('where only the database can compute the hashes', () => {
    own(table('kullanicilar', { kullanici_adi: 'ann', sifre: computedValue('MD5') }))
  })

  test('where users sign in with third parties alone', () => {
    const row = (id: number, provider: string) => ({ id: `${id}`, provider, uid: `${155040270 + id}`, made: '' })
    const records = ['facebook', 'vkontakte', 'facebook', 'facebook'].map((provider, at) => row(at + 1, provider))
    const users = { ...table('users', row(1, 'facebook')), records }
    own(users)
    expect(suggestMapping(users).mapping.columns).toContainEqual({ path: 'uid', target: 'provider-user-id' })
    const mailed = { ...users, records: records.map((one) => ({ ...one, email: `n${one.id}@example.com` })) }
    const targets = (records: readonly SourceRecord[]) =>
      suggestMapping({ ...mailed, records, header: null }).mapping.columns.map(({ target }) => target)
    expect(targets(mailed.records)).toContain('provider-user-id')
    // Without another one, it is the ID of the user here.
    const alone = mailed.records.map(({ provider, uid, email }) => ({ provider, uid, email }))
    expect(targets(alone)).not.toContain('provider-user-id')
  })
})

it('is called as people know it: a directory has no tables', () => {
  const words = (format: string) => Object.values(tableTerms(format)).join(', ')
  expect(['sql', 'xlsx', 'sqlite', 'ldif'].map(words)).toEqual([
    'table, tables, dump',
    'sheet, sheets, workbook',
    'table, tables, database',
    'kind of entry, kinds of entries, file',
  ])
})

describe('a table that links users to third parties, in words of another language', () => {
  const ids = ['104000000000000000003', '10150000000000002', '001999.0123456789abcdef0123456789abcdef.0707']
  const names = ['google', 'facebook', 'apple']
  const owners = ['3', '2', '7']
  const links = (name: string, owner: string, provider: string, id: string): TableSample => {
    const records = ids.map((there, at) => ({
      id: `${at + 1}`,
      [owner]: owners[at] ?? '',
      [provider]: names[at] ?? '',
      [id]: there,
    }))
    return { table: name, header: Object.keys(records[0] ?? {}), records, key: ['id'] }
  }
  const accounts = (name: string, email: string): TableSample => {
    const records = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
      id: `${n}`,
      [email]: `u${n}@acme.example`,
      parola: madeUpBcrypt(n),
    }))
    return { table: name, header: Object.keys(records[0] ?? {}), records, key: ['id'] }
  }

  it.each([
    ['kullanici', 'sosyal_giris', 'kullanici_id', 'saglayici', 'saglayici_kimlik'],
    ['felhasznalo', 'kulso_belepes', 'felhasznalo_id', 'szolgaltato', 'szolgaltato_azonosito'],
    ['dozvan', 'dozvan_social', 'dozvan_id', 'zprov', 'zprov_kod'],
    ['dozvan', 'zvaz', 'dozvan_id', 'zprov', 'zprov_kod'],
  ])('adds logins to %s by the name of their table: %s', (users, table, owner, provider, id) => {
    const reading = readDump([accounts(users, 'email'), links(table, owner, provider, id)], null, null)
    expect(reading.kind === 'own' ? reading.logins : []).toMatchObject([{ table, owner, key: 'id', of: users }])
  })

  it('adds them by a declared foreign key, whatever the column is called', () => {
    const declared = {
      ...links('zvaz', 'majitel', 'zprov', 'zprov_kod'),
      foreignKeys: [{ column: 'majitel', table: 'dozvan', key: 'id' }],
    }
    const reading = readDump([accounts('dozvan', 'email'), declared], null, null)
    expect(reading.kind === 'own' ? reading.logins : []).toMatchObject([
      { owner: 'majitel', key: 'id', isDeclared: true },
    ])
  })

  it('is no table of logins where its IDs are not of accounts: pages have such ones', () => {
    const pages = links('zvaz', 'dozvan_id', 'zprov', 'zprov_kod')
    const records = pages.records.map((record, at) => ({
      ...record,
      zprov: 'facebook',
      zprov_kod: `1015000000000${at}`,
    }))
    const reading = readDump([accounts('dozvan', 'email'), { ...pages, records }], null, null)
    expect(reading.kind === 'own' ? reading.logins : null).toEqual([])
  })

  it('is read alone by the column that names their users, and not by its own numbers', () => {
    const alone = links('sosyal_giris', 'kullanici_id', 'saglayici', 'saglayici_kimlik')
    const reading = readDump([alone], null, null)
    expect(reading.kind).toBe('own')
    expect(suggestMapping(alone).mapping.columns).toEqual([
      { path: 'kullanici_id', target: 'source-id' },
      { path: 'saglayici', target: 'provider' },
      { path: 'saglayici_kimlik', target: 'provider-user-id' },
    ])
  })
})
