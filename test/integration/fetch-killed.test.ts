import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { anySource } from '../../electron/engine/fetching/any-source.ts'
import { ldap } from '../../electron/engine/fetching/sources/ldap/ldap.ts'
import { mysql } from '../../electron/engine/fetching/sources/mysql/mysql.ts'
import { postgresql } from '../../electron/engine/fetching/sources/postgresql/postgresql.ts'
import { unfinishedFetch } from '../../electron/engine/fetching/start-fetch.ts'
import { createRandom, seedOf } from '../fuzz/random.ts'
import { buildCli, type CliProcess, startCli } from '../support/cli-process.ts'
import { fetchInto } from '../support/fetching.ts'
import { noLdap, startLdap } from '../support/ldap-server.ts'
import { noMariadb, startMariadb } from '../support/mariadb-server.ts'
import { noPostgres, startPostgres } from '../support/postgres-server.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/*
 * The built command line, killed while it fetches from a real server and resumed. A proxy hands out the users over some two
 * seconds, so that checkpoints are made and the process ends at the seeded place of the reply.
 */

/** `FETCH_KILLS_SEED=7` chooses other moments. */
const seed = Number(process.env['FETCH_KILLS_SEED'] ?? 1)
const seconds = 2
const env = { USER_MIGRATION_SOURCE_PASSWORD: 'Corr3ct-Horse' }
const rows = 12_000

type Server = { readonly port: number; readonly stop: () => Promise<void> }
const servers = new Map<string, Server>()

const sqlUsers = (series: string) => `
  CREATE TABLE users (id bigint PRIMARY KEY, email varchar(100), password_hash varchar(100));
  INSERT INTO users SELECT 7 * n, concat('person-', n, '@example.com'), '$2b$10$abc' FROM (${series}) AS numbers;
  CREATE TABLE plain AS SELECT email, password_hash FROM users`

const person = (number: number) =>
  `dn: uid=p${number},dc=example,dc=com\nobjectClass: inetOrgPerson\nuid: p${number}\ncn: Person\nsn: P\nmail: p${number}@example.com\n`

const starts: Readonly<Record<string, () => Promise<Server>>> = {
  ...(noPostgres === null && {
    postgresql: async () => {
      const server = await startPostgres()
      await server.sql(sqlUsers(`SELECT generate_series(1, ${rows}) AS n`))
      return server
    },
  }),
  ...(noMariadb === null && {
    mysql: async () => {
      const server = await startMariadb()
      await server.sql(sqlUsers(`SELECT seq AS n FROM seq_1_to_${rows}`))
      return server
    },
  }),
  ...(noLdap === null && {
    ldap: () => startLdap(Array.from({ length: rows / 4 }, (_, number) => person(number)).join('\n')),
  }),
}

beforeAll(async () => {
  const built = buildCli()
  await Promise.all(Object.entries(starts).map(async ([name, start]) => servers.set(name, await start())))
  await built
})

afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.stop()))
})

const postgres = { host: '127.0.0.1', database: 'postgres', user: 'owner' }
const mariadb = { host: '127.0.0.1', database: 'app', user: 'reader' }
const cases = [
  ['PostgreSQL', 'postgresql', { ...postgres, table: 'users' }, 'more than one snapshot', 2],
  ['PostgreSQL without a key', 'postgresql', { ...postgres, table: 'plain' }, 'no key', 1],
  ['MariaDB', 'mysql', { ...mariadb, table: 'users' }, 'more than one snapshot', 2],
  ['MariaDB without a key', 'mysql', { ...mariadb, table: 'plain' }, 'no key', 1],
  [
    'OpenLDAP',
    'ldap',
    { host: '127.0.0.1', base: 'dc=example,dc=com', 'bind-dn': 'cn=reader,dc=example,dc=com' },
    'Read again from the beginning',
    1,
  ],
] as const
const sources = { postgresql: anySource(postgresql), mysql: anySource(mysql), ldap: anySource(ldap) }

type Case = (typeof cases)[number]

// All at once: they wait for the proxy most of the time.
test('killed while it fetches, and resumed, the command line ends with the bytes of an undisturbed fetch', async () => {
  const possible = cases.filter(([, kind]) => servers.has(kind))
  if (possible.length < cases.length) console.log('skipped what needs a server that is not installed here')
  const ends = await Promise.all(possible.map(endAfterKills))
  expect(ends).toEqual(
    possible.map(([name, , , note]) => ({
      name,
      wasSaved: true,
      isGrowing: true,
      code: 0,
      said: expect.stringContaining(note) as unknown,
      isSame: true,
      files: ['users.out'],
    })),
  )
})

async function endAfterKills([name, kind, settings, , kills]: Case) {
  const random = createRandom(seedOf(seed, name, 0))
  const server = servers.get(kind)
  if (server === undefined) throw new Error('No such server.')
  const calm = await startTcpProxy(server.port)
  onTestFinished(calm.close)
  const password = env.USER_MIGRATION_SOURCE_PASSWORD
  const whole = await fetchInto(sources[kind], { ...settings, port: String(calm.port) }, { password })
  const size = calm.passed()
  const proxy = await startTcpProxy(server.port, { perSecond: size / seconds })
  onTestFinished(proxy.close)
  const cwd = temporaryFolder()
  const out = join(cwd, 'users.out')
  const options = Object.entries({ ...settings, port: String(proxy.port) }).flatMap(([option, value]) => [
    `--${option}`,
    value,
  ])
  const start = (...more: readonly string[]) =>
    startCli(['fetch', kind, ...options, '--out', 'users.out', ...more], cwd, env)
  // The first kill is late enough that there is a checkpoint, the second comes at any moment.
  const saved = await killedAfter(start(), proxy, size * (0.7 + random.below(25) / 100), out)
  const rest = size * (1 - saved / rows) * (random.below(90) / 100)
  const later = kills === 1 ? saved : await killedAfter(start('--resume'), proxy, rest, out)
  proxy.calm()
  const resumed = await start('--resume').ended
  return {
    name,
    wasSaved: saved > 0,
    isGrowing: later >= saved,
    code: resumed.code,
    said: resumed.out + resumed.err,
    isSame: readFileSync(out, 'utf8') === whole.text(),
    files: readdirSync(cwd),
  }
}

/** Ends a fetch when so many bytes of the server were passed on; says how many users its journal counts. */
async function killedAfter(fetch: CliProcess, proxy: TcpProxy, bytes: number, out: string): Promise<number> {
  const until = proxy.passed() + Math.floor(bytes)
  proxy.stopAfter(Math.floor(bytes), 'silence')
  await expect.poll(() => proxy.passed(), { interval: 5 }).toBe(until)
  fetch.kill()
  expect((await fetch.ended).signal).toBe('SIGKILL')
  return unfinishedFetch(out)?.users ?? 0
}
