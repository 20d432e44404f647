import { execFileSync } from 'node:child_process'
import { closeSync, constants, copyFileSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { buildCli, startCli } from '../../support/cli-process.ts'
import { rounds, someOf } from '../../support/length.ts'
import { madeUpCsv, usersWithHashes, folderWith } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { runUsers } from '../../support/run-users.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { listen } from '../../support/servers/loopback.ts'

beforeAll(buildCli)

/** A TCP server that takes connections and says `hello` at most. `heard`: a client is waiting for its word. */
async function silentServerText(hello: Buffer | null) {
  let hear = () => {}
  const heard = new Promise<void>((resolve) => (hear = resolve))
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => hear())
    if (hello === null) setImmediate(hear)
    else socket.write(hello)
  })
  return { port: String(await listen(server)), heard }
}

/** The first packet of a server of MySQL 8 (its manual, "Protocol::HandshakeV10"). */
const greetingBody = Buffer.concat([
  Buffer.from([10]),
  Buffer.from('8.0.36\0', 'latin1'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('abcdefgh\0', 'latin1'),
  Buffer.from([0xff, 0xf7, 0xff, 2, 0, 0xff, 0xdf, 21]),
  Buffer.alloc(10),
  Buffer.from('ijklmnopqrst\0', 'latin1'),
  Buffer.from('mysql_native_password\0', 'latin1'),
])
const greeting = Buffer.concat([Buffer.from([greetingBody.length, 0, 0, 0]), greetingBody])

const database = ['--user', 'reader', '--database', 'app', '--table', 'users', '--password-file', 'word.txt']
const at = (port: string) => ['--host', '127.0.0.1', '--port', port, '--out', 'users.ndjson']

const peers: Readonly<
  Record<string, { readonly hello: Buffer | null; readonly args: (port: string) => readonly string[] }>
> = {
  'a MySQL server that never greets': { hello: null, args: (port) => ['fetch', 'mysql', ...at(port), ...database] },
  'a MySQL server that only greets': { hello: greeting, args: (port) => ['fetch', 'mysql', ...at(port), ...database] },
  'a PostgreSQL server': { hello: null, args: (port) => ['fetch', 'postgresql', ...at(port), ...database] },
  'a directory': {
    hello: null,
    args: (port) => [
      'fetch',
      'ldap',
      ...at(port),
      '--base',
      'dc=example',
      '--bind-dn',
      'cn=reader',
      '--password-file',
      'word.txt',
    ],
  },
  'an API': {
    hello: null,
    args: (port) =>
      ['fetch', 'keycloak', '--address', `http://127.0.0.1:${port}`, '--realm', 'r', '--client', 'c'].concat([
        '--client-secret-file',
        'word.txt',
        '--out',
        'users.ndjson',
      ]),
  },
  'a core that a migration moved to': {
    hello: null,
    args: (port) => ['resume', 'm.migration', '--core', `http://127.0.0.1:${port}`, '--core-moved'],
  },
  'a core that users are looked up in': {
    hello: null,
    args: (port) => ['verify', 'm.migration', '--core', `http://127.0.0.1:${port}`, '--core-moved'],
  },
  'a core that users are removed from': {
    hello: null,
    args: (port) => ['undo', 'm.migration', '--core', `http://127.0.0.1:${port}`, '--core-moved', '--yes'],
  },
  'a core that is inspected': {
    hello: null,
    args: (port) => ['inspect', 'users.csv', '--core', `http://127.0.0.1:${port}`],
  },
  'a core': { hello: null, args: (port) => ['run', 'users.csv', '--core', `http://127.0.0.1:${port}`, '--yes'] },
}

/** The end of the process, or the name of a wait that took too long: every timeout of the app is longer. */
async function endOf<T>(ended: Promise<T>, what: string, bound = 9000): Promise<T> {
  const stop = new AbortController()
  const late = after(bound, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`waited for the end of ${what}`)
  })
  try {
    return await Promise.race([ended, late])
  } finally {
    stop.abort()
  }
}

/** Resolves when a reader has opened a pipe. */
async function opened(path: string): Promise<void> {
  for (;;) {
    try {
      return closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK))
    } catch {
      await after(20)
    }
  }
}

/** The process handles both signals in one place: in the short form each ends three of the commands, which the seed chooses. */
test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 0],
  ['SIGTERM', 1],
] as const)('%s ends a command whatever its peer does', { timeout: 120_000 }, async (signal, half) => {
  const waits: string[] = []
  const migration = (await runUsers(usersWithHashes(2), (await startCore()).baseUrl)).document
  for (const [name, { hello, args }] of someOf(Object.entries(peers), 6).filter(
    (_, index) => index % rounds(2, 1) === half % rounds(2, 1),
  )) {
    const folder = folderOf({ 'word.txt': 'made-up-word\n', 'users.csv': madeUpCsv(usersWithHashes(2)) })
    copyFileSync(migration, join(folder, 'm.migration'))
    const { port, heard } = await silentServerText(hello)
    const command = startCli(args(port), folder)
    const early = command.ended.then(({ code, err }) =>
      Promise.reject(new Error(`${name}: ended with ${code}: ${err}`)),
    )
    await endOf(Promise.race([heard, early]), `the start of the command for ${name}`, 60_000)
    early.catch(() => undefined)
    const from = Date.now()
    command.signal(signal)
    const ended = await endOf(command.ended, `the command that waits for ${name} after ${signal}`)
    waits.push(`${name}: ${Date.now() - from} ms`)
    expect([name, ended.signal, ended.code, /\n\s+at /.test(ended.err)]).toEqual([name, null, 4, false])
  }
  console.log(`${signal} was obeyed: ${waits.join(', ')}`)
})

test.skipIf(process.platform === 'win32')(
  'a pipe that nothing is written to, as a key, ends with the signal',
  async () => {
    const folder = folderWith(usersWithHashes(2))
    execFileSync('mkfifo', [join(folder, 'key')])
    const command = startCli(
      ['run', 'users.csv', '--core', 'http://127.0.0.1:9', '--yes', '--api-key-file', 'key'],
      folder,
    )
    await endOf(opened(join(folder, 'key')), 'the opening of the pipe', 60_000)
    command.signal('SIGTERM')
    expect((await endOf(command.ended, 'the command that waits for a key')).signal).toBeNull()
  },
)
