import { useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'

export type MappingFile = ReturnType<typeof useMappingFile>

/** A mapping as a small file: saved for the next export, and loaded for this one. */
export function useMappingFile(fileId: number | null) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const [done, setDone] = useState<{ readonly fileId: number; readonly words: string } | null>(null)
  const save = useMutation(async (id: number) => {
    const saved = await bridge.invoke('mapping:save', { fileId: id })
    if (saved.ok && saved.value.saved !== null) setDone({ fileId: id, words: `Saved as ${saved.value.saved}.` })
    return saved
  })
  const load = useMutation(async (id: number) => {
    const loaded = await bridge.invoke('mapping:load', { fileId: id })
    if (loaded.ok && loaded.value !== null) {
      accept(loaded.value)
      setDone({ fileId: id, words: 'Mapping loaded. The export is being read again.' })
    }
    return loaded
  })

  function run(task: typeof save | typeof load): void {
    setDone(null)
    save.dismiss()
    load.dismiss()
    if (fileId !== null) void task.run(fileId)
  }

  return {
    save: () => run(save),
    load: () => run(load),
    busy: save.busy || load.busy,
    /** What was done for the file that is shown. */
    done: done?.fileId === fileId ? done.words : null,
    problem: save.problem ?? load.problem,
    dismiss: () => {
      setDone(null)
      save.dismiss()
      load.dismiss()
    },
  }
}
