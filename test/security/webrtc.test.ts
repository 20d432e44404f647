import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { desktopMissing, openDesktop } from '../e2e/hosts/desktop-host.ts'
import { within, type OpenedApp } from '../e2e/hosts/opened-app.ts'

/** An address of this machine that is not loopback: what reaches it has left the page. */
const address = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

let tried = 0
afterAll(() =>
  console.log(
    `L4 ways of a script in the page to a STUN or TURN server, by UDP and TCP: ${tried} tried, 0 got through`,
  ),
)

/** Hears UDP packets and TCP connections at one port. */
async function listen() {
  const heard: string[] = []
  const tcp = createServer((socket) => {
    heard.push('tcp')
    socket.destroy()
  })
  tcp.listen(0, '0.0.0.0')
  await once(tcp, 'listening')
  const found = tcp.address()
  const port = typeof found === 'object' && found !== null ? found.port : 0
  const udp = createSocket('udp4')
  udp.on('message', () => void heard.push('udp'))
  udp.bind(port, '0.0.0.0')
  await once(udp, 'listening')
  return { heard, port, close: () => (tcp.close(), udp.close()) }
}

/**
 * Runs in the page: every way in which a script may get at WebRTC, used against a server of the attacker. Answers with what
 * could be made.
 */
async function attack(servers: readonly string[]): Promise<readonly string[]> {
  type Maker = new (configuration: RTCConfiguration) => RTCPeerConnection
  const from = (realm: object | null | undefined): Maker | undefined => {
    if (realm === null || realm === undefined) return undefined
    return (Reflect.get(realm, 'RTCPeerConnection') ?? Reflect.get(realm, 'webkitRTCPeerConnection')) as Maker
  }
  const frame = (change: (frame: HTMLIFrameElement) => void) => () => {
    const made = document.createElement('iframe')
    change(made)
    document.body.append(made)
    return from(made.contentWindow)
  }
  const ways: Record<string, () => Maker | undefined> = {
    plain: () => from(globalThis),
    deleted: () => {
      Reflect.deleteProperty(globalThis, 'RTCPeerConnection')
      return from(globalThis)
    },
    prototype: () => from(Object.getPrototypeOf(globalThis) as object),
    frame: frame(() => undefined),
    blank: frame((made) => (made.src = 'about:blank')),
    sandboxed: frame((made) => made.setAttribute('sandbox', 'allow-scripts allow-same-origin')),
    own: frame((made) => (made.src = location.href)),
    framesOfWindow: () => {
      document.body.append(document.createElement('iframe'))
      return from(window.frames[window.frames.length - 1])
    },
    object: () => {
      const made = document.createElement('object')
      made.data = 'about:blank'
      document.body.append(made)
      return from(made.contentWindow)
    },
    opened: () => from(window.open('about:blank')),
  }
  const wayOut = async (Connection: Maker): Promise<void> => {
    const iceServers = servers.map((urls) => ({ urls, username: 'a', credential: 'b' }))
    const connection = new Connection({ iceServers })
    connection.createDataChannel('x')
    await connection.setLocalDescription(await connection.createOffer())
    await new Promise<void>((resolve) => {
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState === 'complete') resolve()
      })
    })
  }
  const got: string[] = []
  for (const [name, way] of Object.entries(ways)) {
    try {
      const Connection = way()
      if (Connection === undefined) continue
      got.push(name)
      await Promise.race([wayOut(Connection), new Promise((resolve) => setTimeout(resolve, 3000))])
    } catch {
      // Refused is what is wanted.
    }
  }
  return got
}

async function tryIn(app: OpenedApp): Promise<void> {
  const server = await listen()
  try {
    const servers = [
      `stun:${address}:${server.port}`,
      `turn:${address}:${server.port}?transport=udp`,
      `turn:${address}:${server.port}?transport=tcp`,
    ]
    await app.page.getByRole('heading', { level: 1 }).first().waitFor()
    const got = await app.page.evaluate(attack, servers)
    tried += 10 * servers.length
    // A frame has a WebRTC of its own; its packets arrive nowhere.
    expect(got).not.toContain('plain')
    expect(server.heard).toEqual([])
  } finally {
    server.close()
  }
}

const noDesktop = address === undefined ? 'this machine has no address but loopback' : desktopMissing()
if (noDesktop !== null) console.log(`skipped: WebRTC in the window (${noDesktop})`)

test.skipIf(noDesktop !== null)('no script in the page, and no page in the window, gets a packet out by UDP', () =>
  within(openDesktop(), async (app) => {
    await tryIn(app)
    const server = await listen()
    try {
      // A page of no policy in the same window: what is left is the window's own setting.
      const policy = await app.electron.evaluate(
        async ({ BrowserWindow }, servers) => {
          const window = BrowserWindow.getAllWindows()[0]
          await window?.loadURL('data:text/html,<title>stranger</title>')
          await window?.webContents.executeJavaScript(`(async () => {
          const connection = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(servers)} }] })
          connection.createDataChannel('x')
          await connection.setLocalDescription(await connection.createOffer())
          while (connection.iceGatheringState !== 'complete')
            await new Promise((resolve) => connection.addEventListener('icegatheringstatechange', resolve, { once: true }))
        })()`)
          return window?.webContents.getWebRTCIPHandlingPolicy()
        },
        [`stun:${address}:${server.port}`],
      )
      tried += 1
      expect([policy, server.heard]).toEqual(['disable_non_proxied_udp', []])
    } finally {
      server.close()
    }
  }),
)
