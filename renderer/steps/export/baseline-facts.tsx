import { useState } from 'react'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import { Button } from '../../components/button.tsx'
import { Loading } from '../../components/empty.tsx'
import { count, counted } from '../../components/format.ts'
import styles from './baseline-card.module.css'
import { MissingUsersDialog } from './missing-users-dialog.tsx'

/** How many users are new, changed, as before or gone, and who is gone. */
export function BaselineFacts({ baseline }: { readonly baseline: NonNullable<DocumentView['baseline']> }) {
  const [listing, setListing] = useState(false)
  const { counts } = baseline
  if (counts === null) return <Loading label="Comparing" lines={1} />
  const facts = [
    ['new', counts.new],
    ['changed', counts.changed],
    ['unchanged', counts.unchanged],
    ['not sent then', counts.open],
    ['missing from the export', counts.missing],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, users]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{count(users)}</dd>
          </div>
        ))}
      </dl>
      {counts.missing > 0 && (
        <div>
          <Button variant="link" onClick={() => setListing(true)}>
            Missing users: {counted(counts.missing, 'user')}
          </Button>
        </div>
      )}
      {listing && <MissingUsersDialog total={counts.missing} onClose={() => setListing(false)} />}
    </>
  )
}
