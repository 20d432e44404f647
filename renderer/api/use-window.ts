import { useEffect } from 'react'
import type { DocumentView } from '../../shared/ipc/views.ts'

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

/** The migration's name, with a dot before it while it is read, planned or sent: something is not in its file yet. */
export function windowTitle({ name, work, counts }: Pick<DocumentView, 'name' | 'work' | 'counts'>): string {
  const unsaved = work.kind !== 'idle' || counts.sending > 0
  return `${unsaved ? '• ' : ''}${name.replace(/\.migration$/, '')} - User Migration Assistant`
}

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
