import type { FileView } from '../../../shared/ipc/views.ts'
import { Card } from '../../components/card.tsx'
import { FileItem } from './file-item.tsx'
import styles from './file-list.module.css'

/** The files of the export, in the order they were added. */
export function FileList({ files }: { readonly files: readonly FileView[] }) {
  return (
    <Card bare>
      <ul className={styles.list} aria-label="Files">
        {files.map((file) => (
          <FileItem key={file.id} file={file} />
        ))}
      </ul>
    </Card>
  )
}
