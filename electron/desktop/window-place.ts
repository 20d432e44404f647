import * as z from 'zod'
import type { Section } from '../ipc/services/settings-store.ts'

/** A rectangle in screen coordinates, device-independent pixels. */
type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
})
type Place = z.infer<typeof placeSchema>

/** The last place of the window; null: it was never open. */
export const placeSection: Section<Place | null> = { name: 'window', schema: placeSchema.nullable(), initial: null }

export const smallest = { width: 880, height: 600 } as const
const usual = { width: 1280, height: 860 } as const

/**
 * Fits the last place of the window to the screens that are connected now. Without a former place, or
 * when less than a hundred points of it would be in sight, it is centred on the first screen.
 */
export function fitPlace(former: Place | null, screens: readonly Area[]): Place {
  const screen = screens.find((area) => former !== null && inSight(former, area)) ?? screens[0]
  if (screen === undefined) return { x: 0, y: 0, ...usual, maximized: false }
  const width = within(former?.width ?? usual.width, smallest.width, screen.width)
  const height = within(former?.height ?? usual.height, smallest.height, screen.height)
  const known = former !== null && inSight(former, screen)
  const x = known ? former.x : screen.x + Math.round((screen.width - width) / 2)
  const y = known ? former.y : screen.y + Math.round((screen.height - height) / 2)
  return {
    x: within(x, screen.x, screen.x + screen.width - width),
    y: within(y, screen.y, screen.y + screen.height - height),
    width,
    height,
    maximized: former?.maximized ?? false,
  }
}

function inSight(place: Area, screen: Area): boolean {
  const across = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
  const down = Math.min(place.y + place.height, screen.y + screen.height) - Math.max(place.y, screen.y)
  return across >= 100 && down >= 100
}

/** A screen smaller than the smallest window wins over it. */
function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
