import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { environment, root } from '../e2e/hosts/opened-app.ts'
import { type Headers, send } from '../integration/hosts/loopback-client.ts'

export const hostScript = join(root, 'dist/main/browser.js')

/** The loopback host as it is started by hand, without a page. */
export type LoopbackProcess = {
  readonly child: ChildProcess
  readonly port: number
  /** The one-time token of the printed address. */
  readonly token: string
}

export async function startHost(appFolder: string): Promise<LoopbackProcess> {
  const child = spawn(process.execPath, [hostScript], {
    cwd: root,
    env: environment(appFolder),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = new URL(/http:\/\/\S+/.exec(line)?.[0] ?? '')
  return { child, port: Number(url.port), token: url.hash.slice(1) }
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** The headers of the one page that opened the printed address. */
export async function signIn({ port, token }: LoopbackProcess): Promise<Headers> {
  const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }
  const { body } = await send(port, 'POST', '/session', own, JSON.stringify({ token }))
  const { value } = JSON.parse(body) as { readonly value: { readonly bearer: string } }
  return { ...own, authorization: `Bearer ${value.bearer}` }
}
