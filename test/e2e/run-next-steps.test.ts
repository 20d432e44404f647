import { describe, expect, test } from 'vitest'
import { violationsInBoth } from './axe.ts'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import { desktopMissing, openDesktop } from './desktop-host.ts'
import { within, type OpenedApp } from './opened-app.ts'
import { bulkTour } from './tour/bulk-tour.ts'
import { rehearsalTour, runTour } from './tour/run-tour.ts'

/** A run from its pilot to its report, each state left by the one filled button; what axe-core finds there, by place. */
async function nextSteps(app: OpenedApp): Promise<void> {
  const found: Record<string, readonly string[]> = {}
  const look = async (name: string): Promise<void> => {
    const here = await violationsInBoth(app.page)
    if (here.length > 0) found[name] = here
  }
  await runTour(app, look, 160)
  await rehearsalTour(app, look)
  await bulkTour(app, look)
  expect(found).toEqual({})
  expect(app.complaints).toEqual([])
}

describe('a run leads from one step to the next', () => {
  test.skipIf(browserMissing() !== null)('in a browser', () => within(openBrowserHost(), nextSteps))
  test.skipIf(desktopMissing() !== null)('on the desktop', () => within(openDesktop(), nextSteps))
})
