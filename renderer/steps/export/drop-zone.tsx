import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import styles from './drop-zone.module.css'
import { knownProviders } from './providers.ts'
import type { AddFiles } from './use-add-files.ts'
import { useFileDrop } from './use-file-drop.ts'

/** Where files are dropped or chosen. */
export function DropZone({ add, large }: { readonly add: AddFiles; readonly large: boolean }) {
  const hovering = useFileDrop(add.take)

  return (
    <section
      className={large ? `${styles.zone} ${styles.large}` : styles.zone}
      data-hovering={hovering || undefined}
      aria-label="Add files"
    >
      <span className={styles.icon}>
        <Icon name="drop" size={large ? 28 : 18} />
      </span>
      <div className={styles.words}>
        <p>{hovering ? 'Drop them now' : large ? 'Drop the exported files here' : 'Drop more files here'}</p>
        {large && (
          <p className="subtle">
            CSV, JSON, lines of JSON or a SQL dump, also gzipped: {knownProviders(8)}, or a custom table.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant={large ? 'primary' : 'plain'} busy={add.busy} onClick={add.pick}>
          Choose files…
        </Button>
        <Button variant={large ? 'plain' : 'subtle'} disabled={add.busy} onClick={add.sample}>
          {large ? 'Use the sample export' : 'Add the sample export'}
        </Button>
      </div>
    </section>
  )
}
