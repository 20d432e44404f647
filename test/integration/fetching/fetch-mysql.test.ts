import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anySource } from '../../../electron/engine/fetching/any-source.ts'
import { mysql } from '../../../electron/engine/fetching/sources/mysql/mysql.ts'
import { surveyHere } from '../../../electron/engine/fetching/start-fetch.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import { afterFirstPage, fetchInto, type FetchGiven } from '../../support/fetching.ts'
import { noMariadb, startMariadb, type MariadbServer } from '../../support/servers/mariadb-server.ts'
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts'

let server: MariadbServer
const many = 5000

beforeAll(async () => {
  if (noMariadb !== null) return
  server = await startMariadb()
  await server.sql(`
    CREATE TABLE users (id bigint PRIMARY KEY, email varchar(100), password varchar(100), remember_token varchar(50), email_verified_at datetime);
    INSERT INTO users SELECT 9007199254740993 + seq, concat('person-', seq, '@example.com'), '$2y$10$abc', 't0ken', '2024-01-15 10:30:00' FROM seq_1_to_${many};
    CREATE TABLE plain AS SELECT id, email FROM users;
    CREATE TABLE kinds (id binary(2) PRIMARY KEY, a decimal(30,10), b json, c varbinary(10), d timestamp, e bit(1), f text, g tinyint(1), h varchar(20));
    SET time_zone = '+00:00';
    INSERT INTO kinds VALUES (x'00ff', 12345678901234567890.1, '{"a":[1,"ü"]}', 'plain', '2024-01-15 10:30:00', b'1', NULL, 1, '😀');
    CREATE TABLE names (name varchar(50), INDEX (name));
    INSERT INTO names SELECT concat('p', lpad(seq, 5, '0')) FROM seq_1_to_1999;
    INSERT INTO names VALUES ('P02000'), ('p02000'), ('p02000 '), ('p02001');
    CREATE TABLE choices (kind enum('z','m','a'), id int, PRIMARY KEY (kind, id));
    INSERT INTO choices SELECT kind, seq FROM seq_1_to_1000, (SELECT 'z' AS kind UNION SELECT 'm' UNION SELECT 'a') AS k;
    CREATE TABLE decimals (id decimal(30,0) PRIMARY KEY);
    INSERT INTO decimals SELECT 123456789012345678901234000000 + seq FROM seq_1_to_3000;
    CREATE TABLE floats (id float);
    INSERT INTO floats SELECT seq / 7 FROM seq_1_to_3000;
    CREATE TABLE old (id int PRIMARY KEY, name text) ENGINE=MyISAM;
    CREATE TABLE wp_users (ID bigint PRIMARY KEY, user_login varchar(60), user_pass varchar(255), user_email varchar(100), user_activation_key varchar(255), user_status int);
    INSERT INTO wp_users VALUES (1, 'ada', '$P$Babcdefghijklmnopqrstuvwxyz01234', 'ada@example.com', 't0ken', 0);
    CREATE TABLE realm (id varchar(36), name varchar(50));
    CREATE TABLE user_entity (id varchar(36) PRIMARY KEY, email varchar(100), email_constraint varchar(100), email_verified bit(1), enabled bit(1), federation_link varchar(36),
      first_name text, last_name text, realm_id varchar(36), username varchar(50), created_timestamp bigint, service_account_client_link varchar(36));
    CREATE TABLE credential (id varchar(36), type varchar(20), user_id varchar(36), secret_data text, credential_data text);
    CREATE TABLE federated_identity (identity_provider varchar(50), federated_user_id varchar(50), federated_username varchar(50), token text, user_id varchar(36));
    CREATE TABLE user_attribute (id varchar(36), name varchar(50), value varchar(255), user_id varchar(36));
    CREATE TABLE keycloak_role (id varchar(36), name varchar(50), client_role bit(1), client varchar(36));
    CREATE TABLE client (id varchar(36), client_id varchar(50));
    CREATE TABLE user_role_mapping (role_id varchar(36), user_id varchar(36));
    INSERT INTO realm VALUES ('r1', 'customers');
    INSERT INTO user_entity VALUES ('u1', 'ada@example.com', 'ada@example.com', b'1', b'1', NULL, 'Ada', 'L', 'r1', 'ada', 1700000000000, NULL);
    INSERT INTO credential VALUES ('c1', 'password', 'u1', '{"value":"aGFzaA=="}', '{"algorithm":"pbkdf2-sha256"}'), ('c2', 'webauthn', 'u1', '0tp', '{}');
    INSERT INTO federated_identity VALUES ('google', '117', 'ada', '0tp', 'u1')`)
})

afterAll(() => server?.stop())

async function fetch(settings: Record<string, string | boolean>, given: FetchGiven = {}, password = server.password) {
  const all = { host: '127.0.0.1', port: String(server.port), database: 'app', user: 'reader', ...settings }
  const run = await fetchInto(anySource(mysql), all, { password }, given)
  const records = () =>
    run
      .text()
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  return { ...run, records }
}

describe.skipIf(noMariadb !== null)('MariaDB', () => {
  test('its tables are listed, a known product first, and what is fetched is what was listed', async () => {
    const settings = { host: '127.0.0.1', port: String(server.port), database: 'app', user: 'reader' }
    const given = { source: 'mysql', settings, secrets: { password: server.password } }
    const found = await surveyHere([anySource(mysql)])(given)
    if (found.kind !== 'surveyed') throw new Error(found.sentence)
    expect(found.server).toMatch(/^(MariaDB|MySQL) \d+\.\d+/)
    expect(found.tables[0]).toMatchObject({ name: 'Keycloak', values: { preset: 'keycloak' }, rows: 1, columns: null })
    const users = found.tables.find(({ name }) => name === 'users')
    expect(users).toMatchObject({ finds: ['email', 'password hash'], rows: many, isExact: true, hasKey: true })
    expect(users?.columns).toContainEqual({ name: 'remember_token', isFetched: false })
    const likely = found.tables.filter(({ finds }) => finds.length > 0).map(({ name }) => name)
    expect(found.tables.slice(0, likely.length).map(({ name }) => name)).toEqual(likely)
    expect((await fetch({ ...users?.values })).outcome).toMatchObject({ kind: 'fetched', users: many })
    const refused = await surveyHere([anySource(mysql)])({ ...given, secrets: { password: 'wrong' } })
    expect(refused).toMatchObject({ kind: 'failed', code: 'unauthorized' })
  })

  test('a table is fetched whole, with ids exact', async () => {
    const { outcome, records } = await fetch({ table: 'users' })
    const found = records()
    expect([
      outcome.kind === 'fetched' && outcome.notes,
      found.length,
      new Set(found.map(({ id }) => id)).size,
      found[0],
    ]).toEqual([
      ['Not fetched: remember_token. If you need them, choose the columns: --columns, or Change… on screen.'],
      many,
      many,
      {
        id: '9007199254740994',
        email: 'person-1@example.com',
        password: '$2y$10$abc',
        email_verified_at: '2024-01-15 10:30:00',
      },
    ])
  })

  test('values are exact: decimals, JSON, bytes, times, bits, nothing; a key of bytes is none', async () => {
    const { outcome, records } = await fetch({ table: 'app.kinds' })
    expect(outcome.kind === 'fetched' && outcome.notes.length).toBe(1)
    expect(records()).toEqual([
      {
        id: String.raw`\x00ff`,
        a: '12345678901234567890.1000000000',
        b: '{"a":[1,"ü"]}',
        c: 'plain',
        d: '2024-01-15 10:30:00',
        e: true,
        f: null,
        g: 1,
        h: '😀',
      },
    ])
  })

  test.each([
    ['by the primary key', { table: 'users' }],
    ['by the key of a query', { query: 'SELECT id, email FROM users;', key: 'id' }],
    ['without a key', { table: 'plain' }],
  ])('paused and resumed %s, the file is the same', async (_name, settings) => {
    const whole = await fetch(settings)
    const paused = await fetch(settings, afterFirstPage())
    expect(paused.outcome).toEqual({ kind: 'paused', users: 2000 })
    const { outcome, text } = await fetch(settings, { out: paused.out, resume: true })
    expect(outcome).toMatchObject({
      kind: 'fetched',
      users: many,
      notes: expect.arrayContaining([expect.stringContaining('more than one snapshot')]) as unknown,
    })
    expect(text()).toBe(whole.text())
  })

  test.each([
    ['a key that is unique only by case and spaces', { table: 'names', key: 'name' }, 2003],
    ['the same in a query', { query: 'SELECT name FROM names', key: 'name' }, 2003],
    ['a primary key with a choice, in an order that is not that of its text', { table: 'choices' }, 3000],
    ['a primary key of long decimals', { table: 'decimals' }, 3000],
    [
      'a computed key that is compared as a number that is not exact',
      { query: 'SELECT id + 0 AS id FROM decimals', key: 'id' },
      3000,
    ],
  ])('by %s, every row comes once', async (_name, settings, rows) => {
    const { outcome, records } = await fetch(settings)
    const lines = records().map((record) => JSON.stringify(record))
    expect([outcome.kind, lines.length, new Set(lines).size]).toEqual(['fetched', rows, rows])
  })

  test('rows that were added while fetching was interrupted are counted at the end', async () => {
    await server.sql('CREATE TABLE growing AS SELECT id FROM users; ALTER TABLE growing ADD PRIMARY KEY (id)')
    const paused = await fetch({ table: 'growing' }, afterFirstPage())
    await server.sql('INSERT INTO growing VALUES (1), (2)')
    const { outcome } = await fetch({ table: 'growing' }, { out: paused.out, resume: true })
    expect(outcome.kind === 'fetched' && outcome.notes).toEqual([
      expect.stringContaining('more than one snapshot'),
      expect.stringContaining('Fetched 5,000 users, and there are 5,002'),
    ])
  })

  test.each([
    ['a statement that writes', { query: 'DELETE FROM users' }, 'bad-settings', 'not a SELECT'],
    ['one that writes a file', { query: "SELECT 1 INTO OUTFILE '/tmp/x'" }, 'bad-settings', 'INTO'],
    ['a comment that is run', { query: 'SELECT 1 /*!50000 INTO OUTFILE "/tmp/x" */' }, 'bad-settings', 'comment'],
    ['a second statement', { query: 'SELECT 1; DROP TABLE users' }, 'bad-settings', 'several'],
    ['a syntax error', { query: 'SELECT FROM WHERE' }, 'bad-settings', 'syntax'],
    ['two columns of one name', { query: 'SELECT 1 AS a, 2 AS a' }, 'bad-settings', 'two columns'],
    ['a choice as the key', { query: 'SELECT kind FROM choices', key: 'kind' }, 'bad-settings', 'ENUM'],
    ['a key that is not exact', { table: 'floats', key: 'id' }, 'bad-settings', 'not exact'],
    ['no such table', { table: 'user' }, 'not-found', 'There are: users'],
    ['no such database', { table: 'users', database: 'nowhere' }, 'forbidden', '--database'],
  ])('%s: refused in a sentence', async (_name, settings, code, said) => {
    const { outcome } = await fetch(settings)
    expect(outcome).toMatchObject({ kind: 'failed', code, sentence: expect.stringContaining(said) as unknown })
  })

  test('TLS trusts the named authority only, and the name or address that it is for', async () => {
    const tls = { table: 'wp_users', tls: true }
    const known = { ...tls, 'ca-file': server.caFile }
    expect((await fetch({ ...known, host: 'localhost' })).outcome.kind).toBe('fetched')
    expect((await fetch(known)).outcome.kind).toBe('fetched')
    expect([await fetch(tls), await fetch({ ...known, host: '127.1' })].map(({ outcome }) => outcome)).toMatchObject([
      { code: 'not-encrypted', sentence: expect.stringContaining('--ca-file') as unknown },
      { code: 'not-encrypted', sentence: expect.stringContaining('another server name') as unknown },
    ])
  })

  test('an address is not taken for localhost: the certificate has to be for it', async () => {
    await server.certify([])
    const { outcome } = await fetch({ table: 'wp_users', tls: true, 'ca-file': server.caFile })
    await server.certify(['127.0.0.1'])
    expect(outcome).toMatchObject({ code: 'not-encrypted' })
  })

  test('a server without TLS, or somebody on the way who hides that it has it, is refused before the password is sent', async () => {
    let told = false
    // The flag of TLS in the capabilities of the greeting, behind the version and thirteen bytes.
    const hide = (chunk: Buffer, at: number) => {
      if (at === 0) {
        const flags = chunk.indexOf(0, 5) + 14
        chunk.writeUInt16LE(chunk.readUInt16LE(flags) & ~0x0800, flags)
      } else told = true
      return chunk
    }
    const proxy = await startTcpProxy(server.port, { change: hide })
    onTestFinished(proxy.close)
    const { outcome } = await fetch({ table: 'wp_users', tls: true, port: String(proxy.port) })
    expect([outcome, told]).toMatchObject([
      { kind: 'failed', code: 'not-encrypted', sentence: expect.stringContaining('--allow-plain-text') as unknown },
      false,
    ])
  })

  test('a wrong password is a sentence without it', async () => {
    const { outcome } = await fetch({ table: 'users' }, {}, 'wrong-Pa55')
    expect([outcome, JSON.stringify(outcome).includes('wrong-Pa55')]).toEqual([
      expect.objectContaining({ code: 'unauthorized' }),
      false,
    ])
  })

  test('a table without transactions is named as one', async () => {
    const { outcome } = await fetch({ table: 'old' })
    expect(outcome.kind === 'fetched' && outcome.notes.some((note) => note.includes('MyISAM'))).toBe(true)
  })

  test.each(['wordpress', 'laravel', 'keycloak'])(
    '%s: its reader recognizes what is fetched; no token is in it',
    async (preset) => {
      const { records, text } = await fetch({ preset })
      expect([
        recognise({ header: null, records: records().slice(0, 100) })?.provider,
        /t0ken|0tp/.test(text()),
      ]).toEqual([preset, false])
    },
  )
})
