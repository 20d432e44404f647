import type { DocumentView } from '../../../shared/ipc/views.ts'
import { incompleteFiles } from '../steps.ts'

/** What comes next on Connect, and so which of its buttons is filled. */
export type ConnectNext = 'rehearse' | 'check' | 'go-on' | 'start'

/** `address`: what is typed as the address of a live core. */
export function connectNext(document: DocumentView, address: string): ConnectNext {
  const { target, rehearsed } = document
  if (target?.kind === 'live') {
    if (!target.connected) return 'check'
    return startsForReal(document) ? 'start' : 'go-on'
  }
  // After a rehearsal the live core is what is missing.
  if (rehearsed || address.trim() !== '') return 'check'
  return target?.connected === true ? 'go-on' : 'rehearse'
}

/** A live core takes the users of a rehearsal, and nothing of them was sent to it yet. */
export function startsForReal(document: DocumentView): boolean {
  const { target, rehearsed, started, work, counts } = document
  const isRead = work.kind === 'idle' && incompleteFiles(document).length === 0
  return target?.kind === 'live' && rehearsed && !started && isRead && counts.ready > 0
}
