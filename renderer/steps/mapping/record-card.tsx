import { useState } from 'react'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/empty.tsx'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './side-cards.module.css'

/** One record of the file as it would be migrated, forward and back. */
export function RecordCard({ fileId }: { readonly fileId: number }) {
  const { version } = useDocument()
  const [index, setIndex] = useState(0)
  const { value, problem, reload } = useQuery('mapping:record', { fileId, index }, version)
  const total = value?.total ?? 0
  return (
    <Card
      title={total > 0 ? `Record ${count(index + 1)} of ${count(total)}` : 'One record'}
      aside={
        <span className={styles.pager}>
          <Button small disabled={index === 0} onClick={() => setIndex(index - 1)} aria-label="Record before">
            <Icon name="left" />
          </Button>
          <Button small disabled={index + 1 >= total} onClick={() => setIndex(index + 1)} aria-label="Next record">
            <Icon name="right" />
          </Button>
        </span>
      }
    >
      <ProblemNotice problem={problem} onRetry={reload} />
      {!value && !problem && <Loading label="Loading a record" lines={4} />}
      {value && total === 0 && (
        <p className="subtle">No user comes from this file alone: it adds to users of another one.</p>
      )}
      {value && total > 0 && (
        <dl className={styles.record}>
          {value.fields.map(({ label, value: words }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{words}</dd>
            </div>
          ))}
          <div>
            <dt>Source</dt>
            <dd>{value.source}</dd>
          </div>
        </dl>
      )}
    </Card>
  )
}
