import { getEventListeners } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anySource } from '../../../electron/engine/fetching/any-source.ts'
import { ldap } from '../../../electron/engine/fetching/sources/ldap/ldap.ts'
import { mysql } from '../../../electron/engine/fetching/sources/mysql/mysql.ts'
import { postgresql } from '../../../electron/engine/fetching/sources/postgresql/postgresql.ts'
import { unfinishedFetch } from '../../../electron/engine/fetching/start-fetch.ts'
import { createRandom, seedOf } from '../../fuzz/random.ts'
import { buildCli, type CliProcess, startCli } from '../../support/cli-process.ts'
import { someOf } from '../../support/length.ts'
import { beforePages, type FetchGiven, fetchInto, type FetchRun, quickClock } from '../../support/fetching.ts'
import { noLdap, startLdap } from '../../support/servers/ldap-server.ts'
import { noMariadb, startMariadb } from '../../support/servers/mariadb-server.ts'
import { noPostgres, startPostgres } from '../../support/servers/postgres-server.ts'
import { startTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts'
import { seedOfRun } from '../../support/seed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { listen } from '../../support/servers/loopback.ts'

/*
 * The built command line, killed while it fetches from a real server and resumed. A proxy hands out the users over some two
 * seconds, so that checkpoints are made and the process ends at the seeded place of the reply.
 */

/** `FETCH_KILLS_SEED=7` chooses other moments. */
const seed = seedOfRun('FETCH_KILLS_SEED')
const seconds = 2
const env = { USER_MIGRATION_SOURCE_PASSWORD: 'Corr3ct-Horse' }
const rows = 6000

type Server = Readonly<{ port: number }> & Readonly<Record<'crash' | 'start' | 'stop', () => Promise<void>>>
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
const directory = { host: '127.0.0.1', base: 'dc=example,dc=com', 'bind-dn': 'cn=reader,dc=example,dc=com' }
const cases = [
  ['PostgreSQL', 'postgresql', { ...postgres, table: 'users' }, 'more than one snapshot', 2],
  ['PostgreSQL without a key', 'postgresql', { ...postgres, table: 'plain' }, 'no key', 1],
  ['MariaDB', 'mysql', { ...mariadb, table: 'users' }, 'more than one snapshot', 2],
  ['MariaDB without a key', 'mysql', { ...mariadb, table: 'plain' }, 'no key', 1],
  ['OpenLDAP', 'ldap', directory, 'Read again from the beginning', 1],
] as const
const sources = { postgresql: anySource(postgresql), mysql: anySource(mysql), ldap: anySource(ldap) }

type Case = (typeof cases)[number]

// All at once: they wait for the proxy most of the time.
test('killed while it fetches, and resumed, the command line ends with the bytes of an undisturbed fetch', async () => {
  const installed = cases.filter(([, kind]) => servers.has(kind))
  if (installed.length < cases.length) console.log('skipped what needs a server that is not installed here')
  const possible = someOf(installed, 1, seed)
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
  const fetch = () => fetchInto(sources[kind], { ...settings, port: String(calm.port) }, { password })
  const { whole, size } = await undisturbed(name, fetch, calm)
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
  // The first kill comes once there is a checkpoint, the second at any moment.
  const saved = await killedAfter(start(), proxy, size * (0.6 + random.below(25) / 100), out, size / 200)
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
    isSame: readFileSync(out, 'utf8') === whole,
    files: readdirSync(cwd),
  }
}

const undisturbedFetches = new Map<string, { readonly whole: string; readonly size: number }>()

/** The result of an undisturbed fetch, and the bytes that the server sends for it. */
async function undisturbed(name: string, fetch: () => Promise<FetchRun>, proxy: TcpProxy) {
  const known = undisturbedFetches.get(name)
  if (known !== undefined) return known
  const { outcome, text } = await fetch()
  expect(outcome.kind).toBe('fetched')
  const made = { whole: text(), size: proxy.passed() }
  undisturbedFetches.set(name, made)
  return made
}

describe.each(cases)('%s', (name, kind, settings) => {
  const begin = async () => {
    const server = servers.get(kind)
    if (server === undefined) return null
    const proxy = await startTcpProxy(server.port)
    onTestFinished(proxy.close)
    const fetch = (given: FetchGiven = {}, source = sources[kind]) =>
      fetchInto(
        source,
        { ...settings, port: String(proxy.port) },
        { password: env.USER_MIGRATION_SOURCE_PASSWORD },
        { clock: quickClock(), ...given },
      )
    const { whole, size } = await undisturbed(name, fetch, proxy)
    // Behind the greeting and the look at the first rows of each column, before the last row.
    const place = () => Math.floor(size * (0.2 + random.below(78) / 100))
    const random = createRandom(seedOf(seed, `${name} cut`, 0))
    return { server, proxy, fetch, whole, place }
  }

  test('a connection that is cut within a row, or between two pages, is made anew, and nobody is missing or twice', async ({
    skip,
  }) => {
    const given = (await begin()) ?? skip(`no server for ${kind} is installed here`)
    const { proxy, fetch, whole, place } = given
    const { signal } = new AbortController()
    for (const at of [place(), place()]) {
      proxy.stopAfter(at, 'cut')
      const { outcome, text } = await fetch({ signal })
      expect(outcome).toMatchObject({ kind: 'fetched' })
      expect(text() === whole).toBe(true)
    }
    let pages = 0
    const cutBetween = beforePages(sources[kind], async () => {
      pages += 1
      if (pages === 2) await proxy.cutAll()
    })
    const { outcome, text } = await fetch({ signal }, cutBetween)
    expect(outcome).toMatchObject({ kind: 'fetched' })
    expect(text() === whole).toBe(true)
    // Pages leave nothing behind on what may last for thousands of them.
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('a server that dies in the middle is a sentence; back again, fetching resumes to the same bytes', async ({
    skip,
  }) => {
    const given = (await begin()) ?? skip(`no server for ${kind} is installed here`)
    const { server, proxy, fetch, whole, place } = given
    const at = place()
    const until = proxy.passed() + at
    proxy.stopAfter(at, 'silence')
    const fetching = fetch()
    await expect.poll(() => proxy.passed(), { interval: 5 }).toBe(until)
    await server.crash()
    proxy.stopAfter(0, 'cut')
    const { outcome, out } = await fetching
    // Where the connection ended before it was cut, the next one would be.
    proxy.calm()
    await server.start()
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'unreachable',
      sentence: expect.stringMatching(/\.$/) as unknown,
    })
    expect(readdirSync(dirname(out)).includes(basename(out))).toBe(false)
    const resume = outcome.kind === 'failed' && outcome.resumable
    const { outcome: resumed, text } = await fetch({ out, resume })
    expect(resumed, JSON.stringify(resumed)).toMatchObject({ kind: 'fetched' })
    expect(text() === whole).toBe(true)
  })

  test('a pause while the server says nothing is one, and resumes to the same bytes', async ({ skip }) => {
    const given = (await begin()) ?? skip(`no server for ${kind} is installed here`)
    const { proxy, fetch, whole, place } = given
    const at = place()
    const until = proxy.passed() + at
    proxy.stopAfter(at, 'silence')
    const stop = new AbortController()
    const fetching = fetch({ signal: stop.signal })
    await expect.poll(() => proxy.passed(), { interval: 5 }).toBe(until)
    stop.abort()
    const { outcome, out } = await fetching
    expect(outcome).toMatchObject({ kind: 'paused' })
    proxy.calm()
    const { text } = await fetch({ out, resume: true })
    expect(text() === whole).toBe(true)
  })
})

/** A server of another protocol that greets every client; it never ends a connection, and repeats itself. */
async function startBabbler(said: Buffer) {
  let open = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open += 1
    const say = setInterval(() => socket.write(said), 20)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(say)
      open -= 1
    })
  })
  return { port: String(await listen(server)), open: () => open }
}

test.each([
  ['postgresql', Buffer.alloc(300)],
  ['mysql', Buffer.alloc(300)],
  ['ldap', Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')],
] as const)(
  '%s: a server that speaks something else is a sentence, and its connection is ended',
  async (kind, said) => {
    const babbler = await startBabbler(said)
    const settings = {
      postgresql: { ...postgres, table: 'users' },
      mysql: { ...mariadb, table: 'users' },
      ldap: directory,
    }
    const { outcome } = await fetchInto(
      sources[kind],
      { ...settings[kind], port: babbler.port },
      { password: env.USER_MIGRATION_SOURCE_PASSWORD },
    )
    expect(outcome).toMatchObject({ kind: 'failed', sentence: expect.stringMatching(/\.$/) as unknown })
    await expect.poll(babbler.open).toBe(0)
  },
)

/**
 * Ends a fetch when the proxy has passed on this many bytes of the server; returns the number of users in its journal.
 * `step`: more bytes, again and again until the journal has users, for a process that was starved of time meanwhile.
 */
async function killedAfter(fetch: CliProcess, proxy: TcpProxy, bytes: number, out: string, step = 0): Promise<number> {
  await passed(proxy, bytes)
  while (step > 0 && (unfinishedFetch(out)?.users ?? 0) === 0) await passed(proxy, step)
  fetch.kill()
  expect((await fetch.ended).signal).toBe('SIGKILL')
  return unfinishedFetch(out)?.users ?? 0
}

/** Lets this many bytes more of the server through, and waits until they are. */
async function passed(proxy: TcpProxy, bytes: number): Promise<void> {
  const until = proxy.passed() + Math.floor(bytes)
  proxy.stopAfter(Math.floor(bytes), 'silence')
  await expect.poll(() => proxy.passed(), { interval: 5 }).toBe(until)
}
