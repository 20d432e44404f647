import { describe, test } from 'vitest'
import { browserMissing, openBrowserHost, type OpenedBrowser } from './browser-host.ts'
import { desktopMissing, openDesktop, type DesktopApp } from './desktop-host.ts'
import { showPage, type OpenedApp } from './opened-app.ts'

const names = { desktop: 'in the desktop app', browser: 'in a browser' } as const
type Host = keyof typeof names

const missing: Readonly<Record<Host, string | null>> = { desktop: desktopMissing(), browser: browserMissing() }

/** Both hosts in the long form; else each journey in the host it names, since what differs between hosts has tests of its own. */
const inBoth = process.env['E2E_HOSTS'] === 'both'

/** Scenarios of one host alone. Prints why they are skipped where that host is missing. */
export function inDesktop(title: string, body: () => void): void {
  describe.skipIf(isSkipped('desktop', title))(title, body)
}

/** As `inDesktop`. */
export function inBrowser(title: string, body: () => void): void {
  describe.skipIf(isSkipped('browser', title))(title, body)
}

/** A scenario in one host, in the other one where the first is missing, in both in the long form; see `inRenewedApp`. */
export function journey(title: string, host: Host, scenario: (app: OpenedApp) => Promise<unknown>): void {
  const other = host === 'desktop' ? 'browser' : 'desktop'
  const hosts: readonly Host[] = inBoth ? [host, other] : [missing[host] === null ? host : other]
  for (const each of hosts)
    test.skipIf(isSkipped(each, title))(`${title} ${names[each]}`, () => inRenewedApp(each, scenario))
}

type Apps = { readonly desktop: DesktopApp; readonly browser: OpenedBrowser }

const open: { readonly [H in Host]: () => Promise<Apps[H]> } = {
  desktop: () => openDesktop(),
  browser: () => openBrowserHost(),
}

/** Apps that wait for the next scenario of this process: starting one costs more than many scenarios. */
const waiting: { -readonly [H in Host]?: Apps[H] } = {}
process.once('SIGTERM', () => Object.values(waiting).forEach((app) => app.abandon()))

/**
 * Runs a scenario in an app that is as after its first start and may have served others before, since all it remembers is in
 * its page, its migration and its files. What changes the app itself needs one of its own.
 */
export async function inRenewedApp<H extends Host>(
  host: H,
  scenario: (app: Apps[H]) => Promise<unknown>,
): Promise<void> {
  const app: Apps[H] = waiting[host] ?? (await open[host]())
  delete waiting[host]
  try {
    await scenario(app)
    // Routes of a scenario end with it: a request that one of them still fetches would outlive its page.
    await app.page.unrouteAll({ behavior: 'wait' })
    await app.renew()
  } catch (error) {
    await showPage(app, error)
    await app.page.unrouteAll({ behavior: 'ignoreErrors' })
    await app.close()
    throw error
  }
  waiting[host] = app
}

function isSkipped(host: Host, title: string): boolean {
  if (missing[host] !== null) console.log(`skipped: ${title} ${names[host]}, because ${missing[host]}`)
  return missing[host] !== null
}
