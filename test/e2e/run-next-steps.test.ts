import { expect } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { journey } from './journey.ts'
import type { OpenedApp } from './opened-app.ts'
import { bulkTour } from './tour/bulk-tour.ts'
import { rehearsalTour, runTour } from './tour/run-tour.ts'

/** A run from its pilot to its report, each state left by the one filled button; what axe-core finds there, by place. */
async function nextSteps(app: OpenedApp): Promise<void> {
  const found: Record<string, readonly string[]> = {}
  const look = async (name: string): Promise<void> => {
    const here = await violationsInThemes(app.page)
    if (here.length > 0) found[name] = here
  }
  await runTour(app, look, 64)
  await rehearsalTour(app, look)
  await bulkTour(app, look)
  expect(found).toEqual({})
  expect(app.complaints).toEqual([])
}

journey('a run leads from one step to the next', 'browser', nextSteps)
