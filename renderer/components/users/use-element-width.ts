import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The inner width of an element in whole pixels, followed as it changes; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return undefined
    const { current } = element
    const measure = (): void => setWidth(current.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    measure()
    return () => observer.disconnect()
  }, [element])
  return width
}
