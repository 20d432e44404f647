import { useAddFiles } from './use-add-files.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useSteps } from '../../navigation/step-context.tsx'
import styles from './file-drop.module.css'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'

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
          <p className={styles.words}>
            <Icon name="upload" size={20} />
            Drop to add to the export
          </p>
        </div>
      )}
      <div className={styles.problem}>
        <ProblemNotice problem={add.problem} onDismiss={add.dismiss} />
      </div>
    </>
  )
}
