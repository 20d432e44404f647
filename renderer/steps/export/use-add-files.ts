import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'

export type AddFiles = ReturnType<typeof useAddFiles>

/** The ways files come in: the system's dialog, files handed to the page, and the built-in export. */
export function useAddFiles() {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const pick = useMutation(() => bridge.invoke('export:pick', {}), accept)
  const sample = useMutation(() => bridge.invoke('export:sample', {}), accept)
  const take = useMutation(async (files: readonly File[]) => {
    const offered = await bridge.registerFiles(files)
    return offered.ok ? bridge.invoke('export:add', { files: [...offered.value] }) : offered
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
