import { useState } from 'react'
import type { Input } from '../../../shared/bridge/contract.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useTask } from '../../bridge/use-task.ts'

export type Format = Input<'report:save'>['format']
export type SaveReport = ReturnType<typeof useSave>

/** Saves one of the report's files; says under which name, or why not. */
export function useSave(masked: boolean) {
  const bridge = useBridge()
  const [saving, setSaving] = useState<Format | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const task = useTask(
    // The list for mailing is asked for after the question that says so.
    (format: Format) =>
      bridge.ask('report:save', { format, masked: format === 'users-without-password' ? false : masked }),
    (answer) => setSaved(answer.saved),
  )
  async function save(format: Format): Promise<void> {
    setSaving(format)
    setSaved(null)
    await task.run(format)
    setSaving(null)
  }
  return { run: (format: Format) => void save(format), saving, saved, problem: task.problem, dismiss: task.dismiss }
}
