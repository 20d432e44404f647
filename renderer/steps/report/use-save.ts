import { useState } from 'react'
import type { ReportFormat } from '../../../shared/ipc/report-files.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { counted } from '../../components/format.ts'

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
