import { expect } from 'vitest'
import { violationsInThemes } from './checks/axe.ts'
import { saysHowMany } from './checks/button-counts.ts'
import { journey } from './hosts/journey.ts'
import type { OpenedApp } from './hosts/opened-app.ts'
import { wholeTour } from './tour/parts.ts'
import { tour } from './tour/tour.ts'

/** Every step, with its dialogs open and closed, in light and in dark: what axe-core finds, by place; and whether buttons say how many users they are about. */
async function everywhere(app: OpenedApp): Promise<void> {
  const found: Record<string, readonly string[]> = {}
  const seen: string[] = []
  const look = async (name: string): Promise<void> => {
    seen.push(name)
    const inThemes = await violationsInThemes(app.page)
    if (inThemes.length > 0) found[name] = inThemes
    await saysHowMany(app.page)
  }
  await tour(app, wholeTour, look, 220)
  expect(found).toEqual({})
  expect(seen.length).toBeGreaterThan(20)
  expect(app.complaints).toEqual([])
}

journey('every step, with its dialogs, is accessible', 'desktop', everywhere)
