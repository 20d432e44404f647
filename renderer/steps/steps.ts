import { percentText, pilotShare, runShare } from '../../shared/report/run-share.ts'
import type { DocumentView, ProgressView } from '../../shared/ipc/views.ts'
import { askedFields } from './mapping/questions/review.ts'
import { stageIn } from './run/use-run.ts'
import { counted } from '../components/texts/format.ts'
import type { StepKey } from '../../shared/ipc/commands.ts'

/**
 * The status of a step. `closed`: why it cannot be entered, null when it can; `done` needs nothing more; `note` is its small text in the rail. `waiting`: files, columns or users that still need the operator; such a step is never done.
 */
type StepStatus = {
  readonly closed: string | null
  readonly done: boolean
  readonly note: string
  readonly waiting: number
}

/** The status of every step, derived from the document and the run. */
export function stepStatuses(
  document: DocumentView,
  progress: ProgressView | null,
): Readonly<Record<StepKey, StepStatus>> {
  const { files, target, counts } = document
  const hasFiles = files.length > 0
  const read = hasFiles && document.work.kind === 'idle'
  const toMap = document.needsMapping.length
  const columns = toMap + askedFields(document).length
  // They hold no step back: what is left open about them stays behind.
  const unsure = document.started ? 0 : document.openColumns.length
  const cut = incompleteFiles(document).length
  const notStarted = document.started ? null : 'Start the migration first.'
  const unread = hasFiles
    ? cut === 0
      ? null
      : 'Part of the export is missing or not read: decide that on Export first.'
    : 'Load an export first.'
  const unmapped =
    toMap > 0
      ? 'Map the columns first.'
      : columns > 0 && !document.started
        ? 'Review the columns on Map columns first.'
        : null
  const undecided = read ? counts.blocked : 0
  return {
    connect: {
      closed: null,
      done: target?.connected === true,
      note: target ? target.kind : '',
      waiting: 0,
    },
    export: { closed: null, done: read && cut === 0, note: exportNote(document), waiting: cut },
    mapping: { closed: unread, done: read && cut === 0 && columns === 0, note: '', waiting: columns + unsure },
    review: {
      closed: unread ?? unmapped,
      done: document.started && undecided === 0,
      note: '',
      waiting: columns === 0 ? undecided : 0,
    },
    run: {
      closed: notStarted,
      done: document.started && progress !== null && (hasEnded(progress) || isUndone(document, progress)),
      note: document.inStep === true ? 'in step' : document.started ? runNote(document, progress) : '',
      waiting: document.started && progress !== null && hasEnded(progress) ? progress.counts.failed : 0,
    },
    report: { closed: notStarted, done: false, note: '', waiting: 0 },
  }
}

/** The step to open on the way to `wanted`: an earlier one that still needs the operator, else `wanted` itself. */
export function stepToward(document: DocumentView, wanted: StepKey): StepKey {
  if (wanted === 'review') return prepareStep(document)
  return wanted === 'mapping' && stepStatuses(document, null).mapping.closed !== null ? 'export' : wanted
}

/** The current step of preparing a run. */
export function prepareStep(document: DocumentView): 'export' | 'mapping' | 'review' {
  const { mapping, review } = stepStatuses(document, null)
  if (mapping.closed !== null) return 'export'
  return review.closed === null ? 'review' : 'mapping'
}

/** The button that leads to a step of the preparation. */
export const stepActions = { export: 'Load the export', mapping: 'Map columns', review: 'Review users' } as const

/** Files that cannot be read, and those that are truncated or partly unread, and not yet accepted by the operator. */
export function incompleteFiles({ files }: Pick<DocumentView, 'files'>): DocumentView['files'] {
  return files.filter(
    (file) =>
      isRefused(file) ||
      isCut(file) ||
      hasUnreadTables(file) ||
      hasUnreadHashes(file) ||
      hasUnappliedChanges(file) ||
      hasLostLogins(file),
  )
}

/** Those that cannot be read. A file of another kind, such as a picture in a folder that was dropped, holds nothing of users. */
export function refusedFiles({ files }: Pick<DocumentView, 'files'>): DocumentView['files'] {
  return files.filter(isRefused)
}

function isRefused({ problem, isOther }: DocumentView['files'][number]): boolean {
  return problem !== null && !isOther
}

/** The truncated ones of these files. */
export function cutFiles({ files }: Pick<DocumentView, 'files'>): DocumentView['files'] {
  return files.filter(isCut)
}

function isCut({ truncation }: DocumentView['files'][number]): boolean {
  return truncation !== null && !truncation.accepted
}

function hasUnreadTables({ unreadTables }: DocumentView['files'][number]): boolean {
  return unreadTables !== null && !unreadTables.excluded
}

function hasUnreadHashes({ controlTotals }: DocumentView['files'][number]): boolean {
  return controlTotals?.unreadHashes?.excluded === false
}

function hasUnappliedChanges({ unappliedChanges }: DocumentView['files'][number]): boolean {
  return unappliedChanges?.ignored === false
}

function hasLostLogins({ lostLogins }: DocumentView['files'][number]): boolean {
  return lostLogins?.ignored === false
}

function exportNote({ files }: DocumentView): string {
  const exports = files.filter(({ problem }) => problem === null).length
  return exports > 0 ? counted(exports, 'file') : ''
}

function isUndone(document: DocumentView, progress: ProgressView | null): boolean {
  return progress !== null && stageIn(document, progress) === 'undone'
}

function runNote(document: DocumentView, progress: ProgressView | null): string {
  if (!progress) return ''
  if (isUndone(document, progress)) return 'undone'
  const pilot = pilotShare(progress)
  const { percent, total } = pilot ?? runShare(progress.counts)
  return total > 0 && percent < 100 ? percentText(pilot?.sent ?? progress.counts.migrated, percent) : ''
}

/** The step that opens with a document. */
export function firstStep(document: DocumentView): StepKey {
  if (document.started) return 'run'
  if (!document.target) return 'connect'
  return prepareStep(document)
}

/** No user is left to send: the run finished, now or before the document was opened again. */
function hasEnded({ state, counts }: ProgressView): boolean {
  return state === 'finished' || (state === 'idle' && counts.ready === 0 && counts.sending === 0)
}
