import { createServer as createTls } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { checkConnection } from '../../../electron/engine/core-client/check-connection.ts'
import type { Route } from '../../../electron/engine/core-client/route.ts'
import { makeAuthority, type Certificate } from '../../support/servers/made-up-authority.ts'
import { startProxy, type MadeUpProxy } from '../../support/servers/proxy.ts'
import { clientFor, sendJson, sendText, startServer } from './core-client-server.ts'
import { freePort, listen } from '../../support/servers/loopback.ts'

type CheckOptions = Parameters<typeof checkConnection>[0]

/** A core behind TLS; knows no name but the one of its certificate. */
async function secureCore({ cert, key }: Certificate): Promise<number> {
  const server = createTls({ cert, key }, (_request, response) => sendJson(response, { versions: ['5.0'] }))
  return listen(server)
}

async function proxyTo(port: number, refusal: number | null = null): Promise<MadeUpProxy> {
  const proxy = await startProxy(port, refusal)
  onTestFinished(proxy.close)
  return proxy
}

function check(baseUrl: string, route: Route, options: Partial<CheckOptions> = {}) {
  return checkConnection({ baseUrl, apiKey: null, dialect: 'auto', allowHttp: true, route, ...options })
}

const authority = makeAuthority()

test('a core behind a private authority is refused with the way out, and reached once its certificate is given', async () => {
  const port = await secureCore(authority.issue('core.test'))
  const proxy = (await proxyTo(port)).url
  for (const dialect of ['auto', 'documented'] as const) {
    expect(await check('https://core.test', { proxy, ca: null }, { dialect })).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/authority that this machine does not know.*--ca-file.*UNABLE_TO_/),
    })
    expect(await check('https://core.test', { proxy, ca: authority.pem }, { dialect })).toMatchObject({ kind: 'ready' })
  }
})

test.each([
  ['of another authority', makeAuthority('Another').issue('core.test'), /authority that this machine does not know/],
  ['has expired', authority.issue('core.test', true), /has expired.*CERT_HAS_EXPIRED/],
  ['for another host name', authority.issue('other.test'), /another host name.*ERR_TLS_CERT_ALTNAME_INVALID/],
])('a private authority trusts nothing more: a certificate %s is still refused', async (_what, certificate, says) => {
  const proxy = (await proxyTo(await secureCore(certificate))).url
  expect(await check('https://core.test', { proxy, ca: authority.pem })).toMatchObject({
    kind: 'unreachable',
    message: expect.stringMatching(says),
  })
})

test('requests go through the proxy with its user and password, which the core does not see', async () => {
  const core = await startServer((_request, response) => sendJson(response, { status: 'OK' }))
  const proxy = await proxyTo(core.port)
  const named = `http://ann:p%40ss@127.0.0.1:${proxy.port}`
  const client = clientFor('http://core.test:4567/tenant', { route: { proxy: named, ca: null } })
  const sent = await Promise.all(
    ['a', 'b'].map((id) =>
      client.send('third-party', { thirdPartyId: 'g', thirdPartyUserId: id, email: 'a@b.test', isVerified: true }),
    ),
  )
  expect(sent.map(({ outcome }) => outcome.kind)).toEqual(['success', 'success'])
  const authorization = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`
  expect(new Set(proxy.requests.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ far: 'core.test:4567', authorization })]),
  )
  expect(core.seen.flatMap(({ rawHeaders }) => rawHeaders).join()).not.toMatch(/proxy|ann|p@ss/i)
})

test.each([
  [407, /requires a user name and password.*PROXY_407/],
  [403, /refused the connection.*PROXY_403/],
])('a proxy that answers %i is named in a sentence', async (status, says) => {
  const core = await startServer((_request, response) => sendText(response, 404, 'Not found'))
  const { url, port } = await proxyTo(core.port, status)
  const found = await check('http://core.test', { proxy: url, ca: null })
  expect(found).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(says) })
  expect(found).toMatchObject({ message: expect.stringContaining(`through the proxy 127.0.0.1:${port}.`) })
  expect(core.seen).toEqual([])
})

test('a proxy that is not there is told apart from a core that is not there', async () => {
  const nowhere = await freePort()
  const gone = await check('http://core.test', { proxy: `http://127.0.0.1:${nowhere}`, ca: null })
  expect(gone).toMatchObject({ message: expect.stringContaining('The proxy does not answer') })
  const { url } = await proxyTo(nowhere)
  expect(await check('http://core.test', { proxy: url, ca: null })).toMatchObject({ kind: 'unreachable' })
})
