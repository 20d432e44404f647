import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environment, root, temporaryFolder } from '../e2e/hosts/opened-app.ts'
import { type Headers, send } from '../integration/hosts/loopback-client.ts'
import { hostScript, type LoopbackProcess, signIn, startHost, stop } from './loopback-process.ts'

type Attack = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body?: string
}

let tried = 0
afterAll(() => console.log(`attacks on the loopback host: ${tried} tried, 0 got through`))

describe('the loopback host', () => {
  const [folder, removeFolder] = temporaryFolder()
  let host: LoopbackProcess
  let page: Headers
  beforeAll(async () => {
    host = await startHost(join(folder, 'app'))
    page = await signIn(host)
  })
  afterAll(async () => {
    await stop(host.child)
    removeFolder()
  })

  const without = (name: string): Headers => Object.fromEntries(Object.entries(page).filter(([key]) => key !== name))

  /** Every one would work if the thing it is named after were not checked. */
  function attacks(): readonly Attack[] {
    const ask = { method: 'POST', path: '/bridge/app:info', body: '{}' }
    const otherOrigin = 'http://evil.example'
    const port = host.port
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1:1',
      `[::1]:${port}`,
    ]
    const origins = [
      otherOrigin,
      'null',
      `http://evil.example:${port}`,
      `https://127.0.0.1:${port}`,
      'http://127.0.0.1:1',
      'app://assistant',
    ]
    const bearers = [
      'Bearer',
      'Bearer ',
      `Bearer ${host.token}`,
      'Basic YTpi',
      `${page['authorization']}x`,
      page['authorization']?.slice(0, -1) ?? '',
    ]
    const sites = ['cross-site', 'same-site']
    const paths = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/..%5cpackage.json',
      '/assets/../../main/main.js',
      '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
      '/.%00./package.json',
      '/%c0%ae%c0%ae/package.json',
      '/etc/passwd',
      '/main/main.js',
    ]
    return [
      ...hosts.map((name) => ({
        name: `DNS rebinding by the name "${name}"`,
        ...ask,
        headers: { ...page, host: name },
      })),
      ...hosts.slice(0, 4).map((name) => ({
        name: `the page under the name "${name}"`,
        method: 'GET',
        path: '/',
        headers: { host: name },
      })),
      ...origins.map((origin) => ({ name: `a POST from ${origin}`, ...ask, headers: { ...page, origin } })),
      ...sites.map((site) => ({
        name: `a request that says ${site}`,
        ...ask,
        headers: { ...page, 'sec-fetch-site': site },
      })),
      { name: 'a POST that does not say where it comes from', ...ask, headers: without('origin') },
      {
        name: 'a form of another page',
        ...ask,
        headers: { ...page, origin: otherOrigin, 'content-type': 'text/plain' },
      },
      { name: 'no bearer', ...ask, headers: without('authorization') },
      ...bearers.map((authorization, index) => ({
        name: `a wrong bearer (${index})`,
        ...ask,
        headers: { ...page, authorization },
      })),
      {
        name: 'the token as a cookie',
        ...ask,
        headers: { ...without('authorization'), cookie: `token=${host.token}` },
      },
      {
        name: 'the token a second time',
        method: 'POST',
        path: '/session',
        headers: without('authorization'),
        body: JSON.stringify({ token: host.token }),
      },
      {
        name: 'a guessed token',
        method: 'POST',
        path: '/session',
        headers: without('authorization'),
        body: JSON.stringify({ token: 'guess' }),
      },
      { name: 'no token', method: 'POST', path: '/session', headers: without('authorization'), body: '{}' },
      {
        name: 'an upload without a bearer',
        method: 'POST',
        path: '/upload?purpose=export&name=a.csv',
        headers: without('authorization'),
        body: 'id',
      },
      {
        name: 'an upload for a purpose that there is not',
        method: 'POST',
        path: '/upload?purpose=code&name=a.js',
        headers: page,
        body: 'id',
      },
      { name: 'a download without a bearer', method: 'GET', path: '/download/1', headers: without('authorization') },
      { name: 'a download of a path', method: 'GET', path: '/download/..%2f..%2fpackage.json', headers: page },
      { name: 'a preflight', method: 'OPTIONS', path: '/bridge/app:info', headers: { ...page, origin: otherOrigin } },
      { name: 'another method', method: 'PUT', path: '/bridge/app:info', headers: page, body: '{}' },
      { name: 'a flood of text', ...ask, headers: page, body: JSON.stringify({ text: 'x'.repeat(5 * 1024 ** 2) }) },
      ...paths.map((path) => ({
        name: `the path ${path}`,
        method: 'GET',
        path,
        headers: { host: page['host'] ?? '' },
      })),
    ]
  }

  test('refuses every one of the attacks, and gives none of them leave to read the refusal', async () => {
    const taken: string[] = []
    for (const { name, method, path, headers, body } of attacks()) {
      tried += 1
      // A flood may be cut off before it was sent whole.
      const reply = await send(host.port, method, path, headers, body).catch(() => null)
      if (reply === null) continue
      if (reply.status < 400 || reply.headers['access-control-allow-origin'] !== undefined) taken.push(name)
      if (/user-migration-assistant|root:|"ok":true/.test(reply.body)) taken.push(name)
    }
    expect(taken).toEqual([])
    const honest = await send(host.port, 'POST', '/bridge/app:info', page, '{}')
    expect(honest.status).toBe(200)
  })

  test('is reached on 127.0.0.1 alone', () => {
    const port = host.port.toString(16).toUpperCase().padStart(4, '0')
    const listening = ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((table) => readFileSync(table, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[1]?.endsWith(`:${port}`) && fields[3] === '0A')
      .map((fields) => fields[1])
    expect(listening).toEqual([`0100007F:${port}`])
  })

  test('answers what is no HTTP with an error or not at all', async () => {
    for (const bytes of [
      '\0\0\0',
      'GET',
      'GET / HTTP/9.9\r\n\r\n',
      `POST /upload HTTP/1.1\r\nHost: ${page['host']}\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
    ]) {
      tried += 1
      const socket = connect(host.port, '127.0.0.1')
      let text = ''
      socket.setEncoding('latin1').on('data', (data) => (text += data))
      socket.on('error', () => {})
      socket.end(bytes)
      await once(socket, 'close')
      expect(text).not.toMatch(/^HTTP\/1\.1 2/)
    }
  })
})

describe('the files of the loopback host', () => {
  test('are readable by their owner alone, and gone when it ends or begins again', async () => {
    const [folder, removeFolder] = temporaryFolder()
    const appFolder = join(folder, 'app')
    const first = await startHost(appFolder)
    const page = await signIn(first)
    await send(first.port, 'POST', '/upload?purpose=offer&name=members.csv', page, 'id,email\n1,ann@example.com\n')
    const below = () =>
      readdirSync(join(appFolder, 'browser'), { recursive: true, withFileTypes: true }).map((entry) => {
        const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
        return [entry.isFile() ? 'file' : 'folder', mode.toString(8)]
      })
    expect(below().filter(([kind]) => kind === 'file')).toEqual([['file', '600']])
    expect(new Set(below().map(([kind, mode]) => `${kind} ${mode}`))).toEqual(new Set(['file 600', 'folder 700']))

    await stop(first.child, 'SIGKILL')
    expect(below().filter(([kind]) => kind === 'file')).toHaveLength(1)
    const second = await startHost(appFolder)
    expect(below().filter(([kind]) => kind === 'file')).toEqual([])
    const again = await signIn(second)
    await send(second.port, 'POST', '/upload?purpose=offer&name=members.csv', again, 'id\n1\n')
    await stop(second.child)
    expect(below()).toEqual([])
    removeFolder()
  })

  test('go with the host when its parent is killed', async () => {
    const [folder, removeFolder] = temporaryFolder()
    const script = `const { spawn } = require('node:child_process'); const child = spawn(process.execPath, [${JSON.stringify(hostScript)}], { stdio: ['ignore', 'inherit', 'inherit'] }); process.stderr.write(child.pid + '\\n')`
    const parent = spawn(process.execPath, ['-e', script], {
      cwd: root,
      env: environment(join(folder, 'app')),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [pid] = (await once(createInterface(parent.stderr), 'line')) as [string]
    await once(createInterface(parent.stdout), 'line')
    parent.kill('SIGKILL')
    await expect.poll(() => alive(Number(pid)), { timeout: 30_000 }).toBe(false)
    removeFolder()
  })
})

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
