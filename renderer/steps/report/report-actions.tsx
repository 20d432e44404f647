import { useState } from 'react'
import type { ReportFormat } from '../../../shared/ipc/report-files.ts'
import type { OpenCause, ReportView } from '../../../shared/ipc/views.ts'
import type { CutOver } from '../../../shared/follow/follow-settings.ts'
import { averageRate } from '../../../shared/report/run-share.ts'
import { unchangedOf } from '../../../shared/report/state-titles.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button, reasons } from '../../components/controls/button.tsx'
import { count, counted, dayOf, duration, rate, shortTime } from '../../components/texts/format.ts'
import { NextStepButton } from '../../components/shell/next-step-button.tsx'
import { actionAbout, userAction } from '../../components/texts/user-action.ts'
import { useDecisions, useSteps } from '../../navigation/step-context.tsx'
import { KeepInStep } from '../follow/follow-dialog.tsx'
import { ConfirmStart } from '../review/start-dialog.tsx'
import { retryableOf } from '../run/progress/run-facts.ts'
import type { Run } from '../run/use-run.ts'

/** The open task as the one filled button; saving the report when there is none. */
export function ReportActions({
  report,
  run,
  save,
  removing,
  onCorrect,
}: {
  readonly report: ReportView | null
  readonly run: Run
  readonly save: SaveReport
  /** Users are being removed from the core again: nothing else is a next step meanwhile. */
  readonly removing: boolean
  readonly onCorrect: () => void
}) {
  const { go } = useSteps()
  const toDecisions = useDecisions()
  const { target } = useDocument()
  const { progress } = useProgress()
  const [asking, setAsking] = useState(false)
  const next = report === null || removing ? null : reportNext(report, isUnderWay(progress))
  const connected = target?.connected === true
  const press = {
    run: () => go('run'),
    retry: () => void run.retry.run({ kind: 'retryable' }),
    correct: onCorrect,
    migrate: () => setAsking(true),
    decide: () => toDecisions(),
    'migrate-live': () => go('connect'),
  }
  const saving = {
    busy: save.saving === 'html',
    disabled: (removing && reasons.removing) || (save.saving !== null && reasons.busy),
    onClick: () => save.run('html'),
  }
  // Until the report is loaded no button is shown, because a more urgent one could replace it.
  if (report === null) return null
  return (
    <>
      {next === null && !removing && report.undone !== null && report.counts.ready > 0 && (
        <Button disabled={!connected && reasons.notConnected} onClick={() => setAsking(true)}>
          {actionAbout('Migrate again', report.counts.ready)}…
        </Button>
      )}
      {report.target?.kind === 'live' && report.undone === null && !removing && (
        <KeepInStep onBegun={() => go('run')} />
      )}
      {next !== null && <Button {...saving}>Save report…</Button>}
      {next === null ? (
        <NextStepButton action="save" {...saving}>
          Save report…
        </NextStepButton>
      ) : (
        <NextStepButton
          action={next.action}
          busy={run.retry.busy}
          disabled={(next.action === 'retry' || next.action === 'migrate') && !connected && reasons.notConnected}
          onClick={press[next.action]}
        >
          {next.label}
        </NextStepButton>
      )}
      {asking && <ConfirmStart onClose={() => setAsking(false)} onStarted={() => go('run')} />}
    </>
  )
}

export type SaveReport = ReturnType<typeof useSave>

/** Saves one of the report's files; says under which name, or why not. `digest`: of the report that is saved. */
export function useSave(masked: boolean, digest: string | null) {
  const bridge = useBridge()
  const [saving, setSaving] = useState<ReportFormat | null>(null)
  const [saved, setSaved] = useState<{ readonly name: string; readonly digest: string | null } | null>(null)
  const keep = (name: string | null) => setSaved(name === null ? null : { name, digest })
  const task = useMutation(
    // The list for mailing is asked for after the question that says so.
    (format: ReportFormat) =>
      bridge.invoke('report:save', { format, masked: format === 'users-without-password' ? false : masked }),
    (answer) => keep(answer.saved),
  )
  const all = useMutation(
    (formats: readonly ReportFormat[]) => bridge.invoke('report:save-all', { formats: [...formats], masked }),
    ({ saved: folder, files }) => keep(folder === null ? null : `${counted(files, 'file')} in ${folder}`),
  )
  async function save(format: ReportFormat): Promise<void> {
    setSaving(format)
    setSaved(null)
    await task.run(format)
    setSaving(null)
  }
  const problem = task.problem ?? all.problem
  // The operator stopped it, so there is no error to show.
  const stopped = problem?.code === 'saving-stopped' ? problem.message : null
  return {
    run: (format: ReportFormat) => void save(format),
    runAll: (formats: readonly ReportFormat[]) => {
      setSaved(null)
      void all.run(formats)
    },
    saving,
    savingAll: all.busy,
    // A file from before the report changed is no longer this report.
    saved: saved?.digest === digest ? saved.name : null,
    stopped,
    problem: stopped === null ? problem : null,
    dismiss: () => {
      task.dismiss()
      all.dismiss()
    },
  }
}

/** The title of the report: how many users of a live core are migrated, else the state of all. */
export function reportTitle({ target, undone, sentence, counts, totals }: ReportView): string {
  if (undone !== null || target?.kind !== 'live' || counts.migrated === 0) return sentence
  // Of a later export, unchanged users are in the core already.
  const unchanged = unchangedOf(totals, counts)
  const migrated = `${count(counts.migrated)} of ${counted(totals.users - unchanged, 'user')} migrated`
  return unchanged === 0 ? migrated : `${migrated} · ${count(unchanged)} unchanged`
}

/** The line under the title: time, number of runs, speed, and a warning where the numbers do not add up. */
export function reportLead(report: ReportView): string {
  const { addsUp, target, undone, runs } = report
  const wrong = addsUp
    ? ''
    : 'The numbers below do not add up. Save the report and have it checked before you rely on it. '
  if (undone !== null) {
    const { undoneAt } = report
    const at = undoneAt === null ? '' : `${dayOf(undoneAt)}, ${shortTime(undoneAt)}. `
    const { migrated } = report.counts
    // Changes of users who were in the core before are not taken back.
    const before =
      migrated === 0
        ? 'What was there before is untouched.'
        : `${counted(migrated, 'user')} that this migration did not create ${migrated === 1 ? 'stays' : 'stay'} as it left ${migrated === 1 ? 'it' : 'them'}.`
    return `${wrong}${at}${before}`
  }
  const when = timeOf(report)
  if (when === '') return wrong.trim()
  if (target?.kind === 'rehearsal') return `${wrong}Rehearsal of ${when}. No real core was changed.`
  const speed = averageRate(report)
  return `${wrong}${when}. ${counted(runs, 'run')}${speed === null ? '' : `, ${rate(speed)} users per second`}.`
}

/** After a cut-over: how long the old system may have changed without being read. */
export function cutOverLead(cutOver: Pick<CutOver, 'lastRead' | 'lastWrite'> | null): string {
  if (cutOver === null) return ''
  const { lastRead, lastWrite } = cutOver
  return lastWrite === null || lastWrite < lastRead
    ? `Cut over: last read at ${shortTime(lastRead)}, nothing written after it.`
    : `Cut over: ${duration(lastWrite - lastRead)} between the last read and the last write.`
}

/** `November 20, 14:02 to 14:09`, with the second day where it is another one. */
function timeOf({ startedAt, finishedAt }: ReportView): string {
  if (startedAt === null) return ''
  const began = `${dayOf(startedAt)}, ${shortTime(startedAt)}`
  if (finishedAt === null) return began
  if (finishedAt - startedAt < 60_000 && shortTime(finishedAt) === shortTime(startedAt)) return began
  const other = dayOf(finishedAt) === dayOf(startedAt) ? '' : `${dayOf(finishedAt)}, `
  return `${began} to ${other}${shortTime(finishedAt)}`
}

type ReportNext = {
  readonly action: 'run' | 'retry' | 'correct' | 'migrate' | 'decide' | 'migrate-live'
  readonly label: string
}

/** The largest cause of failures, where only another value helps its users; null: to send them again may help. */
export function causeToCorrect(causes: readonly OpenCause[]): OpenCause | null {
  const largest = causes.find(({ state }) => state === 'failed')
  return largest?.action === 'correct' ? largest : null
}

/** The open tasks after the runs, the largest first; null: none, so the report can be saved. */
export function reportNext(report: ReportView, underWay: boolean): ReportNext | null {
  const { counts, causes, target } = report
  if (underWay) return { action: 'run', label: 'Back to the run' }
  // After an undo the filled button must not offer the same run again.
  if (report.undone !== null) return null
  const isRehearsal = target?.kind === 'rehearsal'
  if (counts.failed > 0 && (isRehearsal || counts.failed >= counts.blocked)) {
    const largest = causeToCorrect(causes)
    const retryable = retryableOf(
      counts.failed,
      causes.filter(({ state }) => state === 'failed'),
    )
    return largest === null && retryable > 0
      ? { action: 'retry', label: userAction('Retry', retryable) }
      : { action: 'correct', label: userAction('Correct', largest?.users ?? counts.failed) }
  }
  if (counts.ready > 0) return { action: 'migrate', label: userAction('Migrate', counts.ready, '…') }
  if (counts.sending > 0) return { action: 'run', label: 'Back to the run' }
  if (isRehearsal) return counts.migrated > 0 ? { action: 'migrate-live', label: 'Migrate for real…' } : null
  if (counts.blocked > 0) return { action: 'decide', label: userAction('Decide for', counts.blocked) }
  return null
}

/** At the foot: why the next step cannot be pressed, else what stays. `kept`: users whose hashes are in the file. */
export function reportFootText(report: ReportView, kept: number, connected: boolean): string {
  const next = reportNext(report, false)?.action
  if (!connected && (next === 'retry' || next === 'migrate')) return 'Connect to the core again to send users.'
  if (report.undone !== null) return 'Your mapping and decisions are kept.'
  if (report.target?.kind === 'rehearsal') return 'The rehearsal stays in your recent migrations.'
  return kept > 0 ? 'Password hashes stay in this file until you remove them.' : ''
}

/** `2 runs, 4.6 users/s on average` */
export function runsText(report: ReportView): string {
  const speed = averageRate(report)
  return `${counted(report.runs, 'run')}${speed === null ? '' : `, ${rate(speed)} users/s on average`}`
}
