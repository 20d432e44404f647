import { useState } from 'react'
import type { RecentMigration } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Clipped } from '../../components/overlays/tooltip.tsx'
import { CoreLabel, recentTitle, whenText } from '../start/recent-list.tsx'
import styles from './earlier-migration-dialog.module.css'

/** The newest migration from the same source; else the newest. `sources`: titles of the providers of this export. */
export function likelyEarlier(
  migrations: readonly RecentMigration[],
  sources: readonly string[],
): RecentMigration | undefined {
  return migrations.find(({ summary }) => summary?.sources.some((title) => sources.includes(title))) ?? migrations[0]
}

/** Question for the earlier migration to compare with: a migration of this machine by its title, the newest first, or a file. */
export function EarlierMigrationDialog({
  migrations,
  onChoose,
  onFile,
  onClose,
}: {
  readonly migrations: readonly RecentMigration[]
  readonly onChoose: (id: string) => void
  readonly onFile: () => void
  readonly onClose: () => void
}) {
  const { files } = useDocument()
  const sources = files.map(({ providerTitle }) => providerTitle)
  const [now] = useState(Date.now)
  const [chosen, setChosen] = useState(() => likelyEarlier(migrations, sources)?.id ?? '')
  return (
    <Dialog
      title="Compare with an earlier migration"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={onFile}>Choose a file…</Button>
          <Button variant="primary" data-primary="" onClick={() => onChoose(chosen)}>
            Compare
          </Button>
        </>
      }
    >
      <fieldset className={styles.list}>
        <legend className="visually-hidden">Earlier migrations</legend>
        {migrations.map((migration) => (
          <label key={migration.id} className={styles.row}>
            <input
              type="radio"
              name="earlier-migration"
              checked={chosen === migration.id}
              onChange={() => setChosen(migration.id)}
            />
            <b className={styles.name}>
              <Clipped>{recentTitle(migration)}</Clipped>
            </b>
            <CoreLabel core={migration.summary?.core ?? null} />
            <span className="muted">{whenText(migration.at, now)}</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
