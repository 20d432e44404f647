import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { useStepScroll } from './step-state.ts'

/** What an operator does who wants to be somewhere else. */
const signs = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Scrolls an element to where it was when its step was left. What it holds may come bit by bit: it is waited for until it is
 * long enough, or until the operator moves.
 */
export function useScrollRestoration(element: RefObject<HTMLElement | null>): void {
  const place = useStepScroll<number>('scroll')
  useLayoutEffect(() => {
    const scroller = element.current
    const content = scroller?.firstElementChild
    if (!scroller || !content) return undefined
    let wanted = place.read()
    const reach = (): void => {
      if (wanted === null) return
      scroller.scrollTo({ top: wanted, behavior: 'instant' })
      if (Math.abs(scroller.scrollTop - wanted) < 1) wanted = null
    }
    const giveUp = (): void => {
      wanted = null
    }
    const note = (): void => {
      if (wanted === null) place.write(scroller.scrollTop)
    }
    reach()
    const growing = new ResizeObserver(reach)
    growing.observe(content)
    scroller.addEventListener('scroll', note, { passive: true })
    for (const sign of signs) scroller.addEventListener(sign, giveUp, { passive: true })
    return () => {
      growing.disconnect()
      scroller.removeEventListener('scroll', note)
      for (const sign of signs) scroller.removeEventListener(sign, giveUp)
    }
  }, [element, place])
}
