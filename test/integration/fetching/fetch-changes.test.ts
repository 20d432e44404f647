import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySource } from '../../../electron/engine/fetching/any-source.ts'
import type { AnyFetchSource } from '../../../electron/engine/fetching/source.ts'
import { ldap } from '../../../electron/engine/fetching/sources/ldap/ldap.ts'
import { mysql } from '../../../electron/engine/fetching/sources/mysql/mysql.ts'
import { okta } from '../../../electron/engine/fetching/sources/okta.ts'
import { postgresql } from '../../../electron/engine/fetching/sources/postgresql/postgresql.ts'
import { fetchInto } from '../../support/fetching.ts'
import { noLdap, startLdap, type LdapServer } from '../../support/servers/ldap-server.ts'
import { noMariadb, startMariadb, type MariadbServer } from '../../support/servers/mariadb-server.ts'
import { startApi } from '../../support/servers/api-server.ts'
import { oktaVendor } from '../../support/servers/vendors.ts'
import { noPostgres, startPostgres, type PostgresServer } from '../../support/servers/postgres-server.ts'

type Settings = Readonly<Record<string, string | boolean>>

/** Fetches everything, and then what changed since. */
async function bothWays(source: AnyFetchSource, settings: Settings, secrets: Readonly<Record<string, string>>) {
  const whole = await fetchInto(source, settings, secrets, { changes: { kind: 'whole', mark: null } })
  const first = whole.outcome.kind === 'fetched' ? whole.outcome.changes : null
  const changes = { kind: 'incremental', mark: first?.mark ?? null } as const
  const later = await fetchInto(source, settings, secrets, { changes })
  const again = await fetchInto(source, settings, secrets, { changes: { ...changes, kind: 'whole' } })
  const second = later.outcome.kind === 'fetched' ? later.outcome.changes : null
  const third = again.outcome.kind === 'fetched' ? again.outcome.changes : null
  /** Blocks of the whole listing that begin where it says that an incremental one would have them. */
  const starts = [...(third?.recent ?? [])].map((at) => Buffer.from(again.text()).toString('latin1', at, at + 200))
  return { whole, later, first, second, starts, users: later.outcome.kind === 'fetched' ? later.outcome.users : null }
}

const old = 40
const late = 3

describe.skipIf(noPostgres !== null)('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    const rows = (table: string, time: string) =>
      `INSERT INTO ${table} SELECT n, 'p' || n || '@example.com', ${time} FROM generate_series(1, ${old + late}) n;`
    const when = `now() - CASE WHEN n > ${old} THEN interval '1 hour' ELSE interval '9 days' END`
    await server.sql(`
      CREATE TABLE told (id int PRIMARY KEY, email text, updated_at timestamptz NOT NULL); ${rows('told', when)}
      CREATE TABLE local (id int PRIMARY KEY, email text, "lastModified" timestamp NOT NULL); ${rows('local', `${when} - interval '5 hours'`)}
      CREATE TABLE dated (id int PRIMARY KEY, email text, updated_at date NOT NULL); ${rows('dated', when)}
      CREATE TABLE holey (id int PRIMARY KEY, email text, updated_at timestamptz); ${rows('holey', when)}
      CREATE TABLE keyless (id int, email text, updated_at timestamptz NOT NULL); ${rows('keyless', when)}
      CREATE TABLE endless (id int PRIMARY KEY, email text, updated_at timestamptz NOT NULL); ${rows('endless', when)}
      INSERT INTO endless VALUES (99, 'x@example.com', 'infinity');
      CREATE TABLE doubled (id int PRIMARY KEY, email text, updated_at timestamptz NOT NULL, modified_at timestamptz NOT NULL DEFAULT now());
      CREATE VIEW seen AS SELECT * FROM told;
    `)
  })
  afterAll(() => server?.stop())

  const ways = (settings: Settings) => {
    const reached = { host: '127.0.0.1', port: String(server.port), database: 'postgres', user: 'owner' }
    return bothWays(anySource(postgresql), { ...reached, ...settings }, { password: server.password })
  }

  test.each([
    ['told', 'updated_at'],
    ['local', 'lastModified'],
  ])('of the table %s, by %s, only what changed is listed', async (table, column) => {
    const { first, second, users, starts } = await ways({ table })
    expect([first?.kind, first?.mark?.name, second?.kind, second?.mark, users, second?.all]).toEqual([
      'whole',
      column,
      'incremental',
      first?.mark,
      late,
      old + late,
    ])
    expect(starts.map((text) => /^\{"id":(\d+),/.exec(text)?.[1])).toEqual(['41', '42', '43'])
  })

  test.each([
    ['a date without a time of day', { table: 'dated' }],
    ['a column that may be empty', { table: 'holey' }],
    ['no key', { table: 'keyless' }],
    ['two columns', { table: 'doubled' }],
    ['a view', { table: 'seen' }],
    ['a query', { query: 'SELECT * FROM told', key: 'id' }],
    ['a column that is not fetched', { table: 'told', columns: 'id,email' }],
  ])('with %s everything is listed', async (_, settings) => {
    const { first, second, users, whole } = await ways(settings)
    const all = whole.outcome.kind === 'fetched' ? whole.outcome.users : null
    expect([first, second, users]).toEqual([null, null, all])
  })

  test('a time without an end leaves nothing to go by', async () => {
    const { first, second, users } = await ways({ table: 'endless' })
    expect([first?.mark, second?.kind, users]).toEqual([null, 'whole', old + late + 1])
  })

  test('what was known of other columns does not count', async () => {
    const { first } = await ways({ table: 'told' })
    const reached = { host: '127.0.0.1', port: String(server.port), database: 'postgres', user: 'owner' }
    const settings = { ...reached, table: 'told', columns: 'id,updated_at' }
    const changes = { kind: 'incremental', mark: first?.mark ?? null } as const
    const { outcome } = await fetchInto(anySource(postgresql), settings, { password: server.password }, { changes })
    expect(outcome).toMatchObject({ kind: 'fetched', users: old + late, changes: { kind: 'whole', recent: null } })
  })
})

describe.skipIf(noMariadb !== null)('MariaDB', () => {
  let server: MariadbServer
  beforeAll(async () => {
    server = await startMariadb()
    const numbers = `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${old + late}) SELECT n FROM s) AS s`
    const rows = (table: string) =>
      `INSERT INTO ${table} SELECT n, concat('p', n, '@example.com'), now(6) - INTERVAL IF(n > ${old}, 1, 240) HOUR FROM ${numbers};`
    await server.sql(`
      CREATE TABLE told (id int PRIMARY KEY, email varchar(200), updated_at datetime(6) NOT NULL); ${rows('told')}
      CREATE TABLE stamped (id int PRIMARY KEY, email varchar(200), changed timestamp NOT NULL); ${rows('stamped')}
      CREATE TABLE dated (id int PRIMARY KEY, email varchar(200), updated_at date NOT NULL); ${rows('dated')}
      CREATE TABLE holey (id int PRIMARY KEY, email varchar(200), updated_at datetime); ${rows('holey')}
      CREATE VIEW seen AS SELECT * FROM told;
    `)
  })
  afterAll(() => server?.stop())

  const ways = (settings: Settings) => {
    const reached = { host: '127.0.0.1', port: String(server.port), database: 'app', user: 'reader' }
    return bothWays(anySource(mysql), { ...reached, ...settings }, { password: server.password })
  }

  test.each(['told', 'stamped'])('of the table %s only what changed is listed', async (table) => {
    const { first, second, users, starts } = await ways({ table })
    expect([first?.kind, second?.kind, second?.mark, users, second?.all]).toEqual([
      'whole',
      'incremental',
      first?.mark,
      late,
      old + late,
    ])
    expect(starts.map((text) => /^\{"id":(\d+),/.exec(text)?.[1])).toEqual(['41', '42', '43'])
  })

  test.each(['dated', 'holey', 'seen'])('of %s everything is listed', async (table) => {
    const { first, second, users } = await ways({ table, ...(table === 'seen' ? { key: 'id' } : {}) })
    expect([first, second, users]).toEqual([null, null, old + late])
  })
})

describe.skipIf(noLdap !== null)('OpenLDAP', () => {
  let server: LdapServer
  beforeAll(async () => {
    const person = (n: number) => `dn: uid=p${n},dc=example,dc=com
objectClass: inetOrgPerson
uid: p${n}
cn: p${n}
sn: p${n}
mail: p${n}@example.com
${n > old ? '' : 'modifyTimestamp: 20260101120000Z\n'}`
    server = await startLdap(Array.from({ length: old + late }, (_, n) => person(n + 1)).join('\n'))
  })
  afterAll(() => server?.stop())

  const ways = (more: Settings) => {
    const reached = { host: '127.0.0.1', port: String(server.port), base: 'dc=example,dc=com' }
    const reader = { 'bind-dn': 'cn=reader,dc=example,dc=com' }
    return bothWays(anySource(ldap), { ...reached, ...reader, ...more }, { password: server.password })
  }

  test.each([{}, { filter: 'mail=*' }])('by modifyTimestamp only what changed is listed: %o', async (more) => {
    const { first, second, users, starts } = await ways(more)
    expect([first?.mark?.name, second?.kind, second?.mark, users]).toEqual([
      'modifyTimestamp',
      'incremental',
      first?.mark,
      late,
    ])
    expect(starts.map((text) => /^dn: uid=(\w+),/.exec(text)?.[1])).toEqual(['p41', 'p42', 'p43'])
  })

  test('without that attribute everything is listed', async () => {
    const { first, users } = await ways({ attributes: 'uid,mail' })
    expect([first, users]).toEqual([null, old + late])
  })
})

describe('Okta', () => {
  test.each([
    ['with deactivated users', {}, 110, 2],
    ['without them', { 'without-deactivated': true }, 99, 2],
  ])('by lastUpdated only what changed is listed, %s', async (_, more, all, changed) => {
    const vendor = oktaVendor()
    const server = await startApi(vendor.api)
    const secrets = { token: '00made-up-token' }
    const { whole, second, users } = await bothWays(anySource(okta), { domain: server.url, ...more }, secrets)
    // One user changes each day, so two of the last 26 hours; the last of all is deactivated.
    expect([whole.outcome, second?.kind, users]).toEqual([
      expect.objectContaining({ users: all }),
      'incremental',
      changed,
    ])
  })
})
