import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../../electron/ipc/security-headers.ts'
import { ok } from '../../../shared/result.ts'
import * as client from './loopback-client.ts'
import type { Headers, Reply } from './loopback-client.ts'
import { serveApp } from './served-app.ts'

let app: Awaited<ReturnType<typeof serveApp>>
beforeEach(async () => {
  app = await serveApp()
})
afterEach(() => app.end())

const send = (method: string, path: string, headers?: Headers, body?: string): Promise<Reply> =>
  client.send(app.port, method, path, headers, body)

const own = (): Headers => ({ host: `127.0.0.1:${app.port}`, origin: `http://127.0.0.1:${app.port}` })

/** The headers of a page that has opened the printed address. */
async function signedIn(): Promise<Headers> {
  const reply = await send('POST', '/session', own(), JSON.stringify({ token: app.access.newToken() }))
  const { value } = JSON.parse(reply.body) as { value: { bearer: string } }
  return { ...own(), authorization: `Bearer ${value.bearer}` }
}

const ask = (headers: Headers, channel: string, input: unknown = {}): Promise<Reply> =>
  send('POST', `/bridge/${channel}`, headers, JSON.stringify(input))

test('the page is served with the strict policy and without leave to other origins', async () => {
  const { status, headers, body } = await send('GET', '/', { host: `localhost:${app.port}` })
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

test('no connection takes a second request: a browser would repeat it to whatever listens there after the host', async () => {
  const { headers } = await ask({ ...(await signedIn()), connection: 'keep-alive' }, 'app:info')
  expect(headers.connection).toBe('close')
})

test('the token of the address works once', async () => {
  const token = app.access.newToken()
  const body = JSON.stringify({ token })
  expect((await send('POST', '/session', own(), body)).status).toBe(200)
  expect((await send('POST', '/session', own(), body)).status).toBe(401)
  expect((await send('POST', '/session', own(), JSON.stringify({ token: 'guess' }))).status).toBe(401)
})

test('a request with the bearer is answered through the router', async () => {
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

test.each(['/bridge/app:info', '/events', '/ack', '/upload?name=a&purpose=offer', '/anything'])(
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
    await writeFile(join(app.folder, 'secret.html'), 'secret')
    expect((await send('GET', path, { host: `127.0.0.1:${app.port}` })).status).toBe(404)
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
  const added = app.asked.find(([channel]) => channel === 'internal:add')?.[1] as { paths: string[]; names: string[] }
  const path = added.paths[0] ?? ''
  expect([added.names, dirname(path), await readFile(path, 'utf8')]).toEqual([
    ['users.csv'],
    join(app.folder, 'uploads'),
    'id,email\n',
  ])
  expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([0o600, 0o700])
})

test('an upload over the limit is refused and leaves nothing', async () => {
  const reply = await send('POST', '/upload?name=a.csv&purpose=offer', await signedIn(), 'x'.repeat(1001))
  expect([reply.status, JSON.parse(reply.body)]).toMatchObject([413, { error: { code: 'upload-too-large' } }])
  expect(await readdir(join(app.folder, 'uploads'))).toEqual([])
})

test('an upload that breaks off leaves nothing', async () => {
  const leave = client.sendHalf(app.port, '/upload?name=a.csv&purpose=offer', await signedIn())
  await expect.poll(() => existsSync(join(app.folder, 'uploads'))).toBe(true)
  leave()
  await expect.poll(() => readdir(join(app.folder, 'uploads'))).toEqual([])
})

test('an upload that falls silent is broken off and leaves nothing', async () => {
  const patient = await serveApp({ silence: 50 })
  try {
    const own = { host: `127.0.0.1:${patient.port}`, origin: `http://127.0.0.1:${patient.port}` }
    const session = JSON.stringify({ token: patient.access.newToken() })
    const { body } = await client.send(patient.port, 'POST', '/session', own, session)
    const { value } = JSON.parse(body) as { value: { bearer: string } }
    const headers = { ...own, authorization: `Bearer ${value.bearer}` }
    await client.sendSilently(patient.port, '/upload?purpose=export&name=a.csv', headers)
    await expect.poll(() => readdir(join(patient.folder, 'uploads'))).toEqual([])
    const slow = await client.send(patient.port, 'POST', '/bridge/app:info', headers, '{}')
    expect(slow.status).toBe(200)
  } finally {
    await patient.end()
  }
})

test('uploaded exports are what the next pick answers, once', async () => {
  const headers = await signedIn()
  await send('POST', '/upload?name=a.csv&purpose=export', headers, 'a')
  await send('POST', '/upload?name=b.csv&purpose=export', headers, 'b')
  await ask(headers, 'export:pick')
  const added = app.asked.filter(([channel]) => channel === 'internal:add').map(([, input]) => input)
  expect(added).toMatchObject([{ names: ['a.csv', 'b.csv'] }])
  expect(JSON.parse((await ask(headers, 'export:pick')).body)).toEqual(ok(null))
})

test('an uploaded migration is kept under a name that was free', async () => {
  const headers = await signedIn()
  const migrations = join(app.folder, 'app', 'Migrations')
  await mkdir(migrations, { recursive: true })
  await writeFile(join(migrations, 'mine.migration'), 'was here')
  await send('POST', '/upload?name=mine.migration&purpose=document', headers, 'uploaded')
  await ask(headers, 'document:open')
  expect(app.path()).toBe(join(migrations, 'mine (2).migration'))
  expect(await readFile(join(migrations, 'mine.migration'), 'utf8')).toBe('was here')
  expect(await readFile(join(migrations, 'mine (2).migration'), 'utf8')).toBe('uploaded')
})

test('closing the migration removes its uploads', async () => {
  const headers = await signedIn()
  await send('POST', '/upload?name=a.csv&purpose=export', headers, 'a')
  await ask(headers, 'export:pick')
  await ask(headers, 'document:close')
  expect(existsSync(join(app.folder, 'uploads'))).toBe(false)
})

test('a saved report is told to the page and can be fetched once', async () => {
  const headers = await signedIn()
  const events = await client.listen(app.port, headers)
  expect(await events.next()).toEqual({ kind: 'event', event: 'document-changed', value: { version: 1 } })
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
  await expect.poll(() => readdir(join(app.folder, 'downloads'))).toEqual([])
  await events.leave()
})

test('the next progress leaves only after the page took the last, and the latest wins', async () => {
  const headers = await signedIn()
  const events = await client.listen(app.port, headers)
  await events.next()
  await events.next()
  for (const finished of [1, 2, 3]) app.tell('progress', { finished })
  app.tell('error', { code: 'a', message: 'b' })
  expect(await events.next()).toMatchObject({ event: 'error' })
  await send('POST', '/ack', headers, '{}')
  expect(await events.next()).toEqual({ kind: 'event', event: 'progress', value: { finished: 3 } })
  await events.leave()
  await app.pageGone
})
