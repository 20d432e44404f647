import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGate } from '../../electron/bridge/gate.ts'
import { contentSecurityPolicy } from '../../electron/bridge/security-headers.ts'
import { createAccess } from '../../electron/browser/access.ts'
import type { Access } from '../../electron/browser/access.ts'
import { createBrowserHost } from '../../electron/browser/browser-host.ts'
import { createDownloads } from '../../electron/browser/downloads.ts'
import { createEventStream } from '../../electron/browser/event-stream.ts'
import { createLoopbackServer } from '../../electron/browser/loopback-server.ts'
import { createUploads } from '../../electron/browser/uploads.ts'
import type { EventName } from '../../shared/bridge/contract.ts'
import { ok } from '../../shared/result.ts'
import { emptyDocument, fakeEngine } from '../unit/bridge/support/fakes.ts'

type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

let folder = ''
let server: Server
let port = 0
let access: Access
let fake: ReturnType<typeof fakeEngine>
const listeners = new Map<string, (value: unknown) => void>()
let pageGone: Promise<unknown>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopback-'))
  const files = join(folder, 'page')
  await mkdir(files)
  await writeFile(join(files, 'index.html'), '<!doctype html><title>made up</title>')
  fake = fakeEngine({
    'inner:report': async (input) => {
      await writeFile((input as { path: string }).path, 'rows of a report')
      return ok({ rows: 1 })
    },
    'document:state': async () => ok(emptyDocument('/made/up')),
  })
  const engine = {
    ...fake.engine,
    on: (event: EventName, listener: (value: never) => void) => {
      listeners.set(event, listener as (value: unknown) => void)
      return () => {}
    },
  }
  access = createAccess()
  const uploads = createUploads(join(folder, 'uploads'), 1000)
  const downloads = createDownloads(join(folder, 'downloads'))
  const page = new EventEmitter()
  pageGone = once(page, 'gone')
  const stream = createEventStream(engine, () => page.emit('gone'))
  const host = createBrowserHost({
    appFolder: join(folder, 'app'),
    version: '1.2.3',
    uploads,
    downloads,
    fetchable: (download) => stream.send({ kind: 'download', ...download }),
  })
  server = createLoopbackServer({ page: files, access, gate: createGate({ engine, host }), stream, uploads, downloads })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

/** One request; `fetch` would not let a test choose Host or Origin, nor keep a path as it is. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const own = (): Record<string, string> => ({ host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` })

/** The headers of a page that has opened the printed address. */
async function signedIn(): Promise<Record<string, string>> {
  const reply = await send('POST', '/session', own(), JSON.stringify({ token: access.newToken() }))
  const { value } = JSON.parse(reply.body) as { value: { bearer: string } }
  return { ...own(), authorization: `Bearer ${value.bearer}` }
}

const ask = (headers: Record<string, string>, channel: string, input: unknown = {}): Promise<Reply> =>
  send('POST', `/bridge/${channel}`, headers, JSON.stringify(input))

/** The lines of the event stream, one at a time. */
async function listen(headers: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${port}/events`, { method: 'POST', body: '{}', headers })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const next = async (): Promise<unknown> => {
    for (;;) {
      const end = rest.indexOf('\n')
      if (end > 0) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 1)
        return JSON.parse(line)
      }
      if (end === 0) rest = rest.slice(1)
      else {
        const { done, value } = await reader.read()
        if (done) return null
        rest += value
      }
    }
  }
  return { next, leave: () => reader.cancel() }
}

test('the page is served with the strict policy and without leave to other origins', async () => {
  const { status, headers, body } = await send('GET', '/', { host: `localhost:${port}` })
  expect([status, body, headers['content-type']]).toEqual([
    200,
    '<!doctype html><title>made up</title>',
    'text/html; charset=utf-8',
  ])
  expect(headers['content-security-policy']).toBe(contentSecurityPolicy)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect(headers['set-cookie']).toBeUndefined()
})

test('the token of the address works once', async () => {
  const token = access.newToken()
  const body = JSON.stringify({ token })
  expect((await send('POST', '/session', own(), body)).status).toBe(200)
  expect((await send('POST', '/session', own(), body)).status).toBe(401)
  expect((await send('POST', '/session', own(), JSON.stringify({ token: 'guess' }))).status).toBe(401)
})

test('a request with the bearer is answered through the gate', async () => {
  const reply = await ask(await signedIn(), 'app:info')
  expect([reply.status, JSON.parse(reply.body)]).toMatchObject([
    200,
    { ok: true, value: { version: '1.2.3', host: 'browser' } },
  ])
})

test('a new page takes over from the old one', async () => {
  const first = await signedIn()
  const second = await signedIn()
  expect((await ask(first, 'app:info')).status).toBe(401)
  expect((await ask(second, 'app:info')).status).toBe(200)
})

test.each([
  ['another host name', { host: 'rebound.example.com' }],
  ['another port', { host: '127.0.0.1:1' }],
  ['another origin', { origin: 'http://evil.example.com' }],
  ['an opaque origin', { origin: 'null' }],
  ['our address inside another origin', { origin: 'http://127.0.0.1.example.com' }],
  ['a foreign site', { 'sec-fetch-site': 'cross-site' }],
])('a request from %s is refused, bearer or not', async (_name, wrong) => {
  const headers = { ...(await signedIn()), ...wrong }
  const reply = await ask(headers, 'app:info')
  expect([reply.status, JSON.parse(reply.body)]).toMatchObject([403, { error: { code: 'foreign-request' } }])
})

test('a request that changes something must say its origin', async () => {
  const { host, authorization } = await signedIn()
  expect((await ask({ host: host ?? '', authorization: authorization ?? '' }, 'app:info')).status).toBe(403)
})

test.each(['/bridge/app:info', '/events', '/taken', '/upload?name=a&purpose=offer', '/anything'])(
  'POST %s needs the bearer',
  async (path) => {
    await signedIn()
    expect((await send('POST', path, own(), '{}')).status).toBe(401)
    expect((await send('POST', path, { ...own(), authorization: 'Bearer x' }, '{}')).status).toBe(401)
  },
)

test.each(['/../secret.html', '/%2e%2e/secret.html', '/..%2fsecret.html', '//secret.html', '/page/index.html'])(
  'nothing outside the page is served for %s',
  async (path) => {
    await writeFile(join(folder, 'secret.html'), 'secret')
    expect((await send('GET', path, { host: `127.0.0.1:${port}` })).status).toBe(404)
  },
)

test('preflights and other methods are refused', async () => {
  expect((await send('OPTIONS', '/bridge/app:info', own())).status).toBe(405)
  expect((await send('PUT', '/upload', own())).status).toBe(405)
})

test('what is not JSON is refused', async () => {
  expect((await send('POST', '/bridge/app:info', await signedIn(), '{"a":')).status).toBe(400)
})

test('an upload becomes a file of its owner alone and reaches the engine under its own name', async () => {
  const headers = await signedIn()
  const upload = await send('POST', '/upload?name=..%2F..%2Fusers.csv&purpose=offer', headers, 'id,email\n')
  const { value: id } = JSON.parse(upload.body) as { value: string }
  expect(await ask(headers, 'export:add', { files: [id] })).toMatchObject({ status: 200 })
  const added = fake.asked.find(([channel]) => channel === 'inner:add')?.[1] as { paths: string[]; names: string[] }
  const path = added.paths[0] ?? ''
  expect([added.names, dirname(path), await readFile(path, 'utf8')]).toEqual([
    ['users.csv'],
    join(folder, 'uploads'),
    'id,email\n',
  ])
  expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([0o600, 0o700])
})

test('an upload over the limit is refused and leaves nothing', async () => {
  const reply = await send('POST', '/upload?name=a.csv&purpose=offer', await signedIn(), 'x'.repeat(1001))
  expect([reply.status, JSON.parse(reply.body)]).toMatchObject([413, { error: { code: 'upload-too-large' } }])
  expect(await readdir(join(folder, 'uploads'))).toEqual([])
})

test('an upload that breaks off leaves nothing', async () => {
  const headers = { ...(await signedIn()), 'content-length': '500' }
  const path = '/upload?name=a.csv&purpose=offer'
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false })
  sent.on('error', () => {})
  sent.write('half')
  await expect.poll(() => existsSync(join(folder, 'uploads'))).toBe(true)
  sent.destroy()
  await expect.poll(() => readdir(join(folder, 'uploads'))).toEqual([])
})

test('uploaded exports are what the next pick answers, once', async () => {
  const headers = await signedIn()
  await send('POST', '/upload?name=a.csv&purpose=export', headers, 'a')
  await send('POST', '/upload?name=b.csv&purpose=export', headers, 'b')
  await ask(headers, 'export:pick')
  const added = fake.asked.filter(([channel]) => channel === 'inner:add').map(([, input]) => input)
  expect(added).toMatchObject([{ names: ['a.csv', 'b.csv'] }])
  expect(JSON.parse((await ask(headers, 'export:pick')).body)).toEqual(ok(null))
})

test('an uploaded migration is kept under a name that was free', async () => {
  const headers = await signedIn()
  const migrations = join(folder, 'app', 'Migrations')
  await mkdir(migrations, { recursive: true })
  await writeFile(join(migrations, 'mine.migration'), 'was here')
  await send('POST', '/upload?name=mine.migration&purpose=document', headers, 'uploaded')
  await ask(headers, 'document:open')
  expect(fake.path()).toBe(join(migrations, 'mine (2).migration'))
  expect(await readFile(join(migrations, 'mine.migration'), 'utf8')).toBe('was here')
  expect(await readFile(join(migrations, 'mine (2).migration'), 'utf8')).toBe('uploaded')
})

test('closing the migration removes its uploads', async () => {
  const headers = await signedIn()
  await send('POST', '/upload?name=a.csv&purpose=export', headers, 'a')
  await ask(headers, 'export:pick')
  await ask(headers, 'document:close')
  expect(existsSync(join(folder, 'uploads'))).toBe(false)
})

test('a saved report is told to the page and can be fetched once', async () => {
  const headers = await signedIn()
  const events = await listen(headers)
  expect(await events.next()).toEqual({ kind: 'event', event: 'changed', value: { version: 1 } })
  expect(await events.next()).toMatchObject({ kind: 'event', event: 'progress' })
  await ask(headers, 'document:new')
  const saved = JSON.parse((await ask(headers, 'report:save', { format: 'csv', masked: true })).body) as unknown
  expect(saved).toMatchObject({ ok: true, value: { saved: expect.stringMatching(/report\.csv$/) } })
  const line = (await events.next()) as { kind: string; id: string; name: string }
  expect(line).toMatchObject({ kind: 'download', name: expect.stringMatching(/report\.csv$/) })
  const { authorization = '', host = '' } = headers
  expect((await send('GET', `/download/${line.id}`, { host })).status).toBe(401)
  const first = await send('GET', `/download/${line.id}`, { host, authorization })
  const second = await send('GET', `/download/${line.id}`, { host, authorization })
  expect([first.status, first.body, second.status]).toEqual([200, 'rows of a report', 404])
  await expect.poll(() => readdir(join(folder, 'downloads'))).toEqual([])
  await events.leave()
})

test('the next progress leaves only after the page took the last, and the latest wins', async () => {
  const headers = await signedIn()
  const events = await listen(headers)
  await events.next()
  await events.next()
  for (const finished of [1, 2, 3]) listeners.get('progress')?.({ finished })
  listeners.get('trouble')?.({ code: 'a', message: 'b' })
  expect(await events.next()).toMatchObject({ event: 'trouble' })
  await send('POST', '/taken', headers, '{}')
  expect(await events.next()).toEqual({ kind: 'event', event: 'progress', value: { finished: 3 } })
  await events.leave()
  await pageGone
})
