import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Request } from 'playwright'
import {
  collectComplaints,
  comes,
  environment,
  forgetEverything,
  type RenewableApp,
  root,
  temporaryFolder,
} from './opened-app.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function executable(): string | null {
  const own = process.env.CHROMIUM_PATH
  return [...(own ? [own] : []), ...places, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

/** Why the app cannot be tested in a browser here; null when it can. */
export function browserMissing(): string | null {
  return executable() === null ? 'no Chromium: neither installed nor named by CHROMIUM_PATH' : null
}

/** `nextAddress` waits for the next address that the host prints. */
export type OpenedBrowser = RenewableApp & {
  readonly nextAddress: () => Promise<string>
  readonly port: number
  /** Requests of the page that were not answered yet, the stream of the host aside. */
  readonly unanswered: () => readonly string[]
  /** Ends the host as a power cut would; the page stays. */
  readonly killHost: () => Promise<void>
}

const viewport = { width: 1280, height: 860 }
const media = { colorScheme: 'light', reducedMotion: 'reduce' } as const

/** One headless browser for all files of a process: each app gets a context of its own. It ends with the process. */
let running: Promise<Browser> | null = null

async function browserOfProcess(): Promise<Browser> {
  const browser = await (running ??= chromium.launch({
    executablePath: executable() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  }))
  if (browser.isConnected()) return browser
  running = null
  return browserOfProcess()
}

/** Starts the loopback host and opens its address in a headless browser. */
export async function openBrowserHost(): Promise<OpenedBrowser> {
  const [folder, removeFolder] = temporaryFolder()
  const appFolder = join(folder, 'app')
  const server = spawn(process.execPath, [join(root, 'dist/main/browser.js')], {
    cwd: root,
    env: environment(appFolder),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = createInterface(server.stdout)
  const nextAddress = async (): Promise<string> => {
    const [line] = (await once(printed, 'line')) as [string]
    return /http:\/\/\S+/.exec(line)?.[0] ?? ''
  }
  const ended = once(server, 'exit').then(() =>
    Promise.reject(new Error('the loopback host ended before it was ready')),
  )
  // Once it was ready, it may end.
  ended.catch(() => undefined)
  const address = await comes('the address of the loopback host', Promise.race([nextAddress(), ended]))

  const browser = await browserOfProcess().catch((error: unknown) => {
    server.kill()
    removeFolder()
    throw error
  })
  const context = await browser.newContext({ viewport, ...media })
  const page = await context.newPage()
  const complaints = await collectComplaints(page)
  const unanswered = new Set<Request>()
  page.on('request', (request) => void (request.url().endsWith('/events') || unanswered.add(request)))
  page.on('requestfinished', (request) => void unanswered.delete(request))
  page.on('requestfailed', (request) => void unanswered.delete(request))
  const load = async (from: string) => {
    await page.goto(from)
    await page.waitForFunction(() => 'migration' in globalThis)
  }
  await load(address)
  let saved = 0

  return {
    nextAddress,
    port: Number(new URL(address).port),
    unanswered: () => [...unanswered].map((request) => request.url()),
    killHost: async () => {
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await comes('the end of the killed host', gone)
    },
    host: 'browser',
    page,
    appFolder,
    complaints,
    title: () => page.title(),
    choose: async (paths, action) => {
      let acted = 'is still under way'
      const choosing = page.waitForEvent('filechooser').catch((cause: unknown) => {
        throw new Error(`no file dialog was opened: the action that opens it ${acted}`, { cause })
      })
      const acting = action().then(
        () => (acted = 'is done'),
        (error: unknown) => (acted = `failed: ${String(error)}`),
      )
      await (await choosing).setFiles(paths)
      await acting
    },
    save: async (action) => {
      const target = join(folder, `saved-${++saved}.migration`)
      const downloading = page.waitForEvent('download')
      await action()
      await (await downloading).saveAs(target)
      return target
    },
    renew: async () => {
      await forgetEverything(page, folder, appFolder)
      const next = comes('the next address of the loopback host', nextAddress())
      // The host prints it once the page is gone. Another context would take as much as loading the page twice.
      await page.goto('about:blank')
      await page.setViewportSize(viewport)
      await page.emulateMedia(media)
      await context.clearPermissions()
      page.removeAllListeners('filechooser')
      complaints.length = 0
      unanswered.clear()
      await load(await next)
      saved = 0
    },
    abandon: () => void server.kill('SIGKILL'),
    close: async () => {
      await context.close()
      if (server.exitCode === null && server.signalCode === null) {
        const exit = once(server, 'exit')
        server.kill('SIGTERM')
        await comes('the end of the loopback host', exit)
      }
      removeFolder()
    },
  }
}
