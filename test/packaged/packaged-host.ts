import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright'
import { expect } from 'vitest'
import * as z from 'zod'
import { openDisplay } from '../e2e/hosts/display.ts'
import { collectComplaints, environment, type OpenedApp, temporaryFolder } from '../e2e/hosts/opened-app.ts'

/**
 * Starts the packaged app as it is installed and reaches its page by the DevTools protocol: the fuses leave no other
 * way in. Native dialogs cannot be answered so; files are dropped on the window instead.
 */
export async function openPackaged(executable: string): Promise<OpenedApp> {
  const [folder, removeFolder] = temporaryFolder()
  const appFolder = join(folder, 'app')
  const display = await openDisplay()
  const child = spawn(
    executable,
    ['--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${join(folder, 'chromium')}`],
    { env: { ...environment(appFolder), DISPLAY: display.name }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const gone = once(child, 'exit')
  const end = async (): Promise<void> => {
    child.kill()
    await gone
    display.end()
    removeFolder()
  }
  try {
    const address = await devTools(child.stderr)
    // A client that connects while the window opens may wait for it for ever.
    await expect.poll(() => pagesAt(address), { timeout: 60_000 }).toContain('app://assistant/index.html')
    const browser = await chromium.connectOverCDP(address)
    const page = await ownPage(browser.contexts()[0]?.pages() ?? [])
    const complaints = await collectComplaints(page)
    await page.waitForLoadState()
    await page.reload()
    return {
      host: 'desktop',
      page,
      appFolder,
      complaints,
      title: () => page.title(),
      choose: (paths) => drop(page, paths),
      save: () => Promise.reject(new Error('the dialog of the packaged app cannot be answered')),
      close: async () => {
        await browser.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The address that Chromium prints once it listens. */
async function devTools(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      output.resume()
      return address
    }
  }
  throw new Error('the packaged app ended before its window was there')
}

/** The addresses of the pages that Chromium shows; none while it does not answer. */
async function pagesAt(devToolsAddress: string): Promise<readonly string[]> {
  const { host } = new URL(devToolsAddress)
  const reply = await fetch(`http://${host}/json/list`).catch(() => null)
  return reply === null ? [] : listed.parse(await reply.json()).map(({ url }) => url)
}

const listed = z.array(z.object({ url: z.string() }))

async function ownPage(pages: readonly Page[]): Promise<Page> {
  const page = pages.find((candidate) => candidate.url().startsWith('app://'))
  if (page === undefined) throw new Error('the packaged app shows no page of its own')
  await page.waitForFunction(() => 'migration' in globalThis)
  return page
}

/** Drops files on the window as the file manager would. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { x, y } = await page.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2 }))
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  await session.detach()
}
