import { computedValue } from '../../../../shared/computed-value.ts'
import { describe, expect, it } from 'vitest'
import { changeFaults } from '../../../../electron/engine/reading/sql/changes/sql-changes.ts'
import { sqlRecords } from '../../../../electron/engine/reading/sql/sql-records.ts'
import { collect, inPieces, openWith, readAll, valuesOf } from './support.ts'

const insert = "INSERT INTO users (id, email) VALUES (1, 'ann@acme.example')"
const second = "INSERT INTO users (id, email) VALUES (2, 'ben@acme.example')"
const ann = { id: '1', email: 'ann@acme.example' }
const ben = { id: '2', email: 'ben@acme.example' }

function listOf(records: Parameters<typeof valuesOf>[0]): readonly unknown[] {
  const values = valuesOf(records)
  return Array.isArray(values) ? values : []
}

describe('a script of SQL', () => {
  it.each([
    'REM INSERTING into USERS\nSET DEFINE OFF;',
    "REM it's the first of May",
    'PROMPT loading users',
    "PROMPT don't stop",
    'USE shop',
    'SET NOCOUNT ON',
    'BEGIN TRAN',
    'BEGIN TRANSACTION',
    "PRINT 'users'",
    'DELETE FROM users',
    'DELETE FROM users WHERE 1=1',
    'TRUNCATE TABLE users',
    'SET ANSI_NULLS ON\nSET QUOTED_IDENTIFIER ON',
    'SET search_path = public',
    "SELECT setval('users_id_seq', 1)",
    'DECLARE @now datetime = GETDATE()',
    'WHENEVER SQLERROR EXIT FAILURE',
    'SPOOL users.log',
    'ALTER TABLE users DISABLE TRIGGER ALL',
    'EXEC sp_msforeachtable "ALTER TABLE ? NOCHECK CONSTRAINT all"',
    'COMMIT',
    'CREATE TABLE users (\n  id int,\n  email text\n)',
  ])('loses no row behind a line without a semicolon: %s', async (before) => {
    expect(valuesOf(await readAll(`${before}\n${insert};\n${before}\n${second};\n`))).toEqual(
      before.startsWith('DELETE') || before.startsWith('TRUNC')
        ? ['A statement on line 3 of the dump removes this row.', ben]
        : [ann, ben],
    )
    if (!/^(?:DELETE|TRUNC|CREATE)/.test(before))
      expect(valuesOf(await readAll(`${before}\n${insert}\n${before}\n${second}\n`))).toEqual([ann, ben])
  })

  it.each([
    'psql -U postgres -d app -h localhost',
    '$ mysql -u root -p app\nEnter password: ',
    "sqlite3 app.db <<'EOF'",
    '\\c app',
    'mysql>',
    'docker exec -i db psql -U app\n\n-- the users',
    "Hi Tom, here's the list of users; it isn't long.",
    '-- users of the shop, as of today\nPlease run this, and tell me.',
    '$ psql -U postgres -c "select 1; select 2" -v a=b,c',
  ])('is told from its statements, whatever stands above them: %s', async (above) => {
    const rows = `${insert};\n${second};\n`
    for (const content of [rows, `DELETE FROM roles;\n${rows}`])
      expect(valuesOf(await readAll(`${above}\n\n${content}`))).toEqual([ann, ben])
  })

  it('may have sets of Cassandra, and VALUES as ClickHouse writes it', async () => {
    const cassandra = `${insert.replace('email)', 'email, tags)').replace(/\)$/, ", {'a', 'b'})")} IF NOT EXISTS;\n`
    expect(valuesOf(await readAll(cassandra))).toEqual([{ ...ann, tags: computedValue() }])
    const clickHouse = `INSERT INTO app.users FORMAT Values\n(1, 'ann@acme.example'),(2, 'ben@acme.example');\n`
    expect(valuesOf(await readAll(clickHouse))).toEqual([
      { 1: '1', 2: ann.email },
      { 1: '2', 2: ben.email },
    ])
  })

  it('may define routines of Firebird between SET TERM', async () => {
    const trigger = 'CREATE TRIGGER t FOR users BEFORE INSERT AS\nBEGIN\n  IF (NEW.id IS NULL) THEN NEW.id = 1;\nEND^'
    const routines = `SET TERM ^ ;\n\n${trigger}\n\n${trigger}\n\nSET TERM ; ^\n`
    expect(valuesOf(await readAll(`${routines}${insert};\n${routines}${second};\n`))).toEqual([ann, ben])
  })

  it('is not told from a statement within a cell of a table', async () => {
    const table = `id,email,note\n1,ann@acme.example,"Please run this, and tell me:\n${insert};\n"\n`
    expect((await openWith(table)).format).toBe('csv')
  })

  it.each([
    [
      'end without a semicolon behind a query',
      'users',
      `${insert};\n${second};\nINSERT INTO archive SELECT * FROM users`,
    ],
    [
      'fill a temporary table of SQL Server',
      '#users',
      `CREATE TABLE #users (id int, email text)\n${insert.replace('users', '#users')}\n${second.replace('users', '#users')}\nINSERT INTO dbo.users SELECT * FROM #users\nGO\n`,
    ],
  ])('may %s', async (_, table, text) => {
    const opened = await openWith(text)
    expect(listOf(await collect(opened.batches((name) => name === table || 'count')))).toEqual([ann, ben])
  })

  it.each([
    [
      'a DO block',
      `DO $$ BEGIN ${insert}; END $$;\nDO $x$\nDECLARE n int;\nBEGIN\n  IF true THEN\n    ${second};\n  END IF;\nEND $x$;`,
    ],
    [
      'a condition',
      `IF NOT EXISTS (SELECT 1 FROM users WHERE id = 1) ${insert};\nIF NOT EXISTS (SELECT 1)\nBEGIN\n${second}\nEND\nGO`,
    ],
    ['a block', `BEGIN\n  ${insert};\n  ${second};\nEND;\n/`],
    [
      'INSERT ALL',
      "INSERT ALL\n INTO users (id, email) VALUES (1, 'ann@acme.example')\n INTO users (id, email) VALUES (2, 'ben@acme.example')\nSELECT * FROM dual;",
    ],
    ['UPSERT', `${insert.replace('INSERT', 'UPSERT')};\n${second.replace('INSERT INTO', 'UPSERT')};`],
    ['comments that MySQL carries out', `/*!50000 ${insert} */;\n/*M!100100 ${second} */;`],
    ['a query with names', `WITH x AS (SELECT 1)\n${insert};\n${second};`],
    [
      'statements before another one',
      `WITH added AS (${insert} RETURNING id),\n  more (id) AS (\n  ${second}\n  RETURNING id\n)\nSELECT * FROM added;`,
    ],
    [
      'SELECTs of constants without the names of columns',
      "CREATE TABLE users (id int, email text);\nINSERT INTO users\nSELECT 1, 'ann@acme.example'\nUNION ALL SELECT 2, 'ben@acme.example';",
    ],
    ['EXPLAIN-free text', `SET @a = 1; ${insert}; SET @b = 'it''s'; ${second};`],
  ])('is read within %s', async (_, dump) => {
    expect(valuesOf(await readAll(`${dump}\n`))).toEqual([ann, ben])
  })

  it('does not take what triggers and procedures would add later for rows', async () => {
    const dump = [
      'CREATE TABLE users (id int, email text);',
      "CREATE TRIGGER t AFTER INSERT ON users BEGIN INSERT INTO users (id, email) VALUES (8, 'x@acme.example'); INSERT INTO users (id, email) VALUES (9, 'x@acme.example'); END;",
      "CREATE OR REPLACE RULE r AS ON INSERT TO users DO INSTEAD INSERT INTO users VALUES (7, 'x@acme.example');",
      "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $_$ INSERT INTO users VALUES (6, 'x@acme.example'); $_$;",
      `${insert};`,
      second,
    ]
    expect(valuesOf(await readAll(dump.join('\n')))).toEqual([ann, ben])
    const server = `CREATE PROCEDURE p AS\nBEGIN\n${insert.replace('1', '5')}\nEND\nGO\n${insert}\nGO\n${second}\nGO\n`
    expect(valuesOf(await readAll(`SET IDENTITY_INSERT users ON\nGO\n${server}`))).toEqual([ann, ben])
  })

  it.each(['END accounts;\n/', 'END ACCOUNTS;', 'END;\n/', 'BEGIN\n  NULL;\nEND;\n/'])(
    'takes no row of any routine in a package of Oracle, which ends with %s',
    async (end) => {
      const routine = (name: string) =>
        `  PROCEDURE ${name} IS\n  BEGIN\n    ${insert.replace('1', '7')};\n    BEGIN NULL; END;\n    ${insert.replace('1', '8')};\n  END ${name};\n`
      const dump = `CREATE OR REPLACE PACKAGE BODY app."ACCOUNTS" AS\n${routine('add')}${routine('seed')}${end}\n${insert};\n${second};\n`
      expect(valuesOf(await readAll(`SET DEFINE OFF;\n${insert.replace('1', '3')};\n${dump}`))).toEqual([
        { ...ann, id: '3' },
        ann,
        ben,
      ])
    },
  )

  it('reads strings in double quotes, as scripts for MySQL have them', async () => {
    const dump = `INSERT INTO users VALUES (1, "ann@acme.example"), (2, "it's \\"ben\\"");\nUPDATE users SET email = "ben@acme.example" WHERE id = 2;\n`
    expect(valuesOf(await readAll(`CREATE TABLE users (id int, email text);\n${dump}`))).toEqual([ann, ben])
  })

  it.each([
    ['SQL Server', 'SET QUOTED_IDENTIFIER OFF\nGO\n', '[dbo].[users] (id, email)', '\nGO\n'],
    ['SQLite', 'PRAGMA foreign_keys = OFF;\n', '"users" ("id", "email")', ';\n'],
    ['Oracle', 'SET DEFINE OFF;\n', 'users (id, email)', ';\n'],
  ])('reads strings in double quotes among the values of %s', async (_, head, into, end) => {
    const dump = `${head}INSERT INTO ${into} VALUES (1, "ann@acme.example")${end}INSERT INTO ${into} VALUES (2, """it's"", ben")${end}`
    expect(valuesOf(await readAll(dump))).toEqual([ann, { id: '2', email: '"it\'s", ben' }])
  })

  it('takes double quotes within a text for a part of it, and those of names for no values', async () => {
    const dump = `INSERT INTO "users" ("id", "email") VALUES (1, 'say "ann", "ben"');\nINSERT INTO "users" ("id", "email") SELECT "id", "email" FROM "people";\n`
    expect(valuesOf(await readAll(dump))).toEqual([
      { id: '1', email: 'say "ann", "ben"' },
      expect.stringContaining('This statement changes or adds rows'),
    ])
  })

  it('applies a change with an apostrophe in double quotes', async () => {
    const rows = `INSERT INTO users VALUES (1, 'it\\'s ann');\n${second};\n`
    const change = `UPDATE users SET email = "ann's" WHERE email = 'it\\'s ann';\n`
    const created = 'CREATE TABLE `users` (`id` int, `email` text) ENGINE=InnoDB;\n'
    expect(valuesOf(await readAll(`${created}${rows}${change}`))).toEqual([{ ...ann, email: "ann's" }, ben])
  })

  it('says where rows are added in a way that is not read', async () => {
    const merge = `MERGE INTO users AS t USING (VALUES (3, 'cleo@acme.example')) AS s (id, email) ON t.id = s.id\nWHEN NOT MATCHED THEN INSERT (id, email) VALUES (s.id, s.email);`
    expect(valuesOf(await readAll(`${insert};\n${merge}\n${second};\n`))).toEqual([
      ann,
      expect.stringContaining('This statement changes or adds rows'),
      ben,
    ])
  })
})

describe('statements behind the rows', () => {
  const table = (...behind: readonly string[]) =>
    `CREATE TABLE users (id int, email text);\n${insert};\n${second};\n${behind.join('\n')}\n`

  it.each([
    [
      'UPDATE users SET banned = 1 WHERE id = 2;',
      [
        { ...ann, banned: null },
        { ...ben, banned: '1' },
      ],
    ],
    [
      "UPDATE public.users SET email = 'new@acme.example', banned = TRUE WHERE email = 'ann@acme.example' AND id = 1;",
      [
        { id: '1', email: 'new@acme.example', banned: 'true' },
        { ...ben, banned: null },
      ],
    ],
    [
      'UPDATE `users` SET email = NULL;',
      [
        { ...ann, email: null },
        { ...ben, email: null },
      ],
    ],
    ['UPDATE users SET email = null WHERE id IN (1, 3) AND email IS NOT NULL', [{ ...ann, email: null }, ben]],
    ["UPDATE users SET email = 'C:\\' WHERE email = 'ann@acme.example';", [{ ...ann, email: 'C:\\' }, ben]],
    ['DELETE FROM users WHERE id = 1;', ['A statement on line 4 of the dump removes this row.', ben]],
    [
      "delete from users where (email <> 'ann@acme.example')",
      [ann, 'A statement on line 4 of the dump removes this row.'],
    ],
    [
      'TRUNCATE users;',
      ['A statement on line 4 of the dump removes this row.', 'A statement on line 4 of the dump removes this row.'],
    ],
    [
      'UPDATE users SET id = 5 WHERE id = 1;\nUPDATE users SET email = NULL WHERE id = 5;',
      [{ id: '5', email: null }, ben],
    ],
    ['UPDATE orders SET paid = 1;', [ann, ben]],
    ['UPDATE orders SET paid = 1 WHERE user_id IN (SELECT id FROM users);', [ann, ben]],
    ['UPDATE users u SET email = NULL WHERE u.id = 1;', [{ ...ann, email: null }, ben]],
    ['UPDATE users -- one of them\n SET email = NULL /* now */ WHERE id = 1;', [{ ...ann, email: null }, ben]],
    ['DELETE users WHERE id = 1;', ['A statement on line 4 of the dump removes this row.', ben]],
    ["SELECT pg_catalog.setval('public.users_id_seq', 3, true);", [ann, ben]],
    ["COMMENT ON TABLE users IS 'UPDATE users SET banned = 1';", [ann, ben]],
    ['ALTER TABLE ONLY users ADD CONSTRAINT users_pkey PRIMARY KEY USING INDEX u;', [ann, ben]],
    ["EXEC sys.sp_addextendedproperty @name = N'note', @value = N'users';", [ann, ben]],
  ])('are applied as a database would: %s', async (statement, rows) => {
    expect(valuesOf(await readAll(table(statement)))).toEqual(rows)
  })

  it.each([
    'UPDATE users SET banned = (SELECT b FROM bans WHERE bans.id = users.id);',
    'UPDATE users SET id = id + 1;',
    'UPDATE users SET email = LOWER(email);',
    'UPDATE users SET banned = active;',
    'DELETE FROM users WHERE id > 1;',
    'DELETE FROM users WHERE id = 1 OR id = 2;',
    'DELETE FROM users USING bans WHERE bans.id = users.id;',
    'UPDATE users SET banned = 1 FROM bans WHERE id = 1;',
    'DELETE FROM users WHERE id = 1 LIMIT 1;',
    'UPDATE users AS u SET banned = 1 FROM bans b WHERE b.user_id = u.id;',
    'UPDATE users u JOIN bans b ON b.user_id = u.id SET u.banned = 1;',
    'UPDATE users, bans SET users.banned = 1 WHERE users.id = bans.user_id;',
    'UPDATE u SET u.banned = 1 FROM users u INNER JOIN bans b ON b.user_id = u.id;',
    'UPDATE TOP (5) users SET banned = 1;',
    'DELETE u FROM users u JOIN bans b ON b.user_id = u.id;',
    'DELETE TOP (1) FROM users;',
    'TRUNCATE logs, users;',
    'DROP TABLE IF EXISTS old, users;',
    'ALTER TABLE users RENAME TO former_users;',
    'RENAME TABLE users TO former_users;',
    'DO $$ BEGIN UPDATE users u SET banned = 1 WHERE id > 2; END $$;',
    '/*!50000 UPDATE users SET banned = 1 WHERE id = 2 */;',
    "EXECUTE IMMEDIATE 'UPDATE users SET banned = 1';",
    "EXEC sp_executesql N'UPDATE users SET banned = 1';",
    'CALL ban_user(2);',
    'ROLLBACK;',
    'MERGE users t USING bans s ON t.id = s.user_id WHEN MATCHED THEN DELETE;',
  ])('that only a database can evaluate are named: %s', async (statement) => {
    expect(valuesOf(await readAll(table(statement)))).toEqual([
      ann,
      ben,
      expect.stringMatching(/^This statement changes or adds rows .* only the database can/),
    ])
  })

  it.each([
    "INSERT INTO users (id, email) VALUES (2, 'ben@acme.example') ON CONFLICT (id) DO UPDATE SET email = excluded.email;",
    "UPSERT INTO users (id, email) VALUES (1, 'anna@acme.example');\nUPSERT INTO users (id, email) VALUES (1, 'x@acme.example');",
  ])('that update a row of a plain INSERT are named: %s', async (statement) => {
    expect(valuesOf(await readAll(table(statement)))).toContainEqual(
      expect.stringContaining('This statement changes or adds rows with a key that came before'),
    )
  })

  it('of one kind only replace nothing', async () => {
    const lines = [1, 2].map((id) => `REPLACE INTO users (id, email) VALUES (${id}, 'ann${id}@acme.example');`)
    expect(valuesOf(await readAll(lines.join('\n')))).toHaveLength(2)
  })

  it('in a function that the dump calls are named', async () => {
    const body = 'CREATE FUNCTION ban(int) RETURNS void AS $f$ UPDATE users SET banned = 1 $f$ LANGUAGE sql;'
    expect(valuesOf(await readAll(table(`${body}\nSELECT public.ban(2);`)))).toContainEqual(
      expect.stringContaining('only the database can evaluate'),
    )
  })

  it('are found in the sample too, and a row that is read again is the same', async () => {
    const opened = await openWith(table('UPDATE users SET banned = 1 WHERE id = 2;'))
    expect(opened.sample.records).toEqual([
      { ...ann, banned: null },
      { ...ben, banned: '1' },
    ])
    const records = await readAll(table('UPDATE users SET banned = 1 WHERE id = 2;'))
    const last = typeof records === 'string' ? undefined : records.at(-1)
    expect(await opened.recordAt(last?.offset ?? 0)).toEqual({ ...ben, banned: '1' })
  })
})

describe('rows of a table whose name is empty, as MySQL Workbench exports a query', () => {
  it.each(['``', '""'])('are read: %s', async (name) => {
    const opened = await openWith(`INSERT INTO ${name} (\`id\`, \`email\`) VALUES (1, 'ann@acme.example');\n`)
    expect(opened.tables?.map((table) => [table.name, table.records])).toEqual([['unnamed', [ann]]])
  })
})

describe('rows that a query of constants brings', () => {
  it.each([
    "INSERT INTO users (id, email) SELECT 1, 'ann@acme.example' UNION ALL SELECT 2, 'ben@acme.example';",
    "INSERT users (id, email)\nSELECT 1, N'ann@acme.example' UNION ALL\nSELECT 2, N'ben@acme.example'\nGO\n",
    "INSERT INTO users (id, email) SELECT 1 AS id, 'ann@acme.example' email FROM dual UNION SELECT 2, 'ben@acme.example' FROM dual;",
    "INSERT INTO users (id, email) SELECT 1, 'ann@acme.example' WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = 1);\nINSERT INTO users (id, email) SELECT 2, 'ben@acme.example';",
  ])('are read: %s', async (dump) => {
    expect(valuesOf(await readAll(`CREATE TABLE users (id int, email text);\n${dump}\n`))).toEqual([ann, ben])
  })

  it.each([
    [
      'a query with a name',
      "WITH t AS (\n  SELECT id FROM tenants WHERE code = 'x'\n)\nINSERT INTO users (tenant, email, hash) SELECT t.id, 'ann@acme.example', 'h' FROM t ON CONFLICT (tenant, email) DO UPDATE SET hash = EXCLUDED.hash;",
    ],
    [
      'a table',
      "INSERT INTO users (tenant, email, hash)\nSELECT id AS tenant, 'ann@acme.example' AS email, 'h'\nFROM tenants\nWHERE code = 'x'\nLIMIT 1;",
    ],
    [
      'a value',
      "INSERT INTO users (tenant, email, hash) SELECT (SELECT id FROM tenants WHERE code = 'x'), 'ann@acme.example', 'h';",
    ],
    [
      'a query in its line',
      "WITH t AS (SELECT id FROM tenants) INSERT INTO users (tenant, email, hash) SELECT t.id, 'ann@acme.example', 'h' FROM t;",
    ],
    [
      'a subquery',
      "INSERT INTO users (tenant, email, hash) SELECT (t.id), lower('Ann@acme.example') AS email, 'h' FROM (SELECT id FROM tenants) t ON CONFLICT DO NOTHING;",
    ],
  ])('are read where their email address is a constant and only other values come from %s', async (_, dump) => {
    expect(valuesOf(await readAll(`${dump}\n${second};\n`))).toEqual([
      { tenant: computedValue(), email: 'ann@acme.example', hash: 'h' },
      ben,
    ])
  })

  it('are read where a clause for conflicts follows constants', async () => {
    const dump = "INSERT INTO users (id, email) SELECT 1, 'ann@acme.example' ON CONFLICT (id) DO NOTHING;\n"
    expect(valuesOf(await readAll(dump))).toEqual([ann])
  })

  it('are not, where they may change an earlier row', async () => {
    const dump = `${insert};\nINSERT INTO users (id, email) SELECT id, 'ann@acme.example' FROM t ON CONFLICT (email) DO UPDATE SET id = 2;\n`
    expect(valuesOf(await readAll(dump))).toEqual([ann, expect.stringMatching(/by a query/)])
  })

  it('are not, where a table is asked', async () => {
    const dump = `INSERT INTO users (id, email) VALUES (1, 'ann@acme.example');\nINSERT INTO users (id, email) SELECT id, email FROM old_users;\n`
    expect(valuesOf(await readAll(dump))).toEqual([ann, expect.stringMatching(/by a query/)])
  })

  it('are read again at their place', async () => {
    const dump = "INSERT INTO users (id, email) SELECT 1, 'ann@acme.example' UNION ALL SELECT 2, 'ben@acme.example';\n"
    const records = await readAll(dump)
    const last = typeof records === 'string' ? undefined : records.at(-1)
    expect(await (await openWith(dump)).recordAt(last?.offset ?? 0)).toEqual(ben)
  })
})

describe('rows that only a database can bring', () => {
  const told = expect.stringMatching(
    /^This statement changes or adds rows .*Load the dump into a database|^This command reads another file, whose rows are not in this dump: \S/,
  ) as unknown
  const table = 'CREATE TABLE users (id int PRIMARY KEY, email text);'

  it.each([
    "\\copy users FROM 'users.csv' WITH (FORMAT csv)",
    "\\copy public.users (id, email) from 'users.csv'",
    '\\i more.sql',
    '\\ir data/more.sql',
    '\\. more.sql',
    'SOURCE more.sql',
    'source /tmp/more.sql;',
    '@more.sql',
    '@@more.sql',
    ".read 'more.sql'",
    '.import users.csv users',
    ':r more.sql',
    "LOAD DATA LOCAL INFILE 'users.txt' REPLACE INTO TABLE users FIELDS TERMINATED BY ',';",
    "LOAD DATA INFILE 'users.txt' INTO TABLE users;",
    "COPY users FROM '/tmp/users.csv' CSV;",
    "BULK INSERT users FROM 'users.csv';",
    "IF EXISTS (SELECT 1 FROM bans WHERE user_id = 1) UPDATE users SET email = 'x@acme.example' WHERE id = 1;",
    'IF EXISTS (SELECT 1 FROM bans)\nBEGIN\n  DELETE FROM users WHERE id = 1;\nEND\nGO',
    "WHILE EXISTS (SELECT 1 FROM bans) UPDATE users SET email = 'x@acme.example' WHERE id = 1;",
  ])('are one record that holds back the run: %s', async (statement) => {
    expect(valuesOf(await readAll(`${table}\n${insert};\n${statement}\n${second};\n`))).toEqual([ann, told, ben])
  })

  it.each([
    ["\\copy users from 'data/users.csv' csv header;", '\\copy data/users.csv'],
    ["\\copy users from program 'curl -u ann:geheim localhost'", '\\copy'],
    ['@@more.sql', '@@more.sql'],
    ['@/tmp/more.sql "an argument"', '@/tmp/more.sql'],
    ['\\. more.sql', '\\. more.sql'],
    ['.import users.csv users', '.import users.csv'],
    // The rest of a damaged row.
    ["@acme.example','20230401','1244e10a73e8726c48f2ae0a91ba9712',NULL);", '@'],
    ['@nVucjg4bqlzd7WUiZXaqb.xSDaqQM', '@'],
  ])('name the command that brings them and its file, and nothing else of it: %s', async (command, named) => {
    const reason = `This command reads another file, whose rows are not in this dump: ${named}. Choose that file as well, or load the dump into a database and export the table again.`
    expect(valuesOf(await readAll(`${table}\n${insert};\n${command}\n`))).toEqual([ann, reason])
  })

  it.each([
    '\\connect users',
    '\\encoding UTF8',
    '\\set x 1',
    '\\restrict abc',
    "\\copy (SELECT 1) TO 'x'",
    "\\copy users TO 'x.csv'",
  ])('are not in %s', async (command) => {
    expect(valuesOf(await readAll(`${table}\n${insert};\n${command}\n${second};\n`))).toEqual([ann, ben])
  })

  it.each([
    ['REPLACE', table],
    ['INSERT OR REPLACE', table],
    ['REPLACE', 'CREATE TABLE users (id int, email text, CONSTRAINT k PRIMARY KEY (id));'],
    ['REPLACE', ''],
  ])('are not those that %s has for a key the second time: they take the place of the first', async (verb, created) => {
    const [one, two] = [insert, second].map((row) => row.replace('INSERT', verb))
    const again = (email: string) => `${verb} INTO users (id, email) VALUES (1, '${email}@acme.example');\n`
    const replaced = 'A later row of the dump has the same key and replaces this one.'
    expect(valuesOf(await readAll(`${created}\n${one};\n${two};\n${again('x')}${again('anna')}`))).toEqual([
      replaced,
      ben,
      replaced,
      { id: '1', email: 'anna@acme.example' },
    ])
    // Behind rows of INSERT, too.
    expect(valuesOf(await readAll(`${created}\n${insert};\n${second};\n${again('anna')}`))).toEqual([
      replaced,
      ben,
      { id: '1', email: 'anna@acme.example' },
    ])
  })

  it('are not those far behind that REPLACE has for a key the second time', async () => {
    const row = (n: number, email: string) => `(${n}, '${email}${n}@acme.example')`
    const all = Array.from({ length: 300 }, (_, at) => row(at, 'ann'))
    const found = listOf(
      await readAll(
        `REPLACE INTO users (id, email) VALUES ${all.join(', ')};\nREPLACE INTO users (id, email) VALUES ${row(250, 'ben')};\n`,
      ),
    )
    expect(found).toHaveLength(301)
    expect([found[250], found[300]]).toEqual([
      'A later row of the dump has the same key and replaces this one.',
      { id: '250', email: 'ben250@acme.example' },
    ])
  })

  it('are said to be too many where more keys would have to be compared than the limit allows, and once', async () => {
    const insertRow = (verb: string) => (id: number) =>
      `${verb} INTO users (id, email) VALUES (${id}, 'a${id}@acme.example');`
    const found = async (statements: readonly string[]) => {
      const chunks = inPieces(Buffer.from(`${table}\n${statements.join('\n')}\n`), [1000])
      const limits = { repeated: 3, mixed: 2 }
      const records = await collect(
        sqlRecords(chunks, { backslash: true, lines: false }, () => true, { limits, noteChange: () => {} }),
      )
      return records.flatMap((record) => (record.kind === 'unreadable' ? [[record.statement, record.reason]] : []))
    }
    const tooMany = ['unapplied-change', changeFaults.manyKeys.reason]
    const [replace, add] = [insertRow('REPLACE'), insertRow('INSERT')]
    expect(await found([1, 2, 3].map(replace))).toEqual([])
    expect(await found([1, 2, 3, 4, 5].map(replace))).toEqual([tooMany])
    expect(await found([add(1), ...[2, 3].map(replace)])).toEqual([])
    expect(await found([add(1), ...[2, 3, 4, 5].map(replace)])).toEqual([tooMany])
  })

  it('come where ON DUPLICATE KEY has a key of the first statement again', async () => {
    const lines = [...Array(70).keys(), 3].map(
      (id) =>
        `INSERT INTO users (id, email) VALUES (${id}, 'ann${id}@acme.example') ON DUPLICATE KEY UPDATE email = VALUES(email);`,
    )
    const found = listOf(await readAll(`${table}\n${lines.join('\n')}\n`))
    expect([found.length, found[70]]).toEqual([71, told])
    const many = Array.from({ length: 70 }, (_, id) => `(${id}, 'ann${id}@acme.example')`).join(', ')
    const one = `INSERT INTO users (id, email) VALUES ${many} ON DUPLICATE KEY UPDATE email = VALUES(email);`
    expect(listOf(await readAll(`${table}\n${one}\n${lines[69]}\n`))[70]).toEqual(told)
  })

  it.each([
    'INSERT INTO users SELECT * FROM old_users;',
    'INSERT INTO users (id, email) SELECT id, mail FROM old_users WHERE mail IS NOT NULL;',
    'INSERT INTO public.users (id, email) WITH x AS (SELECT 1) SELECT id, mail FROM old_users;',
    'REPLACE INTO users SELECT * FROM old_users;',
    'INSERT INTO users EXEC all_users;',
    'INSERT INTO users (id, email) EXEC all_users;',
    'INSERT INTO kunden SELECT * FROM alt;',
    'INSERT INTO staff (mail, pass) SELECT mail, pass FROM old;',
  ])('hold back the run where a query brings them: %s', async (statement) => {
    const opened = await openWith(`${table}\n${insert};\n${second};\n${statement}\n`)
    const wants = (name: string) => name === 'users' || 'count'
    expect(listOf(await collect(opened.batches(wants)))).toEqual([ann, ben, told])
  })

  it.each([
    'INSERT INTO users_backup SELECT * FROM users;',
    'INSERT INTO user_roles (user_id, role) SELECT id, 3 FROM users;',
    'INSERT INTO order_totals SELECT user_id, SUM(total) FROM orders GROUP BY user_id;',
    'INSERT INTO login_history SELECT * FROM logins_2019;',
    'INSERT INTO users DEFAULT VALUES;',
  ])('are not the rows of %s', async (statement) => {
    const opened = await openWith(`${table}\n${insert};\n${second};\n${statement}\n`)
    const wants = (name: string) => name === 'users' || 'count'
    expect(listOf(await collect(opened.batches(wants)))).toEqual([ann, ben])
  })

  it('do not come with the rows of a COPY that names many columns', async () => {
    const names = Array.from({ length: 90 }, (_, at) => `column_${at}`)
    const dump = `COPY users (id, ${names.join(', ')}) FROM stdin;\n1${'\tx'.repeat(90)}\n\\.\n`
    expect(valuesOf(await readAll(dump))).toEqual([
      { id: '1', ...Object.fromEntries(names.map((name) => [name, 'x'])) },
    ])
  })

  it('do not where the key has several columns', async () => {
    const created = 'CREATE TABLE users (id int, email text, PRIMARY KEY (id, email));'
    const [one, two] = [insert, insert.replace('ann@', 'anna@')].map((row) => row.replace('INSERT', 'REPLACE'))
    expect(valuesOf(await readAll(`${created}\n${one};\n${two};\n`))).toEqual([
      ann,
      { ...ann, email: 'anna@acme.example' },
    ])
  })
})

describe('values of a dump', () => {
  const row = (values: string) => `INSERT INTO users (id, hash) VALUES\n(1, ${values}),\n(2, 'x');\n`

  it.each([
    ['0x24327924', '$2y$'],
    ["X'24327924'", '$2y$'],
    ["x'6a6f6e40'", 'jon@'],
    ["'\\x24327924'", '$2y$'],
    ['0x0f8fad5bd9cb469fa16570867728950e', '0x0f8fad5bd9cb469fa16570867728950e'],
    ['0x01', '0x01'],
    ['0x243279240000', '$2y$'],
    ["'\\x243279240000'", '$2y$'],
    ['0x6a00', 'j'],
    ['0x6a006f00', '0x6a006f00'],
    ['0x0000', '0x0000'],
    ["'0x24327924'", '0x24327924'],
    ["'$2b$10$x' -- pw", '$2b$10$x'],
    ["/* pw */ '$2b$10$x'", '$2b$10$x'],
    ["'a -- b' -- c, d)", 'a -- b'],
    ["'a /* b */' /* c', */", 'a /* b */'],
    ["-- first\n  'x'", 'x'],
  ])('are the text that they stand for: %s', async (written, value) => {
    const dump = `SET standard_conforming_strings = on;\n${row(written.replace(/(-- [^\n]*)$/, '$1\n'))}`
    expect(valuesOf(await readAll(dump))).toEqual([
      { id: '1', hash: value },
      { id: '2', hash: 'x' },
    ])
  })

  it.each([
    ["U&'b\\006fb'", 'bob'],
    ["U&'d!0061t!+01F600' UESCAPE '!'", 'dat😀'],
    ["U&'a\\\\b'", 'a\\b'],
  ])('are the signs that escapes name: %s', async (written, value) => {
    expect(valuesOf(await readAll(`SET standard_conforming_strings = on;\n${row(written)}`))).toContainEqual({
      id: '1',
      hash: value,
    })
  })

  it('have comments of MySQL among them', async () => {
    const dump = [
      'CREATE TABLE `users` (`id` int, `hash` text) ENGINE=InnoDB;',
      'INSERT INTO `users` (`id`,`hash`) VALUES',
      "# it's the first",
      "(1,'a#b'), # ann",
      '(2, # the hash (',
      "'x' # it's none",
      ');',
      '',
    ].join('\n')
    expect(valuesOf(await readAll(dump))).toEqual([
      { id: '1', hash: 'a#b' },
      { id: '2', hash: 'x' },
    ])
  })

  it.each([
    [
      'H2',
      'CREATE CACHED TABLE "PUBLIC"."USERS"( "ID" INT, "HASH" VARCHAR(9));\nINSERT INTO "PUBLIC"."USERS" VALUES (1, \'x\');\n',
    ],
    [
      'HSQLDB',
      "CREATE MEMORY TABLE PUBLIC.USERS(ID INTEGER,HASH VARCHAR(9))\nSET SCHEMA PUBLIC\nINSERT INTO USERS VALUES(1,'x')\n",
    ],
    ['ClickHouse', "INSERT INTO users (ID, HASH) FORMAT Values (1, 'x');\n"],
  ])('have the columns that %s names', async (_, dump) => {
    expect(valuesOf(await readAll(dump))).toEqual([{ ID: '1', HASH: 'x' }])
  })

  it('are read behind a connection to Db2', async () => {
    expect(valuesOf(await readAll(`CONNECT TO SHOP\nSET SCHEMA APP\n${row("'y'")}`))).toHaveLength(2)
  })

  it('are so in COPY blocks', async () => {
    const dump = 'COPY users (id, hash) FROM stdin;\n1\t\\\\x24327924\n2\t\\\\x00ff\n\\.\n'
    expect(valuesOf(await readAll(dump))).toEqual([
      { id: '1', hash: '$2y$' },
      { id: '2', hash: '\\x00ff' },
    ])
  })
})

it('reads rows of a table under another name, which ON CONFLICT refers to', async () => {
  const rows = [insert, second].map((one) =>
    one.replace('users', 'users AS u').concat(' ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email;\n'),
  )
  expect(listOf(await readAll(Buffer.from(rows.join(''))))).toEqual([ann, ben])
})
