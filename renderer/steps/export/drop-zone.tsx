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
          <p className="quiet">
            CSV, JSON, lines of JSON or a SQL dump, also gzipped: {knownProviders(8)}, or a table of your own.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button look={large ? 'primary' : 'plain'} busy={add.busy} onClick={add.pick}>
          Choose files…
        </Button>
        <Button look={large ? 'plain' : 'quiet'} disabled={add.busy} onClick={add.sample}>
          {large ? 'Use the made-up export' : 'Add the made-up export'}
        </Button>
      </div>
    </section>
  )
}
