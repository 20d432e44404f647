import { useState } from 'react'
import type { DocumentView } from '../../../shared/bridge/views.ts'
import { Button } from '../../components/button.tsx'
import { Loading } from '../../components/empty.tsx'
import { count, counted } from '../../components/format.ts'
import styles from './earlier-card.module.css'
import { VanishedDialog } from './vanished-dialog.tsx'

/** How many users are new, changed, as before or gone, and who is gone. */
export function EarlierFacts({ earlier }: { readonly earlier: NonNullable<DocumentView['earlier']> }) {
  const [listing, setListing] = useState(false)
  const { counts } = earlier
  if (counts === null) return <Loading label="Comparing" lines={1} />
  const facts = [
    ['new', counts.new],
    ['changed', counts.changed],
    ['unchanged', counts.unchanged],
    ['not sent then', counts.open],
    ['vanished from the export', counts.vanished],
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
      {counts.vanished > 0 && (
        <div>
          <Button look="link" onClick={() => setListing(true)}>
            Who vanished: {counted(counts.vanished, 'user')}
          </Button>
        </div>
      )}
      {listing && <VanishedDialog total={counts.vanished} onClose={() => setListing(false)} />}
    </>
  )
}
