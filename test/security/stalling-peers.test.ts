import { copyFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { send } from '../integration/hosts/loopback-client.ts'
import { cli } from '../support/cli.ts'
import { changeDocument } from '../support/data/foreign-schema.ts'
import { usersWithHashes, folderWith } from '../support/made-up-csv.ts'
import { rounds } from '../support/length.ts'
import { startCore } from '../support/rehearsal.ts'
import { startScriptedCore } from '../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { signIn, startHost } from './loopback-process.ts'
import { listen } from '../support/servers/loopback.ts'

/* Peers that take a connection and never come to an end: what stops a command stops it whatever they do. */

/** Milliseconds from the signal to the end; every time-out of the app is longer. */
const bound = 5000
let tried = 0
let slowest = 0
afterAll(() =>
  console.log(
    `stops of commands and of the host while a peer stalls (slowest ${slowest} ms): ${tried} tried, 0 got through`,
  ),
)

/** Nothing; a byte now and then; the beginning of an answer. */
const behaviours = ['silent', 'dripping', 'halfway'] as const
type Behaviour = (typeof behaviours)[number]

/** The beginning of an answer, to which bytes could be added for a long time. `first`: the server speaks first. */
type Protocol = { readonly begin: Buffer; readonly first?: boolean }
const http = (text: string): Protocol => ({
  begin: Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${text}`),
})
const protocols = {
  core: http('{"versions":["5.'),
  keycloak: http('{"access_token":"'),
  auth0: http('{"access_token":"'),
  postgresql: { begin: Buffer.from([0x52, 0, 0, 0x10, 0]) },
  mysql: { begin: Buffer.from([0x4a, 0, 0, 0, 10, 0x38, 0x2e]), first: true },
  ldap: { begin: Buffer.from([0x30, 0x84, 0, 0, 0x10, 0, 2]) },
} as const satisfies Record<string, Protocol>
type Peer = keyof typeof protocols

/** A peer that stalls; `stalls` resolves when it does. */
async function stallingPeer(peer: Peer, behaviour: Behaviour) {
  const { begin, first = false }: Protocol = protocols[peer]
  let stall = () => {}
  const stalls = new Promise<void>((resolve) => (stall = resolve))
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const speak = () => {
      if (behaviour !== 'silent') socket.write(begin)
      if (behaviour === 'dripping') {
        const dripping = setInterval(() => socket.write('x', stall), 20)
        socket.on('close', () => clearInterval(dripping))
      } else setImmediate(stall)
    }
    if (first) speak()
    else socket.once('data', speak)
  })
  return { port: String(await listen(server)), stalls }
}

const word = ['--password-file', 'word.txt'] as const
const ofDatabase = (port: string) =>
  ['--host', '127.0.0.1', '--port', port, '--database', 'app', '--user', 'r', '--table', 'users', ...word] as const
const sourceArgs: Readonly<Record<Exclude<Peer, 'core'>, (port: string) => readonly string[]>> = {
  keycloak: (port) => [
    '--address',
    `http://127.0.0.1:${port}`,
    '--realm',
    'r',
    '--client',
    'c',
    '--client-secret-file',
    'word.txt',
  ],
  auth0: (port) => ['--domain', `http://127.0.0.1:${port}`, '--client-id', 'c', '--client-secret-file', 'word.txt'],
  postgresql: ofDatabase,
  mysql: ofDatabase,
  ldap: (port) => ['--host', '127.0.0.1', '--port', port, '--base', 'dc=x', '--bind-dn', 'cn=r', ...word],
}
const sources = ['keycloak', 'auth0', 'postgresql', 'mysql', 'ldap'] as const

type Command = { readonly name: string; readonly peer: Peer; readonly args: (port: string) => readonly string[] }
const movedTo = (port: string) => ['--core', `http://127.0.0.1:${port}`, '--core-moved']
const commands: readonly Command[] = [
  ...['resume', 'retry', 'verify', 'follow'].map((name): Command => ({
    name,
    peer: 'core',
    args: (port) => [name, 'm.migration', ...movedTo(port)],
  })),
  { name: 'undo', peer: 'core', args: (port) => ['undo', 'm.migration', '--yes', ...movedTo(port)] },
  { name: 'inspect', peer: 'core', args: (port) => ['inspect', 'users.csv', '--core', `http://127.0.0.1:${port}`] },
  {
    name: 'run',
    peer: 'core',
    args: (port) => ['run', 'users.csv', '--core', `http://127.0.0.1:${port}`, '--yes', '--document', 'n.migration'],
  },
  ...sources.flatMap((peer): readonly Command[] => [
    { name: 'fetch', peer, args: (port) => ['fetch', peer, ...sourceArgs[peer](port), '--out', 'fetched'] },
    { name: 'follow', peer, args: (port) => ['follow', 'm.migration', '--from', peer, ...sourceArgs[peer](port)] },
  ]),
]

/** How long it takes from `stop` to the end of `ended`. */
async function timed<T>(what: string, stop: () => void, ended: Promise<T>): Promise<T> {
  const from = performance.now()
  stop()
  const waiting = new AbortController()
  const late = after(bound, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`waited for the end of ${what}`)
  })
  try {
    return await Promise.race([ended, late])
  } finally {
    waiting.abort()
    late.catch(() => undefined)
    tried += 1
    slowest = Math.max(slowest, Math.round(performance.now() - from))
  }
}

test('every command ends when it is told to, whatever its peer does', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const base = folderWith(usersWithHashes(2))
  const made = await cli(['run', 'users.csv', '--core', core.baseUrl, '--yes', '--document', 'm.migration'], {
    cwd: base,
  })
  expect(made.code).toBe(0)
  const faults: string[] = []
  for (const [index, { name, peer, args }] of commands.entries()) {
    // In the short form each command meets one of them.
    const met = behaviours.filter((_, at) => (at + index) % behaviours.length < rounds(1, behaviours.length))
    for (const behaviour of met) {
      const what = `${name} of ${peer}, ${behaviour}`
      const cwd = folderWith(usersWithHashes(2))
      fileIn(cwd, 'word.txt', 'made-up-word\n')
      copyFileSync(join(base, 'm.migration'), join(cwd, 'm.migration'))
      const { port, stalls } = await stallingPeer(peer, behaviour)
      const stopping = new AbortController()
      const ended = cli(args(port), { cwd, signal: stopping.signal })
      const early = ended.then(({ code, err }) => `${code}: ${err}`)
      const first = await Promise.race([stalls.then(() => null), early])
      if (first !== null) {
        faults.push(`${what}: ended with ${first}`)
        continue
      }
      try {
        const { code, err } = await timed(what, () => stopping.abort(), ended)
        if (![0, 4].includes(code) || /Internal error/.test(err)) faults.push(`${what}: ${code} ${err}`)
      } catch (error) {
        faults.push(String(error))
      }
    }
  }
  expect(faults).toEqual([])
})

/** A core that answers the first question, whatever else it is asked it keeps to itself. `speaks`: what it says it is. */
async function coreThatStops(speaks: 'documented' | 'supertokens') {
  let stall = () => {}
  const stalls = new Promise<void>((resolve) => (stall = resolve))
  const server = createHttpServer((request, response) => {
    if (request.url?.endsWith('/apiversion') !== true) setImmediate(stall)
    else if (speaks === 'documented') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"versions":["5.4"]}')
  })
  return { port: String(await listen(server)), stalls }
}

test('a command ends that waits for an answer in the middle of its work, and what it had sent is not forgotten', async () => {
  const ended: string[] = []
  for (const [name, speaks, wanted] of [
    ['retry', 'documented', 'sending 1'],
    ['run', 'documented', 'sending 1'],
    ['run', 'supertokens', ''],
    ['inspect', 'supertokens', ''],
    ['verify', 'supertokens', ''],
    ['undo', 'supertokens', ''],
  ] as const) {
    const command = commands.find((one) => one.name === name)
    if (command === undefined) throw new Error(name)
    const cwd = folderWith(usersWithHashes(2))
    const refusing = await startScriptedCore(({ body }) =>
      body['email'] === 'user2@example.com' ? { status: 400, body: 'bad request' } : null,
    )
    const first = speaks === 'documented' ? refusing.url : (await startCore({ dialect: 'supertokens' })).baseUrl
    await cli(['run', 'users.csv', '--core', first, '--yes', '--document', 'm.migration'], { cwd })
    const { port, stalls } = await coreThatStops(speaks)
    const stopping = new AbortController()
    const running = cli(command.args(port), { cwd, signal: stopping.signal })
    const early = running.then(({ code, err }) => `${name} ended with ${code}: ${err}`)
    const what = await Promise.race([stalls.then(() => null), early])
    if (what !== null) {
      ended.push(what)
      continue
    }
    const outcome = await timed(`${name} in its middle`, () => stopping.abort(), running).then(
      ({ code, err }) => `${code}${/Internal error/.test(err) ? err : ''}`,
      String,
    )
    const document = join(cwd, name === 'run' ? 'n.migration' : 'm.migration')
    const left = wanted === '' ? '' : callsIn(document)
    if (outcome !== '4' || left !== wanted) ended.push(`${name} ${speaks}: ${outcome}, ${left}`)
  }
  expect(ended).toEqual([])
})

/** Calls that a run did not finish, by their state. */
function callsIn(path: string): string {
  let found = ''
  changeDocument(path, (database) => {
    const rows = database.prepare("SELECT state, count(*) AS n FROM call WHERE state = 'sending' GROUP BY 1").all()
    found = rows.map((row) => Object.values(row as object).join(' ')).join(', ')
  })
  return found
}

test('the host ends that waits for servers which stall', async () => {
  const host = await startHost(temporaryFolder())
  const headers = { ...(await signIn(host)), 'content-type': 'application/json' }
  for (const peer of ['postgresql', 'mysql'] as const) {
    const { port, stalls } = await stallingPeer(peer, 'silent')
    const values = { host: '127.0.0.1', port, database: 'app', user: 'r' }
    const requestBody = JSON.stringify({ source: peer, values, secrets: { password: 'made-up' } })
    const answered = send(host.port, 'POST', '/bridge/fetch:test', headers, requestBody).then(
      ({ body }) => `answered: ${body}`,
      () => null,
    )
    expect([peer, await Promise.race([stalls.then(() => null), answered])]).toEqual([peer, null])
  }
  const gone = once(host.child, 'exit')
  const [code] = (await timed('the loopback host', () => host.child.kill('SIGTERM'), gone)) as [number | null]
  expect(code).toBe(0)
})
