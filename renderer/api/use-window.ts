import { useEffect } from 'react'

/** A file dropped outside of any drop target must not replace the page. */
export function useDropGuard(): void {
  useEffect(() => {
    function refuse(event: DragEvent): void {
      if (event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
