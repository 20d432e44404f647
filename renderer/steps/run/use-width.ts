import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** The width of an element in whole pixels, followed as it changes; `first` until it is known. */
export function useWidth<E extends HTMLElement>(first: number): readonly [RefObject<E | null>, number] {
  const place = useRef<E>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
