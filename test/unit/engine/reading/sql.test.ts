import { computedValue, isComputedTime } from '../../../../shared/computed-value.ts'
import { describe, expect, it } from 'vitest'
import { sqlRecords } from '../../../../electron/engine/reading/sql/sql-records.ts'
import { collect, inPieces, linesOf, openWith, readAll, valuesOf } from './support.ts'

/** Records with the table they belong to. */
async function rowsOf(dump: string): Promise<unknown> {
  const records = await readAll(dump)
  return typeof records === 'string'
    ? records
    : records.map((record) => (record.kind === 'record' ? [record.table, record.value] : record.reason.slice(0, 40)))
}

describe('a dump of PostgreSQL', () => {
  it('is read from its COPY blocks, each row with its table', async () => {
    const dump = [
      '--\n-- PostgreSQL database dump\n--\n\n\\restrict x1\n\nSET standard_conforming_strings = on;\n',
      "SELECT pg_catalog.set_config('search_path', '', false);\n",
      'CREATE FUNCTION public.f() RETURNS void LANGUAGE sql AS $_$ INSERT INTO users VALUES (1); $_$;\n',
      'COPY auth.users (id, email, "isAdmin", note) FROM stdin;\n',
      '1\tann@acme.example\tt\ttab\\there, new\\nline, back\\\\slash\n',
      '2\t\\N\tf\t\n',
      '\\.\n\n\n',
      'COPY public."Account" (id) FROM stdin;\n\\.\n\n',
      'COPY auth.identities (user_id, provider) FROM stdin;\n1\tgoogle\n\\.\n',
    ]
    expect(await rowsOf(dump.join(''))).toEqual([
      ['auth.users', { id: '1', email: 'ann@acme.example', isAdmin: 't', note: 'tab\there, new\nline, back\\slash' }],
      ['auth.users', { id: '2', email: null, isAdmin: 'f', note: '' }],
      ['auth.identities', { user_id: '1', provider: 'google' }],
    ])
  })

  it('is read from its INSERT statements, with casts and escape strings', async () => {
    const dump = `
      insert into "auth"."users" ("id", "email", "meta", "bio", "n")
      values
        (1, 'o''neil@acme.example', '{"a": [1, 2]}'::jsonb, E'it\\'s\\n\\u00e9', -1.5e3),
        (12345678901234567890, null, '{}'::json, 'C:\\', DEFAULT)
      on conflict (id) do update set email = 'x;y';
      INSERT INTO public.flags OVERRIDING SYSTEM VALUE VALUES (TRUE, false, 'a'::character varying(20));`
    expect(await rowsOf(dump)).toEqual([
      ['auth.users', { id: '1', email: "o'neil@acme.example", meta: '{"a": [1, 2]}', bio: "it's\né", n: '-1.5e3' }],
      ['auth.users', { id: '12345678901234567890', email: null, meta: '{}', bio: 'C:\\', n: null }],
      ['public.flags', { 1: 'true', 2: 'false', 3: 'a' }],
    ])
  })

  it('names what a query would fill in also where another table is read, if users may be in it', async () => {
    const opened = await openWith(
      'INSERT INTO shop_users SELECT * FROM old;\nINSERT INTO options SELECT * FROM more;\nINSERT INTO members (id) VALUES (1);\n',
    )
    const records = await collect(opened.batches((table) => table === 'members' || 'count'))
    expect(linesOf(records)).toEqual([
      [1, 'This statement changes or adds rows by a'.slice(0, 40)],
      [3, { id: '1' }],
    ])
  })

  it('counts what a query would fill in as one record that cannot be read', async () => {
    const dump = `
      CREATE TABLE users (id, email);
      INSERT INTO users (id) SELECT id FROM old WHERE name = 'a;b';
      INSERT INTO users SELECT * FROM (VALUES (1), (2)) AS v;
      INSERT INTO users WITH x AS (SELECT 1) SELECT * FROM x;
      INSERT INTO users DEFAULT VALUES;
      INSERT INTO users (id) VALUES (7);`
    expect(await rowsOf(dump)).toEqual([
      'This statement changes or adds rows by a',
      'This statement changes or adds rows by a',
      'This statement changes or adds rows by a',
      ['users', { id: '7' }],
    ])
  })

  it.each([
    ['a query', '(id)\n\n SELECT id FROM old;'],
    ['a file that ends', `(id,\n\n ${'x'.repeat(80)}`],
  ])('counts %s on the line that its statement begins on, however the file comes in', async (_, rest) => {
    const dump = Buffer.from(`SELECT 1;\nINSERT INTO users\n${'-- a note\n'.repeat(20)}${rest}`)
    for (const size of [1, 7, 64, 4096]) {
      const records = await collect(sqlRecords(inPieces(dump, [size]), { backslash: false, lines: false }, () => true))
      expect(records.map(({ kind, line, offset }) => [kind, line, offset])).toEqual([['unreadable', 2, 10]])
    }
  })

  it('takes the columns of rows without names from CREATE TABLE', async () => {
    const dump = `
      CREATE TABLE public.users (
        id bigint NOT NULL, key character varying(255) DEFAULT 'a,b)'::character varying, "Email" text, -- the login
        score numeric(10,2), CONSTRAINT users_pk PRIMARY KEY (id), UNIQUE (key), CHECK (id > 0)
      );
      INSERT INTO public.users VALUES (1, 'k', 'ann@acme.example', 2.50);`
    expect(await rowsOf(dump)).toEqual([
      ['public.users', { id: '1', key: 'k', Email: 'ann@acme.example', score: '2.50' }],
    ])
  })

  it('reads strings of Oracle with marks of their own', async () => {
    const made =
      "INSERT INTO users (a, b, c, d, e) VALUES (unistr('A\\u000aB \\00e9'), replace('A\\nB', '\\n', char(10)), 'a' || chr(64) || 'b', concat('a', to_clob('b')), crypt('a', 'b') || 'c');"
    expect(valuesOf(await readAll(made))).toEqual([{ a: 'A\nB é', b: 'A\nB', c: 'a@b', d: 'ab', e: computedValue() }])
    const dump = "INSERT INTO users (a, b, c, d) VALUES (q'[x$y]', nq'!a(b!', Q'{[z]}', '-');"
    expect(await rowsOf(dump)).toEqual([['users', { a: 'x$y', b: 'a(b', c: '[z]', d: '-' }]])
    const apostrophes = "INSERT INTO users (a, b) VALUES (q'[Ann o'Lee; (x]' || q'!'!', q'|''|');"
    expect(valuesOf(await readAll(`${apostrophes}\n${apostrophes}`))).toEqual([
      { a: "Ann o'Lee; (x'", b: "''" },
      { a: "Ann o'Lee; (x'", b: "''" },
    ])
  })

  it('reads rows that leave out the columns which the database computes, and those that do not', async () => {
    const table =
      "CREATE TABLE t (a text, mail text, host text GENERATED ALWAYS AS (substr(mail, instr(mail, '@') + 1)) VIRTUAL, n int AS (1), z text DEFAULT ' AS (') STRICT;"
    expect(await rowsOf(`${table}\nINSERT INTO t VALUES('x','ann@acme.example','end');`)).toEqual([
      ['t', { a: 'x', mail: 'ann@acme.example', z: 'end' }],
    ])
    expect(await rowsOf(`${table}\nINSERT INTO t VALUES('x','ann@acme.example',DEFAULT,DEFAULT,'end');`)).toEqual([
      ['t', { a: 'x', mail: 'ann@acme.example', host: null, n: null, z: 'end' }],
    ])
  })

  it('reads the constant that a column has by default, where a row says DEFAULT or leaves the column out', async () => {
    const table =
      "CREATE TABLE users (id serial, email text, state varchar(9) NOT NULL DEFAULT 'pending' COMMENT 'no DEFAULT 7', tries int DEFAULT ((0)), note text DEFAULT 'it''s', at timestamp DEFAULT now(), x text COMMENT 'by DEFAULT 1');\n"
    expect(
      await rowsOf(
        `${table}INSERT INTO users VALUES (DEFAULT, 'a@acme.example', DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);`,
      ),
    ).toEqual([
      ['users', { id: null, email: 'a@acme.example', state: 'pending', tries: '0', note: "it's", at: null, x: null }],
    ])
    expect(
      await rowsOf(
        `${table}INSERT INTO users (ID, Email, STATE) VALUES (1, 'a@acme.example', DEFAULT), (2, 'b@acme.example', 'on');`,
      ),
    ).toEqual([
      ['users', { ID: '1', Email: 'a@acme.example', STATE: 'pending', tries: '0', note: "it's" }],
      ['users', { ID: '2', Email: 'b@acme.example', STATE: 'on', tries: '0', note: "it's" }],
    ])
    expect(await rowsOf('INSERT INTO users (id, state) VALUES (1, DEFAULT);')).toEqual([
      ['users', { id: '1', state: null }],
    ])
  })

  it('reads times by the mask that Oracle or MySQL writes beside them', async () => {
    const times =
      "to_date('31-12-2023 08:05:00','DD-MM-YYYY HH24:MI:SS'), TO_DATE('1-Jan-24', 'DD-MON-RR'), to_timestamp('2024-02-03 04:05:06.789','YYYY-MM-DD HH24:MI:SS.FF3'), str_to_date('03.02.2024', '%d.%m.%Y'), to_date('x9', 'Q')"
    expect(valuesOf(await readAll(`INSERT INTO users (a, b, c, d, e) VALUES (${times});`))).toEqual([
      {
        a: '2023-12-31 08:05:00',
        b: '2024-01-01 00:00:00',
        c: '2024-02-03 04:05:06',
        d: '2024-02-03 00:00:00',
        e: 'x9',
      },
    ])
  })

  it.each([
    'SEQ_USER.NEXTVAL',
    'app.user_seq.nextval',
    "nextval('users_id_seq'::regclass)",
    'NEXT VALUE FOR [dbo].[seq]',
  ])('shows the next number of a sequence as computed: %s', async (next) => {
    expect(await rowsOf(`INSERT INTO users (id, email) VALUES (${next}, 'a@acme.example');`)).toEqual([
      ['users', { id: computedValue('nextval'), email: 'a@acme.example' }],
    ])
  })

  const written = '$2y$10$made.up'
  const hex = Buffer.from(written).toString('hex')
  it.each([
    `UNHEX('${hex}')`,
    `unhex ( '${hex.toUpperCase()}' )`,
    `X'${hex}'`,
    `0x${hex}`,
    `FROM_BASE64('${Buffer.from(written).toString('base64')}')`,
    `decode('${hex}', 'hex')`,
    `decode('${Buffer.from(written).toString('base64')}', 'base64')::text`,
    `E'\\\\x${hex}'`,
    `'\\x${hex}'::bytea`,
    `utl_raw.cast_to_varchar2(HEXTORAW('${hex}'))`,
    `UTL_RAW.CAST_TO_RAW('${written}')`,
    `UTL_I18N.STRING_TO_RAW('${written}', 'AL32UTF8')`,
    `convert_to('${written}', 'UTF8')`,
  ])('reads the text that a function of the database makes of digits: %s', async (value) => {
    expect(await rowsOf(`INSERT INTO users (id, secret) VALUES (1, ${value});`)).toEqual([
      ['users', { id: '1', secret: written }],
    ])
  })

  it.each([
    ["UNHEX('00ff')", '0x00ff'],
    ["UNHEX('')", ''],
    ["UNHEX('xyz')", computedValue('UNHEX')],
    ["decode(kind, 1, 'a', 'b')", computedValue('decode')],
    ["decode('a', 'a', 'hex')", computedValue('decode')],
    ["UNHEX(MD5('x'))", computedValue('UNHEX')],
  ])('reads %s as %s', async (value, expected) => {
    expect(await rowsOf(`INSERT INTO users (id, secret) VALUES (1, ${value});`)).toEqual([
      ['users', { id: '1', secret: expected }],
    ])
  })

  it('shows what only the database can compute by its name, and never its arguments', async () => {
    const dump =
      "INSERT INTO users (a, b, c, d, e) VALUES (crypt('hunter2', gen_salt('bf')), gen_random_uuid(), (SELECT 1), ('x'), timezone('utc'::text, now()));"
    expect(await rowsOf(dump)).toEqual([
      [
        'users',
        {
          a: computedValue('crypt'),
          b: computedValue('gen_random_uuid'),
          c: computedValue(),
          d: 'x',
          e: expect.toSatisfy(isComputedTime) as unknown,
        },
      ],
    ])
  })
})

describe('a dump of MySQL', () => {
  it('is read with its escapes, its many rows and its programs between DELIMITER', async () => {
    const dump = [
      '-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\n',
      'CREATE TABLE `users` (\n  `id` int NOT NULL,\n  `email` varchar(255) DEFAULT NULL COMMENT \'a; "b"\',\n  `on` bit(1),\n',
      '  PRIMARY KEY (`id`),\n  UNIQUE KEY `k` (`email`),\n  KEY `x` (`on`)\n) ENGINE=InnoDB;\n',
      'LOCK TABLES `users` WRITE;\n',
      "INSERT INTO `users` VALUES (1,'o\\'neil@acme.example',_binary '\\0'),(2,'a\\\"b\\\\',b'1'),(3,NULL,0x01);\n",
      'UNLOCK TABLES;\nDELIMITER ;;\n',
      "CREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW BEGIN INSERT INTO users VALUES (9,'x',NULL); END ;;\nDELIMITER ;\n",
      'REPLACE INTO `app`.`users` (`id`,`email`) VALUES (4,"say ""hi""");\n',
    ]
    expect(await rowsOf(dump.join(''))).toEqual([
      ['users', { id: '1', email: "o'neil@acme.example", on: '0' }],
      ['users', { id: '2', email: 'a"b\\', on: '1' }],
      ['users', { id: '3', email: null, on: '0x01' }],
      ['app.users', { id: '4', email: 'say "hi"' }],
    ])
  })
})

describe('INSERT ... SET of MySQL', () => {
  it('is a row of its own', async () => {
    const dump = [
      "INSERT INTO `users` SET `id` = 1, email='o\\'neil@acme.example', `on`=b'1', created = NOW(), note = 'a, b = 2; (c';\n",
      "insert ignore into app.users set users.id=2,email=NULL on duplicate key update email='x', id = 3;\n",
      "REPLACE INTO users SET id = 3, email = CONCAT(@a, '@', 'b.example')",
    ]
    expect(await rowsOf(dump.join(''))).toEqual([
      [
        'users',
        {
          id: '1',
          email: "o'neil@acme.example",
          on: '1',
          created: expect.toSatisfy(isComputedTime) as unknown,
          note: 'a, b = 2; (c',
        },
      ],
      ['app.users', { id: '2', email: null }],
      ['users', { id: '3', email: computedValue('CONCAT') }],
    ])
  })

  it('that is no list of assignments is unreadable, and the next statement is read', async () => {
    expect(
      await rowsOf("INSERT INTO users SET email 'x';\nINSERT INTO users SET a)b = 1;\nINSERT INTO users SET id=1;"),
    ).toEqual([
      'The text after SET is not a list of colu',
      'The text after SET is not a list of colu',
      ['users', { id: '1' }],
    ])
  })
})

describe('a script of SQL Server', () => {
  it('is read in UTF-16, with brackets, N strings and no semicolons', async () => {
    const script = [
      'USE [Shop]\nGO\nSET IDENTITY_INSERT [dbo].[Users] ON \n',
      "INSERT [dbo].[Users] ([Id], [Email], [LockoutEnd]) VALUES (N'a1', N'ann@acme.example', CAST(N'2030-01-01T00:00:00.000+00:00' AS DateTimeOffset))\n",
      "INSERT [dbo].[Users] ([Id], [Email], [LockoutEnd]) VALUES (N'a2', N'Zoë; GO', NULL)\nGO\n",
    ]
    const bytes = Buffer.from(`\uFEFF${script.join('')}`, 'utf16le')
    const opened = await openWith(bytes)
    expect([opened.format, opened.encoding]).toEqual(['sql', 'utf-16le'])
    expect(valuesOf(await collect(opened.batches()))).toEqual([
      { Id: 'a1', Email: 'ann@acme.example', LockoutEnd: '2030-01-01T00:00:00.000+00:00' },
      { Id: 'a2', Email: 'Zoë; GO', LockoutEnd: null },
    ])
  })
})

describe('a dump', () => {
  const dump =
    "BEGIN TRANSACTION;\nCREATE TABLE a (id PRIMARY KEY, name);\nINSERT INTO a VALUES (1,\n'x\ny'),(2,'z');\nINSERT INTO b (id) VALUES (3);\nCOMMIT;\n"

  it('names its tables with their first records', async () => {
    const { tables } = await openWith(dump)
    expect(tables).toEqual([
      {
        name: 'a',
        columns: ['id', 'name'],
        records: [
          { id: '1', name: 'x\ny' },
          { id: '2', name: 'z' },
        ],
        key: ['id'],
        foreignKeys: [],
      },
      { name: 'b', columns: ['id'], records: [{ id: '3' }], key: [], foreignKeys: [] },
    ])
  })

  it('gives the rows of the wanted tables only, each at its line, and each again at its place', async () => {
    const opened = await openWith(dump)
    expect(linesOf(await collect(opened.batches((table) => table === 'b')))).toEqual([[6, { id: '3' }]])
    const records = await collect(opened.batches())
    expect(linesOf(records)).toEqual([
      [3, { id: '1', name: 'x\ny' }],
      [5, { id: '2', name: 'z' }],
      [6, { id: '3' }],
    ])
    for (const record of records) {
      expect(await opened.recordAt(record.offset)).toEqual(record.kind === 'record' ? record.value : null)
    }
  })

  it.each([
    ['a row that is short', "INSERT INTO a (id, n) VALUES (1, 'a'), (2), (3, 'c');", [1, 'This row has 1 values', 1]],
    [
      'a string that is never closed',
      "INSERT INTO a (id, n) VALUES\n(1, 'a'),\n(2, 'b),\n(3, 'c');",
      [1, 'A quota', 1],
    ],
    [
      'a parenthesis that is missing',
      "INSERT INTO a (id, n) VALUES (1, 'a');\nINSERT INTO a (id, n) VALUES (2, 'b';\nINSERT INTO a (id, n) VALUES (3, 'c');",
      [1, 'A quota', 1],
    ],
    ['a row cut in the middle', "INSERT INTO a (id, n) VALUES (1, 'a'), (2, 3", [1, 'The file ends here']],
    [
      'a string cut in the middle',
      "INSERT INTO a (id, n) VALUES (1, 'a'), (2, 'b",
      [1, 'A quotation mark is opened here'],
    ],
    [
      'a list of columns cut in the middle',
      'INSERT INTO a (id) VALUES (1); INSERT INTO a (i',
      [1, 'The file ends here'],
    ],
    ['a COPY block cut in the middle', 'COPY a (id, n) FROM stdin;\n1\ta\n2\tb', [1, 'The file ends here']],
    ['a COPY block cut behind a row', 'COPY a (id, n) FROM stdin;\n1\ta\n', [1, 'The file ends here']],
    [
      'a COPY block of CSV',
      'INSERT INTO a VALUES (1);\nCOPY b (id) FROM stdin WITH (FORMAT csv);\n7\n\\.\n',
      [1, 'The rows of this COPY block'],
    ],
  ])('with %s keeps the other rows and says so', async (_, text, expected) => {
    const records = await readAll(text)
    if (typeof records === 'string') throw new Error(records)
    expect(records.map((record) => (record.kind === 'record' ? 1 : record.reason))).toEqual(
      expected.map((one) => (one === 1 ? 1 : expect.stringContaining(String(one)))),
    )
  })
})

describe('a dump', () => {
  const rows = "CREATE TABLE users (id int, email text);\nINSERT INTO users VALUES (1,'ann@example.com');\n"

  it.each([
    ['Navicat', '/*\n Navicat Premium Data Transfer\n*/\n\nSET NAMES utf8mb4;\nSET FOREIGN_KEY_CHECKS = 0;\n'],
    ['Adminer', "-- Adminer 4.8.1 MySQL 8.0 dump\n\nSET NAMES utf8;\nSET time_zone = '+00:00';\n"],
    ['mysqldump', '/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n'],
    ['pg_dump 18', '--\n-- PostgreSQL database dump\n--\n\n\\restrict abcdef\n\nSET statement_timeout = 0;\n'],
    ['HeidiSQL', '-- HeidiSQL Version: 12\n\n/*!40101 SET NAMES utf8 */;\nUSE `app`;\n'],
    ['SQLite', 'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n'],
    ['a script of Oracle that grants first', 'GRANT UNLIMITED TABLESPACE TO app;\nGRANT CREATE TABLE TO app;\n\n'],
    ['no tool by name', 'SET CHARACTER SET utf8;\nSTART TRANSACTION;\n'],
  ])('is recognised by the head that %s writes', async (_, head) => {
    expect(valuesOf(await readAll(head + rows))).toEqual([{ id: '1', email: 'ann@example.com' }])
  })

  it('of SQL Server is recognised where it drops its database first', async () => {
    const head =
      "IF EXISTS (SELECT name FROM master.dbo.sysdatabases WHERE name = N'app')\nBEGIN\n\tDROP DATABASE [app];\nEND\n\nGO\n"
    const insert = "INSERT INTO [dbo].[users] ([id], [email]) VALUES (1, N'ann@example.com');\nGO\n"
    expect(valuesOf(await readAll(head + insert))).toEqual([{ id: '1', email: 'ann@example.com' }])
  })
})

it('reads a dump with bits and files written as their bytes', async () => {
  const flags = Array.from({ length: 40 }, (_, at) => (at === 7 ? "'\\0'" : "'\u0001'")).join(',')
  const columns = Array.from({ length: 40 }, (_, at) => `f${at}`)
  const dump = `INSERT INTO \`users\` (email, ${columns.join(', ')}) VALUES ('ann@acme.example',${flags});`
  expect(valuesOf(await readAll(dump))).toEqual([
    { email: 'ann@acme.example', ...Object.fromEntries(columns.map((name, at) => [name, at === 7 ? '0' : '1'])) },
  ])
})

it('reads each value of a dump as UTF-8, or as Windows-1252 where it is not UTF-8', async () => {
  const [before, between] = [
    "INSERT INTO users (id, name, note) VALUES (1, 'Zoë', 'naïve'),\n(2, '",
    "'),\n(3, '東京', 'é');\n",
  ]
  const dump = Buffer.concat([
    Buffer.from(before),
    Buffer.from('Zo\u00eb', 'latin1'),
    Buffer.from("', 'é"),
    Buffer.from(between),
  ])
  expect(valuesOf(await readAll(dump))).toEqual([
    { id: '1', name: 'Zoë', note: 'naïve' },
    { id: '2', name: 'Zoë', note: 'é' },
    { id: '3', name: '東京', note: 'é' },
  ])
})
