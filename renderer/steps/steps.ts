import { hasEnded } from '../api/progress-context.tsx'
import type { DocumentView, ProgressView } from '../../shared/ipc/views.ts'
import { fieldsToReview } from './mapping/review.ts'
import { count, counted } from '../components/format.ts'

export const stepKeys = ['connect', 'export', 'mapping', 'review', 'run', 'report'] as const
export type StepKey = (typeof stepKeys)[number]

export const stepTitles: Readonly<Record<StepKey, string>> = {
  connect: 'Connect',
  export: 'Export',
  mapping: 'Mapping',
  review: 'Preview',
  run: 'Run',
  report: 'Report',
}

/** How a step stands: `open` can be entered, `done` needs nothing more, `note` is its small text in the rail. */
export type StepStatus = { readonly open: boolean; readonly done: boolean; readonly note: string }

/** How every step stands, from what the document and the run say. */
export function stepStatuses(
  document: DocumentView,
  progress: ProgressView | null,
): Readonly<Record<StepKey, StepStatus>> {
  const { files, target, totals, counts } = document
  const hasFiles = files.length > 0
  const read = hasFiles && document.work.kind === 'idle'
  const undecided = document.providers.filter((provider) => provider.mapped === null).length
  const toMap = document.needsMapping.length
  const toReview = fieldsToReview(document.unmappedFields).length
  const cut = incompleteFiles(document).length
  return {
    connect: {
      open: true,
      done: target?.connected === true,
      note: target ? (target.kind === 'rehearsal' ? 'rehearsal' : target.name) : '',
    },
    export: { open: true, done: read && toMap === 0 && cut === 0, note: cut > 0 ? 'incomplete' : exportNote(document) },
    mapping: {
      open: hasFiles && cut === 0,
      done: read && toMap === 0 && toReview === 0 && undecided === 0,
      note: toMap > 0 ? 'to do' : toReview + undecided > 0 ? `${count(toReview + undecided)} open` : '',
    },
    review: {
      open: hasFiles && toMap === 0 && cut === 0 && (toReview === 0 || document.started),
      done: document.started,
      note: totals.users > 0 ? count(totals.users) : '',
    },
    run: {
      open: document.started,
      done: document.started && progress !== null && hasEnded(progress),
      note: runNote(progress),
    },
    report: {
      open: document.started,
      done: false,
      note: document.started && counts.failed > 0 ? `${count(counts.failed)} failed` : '',
    },
  }
}

/** Files of which the rest is missing, and of which nobody said yet that what was read is enough. */
export function incompleteFiles({ files }: Pick<DocumentView, 'files'>): DocumentView['files'] {
  return files.filter(({ truncation }) => truncation !== null && !truncation.accepted)
}

function exportNote({ files }: DocumentView): string {
  const titles = [
    ...new Set(files.filter((file) => file.provider && file.provider !== 'generic').map((file) => file.providerTitle)),
  ]
  if (titles.length === 1 && files.every((file) => file.provider !== 'generic')) return titles[0] ?? ''
  return files.length > 0 ? counted(files.length, 'file') : ''
}

function runNote(progress: ProgressView | null): string {
  if (!progress) return ''
  if (progress.state === 'running' || progress.state === 'waiting') {
    return progress.target > 0 ? `${Math.floor((100 * progress.finished) / progress.target)} %` : ''
  }
  return progress.state === 'idle' || progress.state === 'finished' ? '' : progress.state
}

/** Where a document is taken up again. */
export function firstStep(document: DocumentView): StepKey {
  if (document.started) return 'run'
  if (!document.target) return 'connect'
  if (document.files.length === 0 || incompleteFiles(document).length > 0) return 'export'
  return document.needsMapping.length > 0 || fieldsToReview(document.unmappedFields).length > 0 ? 'mapping' : 'review'
}
