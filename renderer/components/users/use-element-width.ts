import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The inner width of an element in whole pixels, followed as it changes; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return undefined
    setWidth(element.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
