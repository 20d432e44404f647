import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from '../e2e/hosts/browser-host.ts'
import { inRenewedApp } from '../e2e/hosts/journey.ts'
import { within } from '../e2e/hosts/opened-app.ts'
import { serveApp } from '../integration/hosts/served-app.ts'

/** However it was broken off. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

const tried = { M9: 0, L3: 0, L4: 0 }
afterAll(() =>
  console.log(
    `M9 messages of a page to a process that took the port of its host: ${tried.M9} tried, 0 got through\n` +
      `L3 requests that wanted room or time before they said who asks: ${tried.L3} tried, 0 got through\n` +
      `L4 ways past the policy of the page (WebRTC, policies of Trusted Types): ${tried.L4} tried, 0 got through`,
  ),
)

const missing = browserMissing()
if (missing !== null) console.log(`skipped: what a page does in a browser (${missing})`)

test.skipIf(missing !== null)('a page says nothing to a process that takes the port of its host', async () => {
  await within(openBrowserHost(), async ({ page, port, unanswered, killHost }) => {
    const answersBefore = await page.evaluate(async () => (await globalThis.migration.invoke('app:info', {})).ok)
    expect(answersBefore).toBe(true)
    // A request that begins while the host dies may still get there.
    await page.getByText(/^v\d+\.\d+/).waitFor()
    await expect.poll(unanswered).toEqual([])
    await killHost()
    const heard: { readonly path: string; readonly text: string }[] = []
    const lies = [
      '{"kind":"host","mac":"made-up"}\n{"kind":"event","event":"changed","value":{"version":9}}\n',
      '{"kind":"event","event":"changed","value":{"version":9}}\n',
      '\n\n{"kind":"host"}\n',
      'x'.repeat(100_000),
      'null\n',
    ]
    const impostor = createServer((request, response) => {
      let text = JSON.stringify(request.rawHeaders)
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        heard.push({ path: request.url ?? '', text })
        response.writeHead(200, { 'access-control-allow-origin': '*' })
        response.write(lies[heard.length % lies.length] ?? '')
      })
    })
    impostor.listen(port, '127.0.0.1')
    await once(impostor, 'listening')
    try {
      while (heard.length < lies.length + 1) {
        await once(impostor, 'request')
        tried.M9 += 3
        const answers = await page.evaluate(async () => {
          const file = new File(['1,a@x.org,$2b$10$SECRETSECRET'], 'users.csv')
          const connect = {
            baseUrl: 'https://core.example.com',
            apiKey: 'typed-after-the-host-died',
            dialect: 'auto',
            allowHttp: false,
          } as const
          const all = [
            await globalThis.migration.invoke('core:connect', connect),
            await globalThis.migration.invoke('document:state', {}),
            await globalThis.migration.registerFiles([file]),
          ]
          return all.map((answer) => (answer.ok ? 'answered' : answer.error.code))
        })
        expect(answers).toEqual(['host-away', 'host-away', 'host-away'])
        impostor.closeAllConnections()
      }
      expect(new Set(heard.map(({ path }) => path))).toEqual(new Set(['/events']))
      expect(heard.map(({ text }) => text).join()).not.toMatch(/bearer|SECRET|typed-after/i)
      expect(new Set(heard.map(({ text }) => /"challenge":"([^"]+)"/.exec(text)?.[1])).size).toBe(heard.length)
    } finally {
      impostor.closeAllConnections()
      impostor.close()
    }
  })
})

test.skipIf(missing !== null)('a script in the page finds neither WebRTC nor a policy to make', async () => {
  await inRenewedApp('browser', async ({ page, complaints }) => {
    // The page itself needs no policy.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(complaints).toEqual([])
    const found = await page.evaluate(() => {
      const attempts: Record<string, () => unknown> = {
        plain: () => new RTCPeerConnection(),
        own: () => Reflect.construct(Reflect.get(globalThis, 'webkitRTCPeerConnection') as new () => unknown, []),
        again: () => {
          Object.defineProperty(globalThis, 'RTCPeerConnection', { value: Array })
          return new RTCPeerConnection()
        },
        deleted: () => {
          if (!Reflect.deleteProperty(globalThis, 'RTCPeerConnection')) throw new Error('stays')
          return new RTCPeerConnection()
        },
        channel: () => Reflect.construct(Reflect.get(globalThis, 'RTCDataChannel') as new () => unknown, []),
        policy: () =>
          (
            Reflect.get(globalThis, 'trustedTypes') as { createPolicy: (name: string, rules: object) => unknown }
          ).createPolicy('x', {}),
        byDefault: () =>
          (
            Reflect.get(globalThis, 'trustedTypes') as { createPolicy: (name: string, rules: object) => unknown }
          ).createPolicy('default', { createHTML: (text: string) => text }),
      }
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt()
          return `${name} worked`
        } catch {
          return name
        }
      })
    })
    tried.L4 += found.length
    expect(found).toEqual(['plain', 'own', 'again', 'deleted', 'channel', 'policy', 'byDefault'])
  })
})

test('who does not say who asks gets neither room nor time', async () => {
  const app = await serveApp({ 'in-doubt': 400 })
  try {
    const head = (path: string, length: number) =>
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${app.port}\r\norigin: http://127.0.0.1:${app.port}\r\ncontent-length: ${length}\r\n\r\n`
    const ways: readonly [string, boolean][] = [
      ['', false],
      ['POST /session HTTP/1.1\r\nhost:', true],
      [head('/session', 1000), true],
      [head('/events', 1000), true],
      [head('/session', 4_000_000), true],
      [head('/bridge/app:info', 4_000_000), true],
      [head('/upload?name=a&purpose=offer', 4_000_000), true],
    ]
    const ended = ways.flatMap(([begin, trickles]) =>
      Array.from({ length: 10 }, () => {
        tried.L3 += 1
        const socket = connect(app.port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write(begin)
        const drip = trickles ? setInterval(() => socket.write('a'), 50) : undefined
        socket.resume()
        return closed(socket).then(() => clearInterval(drip))
      }),
    )
    await Promise.all(ended)
    const large = JSON.stringify({ token: 'x'.repeat(5000) })
    const own = { host: `127.0.0.1:${app.port}`, origin: `http://127.0.0.1:${app.port}` }
    const refused = await fetch(`http://127.0.0.1:${app.port}/session`, { method: 'POST', body: large, headers: own })
    expect(refused.status).toBe(401)
    // A client that opens many connections keeps none of them, and the page comes in.
    const many = Array.from({ length: 300 }, () => connect(app.port, '127.0.0.1').on('error', () => undefined))
    await Promise.all(many.filter((socket) => !socket.closed).map((socket) => closed(socket.resume())))
    tried.L3 += many.length + 1
    expect((await fetch(`http://127.0.0.1:${app.port}/`)).status).toBe(200)
  } finally {
    await app.end()
  }
})
