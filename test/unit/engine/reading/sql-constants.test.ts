import { computedValue } from '../../../../shared/computed-value.ts'
import { describe, expect, it } from 'vitest'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { openWith, readAll } from './support.ts'

const ann = { id: '1', email: 'ann@acme.example' }
const ben = { id: '2', email: 'ben@acme.example' }
const rows = "(1, 'ann@acme.example'), (2, 'ben@acme.example')"
const into = 'INSERT INTO users (id, email)'

/** The rows of all tables but roles. */
async function valuesOf(dump: string): Promise<readonly unknown[]> {
  const records = await readAll(dump)
  if (typeof records === 'string') return [records]
  return records.flatMap((one) =>
    one.kind === 'record' && one.table === 'roles' ? [] : [one.kind === 'record' ? one.value : one.reason],
  )
}

describe('a table of constants within an INSERT', () => {
  it.each([
    ['in FROM', `${into} SELECT a, b FROM (VALUES ${rows}) AS t (a, b);`],
    ['in FROM, all of it', `${into} SELECT * FROM (VALUES ${rows}) AS t;`],
    ['by the names that the database gives', `${into} SELECT column1, column2 FROM (VALUES ${rows}) t;`],
    ['as rows of MySQL', `${into} SELECT * FROM (VALUES ROW${rows.replace(', (', ', ROW(')}) AS t (a, b);`],
    [
      'of SQL Server',
      `INSERT [users] ([id], [email])\nSELECT t.[a], t.[b]\nFROM (VALUES ${rows}) AS t ([a], [b])\nGO\n`,
    ],
    [
      'in another order, with casts and comments',
      `INSERT INTO users (email, id) SELECT lower(t.b), t.a::int AS id FROM (VALUES -- it's ann\n${rows}) AS t (a, b);`,
    ],
    ['below a name', `WITH t (a, b) AS (VALUES ${rows})\n${into}\nSELECT a, b FROM t;`],
    ['below a name, behind the columns', `${into} WITH t (a, b) AS (VALUES ${rows}) SELECT u.a, u.b FROM t AS u;`],
    [
      'of SELECTs, named by their aliases',
      "WITH t AS (\n  SELECT 1 AS a, 'ann@acme.example' AS b\n  UNION ALL SELECT 2, 'ben@acme.example'\n)\nINSERT INTO users (email, id) SELECT b, a FROM t;",
    ],
    [
      'within a query with a name',
      `;WITH t AS (SELECT * FROM (VALUES ${rows}) AS v (a, b)) ${into} SELECT t.a, t.b FROM t;`,
    ],
    [
      'only where no other row exists',
      `${into} SELECT * FROM (VALUES ${rows}) AS t (a, b) WHERE NOT EXISTS (SELECT 1);`,
    ],
    [
      'beside a table that may leave rows out',
      `${into} SELECT a, b FROM (VALUES ${rows}) AS t (a, b) JOIN x ON x.a = t.a;`,
    ],
  ])('is read %s', async (_, dump) => {
    for (const before of ['', 'CREATE TABLE users (id int, email text);\n', 'INSERT INTO roles (id) VALUES (1);\n']) {
      const values = await valuesOf(`${before}${dump}\n${before}`)
      expect(values).toEqual([ann, ben])
    }
  })

  it('may be of any length', async () => {
    const many = Array.from({ length: 3000 }, (_, id) => `(${id}, 'ann${id}@acme.example')`)
    const dump = `${into} SELECT a, b FROM (VALUES\n${many.join(',\n')}) AS t (a, b);\nINSERT INTO users (id, email) VALUES (1, 'x');\n`
    const records = await valuesOf(dump)
    expect([records.length, records[2999]]).toEqual([3001, { id: '2999', email: 'ann2999@acme.example' }])
  })

  it('may lack values that the query has beside it', async () => {
    const dump = `INSERT INTO users (id, email, hash, org) SELECT gen_random_uuid(), b, 'h', org.id FROM (VALUES ${rows}) AS t (a, b), org;\n`
    expect(await valuesOf(dump)).toEqual([
      { id: computedValue('gen_random_uuid'), email: ann.email, hash: 'h', org: computedValue() },
      { id: computedValue('gen_random_uuid'), email: ben.email, hash: 'h', org: computedValue() },
    ])
  })

  it('is read again at the places of its rows', async () => {
    const dump = `${into} SELECT a, b FROM (VALUES ${rows}) AS t (a, b);\n`
    const records = await readAll(dump)
    const last = typeof records === 'string' ? undefined : records.at(-1)
    expect(await (await openWith(dump)).recordAt(last?.offset ?? 0)).toEqual(ben)
  })

  it.each([
    [
      'has rows without an address, of which a table may leave some out',
      "(VALUES (1, 'x'), (2, 'y')) AS t (a, b) JOIN x ON x.a = t.a",
    ],
    ['has rows of several lengths', "(VALUES (1, 'ann@acme.example'), (2)) AS t (a, b)"],
    ['holds a query', '(SELECT a, b FROM old_users) AS t (a, b)'],
  ])('is not read where it %s', async (_, source) => {
    expect(await valuesOf(`${into} SELECT a, b FROM ${source};\n`)).toEqual([expect.stringMatching(/by a query/)])
  })
})

describe('rows of SELECTs without the names of columns', () => {
  it('are numbered where no table names them', async () => {
    const dump = "INSERT INTO users SELECT 1, 'ann@acme.example' UNION ALL SELECT 2, 'ben@acme.example';\n"
    expect(await valuesOf(dump)).toEqual([
      { 1: '1', 2: ann.email },
      { 1: '2', 2: ben.email },
    ])
  })
})

describe('a MERGE of constants', () => {
  const behind =
    'WHEN MATCHED THEN\n  UPDATE SET email = s.b\nWHEN NOT MATCHED THEN\n  INSERT (id, email) VALUES (s.a, s.b);\n'
  it.each([
    ['rows of SQL Server', `MERGE INTO users AS t USING (VALUES ${rows}) AS s (a, b) ON t.id = s.a\n${behind}`],
    [
      'one row for each statement, as in Oracle',
      [ann, ben]
        .map(
          ({ id, email }) =>
            `MERGE INTO users t USING (SELECT ${id} a, '${email}' b FROM dual) s ON (s.a = t.id)\n${behind}`,
        )
        .join(''),
    ],
  ])('adds %s', async (_, dump) => {
    expect(await valuesOf(dump)).toEqual([ann, ben])
  })

  it.each([
    ['rows are there', `INSERT INTO users (id, email) VALUES (1, 'x@acme.example');\n`, behind],
    ['it removes others', '', behind.replace(';', '\nWHEN NOT MATCHED BY SOURCE THEN DELETE;')],
    ['it reads a table', '', behind, '(SELECT a, b FROM old_users)'],
  ])('is only told where %s', async (_, before, clauses, source = `(VALUES ${rows})`) => {
    const dump = `${before}MERGE INTO users AS t USING ${source} AS s (a, b) ON t.id = s.a\n${clauses}`
    expect((await valuesOf(dump)).at(-1)).toEqual(expect.stringMatching(/MERGE/))
  })

  it('adds no row with the key of an earlier one', async () => {
    const merge = (email: string) =>
      `MERGE users AS t USING (VALUES (1, '${email}')) AS s (a, b) ON t.id = s.a\n${behind}`
    expect(await valuesOf(merge(ann.email) + merge('new@acme.example'))).toEqual([
      ann,
      expect.stringMatching(/statement|row/),
    ])
  })
})

describe('a string between dollar signs', () => {
  const hash = madeUpBcrypt(1)
  it.each([
    ['without a tag', `(1, $$ann@acme.example$$, $$${hash}$$)`],
    ['with a tag', `(1, $a$ann@acme.example$a$, $x$${hash}$x$)`],
    ['with a cast', `(1, $$ann@acme.example$$::citext, $$${hash}$$::text)`],
    ['in parentheses', `(1, ($$ann@acme.example$$), ($$${hash}$$))`],
  ])('is its text %s', async (_, row) => {
    const dump = `CREATE TABLE users (id int, email text, password text);\nINSERT INTO users VALUES ${row};\n`
    expect(await valuesOf(dump)).toEqual([{ ...ann, password: hash }])
  })

  it('may hold commas, parentheses and apostrophes', async () => {
    const dump = "INSERT INTO users (id, email, name) VALUES (1, 'ann@acme.example', $n$Ann, O'Neil (the 2nd)$n$);\n"
    expect(await valuesOf(dump)).toEqual([{ ...ann, name: "Ann, O'Neil (the 2nd)" }])
  })

  it('is none where a dollar sign stands in a word or in another string', async () => {
    const dump = "INSERT INTO users (id, email, name) VALUES (1, 'ann@acme.example', '$$5 and $$6');\n"
    expect(await valuesOf(dump)).toEqual([{ ...ann, name: '$$5 and $$6' }])
  })
})

describe('a time in other notations', () => {
  it.each([
    ["TIMESTAMP '2022-05-05 12:00:00'", '2022-05-05 12:00:00'],
    ["timestamp with time zone '2022-05-05 12:00:00+00'", '2022-05-05 12:00:00+00'],
    ["DATE '2022-05-05'", '2022-05-05'],
    ["{ts '2099-01-01 00:00:00'}", '2099-01-01 00:00:00'],
    ["{ d '2099-01-01' }", '2099-01-01'],
    ['CAST(0x0000A1B200000000 AS DateTime)', '2013-05-02 00:00:00'],
    ['CAST(0x002D247F018B81FF AS [datetime])', '9999-12-31 23:59:59'],
    ['CONVERT(datetime, 0x0000A3F400C5C100)', '2014-12-01 12:00:00'],
    ['CAST(0xA1B20001 AS SmallDateTime)', '2013-05-02 00:01:00'],
    ['CAST(0x44350B00 AS Date)', '2012-01-31'],
    ['CAST(0x07000000000044350B AS DateTime2)', '2012-01-31 00:00:00'],
    ['CAST(0x0000000044350B AS DateTime2(0))', '2012-01-31 00:00:00'],
    ['CAST(0x07000000000044350B3C00 AS DateTimeOffset)', '2012-01-31 00:00:00'],
  ])('%s', async (written, read) => {
    const dump = `${into.replace(')', ', at)')} VALUES (1, 'ann@acme.example', ${written});`
    const [value] = await valuesOf(dump)
    expect(value).toMatchObject({ at: expect.stringMatching(`^${read.replaceAll('+', String.raw`\+`)}`) })
  })

  it('and bytes of another type stay bytes', async () => {
    const [value] = await valuesOf(
      `${into.replace(')', ', at)')} VALUES (1, 'ann@acme.example', CAST(0x0000A1B200000000 AS VarBinary(8)));`,
    )
    expect(value).toMatchObject({ at: '0x0000A1B200000000' })
  })
})
