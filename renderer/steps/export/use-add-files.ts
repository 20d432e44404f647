import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'

export type AddFiles = ReturnType<typeof useAddFiles>

/** The ways files come in: the system's dialog, files handed to the page, and the built-in export. */
export function useAddFiles() {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const pick = useTask(() => bridge.ask('export:pick', {}), accept)
  const sample = useTask(() => bridge.ask('export:sample', {}), accept)
  const take = useTask(async (files: readonly File[]) => {
    const offered = await bridge.offer(files)
    return offered.ok ? bridge.ask('export:add', { files: [...offered.value] }) : offered
  }, accept)
  const tasks = [pick, sample, take]

  return {
    pick: () => void pick.run(),
    sample: () => void sample.run(),
    take: (files: readonly File[]) => {
      if (files.length > 0) void take.run(files)
    },
    busy: tasks.some((task) => task.busy),
    problem: tasks.find((task) => task.problem)?.problem ?? null,
    dismiss: () => tasks.forEach((task) => task.dismiss()),
  }
}
