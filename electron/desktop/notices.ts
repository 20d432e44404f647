import { counted } from '../../shared/format.ts'
import type { ProgressView } from '../../shared/ipc/views.ts'
import { documentName } from '../ipc/services/recent-documents.ts'

type Notice = { readonly title: string; readonly body: string }

type Moment = Pick<ProgressView, 'state' | 'stopped' | 'counts' | 'note' | 'startedAt'>

/**
 * Notifications while another window has the focus: the run ended, or stopped on its own. Numbers only; null: none.
 * `told`: start of the run of the last notification; a short run may end before any other event of it arrives.
 */
export function noticeOf(told: number | null, now: Moment): Notice | null {
  if (now.startedAt === null || now.startedAt === told) return null
  const { migrated, failed, 'in-doubt': inDoubt } = now.counts
  const rest = [
    failed > 0 ? `${counted(failed, 'user')} failed` : '',
    inDoubt > 0 ? `${counted(inDoubt, 'user')} without an answer` : '',
  ]
  const sum = [`${counted(migrated, 'user')} migrated`, ...rest.filter((part) => part !== '')].join(', ')
  if (now.state === 'finished') return { title: 'Migration finished', body: `${sum}. The report is ready.` }
  if (now.state !== 'stopped' || now.stopped === 'cancelled') return null
  // The core's text may hold anything; the first sentence is ours.
  const [why = ''] = /^.*?\.(?=\s|$)/.exec(now.note) ?? []
  return { title: 'Migration stopped: action needed', body: `${why} ${sum}.`.trim() }
}

/**
 * The title of a window: the open migration's name, with a dot before it while something is not in its file yet (it is
 * read, planned or sent), as editors do for what is not saved.
 */
export function titleOfWindow(path: string | null, unsaved: boolean, appName: string): string {
  return path === null ? appName : `${unsaved ? '• ' : ''}${documentName(path)} - ${appName}`
}
