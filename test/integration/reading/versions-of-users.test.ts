import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const hash = madeUpBcrypt
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const earlier = 'earlier version of a user'

describe('of several versions of a person, the latest one is the user', () => {
  test.each([
    [
      'by a number',
      'users.csv',
      csv(
        'user_id,version,email,password_hash,status',
        `1,1,old1@acme.example,${hash(1)},active`,
        `1,2,u1@acme.example,${hash(2)},active`.replace('u1@', 'old1@'),
        `2,1,u2@acme.example,${hash(3)},active`,
        `2,2,u2@acme.example,${hash(3)},banned`,
        `3,1,u3@acme.example,${hash(4)},active`,
      ),
    ],
    [
      'by the beginning of their time, whatever the order of the rows',
      'personal.csv',
      csv(
        'personalnummer;gueltig_ab;gueltig_bis;name;email;passwort_hash;status',
        `1;01.01.2022;31.12.9999;Anna Mai;anna@acme.example;${hash(1)};aktiv`,
        `1;01.01.2020;31.12.2021;Anna Juni;anna@acme.example;${hash(2)};aktiv`,
        `2;01.01.2020;31.12.2020;Ben Alt;ben@acme.example;${hash(3)};aktiv`,
        `2;01.01.2021;31.12.9999;Ben Alt;ben@acme.example;${hash(3)};gesperrt`,
        `3;01.01.2020;31.12.9999;Carl Neu;carl@acme.example;${hash(4)};aktiv`,
      ),
    ],
    [
      'by the mark of the current row',
      'dim_user.json',
      JSON.stringify([
        { user_key: 11, user_id: 'a1', email: 'a@acme.example', password: hash(1), active: true, is_current: false },
        { user_key: 12, user_id: 'a1', email: 'a@acme.example', password: hash(2), active: true, is_current: true },
        { user_key: 13, user_id: 'b2', email: 'b@acme.example', password: hash(3), active: true, is_current: false },
        { user_key: 14, user_id: 'b2', email: 'b@acme.example', password: hash(3), active: false, is_current: true },
        { user_key: 15, user_id: 'c3', email: 'c@acme.example', password: hash(4), active: true, is_current: true },
      ]),
    ],
    [
      'in a table of a dump, which has a key of its own for each row',
      'dump.sql',
      `INSERT INTO users (id, person_id, revision, email, password_hash, banned) VALUES ${[
        `(101, 1, 1, 'a@acme.example', '${hash(1)}', 0)`,
        `(102, 1, 2, 'a@acme.example', '${hash(2)}', 0)`,
        `(103, 2, 1, 'b@acme.example', '${hash(3)}', 0)`,
        `(104, 2, 2, 'b@acme.example', '${hash(3)}', 1)`,
        `(105, 3, 1, 'c@acme.example', '${hash(4)}', 0)`,
      ].join(', ')};\nINSERT INTO posts (id, title) VALUES (1, 'x'), (2, 'y');\n`,
    ],
    [
      'by the time of their last change, where users come again',
      'snapshots.csv',
      csv(
        'id,email,password,locked,updated_at',
        `1,a@acme.example,${hash(1)},no,2022-01-01T00:00:00Z`,
        `2,b@acme.example,${hash(3)},no,2022-01-01T00:00:00Z`,
        `3,c@acme.example,${hash(4)},no,2022-01-01T00:00:00Z`,
        `1,a@acme.example,${hash(2)},no,2023-01-01T00:00:00Z`,
        `2,b@acme.example,${hash(3)},yes,2023-01-01T00:00:00Z`,
      ),
    ],
  ])('%s', async (_, name, text) => {
    const { json, out } = await inspect({ [name]: text })
    expect(json, out).toMatchObject({ users: 3, unreadable: 0, ready: 2, blocked: { disabled: 1 } })
    expect(json?.['other'], out).toMatchObject({ [earlier]: 2 })
  })

  test('by the time of their last change, where no other column has an ID of each row', async () => {
    const rows = (email: string) => [
      `ann,ann@acme.example,${hash(1)},2022-01-01T00:00:00Z`,
      `bob,bob@acme.example,${hash(2)},2022-01-01T00:00:00Z`,
      `ann,${email},${hash(3)},2023-01-01T00:00:00Z`,
    ]
    const { json } = await inspect({
      'users.csv': csv('username,email,password,updated_at', ...rows('ann@acme.example')),
    })
    expect(json).toMatchObject({ users: 2, ready: 2, other: { [earlier]: 1 } })
    const others = await inspect({
      'users.csv': csv('username,email,password,updated_at', ...rows('cyd@acme.example')),
    })
    expect(others.json).toMatchObject({ users: 3, ready: 3, other: {} })
  })

  test('and a version that comes behind the first rows counts as well', async () => {
    const row = (n: number, version: number, status: string) =>
      `${n},${version},u${n}@acme.example,${hash(n)},${status}`
    const people = Array.from({ length: 120 }, (_, n) => n + 1)
    const rows = [...people.map((n) => row(n, 1, 'active')), row(7, 2, 'banned'), row(9, 2, 'active')]
    const { json } = await inspect({ 'users.csv': csv('user_id,version,email,password_hash,status', ...rows) })
    expect(json).toMatchObject({ users: 120, ready: 119, blocked: { disabled: 1 }, other: { [earlier]: 2 } })
  })

  test('and one that says that the person was deleted leaves it out', async () => {
    const rows = [
      `1,10,0,u1@acme.example,${hash(1)}`,
      `2,11,0,u2@acme.example,${hash(2)}`,
      '1,12,2,,',
      `2,13,1,u2@acme.example,${hash(3)}`,
      `3,14,0,u3@acme.example,${hash(4)}`,
      `3,15,2,u3@acme.example,${hash(4)}`,
    ]
    const { json, out } = await inspect({ 'users_aud.csv': csv('id,rev,revtype,email,password', ...rows) })
    expect(json, out).toMatchObject({ users: 3, ready: 1, excluded: 2 })
  })
})

describe('where it is not clear which version is the latest, it is asked', () => {
  test.each([
    [
      'two rows are the latest',
      csv(
        'user_id,version,email,password_hash',
        `1,1,a@acme.example,${hash(1)}`,
        `1,2,a@acme.example,${hash(2)}`,
        `2,1,b@acme.example,${hash(3)}`,
        `2,2,b@acme.example,${hash(4)}`,
        `3,1,c@acme.example,${hash(5)}`,
        `3,2,c@acme.example,${hash(6)}`,
        `3,2,c@acme.example,${hash(7)}`,
      ),
      { users: 4, ready: 2, blocked: { 'unmapped-status': 2 } },
    ],
    [
      'no row is the current one',
      csv(
        'user_id,version,is_current,email,password_hash',
        `1,1,0,a@acme.example,${hash(1)}`,
        `1,2,1,a@acme.example,${hash(2)}`,
        `2,1,0,b@acme.example,${hash(3)}`,
        `2,2,0,b@acme.example,${hash(4)}`,
      ),
      { users: 2, ready: 1, blocked: { 'unmapped-status': 1 } },
    ],
    [
      'rows of one key are about different people',
      csv(
        'user_id,version,email,password_hash',
        `1,1,a@acme.example,${hash(1)}`,
        `1,2,a@acme.example,${hash(2)}`,
        `2,1,b@acme.example,${hash(3)}`,
        `2,2,b@acme.example,${hash(4)}`,
        `3,1,c@acme.example,${hash(5)}`,
        `3,2,d@acme.example,${hash(6)}`,
      ),
      { users: 4, ready: 2, blocked: { 'unmapped-status': 2 } },
    ],
    [
      'the latest version has ended',
      csv(
        'user_id,valid_from,valid_to,email,password_hash',
        `1,2020-01-01,2021-01-01,a@acme.example,${hash(1)}`,
        `1,2021-01-01,,a@acme.example,${hash(2)}`,
        `2,2020-01-01,2021-01-01,b@acme.example,${hash(3)}`,
        `2,2021-01-01,2022-01-01,b@acme.example,${hash(4)}`,
      ),
      { users: 2, ready: 1 },
    ],
  ])('%s', async (_, text, expected) => {
    const { json, out } = await inspect({ 'users.csv': text })
    expect(json, out).toMatchObject(expected)
  })
})

describe('rows that are no versions stay what they are', () => {
  test.each([
    [
      'users with a number that counts their changes',
      csv('id,version,email,password', ...[1, 2, 3, 4].map((n) => `${n},${n % 2},u${n}@acme.example,${hash(n)}`)),
      { users: 4, ready: 4, other: {} },
    ],
    [
      'users of several tenants with the same IDs',
      csv(
        'tenant_id,id,version,email,password',
        ...[1, 2, 3].map((n) => `a,${n},0,a${n}@acme.example,${hash(n)}`),
        ...[1, 2, 3].map((n) => `b,${n},${n},b${n}@acme.example,${hash(n + 5)}`),
      ),
      { users: 6, other: {}, blocked: { 'tenant-undecided': 6 } },
    ],
    [
      'contacts of several companies',
      csv(
        'customer_id,version,first_name,last_name,email,password',
        ...[1, 2, 3].map((n) => `5,${n},Ann${n},Mai${n},a${n}@acme.example,${hash(n)}`),
        ...[1, 2, 3].map((n) => `6,${n},Ben${n},Alt${n},b${n}@acme.example,${hash(n + 5)}`),
      ),
      { users: 6, ready: 6, other: {} },
    ],
    [
      'users with an ID each, of whom two have one user name, and the time of a change',
      csv(
        'id,username,email,password,updated_at',
        `1,ann,ann.one@acme.example,${hash(1)},2024-01-01T00:00:00Z`,
        `2,bob,bob@acme.example,${hash(2)},2024-01-02T00:00:00Z`,
        `3,ann,ann.two@acme.example,${hash(1)},2024-01-03T00:00:00Z`,
      ),
      { users: 3, ready: 3, other: {} },
    ],
    [
      'users with an ID each, of whom two have one address',
      csv(
        'id,employee_no,email,password,modified',
        `1,17,ann@acme.example,${hash(1)},2024-01-01T00:00:00Z`,
        `2,18,bob@acme.example,${hash(2)},2024-01-02T00:00:00Z`,
        `3,17,ann@acme.example,${hash(3)},2024-01-03T00:00:00Z`,
      ),
      { users: 3, ready: 2, blocked: { duplicate: 1 }, other: {} },
    ],
    [
      'users with one row for each login elsewhere',
      csv(
        'user_id,email,provider,provider_user_id,updated_at',
        '1,a@acme.example,google,g1,2022-01-01T00:00:00Z',
        '1,a@acme.example,github,h1,2023-01-01T00:00:00Z',
        '2,b@acme.example,google,g2,2022-01-01T00:00:00Z',
      ),
      { users: 2, joined: 1, other: {} },
    ],
  ])('%s', async (_, text, expected) => {
    const { json, out } = await inspect({ 'users.csv': text })
    expect(json, out).toMatchObject(expected)
  })
})

describe('of rows with one ID that no column puts in order', () => {
  const lines = (...records: readonly object[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('')

  test.each([
    [
      'an append log',
      'users.ndjson',
      lines(
        { _id: 'ann', email: 'ann@acme.example', password: hash(1) },
        { _id: 'bob', email: 'bob@acme.example', password: hash(2) },
        { _id: 'ann', email: 'ann@acme.example', password: hash(3) },
      ),
    ],
    [
      'a table with another address of one ID',
      'users.csv',
      csv(
        'id,name,email,password',
        `1,Ann Mai,old@acme.example,${hash(1)}`,
        `2,Bob Alt,bob@acme.example,${hash(2)}`,
        `1,Ann Mai,ann@acme.example,${hash(3)}`,
      ),
    ],
    [
      'a table with another state of one ID',
      'users.csv',
      csv(
        'id,email,password,status',
        `1,ann@acme.example,${hash(1)},active`,
        `2,bob@acme.example,${hash(2)},active`,
        `1,ann@acme.example,${hash(1)},banned`,
      ),
    ],
  ])('those that differ are asked about: %s', async (_, name, text) => {
    const { json, out } = await inspect({ [name]: text })
    expect(json, out).toMatchObject({ users: 3, ready: 1 })
    expect(JSON.stringify(json), out).toContain('several latest rows of one person')
  })

  test.each([
    [
      'they differ in nothing that is sent',
      csv('id,email,password,team', `1,a@acme.example,${hash(1)},x`, `1,a@acme.example,${hash(1)},y`),
    ],
    [
      'they are about different people',
      csv(
        'id,name,email,password',
        `1,Ann Mai,ann@acme.example,${hash(1)}`,
        `2,Bob Alt,bob@acme.example,${hash(2)}`,
        `1,Cyd Neu,cyd@acme.example,${hash(3)}`,
      ),
    ],
    [
      'the column is a key of groups',
      csv('id,email,password', ...[1, 2, 3, 4].map((at) => `${at % 2},u${at}@acme.example,${hash(at)}`)),
    ],
  ])('none is asked about where %s', async (_, text) => {
    const { json, out } = await inspect({ 'users.csv': text })
    expect(JSON.stringify(json), out).not.toContain('several latest rows of one person')
  })

  test.each([
    [
      'users.csv',
      csv(
        'action,id,email,password',
        `insert,1,ann@acme.example,${hash(1)}`,
        `insert,2,bob@acme.example,${hash(2)}`,
        `insert,3,cyd@acme.example,${hash(4)}`,
        `delete,2,bob@acme.example,${hash(2)}`,
        `update,1,new@acme.example,${hash(3)}`,
        'delete,3,,',
      ),
    ],
    [
      'users.ndjson',
      lines(
        { op: 'create', id: 1, email: 'ann@acme.example', password: hash(1) },
        { op: 'create', id: 2, email: 'bob@acme.example', password: hash(2) },
        { op: 'create', id: 3, email: 'cyd@acme.example', password: hash(4) },
        { op: 'delete', id: 2 },
        { op: 'delete', id: 3 },
        { op: 'update', id: 1, email: 'new@acme.example', password: hash(3) },
      ),
    ],
  ])('the last one counts in a log of changes, and a deletion leaves its user out: %s', async (name, text) => {
    const { json, out } = await inspect({ [name]: text })
    expect(json, out).toMatchObject({ users: 3, ready: 1, excluded: 2, unreadable: 0 })
    expect(json?.['other'], out).toMatchObject({ [earlier]: expect.any(Number) })
  })

  test('a user of whom a log of changes has one row, the deletion, is left out', async () => {
    const rows = [`create,1,ann@acme.example,${hash(1)}`, `delete,2,bob@acme.example,${hash(2)}`]
    const { json, out } = await inspect({ 'users.csv': csv('operation,id,email,password', ...rows) })
    expect(json, out).toMatchObject({ users: 2, ready: 1, excluded: 1 })
  })
})
