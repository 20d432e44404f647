import { useState } from 'react'
import type { MappingView } from '../../../shared/ipc/views.ts'
import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { count } from '../../components/format.ts'
import { Tag } from '../../components/tag.tsx'
import { TargetSelect } from './target-select.tsx'
import { confidenceTones, targetTitles } from './targets.ts'
import styles from './unmapped-list.module.css'

/** The columns that stay behind, in a closed list from where each can still be mapped. */
export function UnmappedList({
  columns,
  editable,
  open,
  busy,
  onChange,
}: {
  readonly columns: MappingView['columns']
  readonly editable: boolean
  /** How it stands at first. */
  readonly open: boolean
  readonly busy: boolean
  readonly onChange: (path: string, target: MappingTarget | null) => void
}) {
  // Whoever maps the first column of it wants to go on, so it does not close by itself.
  const [startsOpen] = useState(open)
  const names = columns.slice(0, 5).map(({ path }) => path)
  return (
    <details className={styles.list} open={startsOpen}>
      <summary className={styles.summary}>
        Not migrated ({count(columns.length)}):{' '}
        <span className="mono">
          {names.join(', ')}
          {columns.length > names.length && ', …'}
        </span>
      </summary>
      <ul>
        {columns.map(({ path, samples, suggestion }) => (
          <li key={path} className={styles.column}>
            <span className="mono">{path}</span>
            <span className={`mono quiet ${styles.samples}`}>{samples.join(' · ') || '–'}</span>
            {editable && suggestion?.confidence === 'unsure' && <Perhaps {...suggestion} />}
            {editable && (
              <TargetSelect path={path} value={null} disabled={busy} onChange={(target) => onChange(path, target)} />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A guess that is not taken by itself. */
function Perhaps({ target, reason }: NonNullable<MappingView['columns'][number]['suggestion']>) {
  return (
    <span className={styles.perhaps}>
      <Tag tone={confidenceTones.unsure}>unsure</Tag> Perhaps “{targetTitles[target]}”: {reason}.
    </span>
  )
}
