import { useEffect } from 'react'

/** The title of the window or tab while this is in use. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}

/** A file dropped where nobody takes it must not replace the page. */
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
