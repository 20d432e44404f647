import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchFile, type FetchParts } from '../../../electron/engine/fetching/fetch-file.ts'
import { anySource } from '../../../electron/engine/fetching/any-source.ts'
import { postgresql } from '../../../electron/engine/fetching/sources/postgresql/postgresql.ts'
import { formatOf } from '../../../shared/exports/index.ts'
import { recognise } from '../../../shared/exports/recognise.ts'
import type { Recognition } from '../../../shared/mapping/export-format.ts'
import { surveyHere } from '../../../electron/engine/fetching/start-fetch.ts'
import { cli } from '../../support/cli.ts'
import { afterFirstPage, quickClock } from '../../support/fetching.ts'
import { noPostgres, startPostgres, type PostgresServer } from '../../support/servers/postgres-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const source = anySource(postgresql)
let server: PostgresServer

/** Users enough for three pages. */
const many = 5000

beforeAll(async () => {
  if (noPostgres !== null) return
  server = await startPostgres()
  await server.sql(
    `
    CREATE TABLE users (id bigint PRIMARY KEY, email text, password_hash text, api_key text, reset_token text);
    INSERT INTO users SELECT n, 'person-' || n || '@example.com', '$2b$10$' || n, 'key', 'token' FROM generate_series(1, ${many}) n;
    CREATE TABLE plain AS SELECT id, email FROM users;
    CREATE TABLE empty (id int PRIMARY KEY);
    CREATE TABLE odd (id int PRIMARY KEY, email text, seed text);
    INSERT INTO odd VALUES (1, 'ann@example.com', 'JBSWY3DPEHPK3PXP'), (2, 'ben@example.com', NULL), (3, 'cleo@example.com', 'KRSXG5CTMVRXEZLU');
    CREATE TABLE kinds (id bigint PRIMARY KEY, a numeric, b jsonb, c bytea, d timestamptz, e boolean, f text, g text[], h double precision, i uuid, j json);
    INSERT INTO kinds VALUES (9007199254740993, 12345678901234567890.10, '{"a":[1,"ü"]}', '\\x00ff', '2024-01-15 10:30:00+02', true, NULL, '{a,b}', 0.1,
      '00000000-0000-4000-8000-000000000001', '{"big": 12345678901234567890}');
    CREATE ROLE reader LOGIN PASSWORD '${server.password}';
    GRANT SELECT ON users, plain TO reader;
  `,
  )
  await server.sql("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
  await server.sql(
    "CREATE TABLE users (id int PRIMARY KEY, name text); INSERT INTO users VALUES (1, E'caf\\xe9'), (2, 'b')",
    'ascii',
  )
})

afterAll(() => server?.stop())

type Given = Partial<FetchParts> & { readonly out?: string; readonly resume?: boolean; readonly password?: string }

async function fetch(settings: Record<string, string | boolean>, given: Given = {}) {
  const { out = join(temporaryFolder(), 'users.ndjson'), resume = false, password = server.password, ...parts } = given
  const all = { host: '127.0.0.1', port: String(server.port), database: 'postgres', user: 'owner', ...settings }
  const outcome = await fetchFile(
    { source, settings: all, secrets: password === '' ? {} : { password }, out, resume },
    { signal: new AbortController().signal, random: () => 0, ...parts },
  )
  const records = () =>
    readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  return { outcome, out, records }
}

describe.skipIf(noPostgres !== null)('PostgreSQL', () => {
  const survey = (database: string, password = server.password, user = 'owner') =>
    surveyHere([source])({
      source: 'postgresql',
      settings: { host: '127.0.0.1', port: String(server.port), database, user },
      secrets: { password },
    })

  test('its tables are listed, those that look like users first, with what they hold and their rows', async () => {
    await server.sql('CREATE DATABASE shop')
    await server.sql(
      `CREATE TABLE customers (id int PRIMARY KEY, email text, password_hash text, phone text, api_token text);
       INSERT INTO customers SELECT n, n || '@example.com', '$2b$10$' || n, NULL, 'x' FROM generate_series(1, 7) n;
       CREATE TABLE customers_archive AS SELECT email, password_hash FROM customers LIMIT 2;
       CREATE TABLE newsletter (email text PRIMARY KEY);
       CREATE TABLE orders (id int PRIMARY KEY, total numeric);
       INSERT INTO orders SELECT n, n FROM generate_series(1, 30) n;
       CREATE SCHEMA "odd.place"; CREATE TABLE "odd.place".things (a int);
       CREATE VIEW people AS SELECT email FROM customers;
       ANALYZE;`,
      'shop',
    )
    const found = await survey('shop')
    if (found.kind !== 'surveyed') throw new Error(found.sentence)
    expect(found.server).toMatch(/^PostgreSQL \d+\.\d+$/)
    expect(found.tables[0]).toEqual({
      name: 'customers',
      values: { table: 'customers' },
      finds: ['email', 'password hash', 'phone'],
      rows: 7,
      isExact: true,
      columns: [
        { name: 'id', isFetched: true },
        { name: 'email', isFetched: true },
        { name: 'password_hash', isFetched: true },
        { name: 'phone', isFetched: true },
        { name: 'api_token', isFetched: false },
      ],
      hasKey: true,
    })
    const rest = found.tables
      .slice(1)
      .map(({ name, finds, rows, isExact, hasKey }) => [name, finds.join(), rows, isExact, hasKey])
    expect(rest).toEqual([
      ['customers_archive', 'email,password hash', 2, true, false],
      ['people', 'email', null, false, false],
      ['newsletter', 'email', 0, true, true],
      ['orders', '', 30, false, true],
      ['odd.place.things', '', 0, false, false],
    ])
    const { outcome } = await fetch({ database: 'shop', ...found.tables.at(-1)?.values })
    expect(outcome).toMatchObject({ kind: 'fetched', users: 0 })
  })

  test('a table that the account may not read is not listed, and a wrong password is said', async () => {
    const mine = await survey('postgres', server.password, 'reader')
    expect(mine.kind === 'surveyed' && mine.tables.map(({ name }) => name).toSorted()).toEqual(['plain', 'users'])
    expect(await survey('postgres', 'wrong')).toMatchObject({ kind: 'failed', code: 'unauthorized' })
    expect(await survey('nowhere')).toMatchObject({
      code: 'not-found',
      sentence: expect.stringContaining('--database'),
    })
  })

  test('a table is fetched whole, in the order of its key, without tokens and keys, which are named', async () => {
    const { outcome, records } = await fetch({ table: 'users' })
    const found = records()
    expect(outcome).toMatchObject({
      kind: 'fetched',
      users: many,
      notes: [
        'Not fetched: api_key, reset_token. If you need them, choose the columns: --columns, or Change… on screen.',
      ],
    })
    expect([found.length, found[0], found.at(-1)?.['id']]).toEqual([
      many,
      { id: '1', email: 'person-1@example.com', password_hash: '$2b$10$1' },
      String(many),
    ])
  })

  test('secrets of authenticator apps are told by their values, named and left out', async () => {
    const { outcome, records } = await fetch({ table: 'odd' })
    expect([outcome.kind === 'fetched' ? outcome.notes : [], records()[0]]).toEqual([
      [
        'Not fetched: seed, whose values look like secrets of authenticator apps. If you need them, choose the columns: --columns, or Change… on screen.',
      ],
      { id: 1, email: 'ann@example.com' },
    ])
    const named = await fetch({ table: 'odd', columns: 'id,seed' })
    expect(named.records()[0]).toEqual({ id: 1, seed: 'JBSWY3DPEHPK3PXP' })
  })

  test('values are exact: large ids, numerics, JSON, bytes, times, nothing', async () => {
    const { records } = await fetch({ table: 'public.kinds' })
    expect(records()).toEqual([
      {
        id: '9007199254740993',
        a: '12345678901234567890.10',
        b: { a: [1, 'ü'] },
        c: String.raw`\x00ff`,
        d: '2024-01-15 08:30:00+00',
        e: true,
        f: null,
        g: '{a,b}',
        h: '0.1',
        i: '00000000-0000-4000-8000-000000000001',
        j: '{"big": 12345678901234567890}',
      },
    ])
  })

  test('an empty table is an empty file', async () => {
    const { outcome, out } = await fetch({ table: 'empty' })
    expect([outcome.kind, readFileSync(out, 'utf8')]).toEqual(['fetched', ''])
  })

  test.each([
    ['by its primary key', { table: 'users' }, ['Fetched in more than one snapshot']],
    ['by the key of a query', { query: 'SELECT id, email FROM users', key: 'id' }, ['Fetched in more than one']],
    ['without a key', { table: 'plain' }, ['The table has no key', 'Fetched in more than one snapshot']],
  ])('paused and resumed %s, the file is the same', async (_name, settings, notes) => {
    const whole = await fetch(settings)
    const paused = await fetch(settings, afterFirstPage())
    expect(paused.outcome).toEqual({ kind: 'paused', users: 2000 })
    const { outcome, out } = await fetch(settings, { out: paused.out, resume: true })
    expect(outcome).toMatchObject({ kind: 'fetched', users: many })
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(whole.out, 'utf8'))
    expect(outcome.kind === 'fetched' && notes.every((note) => outcome.notes.some((one) => one.includes(note)))).toBe(
      true,
    )
  })

  test('rows without a key that changed meanwhile are not taken for the same', async () => {
    await server.sql('CREATE TABLE moving AS SELECT * FROM plain')
    const paused = await fetch({ table: 'moving' }, afterFirstPage())
    await server.sql("UPDATE moving SET email = 'new@example.com' WHERE id = 7")
    const { outcome } = await fetch({ table: 'moving' }, { out: paused.out, resume: true })
    expect(outcome).toMatchObject({ kind: 'failed', code: 'source-error', resumable: true, users: 2000 })
  })

  test('a key that is not unique or is empty is refused before users are lost by it', async () => {
    const twice = await fetch({ query: 'SELECT id % 10 AS k FROM users', key: 'k' })
    const empty = await fetch({ query: 'SELECT NULLIF(id, 3) AS k FROM users', key: 'k' })
    expect([twice.outcome, empty.outcome]).toMatchObject([
      { kind: 'failed', code: 'bad-settings', sentence: expect.stringContaining('is the same in two rows') as unknown },
      { kind: 'failed', code: 'bad-settings', sentence: expect.stringContaining('is empty in a row') as unknown },
    ])
  })

  test('a key that is the same in two rows without regard to case is refused before users are lost by it', async () => {
    await server.sql(`CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      CREATE TABLE names (name text COLLATE caseless);
      INSERT INTO names SELECT 'p' || lpad(n::text, 5, '0') FROM generate_series(1, 1999) n;
      INSERT INTO names VALUES ('p02000'), ('P02000'), ('p02001')`)
    const settings = { table: 'names', key: 'name' }
    const whole = await fetch(settings)
    const paused = await fetch(settings, afterFirstPage())
    const resumed = await fetch(settings, { out: paused.out, resume: true })
    expect([whole.records().length, paused.outcome, resumed.outcome]).toMatchObject([
      2002,
      { kind: 'paused', users: 2000 },
      {
        kind: 'failed',
        code: 'bad-settings',
        sentence: expect.stringContaining('takes the key name for the same') as unknown,
      },
    ])
  })

  test('a database that goes away in the middle is a sentence; back again, fetching resumes to the same bytes', async () => {
    const whole = await fetch({ table: 'users' })
    let crashed: Promise<void> | null = null
    const onProgress: FetchParts['onProgress'] = ({ users }) => void (users > 0 && (crashed ??= server.crash()))
    // Pages wait for the crash.
    const slow: typeof source = {
      ...source,
      open: async (...args) => {
        const opened = await source.open(...args)
        if (opened.kind === 'failed') return opened
        const page: typeof opened.source.page = (...asked) =>
          Promise.resolve(crashed).then(() => opened.source.page(...asked))
        return { ...opened, source: { ...opened.source, page } }
      },
    }
    const out = join(temporaryFolder(), 'users.ndjson')
    const settings = {
      host: '127.0.0.1',
      port: String(server.port),
      database: 'postgres',
      user: 'owner',
      table: 'users',
    }
    const outcome = await fetchFile(
      { source: slow, settings, secrets: { password: server.password }, out, resume: false },
      { signal: new AbortController().signal, random: () => 0, clock: quickClock(), onProgress },
    )
    await server.start()
    expect(outcome).toMatchObject({ kind: 'failed', code: 'unreachable', resumable: true })
    // The page that was on its way when the power failed may have arrived.
    expect([2000, 4000]).toContain(outcome.kind === 'failed' && outcome.users)
    const resumed = await fetch({ table: 'users' }, { out, resume: true })
    expect(resumed.outcome).toMatchObject({ kind: 'fetched', users: many })
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(whole.out, 'utf8'))
  })

  test.each([
    ['a statement that writes', { query: 'DELETE FROM users RETURNING *' }, 'bad-settings', 'not a SELECT'],
    [
      'one that writes inside',
      { query: 'WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d' },
      'bad-settings',
      '',
    ],
    ['one that locks', { query: 'SELECT * FROM users FOR UPDATE' }, 'bad-settings', 'would change'],
    [
      'one that ends the transaction first',
      { query: 'SELECT 1) AS u; COMMIT; DROP TABLE users; --' },
      'bad-settings',
      'several',
    ],
    [
      'a setting that lets it write',
      { query: "SELECT set_config('transaction_read_only', 'off', false)" },
      'bad-settings',
      '',
    ],
    ['a syntax error', { query: 'SELECT FROM WHERE' }, 'bad-settings', 'syntax'],
    ['two columns of one name', { query: 'SELECT 1 AS a, 2 AS a' }, 'bad-settings', 'two columns named a'],
    ['no such table', { table: 'user' }, 'not-found', 'There are: users'],
    ['no such column', { table: 'users', columns: 'id,mail' }, 'not-found', 'Its columns are: id, email'],
    ['no such database', { table: 'users', database: 'nowhere' }, 'not-found', '--database'],
    ['a table that may not be read', { table: 'kinds', user: 'reader' }, 'forbidden', 'Grant it SELECT'],
    ['nothing to read', {}, 'bad-settings', 'one of --preset, --table and --query'],
  ])('%s: refused in a sentence, and nothing changes', async (_name, settings, code, said) => {
    const { outcome, out } = await fetch(settings)
    expect(outcome).toMatchObject({ kind: 'failed', code, sentence: expect.stringContaining(said) as unknown })
    expect(readdirSync(join(out, '..'))).toEqual([])
    expect((await fetch({ query: 'SELECT count(*) AS n FROM users' })).records()).toEqual([{ n: String(many) }])
  })

  test('a password that is wrong or missing is a sentence without it', async () => {
    const outcomes = [
      await fetch({ table: 'users' }, { password: 'wrong-Pa55' }),
      await fetch({ table: 'users' }, { password: '' }),
    ]
    expect(outcomes.map(({ outcome }) => outcome)).toMatchObject([{ code: 'unauthorized' }, { code: 'unauthorized' }])
    expect(JSON.stringify(outcomes)).not.toContain('wrong-Pa55')
  })

  test('a port where nobody listens is a sentence', async () => {
    expect((await fetch({ table: 'users', port: '1' })).outcome).toMatchObject({ kind: 'failed', code: 'unreachable' })
  })

  test('TLS trusts the named authority only, and the name or address that it is for', async () => {
    const tls = { table: 'empty', host: 'localhost', tls: true }
    expect((await fetch({ ...tls, 'ca-file': server.caFile })).outcome.kind).toBe('fetched')
    expect((await fetch(tls)).outcome).toMatchObject({ kind: 'failed', code: 'not-encrypted' })
    expect((await fetch({ ...tls, host: '127.0.0.1', 'ca-file': server.caFile })).outcome.kind).toBe('fetched')
    expect((await fetch({ ...tls, host: '127.1', 'ca-file': server.caFile })).outcome).toMatchObject({
      code: 'not-encrypted',
      sentence: expect.stringContaining('another server name') as unknown,
    })
  })

  test('text that is not UTF-8 is counted', async () => {
    const { outcome, records } = await fetch({ table: 'users', database: 'ascii' })
    expect([outcome.kind === 'fetched' && outcome.notes, records().length]).toEqual([
      ['1 user with text that is not UTF-8; its bytes were replaced.'],
      2,
    ])
  })

  test('on the command line: fetched, then read by inspect; the password is in nothing that is written', async () => {
    const cwd = temporaryFolder()
    const args = [
      'fetch',
      'postgresql',
      '--host',
      '127.0.0.1',
      '--port',
      String(server.port),
      '--database',
      'postgres',
      '--user',
      'owner',
    ]
    const env = { USER_MIGRATION_SOURCE_PASSWORD: server.password }
    const fetched = await cli([...args, '--table', 'users', '--out', 'users.ndjson', '--json'], { cwd, env })
    const inspected = await cli(['inspect', 'users.ndjson', '--json'], { cwd })
    expect([fetched.json?.['users'], inspected.json?.['users']]).toEqual([many, many])
    const written = readdirSync(cwd).map((name) => readFileSync(join(cwd, name), 'utf8'))
    expect([fetched.out, fetched.err, ...written].some((text) => text.includes(server.password))).toBe(false)
  })

  test('Supabase: users with their identities, in the shape that its reader recognizes; without tokens', async () => {
    await server.sql(supabaseTables)
    const { outcome, records } = await fetch({ preset: 'supabase' })
    const found = records()
    const known = recognise({ header: null, records: found })
    expect([
      outcome.kind === 'fetched' && outcome.users,
      known?.provider,
      JSON.stringify(found).includes('t0ken'),
    ]).toEqual([2, 'supabase', false])
    expect(usersOf(known, found)).toMatchObject([
      {
        email: 'ada@example.com',
        hash: { hash: '$2a$10$abc' },
        emailVerified: true,
        identities: [{ provider: 'google', userId: '117' }],
      },
      { email: null, phone: '+4915112345678', standing: 'disabled' },
    ])
  })

  test('Keycloak: users of one realm with password, authenticator app, identities, attributes and roles; no other secret', async () => {
    await server.sql(keycloakTables)
    const { outcome, records } = await fetch({ preset: 'keycloak' })
    const found = records()
    const known = recognise({ header: null, records: found })
    expect([
      outcome.kind === 'fetched' && outcome.users,
      known?.provider,
      JSON.stringify(found).includes('0tp'),
    ]).toEqual([2, 'keycloak', false])
    expect(usersOf(known, found)).toMatchObject([
      {
        sourceId: 'u1',
        email: 'ada@example.com',
        phone: '+4915112345678',
        hasPassword: true,
        identities: [{ provider: 'google', userId: '117' }],
        profile: {
          roles: ['admin', 'shop:view'],
          totp: [expect.stringMatching(/^otpauth:.*secret=OQYHILLTGNRXEZLU&/)],
        },
      },
      { sourceId: 'u2', hash: null, standing: 'disabled' },
    ])
    expect((await fetch({ preset: 'keycloak', realm: 'nowhere' })).outcome).toMatchObject({
      sentence: 'Name a realm with --realm. There are: customers, master.',
    })
  })

  test('Laravel: users without what keeps them signed in; the table of social accounts is named', async () => {
    await server.sql('CREATE DATABASE laravel')
    await server.sql(laravelTables, 'laravel')
    const { outcome, records } = await fetch({ preset: 'laravel', database: 'laravel' })
    const known = recognise({ header: null, records: records() })
    expect([known?.provider, outcome.kind === 'fetched' && outcome.notes]).toEqual([
      'laravel',
      [
        'Not fetched: two_factor_secret.',
        'Ids at third parties are in social_accounts: fetch it too, with --table social_accounts.',
      ],
    ])
    expect(JSON.stringify(records())).not.toContain('t0ken')
    expect(usersOf(known, records())).toMatchObject([{ email: 'ada@example.com', hash: { hash: '$2y$10$abc' } }])
  })
})

function usersOf(known: Recognition | null, records: readonly Record<string, unknown>[]): readonly unknown[] {
  return records.map((record) => {
    const entry = known === null ? undefined : formatOf(known.provider)?.read(record, known)
    return entry?.kind === 'user' ? entry.user : entry
  })
}

const supabaseTables = `
  CREATE SCHEMA auth;
  CREATE TABLE auth.users (id uuid PRIMARY KEY, aud text, email text, encrypted_password text, email_confirmed_at timestamptz,
    confirmation_token text, recovery_token text, raw_app_meta_data jsonb, raw_user_meta_data jsonb, phone text, phone_confirmed_at timestamptz,
    banned_until timestamptz, deleted_at timestamptz, created_at timestamptz);
  CREATE TABLE auth.identities (id uuid, provider_id text, user_id uuid, identity_data jsonb, provider text);
  INSERT INTO auth.users VALUES
    ('00000000-0000-4000-8000-000000000001', 'authenticated', 'ada@example.com', '$2a$10$abc', now(), 't0ken', 't0ken',
     '{"provider":"email","providers":["email","google"]}', '{"name":"Ada"}', NULL, NULL, NULL, NULL, now()),
    ('00000000-0000-4000-8000-000000000002', 'authenticated', NULL, '', NULL, '', '', '{"provider":"phone","providers":["phone"]}', '{}',
     '4915112345678', now(), 'infinity', NULL, now());
  INSERT INTO auth.identities VALUES ('00000000-0000-4000-8000-000000000009', '117', '00000000-0000-4000-8000-000000000001',
    '{"sub":"117","email":"ada@example.com","email_verified":true}', 'google');`

const keycloakTables = `
  CREATE TABLE realm (id text PRIMARY KEY, name text);
  CREATE TABLE user_entity (id text PRIMARY KEY, email text, email_constraint text, email_verified boolean, enabled boolean, federation_link text,
    first_name text, last_name text, realm_id text, username text, created_timestamp bigint, service_account_client_link text);
  CREATE TABLE credential (id text PRIMARY KEY, type text, user_id text, secret_data text, credential_data text, priority int);
  CREATE TABLE federated_identity (identity_provider text, federated_user_id text, federated_username text, token text, user_id text);
  CREATE TABLE user_attribute (id text, name text, value text, user_id text);
  CREATE TABLE keycloak_role (id text, name text, client_role boolean, client text);
  CREATE TABLE client (id text, client_id text);
  CREATE TABLE user_role_mapping (role_id text, user_id text);
  INSERT INTO realm VALUES ('r0', 'master'), ('r1', 'customers');
  INSERT INTO user_entity VALUES
    ('u0', NULL, NULL, false, true, NULL, NULL, NULL, 'r0', 'admin', 1, NULL),
    ('u1', 'ada@example.com', 'ada@example.com', true, true, NULL, 'Ada', 'L', 'r1', 'ada', 1700000000000, NULL),
    ('u2', 'bob@example.com', 'bob@example.com', false, false, NULL, 'Bob', 'B', 'r1', 'bob', 1700000000000, NULL);
  INSERT INTO credential VALUES
    ('c1', 'password', 'u1', '{"value":"aGFzaA==","salt":"c2FsdA=="}', '{"hashIterations":27500,"algorithm":"pbkdf2-sha256"}', 10),
    ('c2', 'otp', 'u1', '{"value":"t0t-s3cret"}', '{"digits":6}', 20),
    ('c3', 'webauthn', 'u1', '{"value":"0tp-s3cret"}', '{}', 30);
  INSERT INTO federated_identity VALUES ('google', '117', 'ada', '0tp', 'u1');
  INSERT INTO user_attribute VALUES ('a1', 'phoneNumber', '+4915112345678', 'u1');
  INSERT INTO client VALUES ('s1', 'shop');
  INSERT INTO keycloak_role VALUES ('k1', 'admin', false, NULL), ('k2', 'view', true, 's1');
  INSERT INTO user_role_mapping VALUES ('k1', 'u1'), ('k2', 'u1');`

const laravelTables = `
  CREATE TABLE users (id bigserial PRIMARY KEY, name text, email text, email_verified_at timestamp, password text, remember_token text,
    two_factor_secret text, created_at timestamp);
  CREATE TABLE social_accounts (id bigint, user_id bigint, provider text, provider_id text);
  INSERT INTO users VALUES (1, 'Ada', 'ada@example.com', now(), '$2y$10$abc', 't0ken', 't0ken', now());`
