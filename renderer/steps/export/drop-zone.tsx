import { useDocument } from '../../api/document-context.tsx'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import styles from './drop-zone.module.css'
import type { AddFiles } from './use-add-files.ts'

/** Where files are dropped or chosen. Made-up users are not offered where a live core is connected. */
export function DropZone({ add, first }: { readonly add: AddFiles; readonly first: boolean }) {
  const { target } = useDocument()
  return (
    <section className={styles.zone} aria-label="Add files">
      <Icon name="upload" />
      <div className={styles.words}>
        <p>
          <b>Drop export files here</b>
        </p>
        <p className="muted">JSON, NDJSON, CSV, or SQL dump, also as .gz. Firebase hash parameters too.</p>
      </div>
      <div className={styles.actions}>
        {target?.kind !== 'live' && first && (
          <Button variant="subtle" disabled={add.busy} onClick={add.sample}>
            Use the sample export
          </Button>
        )}
        {first ? (
          <PrimaryButton busy={add.busy} onClick={add.pick}>
            Choose files…
          </PrimaryButton>
        ) : (
          <Button busy={add.busy} onClick={add.pick}>
            Choose files…
          </Button>
        )}
      </div>
    </section>
  )
}
