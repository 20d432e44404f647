import { createContext, use } from 'react'

/** Where a drawer is drawn: over the right side of the step, as high as the step. Null until the step is on screen. */
export const DrawerSlot = createContext<HTMLElement | null>(null)

export function useDrawerSlot(): HTMLElement | null {
  return use(DrawerSlot)
}
