import { useEffect, useEffectEvent, useState } from 'react'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocumentState } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { ProblemNotice } from '../../../components/notices/notice.tsx'
import { useSteps } from '../../../navigation/step-context.tsx'
import styles from './files.module.css'

/** Takes files that are dropped on any step, and shows them where they are listed. */
export function FileDrop() {
  const add = useAddFiles()
  const { go } = useSteps()
  const hovering = useFileDrop((files) => {
    add.take(files)
    go('export')
  })
  return (
    <>
      {hovering && (
        <div className={styles.veil} aria-hidden="true">
          <p className={styles.drop}>
            <Icon name="upload" size={20} />
            Drop to add to the export
          </p>
        </div>
      )}
      <div className={styles.problem}>
        <ProblemNotice of={add} />
      </div>
    </>
  )
}

/** Files may be dropped anywhere on the window while this is in use; says whether some hover over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    function over(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setHovering(true)
    }
    function leave(event: DragEvent): void {
      if (event.relatedTarget === null) setHovering(false)
    }
    function drop(event: DragEvent): void {
      event.preventDefault()
      setHovering(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])

  return hovering
}

/** The ways files come in: the system's dialog, and files handed to the page. */
export function useAddFiles() {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const pick = useMutation(() => bridge.invoke('export:pick', {}), accept)
  const take = useMutation(async (files: readonly File[]) => {
    const offered = await bridge.registerFiles(files)
    return offered.ok ? bridge.invoke('export:add', { files: [...offered.value] }) : offered
  }, accept)
  const tasks = [pick, take]

  return {
    pick: () => void pick.run(),
    take: (files: readonly File[]) => {
      if (files.length > 0) void take.run(files)
    },
    busy: tasks.some((task) => task.busy),
    problem: tasks.find((task) => task.problem)?.problem ?? null,
    dismiss: () => tasks.forEach((task) => task.dismiss()),
  }
}
