import { describe, expect, it } from 'vitest'
import type { RawRecord } from '../../../../electron/engine/reading/open-export.ts'
import { collect, openWith, readAll } from './support.ts'

const row = (id: number, name: string) => `INSERT INTO users VALUES (${id}, '${name}@acme.example');`
const columns = 'CREATE TABLE users (id int PRIMARY KEY, email varchar(99));'

async function recordsOf(dump: string): Promise<readonly RawRecord[]> {
  const records = await readAll(dump)
  return typeof records === 'string' ? [] : records
}

/** Each table with the names in its addresses. */
async function tablesOf(dump: string): Promise<readonly string[]> {
  const tables = new Map<string, string[]>()
  for (const record of await recordsOf(dump)) {
    if (record.kind !== 'record') continue
    const own = tables.get(record.table ?? '') ?? []
    tables.set(record.table ?? '', own)
    own.push(String(Object.values(record.value)[1]).split('@', 1).join(''))
  }
  return [...tables].map(([table, names]) => `${table}: ${names.join(' ')}`)
}

describe('a dump of several databases', () => {
  it.each([
    ['USE of MySQL', 'USE `a`;', 'USE `b`;', ['a.users: ann', 'b.users: ben']],
    ['USE without a semicolon', 'USE a', 'USE b', ['a.users: ann', 'b.users: ben']],
    ['USE of SQL Server', 'USE [a]\nGO', 'USE [b]\nGO', ['a.users: ann', 'b.users: ben']],
    ['\\connect of psql', '\\connect a', '\\connect b', ['a.users: ann', 'b.users: ben']],
    [
      'quoted names of psql',
      '\\connect -reuse-previous=on "dbname=\'my a\'"',
      '\\c "my-b"',
      ['my a.users: ann', 'my-b.users: ben'],
    ],
    [
      'the search path of pg_dump',
      'SET search_path = public, pg_catalog;',
      'SET search_path = auth, pg_catalog;',
      ['public.users: ann', 'auth.users: ben'],
    ],
    [
      'the current schema of Oracle',
      'ALTER SESSION SET CURRENT_SCHEMA = shop;',
      'ALTER SESSION SET CURRENT_SCHEMA = hr;',
      ['shop.users: ann', 'hr.users: ben'],
    ],
  ])('holds two tables of the same name apart: %s', async (_, first, second, tables) => {
    const dump = `${first}\n${columns}\n${row(1, 'ann')}\n${second}\n${columns}\n${row(1, 'ben')}\n`
    expect(await tablesOf(dump)).toEqual(tables)
  })

  it('names a table that only one of them has without its database', async () => {
    const dump = `USE a;\n${columns}\n${row(1, 'ann')}\nUSE b;\n${columns}\nINSERT INTO posts VALUES (1, 'x');\nUSE a;\n${row(2, 'ben')}\n`
    expect(await tablesOf(dump)).toEqual(['users: ann ben', 'posts: x'])
  })

  it('reads each table by its own columns', async () => {
    const dump = `USE a;\n${columns}\nUSE b;\nCREATE TABLE users (nr int, mail text);\nUSE a;\n${row(1, 'ann')}\nUSE b;\n${row(1, 'ben')}\n`
    const records = await recordsOf(dump)
    expect(records.map((record) => (record.kind === 'record' ? Object.keys(record.value) : []))).toEqual([
      ['id', 'email'],
      ['nr', 'mail'],
    ])
  })

  it('applies a change to the table of its database alone', async () => {
    const dump = `USE a;\n${columns}\n${row(1, 'ann')}\nUSE b;\n${columns}\n${row(1, 'ben')}\nDELETE FROM users WHERE id = 1;\n`
    expect((await recordsOf(dump)).map(({ kind }) => kind)).toEqual(['record', 'unreadable'])
  })

  it('tells more than the surveyed rows of one table from those of another', async () => {
    const many = Array.from({ length: 80 }, (_, index) => row(index, `u${index}`)).join('\n')
    const tables = await tablesOf(`USE a;\n${columns}\n${many}\nUSE b;\n${columns}\n${row(1, 'ben')}\n`)
    expect(tables.map((one) => one.split(':')[0])).toEqual(['a.users', 'b.users'])
  })

  it('finds a record again by its place', async () => {
    const source = await openWith(`USE a;\n${columns}\n${row(1, 'ann')}\nUSE b;\n${columns}\n${row(2, 'ben')}\n`)
    const [, second] = await collect(source.batches())
    expect(await source.recordAt(second?.offset ?? 0)).toMatchObject({ id: '2' })
  })
})
