import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../electron/ipc/security-headers.ts'
import { requests } from '../../shared/ipc/contract.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type DesktopApp, desktopMissing, openDesktop } from '../e2e/hosts/desktop-host.ts'
import { root } from '../e2e/hosts/opened-app.ts'
import { smoke, stays } from '../e2e/scenarios/smoke.ts'

const missing = desktopMissing()
if (missing) console.log(`skipped: the checklist of Electron, because ${missing}`)

/** Electron's own list, "Security", items 1 to 20, each asked of the running app. See electron/desktop/README.md. */
describe.skipIf(missing !== null)("the items of Electron's security checklist", () => {
  let app: DesktopApp
  const matched = new Set<number>()
  const item = (numbers: readonly number[], title: string, passwordCheck: () => Promise<unknown>): void => {
    test(`${numbers.join(', ')}: ${title}`, async () => {
      await passwordCheck()
      for (const number of numbers) matched.add(number)
    })
  }

  beforeAll(async () => {
    app = await openDesktop()
    await app.page.locator('#root > *').first().waitFor()
  })
  afterAll(async () => {
    await app.close()
    console.log(`checklist items proved: ${matched.size} of 20`)
  })

  const preferences = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => {
        const contents = window.webContents as unknown as { getLastWebPreferences: () => Record<string, unknown> }
        return contents.getLastWebPreferences()
      }),
    )

  item([1], 'every part of the page comes from the app itself', async () => {
    const permissions: string[] = []
    app.page.on('request', (sent) => permissions.push(sent.url()))
    await app.page.reload()
    await app.page.locator('#root > *').first().waitFor()
    await expect.poll(() => permissions.length).toBeGreaterThan(2)
    expect(permissions.filter((url) => !url.startsWith('app://assistant/'))).toEqual([])
    await smoke(app)
  })

  item([2, 3, 4, 6, 8, 9, 10, 11], 'the window is sandboxed and isolated, and nothing loosens it', async () => {
    const [own, ...others] = await preferences()
    expect(others).toEqual([])
    expect(own).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    })
    expect(own?.['nodeIntegrationInWorker'] ?? false).toBe(false)
    expect(own?.['experimentalFeatures'] ?? false).toBe(false)
    expect(own?.['enableBlinkFeatures'] ?? '').toBe('')
  })

  item([5], 'the page gets no permission, asked or looked up', async () => {
    const states = await app.page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'persistent-storage',
      ]
      const found = await Promise.all(
        names.map((name) =>
          navigator.permissions.query({ name: name as PermissionName }).catch(() => ({ state: 'denied' })),
        ),
      )
      const camera = await Promise.resolve()
        .then(() => navigator.mediaDevices.getUserMedia({ video: true }))
        .then(() => 'granted')
        .catch(() => 'denied')
      return [...found.map(({ state }) => state), camera]
    })
    expect(new Set(states)).toEqual(new Set(['denied']))
  })

  item([7], 'the policy is a header of every reply, also of one for a file that is not there', async () => {
    const policies = await app.page.evaluate(() =>
      Promise.all(
        ['/index.html', '/nowhere.js', '/../package.json'].map(async (path) =>
          (await fetch(path)).headers.get('content-security-policy'),
        ),
      ),
    )
    expect(policies).toEqual([contentSecurityPolicy, contentSecurityPolicy, contentSecurityPolicy])
    expect(contentSecurityPolicy).toMatch(/^default-src 'none';/)
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/)
  })

  item([12], 'a webview, should one be made, is not attached', async () => {
    const outcome = await app.electron.evaluate(({ BrowserWindow }) => {
      let prevented = false
      const event = { preventDefault: () => void (prevented = true) }
      BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {})
      return prevented
    })
    expect(outcome).toBe(true)
  })

  item([13, 14], 'the page cannot be led away and opens no window', async () => {
    await stays(app)
    for (const url of [
      'https://example.com/',
      'app://assistant.example.com/',
      'app://other/index.html',
      'file:///etc/hostname',
    ]) {
      const outcome = await app.electron.evaluate(({ BrowserWindow }, address) => {
        let prevented = 0
        const event = { url: address, isMainFrame: true, preventDefault: () => void (prevented += 1) }
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) contents?.emit(name, event)
        return prevented
      }, url)
      expect([url, outcome]).toEqual([url, 3])
    }
  })

  item([15], 'no address is ever handed to the system', () => {
    const callers = sources('electron').filter((text) => /\bopenExternal\b|\bshell\.open/.test(text))
    expect(callers).toEqual([])
    return Promise.resolve()
  })

  item([16], 'Electron is pinned to one version of a major that gets mends', () => {
    const version = packageJson.devDependencies.electron
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(45)
    return Promise.resolve()
  })

  item([17], 'a message counts only from the main frame of our own page', async () => {
    const preload = join(root, 'dist/preload/preload.cjs')
    const answers = await app.electron.evaluate(async ({ BrowserWindow }, path) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true } })
      await stranger.loadURL('data:text/html,<title>stranger</title>')
      const reply: unknown = await stranger.webContents.executeJavaScript(
        `migration.invoke('app:info', {}).then((answer) => answer, () => 'nobody answered')`,
      )
      stranger.destroy()
      const own = BrowserWindow.getAllWindows()[0]
      const home = own?.webContents.getURL() ?? ''
      await own?.loadURL('data:text/html,<title>elsewhere</title>')
      const away: unknown = await own?.webContents.executeJavaScript(`migration.invoke('app:info', {})`)
      const offered: unknown = await own?.webContents.executeJavaScript(`migration.registerFiles([])`)
      await own?.loadURL(home)
      return [reply, away, offered]
    }, preload)
    const refused = { ok: false, error: { code: 'untrusted-sender', message: expect.any(String) } }
    expect(answers).toEqual(['nobody answered', refused, refused])
    await app.page.locator('#root > *').first().waitFor()
    expect(await app.page.evaluate(() => globalThis.migration.invoke('app:info', {}))).toMatchObject({ ok: true })
  })

  item([18], 'the page is no file, and files are not served', async () => {
    expect(app.page.url()).toMatch(/^app:\/\/assistant\//)
    const statuses = await app.electron.evaluate(async ({ session }) => {
      const tries = [
        'app://assistant/%2e%2e/%2e%2e/package.json',
        'app://assistant/..%5cpackage.json',
        'app://other/index.html',
      ]
      const replies = await Promise.all(tries.map((url) => session.defaultSession.fetch(url)))
      const file = await session.defaultSession.fetch('file:///etc/hostname').catch(() => ({ status: 403 }))
      return [...replies, file].map(({ status }) => status)
    })
    expect(statuses).toEqual([404, 404, 404, 403])
  })

  item([19], 'the fuses of the packaged app are named; test/packaged reads them from the binary', () => {
    const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    const fuses = [...config.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => `${name} ${value}`)
    expect(fuses).toEqual(
      expect.arrayContaining(['runAsNode false', 'onlyLoadAppFromAsar true', 'grantFileProtocolExtraPrivileges false']),
    )
    expect(existsSync(join(root, 'test/packaged/packaged.test.ts'))).toBe(true)
    return Promise.resolve()
  })

  item([20], 'the page sees three functions, and no Electron behind them', async () => {
    const seen = await app.page.evaluate(() => {
      const bridge = globalThis.migration as unknown as Record<string, unknown>
      return {
        names: Object.keys(bridge).toSorted(),
        kinds: Object.values(bridge).map((value) => typeof value),
        electron: ['require', 'process', 'ipcRenderer', 'electron', 'webUtils'].filter((name) => name in globalThis),
      }
    })
    expect(seen).toEqual({
      names: ['invoke', 'on', 'registerFiles'],
      kinds: ['function', 'function', 'function'],
      electron: [],
    })
    expect(Object.keys(requests).length).toBeGreaterThan(20)
  })
})

/** The texts of the source files below a folder. */
function sources(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}
