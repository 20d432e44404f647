import { useEffect, useEffectEvent, useState } from 'react'

/** Files may be dropped anywhere on the window while this is in use; says whether some hover over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    function over(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setHovering(true)
    }
    function leave(event: DragEvent): void {
      if (event.relatedTarget === null) setHovering(false)
    }
    function drop(event: DragEvent): void {
      event.preventDefault()
      setHovering(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])

  return hovering
}
